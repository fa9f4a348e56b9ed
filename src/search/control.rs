//! What connects a running search with its caller: the request to halt, the live figures, and what it found.

use super::contract::Summary;
use crate::types::Score;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

/// Live figures of a running search, read by the caller from another thread. They inform; nothing depends on them.
#[derive(Debug)]
pub struct Meter<'a> {
    iterations: AtomicU64,
    nodes: AtomicU64,
    bytes: AtomicU64,
    best: AtomicI64,
    /// The meter of the search that this one is a part of, and what its other parts have.
    above: Option<(&'a Meter<'a>, [u64; 3])>,
}

impl Default for Meter<'_> {
    fn default() -> Self {
        Self {
            iterations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            best: AtomicI64::new(Score::MIN),
            above: None,
        }
    }
}

impl<'a> Meter<'a> {
    /// The meter of one part of a search: what it shows appears above, the figures of the other parts added.
    #[must_use]
    pub fn above(meter: &'a Meter<'a>, others: &Summary) -> Self {
        Self { above: Some((meter, [others.iterations, others.nodes, others.bytes])), ..Self::default() }
    }

    /// Sets the total of iterations, the nodes held and the bytes they take.
    pub fn set(&self, iterations: u64, nodes: u64, bytes: u64) {
        self.iterations.store(iterations, Ordering::Relaxed);
        self.nodes.store(nodes, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
        self.pass_on();
    }

    /// Counts iterations done and nodes and bytes gained since the last call; losses wrap and cancel out.
    pub fn add(&self, iterations: u64, nodes: u64, bytes: u64) {
        self.iterations.fetch_add(iterations, Ordering::Relaxed);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.pass_on();
    }

    fn pass_on(&self) {
        if let Some((above, [iterations, nodes, bytes])) = self.above {
            above.set(iterations + self.iterations(), nodes + self.nodes(), bytes + self.bytes());
        }
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
        match self.above {
            Some((above, _)) => above.best(),
            None => Some(self.best.load(Ordering::Relaxed)).filter(|&best| best > Score::MIN),
        }
    }

    /// Raises the best score; true when it was lower.
    pub fn raise_best(&self, score: Score) -> bool {
        match self.above {
            Some((above, _)) => above.raise_best(score),
            None => self.best.fetch_max(score, Ordering::Relaxed) < score,
        }
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
    pub meter: &'a Meter<'a>,
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
