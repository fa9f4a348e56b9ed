//! Policies: a weight per move code, the probabilities that follow from it, and adaptation to a line.

use crate::types::{Pcg, Score, mix};
use rand::Rng;

/// Codes are hashed to so many bits.
const TABLE_BITS: u32 = 16;
/// Weights of a policy.
pub(super) const TABLE_SIZE: usize = 1 << TABLE_BITS;

/// The table entry of a move code.
#[inline]
pub(super) fn slot(code: u64) -> u32 {
    (mix(code) >> (64 - TABLE_BITS)) as u32
}

/// One move of a choice, as a policy sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// Its table entry.
    pub(super) slot: u32,
    /// What is added to its weight.
    pub(super) bias: f32,
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
    /// The moves to choose from, move after move.
    pub(super) choices: Vec<Choice>,
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
    fn steps(&self) -> impl Iterator<Item = (&[Choice], usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&end| end as usize));
        let spans = starts.zip(&self.ends).map(|(start, &end)| &self.choices[start..end as usize]);
        spans.zip(self.chosen.iter().map(|&chosen| chosen as usize))
    }
}

/// A weight per table entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Policy {
    pub(super) weights: Vec<f32>,
}

/// Memory that adaptations and draws share.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    shares: Vec<f32>,
    changes: Vec<(u32, f32)>,
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

    /// Replaces `shares` by what each choice's probability is proportional to; returns their sum.
    #[inline]
    fn shares(&self, choices: &[Choice], shares: &mut Vec<f32>) -> f32 {
        shares.clear();
        shares.extend(choices.iter().map(|choice| self.weights[choice.slot as usize] + choice.bias));
        let highest = shares.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for share in shares {
            *share = (*share - highest).exp();
            sum += *share;
        }
        sum
    }

    /// Draws one of some choices, of which there must be one at least.
    #[inline]
    pub(super) fn draw(&self, choices: &[Choice], rng: &mut Pcg, scratch: &mut Scratch) -> usize {
        let sum = self.shares(choices, &mut scratch.shares);
        let unit = (rng.next_u32() >> 8) as f32 / (1_u32 << 24) as f32;
        let mut rest = unit * sum;
        for (index, &share) in scratch.shares.iter().enumerate() {
            rest -= share;
            if rest < 0.0 {
                return index;
            }
        }
        choices.len() - 1
    }

    /// Makes a line likelier: one step of size `alpha` up the gradient of its log-likelihood.
    pub(super) fn adapt(&mut self, trace: &Trace, alpha: f32, scratch: &mut Scratch) {
        scratch.changes.clear();
        for (choices, chosen) in trace.steps() {
            let sum = self.shares(choices, &mut scratch.shares);
            let losses = choices.iter().zip(&scratch.shares).map(|(choice, share)| (choice.slot, -alpha * share / sum));
            scratch.changes.extend(losses);
            scratch.changes.push((choices[chosen].slot, alpha));
        }
        // Applied at the end: every probability above is that of the policy before.
        for &(slot, change) in &scratch.changes {
            self.weights[slot as usize] += change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Seed;

    fn choices(slots: &[u32]) -> Vec<Choice> {
        slots.iter().map(|&slot| Choice { slot, bias: 0.0 }).collect()
    }

    /// A line of two moves: the second of three, then the first of two.
    fn trace() -> Trace {
        let choices = choices(&[1, 2, 3, 4, 5]);
        Trace { score: Some(1), codes: vec![2, 4], chosen: vec![1, 0], ends: vec![3, 5], choices }
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
    fn draws_follow_weights_and_biases() {
        let mut policy = Policy::new();
        policy.weights[1] = 2.0_f32.ln();
        let mut offered = choices(&[1, 2]);
        offered.push(Choice { slot: 3, bias: 3.0_f32.ln() });
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
    fn a_cut_keeps_moves_and_their_choices() {
        let mut cut = trace();
        cut.cut(1);
        assert_eq!((cut.codes, cut.choices), (vec![2], choices(&[1, 2, 3])));
    }
}
