//! A SameGame puzzle as data, perhaps not playable, and the list of everything that is wrong with it.

use crate::games::rows::{ShapeFault, cells, hangs, shape_faults};
use crate::types::Place;
use thiserror::Error;

/// Most colours: a cell is three bits, and 0 is empty.
pub const MAX_COLOURS: u8 = 7;

/// A puzzle, perhaps not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameGameSetup {
    /// Colours row by row from the top, 1 to 7; 0 is empty.
    pub board: Vec<Vec<u8>>,
    /// Whether colours left over at the end are deducted.
    pub leftover_penalty: bool,
}

/// One thing wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The rows are no board.
    #[error(transparent)]
    Shape(#[from] ShapeFault),
    /// No such colour.
    #[error("colour {colour}: colours are 1 to {MAX_COLOURS}, 0 is empty")]
    Colour {
        /// Where.
        place: Place,
        /// The number given.
        colour: u8,
    },
    /// A cell with nothing below it.
    #[error("a cell hangs in the air: the one below it is empty")]
    Floating {
        /// The cell.
        place: Place,
    },
    /// An empty column with cells to its right.
    #[error("column {} is empty: columns close to the left", col + 1)]
    Gap {
        /// The column, from 0.
        col: usize,
    },
}

/// Everything that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the board cannot be played: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// The faults, those of the shape first, then cell by cell.
    pub faults: Vec<Fault>,
}

impl SameGameSetup {
    /// Everything that is wrong, empty when the puzzle can be played.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = shape_faults(&self.board).into_iter().map(Fault::from).collect();
        for (place, colour) in cells(&self.board) {
            if colour > MAX_COLOURS {
                faults.push(Fault::Colour { place, colour });
            }
            if hangs(&self.board, place) {
                faults.push(Fault::Floating { place });
            }
        }
        let cols = self.board.first().map_or(0, Vec::len);
        let is_filled = |col: usize| self.board.iter().any(|row| row.get(col).is_some_and(|&colour| colour != 0));
        let last = (0..cols).rev().find(|&col| is_filled(col)).unwrap_or(0);
        faults.extend((0..last).filter(|&col| !is_filled(col)).map(|col| Fault::Gap { col }));
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_named_with_its_place() {
        let board = vec![vec![1, 0, 8], vec![0, 0, 1], vec![1, 0]];
        assert_eq!(
            SameGameSetup { board, leftover_penalty: false }.faults(),
            [
                Fault::Shape(ShapeFault::Ragged { row: 2, found: 2, expected: 3 }),
                Fault::Floating { place: Place::new(0, 0) },
                Fault::Colour { place: Place::new(0, 2), colour: 8 },
                Fault::Gap { col: 1 },
            ]
        );
        assert_eq!(
            SameGameSetup { board: vec![vec![1; 17]], leftover_penalty: false }.faults(),
            [Fault::Shape(ShapeFault::Size { rows: 1, cols: 17 })]
        );
    }
}
