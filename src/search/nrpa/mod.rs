//! Nested rollout policy adaptation: playouts that learn, level by level, from the best line of their level.
//!
//! A *policy* gives every move a weight; a playout draws each move with a probability that grows exponentially with
//! it. A level runs the level below a fixed number of times, each time with a copy of its own policy, keeps the best
//! line it was handed and after each pulls its policy towards that line: every move of the line gains `alpha`, and
//! the moves that stood beside it lose `alpha` in proportion to their probabilities, which is a step up the gradient
//! of the line's likelihood (Rosin 2011). The lowest level runs playouts. When the highest level is through, a
//! new round starts with an empty policy, with more levels than the last as far as the options allow; the best line of
//! all is kept.
//!
//! What a policy recognises a move by, the game says ([`Learn::policy_code`](crate::game::Learn::policy_code)), and
//! also which moves a playout passes over while there are others
//! ([`Learn::is_promising`](crate::game::Learn::is_promising): selective policies, Cazenave 2016). The lowest level
//! adapts only after several playouts, to the best line so far, so that it does not settle on the first line it meets
//! (stabilised NRPA, Cazenave, Sevestre and Toulemont 2020); and a level that finds nothing but equals of its best line
//! ends early (limited repetitions, Cazenave 2020).
//!
//! Policies are tables of a fixed size, indexed by a hash of the code. Two codes may share an entry; that costs some
//! strength and never a legal move. The nesting is an explicit stack, so a search halts between any two playouts.
//!
//! | file | what |
//! |---|---|
//! | `options` | what a caller may set |
//! | `kinds` | which moves the playouts of a round choose from |
//! | `memo` | what positions offer, kept for a while |
//! | `policy` | weights, probabilities, adaptation |
//! | `playout` | from the start to the end of the game; reading a line again |
//! | `worker` | the stack of levels; one iteration is one playout |
//! | `parallel` | independent workers side by side, and what they know together |
//! | `record` | saving and loading |

mod kinds;
mod memo;
mod options;
mod parallel;
mod playout;
mod policy;
mod record;
mod worker;

pub use options::NrpaOptions;
pub use parallel::Nrpa;
