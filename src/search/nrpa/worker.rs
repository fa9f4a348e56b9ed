//! One search: its levels on an explicit stack.
//!
//! Invariant: between two iterations every level but the highest has runs left to do, and each holds the policy
//! that it copied from the level above, adapted once per run (per `stable` playouts, at the lowest).

use super::kinds::{self, Turns};
use super::memo::Memo;
use super::options::NrpaOptions;
use super::playout::{Scene, Workspace};
use super::policy::{Policy, Scratch, TABLE_SIZE, Trace};
use crate::game::Learn;
use crate::search::{Control, Found, Origin};
use crate::types::Pcg;

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
        let levels = vec![Level::new(); options.levels(0, 1)];
        Self {
            number,
            rng,
            iterations: 0,
            round: 0,
            turns: Turns::default(),
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
        let kinds = kinds::count(scene.game, scene.options);
        let scene = Scene { selection: kinds::selection(self.turns.kind, kinds), ..*scene };
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
        self.hand_up(scene.options, kinds);
    }

    /// Hands the trace up the stack, as far as levels are through, and lets those start over.
    fn hand_up(&mut self, options: &NrpaOptions, kinds: u32) {
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
                self.turns.advance(self.round, self.number, kinds);
                level.policy.clear();
                self.levels.resize_with(options.levels(self.round, kinds), Level::new);
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
