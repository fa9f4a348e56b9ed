//! The largest boards that the lab's report could solve, and how far X goes within the budget.
//!
//! The report names no boards, so these are random ones of the same size, kinds and moves. Its times are of another
//! machine; the factors say what a user gains, not what the method alone does.

use super::lab::{Shape, memo_entries};
use super::race::{Budget, Ending, Outcome, race};
use super::show::{padded, score, seconds, time, write_json};
use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::search::StrategyOptions;
use crate::search::exact::ExactOptions;
use crate::types::Seed;
use rayon::ThreadPool;
use serde::Serialize;
use std::time::Duration;

/// Most time of each search where nothing is said.
const DEFAULT_BUDGET: Duration = Duration::from_secs(60);
/// Boards per size where nothing is said.
const DEFAULT_INSTANCES: u32 = 5;
/// What the report solved, and its seconds.
const REPORTED: [(Shape, f64); 2] =
    [(Shape { rows: 9, cols: 9, kinds: 8, moves: 5 }, 15.0), (Shape { rows: 8, cols: 8, kinds: 8, moves: 7 }, 79.0)];

/// One board searched.
#[derive(Debug, Serialize)]
struct Measured {
    shape: Shape,
    instance: u32,
    /// The report's seconds for a board of this shape; none where it gives none.
    reported_s: Option<f64>,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Everything that was measured.
#[derive(Debug, Serialize)]
struct Large {
    seed: u64,
    budget_s: f64,
    /// Boards of the report's shapes.
    reported: Vec<Measured>,
    /// More moves on the first board of each shape, until the budget is not enough.
    further: Vec<Measured>,
}

/// Runs the comparison, prints the tables, writes what was asked for.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn run(args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let budget = args.budget.unwrap_or(DEFAULT_BUDGET);
    let options = ExactOptions { memo_entries: memo_entries(args)?, ..ExactOptions::default() };
    let options = StrategyOptions::Exact(options);
    let seed = Seed(args.search.seed);
    let search = |shape: Shape, instance, reported_s| {
        let limit = Budget { time: Some(budget), iterations: None };
        let outcome = race(&shape.puzzle(seed, instance), &options, limit, pool)?;
        Ok::<_, Failure>(Measured { shape, instance, reported_s, outcome })
    };
    let mut large = Large { seed: seed.0, budget_s: budget.as_secs_f64(), reported: Vec::new(), further: Vec::new() };
    for (shape, reported_s) in REPORTED {
        for instance in 1..=args.instances.unwrap_or(DEFAULT_INSTANCES) {
            large.reported.push(search(shape, instance, Some(reported_s))?);
        }
    }
    print(&large.reported, ui);
    for (shape, _) in REPORTED {
        for moves in shape.moves + 1.. {
            let measured = search(Shape { moves, ..shape }, 1, None)?;
            let goes_on = measured.outcome.ended_by == Ending::Exhausted && measured.outcome.score.is_some();
            large.further.push(measured);
            if !goes_on {
                break;
            }
        }
    }
    let told = seconds(large.budget_s);
    ui.print(&say!(
        ui.lang,
        "\nmore moves on the first board of each size, at most {told} a search\n",
        "\n每种大小的第一个棋盘，逐步增加步数，每次至多 {told}\n"
    ));
    print(&large.further, ui);
    match &args.json {
        Some(path) => write_json(path, "lab-large", &large),
        None => Ok(()),
    }
}

/// A line per board, and how many times faster than the report it was.
fn print(measured: &[Measured], ui: &Ui) {
    let words = |en: &str, zh: &str| say!(ui.lang, "{en}", "{zh}");
    let mut rows = vec![vec![
        words("board", "棋盘"),
        "K".to_owned(),
        "X".to_owned(),
        words("number", "编号"),
        words("score", "得分"),
        words("nodes", "节点"),
        words("time", "用时"),
        words("report", "报告"),
        words("factor", "倍数"),
    ]];
    for Measured { shape, instance, reported_s, outcome } in measured {
        let factor = reported_s.filter(|_| outcome.ended_by == Ending::Exhausted).map(|s| s / outcome.seconds);
        rows.push(vec![
            format!("{} × {}", shape.rows, shape.cols),
            shape.kinds.to_string(),
            shape.moves.to_string(),
            instance.to_string(),
            score(outcome, ui.lang),
            outcome.iterations.to_string(),
            time(outcome),
            reported_s.map_or_else(String::new, seconds),
            factor.map_or_else(String::new, |factor| format!("{factor:.0} ×")),
        ]);
    }
    ui.print(&padded(&rows));
}
