//! One match over the whole sandbox, cell by cell (R2 to R4).

use super::sandbox::{Cell, Grid};
use crate::types::Place;

/// The groups that the scan of R3 leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    /// The cells of every group in row-major order; groups in the order they were started, empty ones left out (R4).
    pub(super) groups: Vec<Vec<Place>>,
    /// The centres (R3.2), wherever their cells belong in the end.
    pub(super) centres: Vec<Place>,
}

/// Where R3 looks back to, in its order: up, up-left, up-right, left.
const BACK: [(isize, isize); 4] = [(-1, 0), (-1, -1), (-1, 1), (0, -1)];

/// The cell, near and far of every three equal cells in a line, in the order of R3's scan.
fn triples(grid: &Grid, tops_match: bool) -> impl Iterator<Item = [(usize, usize); 3]> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let cells = (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)));
    let with_directions = cells.flat_map(|cell| BACK.map(|direction| (cell, direction)));
    let step = |(row, col): (usize, usize), (down, right)| -> (usize, usize) {
        (row.wrapping_add_signed(down), col.wrapping_add_signed(right))
    };
    with_directions.filter_map(move |(cell, direction)| {
        let near = step(cell, direction);
        let far = step(near, direction);
        is_triple(grid, cell, near, far, tops_match).then_some([cell, near, far])
    })
}

/// Whether anything matches at all.
pub(super) fn has_line(grid: &Grid, tops_match: bool) -> bool {
    triples(grid, tops_match).next().is_some()
}

/// Scans the board (R3). `tops_match` is A1: whether oranges match at all.
pub(super) fn scan(grid: &Grid, tops_match: bool) -> Matched {
    let (rows, cols) = (grid.len(), grid[0].len());
    let mut group_of: Vec<Vec<Option<usize>>> = vec![vec![None; cols]; rows];
    let mut centres = Vec::new();
    let mut groups = 0;
    for [cell, near, far] in triples(grid, tops_match) {
        // R3.1.
        let g = group_of[near.0][near.1].or(group_of[far.0][far.1]);
        let group = match (group_of[cell.0][cell.1], g) {
            // R3.2.
            (None, None) => {
                centres.push(place(near));
                groups += 1;
                groups - 1
            }
            // R3.3 and R3.4.
            (_, Some(g)) => g,
            (Some(own), None) => own,
        };
        // R3.5.
        for member in [cell, near, far] {
            group_of[member.0][member.1] = Some(group);
        }
    }
    let mut cells = vec![Vec::new(); groups];
    for (row, groups) in group_of.iter().enumerate() {
        for (col, group) in groups.iter().enumerate() {
            if let Some(group) = group {
                cells[*group].push(place((row, col)));
            }
        }
    }
    cells.retain(|group| !group.is_empty());
    Matched { groups: cells, centres }
}

/// Whether three cells are on the board and equal (R1, R2).
fn is_triple(grid: &Grid, cell: (usize, usize), near: (usize, usize), far: (usize, usize), tops_match: bool) -> bool {
    let piece = |(row, col): (usize, usize)| match grid.get(row).and_then(|cells| cells.get(col)) {
        Some(&Cell::Piece { level: 5, .. }) if !tops_match => None,
        Some(&Cell::Piece { family, level }) => Some((family, level)),
        _ => None,
    };
    let first = piece(cell);
    first.is_some() && first == piece(near) && first == piece(far)
}

/// The place of an index pair on a board of at most 255 rows and columns.
pub(super) fn place((row, col): (usize, usize)) -> Place {
    let narrow = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
    Place::new(narrow(row), narrow(col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::sandbox::grid_of;

    fn scan_codes(codes: &[[i16; 5]]) -> Matched {
        let rows: Vec<Vec<i16>> = codes.iter().map(|row| row.to_vec()).collect();
        scan(&grid_of(&rows).unwrap(), true)
    }

    #[test]
    fn r3_the_middle_of_a_triple_is_its_centre() {
        let found = scan_codes(&[[11, 11, 11, 21, 31], [21, 31, 31, 21, 11], [31, 21, 11, 31, 21]]);
        assert_eq!(found.groups, [vec![Place::new(0, 0), Place::new(0, 1), Place::new(0, 2)]]);
        assert_eq!(found.centres, [Place::new(0, 1)]);
    }

    #[test]
    fn r3_a_fourth_piece_joins_without_a_new_centre() {
        let found = scan_codes(&[[11, 11, 11, 11, 31], [21, 31, 31, 21, 11], [31, 21, 11, 31, 21]]);
        assert_eq!(found.groups.len(), 1);
        assert_eq!(found.groups[0].len(), 4);
        assert_eq!(found.centres, [Place::new(0, 1)]);
    }

    #[test]
    fn r1_stones_equal_nothing() {
        assert_eq!(scan_codes(&[[-3, -3, -3, 21, 31]; 1]), Matched::default());
    }
}
