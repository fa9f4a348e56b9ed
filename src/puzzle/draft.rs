//! A puzzle as written: every key present or not, every value of the right type, nothing checked yet. TOML and JSON
//! both come through here, so both are checked alike.

use super::check::{Checked, check};
use super::foreign::json_fault;
use super::model::{Puzzle, PuzzleGame};
use crate::games::sandbox::rules::{GroupValue, SwapRule, TopMatch, Worth};
use crate::games::sandbox::{Mode, Refill, Rules, Setup};
use crate::lang::{Lang, Text, say};
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// The keys of a puzzle file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
#[serde(expecting = "a puzzle: an object with the keys of a puzzle file")]
pub(super) struct Draft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) queue: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) queue_pos: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kinds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) leftover_penalty: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<RulesDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<Vec<Vec<i64>>>,
    /// Keys that are there but unreadable: reported already, so not missing.
    #[serde(skip)]
    pub(super) broken: Vec<String>,
}

/// The keys of `[rules]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
pub(super) struct RulesDraft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refill: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promotion: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stones: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group_value: Option<String>,
    /// Three rows by family, or one row for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) weights: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evolve: Option<f64>,
    /// Three rows by family, or one row for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) powers: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counted_cap: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) leftover: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) top_match: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refund_level: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) swap: Option<String>,
}

/// Values by level, for all families or for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Table {
    Same(Vec<f64>),
    ByFamily(Vec<Vec<f64>>),
}

impl From<Puzzle> for Draft {
    fn from(puzzle: Puzzle) -> Self {
        let name = puzzle.name;
        let game = Some(puzzle.game.name().to_owned());
        let grid =
            |board: Vec<Vec<u8>>| Some(board.into_iter().map(|row| row.into_iter().map(i64::from).collect()).collect());
        match puzzle.game {
            PuzzleGame::Sandbox { mode, setup } => Self { name, game, ..sandbox(mode, &setup) },
            PuzzleGame::Samegame { board, leftover_penalty } => {
                Self { name, game, board: grid(board), leftover_penalty: Some(leftover_penalty), ..Self::default() }
            }
            PuzzleGame::Crush { board, kinds, moves } => Self {
                name,
                game,
                board: grid(board),
                kinds: Some(kinds.into()),
                moves: Some(moves.into()),
                ..Self::default()
            },
        }
    }
}

impl TryFrom<Draft> for Puzzle {
    type Error = String;

    fn try_from(draft: Draft) -> Result<Self, String> {
        checked(&draft).map_err(|wrong| wrong.get(Lang::En).to_owned())
    }
}

impl Puzzle {
    /// Reads a puzzle as JSON, with the keys of a puzzle file and the board as rows of codes.
    ///
    /// # Errors
    /// The first place at which the text is no JSON or no puzzle, or else every problem of the puzzle.
    pub fn from_json(text: &str) -> Result<Self, Text> {
        let draft: Draft = serde_json::from_str(text).map_err(|error| {
            let (what, line, column) = (json_fault(&error), error.line(), error.column());
            Text::in_each(|lang| {
                let what = what.get(lang);
                say!(lang, "{what} at line {line} column {column}", "第 {line} 行第 {column} 列：{what}")
            })
        })?;
        checked(&draft)
    }
}

/// The puzzle, or all that is wrong with it on one line.
fn checked(draft: &Draft) -> Result<Puzzle, Text> {
    let Checked { puzzle, complaints } = check(draft);
    let all = |lang| {
        let told = complaints.iter().map(|complaint| {
            let (path, message, advice) = (complaint.path(), complaint.message.get(lang), complaint.advice.get(lang));
            say!(lang, "{path}: {message} ({advice})", "`{path}`：{message}（{advice}）")
        });
        told.collect::<Vec<_>>().join(&say!(lang, "; ", "；"))
    };
    puzzle.filter(|_| complaints.is_empty()).ok_or_else(|| Text::in_each(all))
}

fn sandbox(mode: Mode, setup: &Setup) -> Draft {
    let (queue, queue_pos) = match setup.rules.refill {
        Refill::Fixed(families) => (Some(families.map(|family| family.to_string()).concat()), setup.queue_pos),
        Refill::Random => (None, 0),
    };
    let rules = rules(&Rules::of(mode), &setup.rules);
    Draft {
        mode: Some(mode.name().to_owned()),
        steps: Some(setup.steps.into()),
        queue,
        queue_pos: (queue_pos != 0).then_some(queue_pos.into()),
        rules: (rules != RulesDraft::default()).then_some(rules),
        board: Some(setup.board.iter().map(|row| row.iter().copied().map(i64::from).collect()).collect()),
        ..Draft::default()
    }
}

/// What differs from the preset.
fn rules(preset: &Rules, rules: &Rules) -> RulesDraft {
    fn changed<T: PartialEq, U>(preset: &T, value: &T, written: impl FnOnce(&T) -> U) -> Option<U> {
        (preset != value).then(|| written(value))
    }
    let refill = |refill: &Refill| matches!(refill, Refill::Fixed(_));
    let draft = RulesDraft {
        refill: changed(&refill(&preset.refill), &refill(&rules.refill), |&fixed| {
            if fixed { "fixed" } else { "random" }.to_owned()
        }),
        promotion: changed(&preset.promotion, &rules.promotion, |&value| value),
        stones: changed(&preset.stones, &rules.stones, |&value| value),
        group_value: changed(&preset.group_value, &rules.group_value, |value| match value {
            GroupValue::Units => "units".to_owned(),
            GroupValue::Cells => "cells".to_owned(),
        }),
        counted_cap: rules.counted_cap.map(i64::from),
        leftover: changed(&preset.leftover, &rules.leftover, |&value| value),
        top_match: changed(&preset.top_match, &rules.top_match, |value| match value {
            TopMatch::Clear => "clear".to_owned(),
            TopMatch::None => "none".to_owned(),
        }),
        refund_level: changed(&preset.refund_level, &rules.refund_level, |&level| level.into()),
        swap: changed(&preset.swap, &rules.swap, |value| match value {
            SwapRule::Any => "any".to_owned(),
            SwapRule::Adjacent => "adjacent".to_owned(),
        }),
        ..RulesDraft::default()
    };
    if preset.worth == rules.worth { draft } else { worth(draft, &rules.worth) }
}

/// The shortest way to write a worth that reads back to the same numbers. A table may hold what no weights and ratio
/// within their ranges give.
fn worth(draft: RulesDraft, worth: &Worth) -> RulesDraft {
    let [first, second, third] = worth.by_family;
    let table = |value: fn(Score) -> f64| {
        if first == second && second == third {
            Table::Same(first.map(value).to_vec())
        } else {
            Table::ByFamily(worth.by_family.iter().map(|row| row.map(value).to_vec()).collect())
        }
    };
    if worth.scale == 1 {
        return RulesDraft { points: Some(table(whole)), ..draft };
    }
    let weights = worth.by_family.map(|row| in_256ths(row[0]));
    let ratio = worth.by_family.iter().find(|row| row[0] != 0).map(|row| whole(row[1]) / whole(row[0]));
    let ratio = ratio.map_or(Worth::EVOLVE, |ratio| (ratio * 1000.0).round() / 1000.0);
    let is_in_range = weights.iter().all(|weight| Worth::WEIGHTS.contains(weight))
        && Worth::RATIOS.contains(&ratio)
        && Worth::highest(weights, ratio) <= Worth::MOST;
    if is_in_range && Worth::power_with(weights, ratio) == *worth {
        let is_default = (ratio - Worth::EVOLVE).abs() < 1e-9;
        return RulesDraft { weights: Some(weights.to_vec()), evolve: (!is_default).then_some(ratio), ..draft };
    }
    RulesDraft { powers: Some(table(in_256ths)), ..draft }
}

#[expect(clippy::cast_precision_loss, reason = "a worth is far below 2^53")]
fn whole(units: Score) -> f64 {
    units as f64
}

/// Exact: a worth is a multiple of 1/256 and far below 2^45.
fn in_256ths(units: Score) -> f64 {
    whole(units) / 256.0
}
