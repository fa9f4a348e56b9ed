//! A contact sheet: every board with the arrow of its move, in one picture to print or to look at.

use super::facts::facts;
use super::options::ExportOptions;
use super::record::Record;
use super::shapes::{LEVELS, Look, SHAPES, look};
use super::words::cells_of;
use crate::lang::say;
use crate::types::{Action, Place};
use std::io::{self, Write};

/// Boards in a row.
const PER_ROW: usize = 6;
/// Side of a cell.
const CELL: usize = 26;
/// Room around a board.
const GAP: usize = 18;
/// Room for the line above a board.
const LABEL: usize = 36;
/// Height of a line of the head.
const LINE: usize = 18;

/// Writes the picture.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: &ExportOptions, out: &mut dyn Write) -> io::Result<()> {
    let board = &record.opening.board;
    let (rows, cols) = (board.len(), board.first().map_or(0, Vec::len));
    let facts = facts(record, options);
    let (tile_width, tile_height) = ((cols * CELL + GAP).max(150), rows * CELL + LABEL + GAP);
    let tiles = record.steps.len() + 1;
    let across = tiles.min(PER_ROW);
    let top = GAP + (facts.len() + 1) * LINE;
    let (width, height) = ((GAP + across * tile_width).max(640), top + tiles.div_ceil(PER_ROW) * tile_height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">"
    )?;
    writeln!(out, "<title>{}</title>\n<defs>", escape(record.name()))?;
    definitions(record, out)?;
    writeln!(
        out,
        "<marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"5\" markerHeight=\"5\" \
         orient=\"auto-start-reverse\"><path d=\"M0 0 10 5 0 10z\" fill=\"#b00020\"/></marker>\n</defs>"
    )?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
    for (i, fact) in facts.iter().enumerate() {
        let y = GAP + (i + 1) * LINE - 6;
        let (label, value) = (escape(&fact.label), escape(&fact.value));
        writeln!(out, "<text x=\"{GAP}\" y=\"{y}\"><tspan font-weight=\"bold\">{label}</tspan> {value}</text>")?;
    }
    for step in 0..tiles {
        let (x, y) = (GAP + step % PER_ROW * tile_width, top + step / PER_ROW * tile_height);
        writeln!(out, "<g transform=\"translate({x} {y})\">")?;
        tile(record, options, step, out)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// The empty board and every piece that occurs, to be placed by number.
fn definitions(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let board = &record.opening.board;
    let (width, height) = (board.first().map_or(0, Vec::len) * CELL, board.len() * CELL);
    let lines: String = (0..=height).step_by(CELL).map(|y| format!("M0 {y}H{width}")).collect();
    let columns: String = (0..=width).step_by(CELL).map(|x| format!("M{x} 0V{height}")).collect();
    writeln!(
        out,
        "<g id=\"board\"><rect width=\"{width}\" height=\"{height}\" fill=\"#eef1f5\"/><path \
         d=\"{lines}{columns}\" stroke=\"#c8ced8\"/></g>"
    )?;
    let boards = (0..=record.steps.len()).map(|step| record.before(step));
    let mut codes: Vec<i16> = boards.flatten().flatten().copied().collect();
    codes.sort_unstable();
    codes.dedup();
    for code in codes {
        let (shape, ink, number, baseline) = match look(code, &record.solution.puzzle.game) {
            Look::Empty => continue,
            Look::Stone(hit_points) => {
                let shape = "<rect x=\"8\" y=\"8\" width=\"84\" height=\"84\" fill=\"#4b5563\"/>".to_owned();
                (shape, "#ffffff", hit_points, 66)
            }
            Look::Piece(shape, level, number) => {
                let (fill, line, ink) = LEVELS[level];
                let outline = SHAPES[shape];
                let shape = format!(
                    "<g fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"5\" stroke-linejoin=\"round\">{outline}</g>"
                );
                (shape, ink, number, if outline == SHAPES[2] { 78 } else { 66 })
            }
        };
        writeln!(
            out,
            "<g id=\"p{code}\"><g transform=\"scale(.26)\" font-size=\"44\" font-weight=\"bold\" \
             text-anchor=\"middle\">{shape}<text x=\"50\" y=\"{baseline}\" fill=\"{ink}\">{number}</text></g></g>"
        )?;
    }
    Ok(())
}

/// The board before a move, with the move; after the last one the board at the end.
fn tile(record: &Record, options: &ExportOptions, step: usize, out: &mut dyn Write) -> io::Result<()> {
    let label = match record.steps.get(step) {
        Some(step) => format!("{} · {} = {}", step.step, record.signed(step.gain), record.points(step.score)),
        None => say!(options.lang, "end", "结束"),
    };
    writeln!(out, "<text y=\"14\" font-weight=\"bold\">{}</text>", escape(&label))?;
    if let Some(step) = record.steps.get(step) {
        writeln!(out, "<text y=\"29\" font-size=\"11\" fill=\"#4b5563\">{}</text>", short(step.action, options))?;
    }
    writeln!(out, "<use href=\"#board\" y=\"{LABEL}\"/>")?;
    for (row, codes) in record.before(step).iter().enumerate() {
        for (col, &code) in codes.iter().enumerate().filter(|(_, code)| **code != 0) {
            let (x, y) = (col * CELL, row * CELL + LABEL);
            write!(out, "<use href=\"#p{code}\" x=\"{x}\" y=\"{y}\"/>")?;
        }
    }
    writeln!(out)?;
    record.steps.get(step).map_or(Ok(()), |step| arrow(step.action, out))
}

/// Frames around the cells, and an arrow between them or out of the board.
fn arrow(action: Action, out: &mut dyn Write) -> io::Result<()> {
    for place in cells_of(action) {
        let (x, y) = (usize::from(place.col) * CELL + 1, usize::from(place.row) * CELL + LABEL + 1);
        let side = CELL - 2;
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"none\" stroke=\"#b00020\" \
             stroke-width=\"2.5\"/>"
        )?;
    }
    let middle =
        |place: Place| (usize::from(place.col) * CELL + CELL / 2, usize::from(place.row) * CELL + LABEL + CELL / 2);
    let line = match action {
        Action::Swap(a, b) => {
            let ((x, y), (to_x, to_y)) = (middle(a), middle(b));
            format!("M{x} {y}L{to_x} {to_y}\" marker-start=\"url(#head)\"")
        }
        Action::Drag(a) => {
            let (x, y) = middle(a);
            format!("M{x} {y}V{}\"", LABEL - 8)
        }
        Action::Tap(_) => return Ok(()),
    };
    writeln!(out, "<path d=\"{line} fill=\"none\" stroke=\"#b00020\" stroke-width=\"2.5\" marker-end=\"url(#head)\"/>")
}

/// The move in few characters.
fn short(action: Action, options: &ExportOptions) -> String {
    let first = u16::from(options.origin.number());
    let cell = |place: Place| format!("{},{}", u16::from(place.row) + first, u16::from(place.col) + first);
    match action {
        Action::Swap(a, b) => format!("{} ↔ {}", cell(a), cell(b)),
        Action::Drag(a) => say!(options.lang, "drag {}", "拖出 {}", cell(a)),
        Action::Tap(a) => say!(options.lang, "tap {}", "点 {}", cell(a)),
    }
}

/// A text as SVG and HTML take it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
