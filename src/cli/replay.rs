//! `replay`: show a solution move by move.

use super::args::{ReplayArgs, ReplayFormat};
use super::exit::{Exit, Failure, OrExit};
use super::export::{origin, record};
use super::files::read_solution;
use super::ui::Ui;
use crate::replay::text::TextOptions;
use crate::replay::{json, text};

/// Runs `replay`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn replay(args: &ReplayArgs, ui: &Ui) -> Result<Exit, Failure> {
    let record = record(read_solution(&args.source, args.puzzle.as_deref(), ui)?, ui)?;
    let mut out = Vec::new();
    match args.format {
        ReplayFormat::Json => json::write(&record, &mut out),
        ReplayFormat::Text => {
            let options = TextOptions { origin: origin(args.origin), lang: ui.lang, color: ui.color };
            text::write(&record, options, &mut out)
        }
    }
    .or_exit(Exit::Internal, || "failed to render the replay".to_owned())?;
    ui.print(&String::from_utf8_lossy(&out));
    Ok(Exit::Done)
}
