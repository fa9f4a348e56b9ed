//! The independent checker: the rules once more, cell by cell, written from the rule text alone.
//!
//! A search exploits every slip of the engine it runs on, so what it finds is replayed here before it counts. Nothing
//! in this module calls the engines of [`crate::games`]; it shares with them only the *data* of a puzzle
//! ([`Setup`](crate::games::sandbox::Setup)) and the written form of a move ([`Action`](crate::types::Action)).
//! Everything is a `Vec` of rows and an obvious loop: slow, and easy to compare with the numbered rules.
//!
//! | file | what |
//! |---|---|
//! | `replayer` | [`Replayer`] plays any game move by move, [`check`] a whole line with its claimed score |
//! | `record` | what a move did ([`Step`]) and why it cannot be made ([`Reason`]) |
//! | `sandbox`, `matching` | R1 to R21 |
//! | `crush` | the lab's match-3 with exactly X moves |
//! | `samegame` | `SameGame` |

mod crush;
mod matching;
mod record;
mod replayer;
mod samegame;
mod sandbox;

pub use crush::Crush;
pub use record::{Group, NewPiece, Opening, Reason, Round, Spot, Step, Verified, VerifyError};
pub use replayer::{Replayer, Start, check};
pub use samegame::Samegame;
pub use sandbox::Sandbox;
