//! Fits the article's constants on simulated games (`tune`); the potential's are learned, see `learn`.
//!
//! A (1+1) evolution strategy with common random refills: a trial changes a few constants, both old and new play the
//! same games, and the trial stands when it leads by more than the error of that lead. Every generation has its own games, so luck is not
//! learned. Deterministic in (puzzle, options).

use super::classic::{Classic, Constants};
use super::simulate::{By, Games, Start, simulate};
use crate::games::sandbox::Sandbox;
use crate::types::{Pcg, Seed};
use rand::Rng;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Trials.
    pub generations: u64,
    /// Games that old and new each play per trial.
    pub games: u64,
    /// Games, on other seeds, for the report.
    pub report_games: u64,
    /// Fixes everything.
    pub seed: Seed,
}

impl Default for Fit {
    fn default() -> Self {
        Self { generations: 200, games: 100, report_games: 200, seed: Seed(1) }
    }
}

/// Fitted constants and what they are worth on games that the fit has not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted<T> {
    /// The constants.
    pub constants: T,
    /// Games with the constants that the fit began with.
    pub before: Games,
    /// The same games with the fitted ones.
    pub after: Games,
    /// Mean gain per game, game by game, and its standard error.
    pub gain: (f64, f64),
    /// Trials that stood.
    pub accepted: u64,
    /// Trials made: fewer than asked for where the caller wanted a halt.
    pub generations: u64,
}

/// Where a fit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FitProgress {
    /// Trials made.
    pub generation: u64,
    /// Those that stood.
    pub accepted: u64,
}

impl Fit {
    /// Fits the article's constants (IN_OUT by level, K) of the classic evaluator. EVOLVE is the measure itself; what it
    /// could change in the evaluator, the IN_OUT of each level can as well. `go_on` is asked before every trial.
    #[must_use]
    pub fn classic(&self, game: &Sandbox, start: Constants, go_on: &dyn Fn(FitProgress) -> bool) -> Fitted<Constants> {
        let play = |row: &[f64; 6], seed, games| {
            let evaluator = Classic { constants: Constants::of_row(row) };
            simulate(game, &By { evaluator: &evaluator, samples: 0 }, Start::Random, seed, games)
        };
        self.run(start.to_row(), &play, go_on).map(|row| Constants::of_row(&row))
    }

    fn run<const N: usize>(
        &self,
        start: [f64; N],
        play: &dyn Fn(&[f64; N], Seed, u64) -> Games,
        go_on: &dyn Fn(FitProgress) -> bool,
    ) -> Fitted<[f64; N]> {
        let mut rng = self.seed.stream("fit", 0);
        let mut best = start;
        let mut width = 0.3;
        let mut accepted = 0;
        let mut generation = 0;
        while generation < self.generations && go_on(FitProgress { generation, accepted }) {
            let trial = changed(&best, width, &mut rng);
            let games = self.seed.derive("fit games", generation);
            let (old, new) = (play(&best, games, self.games), play(&trial, games, self.games));
            let (lead, error) = new.lead_over(&old);
            // A lead within its error is luck as likely as not; taking such trials drifts downhill. Then the one-fifth
            // rule: widen on success, narrow on failure.
            if lead > error {
                best = trial;
                accepted += 1;
                width = f64::min(width * 1.4, 0.5);
            } else {
                width = f64::max(width * 0.92, 0.05);
            }
            generation += 1;
        }
        self.fitted((start, best), FitProgress { generation, accepted }, &|row, seed, games| play(row, seed, games))
    }

    /// What a fit came to, on games that it has not seen.
    pub(super) fn fitted<T>(
        &self,
        (start, best): (T, T),
        progress: FitProgress,
        play: &dyn Fn(&T, Seed, u64) -> Games,
    ) -> Fitted<T> {
        let seed = self.seed.derive("fit report", 0);
        let (before, after) = (play(&start, seed, self.report_games), play(&best, seed, self.report_games));
        let gain = after.lead_over(&before);
        Fitted { constants: best, before, after, gain, accepted: progress.accepted, generations: progress.generation }
    }
}

impl<T> Fitted<T> {
    /// The same with other constants.
    #[must_use]
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Fitted<U> {
        let Self { constants, before, after, gain, accepted, generations } = self;
        Fitted { constants: to(constants), before, after, gain, accepted, generations }
    }
}

/// A trial: about a third of the constants, each moved by a part of itself and a little more.
fn changed<const N: usize>(row: &[f64; N], width: f64, rng: &mut Pcg) -> [f64; N] {
    let mut unit = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    row.map(|constant| {
        if unit() < 0.3 {
            let step = (unit() + unit() + unit() - 1.5) * width;
            constant + step * constant.abs().max(0.02)
        } else {
            constant
        }
    })
}
