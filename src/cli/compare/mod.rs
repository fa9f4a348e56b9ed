//! `compare`: strategies side by side on the same puzzles, and the lab's fixed experiments.
//!
//! | file | what |
//! |---|---|
//! | `command` | from the arguments to the comparison |
//! | `race` | one search within a budget, and everything measured of it |
//! | `puzzles` | puzzle files × strategies |
//! | `games` | evaluators × whole games, where the refill is random |
//! | `lab` | the lab's experiments: methods against X, K, m and n on random boards |
//! | `lab_report` | their tables and charts |
//! | `lab_large` | the largest boards of the lab's report, and how far X goes |
//! | `show` | tables, numbers, files |

mod command;
mod games;
mod lab;
mod lab_large;
mod lab_report;
mod puzzles;
mod race;
mod show;

pub(super) use command::compare;
pub(super) use race::{Budget, Outcome, race};
pub(super) use show::{padded, seconds};
