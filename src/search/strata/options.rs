//! What a caller of the beam by strata may set, and which pass follows which.

use crate::search::value::UNIT;
use crate::types::{Score, Seed, mix};
use serde::{Deserialize, Serialize};

/// Passes with noise of equal width.
const ROUND: u64 = 6;

/// Options of a [`Strata`](super::Strata).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrataOptions {
    /// Decides the noise.
    pub seed: Seed,
    /// Positions kept per stratum in the first passes.
    pub first_width: usize,
    /// Positions kept per stratum at most.
    pub widest: usize,
    /// Half the range of the noise, in the score's unit.
    pub noise: f32,
}

impl Default for StrataOptions {
    fn default() -> Self {
        Self { seed: Seed(0), first_width: 300, widest: 100_000, noise: 100.0 }
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
    /// The pass with a number, from 0. The first has no noise; the others come in rounds, each twice as wide as the
    /// one before.
    pub(super) fn spec(&self, pass: u64) -> Spec {
        let doublings = u32::try_from(pass.saturating_sub(1) / ROUND).unwrap_or(u32::MAX);
        let factor = 2_usize.saturating_pow(doublings);
        let width = self.first_width.max(1).saturating_mul(factor).min(self.widest.max(1));
        #[expect(clippy::cast_possible_truncation, reason = "saturates, far beyond any score")]
        let noise = if pass == 0 { 0 } else { (self.noise.max(0.0) * UNIT as f32) as Score };
        Spec { width, noise, salt: mix(mix(self.seed.0) ^ pass) }
    }
}
