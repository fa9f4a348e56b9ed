//! The lab's match-3 (消消乐): exactly X swaps of neighbours, each of which must eliminate something; no refill.
//!
//! - A move swaps two orthogonal neighbours, neither empty, and counts only if a line then stands.
//! - One round: every maximal row or column line of three or more equal cells, all at once, scores by its own
//!   length – 3 → 1, 4 → 4, 5 → 10, L ≥ 6 → 6L − 20 – so that a cell in two lines serves both; then all their cells
//!   vanish and what lies above falls. Rounds repeat until no line is left.
//! - Only a line of exactly X moves is a solution. There may be none: then the puzzle is impossible.
//!
//! | what | where |
//! |---|---|
//! | what a valid puzzle is | `setup` |
//! | lines, score, rounds | `matching` |
//! | which swaps are legal | `moves` |
//! | what can still be gained at most | `bound` |
//! | random boards for experiments | `sample` |

mod bound;
mod matching;
mod moves;
mod play;
mod sample;
mod setup;

pub use super::rows::ShapeFault;
pub use super::wide::MAX_SIDE;
pub use moves::CrushMove;
pub use play::{Crush, State};
pub use sample::random_board;
pub use setup::{CrushSetup, Fault, KINDS, MOVES, SetupError};
