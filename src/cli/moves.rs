//! Between move codes, written moves and the data that `verify` starts from.

use crate::game::{Game, Move};
use crate::puzzle::{Puzzle, PuzzleGame};
use crate::types::Action;
use crate::verify::Start;

/// The puzzle as `verify` takes it.
#[must_use]
pub(crate) fn start_of(puzzle: &Puzzle) -> Start<'_> {
    match &puzzle.game {
        PuzzleGame::Sandbox { setup, .. } => Start::Sandbox(setup),
        PuzzleGame::Samegame { board, leftover_penalty } => {
            Start::Samegame { board, leftover_penalty: *leftover_penalty }
        }
        PuzzleGame::Crush { board, moves, .. } => Start::Crush { board, moves: *moves },
    }
}

/// A line of move codes as files write it.
#[must_use]
pub(crate) fn actions_of<G: Game>(game: &G, line: &[u16]) -> Vec<Action> {
    line.iter().map(|&code| game.action(G::Move::from_code(code))).collect()
}
