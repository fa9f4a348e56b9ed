//! A draft to a puzzle: what belongs to which game, ranges, and everything that the games themselves check.

use super::draft::Draft;
use super::model::{Puzzle, PuzzleGame};
use super::problem::{quoted, suggestion};
use crate::lang::{Text, both};
use std::ops::RangeInclusive;

/// Longest name of a puzzle, in characters.
const MAX_NAME: usize = 100;
/// The games, as files name them.
const GAMES: [&str; 3] = ["sandbox", "crush", "samegame"];

/// One step on the way to a value of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(&'static str),
    Item(usize),
}

/// Something wrong with a draft, wherever it came from.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    /// The way to the value; empty for the whole document.
    pub(super) at: Vec<Step>,
    /// Ways to others that take part.
    pub(super) also: Vec<Vec<Step>>,
    /// Whether something is missing, rather than wrong.
    pub(super) is_missing: bool,
    pub(super) message: Text,
    pub(super) advice: Text,
}

impl Complaint {
    /// The way as people write it: `rules.points[2]`.
    pub(super) fn path(&self) -> String {
        let mut path = String::from("puzzle");
        for step in &self.at {
            match step {
                Step::Key(key) => path.extend([".", key]),
                Step::Item(item) => path.extend(["[", &item.to_string(), "]"]),
            }
        }
        path
    }
}

/// What came of a draft.
#[derive(Debug)]
pub(super) struct Checked {
    /// The puzzle; meaningful only where there are no complaints.
    pub(super) puzzle: Option<Puzzle>,
    pub(super) complaints: Vec<Complaint>,
}

/// Checks a draft; every complaint at once.
pub(super) fn check(draft: &Draft) -> Checked {
    let mut checker = Checker { draft, complaints: Vec::new() };
    checker.name();
    let game = checker.game();
    Checked { puzzle: game.map(|game| Puzzle { name: draft.name.clone(), game }), complaints: checker.complaints }
}

/// A check under way.
#[derive(Debug)]
pub(super) struct Checker<'a> {
    pub(super) draft: &'a Draft,
    pub(super) complaints: Vec<Complaint>,
}

impl Checker<'_> {
    pub(super) fn complain(&mut self, at: &[Step], message: Text, advice: Text) {
        self.complain_with(at, Vec::new(), message, advice);
    }

    pub(super) fn complain_with(&mut self, at: &[Step], also: Vec<Vec<Step>>, message: Text, advice: Text) {
        self.complaints.push(Complaint { at: at.to_vec(), also, is_missing: false, message, advice });
    }

    /// Complains of a key that is not there, unless it is there and was unreadable.
    pub(super) fn missing(&mut self, key: &str, advice: Text) {
        if !self.draft.broken.iter().any(|broken| broken == key) {
            let message = both!("`{key}` is missing", "缺少 `{key}`");
            self.complaints.push(Complaint { at: Vec::new(), also: Vec::new(), is_missing: true, message, advice });
        }
    }

    /// A whole number in a range.
    pub(super) fn whole<T: TryFrom<i64>>(&mut self, at: &[Step], value: i64, range: RangeInclusive<i64>) -> Option<T> {
        if range.contains(&value)
            && let Ok(value) = T::try_from(value)
        {
            return Some(value);
        }
        let what = at.iter().rev().find_map(|step| if let Step::Key(key) = step { Some(*key) } else { None });
        let message = both!("`{}` cannot be {value}", "`{}` 不能是 {value}", what.unwrap_or("it"));
        let (least, most) = (range.start(), range.end());
        self.complain(at, message, both!("a whole number from {least} to {most}", "应为 {least} 至 {most} 的整数"));
        None
    }

    /// A whole number under a key of the document that must be there.
    pub(super) fn required<T: TryFrom<i64>>(
        &mut self,
        key: &'static str,
        value: Option<i64>,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        match value {
            Some(value) => self.whole(&[Step::Key(key)], value, range),
            None => {
                let (least, most) = (range.start(), range.end());
                let advice = both!(
                    "add `{key} = N`, a whole number from {least} to {most}",
                    "请加上 `{key} = N`，为 {least} 至 {most} 的整数"
                );
                self.missing(key, advice);
                None
            }
        }
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(&mut self, at: &[Step], word: &str, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let message = both!("{} means nothing here", "{} 在此无意义", quoted(word));
            self.complain(at, message, suggestion(word, &names));
        }
        found.map(|(_, value)| *value)
    }

    fn name(&mut self) {
        let Some(name) = &self.draft.name else { return };
        let at = [Step::Key("name")];
        if name.is_empty() || name.chars().count() > MAX_NAME {
            let message = both!("the name is empty or too long", "名称为空或太长");
            self.complain(&at, message, both!("1 to {MAX_NAME} characters", "应为 1 至 {MAX_NAME} 个字符"));
        }
        if name.chars().any(char::is_control) {
            let message = both!("the name holds control characters", "名称里有控制字符");
            self.complain(
                &at,
                message,
                both!("letters, digits, blanks and signs only", "只能有文字、数字、空格和符号"),
            );
        }
    }

    fn game(&mut self) -> Option<PuzzleGame> {
        let Some(game) = &self.draft.game else {
            let advice = both!(
                "add `game = \"sandbox\"`, or `\"crush\"` or `\"samegame\"`",
                "请加上 `game = \"sandbox\"`，或 `\"crush\"`、`\"samegame\"`"
            );
            self.missing("game", advice);
            return None;
        };
        let game = self.choice(&[Step::Key("game")], game, &GAMES.map(|game| (game, game)))?;
        self.foreign_keys(game);
        match game {
            "sandbox" => self.sandbox(),
            "crush" => self.crush(),
            _ => self.samegame(),
        }
    }

    /// Complains of keys that belong to another game.
    fn foreign_keys(&mut self, game: &str) {
        let draft = self.draft;
        let keys = [
            ("mode", draft.mode.is_some(), "sandbox"),
            ("steps", draft.steps.is_some(), "sandbox"),
            ("queue", draft.queue.is_some(), "sandbox"),
            ("queue_pos", draft.queue_pos.is_some(), "sandbox"),
            ("rules", draft.rules.is_some(), "sandbox"),
            ("kinds", draft.kinds.is_some(), "crush"),
            ("moves", draft.moves.is_some(), "crush"),
            ("leftover_penalty", draft.leftover_penalty.is_some(), "samegame"),
        ];
        for (key, is_there, owner) in keys {
            if is_there && owner != game {
                let message = both!("`{key}` means nothing in {game}", "`{key}` 在 `{game}` 里无意义");
                let advice = both!("leave it out; it belongs to {owner}", "请去掉；它属于 `{owner}`");
                self.complain(&[Step::Key(key)], message, advice);
            }
        }
    }
}
