//! `bench`: the fixed sets of puzzles, with the program's fingerprint or its strength.
//!
//! | file | what |
//! |---|---|
//! | `command` | from the arguments to the measurement |
//! | `sets` | the puzzles, built in |
//! | `strength` | a strategy on a set: scores, mean, total |
//! | `fingerprint` | total nodes and a hash of the best lines of every strategy at fixed iterations |

mod command;
mod fingerprint;
mod sets;
mod strength;

pub(crate) use command::bench;
