//! How strong a strategy is: every puzzle of a set within the same budget, alone on the machine's threads.

use crate::checkpoint::write_atomically;
use crate::cli::args::BenchArgs;
use crate::cli::compare::{Budget, Outcome, padded, race, seconds};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::puzzle::Puzzle;
use crate::search::StrategyOptions;
use rayon::ThreadPool;
use serde::Serialize;
use std::time::Duration;

/// Time of each search where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// One puzzle's result.
#[derive(Debug, Serialize)]
struct Entry {
    puzzle: String,
    options: StrategyOptions,
    #[serde(flatten)]
    outcome: Outcome,
}

/// What `--json` holds.
#[derive(Debug, Serialize)]
struct Report {
    format: &'static str,
    version: u64,
    threads: usize,
    mean: f64,
    total: i64,
    entries: Vec<Entry>,
}

/// Searches every puzzle and prints score, time and the mean.
///
/// # Errors
/// When a search cannot be made, reports a line that the rules refuse, or the report cannot be written.
pub(super) fn run(puzzles: &[Puzzle], args: &BenchArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let time = args.time.or(args.iterations.is_none().then_some(DEFAULT_TIME));
    let budget = Budget { time, iterations: args.iterations };
    let mut entries = Vec::new();
    for puzzle in puzzles {
        let options = args.search.to_options(&puzzle.game)?;
        let outcome = race(puzzle, &options, budget, pool)?;
        let name = puzzle.name.clone().unwrap_or_default();
        let score = outcome.score.unwrap_or_default();
        let at = outcome.best_at_s().map_or_else(|| "–".to_owned(), seconds);
        ui.remark(&say!(ui.lang, "{name}: {score} after {at}", "{name}：{score}，用时 {at}"));
        entries.push(Entry { puzzle: name, options, outcome });
    }
    let total: i64 = entries.iter().filter_map(|entry| entry.outcome.score).sum();
    let mean = total as f64 / entries.len().max(1) as f64;
    print(&entries, mean, total, ui);
    if let Some(path) = &args.json {
        let threads = pool.current_num_threads();
        let report = Report { format: "xiaochu-bench", version: 1, threads, mean, total, entries };
        let text = serde_json::to_string_pretty(&report)
            .or_exit(Exit::Internal, || "failed to render the report".to_owned())?;
        write_atomically(path, text.as_bytes()).or_exit(Exit::Io, || format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

fn print(entries: &[Entry], mean: f64, total: i64, ui: &Ui) {
    let head = say!(ui.lang, "puzzle/score/best after/iterations", "题目/得分/最高分用时/迭代");
    let mut rows: Vec<Vec<String>> = vec![head.split('/').map(str::to_owned).collect()];
    for Entry { puzzle, outcome, .. } in entries {
        rows.push(vec![
            puzzle.clone(),
            outcome.score.map_or_else(|| "–".to_owned(), |score| score.to_string()),
            outcome.best_at_s().map_or_else(|| "–".to_owned(), seconds),
            outcome.iterations.to_string(),
        ]);
    }
    ui.print(&padded(&rows));
    ui.print(&say!(ui.lang, "mean {mean:.0} total {total}\n", "平均 {mean:.0} 合计 {total}\n"));
}
