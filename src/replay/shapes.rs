//! The pieces as SVG: the family (or the kind) is a shape, the level a colour and a character.
//!
//! Shapes are drawn in a box of 100 × 100. The colours here are those of paper and light; the page has them in its
//! style sheet, for light and dark.

use crate::puzzle::PuzzleGame;

/// A shape for every family; SameGame and crush go through all of them.
pub(super) const SHAPES: [&str; 6] = [
    r#"<circle cx="50" cy="50" r="40"/>"#,
    r#"<rect x="14" y="14" width="72" height="72" rx="10"/>"#,
    r#"<path d="M50 8 94 86H6z"/>"#,
    r#"<path d="M50 5 95 50 50 95 5 50z"/>"#,
    r#"<path d="M28 10h44l22 40-22 40H28L6 50z"/>"#,
    r#"<path d="M50 5 62 36 96 38 70 60 79 94 50 75 21 94 30 60 4 38 38 36z"/>"#,
];

/// Fill, line and character colour of the levels 1 to 5.
pub(super) const LEVELS: [(&str, &str, &str); 5] = [
    ("#ffffff", "#4b5563", "#111827"),
    ("#a7e3b1", "#14602c", "#0b3317"),
    ("#a9cdfb", "#16459a", "#0a234f"),
    ("#ddbdf6", "#6a1fa0", "#3b0d5c"),
    ("#ffc078", "#9a4300", "#4a2000"),
];

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing.
    Empty,
    /// A stone with its hit points.
    Stone(i16),
    /// A piece: index of its shape, index of its colours, its character.
    Piece(usize, usize, i16),
}

/// How a code of this game looks.
pub(super) fn look(code: i16, game: &PuzzleGame) -> Look {
    let index = |number: i16| usize::try_from(number - 1).unwrap_or(0);
    match (code, game) {
        (0, _) => Look::Empty,
        (..0, _) => Look::Stone(-code),
        (_, PuzzleGame::Sandbox { .. }) => {
            Look::Piece(index(code / 10) % SHAPES.len(), index(code % 10) % LEVELS.len(), code % 10)
        }
        _ => Look::Piece(index(code) % SHAPES.len(), index(code) % LEVELS.len(), code),
    }
}
