//! From the arguments of `bench` to the measurement.

use super::{fingerprint, sets, strength};
use crate::cli::args::BenchArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::files::check_place;
use crate::cli::threads::{pool, threads};
use crate::cli::ui::Ui;

/// Runs `bench`: the fingerprint, or with `--set` the strength of a strategy.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn bench(args: &BenchArgs, ui: &Ui) -> Result<Exit, Failure> {
    if let Some(path) = &args.json {
        check_place(path)?;
    }
    let pool = pool(threads(args.search.threads))?;
    match args.set {
        Some(set) => strength::run(&sets::puzzles(set)?, args, &pool, ui)?,
        None => fingerprint::run(&pool, ui)?,
    }
    Ok(Exit::Done)
}
