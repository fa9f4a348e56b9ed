//! What an exact search may use, and how much of it.

use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;

/// The aids of an exact search. [`Default`] is the strongest: branch and bound with a memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactOptions {
    /// Most states remembered; 0 remembers none (see [`entries_within`](Self::entries_within)). At the bound the
    /// search slows down.
    pub memo_entries: usize,
    /// Cut what cannot beat the best line by the game's own bound, and try the most promising move first.
    pub has_bound: bool,
    /// Keep only this many children of each node, those that gain most at once. Then nothing is proven.
    pub top_k: Option<NonZeroUsize>,
    /// Nodes of the visited tree to record; 0 records none.
    pub trace_nodes: usize,
}

impl Default for ExactOptions {
    fn default() -> Self {
        Self { memo_entries: 1 << 25, has_bound: true, top_k: None, trace_nodes: 0 }
    }
}

impl ExactOptions {
    /// The strategy's name: `exact` with the bound, `backtrack` without.
    #[must_use]
    pub fn name(&self) -> &'static str {
        if self.has_bound { "exact" } else { "backtrack" }
    }

    /// How many states a memo may hold to stay within so many bytes: 32 each, and half as much again while the table
    /// doubles for the last time.
    #[must_use]
    pub fn entries_within(bytes: u64) -> usize {
        usize::try_from(bytes / 48).unwrap_or(usize::MAX)
    }

    /// Plain backtracking: every line, nothing remembered.
    #[must_use]
    pub fn backtrack() -> Self {
        Self { memo_entries: 0, has_bound: false, ..Self::default() }
    }

    /// Backtracking that searches no state twice.
    #[must_use]
    pub fn memo() -> Self {
        Self { has_bound: false, ..Self::default() }
    }

    /// Backtracking over the K best children of each node.
    #[must_use]
    pub fn top(k: NonZeroUsize) -> Self {
        Self { top_k: Some(k), ..Self::backtrack() }
    }
}
