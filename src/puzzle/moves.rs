//! Moves wherever they come from: a solution file, a move script, or what `export` made of them.

use super::csv;
use super::model::Puzzle;
use super::problem::PuzzleError;
use super::script::parse_script;
use super::solution::Solution;
use super::toml_reader::parse;
use crate::types::Action;

/// What the lines of a script or a table begin with that carry its puzzle file.
pub const CARRIED: &str = "#|";
/// What the solution in an exported page begins and ends with.
pub const PAGE_SOLUTION: (&str, &str) = ("<script type=\"application/json\" id=\"solution\">", "</script>");

/// What a file of moves turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenMoves {
    /// A solution with its puzzle.
    Solution(Box<Solution>),
    /// Moves alone; the puzzle has to come from elsewhere (`--puzzle`, or [`carried_puzzle`]).
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

/// A text from its first character that is no blank and no byte order mark.
fn start_of(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text).trim_start()
}

/// Whether a text is JSON, as solutions and game files are, and no puzzle file, script or table.
#[must_use]
pub fn is_json(text: &str) -> bool {
    start_of(text).starts_with('{')
}

/// Reads a solution (a text that starts with `{`), an exported page (it starts with `<` and holds a solution), an
/// exported table, or a move script.
///
/// # Errors
/// As [`Solution::parse`] and [`parse_script`].
pub fn read_moves(text: &str, file_name: &str) -> Result<WrittenMoves, PuzzleError> {
    let start = start_of(text);
    if is_json(text) {
        Solution::parse(text, file_name).map(|solution| WrittenMoves::Solution(Box::new(solution)))
    } else if let Some(solution) = page_solution(start) {
        Solution::parse(solution, file_name).map(|solution| WrittenMoves::Solution(Box::new(solution)))
    } else if csv::is_table(start) {
        csv::parse_table(text, file_name).map(WrittenMoves::Script)
    } else {
        parse_script(text, file_name).map(WrittenMoves::Script)
    }
}

/// The solution inside an exported page.
fn page_solution(text: &str) -> Option<&str> {
    let (begin, end) = PAGE_SOLUTION;
    let (_, rest) = Some(text).filter(|text| text.starts_with('<'))?.split_once(begin)?;
    rest.split_once(end).map(|(solution, _)| solution)
}

/// The puzzle that an exported script or table carries in lines that begin with [`CARRIED`]; `None` where there is
/// none. The places of problems are those of the puzzle file that was carried.
#[must_use]
pub fn carried_puzzle(text: &str, file_name: &str) -> Option<Result<Puzzle, PuzzleError>> {
    let start = start_of(text);
    let lines: Vec<String> =
        if csv::is_table(start) { csv::first_fields(start) } else { start.lines().map(str::to_owned).collect() };
    let carried: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(CARRIED)).collect();
    if carried.is_empty() {
        return None;
    }
    let puzzle: String = carried.iter().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    Some(parse(&puzzle, file_name))
}
