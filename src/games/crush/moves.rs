//! The moves: which swaps of neighbours make a line, found for a whole board at a time.
//!
//! For every kind, shifts tell where one more cell of it would complete a line; a swap is legal exactly when it brings
//! one there from a neighbour outside that line. A settled board holds no line, so equal neighbours never qualify.

use crate::game::Move;
use crate::games::wide::{Planes, Wide};

/// The swap of a cell with the one above it or the one to its right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CrushMove(u16);

impl CrushMove {
    /// The swap of a cell with the one above.
    pub(super) fn above(bit: u32) -> Self {
        Self(((bit & 0xff) as u16) << 1)
    }

    /// The swap of a cell with the one to the right.
    pub(super) fn right(bit: u32) -> Self {
        Self(((bit & 0xff) as u16) << 1 | 1)
    }

    /// The two cells.
    pub(super) fn cells(self) -> (u32, u32) {
        let bit = u32::from(self.0 >> 1 & 0xff);
        (bit, bit + if self.0 & 1 == 1 { 16 } else { 1 })
    }
}

impl Move for CrushMove {
    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Self {
        Self(code)
    }
}

/// Legal swaps by their lower or left cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swaps {
    pub(super) above: Wide,
    pub(super) right: Wide,
}

/// All legal swaps of a settled board.
#[inline(always)]
pub(super) fn swaps(planes: &Planes<4>, kinds: u8) -> Swaps {
    let occupied = planes.occupied();
    let mut swaps = Swaps { above: Wide::EMPTY, right: Wide::EMPTY };
    for kind in 1..=kinds {
        let cells = planes.of_kind(kind);
        if cells.count() < 3 {
            continue;
        }
        // For each cell: whether the kind lies in that direction, one and two steps away.
        let (below, above) = (cells.up(), cells.down());
        let (left, right) = (cells.right(), cells.left());
        let (two_below, two_above) = (below & below.up(), above & above.down());
        let (two_left, two_right) = (left & left.right(), right & right.left());
        let upright = two_below | two_above | below & above;
        let level = two_left | two_right | left & right;
        // The cell comes from the right (above, ...), so it is not there any more.
        let from_right = right & (upright | two_left) & occupied;
        let from_left = left & (upright | two_right) & occupied;
        let from_above = above & (level | two_below) & occupied;
        let from_below = below & (level | two_above) & occupied;
        swaps.right = swaps.right | from_right | from_left.left();
        swaps.above = swaps.above | from_above | from_below.down();
    }
    swaps
}
