//! `rollout`, the default evaluator: sampled refills, a few guided moves deep, the potential at the leaves.
//!
//! 1. Every legal move is played to its first fall and valued by the potential; moves that leave the same board with
//!    the same gain share one candidate.
//! 2. Sequential halving (Karnin, Koren, Somekh 2013), in epochs that double: the samples are dealt to rounds; in each round every candidate
//!    left gets the same number, then the worse half is out. What was learned in earlier rounds counts on.
//! 3. Sample `i` of every candidate draws from the same stream, so candidates meet the same luck and their difference
//!    is known better than either.
//!
//! A sample is one future: chance, then the greedy move by gain and potential, `depth` steps long. Where the steps end
//! first, it is the true end. Means are those of the blend of what one, two, … steps foresee (as TD(λ) has it, Sutton
//! 1988): a quarter less deviation than the last value alone, for a bias that the potential bears. Quantiles are of the last.

use super::policy::{Choice, Future, Guide};
use super::potential::Potential;
use super::value::{
    AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread, checked_moves, is_within,
    mean_and_error,
};
use crate::game::{Game, Move};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::{FixedMap, Score, Seed};
use rand::Rng;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Fewest samples of a candidate in a round: fewer would let luck throw good moves out.
const MIN_SAMPLES: u64 = 4;
/// Standard errors by which a move has to lead all others for the sampling to end early.
const DECIDED_ERRORS: f64 = 4.0;
/// Samples of a move under which nothing is decided.
const DECIDED_SAMPLES: usize = 32;
/// Samples of a move from which its own differences say how sure they are.
const SURE_SAMPLES: usize = 8;
/// Futures between two looks at the clock, over all candidates.
const MIN_BATCH: u64 = 256;

/// Sampled futures under guidance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    /// What moves are ranked by.
    pub objective: Objective,
    /// Steps that a future holds before the potential speaks. Free drags come on top.
    pub depth: u16,
    /// How much of the weight goes on from each value of a future to the next; 1 for the last value alone.
    pub blend: f64,
    /// At most so many different boards are sampled; the others keep the potential's guess. The samples asked for
    /// bound it as well.
    pub candidates: usize,
    /// What boards are worth; `None` for the fitted constants of the rules at hand.
    pub potential: Option<Potential>,
    /// How many samples the potential's guess of a move counts as when moves are compared.
    pub guess_weight: f64,
    /// Whether sampling ends once a move leads every other by far more than the error: who wants precise values of all
    /// of them wants every sample spent.
    pub ends_early: bool,
}

impl Default for Rollout {
    fn default() -> Self {
        Self {
            objective: Objective::Mean,
            depth: 4,
            blend: 0.85,
            candidates: 512,
            potential: None,
            guess_weight: 4.0,
            ends_early: true,
        }
    }
}

/// Moves that leave one board with one gain, and their sampled futures.
struct Candidate {
    moves: Vec<SandboxMove>,
    choice: Choice,
    /// The futures' blended values, of which the mean is taken.
    values: Vec<f64>,
    /// Their last values, of which quantiles are.
    ends: Vec<f64>,
    /// What of the values' sum is gains; the rest is potential.
    gained: f64,
}

impl Candidate {
    fn new(mv: SandboxMove, choice: Choice) -> Self {
        Self { moves: vec![mv], choice, values: Vec::new(), ends: Vec::new(), gained: 0.0 }
    }

    fn row(&self, mv: SandboxMove, units: f64, objective: Objective) -> MoveValue {
        if self.values.is_empty() {
            let parts = Parts { monsters: units, sandbox: self.choice.value - units, vitality: 0.0 };
            return MoveValue { std_error: f64::INFINITY, ..MoveValue::exact(mv, parts) };
        }
        let (mean, _) = mean_and_error(&self.values);
        let std_error = self.error();
        let monsters = self.gained / self.values.len() as f64;
        let parts = Parts { monsters, sandbox: mean - monsters, vitality: 0.0 };
        let spread = Some(Spread::of(&self.ends));
        let samples = self.values.len() as u64;
        let mut row = MoveValue { std_error, spread, samples, ..MoveValue::exact(mv, parts) };
        row.value = row.by(objective);
        row
    }
}

impl Candidate {
    /// The standard error of its own mean; one sample says nothing of it.
    fn error(&self) -> f64 {
        if self.values.len() < 2 { f64::INFINITY } else { mean_and_error(&self.values).1 }
    }
}

impl Rollout {
    fn sampler<'a>(
        &'a self,
        game: &'a Sandbox,
        potential: &'a Potential,
        (state, ask): (&State, &'a Ask<'a>),
    ) -> Sampler<'a> {
        Sampler { rollout: self, game, potential, ask, until: state.steps().saturating_sub(self.depth) }
    }

    fn potential(&self, game: &Sandbox) -> Potential {
        self.potential.unwrap_or(Potential::of(game.rules()))
    }

    /// The different boards that the moves lead to, best guess first.
    fn candidates(guide: &Guide<'_>, state: &State, moves: Vec<SandboxMove>) -> Vec<Candidate> {
        let mut seen: FixedMap<(u128, Score), usize> = FixedMap::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        for mv in moves {
            let choice = guide.choice(state, mv);
            let key = (guide.game.key(&choice.after).0, choice.gain);
            let index = *seen.entry(key).or_insert(candidates.len());
            match candidates.get_mut(index) {
                Some(candidate) => candidate.moves.push(mv),
                None => candidates.push(Candidate::new(mv, choice)),
            }
        }
        candidates
            .sort_by(|a, b| b.choice.value.total_cmp(&a.choice.value).then(a.moves[0].code().cmp(&b.moves[0].code())));
        candidates
    }
}

impl Rollout {
    /// The boards that some of the moves leave (the best guesses and more that are drawn), each with the mean of as many
    /// futures, its own gain left out: what a potential should have said of it.
    pub(super) fn lessons(
        &self,
        game: &Sandbox,
        state: &State,
        ask: &Ask<'_>,
        (guessed, drawn): (usize, usize),
    ) -> Vec<(State, f64)> {
        let potential = self.potential(game);
        let guide = Guide::new(game, &potential);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut candidates = Self::candidates(&guide, state, moves);
        let mut others = candidates.split_off(guessed.min(candidates.len()));
        others.sort_by_cached_key(|other| ask.seed.stream("lesson", u64::from(other.moves[0].code())).next_u64());
        candidates.extend(others.into_iter().take(drawn));
        self.sampler(game, &potential, (state, ask)).sample(&mut candidates, ask.samples);
        let lesson = |candidate: &Candidate| {
            (candidate.choice.after, mean_and_error(&candidate.values).0 - guide.units(candidate.choice.gain))
        };
        candidates.iter().map(lesson).collect()
    }

    /// What a candidate is worth when its field is halved: its samples, and its guess as so many more.
    fn score(&self, candidate: &Candidate) -> f64 {
        let samples = candidate.values.len() as f64;
        let value = candidate.row(candidate.moves[0], 0.0, self.objective).value;
        if samples < 1.0 {
            value
        } else {
            (samples * value + self.guess_weight * candidate.choice.value) / (samples + self.guess_weight)
        }
    }

    /// Standard error of the difference of two candidates in what they are ranked by.
    fn error_between(&self, one: &Candidate, other: &Candidate) -> f64 {
        match self.objective {
            Objective::Mean => paired_error(&one.values, &other.values),
            _ => self.objective.error_factor() * paired_error(&one.ends, &other.ends),
        }
    }

    /// Whether the first of a field leads every other by far more than the errors of their differences.
    fn is_decided(&self, field: &[Candidate]) -> bool {
        let Some((first, others)) = field.split_first() else { return true };
        let leads = |other: &Candidate| {
            self.score(first) - self.score(other) > DECIDED_ERRORS * self.error_between(first, other)
        };
        first.values.len() >= DECIDED_SAMPLES && others.iter().all(leads)
    }

    /// The rows, best first. The best has its own mean; the others are that plus their difference from it over the
    /// samples that both met, their guess counted in, so that the luck of the few samples of a move that was soon out
    /// neither helps nor hurts it.
    fn rows(&self, candidates: &[Candidate], units: impl Fn(Score) -> f64) -> Vec<MoveValue> {
        let Some(best) = candidates.first() else { return Vec::new() };
        let top = best.row(best.moves[0], units(best.choice.gain), self.objective).value;
        // The deviation of one sample's difference, from the pair that met most samples.
        let deviation = candidates.get(1).map_or(0.0, |second| {
            self.error_between(best, second) * (second.values.len().min(best.values.len()) as f64).sqrt()
        });
        let mut rows = Vec::new();
        for candidate in candidates {
            let is_best = std::ptr::eq(best, candidate);
            let samples = candidate.values.len();
            let error = if samples < SURE_SAMPLES {
                deviation / (samples as f64 + self.guess_weight).sqrt()
            } else {
                self.error_between(best, candidate)
            };
            for &mv in &candidate.moves {
                let mut row = candidate.row(mv, units(candidate.choice.gain), self.objective);
                if !is_best && samples > 0 {
                    let own = row.mean();
                    row.value = (top + self.difference(best, candidate)).min(top);
                    if self.objective == Objective::Mean {
                        row.parts.sandbox += row.value - own;
                        row.std_error = best.error().hypot(error);
                    }
                }
                // A guess without a sample is no rival of what was looked at.
                row.is_tied = is_best || samples > 0 && is_within(top - row.value, error);
                rows.push(row);
            }
        }
        rows
    }

    /// By how much a candidate lies above the best; mostly below.
    fn difference(&self, best: &Candidate, other: &Candidate) -> f64 {
        if self.objective != Objective::Mean {
            return self.score(other) - self.score(best);
        }
        let samples = best.values.len().min(other.values.len());
        let sum: f64 = other.values.iter().zip(&best.values).map(|(other, best)| other - best).sum();
        let guess = other.choice.value - best.choice.value;
        (sum + self.guess_weight * guess) / (samples as f64 + self.guess_weight)
    }
}

/// What the sampling of one position needs.
struct Sampler<'a> {
    rollout: &'a Rollout,
    game: &'a Sandbox,
    potential: &'a Potential,
    ask: &'a Ask<'a>,
    /// Futures end at so many steps left.
    until: u16,
}

impl Sampler<'_> {
    /// Gives each candidate `more` samples, the same refills to all. False once the caller wants a halt.
    fn sample(&self, candidates: &mut [Candidate], more: u64) -> bool {
        // Batches small enough that a halt is prompt, whole so that all candidates stay level.
        let most = (MIN_BATCH / candidates.len().max(1) as u64).clamp(1, MIN_SAMPLES);
        let mut left = more;
        while left > 0 {
            let batch = left.min(most);
            left -= batch;
            let sampled: Option<Vec<Vec<Future>>> = candidates
                .par_iter()
                .map(|candidate| (self.ask.go_on)().then(|| self.futures(candidate, batch)))
                .collect();
            let Some(sampled) = sampled else { return false };
            for (candidate, futures) in candidates.iter_mut().zip(sampled) {
                candidate.gained += futures.iter().map(|future| future.gained).sum::<f64>();
                candidate.values.extend(futures.iter().map(|future| future.blended));
                candidate.ends.extend(futures.iter().map(|future| future.end));
            }
        }
        true
    }

    /// The next sampled futures of a candidate, its own gain counted in; sample `i` draws the same for every candidate.
    fn futures(&self, candidate: &Candidate, count: u64) -> Vec<Future> {
        let mut guide = Guide::new(self.game, self.potential);
        let first = candidate.values.len() as u64;
        let units = guide.units(candidate.choice.gain);
        let future = |i| {
            let mut rng = self.ask.seed.stream("rollout", i);
            let Rollout { blend, .. } = *self.rollout;
            let Future { gained, blended, end } = guide.playout(&candidate.choice.after, self.until, blend, &mut rng);
            Future { gained: units + gained, blended: units + blended, end: units + end }
        };
        (first..first + count).map(future).collect()
    }

    /// Spends the samples on the moves that matter, in epochs that double: so a caller who halts by the clock has
    /// looked at the good moves longest whenever that is. Leaves the candidates in the order of their merit.
    fn spend(&self, candidates: &mut Vec<Candidate>) {
        let affordable = usize::try_from(self.ask.samples / (2 * MIN_SAMPLES)).unwrap_or(usize::MAX);
        let count = candidates.len().min(self.rollout.candidates).min(affordable.max(1));
        let rest = candidates.split_off(count);
        let mut left = self.ask.samples;
        let mut epoch = 4 * MIN_SAMPLES * count as u64;
        while left > 0 {
            let budget = if left < 2 * epoch { left } else { epoch };
            if self.halve(candidates, budget) != Pass::Whole {
                break;
            }
            left -= budget;
            epoch *= 2;
        }
        candidates.extend(rest);
    }

    /// One pass of sequential halving.
    fn halve(&self, candidates: &mut [Candidate], budget: u64) -> Pass {
        let mut count = candidates.len();
        let rounds = u64::from(count.max(2).ilog2());
        let mut left = budget;
        for round in 0..rounds {
            let share = left / (rounds - round) / count as u64;
            left -= share * count as u64;
            let field = &mut candidates[..count];
            let goes_on = self.sample(field, share);
            field
                .sort_by_cached_key(|candidate| (Descending(self.rollout.score(candidate)), candidate.moves[0].code()));
            if !goes_on {
                return Pass::Halted;
            }
            count = count.div_ceil(2).max(2).min(count);
            if self.rollout.ends_early && self.rollout.is_decided(&candidates[..count]) {
                return Pass::Decided;
            }
        }
        Pass::Whole
    }
}

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// All its samples were spent.
    Whole,
    /// The best leads by so much that more samples would change nothing.
    Decided,
    /// The caller wants a halt.
    Halted,
}

/// A number that sorts from the highest down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Descending(f64);

impl Eq for Descending {}

impl Ord for Descending {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0)
    }
}

impl PartialOrd for Descending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Standard error of the difference of two candidates over the samples that both met.
fn paired_error(a: &[f64], b: &[f64]) -> f64 {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    if differences.len() < 2 { f64::INFINITY } else { mean_and_error(&differences).1 }
}

impl Evaluator for Rollout {
    fn name(&self) -> &'static str {
        "rollout"
    }

    fn evaluate(&self, game: &Sandbox, state: &State, ask: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let moves = checked_moves(game, state)?;
        let potential = self.potential(game);
        let guide = Guide::new(game, &potential);
        let mut candidates = Self::candidates(&guide, state, moves);
        if !candidates.is_empty() {
            self.sampler(game, &potential, (state, ask)).spend(&mut candidates);
        }
        let mut rows = self.rows(&candidates, |gain| guide.units(gain));
        rows.sort_by(|a, b| {
            let key = |row: &MoveValue| (row.samples == 0, Descending(row.value), row.mv.code());
            key(a).cmp(&key(b))
        });
        let best = candidates.first().and_then(|best| best.moves.first());
        if let Some(at) = rows.iter().position(|row| Some(&row.mv) == best) {
            rows[..=at].rotate_right(1);
        }
        let lead_error = match (candidates.first(), rows.get(1)) {
            (Some(best), Some(second)) => {
                let other = candidates.iter().find(|candidate| candidate.moves.contains(&second.mv));
                other.map_or(0.0, |other| if std::ptr::eq(best, other) { 0.0 } else { self.error_between(best, other) })
            }
            _ => 0.0,
        };
        let mut evaluation = Evaluation { evaluator: self.name(), moves: rows, lead_error, samples: 0 };
        evaluation.samples = candidates.iter().map(|candidate| candidate.values.len() as u64).sum();
        Ok(evaluation)
    }
}

/// One move's whole cascade and `Rollout::default` futures, sampled without regard to the other moves: for a figure
/// as precise as one likes.
#[must_use]
pub fn sample_move(game: &Sandbox, state: &State, mv: SandboxMove, seed: Seed, samples: u64) -> MoveValue {
    let rollout = Rollout::default();
    let potential = rollout.potential(game);
    let choice = Guide::new(game, &potential).choice(state, mv);
    let mut candidates = [Candidate::new(mv, choice)];
    let ask = Ask::new(seed, samples);
    rollout.sampler(game, &potential, (state, &ask)).sample(&mut candidates, samples);
    candidates[0].row(mv, choice.gain as f64 / game.rules().worth.scale as f64, rollout.objective)
}
