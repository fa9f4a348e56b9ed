//! A job on whichever game a puzzle is of: the one place where the command line tells the games apart to set them up.

use super::exit::{Exit, Failure, OrExit};
use crate::game::Learn;
use crate::games::crush::{Crush, CrushSetup};
use crate::games::samegame::{SameGame, SameGameSetup};
use crate::games::sandbox::{Piece, Sandbox};
use crate::puzzle::{Puzzle, PuzzleGame};

/// What is to be done with a game, whichever it is.
pub(crate) trait Job {
    /// What comes of it.
    type Output;

    /// Does it.
    ///
    /// # Errors
    /// Its own.
    fn run<G: Learn>(self, game: &G) -> Result<Self::Output, Failure>;
}

/// Sets up the game of a puzzle and does a job on it. Pieces of the codes in `forbidden` are not dragged; other games
/// than the sandbox have no drags.
///
/// # Errors
/// When the puzzle cannot be played, and the job's own.
pub(crate) fn with_game<J: Job>(puzzle: &Puzzle, forbidden: &[i16], job: J) -> Result<J::Output, Failure> {
    let unplayable = || "failed to set up the puzzle".to_owned();
    match &puzzle.game {
        PuzzleGame::Sandbox { setup, .. } => {
            let mut game = Sandbox::new(setup).or_exit(Exit::BadInput, unplayable)?;
            for piece in forbidden.iter().filter_map(|&code| Piece::from_code(code)) {
                game.forbid_drag(piece);
            }
            job.run(&game)
        }
        PuzzleGame::Samegame { board, leftover_penalty } => {
            let setup = SameGameSetup { board: board.clone(), leftover_penalty: *leftover_penalty };
            job.run(&SameGame::new(&setup).or_exit(Exit::BadInput, unplayable)?)
        }
        PuzzleGame::Crush { board, kinds, moves } => {
            let setup = CrushSetup { board: board.clone(), kinds: *kinds, moves: *moves };
            job.run(&Crush::new(&setup).or_exit(Exit::BadInput, unplayable)?)
        }
    }
}
