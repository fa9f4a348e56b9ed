//! `resume-from`: a position on the way of a solution as a new puzzle, or the board that was there instead.

use super::args::ResumeFromArgs;
use super::exit::{Exit, Failure};
use super::export::record;
use super::files::{bad_input, read, read_solution, write_result};
use super::lang::say;
use super::ui::Ui;
use crate::puzzle::{self, MAX_FILE_BYTES, Puzzle, PuzzleGame};
use crate::replay::Record;
use std::io::Read;
use std::path::Path;

/// What a position on the way consists of.
struct Position {
    board: Vec<Vec<i16>>,
    steps_left: Option<u16>,
    queue_pos: Option<u8>,
}

/// Runs `resume-from`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn resume_from(args: &ResumeFromArgs, ui: &Ui) -> Result<Exit, Failure> {
    let record = record(read_solution(&args.source, args.puzzle.as_deref(), ui)?, ui)?;
    let (mut position, score) = position_at(&record, args.step, ui)?;
    if let Some(path) = &args.board {
        position.board = read_board(path, &record.solution.puzzle, ui)?;
    }
    reject_foreign(&record.solution.puzzle, args, ui)?;
    position.steps_left = args.steps.or(position.steps_left);
    position.queue_pos = args.queue_pos.or(position.queue_pos);
    let text = puzzle_from(&record, args.step, position).to_toml();
    // Reading it back finds everything that is wrong with a board that was typed in.
    let puzzle = puzzle::parse(&text, "puzzle").map_err(|error| bad_input(&error, ui))?;
    write_result(args.output.as_deref(), text.as_bytes(), ui)?;
    let (step, points) = (args.step, record.points(score));
    let name = puzzle.name.unwrap_or_default();
    ui.remark(&say!(
        ui.lang,
        "{name}: the position after {step} moves; the {points} points so far are not in its score",
        "{name}：第 {step} 步之后的局面；之前的 {points} 分不计入新谜题的得分"
    ));
    Ok(Exit::Done)
}

/// The position after some moves, and the score so far.
fn position_at(record: &Record, step: usize, ui: &Ui) -> Result<(Position, i64), Failure> {
    let moves = record.steps.len();
    if step > moves {
        return Err(Failure::new(
            Exit::Usage,
            say!(
                ui.lang,
                "--step {step}: the solution has {moves} moves, so 0 to {moves}",
                "--step {step}：该解共 {moves} 步，应为 0 至 {moves}"
            ),
        ));
    }
    let board = record.before(step).to_vec();
    let last = step.checked_sub(1).and_then(|last| record.steps.get(last));
    let (steps_left, queue_pos, score) = match last {
        Some(last) => (last.steps_left, last.queue_pos, last.score),
        None => (record.opening.steps_left, record.opening.queue_pos, 0),
    };
    Ok((Position { board, steps_left, queue_pos }, score))
}

/// Refuses options that say nothing about this game.
fn reject_foreign(puzzle: &Puzzle, args: &ResumeFromArgs, ui: &Ui) -> Result<(), Failure> {
    let (has_steps, has_queue) = match puzzle.game {
        PuzzleGame::Sandbox { .. } => (true, true),
        PuzzleGame::Crush { .. } => (true, false),
        PuzzleGame::Samegame { .. } => (false, false),
    };
    let foreign =
        [("--steps", args.steps.is_some() && !has_steps), ("--queue-pos", args.queue_pos.is_some() && !has_queue)];
    match foreign.into_iter().find(|(_, is_foreign)| *is_foreign) {
        Some((option, _)) => {
            let game = puzzle.game.name();
            Err(Failure::new(
                Exit::Usage,
                say!(ui.lang, "{option} means nothing in {game}", "{option} 不适用于 {game}"),
            ))
        }
        None => Ok(()),
    }
}

/// The board in a file, or on stdin for `-`.
fn read_board(path: &Path, puzzle: &Puzzle, ui: &Ui) -> Result<Vec<Vec<i16>>, Failure> {
    let mut text = String::new();
    let name = if path == Path::new("-") {
        let stdin = std::io::stdin().lock().take(MAX_FILE_BYTES as u64 + 1).read_to_string(&mut text);
        if let Err(error) = stdin {
            return Err(Failure::new(
                Exit::Io,
                say!(ui.lang, "failed to read stdin: {error}", "无法读取标准输入：{error}"),
            ));
        }
        "-".to_owned()
    } else {
        text = read(path, ui)?;
        path.display().to_string()
    };
    let board = match puzzle.game {
        PuzzleGame::Sandbox { .. } => puzzle::parse_board(&text, &name),
        PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } => puzzle::parse_kinds(&text, &name),
    };
    board.map_err(|error| bad_input(&error, ui))
}

/// The puzzle that starts from a position.
fn puzzle_from(record: &Record, step: usize, position: Position) -> Puzzle {
    let small = |board: Vec<Vec<i16>>| -> Vec<Vec<u8>> {
        // What does not fit becomes a kind that no game has, so that reading it back complains.
        let kind = |code| u8::try_from(code).unwrap_or(u8::MAX);
        board.into_iter().map(|row| row.into_iter().map(kind).collect()).collect()
    };
    let mut puzzle = record.solution.puzzle.clone();
    match &mut puzzle.game {
        PuzzleGame::Sandbox { setup, .. } => {
            setup.board = position.board;
            setup.steps = position.steps_left.unwrap_or(0);
            setup.queue_pos = position.queue_pos.unwrap_or(0);
        }
        PuzzleGame::Samegame { board, .. } => *board = small(position.board),
        PuzzleGame::Crush { board, moves, .. } => {
            *board = small(position.board);
            *moves = position.steps_left.unwrap_or(0);
        }
    }
    puzzle.name = Some(format!("{}-from-{step}", record.name()));
    puzzle
}
