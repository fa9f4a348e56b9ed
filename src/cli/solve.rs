//! `solve` and `resume`: search, and say what came of it.

use super::args::{LimitArgs, ResumeArgs, ShowArgs, SolveArgs};
use super::eval::fall_back;
use super::exit::{Exit, Failure, OrExit};
use super::files::{check_place, new_in_runs, read_puzzle};
use super::games::{Job, with_game};
use super::lang::{both, say};
use super::options::usage;
use super::run::folder::{Folder, RunFile};
use super::run::limits::Reason;
use super::run::requests::exit_of;
use super::run::together::{by_head, join, leave, threads as run_threads, together};
use super::run::{Driven, Plan, drive, script};
use super::trace;
use super::ui::Ui;
use crate::cluster::Peers;
use crate::game::Learn;
use crate::games::sandbox::Piece;
use crate::puzzle::{Origin, Puzzle, PuzzleGame};
use crate::search::StrategyOptions;
use std::path::PathBuf;
use std::time::Duration;

/// Time between checkpoints where nothing is said.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(300);

/// Runs `solve`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn solve(args: &SolveArgs, ui: &Ui) -> Result<Exit, Failure> {
    let peers = join(ui.lang)?;
    leave(&*peers, solve_with(args, &with(ui, &args.show), &*peers))
}

fn solve_with(args: &SolveArgs, ui: &Ui, peers: &dyn Peers) -> Result<Exit, Failure> {
    // The head alone reads the puzzle and decides: machines may differ in files and cores.
    let read = || with_moves(read_puzzle(&args.puzzle, ui)?, args.moves);
    let own = together(peers, peers.is_head().then(read).transpose())?;
    if peers.first(own.as_ref().is_some_and(Puzzle::is_random)).is_some() {
        return own.map_or(Ok(Exit::Done), |puzzle| fall_back(&puzzle, args, ui));
    }
    let threads = run_threads(peers, args.search.threads.map_or(0, usize::from));
    let all_threads = all_threads(peers, threads);
    let text = by_head(peers, || {
        // The head has read it.
        let Some(puzzle) = &own else { return Ok(String::new()) };
        let (path, run) = prepare(puzzle, args, peers.count(), (threads, all_threads))?;
        let path = serde_json::to_string(&path).or_exit(Exit::Usage, || "failed to write run.toml".to_owned())?;
        let run = toml::to_string(&run).or_exit(Exit::Internal, || "failed to write run.toml".to_owned())?;
        Ok(format!("{path}\n{run}"))
    })?;
    let (path, run) = text.split_once('\n').unwrap_or((&text, ""));
    let path: PathBuf = serde_json::from_str(path).or_exit(Exit::Internal, || "failed to read run.toml".to_owned())?;
    let run: RunFile = toml::from_str(run).or_exit(Exit::Internal, || "failed to read run.toml".to_owned())?;
    let limits = together(peers, args.limits.to_limits())?;
    let puzzle = run.puzzle(&path, ui.lang)?;
    check_ranks(&run, peers, ui)?;
    let folder = Folder::create(&path, &run, ui.lang, peers)?;
    let plan = Plan { puzzle: &puzzle, peers, folder: &folder, run: &run, threads, limits, resumed: false, ui };
    let driven = work(&plan)?;
    if let Some(path) = &args.trace {
        trace::write(path, &driven, &plan)?;
    }
    Ok(exit(&driven, &args.limits))
}

/// Threads of all processes.
fn all_threads(peers: &dyn Peers, threads: usize) -> u32 {
    let mut all = [i64::try_from(threads).unwrap_or(1)];
    peers.sum(&mut all);
    u32::try_from(all[0]).unwrap_or(u32::MAX)
}

/// What is to be run, and where: everything that can be wrong with it is found here. `threads` are those of this
/// process and of all.
fn prepare(
    puzzle: &Puzzle,
    args: &SolveArgs,
    ranks: usize,
    threads: (usize, u32),
) -> Result<(PathBuf, RunFile), Failure> {
    let forbidden = args.forbidden()?;
    let mut options = args.search.spread(&puzzle.game, args.workers, ranks, threads)?;
    if let Some(path) = &args.trace {
        check_place(path)?;
        let StrategyOptions::Exact(exact) = &mut options else {
            return Err(usage(both!(
                "--trace goes with --strategy exact or backtrack only",
                "--trace 只能与 --strategy exact 或 backtrack 同用"
            )));
        };
        exact.trace_nodes = args.trace_nodes as usize;
    }
    let path = args.run.clone().unwrap_or_else(|| {
        let name = puzzle.name.as_deref().unwrap_or(puzzle.game.name());
        new_in_runs(name, "")
    });
    let threads = if ranks > 1 { args.search.threads.map_or(0, usize::from) } else { threads.0 };
    let every = args.checkpoint_every.unwrap_or(CHECKPOINT_EVERY).as_secs_f64();
    let mut run = RunFile::new(puzzle, options, threads, every);
    run.forbid_drag = forbidden.into_iter().map(Piece::code).collect();
    check(puzzle, &run)?;
    Ok((path, run))
}

/// The puzzle with `--moves` in place of its own.
fn with_moves(mut puzzle: Puzzle, given: Option<u16>) -> Result<Puzzle, Failure> {
    match (&mut puzzle.game, given) {
        (_, None) => {}
        (PuzzleGame::Crush { moves, .. }, Some(given)) => *moves = given,
        _ => return Err(usage(both!("--moves goes with crush puzzles only", "--moves 只用于 crush 谜题"))),
    }
    Ok(puzzle)
}

/// Runs `resume`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn resume(args: &ResumeArgs, ui: &Ui) -> Result<Exit, Failure> {
    let peers = join(ui.lang)?;
    leave(&*peers, resume_with(args, &with(ui, &args.show), &*peers))
}

fn resume_with(args: &ResumeArgs, ui: &Ui, peers: &dyn Peers) -> Result<Exit, Failure> {
    let limits = together(peers, args.limits.to_limits())?;
    let (folder, run) = Folder::open(&args.run, ui.lang, peers)?;
    let puzzle = together(peers, run.puzzle(&folder.path, ui.lang))?;
    check_ranks(&run, peers, ui)?;
    let threads = run_threads(peers, run.threads);
    let plan = Plan { puzzle: &puzzle, peers, folder: &folder, run: &run, threads, limits, resumed: true, ui };
    let driven = work(&plan)?;
    Ok(exit(&driven, &args.limits))
}

fn with(ui: &Ui, show: &ShowArgs) -> Ui {
    Ui { json: show.json, progress: show.progress, ..*ui }
}

/// Refuses what cannot be searched, before anything is written.
fn check(puzzle: &Puzzle, run: &RunFile) -> Result<(), Failure> {
    match &puzzle.game {
        PuzzleGame::Sandbox { .. } => Ok(()),
        PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } if !run.forbid_drag.is_empty() => {
            Err(usage(both!("--forbid-drag goes with sandbox puzzles only", "--forbid-drag 只用于 sandbox 谜题")))
        }
        PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } => Ok(()),
    }
}

/// Refuses to spread what is one piece, and says when there are more processes than pieces.
fn check_ranks(run: &RunFile, peers: &dyn Peers, ui: &Ui) -> Result<(), Failure> {
    let (units, ranks) = (run.search.units(), peers.count());
    match &run.search {
        _ if !peers.is_many() => {}
        StrategyOptions::Uct(_) | StrategyOptions::Team(_) => {
            if peers.is_head() && (units as usize) < ranks {
                ui.remark(&say!(
                    ui.lang,
                    "the search has {units} parts: only so many of the {ranks} processes have something to do",
                    "本次搜索只有 {units} 份：{ranks} 个进程中只有这么多有事可做"
                ));
            }
        }
        _ => {
            return Err(Failure::new(
                Exit::Usage,
                say!(
                    ui.lang,
                    "this search is one piece and cannot be spread over {ranks} processes: run it without mpirun",
                    "本次搜索不可拆分，无法分给 {ranks} 个进程：请不用 mpirun 运行"
                ),
            ));
        }
    }
    Ok(())
}

/// A search, driven to its end.
struct Drive<'a>(&'a Plan<'a>);

impl Job for Drive<'_> {
    type Output = Driven;

    fn run<G: Learn>(self, game: &G) -> Result<Driven, Failure> {
        drive(game, self.0)
    }
}

fn work(plan: &Plan<'_>) -> Result<Driven, Failure> {
    let driven = with_game(plan.puzzle, &plan.run.forbid_drag, Drive(plan))?;
    if plan.peers.is_head() {
        report(&driven, plan);
    }
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
