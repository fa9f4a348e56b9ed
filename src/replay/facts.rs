//! What stands on top of every export: puzzle, score, claim, how it was found, and how to check it.

use super::options::ExportOptions;
use super::record::Record;
use crate::games::sandbox::Refill;
use crate::lang::{Lang, say};
use crate::puzzle::{Claim, PuzzleGame};

/// One line of the head: what, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// The value.
    pub value: String,
}

/// The head of an export.
#[must_use]
pub fn facts(record: &Record, options: &ExportOptions) -> Vec<Fact> {
    let lang = options.lang;
    let fact = |label: String, value: String| Fact { label, value };
    vec![
        fact(say!(lang, "puzzle", "谜题"), format!("{} · {}", record.name(), game(record, lang))),
        fact(say!(lang, "score", "得分"), score(record, lang)),
        fact(say!(lang, "claim", "结论"), claim(record.solution.claim, lang)),
        fact(say!(lang, "moves", "走法"), moves(record, lang)),
        fact(say!(lang, "found by", "来源"), found_by(record, lang)),
        fact(say!(lang, "check", "检验"), options.check.clone()),
    ]
}

fn score(record: &Record, lang: Lang) -> String {
    match record.solution.score {
        Some(score) => {
            let score = record.points(score);
            say!(lang, "{score} points", "{score} 分")
        }
        None => say!(lang, "none", "无"),
    }
}

/// What is claimed, as a sentence.
fn claim(claim: Claim, lang: Lang) -> String {
    match claim {
        Claim::AtLeast => say!(
            lang,
            "at least this much is possible; whether more is, nobody has proven",
            "至少可得此分；能否更高，尚无证明"
        ),
        Claim::Optimal => say!(lang, "optimal: proven that no line scores more", "最优：已证明没有更高分的走法"),
        Claim::Impossible => say!(lang, "impossible: proven that nothing solves it", "无解：已证明没有走法"),
    }
}

fn moves(record: &Record, lang: Lang) -> String {
    let moves = record.steps.len();
    match record.steps.last().and_then(|step| step.steps_left) {
        Some(left) => say!(lang, "{moves}, then {left} steps are left", "共 {moves} 步，走完剩 {left} 步"),
        None => say!(lang, "{moves}", "共 {moves} 步"),
    }
}

/// Board, mode and numbers of the puzzle.
fn game(record: &Record, lang: Lang) -> String {
    let board = &record.opening.board;
    let (rows, cols) = (board.len(), board.first().map_or(0, Vec::len));
    match &record.solution.puzzle.game {
        PuzzleGame::Sandbox { mode, setup } => {
            let mode = say!(lang, "{}", "{}", if lang == Lang::Zh { mode.chinese() } else { mode.name() });
            let steps = setup.steps;
            let queue = match setup.rules.refill {
                Refill::Fixed(families) => {
                    let queue: String = families.iter().map(ToString::to_string).collect();
                    let at = setup.queue_pos;
                    say!(lang, ", queue {queue} from place {at}", "，补充队列 {queue}，从第 {at} 位起")
                }
                Refill::Random => String::new(),
            };
            say!(lang, "{mode}, {rows} × {cols}, {steps} steps{queue}", "{mode}，{rows} × {cols}，{steps} 步{queue}")
        }
        PuzzleGame::Samegame { leftover_penalty, .. } => {
            let penalty = match leftover_penalty {
                true => say!(lang, ", with a penalty for what is left", "，剩余扣分"),
                false => String::new(),
            };
            format!("SameGame, {rows} × {cols}{penalty}")
        }
        PuzzleGame::Crush { moves, kinds, .. } => say!(
            lang,
            "crush, {rows} × {cols}, {kinds} kinds, exactly {moves} moves",
            "三消，{rows} × {cols}，{kinds} 种，恰好 {moves} 步"
        ),
    }
}

/// How it was found.
fn found_by(record: &Record, lang: Lang) -> String {
    let found = &record.solution.found_by;
    if found.strategy.is_empty() {
        return say!(lang, "not recorded", "没有记录");
    }
    let mut text = found.strategy.clone();
    if let Some(seed) = found.seed {
        text += &say!(lang, ", seed {seed}", "，种子 {seed}");
    }
    if let Some(tree) = found.tree {
        text += &say!(lang, ", tree {tree}", "，第 {tree} 棵树");
    }
    if let Some(iterations) = found.iterations {
        text += &say!(lang, ", iteration {iterations}", "，第 {iterations} 次迭代");
    }
    if let Some(elapsed) = found.elapsed_s {
        text += &say!(lang, ", after {elapsed:.1} s", "，用时 {elapsed:.1} 秒");
    }
    text
}
