//! The job that runs overnight, through the real program: it survives kill −9, full disks, damaged files and signals,
//! gives the same bytes however often it was interrupted, and says why it ended.
#![expect(clippy::unwrap_used, reason = "whatever fails here is a failed test")]
#![expect(clippy::disallowed_types, clippy::print_stdout, reason = "it takes time, and says how often it killed")]

mod common;
mod crash;
mod damage;
mod disk;
mod ends;
mod exhausted;
mod merged;
#[path = "../support/puzzle.rs"]
mod puzzle;
mod repeat;
#[path = "../support/run.rs"]
mod run;
mod signals;
