//! One search: its levels on an explicit stack.
//!
//! Invariant: between two iterations every level but the highest has runs left to do, and each holds the policy
//! that it copied from the level above, adapted once per run (per `stable` playouts, at the lowest).

use super::memo::Memo;
use super::options::NrpaOptions;
use super::playout::{Scene, Workspace};
use super::policy::{Policy, Scratch, TABLE_SIZE, Trace};
use crate::game::Learn;
use crate::search::{Control, Found, Origin};
use crate::types::{Pcg, Score};
use serde::{Deserialize, Serialize};

/// One level of the nesting.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) policy: Policy,
    /// Runs of the level below so far; playouts, at the lowest.
    pub(super) done: u32,
    /// How many of them equalled the best score since it last rose.
    pub(super) equals: u32,
    /// The best line that these brought.
    pub(super) best: Trace,
}

impl Level {
    pub(super) fn new() -> Self {
        Self { policy: Policy::new(), done: 0, equals: 0, best: Trace::default() }
    }

    /// Takes the result of one run and, after every `stable` of them, adapts to the best so far. Of equal scores the
    /// later wins, as in the original: it keeps the search moving.
    fn learn(&mut self, result: &Trace, stable: u32, alpha: f32, scratch: &mut Scratch) {
        if result.score >= self.best.score {
            self.equals = if result.score == self.best.score { self.equals + 1 } else { 0 };
            self.best.clone_from(result);
        }
        self.done += 1;
        if self.done.is_multiple_of(stable) && self.best.score.is_some() {
            self.policy.adapt(&self.best, alpha, scratch);
        }
    }

    /// Starts over.
    fn restart(&mut self) {
        self.done = 0;
        self.equals = 0;
        self.best.clear();
    }

    /// Whether it has made all its runs, or none of the last brought anything new.
    fn is_through(&self, options: &NrpaOptions, is_lowest: bool) -> bool {
        self.done >= options.runs(is_lowest) || self.equals >= options.patience(is_lowest)
    }
}

/// Whether the playouts of a round are selective.
///
/// Not all are, since the best line may need a move that looks unpromising. Of the first two rounds, which are short, one
/// is of either kind. After that the kind that has brought more so far has three rounds of every four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Turns {
    pub(super) is_selective: bool,
    /// The best score of playouts that were not selective and of those that were.
    bests: [Option<Score>; 2],
}

impl Turns {
    fn new(options: &NrpaOptions) -> Self {
        Self { is_selective: options.selective, bests: [None; 2] }
    }

    /// Takes note of a playout.
    fn note(&mut self, score: Option<Score>) {
        let best = &mut self.bests[usize::from(self.is_selective)];
        *best = score.max(*best);
    }

    /// Gets ready for a round.
    fn advance(&mut self, round: u32, options: &NrpaOptions) {
        let [whole, selective] = self.bests;
        let is_for_the_other = round % 4 == 1;
        self.is_selective = options.selective && (selective >= whole) != is_for_the_other;
    }
}

/// One search under way.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) number: u32,
    pub(super) rng: Pcg,
    /// Playouts so far.
    pub(super) iterations: u64,
    /// Rounds that are through: runs of the highest level.
    pub(super) round: u32,
    pub(super) turns: Turns,
    /// The highest level first.
    pub(super) levels: Vec<Level>,
    /// The best line of all.
    pub(super) best: Option<Found>,
    /// The line of the last playout, and on its way up the best line of a level.
    trace: Trace,
    pub(super) space: Workspace,
}

impl Worker {
    /// A search that has done nothing yet.
    pub(super) fn new(number: u32, options: &NrpaOptions, rng: Pcg) -> Self {
        let levels = vec![Level::new(); options.levels(0)];
        Self {
            number,
            rng,
            iterations: 0,
            round: 0,
            turns: Turns::new(options),
            levels,
            best: None,
            trace: Trace::default(),
            space: Workspace::new(),
        }
    }

    /// Bytes that its tables take.
    pub(super) fn bytes(&self) -> u64 {
        (self.levels.len() * TABLE_SIZE * size_of::<f32>() + Memo::BYTES) as u64
    }

    /// One playout, and what every level learns from it.
    pub(super) fn iterate<G: Learn>(&mut self, scene: &Scene<'_, G>, control: &Control<'_>) {
        let Some(lowest) = self.levels.last() else { return };
        let scene = Scene { selective: self.turns.is_selective, ..*scene };
        scene.play(&lowest.policy, &mut self.rng, &mut self.trace, &mut self.space);
        self.iterations += 1;
        self.turns.note(self.trace.score);
        if let Some(score) = self.trace.score
            && self.best.as_ref().is_none_or(|best| score > best.score)
        {
            let origin = Origin { strategy: "nrpa".into(), tree: self.number, iteration: self.iterations };
            let found = Found { score, line: self.trace.codes.clone(), origin };
            control.tell(score, || found.clone());
            self.best = Some(found);
        }
        self.hand_up(scene.options);
    }

    /// Hands the trace up the stack, as far as levels are through, and lets those start over.
    fn hand_up(&mut self, options: &NrpaOptions) {
        #[expect(clippy::cast_possible_truncation, reason = "a step of a few units")]
        let alpha = options.alpha as f32;
        let lowest = self.levels.len() - 1;
        let mut depth = lowest;
        loop {
            let level = &mut self.levels[depth];
            level.learn(&self.trace, options.stable(depth == lowest), alpha, &mut self.space.scratch);
            if !level.is_through(options, depth == lowest) {
                break;
            }
            std::mem::swap(&mut self.trace, &mut level.best);
            level.restart();
            if depth == 0 {
                self.round = self.round.saturating_add(1);
                self.turns.advance(self.round, options);
                level.policy.clear();
                self.levels.resize_with(options.levels(self.round), Level::new);
                break;
            }
            depth -= 1;
        }
        for lower in depth + 1..self.levels.len() {
            let (above, below) = self.levels.split_at_mut(lower);
            below[0].policy.weights.copy_from_slice(&above[lower - 1].policy.weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of the first rounds are selective when the playouts of each bring these scores.
    fn rounds(options: &NrpaOptions, scores: [Score; 5]) -> [bool; 6] {
        let mut turns = Turns::new(options);
        let mut are = [turns.is_selective; 6];
        for (round, score) in (1..).zip(scores) {
            turns.note(Some(score));
            turns.advance(round, options);
            are[round as usize] = turns.is_selective;
        }
        are
    }

    #[test]
    fn the_kind_that_brought_more_has_more_rounds() {
        let options = NrpaOptions::default();
        assert_eq!(rounds(&options, [5, 4, 5, 5, 5]), [true, false, true, true, true, false]);
        assert_eq!(rounds(&options, [4, 5, 5, 5, 5]), [true, false, false, false, false, true]);
        assert_eq!(rounds(&NrpaOptions { selective: false, ..options }, [4, 5, 5, 4, 5]), [false; 6]);
    }
}
