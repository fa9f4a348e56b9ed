//! The boards between two moves: moved, then round by round what vanished and what fell (R11, R12).
//!
//! Invariant: the last frame of a move is the board that the rules recorded after it.

use super::record::Record;
use crate::puzzle::PuzzleGame;
use crate::types::{Action, Place};
use crate::verify::Round;
use serde::Serialize;

/// What has just happened on a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Two pieces changed places, or one left the board.
    Moved,
    /// Matched pieces vanished or were promoted.
    Cleared,
    /// Pieces fell and new ones came in.
    Filled,
}

/// A board on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What led to it.
    pub phase: Phase,
    /// The round it belongs to, from 1; 0 for the move itself.
    pub round: usize,
    /// Codes row by row.
    pub board: Vec<Vec<i16>>,
}

/// The frames of a move, counted from 0. None where there is no such move.
#[must_use]
pub fn frames(record: &Record, step: usize) -> Vec<Frame> {
    let Some(played) = record.steps.get(step) else { return Vec::new() };
    let mut board = Grid(record.before(step).to_vec());
    let mut frames = Vec::new();
    let mut show = |phase, round, board: &Grid| frames.push(Frame { phase, round, board: board.0.clone() });
    if let Action::Swap(a, b) = played.action {
        let (first, second) = (board.at(a), board.at(b));
        board.set(a, second);
        board.set(b, first);
        show(Phase::Moved, 0, &board);
    }
    if let Action::Drag(a) = played.action {
        board.set(a, 0);
        show(Phase::Moved, 0, &board);
    }
    let closes_columns = matches!(record.solution.puzzle.game, PuzzleGame::Samegame { .. });
    let mut matches = 0;
    for round in &played.rounds {
        if !round.groups.is_empty() {
            matches += 1;
            board.clear(round);
            show(Phase::Cleared, matches, &board);
        }
        board.fall();
        if closes_columns {
            board.close_columns();
        }
        for new in &round.refill {
            board.set(new.cell, new.piece);
        }
        show(Phase::Filled, matches, &board);
    }
    frames
}

/// A board that things happen to.
struct Grid(Vec<Vec<i16>>);

impl Grid {
    fn at(&self, place: Place) -> i16 {
        self.0.get(usize::from(place.row)).and_then(|row| row.get(usize::from(place.col))).copied().unwrap_or(0)
    }

    fn set(&mut self, place: Place, code: i16) {
        if let Some(cell) = self.0.get_mut(usize::from(place.row)).and_then(|row| row.get_mut(usize::from(place.col))) {
            *cell = code;
        }
    }

    /// Takes the matched pieces off, promotes those that stay (R6), and hits the stones beside them once (R20).
    fn clear(&mut self, round: &Round) {
        let matched = || round.groups.iter().flat_map(|group| &group.cells).copied();
        let mut hit = Vec::new();
        for (row, cells) in self.0.iter().enumerate() {
            for (col, _) in cells.iter().enumerate().filter(|(_, code)| **code < 0) {
                let is_beside =
                    |place: Place| usize::from(place.row).abs_diff(row) + usize::from(place.col).abs_diff(col) == 1;
                if matched().any(is_beside) {
                    hit.push((row, col));
                }
            }
        }
        for (row, col) in hit {
            self.0[row][col] += 1;
        }
        for place in matched() {
            self.set(place, 0);
        }
        for group in &round.groups {
            for &place in &group.promoted {
                self.set(place, group.piece + 1);
            }
        }
    }

    /// Pieces drop to the lowest free cells and pass stones (R13).
    fn fall(&mut self) {
        let cols = self.0.first().map_or(0, Vec::len);
        for col in 0..cols {
            let mut pieces: Vec<i16> = self.0.iter().map(|row| row[col]).filter(|&code| code > 0).collect();
            for row in self.0.iter_mut().rev().filter(|row| row[col] >= 0) {
                row[col] = pieces.pop().unwrap_or(0);
            }
        }
    }

    /// Empty columns close to the left (SameGame).
    fn close_columns(&mut self) {
        let cols = self.0.first().map_or(0, Vec::len);
        let kept: Vec<usize> = (0..cols).filter(|&col| self.0.iter().any(|row| row[col] != 0)).collect();
        for row in &mut self.0 {
            *row = kept.iter().map(|&col| row[col]).chain(std::iter::repeat(0)).take(cols).collect();
        }
    }
}
