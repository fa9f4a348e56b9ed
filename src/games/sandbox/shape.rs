//! The board's size, and where a place lies in a bit plane.
//!
//! Bit `8 × column + (rows − 1 − row)`: a byte per column, the bottom row lowest. One step right is `<< 8`, one step
//! up `<< 1`, up-right `<< 9`, down-right `<< 7`.

#![expect(clippy::cast_possible_truncation, reason = "a board has at most 8 rows and columns")]

use crate::types::Place;

/// Fewest rows or columns of a board.
pub const MIN_SIDE: u8 = 3;
/// Most rows or columns of a board.
pub const MAX_SIDE: u8 = 8;

/// Bits of the bottom row.
pub(super) const BOTTOM_ROW: u64 = 0x0101_0101_0101_0101;
/// Bits of the eighth row from the bottom, where a step up would wrap into the next column.
pub(super) const EIGHTH_ROW: u64 = 0x8080_8080_8080_8080;

/// Rows and columns of a board, 3 to 8 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    cols: u8,
}

impl Shape {
    /// Three rows and columns.
    pub const SMALLEST: Self = Self { rows: 3, cols: 3 };

    /// A board size; `None` when rows or columns are not 3 to 8.
    #[must_use]
    pub const fn try_new(rows: usize, cols: usize) -> Option<Self> {
        if rows >= 3 && rows <= 8 && cols >= 3 && cols <= 8 {
            Some(Self { rows: rows as u8, cols: cols as u8 })
        } else {
            None
        }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// The bits of all cells.
    #[must_use]
    pub const fn board(self) -> u64 {
        let column = (1_u64 << self.rows) - 1;
        let all = BOTTOM_ROW * column;
        if self.cols == 8 { all } else { all & ((1 << (8 * self.cols as u32)) - 1) }
    }

    /// The bit number of a place on the board.
    #[must_use]
    pub const fn bit(self, place: Place) -> u32 {
        8 * place.col as u32 + (self.rows - 1 - place.row) as u32
    }

    /// The place of a bit number on the board.
    #[must_use]
    pub const fn place(self, bit: u32) -> Place {
        Place::new(self.rows - 1 - (bit % 8) as u8, (bit / 8) as u8)
    }

    /// All places in row-major order.
    pub fn places(self) -> impl Iterator<Item = Place> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Place::new(row, col)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_own_bit_on_the_board() {
        for rows in 3..=8 {
            for cols in 3..=8 {
                let shape = Shape::try_new(rows, cols).expect("3 to 8");
                let mut seen = 0;
                for place in shape.places() {
                    let bit = shape.bit(place);
                    assert_eq!(shape.place(bit), place);
                    seen |= 1 << bit;
                }
                assert_eq!(seen, shape.board());
                assert_eq!(seen.count_ones() as usize, rows * cols);
            }
        }
    }
}
