//! Boards as text: rows of tokens, each with its place in the text.
//!
//! Tokens are separated by blanks; a row that is one word of three or more digits is read digit by digit; `#` starts
//! a comment.

use super::problem::quoted;
use crate::games::sandbox::setup::MAX_HIT_POINTS;
use crate::lang::{Text, both};
use std::ops::Range;

/// Stands for a token that could not be read, so that its row keeps its length. No board accepts it.
const UNREADABLE: i64 = i64::MIN;

/// What the tokens of a board mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// `FL`, single digits for whites, `-N` for stones, `..` or `0` for empty.
    Sandbox,
    /// Small integers, 0 (or `..`) for empty.
    Integers,
}

/// A board with the place of every token.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardText {
    /// Codes row by row.
    pub(super) codes: Vec<Vec<i64>>,
    /// The byte ranges of the tokens, in the text that was read.
    pub(super) spans: Vec<Vec<Range<usize>>>,
    /// What is wrong with single tokens: range, message, advice.
    pub(super) faults: Vec<(Range<usize>, Text, Text)>,
}

impl BoardText {
    /// Reads a board. Whatever cannot be read becomes [`UNREADABLE`] and a fault.
    pub(super) fn read(text: &str, alphabet: Alphabet) -> Self {
        let mut board = Self::default();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.split('#').next().unwrap_or("");
            let words = words(content);
            if !words.is_empty() {
                board.row(content, start, &words, alphabet);
            }
            start += line.len();
        }
        board
    }

    fn row(&mut self, line: &str, start: usize, words: &[Range<usize>], alphabet: Alphabet) {
        let is_digits = |range: &Range<usize>| line[range.clone()].bytes().all(|byte| byte.is_ascii_digit());
        let tokens: Vec<Range<usize>> = match words {
            [only] if only.len() >= 3 && is_digits(only) => only.clone().map(|at| at..at + 1).collect(),
            _ => words.to_vec(),
        };
        let mut codes = Vec::new();
        let mut spans = Vec::new();
        for token in tokens {
            let word = &line[token.clone()];
            let span = start + token.start..start + token.end;
            codes.push(alphabet.code(word).unwrap_or_else(|(message, advice)| {
                self.faults.push((span.clone(), message, advice));
                UNREADABLE
            }));
            spans.push(span);
        }
        self.codes.push(codes);
        self.spans.push(spans);
    }
}

impl Alphabet {
    fn code(self, word: &str) -> Result<i64, (Text, Text)> {
        if matches!(word, ".." | "." | "0") {
            return Ok(0);
        }
        let number = word.parse::<i64>().ok().filter(|_| !word.starts_with('+'));
        match (self, number) {
            (Self::Sandbox, Some(family @ 1..=3)) => Ok(10 * family + 1),
            (Self::Sandbox, Some(code @ 10..=99)) => Ok(code),
            (Self::Sandbox, Some(code)) if code < 0 && code >= i64::from(i16::MIN) => Ok(code),
            (Self::Sandbox, _) => Err((
                both!("{} is no piece", "{} 不是怪物", quoted(word)),
                both!(
                    "two digits, family 1 to 3 and level 1 to 5; one digit 1 to 3 for a white; `..` for empty; `-1` to \
                     `-{MAX_HIT_POINTS}` for a stone",
                    "应为两位数字，即家族 1 至 3 和形态 1 至 5；白可只写一位数字 1 至 3；空格为 `..`；石块为 `-1` 至 \
                     `-{MAX_HIT_POINTS}`"
                ),
            )),
            (Self::Integers, Some(code @ 0..=99)) => Ok(code),
            (Self::Integers, _) => Err((
                both!("{} is no cell", "{} 不能作为一格", quoted(word)),
                both!("a small whole number, 0 for an empty cell", "应为较小的整数，空格为 0"),
            )),
        }
    }
}

/// The byte ranges of the words of a line.
fn words(line: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(begin)) => {
                words.push(begin..at);
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|begin| begin..line.len()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_token_has_its_code_and_place() {
        let text = "# head\n11 2  -3\r\n\n .. 0 35 # tail\n123\n";
        let board = BoardText::read(text, Alphabet::Sandbox);
        assert_eq!(board.codes, [vec![11, 21, -3], vec![0, 0, 35], vec![11, 21, 31]]);
        assert_eq!(board.spans[0], [7..9, 10..11, 13..15]);
        let words: Vec<&str> = board.spans.iter().flatten().map(|span| &text[span.clone()]).collect();
        assert_eq!(words, ["11", "2", "-3", "..", "0", "35", "1", "2", "3"]);
        assert!(board.faults.is_empty());
    }

    #[test]
    fn an_unreadable_token_keeps_its_cell() {
        let board = BoardText::read("11 x 4\n+1 1234 -99999", Alphabet::Sandbox);
        assert_eq!(board.codes, [vec![11, UNREADABLE, UNREADABLE], vec![UNREADABLE; 3]]);
        assert_eq!(board.faults.len(), 5);
        assert_eq!(board.faults[0].0, 3..4);
    }

    #[test]
    fn integers_may_have_two_digits_where_blanks_separate_them() {
        let board = BoardText::read("1 16 0\n1160", Alphabet::Integers);
        assert_eq!(board.codes, [vec![1, 16, 0], vec![1, 1, 6, 0]]);
    }
}
