//! What a caller of the beam may set.

use crate::types::Seed;

/// Options of a [`Beam`](super::Beam).
#[derive(Clone, Debug, PartialEq)]
pub struct BeamOptions {
    /// Decides the noise of the passes after the widest.
    pub seed: Seed,
    /// Positions kept per layer in the first pass.
    pub first_width: usize,
    /// Each pass is so many times as wide as the one before, until `widest`.
    pub growth: usize,
    /// Positions kept per layer at most.
    pub widest: usize,
    /// Whether [`MoveClass::Minor`](crate::game::MoveClass::Minor) moves are expanded too.
    pub minor_moves: bool,
}

impl Default for BeamOptions {
    fn default() -> Self {
        Self { seed: Seed(0), first_width: 100, growth: 3, widest: 30_000, minor_moves: false }
    }
}
