//! One search over several processes, through the real program under `mpirun`: the same result on any number of ranks
//! and without MPI, and whatever happens to a rank or a file, the run goes on.
#![expect(clippy::unwrap_used, reason = "whatever fails here is a failed test")]
#![expect(clippy::disallowed_types, reason = "it takes time")]

mod common;
mod files;
mod killed;
#[path = "../support/puzzle.rs"]
mod puzzle;
mod refused;
#[path = "../support/run.rs"]
mod run;
mod same;
