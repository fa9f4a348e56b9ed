//! The move script: one move a line, for people to write and to follow.
//!
//! `swap 2 3 3 3`, `drag 1 5`, `tap 4 4`, `# comment`; 交换, 拖出 and 点 mean the same. Rows and columns count from 1
//! unless a line `origin 0` comes before the first move. A move may be numbered (`12. swap 2 3 3 3`); the number has
//! to be right, so that a line lost on the way is noticed.

use super::problem::{PuzzleError, Report, quoted, suggestion};
use crate::lang::{Text, both};
use crate::types::{Action, Place};
use std::fmt::Write;
use std::ops::Range;

/// What the first row and column are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Rows and columns count from 0.
    Zero,
    /// Rows and columns count from 1.
    #[default]
    One,
}

impl Origin {
    /// The number of the first row and column.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// Reads a move script. `file_name` is for messages only. Whether the moves are legal is not looked at.
///
/// # Errors
/// Every line that is no move, with its place.
pub fn parse_script(text: &str, file_name: &str) -> Result<Vec<Action>, PuzzleError> {
    let mut report = Report::new(text, file_name);
    if !report.accepts_length() {
        return report.finish(None);
    }
    let text = report.text();
    let mut script = Script { report, origin: None, moves: Vec::new() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        script.line(line.split('#').next().unwrap_or(""), start);
        start += line.len();
    }
    script.report.finish(Some(script.moves))
}

/// A script that [`parse_script`] reads back to the same moves.
#[must_use]
pub fn write_script(moves: &[Action], origin: Origin) -> String {
    let mut out = format!("origin {}\n", origin.number());
    let number = |at: u8| u16::from(at) + u16::from(origin.number());
    let cell = |place: Place| format!("{} {}", number(place.row), number(place.col));
    for mv in moves {
        // Writing to a string cannot fail.
        let _ = match *mv {
            Action::Swap(a, b) => writeln!(out, "swap {} {}", cell(a), cell(b)),
            Action::Drag(a) => writeln!(out, "drag {}", cell(a)),
            Action::Tap(a) => writeln!(out, "tap {}", cell(a)),
        };
    }
    out
}

#[derive(Clone, Copy)]
enum Verb {
    Swap,
    Drag,
    Tap,
    Origin,
}

impl Verb {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "swap" | "交换" => Self::Swap,
            "drag" | "拖出" => Self::Drag,
            "tap" | "点" => Self::Tap,
            "origin" => Self::Origin,
            _ => return None,
        })
    }

    fn usage(self) -> (usize, Text) {
        match self {
            Self::Swap => (4, both!("`swap ROW COLUMN ROW COLUMN`", "应为 `交换 行 列 行 列`")),
            Self::Drag => (2, both!("`drag ROW COLUMN`", "应为 `拖出 行 列`")),
            Self::Tap => (2, both!("`tap ROW COLUMN`", "应为 `点 行 列`")),
            Self::Origin => (1, both!("`origin 0` or `origin 1`", "应为 `origin 0` 或 `origin 1`")),
        }
    }
}

struct Script<'a> {
    report: Report<'a>,
    origin: Option<Origin>,
    moves: Vec<Action>,
}

impl Script<'_> {
    /// One line without its comment, which starts at an offset of the text.
    fn line(&mut self, line: &str, start: usize) {
        let words: Vec<(&str, Range<usize>)> = line
            .split_whitespace()
            .map(|word| {
                let at = start + (word.as_ptr().addr() - line.as_ptr().addr());
                (word, at..at + word.len())
            })
            .collect();
        let words = self.without_number(&words);
        let Some(((word, span), arguments)) = words.split_first() else { return };
        let Some(verb) = Verb::of(word) else {
            let advice = suggestion(word, &["swap", "drag", "tap", "origin"]);
            return self.report.add(span.clone(), both!("{} is no move", "{} 不是走法", quoted(word)), advice);
        };
        let (count, usage) = verb.usage();
        if arguments.len() != count {
            let whole = span.start..arguments.last().map_or(span.end, |(_, last)| last.end);
            let (word, found) = (quoted(word), arguments.len());
            let message =
                both!("{word} takes {count} numbers, not {found}", "{word} 之后应有 {count} 个数，而不是 {found} 个");
            return self.report.add(whole, message, usage);
        }
        if matches!(verb, Verb::Origin) {
            let (word, at) = &arguments[0];
            return self.origin(word, span.start..at.end);
        }
        let first = self.origin.unwrap_or_default().number();
        let numbers: Vec<Option<u8>> = arguments.iter().map(|(word, at)| self.number(word, at, first)).collect();
        self.moves.extend(match (verb, &numbers[..]) {
            (Verb::Swap, &[Some(a), Some(b), Some(c), Some(d)]) => {
                Some(Action::Swap(Place::new(a, b), Place::new(c, d)))
            }
            (Verb::Drag, &[Some(a), Some(b)]) => Some(Action::Drag(Place::new(a, b))),
            (Verb::Tap, &[Some(a), Some(b)]) => Some(Action::Tap(Place::new(a, b))),
            _ => None,
        });
    }

    /// The words after the number of the move, if there is one.
    fn without_number<'w>(&mut self, words: &'w [(&'w str, Range<usize>)]) -> &'w [(&'w str, Range<usize>)] {
        let Some(((word, span), rest)) = words.split_first() else { return words };
        let digits = word.strip_suffix('.').filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(digits) = digits else { return words };
        let expected = self.moves.len() + 1;
        if digits.parse() != Ok(expected) {
            let word = quoted(word);
            let message = both!("{word} where move {expected} should be", "这里应是第 {expected} 步，却写着 {word}");
            let advice = both!("number every move from 1, or none", "每步都从 1 起编号，或都不编号");
            self.report.add(span.clone(), message, advice);
        }
        rest
    }

    fn origin(&mut self, word: &str, span: Range<usize>) {
        let origin = match word {
            "0" => Origin::Zero,
            "1" => Origin::One,
            _ => {
                let message = both!("{} is no origin", "{} 不是起始编号", quoted(word));
                return self.report.add(span, message, Verb::Origin.usage().1);
            }
        };
        if self.origin.is_some() || !self.moves.is_empty() {
            let message = both!("the origin changes on the way", "起始编号中途改变");
            let advice = both!("one `origin` line, before the first move", "只能有一行 `origin`，在第一步之前");
            self.report.add(span, message, advice);
        } else {
            self.origin = Some(origin);
        }
    }

    /// A row or a column, from 0.
    fn number(&mut self, word: &str, span: &Range<usize>, first: u8) -> Option<u8> {
        let digits = Some(word).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|word| word.parse::<u8>().ok()).and_then(|number| number.checked_sub(first));
        if number.is_none() {
            let message = both!("{} is no row or column", "{} 不是行号或列号", quoted(word));
            let advice = both!("rows and columns count from {first} here", "这里的行和列从 {first} 数起");
            self.report.add(span.clone(), message, advice);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swap(a: u8, b: u8, c: u8, d: u8) -> Action {
        Action::Swap(Place::new(a, b), Place::new(c, d))
    }

    #[test]
    fn both_languages_and_both_origins() {
        let moves =
            parse_script("\u{feff}# 一\r\nswap 2 3 3 3\r\n\n 拖出 1 5 # 说明\n点 4 4\n交换 1 1 2 2", "m").unwrap();
        let places = [Action::Drag(Place::new(0, 4)), Action::Tap(Place::new(3, 3))];
        assert_eq!(moves, [swap(1, 2, 2, 2), places[0], places[1], swap(0, 0, 1, 1)]);
        assert_eq!(parse_script("origin 0\nswap 0 0 1 1", "m").unwrap(), [swap(0, 0, 1, 1)]);
        assert_eq!(parse_script("", "m").unwrap(), []);
        assert_eq!(parse_script("1. swap 1 1 2 2\n  2. 点 4 4", "m").unwrap(), [swap(0, 0, 1, 1), places[1]]);
        assert_eq!(
            parse_script("1. tap 1 1\n3. tap 1 1", "m").unwrap_err().to_string(),
            "m:2:1: `3.` where move 2 should be; number every move from 1, or none"
        );
    }

    #[test]
    fn every_line_that_is_wrong_is_named() {
        let error = parse_script("swp 1 1 2 2\nswap 0 1 1 300\ndrag 1\n拖出 一 1\ntap 1 1\norigin 0\norigin x", "m")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "m:1:1: `swp` is no move; did you mean `swap`?\n\
             m:2:6: `0` is no row or column; rows and columns count from 1 here\n\
             m:2:12: `300` is no row or column; rows and columns count from 1 here\n\
             m:3:1: `drag` takes 2 numbers, not 1; `drag ROW COLUMN`\n\
             m:4:4: `一` is no row or column; rows and columns count from 1 here\n\
             m:6:1: the origin changes on the way; one `origin` line, before the first move\n\
             m:7:1: `x` is no origin; `origin 0` or `origin 1`"
        );
    }
}
