//! A move in words.

use crate::lang::{Lang, say};
use crate::puzzle::Origin;
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
        let (row, col) = (place.row + origin.number(), place.col + origin.number());
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
