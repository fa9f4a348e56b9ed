//! Upper confidence bounds applied to trees, root-parallel: the forum's method, and what grew from it.
//!
//! One iteration on one tree, the classic four steps:
//!
//! 1. *Selection.* From the root, follow the child with the largest
//!    `value + c · sqrt(2 ln N_parent / N_child)` (UCB1: Auer, Cesa-Bianchi, Fischer 2002; on trees: Kocsis and
//!    Szepesvári 2006) until a node has a child that was never visited. States are not stored: they are replayed on
//!    the way, since the games are deterministic.
//! 2. *Expansion.* A visited leaf gets all its candidate moves as children at once (the forum's rule: swaps whose
//!    refill count is the largest or second largest, and the drags that give their step back).
//! 3. *Simulation.* Random (or greedy) moves until the game is over.
//! 4. *Back-up.* Visits, sum and maximum of the final score, and where a tree asks for them the squared deviations from
//!    the mean (Welford's recurrence), from the leaf to the root. What becomes of them (mean, maximum, a mixture, the
//!    single-player deviation term of Schadd, Winands, van den Herik, Chaslot, Uiterwijk 2008) is decided when a
//!    child's value is asked for.
//!
//! *isAllExplored.* A finished game is explored; so is a node all of whose children are. Selection never enters an
//! explored node. When the root is explored and all moves were candidates, the best line is optimal.
//!
//! *Root parallel.* T trees share nothing that changes what they do (Chaslot, Winands, van den Herik 2008), so (seed,
//! trees, iterations) fixes every byte of the result, whatever the threads. Reports merge the tables at the root.
//!
//! *Memory.* A tree has room for a fixed number of nodes. When it is full, the subtrees with the fewest visits are
//! folded back into their roots, which keep their statistics, and the arena closes the gaps: see `recycle`.

mod backup;
mod expand;
mod guide;
mod iterate;
mod merge;
mod options;
mod parallel;
mod playout;
mod record;
mod recycle;
#[cfg(test)]
mod reference;
mod select;
#[cfg(test)]
mod tests;
mod transpositions;
mod tree;

pub use options::{Backup, Candidates, Playout, Scaling, TreeOptions, UctOptions};
pub use parallel::Uct;
