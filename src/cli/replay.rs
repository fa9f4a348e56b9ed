//! `replay`: show a solution move by move.

use super::args::{ReplayArgs, ReplayFormat};
use super::exit::{Exit, Failure, OrExit};
use super::export::{origin, record};
use super::files::read_solution;
use super::lang::say;
use super::player;
use super::ui::Ui;
use crate::replay::text::TextOptions;
use crate::replay::{json, text};
use std::io::IsTerminal;

/// Runs `replay`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn replay(args: &ReplayArgs, ui: &Ui) -> Result<Exit, Failure> {
    let record = record(read_solution(&args.source, args.puzzle.as_deref(), ui)?, ui)?;
    let origin = origin(args.origin);
    let has_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut out = Vec::new();
    match args.format {
        ReplayFormat::Auto if has_terminal => return player::play(&record, origin, ui),
        ReplayFormat::Json => json::write(&record, &mut out),
        ReplayFormat::Auto | ReplayFormat::Text => {
            text::write(&record, TextOptions { origin, lang: ui.lang, color: ui.color }, &mut out)
        }
    }
    .or_exit(Exit::Internal, || say!(ui.lang, "failed to render the replay", "无法生成回放"))?;
    ui.print(&String::from_utf8_lossy(&out));
    Ok(Exit::Done)
}
