//! The training loop: batches of games, then one pass over their samples.

use super::options::TrainOptions;
use super::sample::{Lesson, Sample, play};
use crate::game::Learn;
use crate::search::value::{Estimator, Weights, WeightsError};
use crate::types::{Pcg, Seed};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How training goes, after a batch.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games played so far.
    pub games: u64,
    /// Mean of the beams' best scores in this batch.
    pub mean_score: f64,
    /// Root of the mean squared error of this batch's samples, before they were learned from.
    pub error: f64,
}

/// An error beyond this many points counts as this many: a cascade without end tells nothing about the rest.
const MOST_ERROR: f32 = 1500.0;

/// Training under way: options, weights, step sizes, games played. Serialised, it resumes to the same result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trainer {
    options: TrainOptions,
    weights: Weights,
    /// By weight: the sum of the squares of its errors.
    squares: Vec<f32>,
    games: u64,
}

impl Trainer {
    /// Training at its start: the potential alone.
    #[must_use]
    pub fn new<G: Learn>(game: &G, options: TrainOptions) -> Self {
        let count = game.weight_count();
        Self { options, weights: Weights::new(vec![0.0; count]), squares: vec![0.0; count], games: 0 }
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
        while self.games < games {
            let played = self.play_batch(&puzzle)?;
            let (mut squares, mut count, mut score) = (0.0_f64, 0, 0);
            for (game, lesson) in &played {
                score += lesson.score;
                for layer in &lesson.layers {
                    squares += self.learn(game, layer);
                    count += layer.len();
                }
            }
            self.games += self.options.batch.max(1);
            let mean_score = score as f64 / played.len() as f64;
            let now = Progress { games: self.games, mean_score, error: (squares / count.max(1) as f64).sqrt() };
            if !progress(self, now) {
                break;
            }
        }
        Ok(())
    }

    /// Plays the next batch under the weights as they are, in parallel, in the order of the games' numbers.
    fn play_batch<G: Learn>(
        &self,
        puzzle: &(impl Fn(&mut Pcg) -> G + Sync),
    ) -> Result<Vec<(G, Lesson<G::State>)>, WeightsError> {
        let seed = Seed(self.options.seed);
        let first = puzzle(&mut seed.stream("train-puzzle", self.games));
        let estimator = Estimator::learned(&first, &self.weights)?;
        let play = |number| {
            let game = puzzle(&mut seed.stream("train-puzzle", number));
            let width = self.options.width(number);
            let lesson = play(&game, &estimator, &self.options, width, &mut seed.stream("train-draw", number));
            (game, lesson)
        };
        Ok((self.games..self.games + self.options.batch.max(1)).into_par_iter().map(play).collect())
    }

    /// Pulls what the weights say of one layer's positions towards their targets, as far as these differ from each
    /// other. Returns the sum of the squared errors before.
    fn learn<G: Learn>(&mut self, game: &G, layer: &[Sample<G::State>]) -> f64 {
        let active: Vec<Vec<usize>> = layer
            .iter()
            .map(|sample| {
                let mut weights = Vec::with_capacity(64);
                game.features(&sample.state, |feature| weights.extend(game.weight_of(feature)));
                weights
            })
            .collect();
        let said = |weights: &Vec<usize>| weights.iter().map(|&weight| self.weights.values()[weight]).sum::<f32>();
        let errors: Vec<f32> =
            layer.iter().zip(&active).map(|(sample, weights)| sample.target - said(weights)).collect();
        let mean = errors.iter().sum::<f32>() / errors.len().max(1) as f32;
        let mut squares = 0.0;
        for (weights, error) in active.iter().zip(errors) {
            let error = (error - mean).clamp(-MOST_ERROR, MOST_ERROR);
            squares += f64::from(error).powi(2);
            for &weight in weights {
                self.squares[weight] += error * error;
                self.weights.values_mut()[weight] += self.options.rate * error / self.squares[weight].sqrt().max(1.0);
            }
        }
        squares
    }
}
