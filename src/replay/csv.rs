//! A table for spreadsheets: one move a row. It reads back; the rows that begin with `#` are its head and its puzzle.

use super::facts::facts;
use super::options::ExportOptions;
use super::record::Record;
use super::words::in_words;
use crate::lang::say;
use crate::puzzle::{CARRIED, CSV_COLUMNS};
use crate::types::{Action, Place};
use crate::verify::Step;
use csv::{QuoteStyle, Terminator, WriterBuilder};
use std::io::{self, Write};

/// Writes the table.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: &ExportOptions, out: &mut dyn Write) -> io::Result<()> {
    if options.bom {
        out.write_all("\u{feff}".as_bytes())?;
    }
    let mut table = WriterBuilder::new()
        .flexible(true)
        .quote_style(QuoteStyle::Necessary)
        .terminator(Terminator::CRLF)
        .from_writer(out);
    for fact in facts(record, options) {
        table.write_record([format!("# {}: {}", fact.label, fact.value)])?;
    }
    for line in record.solution.puzzle.to_toml().lines() {
        table.write_record([format!("{CARRIED} {line}")])?;
    }
    table.write_record(CSV_COLUMNS)?;
    for step in &record.steps {
        table.write_record(row(record, step, options))?;
    }
    table.flush()
}

fn row(record: &Record, step: &Step, options: &ExportOptions) -> Vec<String> {
    let first = options.origin.number();
    let cell = |place: Place| {
        [u16::from(place.row), u16::from(place.col)].map(|number| (number + u16::from(first)).to_string())
    };
    let none = [String::new(), String::new()];
    let (verb, from, to) = match step.action {
        Action::Swap(a, b) => (say!(options.lang, "swap", "交换"), cell(a), cell(b)),
        Action::Drag(a) => (say!(options.lang, "drag", "拖出"), cell(a), none),
        Action::Tap(a) => (say!(options.lang, "tap", "点"), cell(a), none),
    };
    let optional = |number: Option<u16>| number.map(|number| number.to_string()).unwrap_or_default();
    let ([row, column], [to_row, to_column]) = (from, to);
    vec![
        step.step.to_string(),
        verb,
        row,
        column,
        to_row,
        to_column,
        first.to_string(),
        record.points(step.gain),
        record.points(step.score),
        optional(step.steps_left),
        optional(step.queue_pos.map(u16::from)),
        step.refill_count().to_string(),
        in_words(step.action, options.origin, options.lang),
    ]
}
