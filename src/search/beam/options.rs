//! What a caller of the beam may set.

use crate::types::Seed;
use serde::{Deserialize, Serialize};

/// Options of a [`Beam`](super::Beam); the defaults are in `plan`, beside what they mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamOptions {
    /// Decides the noise.
    pub seed: Seed,
    /// Positions kept per layer in the first pass; 0 for cuts alone, of whatever line is the best known.
    pub first_width: usize,
    /// Each pass is so many times as wide as the one before, until `widest`.
    pub growth: usize,
    /// Positions kept per layer at most.
    pub widest: usize,
    /// Positions kept per layer in the first round of cuts of the best line; 0 ends the search after the widest pass.
    pub cut_width: usize,
    /// Half the range of the noise in those cuts, in the score's unit; every other cut has twice as much.
    pub noise: f32,
}

impl BeamOptions {
    /// What a line is said to be found by: cuts alone are another member of a portfolio than the beam.
    pub(super) fn name(&self) -> &'static str {
        if self.first_width == 0 { "cuts" } else { "beam" }
    }
}
