//! `balanced`: the article's "algorithm A". Refills come from 12-long sequences in which each family comes 3 to 6
//! times, 256,410 of 531,441; whole cascades are played out on them.
//!
//! Leaving out the lopsided sequences takes variance away and puts a bias in: three equal pieces fall together less
//! often than by fair dice. Where few cells are empty every refill of them is tried, each weighted by how many
//! balanced sequences begin so; otherwise sequences are drawn, each with its families permuted in all six ways.
//! A cascade that needs more than twelve pieces goes on with fair dice.

use super::classic::{Constants, OneRound};
use super::value::{
    AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread, checked_moves, mean_and_error,
};
use crate::game::{Chance, Game};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::{Pcg, Score};
use rand::Rng;
use rayon::prelude::*;

/// Length of a sequence.
const LENGTH: usize = 12;
/// Balanced sequences.
pub const BALANCED_SEQUENCES: u64 = 256_410;
/// Empty cells up to which every refill of them is tried.
const MAX_TRIED: usize = 4;
/// The family permutations.
const PERMUTATIONS: [[u8; 3]; 6] = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];

/// The restricted sample of whole cascades. The board that a cascade leaves is valued as the article does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balanced {
    /// The article's constants.
    pub constants: Constants,
    /// What moves are ranked by.
    pub objective: Objective,
}

/// How many ways a sequence that has used its families so often can be completed to a balanced one.
#[must_use]
pub fn completions_of(used: [usize; 3]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let left = LENGTH.saturating_sub(used.iter().sum());
    let mut ways = 0;
    for a in 3..=6_usize {
        for b in 3..=6_usize {
            let totals = [a, b, LENGTH.saturating_sub(a + b)];
            if (3..=6).contains(&totals[2]) && totals.iter().zip(used).all(|(&total, used)| total >= used) {
                let parts: u64 = totals.iter().zip(used).map(|(&total, used)| factorial(total - used)).product();
                ways += factorial(left) / parts;
            }
        }
    }
    ways
}

/// Draws the rest of a balanced sequence, each completion equally likely.
fn complete(sequence: &mut Vec<u8>, rng: &mut Pcg) {
    let mut used = [0; 3];
    sequence.iter().for_each(|&family| used[usize::from(family - 1)] += 1);
    while sequence.len() < LENGTH {
        let ways: [u64; 3] = std::array::from_fn(|family| {
            let mut next = used;
            next[family] += 1;
            completions_of(next)
        });
        let mut draw = rng.next_u64() % ways.iter().sum::<u64>().max(1);
        let mut family = 0;
        while family < 2 && draw >= ways[family] {
            draw -= ways[family];
            family += 1;
        }
        used[family] += 1;
        sequence.push([1, 2, 3][family]);
    }
}

/// Plays a cascade on a sequence, then on fair dice.
fn cascade(game: &Sandbox, after: &State, sequence: &[u8], rng: &mut Pcg) -> (State, Score) {
    let mut state = *after;
    let mut gain = 0;
    for &family in sequence {
        if !game.is_pending(&state) {
            break;
        }
        gain += game.resolve(&mut state, family).gain;
    }
    gain += game.settle(&mut state, rng).gain;
    (state, gain)
}

impl Balanced {
    /// One move's value from about `samples` cascades.
    fn value(&self, game: &Sandbox, state: &State, mv: SandboxMove, ask: (&Ask<'_>, u64)) -> MoveValue {
        let (ask, samples) = ask;
        let round = OneRound { constants: &self.constants, game };
        let mut after = *state;
        let own = game.play_unchecked(&mut after, mv).gain;
        let codes = game.codes(&after);
        let empties = codes.iter().flatten().filter(|&&code| code == 0).count();
        let mut drawn: Vec<(Parts, f64)> = Vec::new();
        let mut sample = |sequence: &[u8], rng: &mut Pcg, weight: f64| {
            let (end, gain) = cascade(game, &after, sequence, rng);
            drawn.push((round.settled(&end, own + gain), weight));
        };
        if empties <= MAX_TRIED {
            let tried = 3_u64.pow(u32::try_from(empties).unwrap_or(0));
            let each = (samples / tried).max(1);
            for number in 0..tried {
                let prefix = families_of(number, empties);
                let mut used = [0; 3];
                prefix.iter().for_each(|&family| used[usize::from(family - 1)] += 1);
                let weight = completions_of(used) as f64 / BALANCED_SEQUENCES as f64 / each as f64;
                for repeat in 0..each {
                    let mut rng = ask.seed.stream("balanced", number * each + repeat);
                    let mut sequence = prefix.clone();
                    complete(&mut sequence, &mut rng);
                    sample(&sequence, &mut rng, weight);
                }
            }
        } else {
            let count = samples.div_ceil(6).max(1);
            for number in 0..count {
                let mut rng = ask.seed.stream("balanced", number);
                let mut sequence = Vec::with_capacity(LENGTH);
                complete(&mut sequence, &mut rng);
                for permutation in PERMUTATIONS {
                    let permuted: Vec<u8> = sequence.iter().map(|&f| permutation[usize::from(f - 1)]).collect();
                    sample(&permuted, &mut rng, 1.0 / (6 * count) as f64);
                }
            }
        }
        row(mv, &drawn, self.objective)
    }
}

/// The first `length` ternary digits of a number as families.
fn families_of(mut number: u64, length: usize) -> Vec<u8> {
    std::iter::repeat_with(|| {
        let digit = number % 3;
        number /= 3;
        [1, 2, 3][usize::from(digit > 0) + usize::from(digit > 1)]
    })
    .take(length)
    .collect()
}

/// The weighted mean of the cascades. The error is that of plain sampling, so it errs on the safe side here.
fn row(mv: SandboxMove, drawn: &[(Parts, f64)], objective: Objective) -> MoveValue {
    let mut parts = Parts::default();
    drawn.iter().for_each(|(sample, weight)| parts.add(sample, *weight));
    let values: Vec<f64> = drawn.iter().map(|(sample, _)| sample.total()).collect();
    let (_, std_error) = mean_and_error(&values);
    let spread = Some(Spread::weighted(drawn.iter().map(|(sample, weight)| (sample.total(), *weight))));
    let mut row = MoveValue { std_error, spread, samples: drawn.len() as u64, ..MoveValue::exact(mv, parts) };
    row.value = row.by(objective);
    row
}

impl Evaluator for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }

    fn evaluate(&self, game: &Sandbox, state: &State, ask: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let moves = checked_moves(game, state)?;
        let share = (ask.samples / moves.len().max(1) as u64).max(1);
        let rows = moves.into_par_iter().filter_map(|mv| {
            // A halt leaves the moves not yet looked at out.
            (ask.go_on)().then(|| self.value(game, state, mv, (ask, share)))
        });
        Ok(Evaluation::ranked(self.name(), rows.collect()))
    }
}
