//! What training depends on.

use serde::{Deserialize, Serialize};

/// Options of a [`Trainer`](super::Trainer); equal options and equally many games give equal weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainOptions {
    /// Every game's puzzle, and what is drawn from it, come from this seed and the game's number.
    pub seed: u64,
    /// Positions that the beam keeps per layer: one game after the other takes the next of these.
    pub widths: Vec<usize>,
    /// Positions drawn from each layer.
    pub samples: usize,
    /// Positions per layer of the small beam that searches on from each of them.
    pub ahead_width: usize,
    /// How many steps it searches on.
    pub ahead_steps: u32,
    /// How far the first error moves a weight, in the score's unit; later ones move it less.
    pub rate: f32,
    /// Games between two changes of the weights. Part of the result, like the seed.
    pub batch: u64,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            widths: vec![300, 1000, 3000],
            samples: 24,
            ahead_width: 32,
            ahead_steps: 6,
            rate: 5.0,
            batch: 8,
        }
    }
}

impl TrainOptions {
    /// The width of a game's beam; at least 1.
    pub(super) fn width(&self, game: u64) -> usize {
        let index = usize::try_from(game % self.widths.len().max(1) as u64).unwrap_or(0);
        self.widths.get(index).copied().unwrap_or(1).max(1)
    }
}
