//! Policies: a weight per move code, the probabilities that follow from it, and adaptation to a line.

use crate::types::{Pcg, Score, mix};
use rand::Rng;

/// Codes are hashed to so many bits.
const TABLE_BITS: u32 = 16;
/// Weights of a policy.
pub(super) const TABLE_SIZE: usize = 1 << TABLE_BITS;

/// The table entry of a move code.
#[inline]
pub(super) fn slot(code: u64) -> u16 {
    (mix(code) >> (64 - TABLE_BITS)) as u16
}

/// A line with everything that stood beside its moves.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Trace {
    /// What it scores; `None` while it is not complete.
    pub(super) score: Option<Score>,
    /// The moves made.
    pub(super) codes: Vec<u16>,
    /// Per move made, which of the choices it was.
    pub(super) chosen: Vec<u32>,
    /// Per move made, where its choices end in `choices`.
    pub(super) ends: Vec<u32>,
    /// The table entries of the moves to choose from, move after move.
    pub(super) choices: Vec<u16>,
}

impl Clone for Trace {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses the memory, since best lines are replaced often.
    fn clone_from(&mut self, other: &Self) {
        self.score = other.score;
        self.codes.clone_from(&other.codes);
        self.chosen.clone_from(&other.chosen);
        self.ends.clone_from(&other.ends);
        self.choices.clone_from(&other.choices);
    }
}

impl Trace {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.score = None;
        self.cut(0);
    }

    /// Keeps the first moves only.
    pub(super) fn cut(&mut self, moves: usize) {
        self.codes.truncate(moves);
        self.chosen.truncate(moves);
        self.ends.truncate(moves);
        self.choices.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The choices at each move, with the one that was made.
    fn steps(&self) -> impl Iterator<Item = (&[u16], usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&end| end as usize));
        let spans = starts.zip(&self.ends).map(|(start, &end)| &self.choices[start..end as usize]);
        spans.zip(self.chosen.iter().map(|&chosen| chosen as usize))
    }
}

/// Which share a point between 0 and their sum falls into; the last one, where rounding lets it fall behind all.
#[inline(always)]
fn pick(shares: &[f32], mut point: f32) -> usize {
    for (index, &share) in shares.iter().enumerate() {
        point -= share;
        if point < 0.0 {
            return index;
        }
    }
    shares.len() - 1
}

/// A weight per table entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Policy {
    pub(super) weights: Vec<f32>,
}

/// Shares that are computed side by side. Part of the result: sums are taken lane by lane.
const LANES: usize = 8;

/// Memory that adaptations and draws share.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    shares: Vec<f32>,
    changes: Vec<f32>,
}

/// e to the power of x for x ≤ 0, to about 1e-6 of itself; below e⁻⁸⁷ next to nothing.
///
/// Made of nothing but additions, multiplications and integers, so that it is the same everywhere, which the
/// mathematical libraries of systems are not, and a loop of it becomes vector instructions.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let halvings = (x * std::f32::consts::LOG2_E).max(-126.0);
    let whole = halvings.floor();
    let part = (halvings - whole) * std::f32::consts::LN_2;
    let series = [1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0, 1.0 / 5040.0];
    let power = series.into_iter().rev().fold(0.0, |sum, factor| sum * part + factor);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 127 after the offset")]
    let exponent = (whole + 127.0) as u32;
    f32::from_bits(exponent << 23) * power
}

impl Policy {
    /// All moves alike.
    pub(super) fn new() -> Self {
        Self { weights: vec![0.0; TABLE_SIZE] }
    }

    /// All moves alike again.
    pub(super) fn clear(&mut self) {
        self.weights.fill(0.0);
    }

    /// Replaces `shares` by what each choice's probability is proportional to, and next to nothing up to a whole number
    /// of [`LANES`]; returns their sum.
    #[inline]
    fn shares(&self, choices: &[u16], shares: &mut Vec<f32>) -> f32 {
        shares.clear();
        shares.extend(choices.iter().map(|&slot| self.weights[usize::from(slot)]));
        shares.resize(choices.len().next_multiple_of(LANES), f32::MIN);
        let (lanes, _) = shares.as_chunks_mut::<LANES>();
        let mut highest = [f32::MIN; LANES];
        for chunk in lanes.iter() {
            highest = std::array::from_fn(|lane| highest[lane].max(chunk[lane]));
        }
        let highest = highest.into_iter().fold(f32::MIN, f32::max);
        let mut sums = [0.0; LANES];
        for chunk in lanes {
            *chunk = chunk.map(|weight| exp(weight - highest));
            sums = std::array::from_fn(|lane| sums[lane] + chunk[lane]);
        }
        sums.iter().sum()
    }

    /// Draws one of some choices, of which there must be one at least.
    #[inline]
    pub(super) fn draw(&self, choices: &[u16], rng: &mut Pcg, scratch: &mut Scratch) -> usize {
        let sum = self.shares(choices, &mut scratch.shares);
        let unit = (rng.next_u32() >> 8) as f32 / (1_u32 << 24) as f32;
        pick(&scratch.shares[..choices.len()], unit * sum)
    }

    /// Makes a line likelier: one step of size `alpha` up the gradient of its log-likelihood.
    pub(super) fn adapt(&mut self, trace: &Trace, alpha: f32, scratch: &mut Scratch) {
        scratch.changes.clear();
        for (choices, chosen) in trace.steps() {
            let sum = self.shares(choices, &mut scratch.shares);
            let start = scratch.changes.len();
            let loss = -alpha / sum;
            scratch.changes.extend(scratch.shares[..choices.len()].iter().map(|share| loss * share));
            scratch.changes[start + chosen] += alpha;
        }
        // Applied at the end: every probability above is that of the policy before.
        for (&slot, &change) in trace.choices.iter().zip(&scratch.changes) {
            self.weights[usize::from(slot)] += change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Seed;

    /// A line of two moves: the second of three, then the first of two.
    fn trace() -> Trace {
        Trace { score: Some(1), codes: vec![2, 4], chosen: vec![1, 0], ends: vec![3, 5], choices: vec![1, 2, 3, 4, 5] }
    }

    #[test]
    fn an_adaptation_moves_weights_by_the_gradient() {
        let mut policy = Policy::new();
        policy.adapt(&trace(), 1.0, &mut Scratch::default());
        let expected = [0.0, -1.0 / 3.0, 2.0 / 3.0, -1.0 / 3.0, 0.5, -0.5];
        for (weight, expected) in policy.weights.iter().zip(expected) {
            assert!((weight - expected).abs() < 1e-6, "{weight} for {expected}");
        }
    }

    #[test]
    fn draws_follow_weights() {
        let mut policy = Policy::new();
        policy.weights[1] = 2.0_f32.ln();
        policy.weights[3] = 3.0_f32.ln();
        let offered = [1, 2, 3];
        let (mut rng, mut scratch) = (Seed(5).stream("test", 0), Scratch::default());
        let mut counts = [0_u32; 3];
        for _ in 0..60_000 {
            counts[policy.draw(&offered, &mut rng, &mut scratch)] += 1;
        }
        for (count, expected) in counts.into_iter().zip([20_000, 10_000, 30_000_u32]) {
            assert!(count.abs_diff(expected) < 600, "{count} for {expected}");
        }
    }

    #[test]
    fn a_point_at_the_very_end_falls_into_the_last_share() {
        let shares = [0.1, 0.2, 0.3];
        assert_eq!([0.0, 0.15, 0.35, 0.6, 0.7].map(|point| pick(&shares, point)), [0, 1, 2, 2, 2]);
    }

    #[test]
    fn a_draw_is_one_of_the_choices_though_shares_are_padded() {
        let (mut rng, mut scratch) = (Seed(6).stream("test", 0), Scratch::default());
        let policy = Policy::new();
        for count in 1..=40_u16 {
            let offered: Vec<u16> = (0..count).collect();
            let sum = policy.shares(&offered, &mut scratch.shares);
            assert!((sum - f32::from(count)).abs() < 1e-4);
            assert!(scratch.shares[usize::from(count)..].iter().all(|&share| share < 1e-37));
            assert!((0..100).all(|_| policy.draw(&offered, &mut rng, &mut scratch) < usize::from(count)));
        }
    }

    #[test]
    fn a_cut_keeps_moves_and_their_choices() {
        let mut cut = trace();
        cut.cut(1);
        assert_eq!((cut.codes, cut.choices), (vec![2], vec![1, 2, 3]));
    }

    #[test]
    fn the_exponential_is_the_exponential() {
        for hundredth in 0..8_700_u16 {
            let x = -f32::from(hundredth) / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 4e-6, "{} for {}", exp(x), x.exp());
        }
        assert!((exp(0.0) - 1.0).abs() < f32::EPSILON);
        assert!((0.0..1e-37).contains(&exp(-1e9)) && (0.0..1e-37).contains(&exp(f32::MIN)));
    }
}
