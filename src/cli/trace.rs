//! `solve --trace FILE`: what an exact search visited, as JSON or as a picture.

use super::exit::{Exit, Failure, OrExit};
use super::lang::say;
use super::run::{Driven, Plan};
use crate::checkpoint::write_atomically;
use crate::replay::trace_file::TraceFile;
use crate::replay::trace_tree;
use std::path::Path;

/// Most nodes of a picture.
const MOST_DRAWN: usize = 500;

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
