//! Puzzle files × strategies, each search alone on the machine's threads and within the same budget.

use super::race::{Budget, Outcome, race};
use super::show::{padded, score, seconds, time};
use crate::cli::args::SearchArgs;
use crate::cli::exit::Failure;
use crate::cli::lang::{Lang, say};
use crate::cli::ui::Ui;
use crate::plot::{LineChart, Series, YScale};
use crate::puzzle::{Puzzle, PuzzleGame};
use crate::search::StrategyOptions;
use rayon::ThreadPool;
use serde::Serialize;

/// A strategy on a puzzle.
#[derive(Debug, Serialize)]
struct Entry {
    /// The strategy as it was asked for.
    strategy: String,
    options: StrategyOptions,
    #[serde(flatten)]
    outcome: Outcome,
}

/// A puzzle with everything that was measured on it.
#[derive(Debug, Serialize)]
pub(super) struct Contest {
    puzzle: String,
    fingerprint: String,
    entries: Vec<Entry>,
}

/// The strategies that suit a game.
fn fitting(game: &PuzzleGame) -> &'static [&'static str] {
    match game {
        PuzzleGame::Sandbox { .. } => &["auto", "beam", "uct", "uct-classic"],
        PuzzleGame::Samegame { .. } => &["auto", "nrpa", "strata", "beam", "uct"],
        PuzzleGame::Crush { .. } => &["exact", "backtrack+memo", "backtrack", "backtrack+top-3", "uct"],
    }
}

/// Runs every strategy on a puzzle. `strategies` empty means all that suit the game.
///
/// # Errors
/// When a strategy or the puzzle is not one that can be searched.
pub(super) fn contest(
    name: &str,
    puzzle: &Puzzle,
    strategies: &[(String, SearchArgs)],
    base: &SearchArgs,
    (budget, pool): (Budget, &ThreadPool),
) -> Result<Contest, Failure> {
    let own: Vec<(String, SearchArgs)> = match strategies {
        [] => {
            let named = |spec: &&str| Ok(((*spec).to_owned(), base.for_strategy(spec)?));
            fitting(&puzzle.game).iter().map(named).collect::<Result<_, Failure>>()?
        }
        given => given.to_vec(),
    };
    let mut entries = Vec::new();
    for (strategy, args) in own {
        let options = args.to_options(&puzzle.game)?;
        let outcome = race(puzzle, &options, budget, pool)?;
        entries.push(Entry { strategy, options, outcome });
    }
    Ok(Contest { puzzle: name.to_owned(), fingerprint: format!("{:016x}", puzzle.fingerprint()), entries })
}

impl Contest {
    /// A line per strategy.
    pub(super) fn print(&self, ui: &Ui) {
        let lang = ui.lang;
        let words = |en: &str, zh: &str| if lang == Lang::En { en.to_owned() } else { zh.to_owned() };
        let mut rows = vec![vec![
            self.puzzle.clone(),
            words("score", "得分"),
            words("best after", "最高分用时"),
            words("time", "总用时"),
            words("iterations", "迭代"),
            words("nodes held", "节点"),
            words("memory", "内存"),
        ]];
        for Entry { strategy, outcome, .. } in &self.entries {
            rows.push(vec![
                strategy.clone(),
                score(outcome, lang),
                outcome.best_at_s().map_or_else(|| "–".to_owned(), seconds),
                time(outcome),
                outcome.iterations.to_string(),
                outcome.nodes.to_string(),
                bytesize::ByteSize(outcome.bytes).to_string(),
            ]);
        }
        ui.print(&padded(&rows));
    }

    /// The best score against time.
    pub(super) fn chart(&self, lang: Lang) -> LineChart {
        let series = |entry: &Entry| {
            let mut points: Vec<(f64, f64)> =
                entry.outcome.rises.iter().map(|rise| (rise.at_s, rise.score as f64)).collect();
            points.extend(points.last().map(|&(_, score)| (entry.outcome.seconds, score)));
            Series { name: entry.strategy.clone(), points, is_stepped: true }
        };
        LineChart {
            title: self.puzzle.clone(),
            x_label: say!(lang, "seconds", "秒"),
            y_label: say!(lang, "best score", "最高分"),
            y_scale: YScale::Linear,
            series: self.entries.iter().map(series).collect(),
        }
    }
}
