//! A crush puzzle as data, perhaps not playable, and the list of everything that is wrong with it.

use crate::games::rows::{ShapeFault, cells, hangs, kind_at, shape_faults};
use crate::types::Place;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Kinds: with one there is nothing to swap, and a cell is four bits of which 0 is empty.
pub const KINDS: RangeInclusive<u8> = 2..=15;
/// Moves; no board within the limits allows more than 85.
pub const MOVES: RangeInclusive<u16> = 1..=10_000;

/// A puzzle, perhaps not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrushSetup {
    /// Kinds row by row from the top, 1 to `kinds`; 0 is empty.
    pub board: Vec<Vec<u8>>,
    /// K, how many kinds there are.
    pub kinds: u8,
    /// X, how many moves must be made.
    pub moves: u16,
}

/// One thing wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The rows are no board.
    #[error(transparent)]
    Shape(#[from] ShapeFault),
    /// K out of range.
    #[error("kinds must be {} to {}, not {kinds}", KINDS.start(), KINDS.end())]
    Kinds {
        /// The number given.
        kinds: u8,
    },
    /// X out of range.
    #[error("moves must be {} to {}, not {moves}", MOVES.start(), MOVES.end())]
    Moves {
        /// The number given.
        moves: u16,
    },
    /// No such kind.
    #[error("kind {kind}: kinds are 1 to {kinds}, 0 is empty")]
    Kind {
        /// Where.
        place: Place,
        /// The number given.
        kind: u8,
        /// How many kinds there are.
        kinds: u8,
    },
    /// A cell with nothing below it.
    #[error("a cell hangs in the air: the one below it is empty")]
    Floating {
        /// The cell.
        place: Place,
    },
    /// A line that stands before the first move.
    #[error("{} equal cells in a line from row {}, column {} (counted from 1): the start must hold no line",
        cells.len(), cells[0].row + 1, cells[0].col + 1)]
    Line {
        /// All its cells, at least three, from the top or the left.
        cells: Vec<Place>,
    },
}

/// Everything that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the board cannot be played: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// The faults, those of the shape and the numbers first, then cell by cell, then lines.
    pub faults: Vec<Fault>,
}

impl CrushSetup {
    /// Everything that is wrong, empty when the puzzle can be played.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = shape_faults(&self.board).into_iter().map(Fault::from).collect();
        if !KINDS.contains(&self.kinds) {
            faults.push(Fault::Kinds { kinds: self.kinds });
        }
        if !MOVES.contains(&self.moves) {
            faults.push(Fault::Moves { moves: self.moves });
        }
        for (place, kind) in cells(&self.board) {
            if kind > self.kinds {
                faults.push(Fault::Kind { place, kind, kinds: self.kinds });
            }
            if hangs(&self.board, place) {
                faults.push(Fault::Floating { place });
            }
        }
        for (place, _) in cells(&self.board) {
            faults.extend([(0, 1), (1, 0)].into_iter().filter_map(|step| self.line_from(place, step)));
        }
        faults
    }

    /// The maximal line of three or more that starts at a place and goes down or right.
    fn line_from(&self, start: Place, (down, right): (u8, u8)) -> Option<Fault> {
        // Numbers that are no kind are faults by themselves.
        let kind = kind_at(&self.board, start).filter(|kind| (1..=self.kinds).contains(kind))?;
        let next = |place: Place| Some(Place::new(place.row.checked_add(down)?, place.col.checked_add(right)?));
        let before = start.row.checked_sub(down).zip(start.col.checked_sub(right));
        if before.is_some_and(|(row, col)| kind_at(&self.board, Place::new(row, col)) == Some(kind)) {
            return None;
        }
        let cells: Vec<Place> = std::iter::successors(Some(start), |&place| next(place))
            .take_while(|&place| kind_at(&self.board, place) == Some(kind))
            .collect();
        (cells.len() >= 3).then_some(Fault::Line { cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_named_with_its_place() {
        let board = vec![vec![1, 1, 1, 9], vec![2, 0, 1], vec![2, 1, 2, 1], vec![2, 2, 1, 2]];
        let faults = CrushSetup { board, kinds: 3, moves: 0 }.faults();
        let line = |cells: [[u8; 2]; 3]| Fault::Line { cells: cells.map(Place::from).to_vec() };
        assert_eq!(
            faults,
            [
                Fault::Shape(ShapeFault::Ragged { row: 1, found: 3, expected: 4 }),
                Fault::Moves { moves: 0 },
                Fault::Floating { place: Place::new(0, 1) },
                Fault::Kind { place: Place::new(0, 3), kind: 9, kinds: 3 },
                line([[0, 0], [0, 1], [0, 2]]),
                line([[1, 0], [2, 0], [3, 0]]),
            ]
        );
        let told = faults[4].to_string();
        assert_eq!(told, "3 equal cells in a line from row 1, column 1 (counted from 1): the start must hold no line");
    }

    #[test]
    fn sizes_and_kinds_out_of_range_are_faults_of_their_own() {
        assert_eq!(
            CrushSetup { board: vec![], kinds: 16, moves: 1 }.faults(),
            [Fault::Shape(ShapeFault::Size { rows: 0, cols: 0 }), Fault::Kinds { kinds: 16 }]
        );
        let strange = CrushSetup { board: vec![vec![9, 9, 9]], kinds: 3, moves: 1 }.faults();
        assert!(
            strange.iter().all(|fault| matches!(fault, Fault::Kind { .. })),
            "no line of what is no kind: {strange:?}"
        );
        let wide = CrushSetup { board: vec![[1, 2].repeat(200)], kinds: 2, moves: 1 };
        assert_eq!(wide.faults(), [Fault::Shape(ShapeFault::Size { rows: 1, cols: 400 })]);
    }
}
