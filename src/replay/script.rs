//! The move script to follow by hand: numbered, in groups of ten, with the head and, where wanted, boards between.
//!
//! Whatever is not a move is a comment, so the script reads back. Lines that begin with `#|` are the puzzle file
//! itself: with them the script needs no other file to be checked.

use super::facts::facts;
use super::options::ExportOptions;
use super::record::Record;
use super::words::{hint, in_words};
use crate::lang::{Lang, say};
use crate::puzzle::{CARRIED, Origin};
use crate::types::{Action, Place};
use crate::verify::Step;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Moves of a group.
const GROUP: usize = 10;

/// Writes the script.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: &ExportOptions, out: &mut dyn Write) -> io::Result<()> {
    let lang = options.lang;
    let facts = facts(record, options);
    let width = facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0);
    for fact in &facts {
        let padding = width - fact.label.width();
        writeln!(out, "# {}{:padding$}  {}", fact.label, "", fact.value)?;
    }
    writeln!(out, "#")?;
    for line in record.solution.puzzle.to_toml().lines() {
        writeln!(out, "{CARRIED} {line}")?;
    }
    let (first, other) = (options.origin.number(), other(options.origin).number());
    let note = say!(
        lang,
        "# Rows count from the top, columns from the left, both from {first} (in brackets: from {other}).",
        "# 行从上往下、列从左往右，都从 {first} 数起（括号里从 {other} 数起）。"
    );
    writeln!(out, "#\n{note}\norigin {first}")?;
    let lines: Vec<String> = record.steps.iter().map(|step| script_line(step, options)).collect();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    for (i, (step, line)) in record.steps.iter().zip(&lines).enumerate() {
        if i % GROUP == 0 {
            let (from, to) = (i + 1, (i + GROUP).min(record.steps.len()));
            writeln!(out, "\n# {}", say!(lang, "moves {from} to {to}", "第 {from} 至 {to} 步"))?;
        }
        let padding = width - line.width();
        writeln!(out, "{line}{:padding$}  # {}", "", remark(record, step, i, options))?;
        if options.thumbnail.is_some_and(|every| every > 0 && (i + 1) % every == 0) {
            thumbnail(record, i, lang, out)?;
        }
    }
    Ok(())
}

/// The move itself, as the reader of scripts takes it.
fn script_line(step: &Step, options: &ExportOptions) -> String {
    let first = u16::from(options.origin.number());
    let cell = |place: Place| format!("{} {}", u16::from(place.row) + first, u16::from(place.col) + first);
    let number = step.step;
    match step.action {
        Action::Swap(a, b) => {
            let (a, b) = (cell(a), cell(b));
            say!(options.lang, "{number:>3}. swap {a} {b}", "{number:>3}. 交换 {a} {b}")
        }
        Action::Drag(a) => say!(options.lang, "{number:>3}. drag {}", "{number:>3}. 拖出 {}", cell(a)),
        Action::Tap(a) => say!(options.lang, "{number:>3}. tap {}", "{number:>3}. 点 {}", cell(a)),
    }
}

/// The move in words, with the other origin, the pieces and the figures.
fn remark(record: &Record, step: &Step, index: usize, options: &ExportOptions) -> String {
    let lang = options.lang;
    let words = in_words(step.action, options.origin, lang);
    let other = bare(step.action, other(options.origin));
    let pieces = hint(record.before(index), step.action, &record.solution.puzzle.game, lang);
    let (gain, score) = (record.signed(step.gain), record.points(step.score));
    let left = step.steps_left.map(|left| say!(lang, " · {left} left", " · 剩 {left} 步")).unwrap_or_default();
    let falls = step.refill_count();
    let falls = if falls > 0 { say!(lang, " · {falls} fall", " · 落 {falls} 个") } else { String::new() };
    format!("{words} ({other}) · {pieces} · {gain} = {score}{left}{falls}")
}

/// The cells of a move as bare numbers.
fn bare(action: Action, origin: Origin) -> String {
    let first = u16::from(origin.number());
    let cell = |place: Place| format!("{},{}", u16::from(place.row) + first, u16::from(place.col) + first);
    match action {
        Action::Swap(a, b) => format!("{} ↔ {}", cell(a), cell(b)),
        Action::Drag(a) | Action::Tap(a) => cell(a),
    }
}

/// The other of the two origins.
fn other(origin: Origin) -> Origin {
    match origin {
        Origin::Zero => Origin::One,
        Origin::One => Origin::Zero,
    }
}

/// The board after a move, as a comment.
fn thumbnail(record: &Record, index: usize, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let number = index + 1;
    writeln!(out, "#   {}", say!(lang, "the board after move {number}:", "第 {number} 步之后的沙盘："))?;
    for row in record.before(number) {
        let cells: String = row.iter().map(|&code| format!(" {:>3}", super::words::token(code))).collect();
        writeln!(out, "#  {cells}")?;
    }
    Ok(())
}
