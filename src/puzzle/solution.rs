//! The solution file: a puzzle, what was found for it and what is claimed of it, as JSON.

use super::check::{Step, check};
use super::draft::Draft;
use super::foreign::json_fault;
use super::json_place::{JsonStep, locate};
use super::model::Puzzle;
use super::problem::{PuzzleError, Report, quoted};
use crate::lang::{Text, both, say};
use crate::types::{Action, Score};
use serde::{Deserialize, Serialize};

/// What `format` says.
pub const FORMAT: &str = "xiaochu-solution";
/// What `version` says. Version 1 is the first.
pub const VERSION: u64 = 1;

/// What is claimed of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The moves reach it; nothing is said of others.
    AtLeast,
    /// No moves reach more.
    Optimal,
    /// No moves solve the puzzle at all (a crush with exactly X moves).
    Impossible,
}

/// How a solution came about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundBy {
    /// The strategy, as `--strategy` names it.
    pub strategy: String,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The tree that found it, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<u32>,
    /// Iterations of the run when it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Seconds of the run when it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_s: Option<f64>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The score in the game's own unit, see [`Score`]: whole points in 消除王, SameGame and crush, 1/256 of a unit
    /// of power in the modes that count power. `None` exactly where the claim is `Impossible`.
    pub score: Option<Score>,
    /// What is claimed.
    pub claim: Claim,
    /// The moves from the puzzle's start.
    pub moves: Vec<Action>,
    /// Where it comes from.
    pub found_by: FoundBy,
}

/// The file, strictly.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u64,
    puzzle: Draft,
    score: Option<Score>,
    claim: Claim,
    moves: Vec<Action>,
    found_by: FoundBy,
}

/// What every version starts with.
#[derive(Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<u64>,
}

impl Solution {
    /// Reads a solution file. `file_name` is for messages only. Whether the moves are legal is not looked at.
    ///
    /// # Errors
    /// The first place at which the text is no JSON or no solution; every problem of the puzzle in it; a version that
    /// this program does not know.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, PuzzleError> {
        let mut report = Report::new(text, file_name);
        if !report.accepts_length() {
            return report.finish(None);
        }
        let solution = read(&mut report);
        report.finish(solution)
    }

    /// The solution as JSON, one move a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|mv| format!("\n    {}", json(mv))).collect();
        let end = if moves.is_empty() { "" } else { "\n  " };
        format!(
            "{{\n  \"format\": {},\n  \"version\": {VERSION},\n  \"puzzle\": {},\n  \"score\": {},\n  \"claim\": {},\n  \
             \"moves\": [{}{end}],\n  \"found_by\": {}\n}}\n",
            json(&FORMAT),
            json(&self.puzzle),
            json(&self.score),
            json(&self.claim),
            moves.join(","),
            json(&self.found_by),
        )
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain structs with string keys always serialise")
}

fn read(report: &mut Report<'_>) -> Option<Solution> {
    let text = report.text();
    let header: Header = from_json(report)?;
    if header.format.as_deref() != Some(FORMAT) {
        let message = match header.format {
            Some(found) => both!("format {}", "`format` 是 {}", quoted(&found)),
            None => both!("`format` is missing", "缺少 `format`"),
        };
        let advice = both!("\"format\":\"{FORMAT}\"", "应为 `\"format\":\"{FORMAT}\"`");
        report.add(locate(text, &[JsonStep::Key("format")]), message, advice);
        return None;
    }
    if let Some(found) = header.version.filter(|&found| found != VERSION) {
        let advice = if found > VERSION {
            both!("a newer xiaochu wrote it: update this one to read it", "它由更新的版本写成：请更新本程序")
        } else {
            both!(
                "versions start at 1: write the solution again with `xiaochu export`",
                "版本从 1 起：请用 `xiaochu export` 重新写出这个解"
            )
        };
        let message =
            both!("version {found}; this program reads version {VERSION}", "版本 {found}；本程序读版本 {VERSION}");
        report.add(locate(text, &[JsonStep::Key("version")]), message, advice);
        return None;
    }
    let document: Document = from_json(report)?;
    let checked = check(&document.puzzle);
    for complaint in checked.complaints {
        let place = |at: &Vec<Step>| {
            let rest = at.iter().map(|step| match *step {
                Step::Key(key) => JsonStep::Key(key),
                Step::Item(item) => JsonStep::Item(item),
            });
            locate(text, &std::iter::once(JsonStep::Key("puzzle")).chain(rest).collect::<Vec<_>>())
        };
        let also = complaint.also.iter().map(place).collect();
        let message = at_path(&complaint.path(), &complaint.message);
        report.add_with(place(&complaint.at), also, message, complaint.advice);
    }
    let Document { score, claim, moves, found_by, .. } = document;
    let is_impossible = claim == Claim::Impossible;
    if is_impossible != score.is_none() || is_impossible && !moves.is_empty() {
        let message = both!("score, claim and moves disagree", "得分、断言与走法互相矛盾");
        let advice = both!(
            "\"impossible\" goes with \"score\":null and \"moves\":[], the other claims with a score",
            "`\"impossible\"` 时应有 `\"score\":null` 和 `\"moves\":[]`，其他断言应有得分"
        );
        report.add(locate(text, &[JsonStep::Key("claim")]), at_path("claim", &message), advice);
    }
    report.is_clean().then_some(())?;
    Some(Solution { puzzle: checked.puzzle?, score, claim, moves, found_by })
}

/// Reads JSON; what is wrong is added to the report with its field.
fn from_json<'de, T: Deserialize<'de>>(report: &mut Report<'de>) -> Option<T> {
    let mut deserializer = serde_json::Deserializer::from_str(report.text());
    let (error, path) = match serde_path_to_error::deserialize(&mut deserializer) {
        Ok(value) => match deserializer.end() {
            Ok(()) => return Some(value),
            Err(error) => (error, String::new()),
        },
        Err(error) => {
            let path = error.path().to_string();
            (error.into_inner(), path)
        }
    };
    let at = report.offset(error.line(), error.column());
    let what = json_fault(&error);
    let message = if matches!(path.as_str(), "" | "." | "?") { what } else { at_path(&path, &what) };
    report.add(at..at, message, Text::default());
    None
}

/// What is wrong with the value at the end of a path.
fn at_path(path: &str, what: &Text) -> Text {
    Text::in_each(|lang| say!(lang, "{path}: {}", "`{path}`：{}", what.get(lang)))
}
