//! `advise`: the step-by-step loop where the refill is random. The program shows a move, the player says what fell.
//!
//! | file | what |
//! |---|---|
//! | `command` | from the arguments to the loop |
//! | `session` | the loop: what is typed, and what it does |
//! | `typed` | what a typed line asks for |
//! | `game` | the game so far: what was played, position by position |
//! | `file` | the game file, whole after every step |
//! | `entry` | a board that is being typed in |
//! | `view` | what the loop shows |
//! | `screen` | boards and sentences |

mod command;
mod entry;
mod file;
mod game;
mod screen;
mod session;
mod typed;
mod view;

pub(super) use command::advise;
