//! Which pass follows which: first wider and wider from the start, then cuts of the best line with noise; or only the
//! one or the other.
//!
//! A cut keeps the first moves of the best line and searches on from there with a beam whose values are shaken by
//! noise, so that positions the value underrates get their turn. Cuts come in rounds over the whole line, a step of
//! the golden ratio apart, so that early and late cuts alternate; every round is wider than the one before. Every other
//! cut has twice the noise: on some puzzles the one does better, on some the other.

use super::options::BeamOptions;
use super::pass::Spec;
use crate::search::value::UNIT;
use crate::types::{Score, Seed, mix};

/// Cuts in a round; a power of two.
const ROUND: u64 = 64;

impl BeamOptions {
    /// How many passes widen.
    fn widening(&self) -> u64 {
        if self.first_width == 0 {
            return 0;
        }
        let mut passes = 1;
        let mut width = self.first_width;
        while width < self.widest {
            width = width.saturating_mul(self.growth.max(2));
            passes += 1;
        }
        passes
    }

    /// Whether there is no pass with a number.
    pub(super) fn is_over(&self, pass: u64) -> bool {
        self.cut_width == 0 && pass >= self.widening()
    }

    /// The pass with a number, from 0, given the best line so far.
    pub(super) fn spec(&self, pass: u64, best: &[u16]) -> Spec {
        let widening = self.widening();
        if let Some(cut) = pass.checked_sub(widening) {
            return self.cut(cut, best);
        }
        let mut width = self.first_width;
        for _ in 0..pass {
            width = width.saturating_mul(self.growth.max(2)).min(self.widest.max(1));
        }
        Spec { prefix: Vec::new(), width, noise: 0, salt: 0 }
    }

    /// Whether a spec can be that of the pass with a number, whatever line was the best when it began.
    pub(super) fn is_pass(&self, pass: u64, spec: &Spec) -> bool {
        let own = Spec { prefix: spec.prefix.clone(), ..self.spec(pass, &[]) };
        own == *spec && (pass >= self.widening() || spec.prefix.is_empty())
    }

    /// The cut with a number, from 0.
    fn cut(&self, cut: u64, best: &[u16]) -> Spec {
        let round = cut / ROUND;
        let salt = mix(mix(self.seed.0) ^ cut);
        // Multiples of the golden ratio, as a fraction of 2³².
        let fraction = cut.wrapping_mul(0x9e37_79b9) & 0xffff_ffff;
        let length = (best.len() as u64 * fraction) >> 32;
        let prefix = best[..usize::try_from(length).unwrap_or(0)].to_vec();
        let doublings = u32::try_from(round.min(8)).unwrap_or(8);
        let width = self.cut_width.max(1).saturating_mul(1 << doublings).min(self.widest.max(1));
        #[expect(clippy::cast_possible_truncation, reason = "saturates, far beyond any score")]
        let noise = (self.noise * UNIT as f32) as Score;
        let noise = if cut.is_multiple_of(2) { noise } else { noise.saturating_mul(2) };
        Spec { prefix, width, noise, salt }
    }
}

impl Default for BeamOptions {
    fn default() -> Self {
        Self { seed: Seed(0), first_width: 300, growth: 3, widest: 2_000_000, cut_width: 8_000, noise: 300.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_of_cuts_double_their_width_and_every_other_cut_its_noise() {
        let options = BeamOptions { first_width: 3, growth: 3, widest: 9, cut_width: 2, ..BeamOptions::default() };
        let line: Vec<u16> = (0..1000).collect();
        let spec = |pass| options.spec(pass, &line);
        // Widths 3 and 9 from the start, then rounds of 64 of the line, up to the widest.
        assert_eq!([0, 1, 2, 65, 66, 129, 130, 1000].map(|pass| spec(pass).width), [3, 9, 2, 2, 4, 4, 8, 9]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|pass| spec(pass).noise / UNIT), [0, 0, 300, 600, 300, 600]);
        assert_eq!([1, 2, 3, 4].map(|pass| spec(pass).prefix.len()), [0, 0, 618, 236]);
    }
}
