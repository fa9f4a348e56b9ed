//! TwoFour: two players move balls between piles until every pile holds two; who makes a pile two owns it.
//!
//! - A move takes one ball from a pile of s to another of d with d + 1 ≤ s − 1.
//! - Who makes a pile exactly 2, by taking or by putting, owns it; a 2-pile that changes belongs to nobody until it is
//!   2 again. Anyone's 2-piles may be used.
//! - 2-piles at the start: half to each player, the odd one to player 2. Player 1 moves first.
//! - No move left: more piles wins, equal is a draw.
//!
//! The order of the piles does not matter, so a state is how many piles there are of each size, how many of the twos
//! each player owns, and who moves ([`State`]). [`Slots`] numbers all states of so many piles without
//! gaps, so that a solver can keep what it knows of each in two bits.

mod explain;
mod input;
mod play;
mod slots;

pub use explain::{PileMove, pile_line};
pub use input::{Input, InputError, InputFault, MAX_GAMES, MAX_PILES, parse};
pub use play::{Group, Shift, State, TwoFour, TwoFourError};
pub use slots::Slots;
