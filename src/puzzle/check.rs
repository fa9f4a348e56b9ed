//! A draft to a puzzle: what belongs to which game, ranges, and everything that the games themselves check.

use super::draft::Draft;
use super::model::{Puzzle, PuzzleGame};
use super::problem::{quoted, suggestion};
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
    pub(super) message: String,
    pub(super) advice: String,
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
    pub(super) fn complain(&mut self, at: &[Step], message: impl Into<String>, advice: impl Into<String>) {
        self.complain_with(at, Vec::new(), message.into(), advice.into());
    }

    pub(super) fn complain_with(&mut self, at: &[Step], also: Vec<Vec<Step>>, message: String, advice: String) {
        self.complaints.push(Complaint { at: at.to_vec(), also, is_missing: false, message, advice });
    }

    /// Complains of a key that is not there, unless it is there and was unreadable.
    pub(super) fn missing(&mut self, key: &str, advice: impl Into<String>) {
        if !self.draft.broken.iter().any(|broken| broken == key) {
            let message = format!("`{key}` is missing");
            let advice = advice.into();
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
        let message = format!("`{}` cannot be {value}", what.unwrap_or("it"));
        self.complain(at, message, format!("a whole number from {} to {}", range.start(), range.end()));
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
                self.missing(key, format!("add `{key} = N`, a whole number from {} to {}", range.start(), range.end()));
                None
            }
        }
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(&mut self, at: &[Step], word: &str, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            self.complain(at, format!("{} means nothing here", quoted(word)), suggestion(word, &names));
        }
        found.map(|(_, value)| *value)
    }

    fn name(&mut self) {
        let Some(name) = &self.draft.name else { return };
        let at = [Step::Key("name")];
        if name.is_empty() || name.chars().count() > MAX_NAME {
            self.complain(&at, "the name is empty or too long", format!("1 to {MAX_NAME} characters"));
        }
        if name.chars().any(char::is_control) {
            self.complain(&at, "the name holds control characters", "letters, digits, blanks and signs only");
        }
    }

    fn game(&mut self) -> Option<PuzzleGame> {
        let Some(game) = &self.draft.game else {
            self.missing("game", "add `game = \"sandbox\"`, or `\"crush\"` or `\"samegame\"`");
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
                let message = format!("`{key}` means nothing in {game}");
                self.complain(&[Step::Key(key)], message, format!("leave it out; it belongs to {owner}"));
            }
        }
    }
}
