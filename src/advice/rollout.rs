//! `rollout`, the default evaluator: sampled refills, a few guided moves deep, the potential at the leaves.
//!
//! 1. Every legal move is played to its first fall and valued by the potential; moves that leave the same board with
//!    the same gain share one candidate.
//! 2. Sequential halving (Karnin, Koren, Somekh 2013), in epochs that double: the samples are dealt to rounds; in each round every candidate
//!    left gets the same number, then the worse half is out. What was learned in earlier rounds counts on.
//! 3. Sample `i` of every candidate draws from the same stream, so candidates meet the same luck and their difference
//!    is known better than either.
//!
//! A sample is one future: chance, then the greedy move by gain and potential, `depth` times. Where the steps end
//! first, it is the true end.

use super::policy::{Choice, Guide};
use super::potential::Potential;
use super::value::{
    AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread, checked_moves, is_within,
    mean_and_error,
};
use crate::game::{Game, Move};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::{FixedMap, Score, Seed};
use rayon::prelude::*;
use std::cmp::Ordering;

/// Fewest samples of a candidate in a round: fewer would let luck throw good moves out.
const MIN_SAMPLES: u64 = 4;
/// Futures between two looks at the clock, over all candidates.
const MIN_BATCH: u64 = 256;

/// Sampled futures under guidance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    /// What moves are ranked by.
    pub objective: Objective,
    /// Moves that a future holds before the potential speaks.
    pub depth: u32,
    /// At most so many different boards are sampled; the others keep the potential's guess. The samples asked for
    /// bound it as well.
    pub candidates: usize,
    /// What boards are worth; `None` for the fitted constants of the rules at hand.
    pub potential: Option<Potential>,
    /// How many samples the potential's guess of a move counts as when moves are compared.
    pub guess_weight: f64,
}

impl Default for Rollout {
    fn default() -> Self {
        Self { objective: Objective::Mean, depth: 4, candidates: 512, potential: None, guess_weight: 16.0 }
    }
}

/// Moves that leave one board with one gain, and their sampled futures.
struct Candidate {
    moves: Vec<SandboxMove>,
    choice: Choice,
    values: Vec<f64>,
    /// What of the values' sum is gains; the rest is potential.
    gained: f64,
}

impl Candidate {
    fn row(&self, mv: SandboxMove, units: f64, objective: Objective) -> MoveValue {
        if self.values.is_empty() {
            let parts = Parts { monsters: units, sandbox: self.choice.value - units, vitality: 0.0 };
            return MoveValue { std_error: f64::INFINITY, ..MoveValue::exact(mv, parts) };
        }
        let (mean, std_error) = mean_and_error(&self.values);
        let monsters = self.gained / self.values.len() as f64;
        let parts = Parts { monsters, sandbox: mean - monsters, vitality: 0.0 };
        let spread = Some(Spread::of(&self.values));
        let samples = self.values.len() as u64;
        let mut row = MoveValue { std_error, spread, samples, ..MoveValue::exact(mv, parts) };
        row.value = row.by(objective);
        row
    }
}

impl Rollout {
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
                None => candidates.push(Candidate { moves: vec![mv], choice, values: Vec::new(), gained: 0.0 }),
            }
        }
        candidates
            .sort_by(|a, b| b.choice.value.total_cmp(&a.choice.value).then(a.moves[0].code().cmp(&b.moves[0].code())));
        candidates
    }
}

impl Rollout {
    /// What a candidate is worth when its field is halved: its samples, and its guess as so many more.
    fn score(&self, candidate: &Candidate) -> f64 {
        let samples = candidate.values.len() as f64;
        let value = candidate.row(candidate.moves[0], 0.0, self.objective).value;
        if samples < 1.0 { value } else { (samples * value + self.guess_weight * candidate.choice.value) / (samples + self.guess_weight) }
    }

    /// Compares every move with the best over the samples that both met: that error is smaller than their own suggest.
    fn mark_ties(&self, evaluation: &mut Evaluation, candidates: &[Candidate]) {
        let owner: FixedMap<SandboxMove, &Candidate> =
            candidates.iter().flat_map(|candidate| candidate.moves.iter().map(move |&mv| (mv, candidate))).collect();
        let Some(best) = evaluation.moves.first().and_then(|row| owner.get(&row.mv)) else { return };
        let top = evaluation.moves[0].value;
        let error = |row: &MoveValue| match owner.get(&row.mv) {
            Some(other) if std::ptr::eq(*best, *other) => 0.0,
            Some(other) => self.objective.error_factor() * paired_error(&best.values, &other.values),
            None => f64::INFINITY,
        };
        evaluation.lead_error = evaluation.moves.get(1).map_or(0.0, error);
        for row in &mut evaluation.moves {
            // A guess without a sample is no rival of what was looked at.
            row.is_tied = (row.samples > 0 || best.values.is_empty()) && is_within(top - row.value, error(row));
        }
    }
}

/// What the sampling of one position needs.
struct Sampler<'a> {
    rollout: &'a Rollout,
    game: &'a Sandbox,
    potential: &'a Potential,
    ask: &'a Ask<'a>,
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
            let sampled: Option<Vec<Vec<(f64, f64)>>> = candidates
                .par_iter()
                .map(|candidate| (self.ask.go_on)().then(|| self.futures(candidate, batch)))
                .collect();
            let Some(sampled) = sampled else { return false };
            for (candidate, values) in candidates.iter_mut().zip(sampled) {
                candidate.gained += values.iter().map(|value| value.0).sum::<f64>();
                candidate.values.extend(values.iter().map(|value| value.0 + value.1));
            }
        }
        true
    }

    /// The next sampled futures of a candidate, gains and potential; sample `i` draws the same for every candidate.
    fn futures(&self, candidate: &Candidate, count: u64) -> Vec<(f64, f64)> {
        let mut guide = Guide::new(self.game, self.potential);
        let first = candidate.values.len() as u64;
        let units = guide.units(candidate.choice.gain);
        let future = |i| {
            let mut rng = self.ask.seed.stream("rollout", i);
            let (gained, left) = guide.playout(&candidate.choice.after, self.rollout.depth, &mut rng);
            (units + gained, left)
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
            if !self.halve(candidates, budget) {
                break;
            }
            left -= budget;
            epoch *= 2;
        }
        candidates.extend(rest);
    }

    /// One pass of sequential halving. False once the caller wants a halt.
    fn halve(&self, candidates: &mut [Candidate], budget: u64) -> bool {
        let mut count = candidates.len();
        let rounds = u64::from(count.max(2).ilog2());
        let mut left = budget;
        for round in 0..rounds {
            let share = left / (rounds - round) / count as u64;
            left -= share * count as u64;
            let field = &mut candidates[..count];
            let goes_on = self.sample(field, share);
            field.sort_by_cached_key(|candidate| {
                (Descending(self.rollout.score(candidate)), candidate.moves[0].code())
            });
            if !goes_on {
                return false;
            }
            count = count.div_ceil(2).max(2).min(count);
        }
        true
    }
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
            Sampler { rollout: self, game, potential: &potential, ask }.spend(&mut candidates);
        }
        let rows = candidates.iter().flat_map(|candidate| {
            let units = guide.units(candidate.choice.gain);
            candidate.moves.iter().map(move |&mv| candidate.row(mv, units, self.objective))
        });
        let mut evaluation = Evaluation { evaluator: self.name(), moves: rows.collect(), lead_error: 0.0, samples: 0 };
        self.mark_ties(&mut evaluation, &candidates);
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
    let mut candidates = [Candidate { moves: vec![mv], choice, values: Vec::new(), gained: 0.0 }];
    let ask = Ask::new(seed, samples);
    Sampler { rollout: &rollout, game, potential: &potential, ask: &ask }.sample(&mut candidates, samples);
    candidates[0].row(mv, choice.gain as f64 / game.rules().worth.scale as f64, rollout.objective)
}
