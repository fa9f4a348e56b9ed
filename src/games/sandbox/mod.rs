//! The sandbox (沙盘) of 召唤与合成: boards of 3 to 8 rows and columns in every mode, with stones, promotion and
//! fixed or random refill.
//!
//! The rules are numbered once, in the project's `RULES.md`, and cited here by number:
//!
//! | rules | where |
//! |---|---|
//! | R1, R10 pieces and their worth | [`piece`], [`rules`] |
//! | R2 to R7 lines, groups, centres, score, promotion | `matching` |
//! | R8, R9 which moves are legal | `moves`, `sample` |
//! | R10, R11 what a move does | `play` |
//! | R12 to R15, R18, R20 fall, refill, cascade, stones | `cascade` |
//! | R16 equal futures | `key` |
//! | what a search sees of a board | `features` |
//! | A1 to A5 and the modes | [`rules`] |
//! | what a valid puzzle is | [`setup`] |
//!
//! A board is four bit planes: the bits of a cell, taken together, spell its kind (0 for nothing, 1 to 15 for a
//! piece). A column is one byte of each plane with the bottom row in its lowest bit, so that one parallel bit
//! extract and one deposit let a whole plane fall, and a line of three is two shifts and two ANDs. Up to seven rows
//! the top bit of every byte stays empty and keeps lines from wrapping; eight rows take the edge masks of [`shape`].

mod cascade;
mod features;
mod key;
mod matching;
mod moves;
pub mod piece;
mod play;
mod random;
pub mod rules;
mod sample;
pub mod setup;
pub mod shape;
mod state;
pub mod trace;

pub use cascade::MAX_ROUNDS;
pub use moves::SandboxMove;
pub use piece::Piece;
pub use play::Sandbox;
pub(crate) use random::fitting_whites;
pub use rules::{Mode, Refill, Rules};
pub use setup::{Fault, Setup, SetupError};
pub use shape::Shape;
pub use state::State;
