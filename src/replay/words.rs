//! A move and a piece in words.

use crate::lang::{Lang, say};
use crate::puzzle::{Origin, PuzzleGame};
use crate::types::{Action, Place};

/// The cells that a move names.
#[must_use]
pub fn cells_of(action: Action) -> Vec<Place> {
    match action {
        Action::Swap(a, b) => vec![a, b],
        Action::Drag(a) | Action::Tap(a) => vec![a],
    }
}

/// A move as one says it, rows and columns counted from `origin`.
#[must_use]
pub fn in_words(action: Action, origin: Origin, lang: Lang) -> String {
    let place = |place: Place| {
        let first = u16::from(origin.number());
        let (row, col) = (u16::from(place.row) + first, u16::from(place.col) + first);
        say!(lang, "row {row} column {col}", "第 {row} 行第 {col} 列")
    };
    match action {
        Action::Swap(a, b) => {
            let (a, b) = (place(a), place(b));
            say!(lang, "swap {a} with {b}", "交换 {a} 与 {b}")
        }
        Action::Drag(a) => {
            let a = place(a);
            say!(lang, "drag out {a}", "拖出 {a}")
        }
        Action::Tap(a) => {
            let a = place(a);
            say!(lang, "tap {a}", "点 {a}")
        }
    }
}

/// A cell's code as puzzle files write it.
#[must_use]
pub(super) fn token(code: i16) -> String {
    if code == 0 { "..".to_owned() } else { code.to_string() }
}

/// The pieces that a move takes hold of, so that the eye can check the cells.
#[must_use]
pub(super) fn hint(board: &[Vec<i16>], action: Action, game: &PuzzleGame, lang: Lang) -> String {
    let piece = |place: &Place| {
        let code = board.get(usize::from(place.row)).and_then(|row| row.get(usize::from(place.col)));
        piece(code.copied().unwrap_or(0), game, lang)
    };
    cells_of(action).iter().map(piece).collect::<Vec<_>>().join(" ↔ ")
}

/// A piece in words: its code as boards show it, and the colour of its level.
#[must_use]
pub(super) fn piece(code: i16, game: &PuzzleGame, lang: Lang) -> String {
    if code <= 0 || !matches!(game, PuzzleGame::Sandbox { .. }) {
        return token(code);
    }
    match code % 10 {
        1 => say!(lang, "{code} white", "{code}白"),
        2 => say!(lang, "{code} green", "{code}绿"),
        3 => say!(lang, "{code} blue", "{code}蓝"),
        4 => say!(lang, "{code} purple", "{code}紫"),
        _ => say!(lang, "{code} orange", "{code}橙"),
    }
}
