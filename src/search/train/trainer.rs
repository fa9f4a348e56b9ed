//! The training loop: batches of games, then one pass over their samples.

use super::sample::{Sample, play};
use crate::game::Learn;
use crate::search::value::{Estimator, Weights, WeightsError};
use crate::types::{Pcg, Score, Seed};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What training depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainOptions {
    /// Every game's puzzle is drawn from this seed and the game's number.
    pub seed: u64,
    /// Positions that the beam keeps per layer.
    pub width: usize,
    /// Share of what the beam's lines went on to gain, against one step's outlook: 0 to 1.
    pub lambda: f32,
    /// Share of an error that one sample corrects, at most.
    pub rate: f32,
    /// Games between two changes of the weights. Part of the result, like the seed.
    pub batch: u64,
    /// Steps left at the knots between which weights are linear.
    pub knots: Vec<u32>,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self { seed: 1, width: 16, lambda: 0.8, rate: 0.01, batch: 16, knots: vec![1, 2, 4, 8, 14, 22, 32, 45] }
    }
}

/// How training goes, after a batch.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games played so far.
    pub games: u64,
    /// Mean of the best scores of this batch.
    pub mean_score: f64,
    /// Root of the mean squared error of this batch's samples, before they were learned from.
    pub error: f64,
}

/// Training under way: options, weights, step sizes, games played. Serialised, it resumes to the same result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trainer {
    options: TrainOptions,
    weights: Weights,
    /// Per weight and knot: the sum of its errors and the sum of their sizes.
    coherence: Vec<(f32, f32)>,
    games: u64,
}

impl Trainer {
    /// Training at its start, from the game's priors.
    #[must_use]
    pub fn new<G: Learn>(game: &G, options: TrainOptions) -> Self {
        let weights = Weights::new(&options.knots, game.weight_count(), |weight, steps| game.prior(weight, steps));
        Self::from_weights(weights, options)
    }

    /// Training that starts from weights learned before.
    #[must_use]
    pub fn from_weights(weights: Weights, options: TrainOptions) -> Self {
        let coherence = vec![(0.0, 0.0); weights.values().len()];
        Self { options, weights, coherence, games: 0 }
    }

    /// The weights so far.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What it depends on.
    #[must_use]
    pub fn options(&self) -> &TrainOptions {
        &self.options
    }

    /// Games played so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays whole batches until `games` are played in total or `progress` says stop by returning false. `puzzle`
    /// draws a game; all must offer the same weights.
    ///
    /// # Errors
    /// When the weights do not fit the game.
    pub fn run<G: Learn>(
        &mut self,
        puzzle: impl Fn(&mut Pcg) -> G + Sync,
        games: u64,
        mut progress: impl FnMut(&Self, Progress) -> bool,
    ) -> Result<(), WeightsError> {
        let draw = |number: u64| puzzle(&mut Seed(self.options.seed).stream("train-puzzle", number));
        let first = draw(0);
        let mut estimator = Estimator::learned(&first, self.weights.clone())?;
        let map: Vec<Option<usize>> = (0..first.feature_count()).map(|feature| first.weight_of(feature)).collect();
        let (seed, width, lambda) = (self.options.seed, self.options.width, self.options.lambda);
        while self.games < games {
            estimator.set_weights(&self.weights);
            let played: Vec<_> = (self.games..self.games + self.options.batch)
                .into_par_iter()
                .map(|number| {
                    let game = puzzle(&mut Seed(seed).stream("train-puzzle", number));
                    let (samples, best) = play(&game, &estimator, width, lambda);
                    (game, samples, best)
                })
                .collect();
            let mut errors = (0.0_f64, 0_u64);
            let mut scores: Score = 0;
            for (game, samples, best) in &played {
                scores += best;
                let steps = |sample: &Sample<G::State>| game.steps_left(&sample.state);
                for layer in samples.chunk_by(|a, b| steps(a) == steps(b)) {
                    let (sum, count) = self.learn(game, layer, &map);
                    errors = (errors.0 + sum, errors.1 + count);
                }
            }
            self.games += self.options.batch;
            let now = Progress {
                games: self.games,
                mean_score: scores as f64 / self.options.batch as f64,
                error: (errors.0 / errors.1.max(1) as f64).sqrt(),
            };
            if !progress(self, now) {
                break;
            }
        }
        Ok(())
    }

    /// Pulls the values of one layer's positions towards their targets, as far as they differ from each other: a
    /// beam compares positions of one layer only, and what all of them have in common would make it prefer whatever
    /// it has not seen. Returns the sum of the squared errors before, and their number.
    fn learn<G: Learn>(&mut self, game: &G, layer: &[Sample<G::State>], map: &[Option<usize>]) -> (f64, u64) {
        let Some(first) = layer.first() else { return (0.0, 0) };
        let (knot, share) = self.weights.position(game.steps_left(&first.state));
        let mut active: Vec<usize> = Vec::with_capacity(128 * layer.len());
        let mut ends = Vec::with_capacity(layer.len());
        let mut errors = Vec::with_capacity(layer.len());
        for sample in layer {
            let start = active.len();
            game.features(&sample.state, |feature| active.extend(map[feature]));
            let value: f32 = active[start..].iter().map(|&weight| self.weights.at(weight, (knot, share))).sum();
            errors.push(sample.target - value);
            ends.push(active.len());
        }
        let mean = errors.iter().sum::<f32>() / errors.len() as f32;
        let mut start = 0;
        let mut squares = 0.0;
        for (end, error) in ends.into_iter().zip(errors) {
            let error = error - mean;
            squares += f64::from(error).powi(2);
            self.correct(&active[start..end], (knot, share), error);
            start = end;
        }
        (squares, layer.len() as u64)
    }

    /// Lets the active weights of one position take their part of an error.
    fn correct(&mut self, active: &[usize], (knot, share): (usize, f32), error: f32) {
        let step = self.options.rate * error / active.len().max(1) as f32;
        let knots = self.weights.knots().len();
        let values = self.weights.values_mut();
        for weight in active {
            for (knot, share) in [(knot, 1.0 - share), (knot + 1, share)] {
                if share > 0.0 {
                    let index = weight * knots + knot;
                    let (sum, size) = &mut self.coherence[index];
                    let adapted = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
                    values[index] += step * share * adapted;
                    *sum += share * error;
                    *size += share * error.abs();
                }
            }
        }
    }
}
