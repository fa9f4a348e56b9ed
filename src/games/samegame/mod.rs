//! SameGame: tap a group of two or more equal neighbours and it goes; what lies above falls, empty columns close to
//! the left.
//!
//! Score, as the field's standard test set has it: (n − 2)² for a group of n, 1000 more for an empty board. With
//! `leftover_penalty` (the two SP-MCTS papers) a game that ends otherwise deducts (k − 2)² for every colour of which
//! k > 2 cells are left; that is credited to its last move.

mod play;
mod potential;
mod setup;

pub use super::rows::ShapeFault;
pub use play::{SameGame, State, Tap};
pub use setup::{Fault, MAX_COLOURS, SameGameSetup, SetupError};
