//! `solve --trace FILE`: what an exact search visited, as JSON or as a picture; `export --trace FILE` reads the JSON.

use super::exit::{Exit, Failure, OrExit};
use super::lang::say;
use super::run::{Driven, Plan};
use super::ui::Ui;
use crate::checkpoint::write_atomically;
use crate::puzzle::Puzzle;
use crate::replay::trace_file::TraceFile;
use crate::replay::trace_tree::{self, MOST_DRAWN};
use std::path::Path;

/// Reads the trace of a search of a puzzle.
///
/// # Errors
/// When it cannot be read or understood, or is of another puzzle.
pub(crate) fn read(path: &Path, puzzle: &Puzzle, ui: &Ui) -> Result<TraceFile, Failure> {
    let shown = path.display();
    let bytes =
        std::fs::read(path).or_exit(Exit::Io, || say!(ui.lang, "failed to read {shown}", "无法读取 {shown}"))?;
    let trace = TraceFile::parse(&String::from_utf8_lossy(&bytes))
        .or_exit(Exit::BadInput, || say!(ui.lang, "failed to understand {shown}", "无法理解 {shown}"))?;
    if trace.puzzle.fingerprint() != puzzle.fingerprint() {
        let message = say!(ui.lang, "{shown} is the trace of another puzzle", "{shown} 是另一道谜题的搜索树");
        return Err(Failure::new(Exit::BadInput, message));
    }
    Ok(trace)
}

/// Writes the visited tree: a picture where the file's name ends in `.svg`, else JSON.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(path: &Path, driven: &Driven, plan: &Plan<'_>) -> Result<(), Failure> {
    let (nodes, omitted) = driven.visited.clone().unwrap_or_default();
    let best = driven.best.as_ref();
    let trace = TraceFile {
        puzzle: plan.puzzle.clone(),
        strategy: plan.run.search.name().to_owned(),
        score: best.and_then(|best| best.score),
        claim: best.map(|best| best.claim),
        line: best.map_or_else(Vec::new, |best| best.moves.clone()),
        omitted,
        nodes,
    };
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let text = if is_picture { trace_tree::svg(&trace, MOST_DRAWN, plan.ui.lang) } else { trace.to_json() };
    let shown = path.display();
    write_atomically(path, text.as_bytes()).or_exit(Exit::Io, || format!("failed to write {shown}"))?;
    let (kept, visited) = (trace.nodes.len(), trace.nodes.len() as u64 + omitted);
    plan.ui.remark(&say!(
        plan.ui.lang,
        "visited tree: {shown} ({kept} of {visited} nodes recorded)",
        "搜索树：{shown}（记录 {kept} 个节点，共访问 {visited} 个）"
    ));
    Ok(())
}
