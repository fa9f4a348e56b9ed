//! Boards before and after each move, side by side, the moved cells marked.

use super::record::Record;
use super::words::{cells_of, in_words};
use crate::lang::{Lang, say};
use crate::puzzle::Origin;
use crate::types::Place;
use anstyle::{Effects, Style};
use std::io::{self, Write};

/// How to write.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// What rows and columns count from.
    pub origin: Origin,
    /// The language.
    pub lang: Lang,
    /// Whether moved cells are also shown in reverse video.
    pub color: bool,
}

/// Columns of one cell: the widest code is a stone of two digits, in brackets.
const CELL: usize = 5;

/// Writes every move with the boards around it.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: TextOptions, out: &mut dyn Write) -> io::Result<()> {
    let total = record.steps.len();
    let origin = options.origin.number();
    let counted = say!(options.lang, "rows and columns count from {origin}", "行和列从 {origin} 数起");
    writeln!(out, "{counted}")?;
    for (i, step) in record.steps.iter().enumerate() {
        let (number, gain, score) = (step.step, record.signed(step.gain), record.points(step.score));
        let words = in_words(step.action, options.origin, options.lang);
        let left = step.steps_left.map(|left| say!(options.lang, ", {left} steps left", "，剩 {left} 步"));
        let left = left.unwrap_or_default();
        let head = say!(
            options.lang,
            "{number}/{total}: {words}: {gain} = {score}{left}",
            "{number}/{total}：{words}：{gain} = {score}{left}"
        );
        writeln!(out, "\n{head}")?;
        let marked = cells_of(step.action);
        for (row, (before, after)) in record.before(i).iter().zip(&step.board).enumerate() {
            let before: String =
                before.iter().enumerate().map(|(col, &code)| cell(code, row, col, &marked, options)).collect();
            let after: String =
                after.iter().enumerate().map(|(col, &code)| cell(code, row, col, &[], options)).collect();
            writeln!(out, "{before}   →{after}")?;
        }
    }
    Ok(())
}

fn cell(code: i16, row: usize, col: usize, marked: &[Place], options: TextOptions) -> String {
    let is_marked = marked.iter().any(|place| usize::from(place.row) == row && usize::from(place.col) == col);
    let code = if code == 0 { "..".to_owned() } else { code.to_string() };
    if !is_marked {
        return format!("{:>CELL$}", format!("{code} "));
    }
    let style = if options.color { Style::new().effects(Effects::INVERT | Effects::BOLD) } else { Style::new() };
    let bracketed = format!("[{code}]");
    let padding = CELL.saturating_sub(bracketed.len());
    format!("{:padding$}{style}{bracketed}{style:#}", "")
}
