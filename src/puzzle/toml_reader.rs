//! TOML text to a puzzle: every key and token with its place, so that every complaint points at the source.

use super::board::{Alphabet, BoardText};
use super::check::{Complaint, Step, check};
use super::draft::{Draft, RulesDraft, Table};
use super::foreign::toml_fault;
use super::model::Puzzle;
use super::problem::{PuzzleError, Report, quoted, suggestion};
use crate::lang::{Text, both, say};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

const KEYS: [&str; 11] =
    ["name", "game", "mode", "steps", "queue", "queue_pos", "kinds", "moves", "leftover_penalty", "rules", "board"];
const RULES_KEYS: [&str; 13] = [
    "refill",
    "promotion",
    "stones",
    "group_value",
    "points",
    "weights",
    "evolve",
    "powers",
    "counted_cap",
    "leftover",
    "top_match",
    "refund_level",
    "swap",
];

type Value<'a> = Spanned<DeValue<'a>>;

/// Reads a puzzle file. `file_name` is for messages only.
///
/// ```
/// let text = "game = 'samegame'\nleftover_penalty = 0\nboard = '123'\n";
/// let error = xiaochu::puzzle::parse(text, "my.toml").expect_err("0 is no truth value");
/// assert_eq!(error.to_string(), "my.toml:2:20: `leftover_penalty` cannot be a whole number; write `true` or `false`");
/// ```
///
/// # Errors
/// Every problem of the text at once: what TOML says, unknown, missing and foreign keys, wrong types, values out of
/// range, and all that the game itself refuses.
pub fn parse(text: &str, file_name: &str) -> Result<Puzzle, PuzzleError> {
    let mut report = Report::new(text, file_name);
    if !report.accepts_length() {
        return report.finish(None);
    }
    let (table, errors) = DeTable::parse_recoverable(report.text());
    let mut has_gaps = false;
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        if error.message() == "duplicate key" {
            let key = report.text().get(span.clone()).unwrap_or("a key");
            let message = both!("{} is given twice", "{} 写了两次", quoted(key));
            report.add(span, message, both!("keep one of the two", "请只留一个"));
        } else {
            // After any other slip, what seems missing may be there.
            has_gaps = true;
            report.add(span, toml_fault(&error), Text::default());
        }
    }
    let mut reader = Reader { report, board: BoardText::default() };
    let draft = reader.document(table.get_ref());
    let checked = check(&draft);
    for complaint in checked.complaints {
        if !(has_gaps && complaint.is_missing) {
            reader.place(&complaint, table.get_ref());
        }
    }
    reader.report.finish(checked.puzzle)
}

/// Reads the rows of a sandbox board alone, in the tokens of a puzzle file, as when a player types a position.
/// Neither its size nor its pieces are checked.
///
/// # Errors
/// Every token that is none, with its place.
pub fn parse_board(text: &str, file_name: &str) -> Result<Vec<Vec<i16>>, PuzzleError> {
    read_rows(text, file_name, Alphabet::Sandbox)
}

/// As [`parse_board`], for the boards of SameGame and crush: small whole numbers.
///
/// # Errors
/// Every token that is none, with its place.
pub fn parse_kinds(text: &str, file_name: &str) -> Result<Vec<Vec<i16>>, PuzzleError> {
    read_rows(text, file_name, Alphabet::Integers)
}

fn read_rows(text: &str, file_name: &str, alphabet: Alphabet) -> Result<Vec<Vec<i16>>, PuzzleError> {
    let mut report = Report::new(text, file_name);
    if !report.accepts_length() {
        return report.finish(None);
    }
    let board = BoardText::read(report.text(), alphabet);
    for (span, message, advice) in board.faults {
        report.add(span, message, advice);
    }
    let code = |code: i64| i16::try_from(code).unwrap_or(0);
    report.finish(Some(board.codes.into_iter().map(|row| row.into_iter().map(code).collect()).collect()))
}

struct Reader<'a> {
    report: Report<'a>,
    /// The board, with spans in the file.
    board: BoardText,
}

impl Reader<'_> {
    fn document(&mut self, table: &DeTable<'_>) -> Draft {
        let mut draft = Draft::default();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let good = match name {
                "name" => self.string(name, value, &mut draft.name),
                "game" => self.string(name, value, &mut draft.game),
                "mode" => self.string(name, value, &mut draft.mode),
                "steps" => self.integer(name, value, &mut draft.steps),
                "queue" => self.string(name, value, &mut draft.queue),
                "queue_pos" => self.integer(name, value, &mut draft.queue_pos),
                "kinds" => self.integer(name, value, &mut draft.kinds),
                "moves" => self.integer(name, value, &mut draft.moves),
                "leftover_penalty" => self.boolean(name, value, &mut draft.leftover_penalty),
                "rules" => self.rules(value, &mut draft.rules),
                "board" => self.board(value, table, &mut draft.board),
                _ => {
                    let place = || both!("it belongs under [rules]", "它应在 `[rules]` 之下");
                    self.unknown(key, &KEYS, RULES_KEYS.contains(&name).then(place));
                    true
                }
            };
            if !good {
                draft.broken.push(name.to_owned());
            }
        }
        draft
    }

    fn rules(&mut self, value: &Value<'_>, out: &mut Option<RulesDraft>) -> bool {
        let DeValue::Table(table) = value.get_ref() else {
            let right =
                both!("a table: `[rules]` on its own line, its keys below", "表，即 `[rules]` 单独一行，其下是它的键");
            return self.wrong_type("rules", value, &right);
        };
        let mut rules = RulesDraft::default();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match name {
                "refill" => self.string(name, value, &mut rules.refill),
                "promotion" => self.boolean(name, value, &mut rules.promotion),
                "stones" => self.boolean(name, value, &mut rules.stones),
                "group_value" => self.string(name, value, &mut rules.group_value),
                "points" => self.table(name, value, &mut rules.points),
                "weights" => self.numbers(name, value, &mut rules.weights),
                "evolve" => self.number(name, value, &mut rules.evolve),
                "powers" => self.table(name, value, &mut rules.powers),
                "counted_cap" => self.integer(name, value, &mut rules.counted_cap),
                "leftover" => self.boolean(name, value, &mut rules.leftover),
                "top_match" => self.string(name, value, &mut rules.top_match),
                "refund_level" => self.integer(name, value, &mut rules.refund_level),
                "swap" => self.string(name, value, &mut rules.swap),
                _ => {
                    let place = || both!("it belongs above [rules]", "它应在 `[rules]` 之前");
                    self.unknown(key, &RULES_KEYS, KEYS.contains(&name).then(place));
                    true
                }
            };
        }
        *out = Some(rules);
        true
    }

    fn unknown(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, known: &[&str], misplaced: Option<Text>) {
        let advice = misplaced.unwrap_or_else(|| suggestion(key.get_ref(), known));
        let message = both!("{} is no key of a puzzle", "{} 不是谜题的键", quoted(key.get_ref()));
        self.report.add(key.span(), message, advice);
    }

    /// Reads the board by the alphabet of the document's game and keeps the places of its tokens.
    fn board(&mut self, value: &Value<'_>, table: &DeTable<'_>, out: &mut Option<Vec<Vec<i64>>>) -> bool {
        let DeValue::String(text) = value.get_ref() else {
            let right = both!("the rows between `\"\"\"` and `\"\"\"`", "`\"\"\"` 与 `\"\"\"` 之间的各行");
            return self.wrong_type("board", value, &right);
        };
        let game = table.get("game").and_then(|game| game.get_ref().as_str());
        let alphabet = if matches!(game, Some("crush" | "samegame")) { Alphabet::Integers } else { Alphabet::Sandbox };
        let mut board = BoardText::read(text, alphabet);
        let whole = value.span();
        let first = self.content_start(value);
        let place = |span: &Range<usize>| first.map_or(whole.clone(), |at| at + span.start..at + span.end);
        for row in &mut board.spans {
            row.iter_mut().for_each(|span| *span = place(span));
        }
        for (span, message, advice) in &mut board.faults {
            *span = place(span);
            self.report.add(span.clone(), message.clone(), advice.clone());
        }
        *out = Some(board.codes.clone());
        self.board = board;
        true
    }

    /// Where the content of a string starts in the file, so that the one maps to the other byte by byte; `None`
    /// where escapes are in the way.
    fn content_start(&self, value: &Value<'_>) -> Option<usize> {
        let raw = self.report.text().get(value.span())?;
        let text = value.get_ref().as_str()?;
        let is_long = raw.starts_with("\"\"\"") || raw.starts_with("'''");
        let opening = if is_long { 3 } else { 1 };
        let content = raw.get(opening..)?;
        // A line break right after a long opening is no part of the content.
        let skipped = match content {
            _ if !is_long => 0,
            _ if content.starts_with("\r\n") => 2,
            _ if content.starts_with('\n') => 1,
            _ => 0,
        };
        content.get(skipped..)?.starts_with(text).then_some(value.span().start + opening + skipped)
    }

    fn wrong_type(&mut self, key: &str, value: &Value<'_>, right: &Text) -> bool {
        let found = match value.get_ref() {
            DeValue::String(_) => both!("a string", "字符串"),
            DeValue::Integer(_) => both!("a whole number", "整数"),
            DeValue::Float(_) if float(value.get_ref()).is_some() => both!("a number with a fraction", "小数"),
            DeValue::Float(number) => {
                let number = quoted(number.as_str());
                both!("{number}, which is not finite", " {number}，它不是有限的数")
            }
            DeValue::Boolean(_) => both!("true or false", "真假值"),
            DeValue::Datetime(_) => both!("a date", "日期"),
            DeValue::Array(_) => both!("a list", "列表"),
            DeValue::Table(_) => both!("a table", "表"),
        };
        let message = Text::in_each(|lang| say!(lang, "`{key}` cannot be {}", "`{key}` 不能是{}", found.get(lang)));
        let advice = Text::in_each(|lang| say!(lang, "write {}", "请写成：{}", right.get(lang)));
        self.report.add(value.span(), message, advice);
        false
    }

    fn string(&mut self, key: &str, value: &Value<'_>, out: &mut Option<String>) -> bool {
        *out = value.get_ref().as_str().map(str::to_owned);
        out.is_some() || self.wrong_type(key, value, &both!("a string in quotes", "带引号的字符串"))
    }

    fn boolean(&mut self, key: &str, value: &Value<'_>, out: &mut Option<bool>) -> bool {
        *out = value.get_ref().as_bool();
        out.is_some() || self.wrong_type(key, value, &both!("`true` or `false`", "`true` 或 `false`"))
    }

    fn integer(&mut self, key: &str, value: &Value<'_>, out: &mut Option<i64>) -> bool {
        *out =
            value.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        if out.is_none() && value.get_ref().is_integer() {
            let message = both!("`{key}` is too large", "`{key}` 太大");
            let advice = both!("a whole number that fits 64 bits", "应为 64 位以内的整数");
            self.report.add(value.span(), message, advice);
            return false;
        }
        out.is_some() || self.wrong_type(key, value, &both!("a whole number", "整数"))
    }

    fn number(&mut self, key: &str, value: &Value<'_>, out: &mut Option<f64>) -> bool {
        *out = float(value.get_ref());
        out.is_some() || self.wrong_type(key, value, &both!("a number", "数"))
    }

    fn numbers(&mut self, key: &str, value: &Value<'_>, out: &mut Option<Vec<f64>>) -> bool {
        let DeValue::Array(items) = value.get_ref() else {
            return self.wrong_type(key, value, &both!("a list of numbers", "数的列表"));
        };
        *out = self.row(key, items);
        out.is_some()
    }

    fn row(&mut self, key: &str, items: &DeArray<'_>) -> Option<Vec<f64>> {
        let mut row = Vec::new();
        for item in items {
            match float(item.get_ref()) {
                Some(number) => row.push(number),
                None => {
                    self.wrong_type(key, item, &both!("numbers only", "只有数的列表"));
                    return None;
                }
            }
        }
        Some(row)
    }

    /// Five numbers, or three rows of five.
    fn table(&mut self, key: &str, value: &Value<'_>, out: &mut Option<Table>) -> bool {
        let DeValue::Array(items) = value.get_ref() else {
            return self.wrong_type(key, value, &both!("a list of numbers", "数的列表"));
        };
        let is_nested = items.iter().any(|item| item.get_ref().is_array());
        *out = if is_nested {
            let rows = items.iter().map(|item| match item.get_ref() {
                DeValue::Array(row) => self.row(key, row),
                _ => {
                    self.wrong_type(key, item, &both!("three rows of five numbers", "三行、每行五个数"));
                    None
                }
            });
            rows.collect::<Option<_>>().map(Table::ByFamily)
        } else {
            self.row(key, items).map(Table::Same)
        };
        out.is_some()
    }

    /// Adds a complaint at its place in the text.
    fn place(&mut self, complaint: &Complaint, table: &DeTable<'_>) {
        let span = self.find(&complaint.at, table);
        // An unreadable token was reported as it was read.
        if self.board.faults.iter().any(|(unreadable, ..)| *unreadable == span) {
            return;
        }
        let also = complaint.also.iter().map(|at| self.find(at, table)).collect();
        self.report.add_with(span, also, complaint.message.clone(), complaint.advice.clone());
    }

    /// The span of a value; of the last step that has one, where the way goes on inside it.
    fn find(&self, at: &[Step], table: &DeTable<'_>) -> Range<usize> {
        let (Some(Step::Key(key)), rest) = (at.first(), at.get(1..).unwrap_or(&[])) else { return 0..0 };
        let Some(value) = table.get(*key) else { return 0..0 };
        match (value.get_ref(), rest) {
            (DeValue::Table(inner), [_, ..]) => self.find(rest, inner),
            (DeValue::String(_), [Step::Item(row), cell @ ..]) if *key == "board" => {
                let Some(spans) = self.board.spans.get(*row) else { return value.span() };
                let whole = spans.first().map_or(0, |span| span.start)..spans.last().map_or(0, |span| span.end);
                match cell {
                    [Step::Item(col), ..] => spans.get(*col).cloned().unwrap_or(whole),
                    _ => whole,
                }
            }
            (DeValue::String(text), [Step::Item(item), ..]) => {
                let letter = text.char_indices().nth(*item);
                match (self.content_start(value), letter) {
                    (Some(start), Some((at, letter))) => start + at..start + at + letter.len_utf8(),
                    _ => value.span(),
                }
            }
            (DeValue::Array(items), _) => find_item(value, items, rest),
            _ => value.span(),
        }
    }
}

fn find_item(value: &Value<'_>, items: &DeArray<'_>, at: &[Step]) -> Range<usize> {
    let Some((Step::Item(index), rest)) = at.split_first() else { return value.span() };
    match items.get(*index) {
        Some(item) => match item.get_ref() {
            DeValue::Array(inner) => find_item(item, inner, rest),
            _ => item.span(),
        },
        None => value.span(),
    }
}

/// A finite number, whole or not.
fn float(value: &DeValue<'_>) -> Option<f64> {
    let number = match value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse::<f64>().ok(),
        DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}
