//! Markdown, for a forum or a wiki: the head, the first board, and the moves in tables of ten.

use super::facts::facts;
use super::options::ExportOptions;
use super::record::Record;
use super::words::{hint, in_words, token};
use crate::lang::say;
use std::io::{self, Write};

/// Rows of a table.
const GROUP: usize = 10;

/// Writes the document.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: &ExportOptions, out: &mut dyn Write) -> io::Result<()> {
    let lang = options.lang;
    writeln!(out, "# {}\n", escape(record.name()))?;
    for fact in facts(record, options) {
        let value = if fact.value == options.check { format!("`{}`", fact.value) } else { escape(&fact.value) };
        writeln!(out, "- **{}**: {value}", escape(&fact.label))?;
    }
    let first = options.origin.number();
    writeln!(
        out,
        "\n{}\n",
        say!(
            lang,
            "Rows count from the top, columns from the left, both from {first}. Two digits are family and level; \
             levels are white 1, green 2, blue 3, purple 4, orange 5.",
            "行从上往下、列从左往右，都从 {first} 数起。两位数字是家族和形态；形态：白 1、绿 2、蓝 3、紫 4、橙 5。"
        )
    )?;
    board(record, 0, out)?;
    for (i, step) in record.steps.iter().enumerate() {
        if i % GROUP == 0 {
            let (from, to) = (i + 1, (i + GROUP).min(record.steps.len()));
            let title = say!(lang, "Moves {from} to {to}", "第 {from} 至 {to} 步");
            let head = say!(
                lang,
                "| # | move | pieces | gain | score | steps left | fall |",
                "| # | 走法 | 怪物 | 得分 | 总分 | 剩余步数 | 落下 |"
            );
            writeln!(out, "\n## {title}\n\n{head}\n|--:|---|---|--:|--:|--:|--:|")?;
        }
        let (number, falls) = (step.step, step.refill_count());
        let words = in_words(step.action, options.origin, lang);
        let pieces = hint(record.before(i), step.action, &record.solution.puzzle.game, lang);
        let (gain, score) = (record.points(step.gain), record.points(step.score));
        let left = step.steps_left.map(|left| left.to_string()).unwrap_or_default();
        writeln!(out, "| {number} | {words} | {pieces} | {gain} | {score} | {left} | {falls} |")?;
    }
    writeln!(out, "\n## {}\n", say!(lang, "The board at the end", "最后的沙盘"))?;
    board(record, record.steps.len(), out)?;
    writeln!(out, "\n## {}\n\n```toml", say!(lang, "The puzzle", "谜题"))?;
    writeln!(out, "{}```", record.solution.puzzle.to_toml())
}

fn board(record: &Record, step: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "```text")?;
    for row in record.before(step) {
        writeln!(out, "{}", row.iter().map(|&code| format!("{:>3}", token(code))).collect::<String>())?;
    }
    writeln!(out, "```")
}

/// Keeps a text from being taken for markup.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>|#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
