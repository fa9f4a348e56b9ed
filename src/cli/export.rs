//! `export`: a verified solution as a file to keep or to play from.

use super::args::{ExportArgs, ExportFormat};
use super::exit::{Exit, Failure, OrExit};
use super::files::{read_solution, write_result};
use super::lang::say;
use super::moves::start_of;
use super::trace;
use super::ui::Ui;
use super::verify::verified;
use crate::puzzle::{Claim, Origin, Solution};
use crate::replay::{ExportOptions, Record, csv, html, md, script, svg};
use crate::verify::{Replayer, Verified};
use std::path::Path;

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
    let record = record(read_solution(&args.source, args.puzzle.as_deref(), ui)?, ui)?;
    let trace = match &args.trace {
        Some(_) if args.format != ExportFormat::Html => {
            let message = say!(ui.lang, "--trace goes with --format html only", "--trace 只能与 --format html 同用");
            return Err(Failure::new(Exit::Usage, message));
        }
        path => path.as_deref().map(|path| trace::read(path, &record.solution.puzzle, ui)).transpose()?,
    };
    let options = ExportOptions {
        trace,
        origin: origin(args.origin),
        lang: ui.lang,
        thumbnail: args.thumbnail.map(usize::from),
        bom: args.bom,
        check: check_command(args),
    };
    let mut out = Vec::new();
    match args.format {
        ExportFormat::Text => script::write(&record, &options, &mut out),
        ExportFormat::Csv => csv::write(&record, &options, &mut out),
        ExportFormat::Md => md::write(&record, &options, &mut out),
        ExportFormat::Html => html::write(&record, &options, &mut out),
        ExportFormat::Svg => svg::write(&record, &options, &mut out),
        ExportFormat::Json => {
            out = record.solution.to_json().into_bytes();
            Ok(())
        }
    }
    .or_exit(Exit::Internal, || say!(ui.lang, "failed to render the export", "无法生成导出内容"))?;
    write_result(args.output.as_deref(), &out, ui)?;
    Ok(Exit::Done)
}

/// The record of a solution, once its moves have been replayed; of a puzzle without one, its start.
///
/// # Errors
/// With the first move that is wrong, or when the score is not what was claimed.
pub(crate) fn record(solution: Solution, ui: &Ui) -> Result<Record, Failure> {
    let verified = if solution.claim == Claim::Impossible {
        let start = Replayer::new(start_of(&solution.puzzle))
            .or_exit(Exit::BadInput, || say!(ui.lang, "failed to set up the puzzle", "无法摆出谜题"))?;
        Verified { score: 0, opening: start.opening(), steps: Vec::new() }
    } else {
        verified(&solution, ui.lang)?
    };
    Ok(Record::new(solution, verified))
}

/// The command that checks the export: of the file itself where it reads back, else of what it was made from.
fn check_command(args: &ExportArgs) -> String {
    let reads_back = !matches!(args.format, ExportFormat::Md | ExportFormat::Svg);
    if let Some(name) = args.output.as_deref().filter(|_| reads_back).and_then(Path::file_name) {
        return format!("xiaochu verify {}", quoted(Path::new(name)));
    }
    let puzzle = args.puzzle.as_deref().map(|puzzle| format!(" --puzzle {}", quoted(puzzle))).unwrap_or_default();
    format!("xiaochu verify {}{puzzle}", quoted(&args.source))
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:@".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}
