//! What a caller can choose about nested rollout policy adaptation.

use crate::types::Seed;
use serde::{Deserialize, Serialize};

/// Most levels: a level more takes `playouts` times as long, so nobody reaches the end of this many.
const MOST_LEVELS: u32 = 12;

/// Options of a search by [`Nrpa`](super::Nrpa).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NrpaOptions {
    /// Every random stream comes from it.
    pub seed: Seed,
    /// How many searches run side by side and share nothing. Part of the result, like the seed.
    pub workers: u32,
    /// How deep searches are nested at most; level 1 runs playouts.
    pub level: u32,
    /// How often a level runs the one below.
    pub playouts: u32,
    /// Playouts of the lowest level before each of its adaptations.
    pub stable: u32,
    /// After how many results that equal its best a level ends early: it has settled, and starts better anew.
    pub patience: u32,
    /// How far one adaptation moves a weight.
    pub alpha: f64,
    /// Whether playouts of some rounds pass over moves that the game calls unpromising while there are others.
    pub selective: bool,
}

impl NrpaOptions {
    /// Levels of a round, from 0: two levels for the first, one of every kind, then four rounds of three levels, four of
    /// four, and so on up to `level`. A round takes `playouts` times as long per level, so what goes before the
    /// deepest rounds costs next to nothing, and small puzzles are soon through.
    pub(super) fn levels(&self, round: u32, kinds: u32) -> usize {
        let levels = round.checked_sub(kinds).map_or(2, |later| (later / 4).saturating_add(3));
        levels.min(self.level.clamp(1, MOST_LEVELS)) as usize
    }

    /// Runs of the level below that go into one adaptation, at least one.
    pub(super) fn stable(&self, is_lowest: bool) -> u32 {
        if is_lowest { self.stable.max(1) } else { 1 }
    }

    /// Results equal to the best until a level is through, at least one.
    pub(super) fn patience(&self, is_lowest: bool) -> u32 {
        self.patience.max(1).saturating_mul(self.stable(is_lowest))
    }

    /// Runs of the level below until a level is through, at least one.
    pub(super) fn runs(&self, is_lowest: bool) -> u32 {
        self.playouts.max(1).saturating_mul(self.stable(is_lowest))
    }
}

impl Default for NrpaOptions {
    /// Up to the literature's level 4 with 100 adaptations per level and alpha 1; stabilised, of limited patience, selective.
    fn default() -> Self {
        Self {
            seed: Seed(0),
            workers: 2,
            level: 4,
            playouts: 100,
            stable: 4,
            patience: 10,
            alpha: 1.0,
            selective: true,
        }
    }
}
