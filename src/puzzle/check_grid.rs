//! The puzzles on plain grids: SameGame and the lab's match-3.

use super::check::{Checker, Step};
use super::check_sandbox::spoken;
use super::model::PuzzleGame;
use crate::types::Place;
use std::ops::RangeInclusive;

/// Rows and columns.
const SIDES: RangeInclusive<usize> = 1..=16;
/// Colours of SameGame: as many as the game can play.
const COLOURS: i64 = 7;
/// Kinds of the lab's match-3.
const KINDS: RangeInclusive<i64> = 2..=15;
/// Moves of the lab's match-3; no board within the limits allows more than 85.
const MOVES: RangeInclusive<i64> = 1..=10_000;

fn cell(row: usize, col: usize) -> [Step; 3] {
    [Step::Key("board"), Step::Item(row), Step::Item(col)]
}

impl Checker<'_> {
    pub(super) fn samegame(&mut self) -> Option<PuzzleGame> {
        let leftover_penalty = self.draft.leftover_penalty;
        if leftover_penalty.is_none() {
            self.missing("leftover_penalty", "add `leftover_penalty = false`, or `true` to deduct what is left over");
        }
        let board = self.grid(COLOURS)?;
        self.columns_close_up(&board);
        Some(PuzzleGame::Samegame { board, leftover_penalty: leftover_penalty? })
    }

    pub(super) fn crush(&mut self) -> Option<PuzzleGame> {
        let kinds: Option<u8> = self.required("kinds", self.draft.kinds, KINDS);
        let moves = self.required("moves", self.draft.moves, MOVES);
        let board = self.grid(kinds.map_or(*KINDS.end(), i64::from))?;
        self.lines(&board);
        Some(PuzzleGame::Crush { board, kinds: kinds?, moves: moves? })
    }

    /// The board: a rectangle of numbers up to `highest` in which nothing floats.
    fn grid(&mut self, highest: i64) -> Option<Vec<Vec<u8>>> {
        let draft = self.draft;
        let Some(rows) = &draft.board else {
            self.missing("board", "add `board = \"\"\"`, the rows from top to bottom, and `\"\"\"`");
            return None;
        };
        let cols = rows.first().map_or(0, Vec::len);
        let at = [Step::Key("board")];
        let mut is_grid = SIDES.contains(&rows.len()) && SIDES.contains(&cols);
        if !is_grid {
            let message = format!("a board of {} rows and {cols} columns", rows.len());
            self.complain(&at, message, format!("{} to {} rows and columns", SIDES.start(), SIDES.end()));
        }
        for (row, cells) in rows.iter().enumerate().skip(1).filter(|(_, cells)| cells.len() != cols) {
            let message = format!("row {} has {} cells", row + 1, cells.len());
            self.complain(&[at[0], Step::Item(row)], message, format!("{cols} cells as in the first row"));
            is_grid = false;
        }
        for (row, cells) in rows.iter().enumerate() {
            for (col, &code) in cells.iter().enumerate() {
                if !(0..=highest).contains(&code) {
                    let advice = format!("1 to {highest}, or 0 for an empty cell");
                    self.complain(&cell(row, col), format!("{code} is out of range"), advice);
                }
                is_grid &= (0..=highest).contains(&code);
            }
        }
        if !is_grid {
            return None;
        }
        let grid: Vec<Vec<u8>> =
            rows.iter().map(|row| row.iter().map(|&code| u8::try_from(code).unwrap_or(0)).collect()).collect();
        for row in 1..grid.len() {
            for col in (0..cols).filter(|&col| grid[row][col] == 0 && grid[row - 1][col] != 0) {
                self.complain(&cell(row - 1, col), "a piece above an empty cell", "pieces lie at the bottom");
            }
        }
        Some(grid)
    }

    /// Complains of an empty column with pieces to its right.
    fn columns_close_up(&mut self, board: &[Vec<u8>]) {
        let Some((row, bottom)) = board.iter().enumerate().next_back() else { return };
        for col in 1..bottom.len() {
            if bottom[col - 1] == 0 && bottom[col] != 0 {
                self.complain(&cell(row, col), "an empty column to the left", "columns close up to the left");
            }
        }
    }

    /// Complains of lines of three or more, the longest of each.
    fn lines(&mut self, board: &[Vec<u8>]) {
        for (row, cells) in board.iter().enumerate() {
            for col in 0..cells.len() {
                for (down, right) in [(0, 1), (1, 0)] {
                    let at = |i: usize| board.get(row + down * i).and_then(|cells| cells.get(col + right * i));
                    let kind = cells[col];
                    let starts = (row < down || col < right) || board[row - down][col - right] != kind;
                    let length = (0..).take_while(|&i| at(i) == Some(&kind)).count();
                    if kind != 0 && starts && length >= 3 {
                        self.line((row, col), (down, right), length);
                    }
                }
            }
        }
    }

    fn line(&mut self, (row, col): (usize, usize), (down, right): (usize, usize), length: usize) {
        let others = (1..length).map(|i| cell(row + down * i, col + right * i).to_vec()).collect();
        let name = |i: usize| {
            let side = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
            spoken(Place::new(side(row + down * i), side(col + right * i)))
        };
        let cells = (0..length).map(name).collect::<Vec<_>>().join(", ");
        let message = format!("{length} equal pieces in a line: {cells}");
        let advice = "a start board without a line of three";
        self.complain_with(&cell(row, col), others, message, advice.into());
    }
}
