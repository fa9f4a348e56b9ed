//! What connects a running search with its caller: the request to halt, the live figures, and what it found.

use crate::types::Score;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

/// Live figures of a running search, read by the caller from another thread. They inform; nothing depends on them.
#[derive(Debug)]
pub struct Meter {
    iterations: AtomicU64,
    nodes: AtomicU64,
    bytes: AtomicU64,
    best: AtomicI64,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            iterations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            best: AtomicI64::new(Score::MIN),
        }
    }
}

impl Meter {
    /// Sets the total of iterations, the nodes held and the bytes they take.
    pub fn set(&self, iterations: u64, nodes: u64, bytes: u64) {
        self.iterations.store(iterations, Ordering::Relaxed);
        self.nodes.store(nodes, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Counts iterations done and nodes and bytes gained since the last call; losses wrap and cancel out.
    pub fn add(&self, iterations: u64, nodes: u64, bytes: u64) {
        self.iterations.fetch_add(iterations, Ordering::Relaxed);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Iterations done so far, over the whole run.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations.load(Ordering::Relaxed)
    }

    /// Nodes (or states) held.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Bytes that the search holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The best score that any worker has reported, `None` before the first.
    #[must_use]
    pub fn best(&self) -> Option<Score> {
        Some(self.best.load(Ordering::Relaxed)).filter(|&best| best > Score::MIN)
    }

    /// Raises the best score; true when it was lower.
    pub fn raise_best(&self, score: Score) -> bool {
        self.best.fetch_max(score, Ordering::Relaxed) < score
    }
}

/// Who found a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The strategy's name.
    pub strategy: String,
    /// The tree or worker, from 0.
    pub tree: u32,
    /// That tree's own iteration, from 1.
    pub iteration: u64,
}

/// A complete line and its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The sum of its gains.
    pub score: Score,
    /// Its moves from the start, as [`Move::code`](crate::game::Move::code)s.
    pub line: Vec<u16>,
    /// Who found it.
    pub origin: Origin,
}

/// What a running search is given by its caller.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set by the caller when the search shall halt; looked at every few milliseconds.
    pub stop: &'a AtomicBool,
    /// Live figures.
    pub meter: &'a Meter,
    /// Told, from whichever thread, of every line better than all that were told before.
    pub found: &'a (dyn Fn(&Found) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("stop", self.stop).field("meter", self.meter).finish_non_exhaustive()
    }
}

impl Control<'_> {
    /// Whether the caller wants a halt.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Passes a line on if it is better than all that were told before. `line` is built only then.
    pub fn tell(&self, score: Score, found: impl FnOnce() -> Found) {
        if self.meter.raise_best(score) {
            (self.found)(&found());
        }
    }
}
