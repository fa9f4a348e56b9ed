//! Which pass follows which: first wider and wider from the start, then cuts of the best line with noise; or only the
//! one or the other.
//!
//! A cut keeps the first moves of the best line and searches on from there with a beam whose values are shaken by
//! noise, so that positions the value underrates get their turn. Cuts come in rounds over the whole line, a step of
//! the golden ratio apart, so that early and late cuts alternate. Every other cut has twice the noise: on some puzzles
//! the one does better, on some the other.
//!
//! Cuts climb, and after a round or two they stand on a peak. So every other round climbs anew, from a line that a noisy
//! beam finds from the start, however good the best one is; what it gets to counts if it is better. Rounds come in
//! fours of equal width, and every four are twice as wide as those before.

use super::options::BeamOptions;
use super::pass::Spec;
use crate::search::value::UNIT;
use crate::types::{Score, Seed, mix};

/// Cuts in a round; a power of two.
const ROUND: u64 = 64;
/// Rounds of equal width.
const ROUNDS_PER_WIDTH: u64 = 4;

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

    /// Whether the pass with a number cuts the fresh line; the others cut the best one.
    pub(super) fn cuts_fresh_line(&self, pass: u64) -> bool {
        pass.checked_sub(self.widening()).is_some_and(|cut| !(cut / ROUND).is_multiple_of(2))
    }

    /// Whether the pass with a number begins a fresh line.
    pub(super) fn begins_fresh_line(&self, pass: u64) -> bool {
        self.cuts_fresh_line(pass) && (pass - self.widening()).is_multiple_of(ROUND)
    }

    /// The pass with a number, from 0, given the line that it cuts, if it is a cut: nothing of a line still to be begun.
    pub(super) fn spec(&self, pass: u64, line: &[u16]) -> Spec {
        let widening = self.widening();
        if let Some(cut) = pass.checked_sub(widening) {
            return self.cut(cut, line);
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
    fn cut(&self, cut: u64, line: &[u16]) -> Spec {
        let salt = mix(mix(self.seed.0) ^ cut);
        // Multiples of the golden ratio, as a fraction of 2³².
        let fraction = cut.wrapping_mul(0x9e37_79b9) & 0xffff_ffff;
        let length = (line.len() as u64 * fraction) >> 32;
        let prefix = line[..usize::try_from(length).unwrap_or(0)].to_vec();
        let doublings = u32::try_from((cut / (ROUND * ROUNDS_PER_WIDTH)).min(8)).unwrap_or(8);
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
    fn every_other_round_of_cuts_begins_a_fresh_line() {
        let options = BeamOptions { first_width: 3, growth: 3, widest: 9, cut_width: 2, ..BeamOptions::default() };
        let line: Vec<u16> = (0..1000).collect();
        let kinds = |pass| (options.cuts_fresh_line(pass), options.begins_fresh_line(pass));
        // Widths 3 and 9, then rounds of 64.
        assert_eq!([0, 1, 2, 65].map(kinds), [(false, false); 4]);
        assert_eq!([66, 67, 129].map(kinds), [(true, true), (true, false), (true, false)]);
        assert_eq!([130, 193].map(kinds), [(false, false); 2]);
        assert_eq!(kinds(194), (true, true));
        // Four rounds of a width, then twice as wide, up to the widest.
        assert_eq!([2, 257, 258, 513, 514, 2000].map(|pass| options.spec(pass, &line).width), [2, 2, 4, 4, 8, 9]);
        let noise: Vec<_> = (2..6).map(|pass| options.spec(pass, &line).noise / UNIT).collect();
        assert_eq!(noise, [300, 600, 300, 600]);
        assert!(options.spec(3, &line).prefix.len() > 500 && options.spec(66, &[]).prefix.is_empty());
    }
}
