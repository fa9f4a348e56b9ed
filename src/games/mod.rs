//! The games. Each folder or file is one game behind the contracts of [`crate::game`]; none knows a search, a file
//! or the terminal.

pub mod crush;
mod rows;
pub mod samegame;
pub mod sandbox;
pub mod twofour;
mod wide;
