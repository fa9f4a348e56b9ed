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
    /// How deep searches are nested; level 1 runs playouts.
    pub level: u32,
    /// How often a level runs the one below.
    pub playouts: u32,
    /// How far one adaptation moves a weight.
    pub alpha: f64,
    /// How much heavier the move with the largest gain and estimate is than the one with the least; 0 asks for no
    /// estimate at all, which makes playouts several times as fast.
    pub bias: f64,
    /// Whether playouts pass over moves that the game calls unpromising while there are others.
    pub selective: bool,
}

impl NrpaOptions {
    /// Levels within sensible bounds.
    pub(super) fn levels(&self) -> usize {
        self.level.clamp(1, MOST_LEVELS) as usize
    }

    /// Runs of the level below, at least one.
    pub(super) fn runs(&self) -> u32 {
        self.playouts.max(1)
    }
}

impl Default for NrpaOptions {
    /// The literature's level 4 with 100 runs per level and alpha 1, selective, without bias.
    fn default() -> Self {
        Self { seed: Seed(0), workers: 2, level: 4, playouts: 100, alpha: 1.0, bias: 0.0, selective: true }
    }
}
