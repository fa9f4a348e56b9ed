//! The potential: what a fallen board and the steps left are still worth, as a sum of table entries.
//!
//! Per kind one entry for (steps left, level, how many there are, how many cells would complete a line of them), one
//! for the number of empty cells, one for the steps left alone. The entries are learned from self-play by temporal
//! differences on the boards *after* a move (before chance acts), see [`learn`](super::learn): then a move's value is
//! its gain plus the potential of what it leaves, with no average over refills.

use super::grid::{Grid, completions, worth_by_kind};
use crate::games::sandbox::{Rules, Sandbox, State};
use crate::types::Score;
use std::sync::LazyLock;
use serde::{Deserialize, Serialize};

/// Phases of the game, by steps left: the last steps are worlds of their own.
const PHASES: usize = 12;
const COUNTS: usize = 8;
const TARGETS: usize = 4;
const EMPTIES: usize = 16;
/// Steps left that have an entry of their own.
const STEPS: usize = 128;
/// Power of neighbouring levels that the learned entries are scaled in.
const LEVEL_RATIO: f64 = 3.25;

/// Entries that one board looks up: fifteen kinds, the empty cells, the steps.
const ACTIVE: usize = 18;
const KIND_ENTRIES: usize = PHASES * 5 * COUNTS * TARGETS;
const EMPTY_ENTRIES: usize = PHASES * EMPTIES;
/// Number of entries of a potential.
const ENTRIES: usize = KIND_ENTRIES + EMPTY_ENTRIES + STEPS + 1 + PHASES;

/// A learned table, in power units for pieces of weight 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Potential {
    entries: Vec<f32>,
}

/// The entries of one board with the factor each counts by.
pub(super) type Active = [(usize, f64); ACTIVE];

fn phase(steps_left: u16) -> usize {
    match steps_left {
        0..=4 => usize::from(steps_left),
        5..=6 => 5,
        7..=9 => 6,
        10..=14 => 7,
        15..=20 => 8,
        21..=30 => 9,
        31..=45 => 10,
        _ => 11,
    }
}

/// How much a piece counts against the same level with weight 1.
pub(super) fn kind_factors(rules: &Rules) -> [f64; 16] {
    std::array::from_fn(|kind| match kind {
        0 => 0.0,
        _ => {
            let (family, level) = ((kind - 1) % 3, (kind - 1) / 3);
            let unit = rules.worth.scale as f64 * LEVEL_RATIO.powi(i32::try_from(level).unwrap_or(0));
            rules.worth.by_family[family][level] as f64 / unit
        }
    })
}

impl Potential {
    /// What nobody has learned yet: every piece is still worth itself, so that learning starts from a player who
    /// values high levels. Without it self-play never merges far enough to find out.
    #[must_use]
    pub fn unlearned() -> Self {
        let mut entries = vec![0.0; ENTRIES];
        for (index, entry) in entries.iter_mut().enumerate().take(KIND_ENTRIES) {
            let count = index / TARGETS % COUNTS;
            let level = index / (TARGETS * COUNTS) % 5;
            let phase = index / (TARGETS * COUNTS * 5);
            let power = LEVEL_RATIO.powi(i32::try_from(level).unwrap_or(0));
            #[expect(clippy::cast_possible_truncation, reason = "entries are kept in single precision")]
            let worth = (count.min(phase * 2) as f64 * power) as f32;
            *entry = worth;
        }
        Self { entries }
    }

    /// The learned table for rules of this kind.
    #[must_use]
    pub fn of(_rules: &Rules) -> &'static Self {
        static POWER: LazyLock<Potential> = LazyLock::new(Potential::unlearned);
        &POWER
    }

    /// The entries of a board after a move.
    #[inline]
    pub(super) fn active(game: &Sandbox, factors: &[f64; 16], state: &State) -> (Score, Active) {
        let mut grid = Grid::of(game, state);
        let gain = grid.settle_known(1, game.rules(), &worth_by_kind(game.rules()));
        let phase = phase(state.steps());
        let board = game.shape().board();
        let mut active = [(0, 0.0); ACTIVE];
        for (kind, &plane) in grid.kinds.iter().enumerate().skip(1) {
            if plane != 0 {
                let count = (plane.count_ones() as usize).min(COUNTS - 1);
                let targets = (completions(plane) & board & !plane).count_ones() as usize;
                let level = (kind - 1) / 3;
                let entry = ((phase * 5 + level) * COUNTS + count) * TARGETS + targets.min(TARGETS - 1);
                active[kind - 1] = (entry, factors[kind]);
            }
        }
        let empties = (grid.empty.count_ones() as usize).min(EMPTIES - 1);
        active[15] = (KIND_ENTRIES + phase * EMPTIES + empties, factors[1..4].iter().sum::<f64>() / 3.0);
        let steps = usize::from(state.steps()).min(STEPS);
        active[16] = (KIND_ENTRIES + EMPTY_ENTRIES + steps, factors[1..4].iter().sum::<f64>() / 3.0);
        let triples = grid.expected_triples();
        let expected = (0..3).map(|family| triples[family] * factors[family + 1]).sum();
        active[17] = (ENTRIES - PHASES + phase, expected);
        (gain, active)
    }

    /// The sum of a board's entries, in power units.
    #[inline]
    pub(super) fn sum(&self, active: &Active) -> f64 {
        active.iter().map(|&(entry, factor)| f64::from(self.entries[entry]) * factor).sum()
    }

    /// What a board after a move is still worth, in power units.
    #[inline]
    pub(super) fn value(&self, game: &Sandbox, factors: &[f64; 16], state: &State) -> f64 {
        let (gain, active) = Self::active(game, factors, state);
        gain as f64 / game.rules().worth.scale as f64 + self.sum(&active)
    }

    /// Moves the entries of a board toward an error seen there.
    pub(super) fn learn(&mut self, active: &Active, step: f64) {
        for &(entry, factor) in active {
            if factor > 0.0 {
                #[expect(clippy::cast_possible_truncation, reason = "entries are kept in single precision")]
                let change = (step * factor) as f32;
                self.entries[entry] += change;
            }
        }
    }
}
