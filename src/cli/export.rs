//! `export`: a verified solution as a file to keep or to play from.

use super::args::{ExportArgs, ExportFormat};
use super::exit::{Exit, Failure, OrExit};
use super::files::read_solution;
use super::run::script;
use super::ui::Ui;
use super::verify::verified;
use crate::checkpoint::write_atomically;
use crate::puzzle::{Claim, Origin};

/// What rows and columns count from.
#[must_use]
pub(crate) fn origin(number: u8) -> Origin {
    if number == 0 { Origin::Zero } else { Origin::One }
}

/// Runs `export`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn export(args: &ExportArgs, ui: &Ui) -> Result<Exit, Failure> {
    let mut solution = read_solution(&args.source, args.puzzle.as_deref(), ui)?;
    if solution.claim != Claim::Impossible {
        solution.score = Some(verified(&solution)?.score);
    }
    let text = match args.format {
        ExportFormat::Text => script(&solution, origin(args.origin), ui.lang),
        ExportFormat::Json => solution.to_json(),
    };
    match &args.output {
        Some(path) => write_atomically(path, text.as_bytes())
            .or_exit(Exit::Io, || format!("failed to write {}", path.display()))?,
        None => ui.print(&text),
    }
    Ok(Exit::Done)
}
