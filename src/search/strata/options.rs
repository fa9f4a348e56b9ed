//! What a caller of the beam by strata may set, and which pass follows which.

use crate::search::value::UNIT;
use crate::types::{Score, Seed, mix};
use serde::{Deserialize, Serialize};

/// Options of a [`Strata`](super::Strata).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrataOptions {
    /// Decides the noise.
    pub seed: Seed,
    /// Positions kept per stratum in the first pass.
    pub first_width: usize,
    /// Each pass is so many times as wide as the one before, until `widest`.
    pub growth: usize,
    /// Positions kept per stratum at most.
    pub widest: usize,
    /// Positions kept per stratum in the passes with noise.
    pub noise_width: usize,
    /// Half the range of that noise, in the score's unit.
    pub noise: f32,
}

impl Default for StrataOptions {
    fn default() -> Self {
        Self { seed: Seed(0), first_width: 300, growth: 3, widest: 24_300, noise_width: 8_100, noise: 50.0 }
    }
}

/// What a pass shall do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spec {
    /// Positions kept per stratum.
    pub(super) width: usize,
    /// Half the range of the noise, in 1/[`UNIT`].
    pub(super) noise: Score,
    /// Decides the noise of each key.
    pub(super) salt: u64,
}

impl StrataOptions {
    /// The pass with a number, from 0.
    pub(super) fn spec(&self, pass: u64) -> Spec {
        let widest = self.widest.max(1);
        let mut width = self.first_width.clamp(1, widest);
        for _ in 0..pass {
            if width == widest {
                #[expect(clippy::cast_possible_truncation, reason = "saturates, far beyond any score")]
                let noise = (self.noise.max(0.0) * UNIT as f32) as Score;
                return Spec { width: self.noise_width.max(1), noise, salt: mix(mix(self.seed.0) ^ pass) };
            }
            width = width.saturating_mul(self.growth.max(2)).min(widest);
        }
        Spec { width, noise: 0, salt: 0 }
    }
}
