//! `perft`: count the lines of legal moves.

use super::args::PerftArgs;
use super::exit::{Exit, Failure};
use super::files::read_puzzle;
use super::games::{Job, with_game};
use super::ui::Ui;
use crate::game::{Game, Learn};
use crate::perft;
use crate::puzzle::{Origin, write_script};

/// Runs `perft`.
///
/// # Errors
/// When the puzzle is bad.
pub(crate) fn perft(args: &PerftArgs, ui: &Ui) -> Result<Exit, Failure> {
    with_game(&read_puzzle(&args.puzzle, ui)?, &[], Count { args, ui })
}

/// What is to be counted.
struct Count<'a> {
    args: &'a PerftArgs,
    ui: &'a Ui,
}

impl Job for Count<'_> {
    type Output = Exit;

    fn run<G: Learn>(self, game: &G) -> Result<Exit, Failure> {
        count(game, self.args, self.ui);
        Ok(Exit::Done)
    }
}

fn count<G: Game>(game: &G, args: &PerftArgs, ui: &Ui) {
    let rows = if args.divide { perft::divide(game, args.depth) } else { Vec::new() };
    for &(action, lines) in &rows {
        let action = write_script(&[action], Origin::One);
        let action = action.lines().last().unwrap_or_default();
        ui.print(&format!("{action}: {lines}\n"));
    }
    // Without rows there is nothing to divide: at depth 0 the one line without a move, and where no move is legal none.
    let total = if rows.is_empty() { perft::perft(game, args.depth) } else { rows.iter().map(|row| row.1).sum() };
    ui.print(&format!("{total}\n"));
}
