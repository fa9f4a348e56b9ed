//! A board reduced to what the whites' phase depends on: empty, three whites, other, stone.
//!
//! Invariant: boards that differ by a permutation of the families or by a mirror image (left and right) reduce to one
//! canonical board. A mirror image is the same cascade up to R3's scan order, which breaks ties from left to right:
//! where groups overlap, means differ a little, far below a sample's error.

use super::grid::{Grid, Scan};
use crate::bits::each_bit;
use crate::games::sandbox::{MAX_ROUNDS, Sandbox, State};
use crate::types::{Pcg, below};
use serde::{Deserialize, Serialize};

/// A canonical reduced board: three masks of whites in descending order, empty cells, other pieces, stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Reduced(pub(super) [u64; 6]);

/// Mirrors a mask left to right on a board of so many columns.
fn mirrored(cells: u64, cols: u8) -> u64 {
    cells.swap_bytes() >> (8 * (8 - u32::from(cols)))
}

impl Reduced {
    /// The canonical image of a fallen board, and for each of its whites which family (from 0) it stands for.
    pub(super) fn of(game: &Sandbox, grid: &Grid, stones: u64) -> (Self, [usize; 3]) {
        let other = grid.kinds[4..].iter().fold(0, |all, plane| all | plane);
        let image = |mirror: bool| {
            let turn = |cells| if mirror { mirrored(cells, game.shape().cols()) } else { cells };
            let mut order = [0, 1, 2];
            let whites: [u64; 3] = std::array::from_fn(|family| turn(grid.whites(family + 1)));
            order.sort_by_key(|&family| (std::cmp::Reverse(whites[family]), family));
            let [a, b, c] = order.map(|family| whites[family]);
            (Self([a, b, c, turn(grid.empty), turn(other), turn(stones)]), order)
        };
        image(false).min(image(true))
    }

    /// One cascade of the whites on fair dice: per white (cells, units, centres) matched.
    pub(super) fn cascade(&self, promotion: bool, rng: &mut Pcg) -> [[u32; 3]; 3] {
        let [a, b, c, empty, other, _] = self.0;
        let mut grid = Grid { kinds: [0; 16], empty };
        grid.kinds[1..4].copy_from_slice(&[a, b, c]);
        // Entry 0 is no kind and never matches: the pieces that the whites only push around.
        grid.kinds[0] = other;
        let mut sums = [[0; 3]; 3];
        // No bound on rounds is needed with promotion (greens pile up); without it chance ends it, the bound is A6.
        for _ in 0..MAX_ROUNDS {
            let empties = grid.empty;
            each_bit(empties, |bit| {
                let family = below(rng, 3) as usize;
                grid.kinds[family + 1] |= 1 << bit;
            });
            grid.empty = 0;
            for (family, sum) in sums.iter_mut().enumerate() {
                let scan = Scan::of(grid.kinds[family + 1]);
                let stay = if promotion { scan.centres & scan.cells } else { 0 };
                grid.kinds[family + 1] &= !scan.cells;
                grid.kinds[0] |= stay;
                grid.empty |= scan.cells & !stay;
                let counts = [scan.cells, stay].map(u64::count_ones);
                *sum = [sum[0] + counts[0], sum[1] + scan.units, sum[2] + counts[1]];
            }
            if grid.empty == 0 {
                break;
            }
            grid.fall();
        }
        sums
    }
}

/// The cells that hold stones.
pub(super) fn stones(game: &Sandbox, state: &State) -> u64 {
    let mut stones = 0;
    each_bit(game.shape().board(), |bit| stones |= u64::from(state.code(bit) < 0) << bit);
    stones
}
