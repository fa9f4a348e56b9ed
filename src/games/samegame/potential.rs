//! What a SameGame board is still worth: large colours that may yet come together, less what stands in the way.
//!
//! A colour of n cells brings (n − 2)² at best, in one group. The commonest colour usually comes close, since it is
//! kept until the others are gone; the next gets a third of the way, the rest less. Every group on the board costs a
//! tap that keeps others apart, and a single cell must find a partner or nothing is cleared.
//!
//! All of it comes from population counts. Groups are not traced but counted by Euler's formula: cells − links +
//! squares of four. (A group that encloses another counts one too few, which is rare.)

use crate::games::wide::Planes;

/// Shares of (n − 2)², the commonest colour first; the last stands for all others.
const SHARES: [f32; 3] = [0.8, 0.3, 0.15];
/// What a group takes off.
const GROUP: f32 = 20.0;
/// What a single cell takes off, besides being a group.
const SINGLE: f32 = 20.0;
/// Cells on the board with which these penalties hold as they stand. They grow with the root of this over the cells:
/// the fewer are left, the less likely what is alone finds company.
const USUAL_CELLS: f32 = 100.0;
/// Most colours of a board.
const COLOURS: usize = super::MAX_COLOURS as usize;

/// The potential of a board, in points.
#[inline]
pub(super) fn potential(planes: &Planes<3>, colours: u8) -> f32 {
    let mut counts = [0_u32; COLOURS];
    for (colour, count) in (1..=colours).zip(&mut counts) {
        *count = planes.of_kind(colour).count();
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let links = planes.links();
    let linked = links.above | links.above.up() | links.right | links.right.right();
    let singles = (planes.occupied() & !linked).count();
    let squares = (links.above & links.right & links.right.down() & links.above.left()).count();
    let cells: u32 = counts.iter().sum();
    if cells == 0 {
        return 0.0;
    }
    let groups = (cells + squares).saturating_sub(links.above.count() + links.right.count());
    let shares = SHARES.into_iter().chain(std::iter::repeat(SHARES[SHARES.len() - 1]));
    let united: f32 = shares.zip(counts).map(|(share, count)| share * squared(count)).sum();
    united - (USUAL_CELLS / cells as f32).sqrt() * (GROUP * groups as f32 + SINGLE * singles as f32)
}

/// (n − 2)², 0 for fewer.
#[inline]
fn squared(count: u32) -> f32 {
    let beyond = count.saturating_sub(2) as f32;
    beyond * beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wide::Frame;
    use proptest::prelude::*;

    fn planes(board: &[Vec<u8>]) -> Planes<3> {
        Frame::lay_out(board).1
    }

    /// The potential cell by cell, groups traced.
    fn slowly(board: &[Vec<u8>]) -> f32 {
        let (rows, cols) = (board.len(), board[0].len());
        let mut seen = vec![vec![false; cols]; rows];
        let mut value = 0.0;
        for start in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            if board[start.0][start.1] == 0 || seen[start.0][start.1] {
                continue;
            }
            let (mut open, mut size) = (vec![start], 0);
            seen[start.0][start.1] = true;
            while let Some((row, col)) = open.pop() {
                size += 1;
                let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
                for (r, c) in around {
                    if r < rows && c < cols && !seen[r][c] && board[r][c] == board[row][col] {
                        seen[r][c] = true;
                        open.push((r, c));
                    }
                }
            }
            value -= if size == 1 { GROUP + SINGLE } else { GROUP };
        }
        value *= (USUAL_CELLS / board.iter().flatten().filter(|&&cell| cell > 0).count() as f32).sqrt();
        let mut counts: Vec<usize> =
            (1..=7).map(|colour| board.iter().flatten().filter(|&&cell| cell == colour).count()).collect();
        counts.sort_unstable();
        for (rank, &count) in counts.iter().rev().enumerate().filter(|&(_, &count)| count > 2) {
            value += SHARES[rank.min(2)] * ((count - 2) * (count - 2)) as f32;
        }
        value
    }

    /// Two rows high: too low for one group to enclose another.
    fn boards() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(1_u8..=5, 12), 2)
    }

    #[test]
    fn an_empty_board_is_worth_nothing() {
        assert!(potential(&Planes::EMPTY, 5).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn population_counts_say_what_tracing_says(board in boards()) {
            prop_assert!((potential(&planes(&board), 5) - slowly(&board)).abs() < 0.1);
        }

        #[test]
        fn colours_can_change_names(board in boards(), names in Just(vec![1_u8, 2, 3, 4, 5]).prop_shuffle()) {
            let renamed: Vec<Vec<u8>> =
                board.iter().map(|row| row.iter().map(|&colour| names[usize::from(colour) - 1]).collect()).collect();
            let (a, b) = (potential(&planes(&board), 5), potential(&planes(&renamed), 5));
            prop_assert!((a - b).abs() < 1e-3, "{a} and {b}");
        }
    }
}
