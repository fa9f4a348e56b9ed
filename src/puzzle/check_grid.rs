//! The puzzles on plain grids, SameGame and the lab's match-3, and where each of their own faults lies.

use super::check::{Checker, Step};
use super::check_sandbox::{cell, spoken};
use super::model::PuzzleGame;
use crate::games::crush::{self, CrushSetup, KINDS, MAX_SIDE, MOVES, ShapeFault};
use crate::games::samegame::{self, MAX_COLOURS, SameGameSetup};
use crate::lang::{Text, both, say};
use crate::types::Place;

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
        let board = self.grid()?;
        let setup = SameGameSetup { board, leftover_penalty: leftover_penalty.unwrap_or(false) };
        for fault in setup.faults() {
            self.samegame_fault(fault, &setup.board);
        }
        Some(PuzzleGame::Samegame { board: setup.board, leftover_penalty: leftover_penalty? })
    }

    fn samegame_fault(&mut self, fault: samegame::Fault, board: &[Vec<u8>]) {
        match fault {
            samegame::Fault::Shape(fault) => self.shape(fault),
            samegame::Fault::Colour { place, .. } => self.no_kind(place, MAX_COLOURS),
            samegame::Fault::Floating { place } => self.floating(place),
            samegame::Fault::Gap { col } => {
                // Told at the foot of the column that has to move.
                let side = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
                let place = Place::new(side(board.len() - 1), side(col + 1));
                let message = both!("an empty column to the left", "左边是空列");
                self.complain(&cell(place), message, both!("columns close up to the left", "各列应向左靠拢"));
            }
        }
    }

    pub(super) fn crush(&mut self) -> Option<PuzzleGame> {
        let kinds = self.required("kinds", self.draft.kinds, (*KINDS.start()).into()..=(*KINDS.end()).into());
        let moves = self.required("moves", self.draft.moves, (*MOVES.start()).into()..=(*MOVES.end()).into());
        let board = self.grid()?;
        let setup = CrushSetup { board, kinds: kinds.unwrap_or(*KINDS.end()), moves: moves.unwrap_or(*MOVES.start()) };
        for fault in setup.faults() {
            self.crush_fault(fault);
        }
        Some(PuzzleGame::Crush { board: setup.board, kinds: kinds?, moves: moves? })
    }

    fn crush_fault(&mut self, fault: crush::Fault) {
        match fault {
            crush::Fault::Shape(fault) => self.shape(fault),
            crush::Fault::Kind { place, kinds, .. } => self.no_kind(place, kinds),
            crush::Fault::Floating { place } => self.floating(place),
            crush::Fault::Line { cells } => self.line(&cells),
            // Told where the number was read.
            crush::Fault::Kinds { .. } | crush::Fault::Moves { .. } => {}
        }
    }

    /// The board as small numbers; one out of bounds becomes a number that means nothing in either game.
    fn grid(&mut self) -> Option<Vec<Vec<u8>>> {
        let Some(rows) = &self.draft.board else {
            self.no_board();
            return None;
        };
        let kind = |&code: &i64| u8::try_from(code).unwrap_or(u8::MAX);
        Some(rows.iter().map(|row| row.iter().map(kind).collect()).collect())
    }

    pub(super) fn no_board(&mut self) {
        let advice = both!(
            "add `board = \"\"\"`, the rows from top to bottom, and `\"\"\"`",
            "请加上 `board = \"\"\"`、从上到下的各行和 `\"\"\"`"
        );
        self.missing("board", advice);
    }

    fn shape(&mut self, fault: ShapeFault) {
        match fault {
            ShapeFault::Size { rows, cols } => {
                self.complain(&[Step::Key("board")], board_size(rows, cols), sides(1, MAX_SIDE));
            }
            ShapeFault::Ragged { row, found, expected } => self.ragged(row, found, expected),
        }
    }

    /// Complains of a row, from 0, that is longer or shorter than the first.
    pub(super) fn ragged(&mut self, row: usize, found: usize, expected: usize) {
        let message = both!("row {} has {found} cells", "第 {} 行有 {found} 格", row + 1);
        let advice = both!("{expected} cells as in the first row", "应与第一行一样有 {expected} 格");
        self.complain(&[Step::Key("board"), Step::Item(row)], message, advice);
    }

    /// Complains of a number that is no kind, as it was written.
    fn no_kind(&mut self, place: Place, highest: u8) {
        let rows = self.draft.board.iter().flatten();
        let code = rows.skip(place.row.into()).flatten().nth(place.col.into()).copied().unwrap_or_default();
        let advice = both!("1 to {highest}, or 0 for an empty cell", "应为 1 至 {highest}，空格为 0");
        self.complain(&cell(place), both!("{code} is out of range", "{code} 超出范围"), advice);
    }

    fn floating(&mut self, place: Place) {
        let message = both!("a piece above an empty cell", "棋子下方是空格");
        self.complain(&cell(place), message, both!("pieces lie at the bottom", "棋子应落到底"));
    }

    fn line(&mut self, cells: &[Place]) {
        let message = Text::in_each(|lang| {
            let (length, cells) = (cells.len(), cells.iter().map(|&place| spoken(place, lang)));
            let cells = cells.collect::<Vec<_>>().join(&say!(lang, ", ", "、"));
            say!(lang, "{length} equal pieces in a line: {cells}", "{length} 个相同的棋子连成一线：{cells}")
        });
        let advice = both!("a start board without a line of three", "开局不能有三个连成一线");
        let ways: Vec<Vec<Step>> = cells.iter().map(|&place| cell(place)).collect();
        if let [first, others @ ..] = &ways[..] {
            self.complain_with(first, others.to_vec(), message, advice);
        }
    }
}
