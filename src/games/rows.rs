//! The rows of kinds that a setup gives, before they are a board: what SameGame and crush check alike.

use super::wide::MAX_SIDE;
use crate::types::Place;
use thiserror::Error;

/// Rows that are no board of up to 16 × 16 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeFault {
    /// Rows or columns out of range.
    #[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows} × {cols}")]
    Size {
        /// Rows given.
        rows: usize,
        /// Columns of the first row.
        cols: usize,
    },
    /// A row is longer or shorter than the first.
    #[error("row {} has {found} cells, the first row has {expected}", row + 1)]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// Its cells.
        found: usize,
        /// The first row's cells.
        expected: usize,
    },
}

/// Everything that is wrong with the shape of some rows.
pub(super) fn shape_faults(board: &[Vec<u8>]) -> Vec<ShapeFault> {
    let (rows, expected) = (board.len(), board.first().map_or(0, Vec::len));
    let has_size = (1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&expected);
    let size = (!has_size).then_some(ShapeFault::Size { rows, cols: expected });
    let ragged = board.iter().map(Vec::len).enumerate().filter(|&(_, found)| found != expected);
    size.into_iter().chain(ragged.map(|(row, found)| ShapeFault::Ragged { row, found, expected })).collect()
}

/// Every cell that a place can name, with its kind, row by row from the top.
pub(super) fn cells(board: &[Vec<u8>]) -> impl Iterator<Item = (Place, u8)> {
    let rows = (0..=u8::MAX).zip(board);
    rows.flat_map(|(row, kinds)| (0..=u8::MAX).zip(kinds).map(move |(col, &kind)| (Place::new(row, col), kind)))
}

/// The kind at a place, if there is a cell.
pub(super) fn kind_at(board: &[Vec<u8>], place: Place) -> Option<u8> {
    board.get(usize::from(place.row))?.get(usize::from(place.col)).copied()
}

/// Whether a place holds something and the cell below it nothing.
pub(super) fn hangs(board: &[Vec<u8>], place: Place) -> bool {
    let below = place.row.checked_add(1).and_then(|row| kind_at(board, Place { row, ..place }));
    kind_at(board, place).is_some_and(|kind| kind != 0) && below == Some(0)
}
