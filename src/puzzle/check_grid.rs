//! The puzzles on plain grids: SameGame and the lab's match-3.

use super::check::{Checker, Step};
use super::check_sandbox::spoken;
use super::model::PuzzleGame;
use crate::games::samegame::MAX_COLOURS;
use crate::lang::{Text, both, say};
use crate::types::Place;
use std::ops::RangeInclusive;

/// Rows and columns.
const SIDES: RangeInclusive<usize> = 1..=16;
/// Kinds of the lab's match-3.
const KINDS: RangeInclusive<i64> = 2..=15;
/// Moves of the lab's match-3; no board within the limits allows more than 85.
const MOVES: RangeInclusive<i64> = 1..=10_000;

fn cell(row: usize, col: usize) -> [Step; 3] {
    [Step::Key("board"), Step::Item(row), Step::Item(col)]
}

/// What is wrong with a board that is too small or too large.
pub(super) fn board_size(rows: usize, cols: usize) -> Text {
    both!("a board of {rows} rows and {cols} columns", "{rows} 行 {cols} 列的盘面")
}

/// How many rows and columns a board may have.
pub(super) fn sides(least: usize, most: usize) -> Text {
    both!("{least} to {most} rows and columns", "行数和列数应为 {least} 至 {most}")
}

impl Checker<'_> {
    pub(super) fn samegame(&mut self) -> Option<PuzzleGame> {
        let leftover_penalty = self.draft.leftover_penalty;
        if leftover_penalty.is_none() {
            let advice = both!(
                "add `leftover_penalty = false`, or `true` to deduct what is left over",
                "请加上 `leftover_penalty = false`，若扣除剩下的则为 `true`"
            );
            self.missing("leftover_penalty", advice);
        }
        let board = self.grid(MAX_COLOURS.into())?;
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
            self.no_board();
            return None;
        };
        let cols = rows.first().map_or(0, Vec::len);
        let at = [Step::Key("board")];
        let mut is_grid = SIDES.contains(&rows.len()) && SIDES.contains(&cols);
        if !is_grid {
            self.complain(&at, board_size(rows.len(), cols), sides(*SIDES.start(), *SIDES.end()));
        }
        for (row, cells) in rows.iter().enumerate().skip(1).filter(|(_, cells)| cells.len() != cols) {
            self.ragged(row, cells.len(), cols);
            is_grid = false;
        }
        for (row, cells) in rows.iter().enumerate() {
            for (col, &code) in cells.iter().enumerate() {
                if !(0..=highest).contains(&code) {
                    let advice = both!("1 to {highest}, or 0 for an empty cell", "应为 1 至 {highest}，空格为 0");
                    self.complain(&cell(row, col), both!("{code} is out of range", "{code} 超出范围"), advice);
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
                let message = both!("a piece above an empty cell", "棋子下方是空格");
                self.complain(&cell(row - 1, col), message, both!("pieces lie at the bottom", "棋子应落到底"));
            }
        }
        Some(grid)
    }

    pub(super) fn no_board(&mut self) {
        let advice = both!(
            "add `board = \"\"\"`, the rows from top to bottom, and `\"\"\"`",
            "请加上 `board = \"\"\"`、从上到下的各行和 `\"\"\"`"
        );
        self.missing("board", advice);
    }

    /// Complains of a row, from 0, that is longer or shorter than the first.
    pub(super) fn ragged(&mut self, row: usize, found: usize, expected: usize) {
        let message = both!("row {} has {found} cells", "第 {} 行有 {found} 格", row + 1);
        let advice = both!("{expected} cells as in the first row", "应与第一行一样有 {expected} 格");
        self.complain(&[Step::Key("board"), Step::Item(row)], message, advice);
    }

    /// Complains of an empty column with pieces to its right.
    fn columns_close_up(&mut self, board: &[Vec<u8>]) {
        let Some((row, bottom)) = board.iter().enumerate().next_back() else { return };
        for col in 1..bottom.len() {
            if bottom[col - 1] == 0 && bottom[col] != 0 {
                let message = both!("an empty column to the left", "左边是空列");
                self.complain(&cell(row, col), message, both!("columns close up to the left", "各列应向左靠拢"));
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
        let place = |i: usize| {
            let side = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
            Place::new(side(row + down * i), side(col + right * i))
        };
        let message = Text::in_each(|lang| {
            let cells: Vec<String> = (0..length).map(|i| spoken(place(i), lang)).collect();
            let cells = cells.join(&say!(lang, ", ", "、"));
            say!(lang, "{length} equal pieces in a line: {cells}", "{length} 个相同的棋子连成一线：{cells}")
        });
        let advice = both!("a start board without a line of three", "开局不能有三个连成一线");
        self.complain_with(&cell(row, col), others, message, advice);
    }
}
