//! Random puzzles of 消除王 to train on and to measure with: a board of whites in which nothing matches, and a queue.

use super::rules::{Mode, Refill, Rules};
use super::setup::Setup;
use super::shape::Shape;
use super::{Sandbox, SetupError};
use crate::types::Pcg;
use rand::RngExt;
use rand::seq::SliceRandom;

/// Draws before giving up; a board of the largest size is free of matches about once in 10⁴ draws of its cells.
const MOST_DRAWS: usize = 1000;

impl Sandbox {
    /// A puzzle with a random queue and a random board of whites without a match. As in every puzzle of the game that we
    /// know, the queue holds each family four times: with others cascades are longer, and what is learned from those
    /// does worse (docs/what-was-tried.md).
    ///
    /// # Errors
    /// When `steps` is out of range, or the board stays unplayable after many draws.
    pub fn random(shape: Shape, steps: u16, rng: &mut Pcg) -> Result<Self, SetupError> {
        let mut result = Err(SetupError { faults: Vec::new() });
        for _ in 0..MOST_DRAWS {
            let mut queue = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3];
            queue.shuffle(rng);
            let rules = Rules { refill: Refill::Fixed(queue), ..Rules::of(Mode::Xiaochuwang) };
            let board = random_board(shape, rng);
            result = Self::new(&Setup { rules, board, steps, queue_pos: 0 });
            if result.is_ok() {
                break;
            }
        }
        result
    }
}

/// Cell by cell, each a white that completes no line with those before it wherever there is one.
fn random_board(shape: Shape, rng: &mut Pcg) -> Vec<Vec<i16>> {
    let mut board = vec![vec![0_i16; usize::from(shape.cols())]; usize::from(shape.rows())];
    for place in shape.places() {
        let (row, col) = (usize::from(place.row), usize::from(place.col));
        let whites = fitting_whites(&board, row, col);
        let white = if whites.is_empty() { 11 } else { whites[rng.random_range(0..whites.len())] };
        board[row][col] = white;
    }
    board
}

/// The whites that complete no line with the cells before a place, row by row.
pub(crate) fn fitting_whites(board: &[Vec<i16>], row: usize, col: usize) -> Vec<i16> {
    let at = |up: usize, side: isize| -> Option<i16> {
        board.get(row.checked_sub(up)?)?.get(col.checked_add_signed(side)?).copied()
    };
    let pairs = [(1, 0), (1, -1), (1, 1), (0, -1)].map(|(up, side)| (at(up, side), at(2 * up, 2 * side)));
    let mut whites = vec![11, 21, 31];
    whites.retain(|&white| !pairs.contains(&(Some(white), Some(white))));
    whites
}
