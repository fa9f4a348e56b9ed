//! `perft`: count the lines of legal moves.

use super::args::PerftArgs;
use super::exit::{Exit, Failure, OrExit};
use super::files::read_puzzle;
use super::ui::Ui;
use crate::game::Game;
use crate::games::crush::{Crush, CrushSetup};
use crate::games::samegame::{SameGame, SameGameSetup};
use crate::games::sandbox::Sandbox;
use crate::perft;
use crate::puzzle::{Origin, PuzzleGame, write_script};

/// Runs `perft`.
///
/// # Errors
/// When the puzzle is bad.
pub(crate) fn perft(args: &PerftArgs, ui: &Ui) -> Result<Exit, Failure> {
    let unplayable = || "failed to set up the puzzle".to_owned();
    match read_puzzle(&args.puzzle, ui)?.game {
        PuzzleGame::Sandbox { setup, .. } => {
            count(&Sandbox::new(&setup).or_exit(Exit::BadInput, unplayable)?, args, ui);
        }
        PuzzleGame::Samegame { board, leftover_penalty } => {
            let setup = SameGameSetup { board, leftover_penalty };
            count(&SameGame::new(&setup).or_exit(Exit::BadInput, unplayable)?, args, ui);
        }
        PuzzleGame::Crush { board, kinds, moves } => {
            let setup = CrushSetup { board, kinds, moves };
            count(&Crush::new(&setup).or_exit(Exit::BadInput, unplayable)?, args, ui);
        }
    }
    Ok(Exit::Done)
}

fn count<G: Game>(game: &G, args: &PerftArgs, ui: &Ui) {
    if args.divide {
        for (action, lines) in perft::divide(game, args.depth) {
            let action = write_script(&[action], Origin::One);
            let action = action.lines().last().unwrap_or_default();
            ui.print(&format!("{action}: {lines}\n"));
        }
    }
    ui.print(&format!("{}\n", perft::perft(game, args.depth)));
}
