//! Threads: as many as are asked for, else as there are cores, whatever the environment says.

use super::exit::{Exit, Failure, OrExit};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;

/// Cores of this machine.
#[must_use]
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The number of threads that `--threads` asks for.
#[must_use]
pub(crate) fn threads(given: Option<u16>) -> usize {
    given.map_or_else(cores, usize::from)
}

/// So many threads, at least one.
///
/// # Errors
/// When they cannot be started.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    // With 0 rayon would ask the environment.
    let builder = ThreadPoolBuilder::new().num_threads(threads.max(1));
    builder.build().or_exit(Exit::Internal, || "failed to start threads".to_owned())
}
