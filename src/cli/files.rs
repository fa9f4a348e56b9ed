//! Reading what the user names: puzzles, and moves from a run folder, a solution or a script.

use super::exit::{Exit, Failure, OrExit};
use super::ui::Ui;
use crate::puzzle::{self, Claim, FoundBy, MAX_FILE_BYTES, Puzzle, PuzzleError, Solution, WrittenMoves};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a text file of at most the size that any puzzle or solution has.
fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let mut text = String::new();
    let file = File::open(path).or_exit(Exit::Io, || format!("failed to open {shown}"))?;
    // One byte more than is good lets the parser see that the file is too long.
    let read = file.take(MAX_FILE_BYTES as u64 + 1).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            Err(Failure::new(Exit::BadInput, format!("{shown} is not UTF-8 text")))
        }
        read => read.or_exit(Exit::Io, || format!("failed to read {shown}")).map(|_| text),
    }
}

/// Refuses a file that could not be written, before the work that it is to hold.
///
/// # Errors
/// When its folder is not there, or the name is a folder's.
pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::new(Exit::Io, format!("failed to write {shown}: there is no folder {}", folder.display())))
        }
        _ if path.is_dir() => Err(Failure::new(Exit::Io, format!("failed to write {shown}: it is a folder"))),
        _ => Ok(()),
    }
}

/// A failure that shows every problem of a file with its place.
fn bad_input(error: &PuzzleError, ui: &Ui) -> Failure {
    Failure::new(Exit::BadInput, error.render(ui.color).trim_end())
}

/// Reads a puzzle file.
///
/// # Errors
/// When it cannot be read, or with every problem in it.
pub(crate) fn read_puzzle(path: &Path, ui: &Ui) -> Result<Puzzle, Failure> {
    puzzle::parse(&read(path)?, &path.display().to_string()).map_err(|error| bad_input(&error, ui))
}

/// Reads a solution: a run folder's best, a solution file, or a move script together with its puzzle.
///
/// A script claims no score: its solution has none until it is verified.
///
/// # Errors
/// When a file cannot be read or understood, or a script comes without its puzzle.
pub(crate) fn read_solution(path: &Path, puzzle: Option<&Path>, ui: &Ui) -> Result<Solution, Failure> {
    let path = if path.is_dir() { path.join("best.json") } else { path.to_owned() };
    let shown = path.display();
    let written = puzzle::read_moves(&read(&path)?, &shown.to_string()).map_err(|error| bad_input(&error, ui))?;
    match (written, puzzle) {
        (WrittenMoves::Solution(solution), None) => Ok(*solution),
        (WrittenMoves::Solution(solution), Some(path)) => {
            let puzzle = read_puzzle(path, ui)?;
            if puzzle.fingerprint() == solution.puzzle.fingerprint() {
                Ok(*solution)
            } else {
                Err(Failure::new(
                    Exit::BadInput,
                    format!("{shown} is a solution of another puzzle than {}", path.display()),
                ))
            }
        }
        (WrittenMoves::Script(moves), Some(path)) => Ok(Solution {
            puzzle: read_puzzle(path, ui)?,
            score: None,
            claim: Claim::AtLeast,
            moves,
            found_by: FoundBy::default(),
        }),
        (WrittenMoves::Script(_), None) => {
            Err(Failure::new(Exit::Usage, format!("{shown} is a move script: name its puzzle with --puzzle FILE")))
        }
    }
}
