//! The contract of every evaluator: what it is asked, what it answers, and how answers are ranked.
//!
//! Values are in power units: the score divided by `rules.worth.scale`, so one white of weight 1 is 1.0. Invariant:
//! rows are sorted best first, equal values by the lower move, so the same question has the same answer.

use crate::game::{Chance, Game, Move};
use crate::games::sandbox::{Refill, Sandbox, SandboxMove, State};
use crate::types::Seed;
use std::fmt;
use thiserror::Error;

/// What to rank sampled moves by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The expected value.
    #[default]
    Mean,
    /// The value that nine games in ten exceed.
    Q10,
    /// The typical value, the median.
    Q50,
    /// The value that one game in ten exceeds.
    Q90,
}

impl Objective {
    /// How much larger the standard error of a sampled quantile is than that of the mean, were the values normal: ties
    /// are judged by it.
    pub(super) const fn error_factor(self) -> f64 {
        match self {
            Self::Mean => 1.0,
            Self::Q50 => 1.253,
            Self::Q10 | Self::Q90 => 1.709,
        }
    }
}

/// The effort an evaluator may spend. Exact evaluators ignore it.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Fixes every sample.
    pub seed: Seed,
    /// At most this many sampled futures, over all moves together.
    pub samples: u64,
    /// Asked between batches; the answer so far comes back once it says false. What a batch holds depends on nothing
    /// but the question, so an evaluation that was not cut short is a function of (position, seed, samples).
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

impl Ask<'static> {
    /// A question bounded by samples alone.
    #[must_use]
    pub fn new(seed: Seed, samples: u64) -> Self {
        Self { seed, samples, go_on: &|| true }
    }
}

impl fmt::Debug for Ask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("seed", &self.seed).field("samples", &self.samples).finish_non_exhaustive()
    }
}

/// A value broken down, in power units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// What goes to the battlefield (or is eliminated) by this move and what is foreseen after it.
    pub monsters: f64,
    /// What the board is worth afterwards.
    pub sandbox: f64,
    /// The article's term for boards that may go on cascading; 0 for evaluators that play the cascade out.
    pub vitality: f64,
}

impl Parts {
    /// The sum of the parts.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.monsters + self.sandbox + self.vitality
    }

    /// Adds `weight` times another breakdown.
    pub(super) fn add(&mut self, other: &Self, weight: f64) {
        self.monsters += weight * other.monsters;
        self.sandbox += weight * other.sandbox;
        self.vitality += weight * other.vitality;
    }
}

/// How sampled values spread, in power units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// 5 % of the samples lie below.
    pub q05: f64,
    /// 10 %.
    pub q10: f64,
    /// Half.
    pub q50: f64,
    /// 90 %.
    pub q90: f64,
    /// 95 %.
    pub q95: f64,
}

impl Spread {
    /// The quantiles of equally likely values (nearest rank); zeros for none.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1) - 1;
            sorted.get(rank).copied().unwrap_or(0.0)
        };
        Self { q05: at(5), q10: at(10), q50: at(50), q90: at(90), q95: at(95) }
    }

    /// The quantiles of values with weights that add up to 1 (the lowest value that enough weight lies at or below).
    pub(super) fn weighted(values: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut sorted: Vec<(f64, f64)> = values.collect();
        sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let at = |share: f64| {
            let mut below = 0.0;
            let reaches = |&&(_, weight): &&(f64, f64)| {
                below += weight;
                below >= share - 1e-12
            };
            sorted.iter().find(reaches).or(sorted.last()).map_or(0.0, |value| value.0)
        };
        Self { q05: at(0.05), q10: at(0.1), q50: at(0.5), q90: at(0.9), q95: at(0.95) }
    }
}

/// One legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub mv: SandboxMove,
    /// What moves are ranked by: the mean, or the quantile that was asked for.
    pub value: f64,
    /// The mean, broken down.
    pub parts: Parts,
    /// Standard error of the mean; 0 where it is exact.
    pub std_error: f64,
    /// Quantiles, where sampled.
    pub spread: Option<Spread>,
    /// Sampled futures behind it; 0 where none were needed.
    pub samples: u64,
    /// Whether it cannot be told apart from the best: their difference is within twice its standard error. Always so
    /// for the best itself.
    pub is_tied: bool,
}

impl MoveValue {
    /// The value of an evaluator that samples nothing.
    pub(super) fn exact(mv: SandboxMove, parts: Parts) -> Self {
        Self { mv, value: parts.total(), parts, std_error: 0.0, spread: None, samples: 0, is_tied: false }
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.parts.total()
    }

    /// The value under an objective; the mean where nothing was sampled.
    pub(super) fn by(&self, objective: Objective) -> f64 {
        match (objective, self.spread) {
            (Objective::Q10, Some(spread)) => spread.q10,
            (Objective::Q50, Some(spread)) => spread.q50,
            (Objective::Q90, Some(spread)) => spread.q90,
            _ => self.mean(),
        }
    }
}

/// Every legal move of a position with its value, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The moves; none where the game is over.
    pub moves: Vec<MoveValue>,
    /// Standard error of the difference between the two best, 0 where it is exact. Smaller than their own errors
    /// suggest where both met the same random refills.
    pub lead_error: f64,
    /// Sampled futures, over all moves.
    pub samples: u64,
}

/// Differences below this are rounding.
const ROUNDING: f64 = 1e-9;

impl Evaluation {
    /// Sorts rows into an evaluation.
    pub(super) fn ranked(evaluator: &'static str, mut moves: Vec<MoveValue>) -> Self {
        moves.sort_unstable_by(|a, b| b.value.total_cmp(&a.value).then(a.mv.code().cmp(&b.mv.code())));
        let samples = moves.iter().map(|row| row.samples).sum();
        let error = |i: usize| moves.get(i).map_or(0.0, |row: &MoveValue| row.std_error);
        let lead_error = error(0).hypot(error(1));
        if let Some(&best) = moves.first() {
            for row in &mut moves {
                row.is_tied = is_within(best.value - row.value, best.std_error.hypot(row.std_error));
            }
        }
        Self { evaluator, moves, lead_error, samples }
    }

    /// The best move; `None` where the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&MoveValue> {
        self.moves.first()
    }

    /// By how much the best move leads the second, in power units; 0 where there is no second.
    #[must_use]
    pub fn lead(&self) -> f64 {
        match self.moves.as_slice() {
            [first, second, ..] => first.value - second.value,
            _ => 0.0,
        }
    }

    /// Whether the two best cannot be told apart: their difference is within twice its standard error.
    #[must_use]
    pub fn is_tied(&self) -> bool {
        self.moves.len() > 1 && is_within(self.lead(), self.lead_error)
    }

    /// How many moves cannot be told apart from the best, itself included.
    #[must_use]
    pub fn tied(&self) -> usize {
        self.moves.iter().filter(|row| row.is_tied).count()
    }
}

/// Whether a difference is within twice its standard error.
pub(super) fn is_within(difference: f64, error: f64) -> bool {
    difference <= 2.0 * error + ROUNDING
}

/// Why a position cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AdviceError {
    /// The refill is known: this is a matter for a search.
    #[error("refill is fixed here: nothing is left to chance, use a search")]
    FixedRefill,
    /// The board awaits pieces.
    #[error("the board awaits new pieces: settle it first")]
    Pending,
}

/// Gives every legal move of a settled position with random refill a value.
pub trait Evaluator: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Whether its standard errors mean anything. The approximations of some evaluators have an error that nobody
    /// states; the 0 in their rows is then no claim.
    fn states_error(&self) -> bool {
        true
    }

    /// Evaluates every legal move.
    ///
    /// # Errors
    /// When the refill is fixed or the board awaits pieces.
    fn evaluate(&self, game: &Sandbox, state: &State, ask: &Ask<'_>) -> Result<Evaluation, AdviceError>;
}

/// The legal moves, once it is clear that the position can be evaluated.
pub(super) fn checked_moves(game: &Sandbox, state: &State) -> Result<Vec<SandboxMove>, AdviceError> {
    if game.rules().refill != Refill::Random {
        return Err(AdviceError::FixedRefill);
    }
    if game.is_pending(state) {
        return Err(AdviceError::Pending);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    Ok(moves)
}

/// What the board left over is worth in modes where it matters (秘境, 竞技场): its pieces, each at its worth. RULES do
/// not settle it; this is the assumption.
#[must_use]
pub fn leftover(game: &Sandbox, state: &State) -> f64 {
    let rules = game.rules();
    if !rules.leftover {
        return 0.0;
    }
    let pieces = game.shape().places().filter_map(|place| state.piece(game.shape().bit(place)));
    pieces.map(|piece| rules.worth.of(piece)).sum::<i64>() as f64 / rules.worth.scale as f64
}

/// The mean and its standard error; zeros for no values.
pub(super) fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}
