//! `solve` and `resume`: search, and say what came of it.

use super::args::{LimitArgs, ResumeArgs, ShowArgs, SolveArgs};
use super::eval::fall_back;
use super::exit::{Exit, Failure, OrExit};
use super::files::{check_place, read_puzzle};
use super::lang::say;
use super::run::folder::{Folder, RunFile};
use super::run::limits::Reason;
use super::run::requests::exit_of;
use super::run::{Driven, Plan, drive, script};
use super::trace;
use super::ui::Ui;
use crate::games::crush::{Crush, CrushSetup};
use crate::games::samegame::{SameGame, SameGameSetup};
use crate::games::sandbox::{Piece, Refill, Sandbox};
use crate::puzzle::{Origin, Puzzle, PuzzleGame};
use crate::search::StrategyOptions;
use std::path::PathBuf;

/// Runs `solve`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn solve(args: &SolveArgs, ui: &Ui) -> Result<Exit, Failure> {
    let ui = &with(ui, &args.show);
    let forbidden = args.search.forbidden()?;
    let puzzle = with_moves(read_puzzle(&args.puzzle, ui)?, args.moves)?;
    if let PuzzleGame::Sandbox { setup, .. } = &puzzle.game
        && setup.rules.refill == Refill::Random
    {
        return fall_back(&puzzle, args, ui);
    }
    let mut options = args.search.to_options(&puzzle.game)?;
    if let Some(path) = &args.trace {
        check_place(path)?;
        let StrategyOptions::Exact(exact) = &mut options else {
            return Err(Failure::new(Exit::Usage, "--trace goes with --strategy exact or backtrack only"));
        };
        exact.trace_nodes = args.trace_nodes as usize;
    }
    let path = args.run.clone().unwrap_or_else(|| default_folder(&puzzle));
    let every = args.search.checkpoint_every.as_secs_f64();
    let mut run = RunFile::new(&puzzle, options, args.search.resolved_threads(), every);
    run.forbid_drag = forbidden.into_iter().map(Piece::code).collect();
    let limits = args.limits.to_limits()?;
    check(&puzzle, &run)?;
    let folder = Folder::create(&path, &run, ui.lang)?;
    let plan = Plan { puzzle: &puzzle, folder: &folder, run: &run, limits, resumed: false, ui };
    let driven = work(&plan)?;
    if let Some(path) = &args.trace {
        trace::write(path, &driven, &plan)?;
    }
    Ok(exit(&driven, &args.limits))
}

/// The puzzle with `--moves` in place of its own.
fn with_moves(mut puzzle: Puzzle, given: Option<u16>) -> Result<Puzzle, Failure> {
    match (&mut puzzle.game, given) {
        (_, None) => {}
        (PuzzleGame::Crush { moves, .. }, Some(given)) => *moves = given,
        _ => return Err(Failure::new(Exit::Usage, "--moves goes with crush puzzles only")),
    }
    Ok(puzzle)
}

/// Runs `resume`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn resume(args: &ResumeArgs, ui: &Ui) -> Result<Exit, Failure> {
    let ui = &with(ui, &args.show);
    let (folder, run) = Folder::open(&args.run, ui.lang)?;
    let puzzle = run.puzzle(&folder.path)?;
    let limits = args.limits.to_limits()?;
    let driven = work(&Plan { puzzle: &puzzle, folder: &folder, run: &run, limits, resumed: true, ui })?;
    Ok(exit(&driven, &args.limits))
}

fn with(ui: &Ui, show: &ShowArgs) -> Ui {
    Ui { json: show.json, progress: show.progress, ..*ui }
}

/// `runs/NAME-DATE-TIME`, with a number where that is taken.
fn default_folder(puzzle: &Puzzle) -> PathBuf {
    let name: String = puzzle
        .name
        .as_deref()
        .unwrap_or(puzzle.game.name())
        .chars()
        .map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' })
        .take(64)
        .collect();
    let base = format!("runs/{name}-{}", jiff::ZonedDateTime::now().strftime("%Y%m%d-%H%M%S"));
    (1_u64..)
        .map(|n| PathBuf::from(if n == 1 { base.clone() } else { format!("{base}-{n}") }))
        .find(|path| !path.exists())
        .unwrap_or_default()
}

/// Refuses what cannot be searched, before anything is written.
fn check(puzzle: &Puzzle, run: &RunFile) -> Result<(), Failure> {
    match &puzzle.game {
        PuzzleGame::Sandbox { .. } => Ok(()),
        PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } if !run.forbid_drag.is_empty() => {
            Err(Failure::new(Exit::Usage, "--forbid-drag goes with sandbox puzzles only"))
        }
        PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } => Ok(()),
    }
}

fn work(plan: &Plan<'_>) -> Result<Driven, Failure> {
    let (puzzle, run) = (plan.puzzle, plan.run);
    let unplayable = || "failed to set up the puzzle".to_owned();
    let driven = match &puzzle.game {
        PuzzleGame::Sandbox { setup, .. } => {
            let mut game = Sandbox::new(setup).or_exit(Exit::BadInput, unplayable)?;
            for piece in run.forbid_drag.iter().filter_map(|&code| Piece::from_code(code)) {
                game.forbid_drag(piece);
            }
            drive(&game, plan)?
        }
        PuzzleGame::Samegame { board, leftover_penalty } => {
            let setup = SameGameSetup { board: board.clone(), leftover_penalty: *leftover_penalty };
            drive(&SameGame::new(&setup).or_exit(Exit::BadInput, unplayable)?, plan)?
        }
        PuzzleGame::Crush { board, kinds, moves } => {
            let setup = CrushSetup { board: board.clone(), kinds: *kinds, moves: *moves };
            drive(&Crush::new(&setup).or_exit(Exit::BadInput, unplayable)?, plan)?
        }
    };
    report(&driven, plan);
    Ok(driven)
}

/// The result on stdout, where it is and how to go on on stderr.
fn report(driven: &Driven, plan: &Plan<'_>) {
    let (ui, path) = (plan.ui, plan.folder.path.display());
    if let Some(best) = driven.best.as_ref().filter(|_| !ui.json) {
        ui.print(&script(best, Origin::One, ui.lang));
    }
    match &driven.best {
        Some(_) => {
            ui.remark(&say!(ui.lang, "solution: {path}/best.json and best.txt", "结果：{path}/best.json 和 best.txt"))
        }
        None if driven.reason == Reason::Exhausted => ui.remark(&say!(
            ui.lang,
            "nothing found: no complete line among the moves that this search keeps; that proves nothing",
            "没有找到：在本次搜索保留的着法中没有完整的走法；这不构成证明"
        )),
        None => ui.remark(&say!(ui.lang, "no complete line was found yet", "还没有找到完整的走法")),
    }
    if driven.reason != Reason::Exhausted {
        ui.remark(&say!(ui.lang, "go on with: xiaochu resume {path}", "继续搜索：xiaochu resume {path}"));
    }
}

fn exit(driven: &Driven, limits: &LimitArgs) -> Exit {
    let score = driven.best.as_ref().and_then(|best| best.score);
    match driven.reason {
        Reason::Error => Exit::Internal,
        // 130 and 143 promise a good save.
        Reason::Signal(_) if !driven.is_saved => Exit::Io,
        Reason::Signal(signal) => exit_of(signal),
        _ if !driven.is_sound => Exit::Internal,
        _ if limits.require_target && score.zip(limits.target).is_none_or(|(score, target)| score < target) => {
            Exit::TargetMissed
        }
        _ => Exit::Done,
    }
}
