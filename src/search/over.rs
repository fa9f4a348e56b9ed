//! A puzzle that is over before its first move: what there is to find is told at once, and that is all.
//!
//! It stands in for strategies that would look for a first move for ever.

use super::contract::{Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use super::control::{Control, Found, Origin};
use crate::game::Game;

/// A search that has nothing to do.
#[derive(Debug)]
pub struct Over {
    /// The empty line, if that is a solution.
    found: Option<Found>,
}

impl Over {
    /// What takes the place of a strategy of this name; `None` when there are moves, and something to search.
    pub(super) fn at_start<G: Game>(game: &G, strategy: &str) -> Option<Self> {
        let (root, mut moves) = (game.root(), Vec::new());
        game.moves(&root, &mut moves);
        let origin = Origin { strategy: strategy.to_owned(), tree: 0, iteration: 0 };
        let found = || Found { score: 0, line: Vec::new(), origin };
        moves.is_empty().then(|| Self { found: game.is_complete(&root).then(found) })
    }
}

impl<G: Game> Search<G> for Over {
    fn run(&mut self, _: &G, _: u64, control: &Control<'_>) -> Halt {
        if let Some(found) = &self.found {
            control.tell(found.score, || found.clone());
        }
        Halt::Exhausted
    }

    fn summary(&self) -> Summary {
        Summary { best: self.found.clone(), is_proof: true, ..Summary::default() }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        Vec::new()
    }

    fn save<S: Sink>(&self, _: &mut S) -> Result<(), S::Error> {
        Ok(())
    }

    fn load<S: Source>(&mut self, _: &G, _: &mut S) -> Result<(), LoadError> {
        Ok(())
    }
}
