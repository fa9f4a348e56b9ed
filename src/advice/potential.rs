//! The potential: what a fallen board and the steps left are still worth, in a handful of readable numbers.
//!
//! `V = Σ over kinds of worth × fade × (piece × count + pair × [two that a third could join] + ready × [a swap
//! matches them] + choice × [further cells that complete a line] + drop × [pieces that would by falling one cell]) +
//! triple × expected white triples + empty × empty cells + step × steps left`, after what is known to match has matched.
//! A move's value is its gain plus the potential of the board it leaves, before chance acts, so no refill has to be
//! averaged. The numbers were learned from rollouts, see [`Fit::potential`](super::Fit::potential). Tried before, and worse at
//! greedy play of 魔王 5×5 with 100 steps (1,901 power a game): evolving them by simulated games (1,802), self-play by
//! temporal differences on large tables (1,430), which never visits the boards that would correct it.

use super::grid::{Grid, Tables, Traits};
use crate::games::sandbox::Rules;
use serde::{Deserialize, Serialize};

/// Number of free constants.
pub const CONSTANTS: usize = 31;

/// The constants of a potential, relative to what a piece is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Potential {
    /// A piece on the board, by level.
    pub piece: [f64; 5],
    /// Two of a kind that a third piece could join in a line, by level.
    pub pair: [f64; 5],
    /// Three of a kind of which a swap makes a line, by level.
    pub ready: [f64; 5],
    /// Steps left under which whites, greens and blues fade: there is no time to merge or drag them.
    pub fade: [f64; 3],
    /// Further cells that would complete a line, by level.
    pub choice: [f64; 5],
    /// A piece that would complete a line by falling one cell, by level.
    pub drop: [f64; 5],
    /// An expected triple among the refilled whites, in whites.
    pub triple: f64,
    /// An empty cell, in whites.
    pub empty: f64,
    /// A step, in whites.
    pub step: f64,
}

impl Potential {
    /// Fitted on 魔王, 5×5, 100 steps; the oranges' and the readiness of purples, which games hardly ever show, by hand.
    const POWER: Self = Self {
        piece: [-0.650, 0.553, 1.043, 1.129, 1.313],
        pair: [0.373, 0.362, 0.187, -0.082, 0.047],
        ready: [0.026, 0.536, 0.411, 0.066, 0.102],
        fade: [9.001, 5.365, 7.143],
        choice: [0.357, 0.264, 0.089, 0.197, 0.012],
        drop: [0.665, 0.213, 0.041, 0.0, 0.0],
        triple: 4.428,
        empty: -0.427,
        step: 20.173,
    };

    /// For modes without promotion, where a board is worth only what it will match. Set by hand, not fitted.
    const COUNTING: Self = Self {
        piece: [0.0; 5],
        pair: [0.05; 5],
        ready: [0.2; 5],
        fade: [2.0, 2.0, 2.0],
        choice: [0.05; 5],
        drop: [0.0; 5],
        triple: 3.5,
        empty: 0.1,
        step: 5.0,
    };

    /// The constants for rules of this kind. Other sizes and step counts than those of the fit use them as well.
    #[must_use]
    pub const fn of(rules: &Rules) -> Self {
        if rules.promotion { Self::POWER } else { Self::COUNTING }
    }

    /// What the numbers of a row are called, in their order.
    #[must_use]
    pub fn names() -> Vec<String> {
        let levels = |name: &'static str, count: usize| (1..=count).map(move |level| format!("{name} {level}"));
        let by_level = levels("piece", 5).chain(levels("pair", 5)).chain(levels("ready", 5)).chain(levels("fade", 3));
        by_level
            .chain(levels("choice", 5))
            .chain(levels("drop", 5))
            .chain(["triple", "empty", "step"].map(str::to_owned))
            .collect()
    }

    /// The constants of a row; `None` where it has another length.
    #[must_use]
    pub fn from_slice(row: &[f64]) -> Option<Self> {
        row.try_into().ok().map(Self::from_row)
    }

    /// The constants in a row, for fitting.
    #[must_use]
    pub fn to_row(self) -> [f64; CONSTANTS] {
        let mut row = [0.0; CONSTANTS];
        row[..5].copy_from_slice(&self.piece);
        row[5..10].copy_from_slice(&self.pair);
        row[10..15].copy_from_slice(&self.ready);
        row[15..18].copy_from_slice(&self.fade);
        row[18..23].copy_from_slice(&self.choice);
        row[23..28].copy_from_slice(&self.drop);
        row[28..].copy_from_slice(&[self.triple, self.empty, self.step]);
        row
    }

    /// The constants of a row.
    pub(super) fn from_row(row: &[f64; CONSTANTS]) -> Self {
        let five = |start: usize| std::array::from_fn(|i| row[start + i]);
        Self {
            piece: five(0),
            pair: five(5),
            ready: five(10),
            fade: [row[15], row[16], row[17]],
            choice: five(18),
            drop: five(23),
            triple: row[28],
            empty: row[29],
            step: row[30],
        }
    }

    /// What a fallen board is still worth with so many steps left, in power units.
    #[inline]
    pub(super) fn value(&self, leftover: bool, tables: &Tables, mut grid: Grid, steps: u16) -> f64 {
        let worth = &tables.power;
        let known = grid.settle_known(1, tables) as f64 / tables.scale;
        let triples = grid.expected_triples();
        let chance = triples[0] * worth[1] + triples[1] * worth[2] + triples[2] * worth[3];
        let kept = if leftover { kept(&grid, worth) } else { 0.0 };
        if steps == 0 {
            // Nothing can be moved any more; only the cascade still pays.
            return known + tables.per_triple() * chance + kept;
        }
        let left = f64::from(steps);
        let mut value = known + self.triple * chance;
        let Traits { counts, targets, drops } = Traits::of(&grid.kinds, grid.free());
        for level in 0..5 {
            let fade = self.fade.get(level).map_or(1.0, |fade| (left / fade).min(1.0));
            for kind in 3 * level + 1..3 * level + 4 {
                if counts[kind] != 0 {
                    value += worth[kind] * fade * self.kind(level, [counts[kind], targets[kind], drops[kind]]);
                }
            }
        }
        let white = (worth[1] + worth[2] + worth[3]) / 3.0;
        value + white * (self.empty * f64::from(grid.empty.count_ones()) + self.step * left) + kept / (1.0 + left)
    }

    /// The pieces of one kind, in pieces.
    #[inline]
    fn kind(&self, level: usize, [count, targets, drops]: [u64; 3]) -> f64 {
        let mut pieces = self.piece[level] * count as f64 + self.drop[level] * drops.min(4) as f64;
        if count >= 2 && targets > 0 {
            pieces += if count == 2 { self.pair[level] } else { self.ready[level] };
            pieces += self.choice[level] * (targets.min(4) - 1) as f64;
        }
        pieces
    }
}

/// What the board left over is worth; empty cells will be whites.
fn kept(grid: &Grid, worth: &[f64; 16]) -> f64 {
    let pieces: f64 = (1..16).map(|kind| worth[kind] * f64::from(grid.kinds[kind].count_ones())).sum();
    pieces + f64::from(grid.empty.count_ones()) * (worth[1] + worth[2] + worth[3]) / 3.0
}
