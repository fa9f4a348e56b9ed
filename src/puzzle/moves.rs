//! Moves wherever they come from: a solution file or a move script.

use super::problem::PuzzleError;
use super::script::parse_script;
use super::solution::Solution;
use crate::types::Action;

/// What a file of moves turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenMoves {
    /// A solution with its puzzle.
    Solution(Box<Solution>),
    /// Moves alone; the puzzle has to come from elsewhere (`--puzzle`).
    Script(Vec<Action>),
}

impl WrittenMoves {
    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Action] {
        match self {
            Self::Solution(solution) => &solution.moves,
            Self::Script(moves) => moves,
        }
    }
}

/// Reads a solution (a text that starts with `{`) or a move script.
///
/// # Errors
/// As [`Solution::parse`] and [`parse_script`].
pub fn read_moves(text: &str, file_name: &str) -> Result<WrittenMoves, PuzzleError> {
    let start = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    if start.starts_with('{') {
        Solution::parse(text, file_name).map(|solution| WrittenMoves::Solution(Box::new(solution)))
    } else {
        parse_script(text, file_name).map(WrittenMoves::Script)
    }
}
