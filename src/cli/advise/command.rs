//! From the arguments of `advise` to the loop: a new game from a puzzle, or one to go on with.

use super::entry::BoardEntry;
use super::file::GameFile;
use super::game::Game;
use super::screen::Look;
use super::session::Session;
use crate::cli::eval::{AdviseArgs, Adviser, Settings};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::files::{bad_input, check_place, new_in_runs, read};
use crate::cli::lang::say;
use crate::cli::options::first_given;
use crate::cli::ui::Ui;
use crate::puzzle::{self, Puzzle, PuzzleGame};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Runs `advise`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn advise(args: &AdviseArgs, ui: &Ui) -> Result<Exit, Failure> {
    let shown = args.source.display().to_string();
    let text = read(&args.source, ui)?;
    let kept = if puzzle::is_json(&text) { Some(GameFile::parse(&text, &shown, ui)?) } else { None };
    let base = kept.as_ref().map_or_else(Settings::default, |kept| kept.settings.clone());
    let settings = args.evaluator.settings(base, ui)?;
    let (game, path) = match &kept {
        Some(kept) => {
            refuse_for_a_game(args, ui)?;
            (kept.game(&shown, ui)?, args.source.clone())
        }
        None => {
            let mut puzzle = puzzle::parse(&text, &shown).map_err(|error| bad_input(&error, ui))?;
            if let PuzzleGame::Sandbox { setup, .. } = &mut puzzle.game {
                args.evaluator.apply(setup, ui)?;
            }
            let path = new_path(args, &puzzle, ui)?;
            (Game::new(puzzle, ui)?, path)
        }
    };
    let adviser = Adviser::new(settings, args.evaluator.threads, ui)?;
    if kept.is_none() {
        make_folder(&path, args.game.is_none(), ui)?;
    }
    let file = path.display();
    ui.remark(&say!(
        ui.lang,
        "game file: {file}, written after every line; `help` lists what can be typed",
        "对局文件：{file}，每输入一行即写入；`help` 列出可输入的内容"
    ));
    let (rows, cols) = (usize::from(game.sandbox.shape().rows()), usize::from(game.sandbox.shape().cols()));
    let (chosen, entering) = kept.map_or((None, None), |kept| (kept.chosen, kept.entering));
    let mut session = Session {
        game,
        adviser: &adviser,
        path,
        look: Look { lang: ui.lang, origin: args.origin, color: ui.color },
        ui,
        chosen,
        entering: entering.and_then(|kept| BoardEntry::of(kept, rows, cols)),
        answer: None,
        is_saved: false,
        echoes: !std::io::stdin().is_terminal(),
    };
    session.run(std::io::stdin().lock())
}

/// Refuses options that only a new game can take.
fn refuse_for_a_game(args: &AdviseArgs, ui: &Ui) -> Result<(), Failure> {
    let given = [
        ("--game", args.game.is_some()),
        ("--weights", !args.evaluator.weights.is_empty()),
        ("--evolve", !args.evaluator.evolve.is_empty()),
    ];
    match first_given(&given) {
        None => Ok(()),
        Some(option) => Err(Failure::new(
            Exit::Usage,
            say!(
                ui.lang,
                "{option} goes with a new game only: this game file has its own",
                "{option} 只用于新对局：此对局文件已有自己的设定"
            ),
        )),
    }
}

/// Where a new game is kept; never over a file that is there.
fn new_path(args: &AdviseArgs, puzzle: &Puzzle, ui: &Ui) -> Result<PathBuf, Failure> {
    let Some(path) = &args.game else {
        return Ok(new_in_runs(puzzle.name.as_deref().unwrap_or("game"), ".game.json"));
    };
    check_place(path)?;
    if path.exists() {
        let shown = path.display();
        return Err(Failure::new(
            Exit::Usage,
            say!(
                ui.lang,
                "{shown} is there already: go on with it by `xiaochu advise {shown}`, or choose another name",
                "{shown} 已存在：用 `xiaochu advise {shown}` 继续，或换一个名字"
            ),
        ));
    }
    Ok(path.clone())
}

/// Makes `runs/` for a game that nobody named.
fn make_folder(path: &std::path::Path, is_default: bool, ui: &Ui) -> Result<(), Failure> {
    match path.parent().filter(|_| is_default) {
        Some(folder) => std::fs::create_dir_all(folder).or_exit(Exit::Io, || {
            let shown = folder.display();
            say!(ui.lang, "failed to make the folder {shown}", "无法建立文件夹 {shown}")
        }),
        None => Ok(()),
    }
}
