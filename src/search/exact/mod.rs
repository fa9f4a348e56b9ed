//! Exact depth-first search: every line is played or proven not worth playing.
//!
//! One engine with three independent aids (see [`ExactOptions`]): a memo of states met before, a bound that cuts what
//! cannot beat the best line, and – the only one that gives up exactness – keeping just the K best children of each
//! node. `backtrack` is none of them, branch and bound is memo and bound together, and the strongest.
//!
//! # How it works
//! The value of a state is the most that any complete continuation gains; *impossible* where none exists. A node is
//! searched with a threshold: what its value must exceed to matter above. Its children are tried in the order of their
//! promise; a child whose gain and bound do not exceed the threshold is cut. What comes back is the value where it
//! exceeds the threshold, otherwise a number that it does not exceed (fail-soft). Both go to the memo, marked as what
//! they are, with the best move, so that a line can be read out of the memo again. The memo is bounded
//! (`table`): a lost entry costs time, never the answer.
//!
//! A frame per move of the current line takes the place of recursion, so the search halts between any two nodes.
//!
//! # Saving
//! What a depth-first search knows is its memo, and that may take gigabytes. A save holds the count of iterations and
//! the best line; a loaded search plays the same iterations again before it goes on, and so ends where it would have
//! ended. Same options, same iterations: same line, same claim.
//!
//! Sources: fail-soft thresholds, J. P. Fishburn, *Analysis of Speedup in Distributed Algorithms*, 1984; keeping the
//! entries that took longest, D. M. Breuker et al., *Replacement Schemes for Transposition Tables*, 1994.

mod engine;
mod options;
mod strategy;
mod table;
mod trace;

pub use engine::{Engine, ExactOutcome};
pub use options::ExactOptions;
pub use strategy::Exact;
pub use trace::{Fate, Trace, TraceNode};
