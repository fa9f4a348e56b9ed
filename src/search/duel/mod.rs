//! Two-player games of perfect information, solved: who wins with best play, and how.
//!
//! Three methods give the same answer and differ in what they cost:
//!
//! - **bfs** writes out the whole tree of lines, layer by layer, and works its values back up. It needs memory for
//!   every node of the tree.
//! - **dfs** plays every line depth-first and remembers nothing (but stops at a winning move). It needs time.
//! - **memo** is dfs that remembers the worth of each state in a [`DuelTable`]: each state is looked into once.
//!
//! A budget of nodes ends bfs and dfs where they would not end by themselves; that is then said, never guessed.

mod memory;
mod solve;

pub use memory::{DenseTable, DuelTable, MapTable};
pub use solve::{DuelMethod, DuelReport, OutOfBudget, Worth, best_line, solve};
