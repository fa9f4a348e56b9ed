//! One position of a replay on a terminal: the figures, the board with its move or round, and the keys.
//!
//! Invariant: no line is wider than the terminal, Chinese characters counted as the two columns they take.

use super::frames::{Frame, Phase};
use super::record::Record;
use super::words::{cells_of, hint, in_words};
use crate::lang::{Lang, say};
use crate::puzzle::{Origin, PuzzleGame};
use crate::types::Place;
use anstyle::{AnsiColor, Color, Effects, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How to show a position.
#[derive(Clone, Copy, Debug)]
pub struct ScreenOptions {
    /// What rows and columns count from.
    pub origin: Origin,
    /// The language.
    pub lang: Lang,
    /// Whether there are colours.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// What is on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Moves made, the one under way not counted.
    pub position: usize,
    /// A board of the move under way, and the one before it.
    pub frame: Option<(&'a Frame, &'a [Vec<i16>])>,
    /// Digits typed so far of a step to jump to.
    pub typed: &'a str,
}

/// Columns of a cell, its brackets included.
const CELL: usize = 6;

/// The lines of a screen.
#[must_use]
pub fn lines(record: &Record, scene: Scene<'_>, options: ScreenOptions) -> Vec<String> {
    let lang = options.lang;
    let step = record.steps.get(scene.position);
    let score = record.points(record.score());
    let mut lines = vec![
        cut(&say!(lang, "{}: {score} points", "{}：{score} 分", record.name()), options.width),
        cut(&figures(record, scene.position, lang), options.width),
        String::new(),
    ];
    let (board, marked) = match (scene.frame, step) {
        (Some((frame, before)), _) => (frame.board.as_slice(), changed(&frame.board, before)),
        (None, Some(step)) => (record.before(scene.position), cells_of(step.action)),
        (None, None) => (record.before(scene.position), Vec::new()),
    };
    lines.extend(board_lines(board, &marked, &record.solution.puzzle.game, options));
    lines.push(String::new());
    lines.push(cut(&message(record, scene, options), options.width));
    lines.push(String::new());
    let keys = if scene.typed.is_empty() {
        say!(
            lang,
            "→ or space: next   ←: back   number, Enter: go to that move   q: quit",
            "→ 或空格：下一步   ←：上一步   数字加回车：跳到该步   q：退出"
        )
    } else {
        say!(lang, "go to move {} (Enter)", "跳到第 {} 步（回车）", scene.typed)
    };
    lines.push(cut(&keys, options.width));
    lines
}

/// Where one is, what is left and what the next move brings.
fn figures(record: &Record, position: usize, lang: Lang) -> String {
    let total = record.steps.len();
    let done = position.checked_sub(1).and_then(|last| record.steps.get(last));
    let left = done.map_or(record.opening.steps_left, |done| done.steps_left);
    let left = left.map(|left| say!(lang, " · {left} steps left", " · 剩 {left} 步")).unwrap_or_default();
    let score = record.points(done.map_or(0, |done| done.score));
    match record.steps.get(position) {
        Some(step) => {
            let (number, after, falls) = (step.step, record.points(step.score), step.refill_count());
            say!(
                lang,
                "move {number}/{total}{left} · score {score} → {after} · {falls} will fall",
                "第 {number}/{total} 步{left} · 得分 {score} → {after} · 将落下 {falls} 个"
            )
        }
        None => say!(lang, "the end: {total} moves{left} · score {score}", "结束：共 {total} 步{left} · 得分 {score}"),
    }
}

/// The next move, or what is happening.
fn message(record: &Record, scene: Scene<'_>, options: ScreenOptions) -> String {
    let lang = options.lang;
    let Some(step) = record.steps.get(scene.position) else {
        return say!(lang, "all moves are made", "全部走完");
    };
    let rounds = step.rounds.iter().filter(|round| !round.groups.is_empty()).count();
    match scene.frame {
        Some((Frame { phase: Phase::Cleared, round, .. }, _)) => {
            say!(lang, "round {round} of {rounds}: match", "第 {round}/{rounds} 轮：消除")
        }
        Some((Frame { phase: Phase::Filled, round, .. }, _)) if *round > 0 => {
            say!(lang, "round {round} of {rounds}: fall and refill", "第 {round}/{rounds} 轮：下落并补充")
        }
        _ => {
            let words = in_words(step.action, options.origin, lang);
            let pieces = hint(record.before(scene.position), step.action, &record.solution.puzzle.game, lang);
            format!("{words} ({pieces})")
        }
    }
}

/// The cells in which two boards differ.
fn changed(board: &[Vec<i16>], before: &[Vec<i16>]) -> Vec<Place> {
    let mut cells = Vec::new();
    for (row, (after, before)) in (0..).zip(board.iter().zip(before)) {
        for (col, (after, before)) in (0..).zip(after.iter().zip(before)) {
            if after != before {
                cells.push(Place::new(row, col));
            }
        }
    }
    cells
}

fn board_lines(board: &[Vec<i16>], marked: &[Place], game: &PuzzleGame, options: ScreenOptions) -> Vec<String> {
    let first = usize::from(options.origin.number());
    let cols = board.first().map_or(0, Vec::len);
    // Whole cells only: a board cut in the middle of one would be misread.
    let fitting = cols.min(options.width.saturating_sub(4) / CELL);
    let head: String = (0..fitting).map(|col| format!("{:^CELL$}", col + first)).collect();
    let mut lines = vec![format!("    {head}").trim_end().to_owned()];
    for (row, codes) in board.iter().enumerate() {
        let cells: String = codes
            .iter()
            .enumerate()
            .take(fitting)
            .map(|(col, &code)| {
                let is_marked = marked.iter().any(|at| (usize::from(at.row), usize::from(at.col)) == (row, col));
                cell(code, is_marked, game, options)
            })
            .collect();
        lines.push(format!("{:>3} {cells}", row + first));
    }
    lines
}

/// A cell in its columns: in brackets where it is marked, in the colour of its level where there are colours.
fn cell(code: i16, is_marked: bool, game: &PuzzleGame, options: ScreenOptions) -> String {
    let text = symbol(code, game, options.lang);
    let text = if is_marked { format!("[{text}]") } else { format!(" {text} ") };
    let padding = CELL.saturating_sub(text.width());
    let (left, right) = (padding / 2, padding - padding / 2);
    if !options.color {
        return format!("{:left$}{text}{:right$}", "", "");
    }
    let level = if matches!(game, PuzzleGame::Sandbox { .. }) && code > 0 { code % 10 } else { 1 };
    let color = match level {
        2 => AnsiColor::Green,
        3 => AnsiColor::BrightBlue,
        4 => AnsiColor::Magenta,
        5 => AnsiColor::Yellow,
        _ => AnsiColor::White,
    };
    let effects = if is_marked { Effects::INVERT | Effects::BOLD } else { Effects::new() };
    let style = Style::new().fg_color(Some(Color::Ansi(color))).effects(effects);
    format!("{:left$}{style}{text}{style:#}{:right$}", "", "")
}

/// A code as the reader's language shows it: `23`, or 2蓝.
fn symbol(code: i16, game: &PuzzleGame, lang: Lang) -> String {
    let is_piece = code > 0 && matches!(game, PuzzleGame::Sandbox { .. });
    match (code % 10, lang) {
        (level @ 1..=5, Lang::Zh) if is_piece => {
            let level = ["白", "绿", "蓝", "紫", "橙"].get(usize::from(level.unsigned_abs()) - 1).unwrap_or(&"");
            format!("{}{level}", code / 10)
        }
        _ => super::words::token(code),
    }
}

/// A line in so many columns, with an ellipsis where something is missing.
fn cut(line: &str, width: usize) -> String {
    if line.width() <= width {
        return line.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let mut out = String::new();
    for c in line.chars() {
        let columns = c.width().unwrap_or(0);
        if columns > room {
            break;
        }
        room -= columns;
        out.push(c);
    }
    if width > 0 {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_counts_chinese_characters_twice() {
        assert_eq!(cut("交换 ab", 7), "交换 ab");
        assert_eq!(cut("交换 ab", 6), "交换 …");
        assert_eq!(cut("交换", 3), "交…");
        assert_eq!(cut("交换", 2), "…");
        assert_eq!(cut("交换", 0), "");
    }
}
