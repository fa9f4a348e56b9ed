//! What can still be gained at most: an admissible bound from the cells of each kind, their columns, the moves left.
//!
//! Per kind, with n cells left and x moves:
//!
//! 1. *Upright lines.* A cell changes its column only by a level swap, and a swap moves at most one cell of a kind
//!    (equal cells make no line). So an upright line in a column with c cells of the kind has at most c + x.
//! 2. *Level lines.* A level line of L needs cells of the kind in L neighbouring columns. A column that has none now
//!    needs a swap of its own to get one. So L is at most the longest run of columns with at most x of them empty.
//! 3. *One direction.* Lines of one direction share no cell, within a round (they are maximal) or across rounds
//!    (cells vanish): they score at most `split[L][n]`, the best split of n cells into lines of at most L.
//! 4. *Both.* A level and an upright line share at most one cell, and no cell is in more than two lines. So a level and
//!    b upright lines have a total length of at most n + ab ≤ n + ⌊t/2⌋⌈t/2⌉ with t = a + b, and of at most 2n:
//!    `cross[L][n]` is the best over t.
//!
//! The bound of a kind is the smaller of 4 and the sum of 3 over both directions; the bound of a board is the sum over
//! the kinds, for no line holds two of them.
//!
//! Tried and left out: sharing the arrivals of 1 and 2 among the kinds, and splitting level lines by the fullness of
//! the columns. It lowers the bound of a 9 × 9 board from 267 to 219, cuts hardly one node more (what is loose is
//! that every kind may still cascade) and doubles the time.

use super::matching::points;
use crate::games::wide::{Frame, MAX_SIDE, Planes};
use crate::types::Score;

/// The tables of 3 and 4 for one puzzle.
#[derive(Clone, Debug)]
pub(super) struct BoundTables {
    frame: Frame,
    /// Entries for 0 to this many cells per length.
    cells: usize,
    split: Vec<Score>,
    cross: Vec<Score>,
}

impl BoundTables {
    /// Tables for kinds of at most `cells` cells on a board of this size.
    pub(super) fn new(frame: Frame, cells: usize) -> Self {
        let mut tables = Self { frame, cells, split: Vec::new(), cross: Vec::new() };
        for length in 0..=MAX_SIDE {
            tables.split.extend(split(length, cells));
            tables.cross.extend(cross(length, cells));
        }
        tables
    }

    /// The bound of a board with `moves` moves left.
    pub(super) fn bound(&self, planes: &Planes<4>, kinds: u8, moves: u32) -> Score {
        if moves == 0 {
            return 0;
        }
        (1..=kinds).map(|kind| self.kind_bound(planes, kind, moves)).sum()
    }

    fn kind_bound(&self, planes: &Planes<4>, kind: u8, moves: u32) -> Score {
        let cells = planes.of_kind(kind);
        let count = cells.count();
        if count < 3 {
            return 0;
        }
        let (mut tallest, mut widest) = (0, 0);
        // The window of columns that ends here, and the empty columns in it.
        let (mut start, mut gaps) = (0, 0);
        for col in 0..u32::from(self.frame.cols) {
            let here = cells.column(col).count_ones();
            tallest = tallest.max(here);
            gaps += u32::from(here == 0);
            while gaps > moves {
                gaps -= u32::from(cells.column(start) == 0);
                start += 1;
            }
            widest = widest.max(col + 1 - start);
        }
        let entry = |length: u32| {
            let length = (length.min(count) as usize).min(MAX_SIDE);
            length * (self.cells + 1) + (count as usize).min(self.cells)
        };
        let (upright, level) = (entry((tallest + moves).min(u32::from(self.frame.rows))), entry(widest));
        let apart = self.split[upright] + self.split[level];
        apart.min(self.cross[upright.max(level)])
    }
}

/// For 0 to `cells` cells: the best split into lines of at most `length`.
fn split(length: usize, cells: usize) -> Vec<Score> {
    let mut best = vec![0; cells + 1];
    for total in 1..=cells {
        let last = (3..=length.min(total)).map(|line| best[total - line] + points(line)).max();
        best[total] = last.unwrap_or(0).max(best[total - 1]);
    }
    best
}

/// For 0 to `cells` cells: the best lines of at most `length` that may cross.
fn cross(length: usize, cells: usize) -> Vec<Score> {
    const NEVER: Score = Score::MIN / 2;
    let mut best = vec![0; cells + 1];
    // The best of exactly `lines` lines with a total length of at most the index.
    let mut exactly = vec![0; 2 * cells + 1];
    for lines in 1..=2 * cells / 3 {
        let mut next = vec![NEVER; 2 * cells + 1];
        for total in 3..=2 * cells {
            let last = (3..=length.min(total)).map(|line| exactly[total - line] + points(line)).max();
            next[total] = last.unwrap_or(NEVER).max(next[total - 1]);
        }
        exactly = next;
        for (count, best) in best.iter_mut().enumerate() {
            let total = (count + (lines / 2) * lines.div_ceil(2)).min(2 * count);
            *best = exactly[total].max(*best);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_by_hand() {
        // 5 cells: one line of 5 (10) beats a T of two threes (2); 3 cells: one line.
        assert_eq!(cross(8, 5), [0, 0, 0, 1, 4, 10]);
        assert_eq!(cross(3, 5), [0, 0, 0, 1, 1, 2]);
        assert_eq!(split(5, 8), [0, 0, 0, 1, 4, 10, 10, 10, 11]);
        assert_eq!(split(2, 3), [0; 4]);
    }
}
