//! The value of positions, fast: knots blended into one table per number of steps left.

use super::weights::{Weights, WeightsError};
use crate::game::Learn;
use crate::types::Score;
use std::sync::OnceLock;

/// Values are whole numbers of this fraction of the score's unit.
pub const UNIT: Score = 16;

/// A feature without a weight.
const NONE: u32 = u32::MAX;

/// Values positions of one game.
#[derive(Debug)]
pub struct Estimator {
    learned: Option<Learned>,
}

#[derive(Debug)]
struct Learned {
    weights: Weights,
    /// The weight of each feature.
    map: Vec<u32>,
    /// By steps left, up to the last knot.
    tables: Vec<OnceLock<Box<[i32]>>>,
}

impl Estimator {
    /// The game's own potential.
    #[must_use]
    pub fn by_potential() -> Self {
        Self { learned: None }
    }

    /// The weights that the game ships, or its potential where it has none.
    ///
    /// # Errors
    /// When the shipped weights cannot be read.
    pub fn shipped<G: Learn>(game: &G) -> Result<Self, WeightsError> {
        match game.learned() {
            Some(bytes) => Self::learned(game, Weights::from_bytes(bytes)?),
            None => Ok(Self::by_potential()),
        }
    }

    /// Weights of one's own; the game's potential where the game offers no features.
    ///
    /// # Errors
    /// When they are not for this game's features.
    pub fn learned<G: Learn>(game: &G, weights: Weights) -> Result<Self, WeightsError> {
        if game.feature_count() == 0 {
            return Ok(Self::by_potential());
        }
        let (found, expected) = (weights.count(), game.weight_count());
        if found != expected {
            return Err(WeightsError::Count { found, expected });
        }
        let weight = |feature| game.weight_of(feature).and_then(|weight| u32::try_from(weight).ok()).unwrap_or(NONE);
        let map = (0..game.feature_count()).map(weight).collect();
        let last = weights.knots().last().copied().unwrap_or(0);
        let tables = (0..=last).map(|_| OnceLock::new()).collect();
        Ok(Self { learned: Some(Learned { weights, map, tables }) })
    }

    /// Replaces the weights by others of the same shape, as training does.
    pub fn set_weights(&mut self, weights: &Weights) {
        if let Some(learned) = &mut self.learned {
            learned.weights.clone_from(weights);
            learned.tables.iter_mut().for_each(|table| *table = OnceLock::new());
        }
    }

    /// What the position will still gain, in 1/[`UNIT`] of the score's unit.
    #[inline(always)]
    pub fn value<G: Learn>(&self, game: &G, state: &G::State) -> Score {
        let steps_left = game.steps_left(state);
        match &self.learned {
            _ if steps_left == 0 => 0,
            Some(learned) => {
                let table = learned.table(steps_left);
                let mut sum = 0;
                game.features(state, |feature| sum += table[feature]);
                Score::from(sum)
            }
            None => rounded(game.potential(state)),
        }
    }
}

#[inline(always)]
fn rounded(value: f32) -> Score {
    #[expect(clippy::cast_possible_truncation, reason = "saturates, far beyond any score")]
    let value = (value * UNIT as f32).round() as Score;
    value
}

impl Learned {
    #[inline(always)]
    fn table(&self, steps_left: u32) -> &[i32] {
        let index = (steps_left as usize).min(self.tables.len() - 1);
        self.tables[index].get_or_init(|| self.blend(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    #[cold]
    fn blend(&self, steps_left: u32) -> Box<[i32]> {
        let position = self.weights.position(steps_left);
        let weights: Vec<i32> = (0..self.weights.count())
            .map(|weight| i32::try_from(rounded(self.weights.at(weight, position))).unwrap_or(0))
            .collect();
        self.map.iter().map(|&weight| weights.get(weight as usize).copied().unwrap_or(0)).collect()
    }
}
