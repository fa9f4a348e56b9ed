//! Reading what the user names: puzzles, and moves from a run folder, a solution or a script.

use super::exit::{Exit, Failure, OrExit};
use super::lang::{both, say};
use super::ui::Ui;
use crate::checkpoint::write_atomically;
use crate::puzzle::{self, Claim, FoundBy, MAX_FILE_BYTES, Puzzle, PuzzleError, Solution, WrittenMoves};
use crate::types::Action;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// Reads a text file of at most the size that any puzzle or solution has.
///
/// # Errors
/// When it cannot be read or is no UTF-8 text.
pub(crate) fn read(path: &Path, ui: &Ui) -> Result<String, Failure> {
    let shown = path.display();
    let mut text = String::new();
    let file = File::open(path).or_exit(Exit::Io, || say!(ui.lang, "failed to open {shown}", "无法打开 {shown}"))?;
    // One byte more than is good lets the parser see that the file is too long.
    let read = file.take(MAX_FILE_BYTES as u64 + 1).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(Failure::new(Exit::BadInput, say!(ui.lang, "{shown} is not UTF-8 text", "{shown} 不是 UTF-8 文本")))
        }
        read => read.or_exit(Exit::Io, || say!(ui.lang, "failed to read {shown}", "无法读取 {shown}")).map(|_| text),
    }
}

/// A line that somebody typed or piped in.
pub(crate) struct Line {
    /// What it holds, with its end.
    pub bytes: Vec<u8>,
    /// Whether it was longer than allowed: then this is its beginning, and its rest is skipped.
    pub is_cut: bool,
}

/// The next line of at most so many bytes; `None` at the end of the input.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)?;
    let is_cut = bytes.len() > most && !bytes.ends_with(b"\n");
    if is_cut {
        skip_line(input)?;
    }
    Ok((!bytes.is_empty()).then_some(Line { bytes, is_cut }))
}

/// Reads on to the end of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ends) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ends {
            return Ok(());
        }
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
            let folder = folder.display();
            let text =
                both!("failed to write {shown}: there is no folder {folder}", "无法写入 {shown}：没有文件夹 {folder}");
            Err(Failure::told(Exit::Io, text))
        }
        _ if path.is_dir() => Err(Failure::told(
            Exit::Io,
            both!("failed to write {shown}: it is a folder", "无法写入 {shown}：那是一个文件夹"),
        )),
        _ => Ok(()),
    }
}

/// A name as a part of a file's name.
pub(crate) fn as_file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).take(64).collect()
}

/// `runs/NAME-DATE-TIME` with an ending, with a number where that is taken.
pub(crate) fn new_in_runs(name: &str, ending: &str) -> PathBuf {
    let base = format!("runs/{}-{}", as_file_name(name), jiff::ZonedDateTime::now().strftime("%Y%m%d-%H%M%S"));
    (1_u64..)
        .map(|n| PathBuf::from(if n == 1 { format!("{base}{ending}") } else { format!("{base}-{n}{ending}") }))
        .find(|path| !path.exists())
        .unwrap_or_default()
}

/// A failure that shows every problem of a file with its place.
pub(crate) fn bad_input(error: &PuzzleError, ui: &Ui) -> Failure {
    Failure::headed(Exit::BadInput, error.render(ui.color, ui.lang).trim_end())
}

/// Reads a puzzle file.
///
/// # Errors
/// When it cannot be read, or with every problem in it.
pub(crate) fn read_puzzle(path: &Path, ui: &Ui) -> Result<Puzzle, Failure> {
    puzzle::parse(&read(path, ui)?, &path.display().to_string()).map_err(|error| bad_input(&error, ui))
}

/// Reads a solution: a run folder's best, a solution file, or a move script together with its puzzle.
///
/// A script claims no score: its solution has none until it is verified. One that was exported carries its puzzle; with
/// any other, `puzzle` names it: a puzzle file, or a solution or a run of the same puzzle.
///
/// # Errors
/// When a file cannot be read or understood, or a script comes without its puzzle.
pub(crate) fn read_solution(path: &Path, puzzle: Option<&Path>, ui: &Ui) -> Result<Solution, Failure> {
    let path = if path.is_dir() { best_of_run(path, ui)? } else { path.to_owned() };
    let shown = path.display();
    let text = read(&path, ui)?;
    let written = puzzle::read_moves(&text, &shown.to_string()).map_err(|error| bad_input(&error, ui))?;
    match (written, puzzle) {
        (WrittenMoves::Solution(solution), None) => Ok(*solution),
        (WrittenMoves::Solution(solution), Some(path)) => {
            let puzzle = puzzle_of(path, ui)?;
            if puzzle.fingerprint() == solution.puzzle.fingerprint() {
                Ok(*solution)
            } else {
                Err(Failure::new(
                    Exit::BadInput,
                    say!(
                        ui.lang,
                        "{shown} is a solution of another puzzle than {}",
                        "{shown} 不是 {} 的解，而是另一道谜题的解",
                        path.display()
                    ),
                ))
            }
        }
        (WrittenMoves::Script(moves), Some(path)) => Ok(of_script(puzzle_of(path, ui)?, moves)),
        (WrittenMoves::Script(moves), None) => match puzzle::carried_puzzle(&text, &shown.to_string()) {
            Some(puzzle) => Ok(of_script(puzzle.map_err(|error| bad_input(&error, ui))?, moves)),
            None => Err(Failure::new(
                Exit::Usage,
                say!(
                    ui.lang,
                    "{shown} is a move script: name its puzzle with --puzzle FILE",
                    "{shown} 是走法脚本：请用 --puzzle FILE 指定谜题"
                ),
            )),
        },
    }
}

/// The file with the best line of a run folder.
fn best_of_run(folder: &Path, ui: &Ui) -> Result<PathBuf, Failure> {
    let (best, shown) = (folder.join("best.json"), folder.display());
    let message = match (best.exists(), folder.join("run.toml").exists()) {
        (true, _) => return Ok(best),
        (false, true) => say!(
            ui.lang,
            "the run {shown} has found no complete line yet: go on with `xiaochu resume {shown}`",
            "搜索 {shown} 还没有找到完整的走法：用 `xiaochu resume {shown}` 接着搜"
        ),
        (false, false) => say!(
            ui.lang,
            "{shown} is a folder that holds no run: name a run, a solution or a move script",
            "{shown} 是文件夹，但里面没有搜索记录：请指定一次搜索、一个解或走法脚本"
        ),
    };
    Err(Failure::new(Exit::BadInput, message))
}

/// Moves alone, with their puzzle.
fn of_script(puzzle: Puzzle, moves: Vec<Action>) -> Solution {
    Solution { puzzle, score: None, claim: Claim::AtLeast, moves, found_by: FoundBy::default() }
}

/// The puzzle that `--puzzle` names: a puzzle file, or that of a solution or a run.
fn puzzle_of(path: &Path, ui: &Ui) -> Result<Puzzle, Failure> {
    let best = if path.is_dir() { best_of_run(path, ui)? } else { path.to_owned() };
    let text = read(&best, ui)?;
    if puzzle::is_json(&text) {
        let solution = Solution::parse(&text, &best.display().to_string()).map_err(|error| bad_input(&error, ui))?;
        return Ok(solution.puzzle);
    }
    read_puzzle(path, ui)
}

/// Writes a result to a file, as a whole or not at all, or to stdout.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_result(path: Option<&Path>, contents: &[u8], ui: &Ui) -> Result<(), Failure> {
    match path {
        Some(path) => write_atomically(path, contents)
            .or_exit(Exit::Io, || say!(ui.lang, "failed to write {}", "无法写入 {}", path.display())),
        None => {
            ui.print(&String::from_utf8_lossy(contents));
            Ok(())
        }
    }
}
