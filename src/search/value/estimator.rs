//! The value of positions, fast: the weights spread into one table by feature.

use super::weights::{Weights, WeightsError};
use crate::game::Learn;
use crate::types::Score;

/// Values are whole numbers of this fraction of the score's unit.
pub const UNIT: Score = 16;

/// So many steps from the end the weights begin to fade: what they know of is built over several steps.
pub const FADE: u32 = 5;

/// Values positions of one game.
#[derive(Debug)]
pub struct Estimator {
    /// By feature, in 1/[`UNIT`]; empty where nothing is learned.
    table: Vec<i32>,
}

impl Estimator {
    /// The game's own potential.
    #[must_use]
    pub fn by_potential() -> Self {
        Self { table: Vec::new() }
    }

    /// The potential, corrected by the weights that the game ships, if it has any.
    ///
    /// # Errors
    /// When the shipped weights cannot be read.
    pub fn shipped<G: Learn>(game: &G) -> Result<Self, WeightsError> {
        match game.learned() {
            Some(bytes) => Self::learned(game, &Weights::from_bytes(bytes)?),
            None => Ok(Self::by_potential()),
        }
    }

    /// The potential, corrected by weights of one's own; the potential alone where the game offers no features.
    ///
    /// # Errors
    /// When they are not for this game's features.
    pub fn learned<G: Learn>(game: &G, weights: &Weights) -> Result<Self, WeightsError> {
        if game.feature_count() == 0 {
            return Ok(Self::by_potential());
        }
        let (found, expected) = (weights.values().len(), game.weight_count());
        if found != expected {
            return Err(WeightsError::Count { found, expected });
        }
        let weight = |feature| game.weight_of(feature).map_or(0.0, |weight| weights.values()[weight]);
        let whole = |value: f32| i32::try_from(rounded(value)).unwrap_or(0);
        Ok(Self { table: (0..game.feature_count()).map(|feature| whole(weight(feature))).collect() })
    }

    /// What the position will still gain, in 1/[`UNIT`] of the score's unit.
    #[inline(always)]
    pub fn value<G: Learn>(&self, game: &G, state: &G::State) -> Score {
        let steps_left = game.steps_left(state);
        if steps_left == 0 {
            return 0;
        }
        let base = rounded(game.potential(state));
        if self.table.is_empty() {
            return base;
        }
        let mut sum = 0;
        game.features(state, |feature| sum += self.table[feature]);
        base + if steps_left < FADE {
            Score::from(sum) * Score::from(steps_left) / Score::from(FADE)
        } else {
            sum.into()
        }
    }
}

#[inline(always)]
fn rounded(value: f32) -> Score {
    #[expect(clippy::cast_possible_truncation, reason = "saturates, far beyond any score")]
    let value = (value * UNIT as f32).round() as Score;
    value
}
