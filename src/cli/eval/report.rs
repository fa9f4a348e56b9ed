//! The moves of a position with their values, as a table and as JSON.

use super::adviser::{Adviser, Answer};
use super::settings::{EvaluatorName, ObjectiveName};
use crate::advice::{MoveValue, TableStats};
use crate::cli::compare::padded;
use crate::cli::lang::{Lang, say};
use crate::game::Game;
use crate::games::sandbox::Sandbox;
use crate::puzzle::{Origin, Puzzle, PuzzleGame};
use crate::replay::in_words;
use crate::types::Action;
use serde::Serialize;

/// A move in JSON. Numbers are power units (points where the puzzle counts points); what is not known is null.
#[derive(Debug, Serialize)]
pub(crate) struct MoveRow {
    #[serde(rename = "move")]
    action: Action,
    value: f64,
    monsters: f64,
    sandbox: f64,
    vitality: f64,
    mean: f64,
    std_error: Option<f64>,
    q05: Option<f64>,
    q10: Option<f64>,
    q50: Option<f64>,
    q90: Option<f64>,
    q95: Option<f64>,
    samples: u64,
    tied: bool,
}

/// An evaluation in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    format: &'static str,
    version: u64,
    puzzle: Option<String>,
    mode: &'static str,
    steps: u16,
    evaluator: &'static str,
    objective: ObjectiveName,
    seed: u64,
    /// Asked for.
    samples: u64,
    /// Spent, over all moves.
    sampled: u64,
    /// Whether all were spent that were asked for.
    complete: bool,
    /// How many moves cannot be told apart from the best, itself included.
    tied: usize,
    /// By how much the best leads the second, and the standard error of that.
    lead: f64,
    lead_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Tables>,
    moves: Vec<MoveRow>,
}

/// How often a table knew.
#[derive(Debug, Serialize)]
struct Tables {
    lookups: u64,
    hits: u64,
    entries: usize,
}

/// A number that is finite and was stated.
fn known(number: f64, is_stated: bool) -> Option<f64> {
    Some(number).filter(|number| is_stated && number.is_finite())
}

/// One move's row.
pub(crate) fn row_of(game: &Sandbox, row: &MoveValue, states_error: bool) -> MoveRow {
    MoveRow {
        action: game.action(row.mv),
        value: row.value,
        monsters: row.parts.monsters,
        sandbox: row.parts.sandbox,
        vitality: row.parts.vitality,
        mean: row.mean(),
        std_error: known(row.std_error, states_error),
        q05: row.spread.map(|spread| spread.q05),
        q10: row.spread.map(|spread| spread.q10),
        q50: row.spread.map(|spread| spread.q50),
        q90: row.spread.map(|spread| spread.q90),
        q95: row.spread.map(|spread| spread.q95),
        samples: row.samples,
        tied: row.is_tied,
    }
}

/// Everything about an evaluation, of its first `top` moves.
pub(crate) fn report(puzzle: &Puzzle, game: &Sandbox, adviser: &Adviser, answer: &Answer, top: usize) -> Report {
    let (settings, evaluation) = (&adviser.settings, &answer.evaluation);
    let states_error = adviser.evaluator(game).states_error();
    let table = adviser.table_stats().map(|TableStats { lookups, hits, entries }| Tables { lookups, hits, entries });
    Report {
        format: "xiaochu-evaluation",
        version: 1,
        puzzle: puzzle.name.clone(),
        mode: mode(puzzle, Lang::En),
        steps: game.root().steps(),
        evaluator: evaluation.evaluator,
        objective: settings.objective,
        seed: settings.seed,
        samples: settings.samples(),
        sampled: evaluation.samples,
        complete: answer.is_complete,
        tied: evaluation.tied(),
        lead: evaluation.lead(),
        lead_error: known(evaluation.lead_error, states_error),
        table,
        moves: evaluation.moves.iter().take(top).map(|row| row_of(game, row, states_error)).collect(),
    }
}

/// The mode's name.
pub(crate) fn mode(puzzle: &Puzzle, lang: Lang) -> &'static str {
    match (&puzzle.game, lang) {
        (PuzzleGame::Sandbox { mode, .. }, Lang::En) => mode.name(),
        (PuzzleGame::Sandbox { mode, .. }, Lang::Zh) => mode.chinese(),
        (game, _) => game.name(),
    }
}

/// How an evaluation came about, in a line.
pub(crate) fn method(adviser: &Adviser, answer: &Answer, lang: Lang) -> String {
    let settings = &adviser.settings;
    let (name, seed, asked) = (answer.evaluation.evaluator, settings.seed, settings.samples());
    let sampled = answer.evaluation.samples;
    let cut = if answer.is_complete {
        String::new()
    } else {
        say!(lang, ", cut short by --think", "，因 --think 提前停止")
    };
    if name == EvaluatorName::Table.name() {
        return say!(
            lang,
            "{name}, {asked} cascades per reduced board{cut}",
            "{name}，每个简化沙盘 {asked} 次连消{cut}"
        );
    }
    if sampled == 0 {
        return format!("{name}{cut}");
    }
    let objective = match settings.objective {
        ObjectiveName::Mean => String::new(),
        ObjectiveName::Q10 => say!(lang, ", ranked by the 10 % quantile", "，按 10% 分位数排序"),
        ObjectiveName::Q50 => say!(lang, ", ranked by the median", "，按中位数排序"),
        ObjectiveName::Q90 => say!(lang, ", ranked by the 90 % quantile", "，按 90% 分位数排序"),
    };
    say!(
        lang,
        "{name}, {sampled} samples, seed {seed}{objective}{cut}",
        "{name}，{sampled} 个样本，种子 {seed}{objective}{cut}"
    )
}

/// What is said about moves that cannot be told apart; empty where the best is alone.
pub(crate) fn ties(adviser: &Adviser, game: &Sandbox, answer: &Answer, lang: Lang) -> String {
    let tied = answer.evaluation.tied();
    if tied < 2 {
        return String::new();
    }
    if adviser.evaluator(game).states_error() && answer.evaluation.samples > 0 {
        say!(
            lang,
            "tied: the first and {} more (marked =) are within twice the standard error of their difference\n",
            "并列：第一名与另外 {} 个走法（标有 =）之差在两倍标准误以内\n",
            tied - 1
        )
    } else {
        say!(
            lang,
            "tied: the first and {} more (marked =) have the same value\n",
            "并列：第一名与另外 {} 个走法（标有 =）估值相同\n",
            tied - 1
        )
    }
}

/// The table that a person reads.
pub(crate) fn text(
    puzzle: &Puzzle,
    game: &Sandbox,
    (adviser, answer): (&Adviser, &Answer),
    (origin, top): (Origin, usize),
    lang: Lang,
) -> String {
    let name = puzzle.name.clone().unwrap_or_else(|| "–".to_owned());
    let (rows, cols, steps) = (game.shape().rows(), game.shape().cols(), game.root().steps());
    let (mode, method, first) = (mode(puzzle, lang), method(adviser, answer, lang), origin.number());
    let mut out = say!(
        lang,
        "{name}: {mode}, {rows}×{cols}, steps left: {steps}; {method}; rows and columns count from {first}\n",
        "{name}：{mode}，{rows}×{cols}，剩 {steps} 步；{method}；行和列从 {first} 数起\n"
    );
    let evaluation = &answer.evaluation;
    if evaluation.moves.is_empty() {
        out += &say!(lang, "no move is left\n", "已无着可走\n");
        return out;
    }
    let states_error = adviser.evaluator(game).states_error();
    let head = say!(
        lang,
        "|move|value|monsters|sandbox|vitality|± error|5 %|50 %|95 %|samples",
        "|走法|估值|怪物|沙盘|活力|± 误差|5%|50%|95%|样本"
    );
    let mut table: Vec<Vec<String>> = vec![head.split('|').map(str::to_owned).collect()];
    for (rank, row) in evaluation.moves.iter().take(top).enumerate() {
        let number = |number: f64| format!("{number:.2}");
        let maybe = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |number| format!("{number:.2}"));
        let spread = |of: fn(&crate::advice::Spread) -> f64| maybe(row.spread.as_ref().map(of));
        let mark = if row.is_tied && evaluation.tied() > 1 { "=" } else { "" };
        table.push(vec![
            format!("{}{mark}", rank + 1),
            in_words(game.action(row.mv), origin, lang),
            number(row.value),
            number(row.parts.monsters),
            number(row.parts.sandbox),
            number(row.parts.vitality),
            maybe(known(row.std_error, states_error)),
            spread(|spread| spread.q05),
            spread(|spread| spread.q50),
            spread(|spread| spread.q95),
            row.samples.to_string(),
        ]);
    }
    out += &padded(&table);
    let left_out = evaluation.moves.len().saturating_sub(top);
    if left_out > 0 {
        out += &say!(lang, "and {left_out} more moves\n", "另有 {left_out} 个走法\n");
    }
    out += &ties(adviser, game, answer, lang);
    if let Some(stats) = adviser.table_stats() {
        let share = 100.0 * stats.hits as f64 / stats.lookups.max(1) as f64;
        let (lookups, entries) = (stats.lookups, stats.entries);
        out += &say!(
            lang,
            "table: {lookups} look-ups, {share:.1} % known, {entries} reduced boards\n",
            "表：查询 {lookups} 次，{share:.1}% 已知，{entries} 个简化沙盘\n"
        );
    }
    out
}
