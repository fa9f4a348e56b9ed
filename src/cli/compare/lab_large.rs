//! The largest boards that the lab's report could solve, and how far X goes within the budget.
//!
//! The report names no boards, so these are random ones of the same size, kinds and moves. Its times are of another
//! program on another machine, so every board is also searched by plain backtracking here: the first factor says what a
//! user gains, the second what the method does. Both searches must give the same answer.

use super::lab::{Shape, memo_entries};
use super::race::{Budget, Outcome, race};
use super::show::{padded, score, seconds, time, write_json};
use crate::cli::args::CompareArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::lang::{both, say};
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

/// Boards on which X grows until the budget is not enough, from this X on: the report's, and harder ones.
const FURTHER: [Shape; 4] = [
    Shape { rows: 9, cols: 9, kinds: 8, moves: 6 },
    Shape { rows: 8, cols: 8, kinds: 8, moves: 8 },
    Shape { rows: 12, cols: 12, kinds: 8, moves: 4 },
    Shape { rows: 9, cols: 9, kinds: 4, moves: 4 },
];

/// One board searched.
#[derive(Debug, Serialize)]
struct Measured {
    shape: Shape,
    instance: u32,
    /// The report's seconds for a board of this shape.
    reported_s: Option<f64>,
    /// Branch and bound.
    exact: Outcome,
    /// Plain backtracking.
    plain: Option<Outcome>,
}

/// Everything that was measured.
#[derive(Debug, Serialize)]
struct Large {
    seed: u64,
    budget_s: f64,
    /// Boards of the report's shapes.
    reported: Vec<Measured>,
    /// More and more moves on a board, until the budget is not enough.
    further: Vec<Measured>,
}

/// Runs the comparison, prints the tables, writes what was asked for.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn run(args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let budget = args.budget.unwrap_or(DEFAULT_BUDGET);
    let exact = StrategyOptions::Exact(ExactOptions { memo_entries: memo_entries(args)?, ..ExactOptions::default() });
    let plain = StrategyOptions::Exact(ExactOptions::backtrack());
    let seed = Seed(args.search.seed);
    let limit = Budget { time: Some(budget), iterations: None };
    let search = |shape: Shape, instance, options| race(&shape.puzzle(seed, instance), options, limit, pool);
    let mut large = Large { seed: seed.0, budget_s: budget.as_secs_f64(), reported: Vec::new(), further: Vec::new() };
    for (shape, reported_s) in REPORTED {
        for instance in 1..=args.instances.unwrap_or(DEFAULT_INSTANCES) {
            let (exact, plain) = (search(shape, instance, &exact)?, search(shape, instance, &plain)?);
            if exact.is_proof() && plain.is_proof() && exact.score != plain.score {
                return Err(Failure::told(
                    Exit::Internal,
                    both!("exact search and plain backtracking disagree", "精确搜索与普通回溯的结果不一致"),
                ));
            }
            let (reported_s, plain) = (Some(reported_s), Some(plain));
            large.reported.push(Measured { shape, instance, reported_s, exact, plain });
        }
    }
    print(&large.reported, ui);
    for shape in FURTHER {
        for moves in shape.moves.. {
            let shape = Shape { moves, ..shape };
            let exact = search(shape, 1, &exact)?;
            let goes_on = exact.is_proof() && exact.score.is_some();
            large.further.push(Measured { shape, instance: 1, reported_s: None, exact, plain: None });
            if !goes_on {
                break;
            }
        }
    }
    let told = seconds(large.budget_s);
    ui.print(&say!(ui.lang, "\nmore moves, at most {told} a search\n", "\n逐步增加步数，每次至多 {told}\n"));
    print(&large.further, ui);
    match &args.json {
        Some(path) => write_json(path, "lab-large", &large),
        None => Ok(()),
    }
}

/// A line per board, and how many times faster than the report and than plain backtracking it was.
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
        words("plain", "朴素回溯"),
        words("factor", "倍数"),
    ]];
    for Measured { shape, instance, reported_s, exact, plain } in measured {
        let factor = |s: f64| if exact.is_proof() { format!("{:.0} ×", s / exact.seconds) } else { "–".to_owned() };
        let of_plain = |plain: &Outcome| {
            let least = if plain.is_proof() { "" } else { "≥ " };
            format!("{least}{}", factor(plain.seconds))
        };
        rows.push(vec![
            format!("{} × {}", shape.rows, shape.cols),
            shape.kinds.to_string(),
            shape.moves.to_string(),
            instance.to_string(),
            score(exact, ui.lang),
            exact.iterations.to_string(),
            time(exact),
            reported_s.map_or_else(String::new, seconds),
            reported_s.map_or_else(String::new, factor),
            plain.as_ref().map_or_else(String::new, time),
            plain.as_ref().map_or_else(String::new, of_plain),
        ]);
    }
    ui.print(&padded(&rows));
}
