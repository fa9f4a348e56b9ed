//! The exact engine as a strategy: run, halt, report, save, load. One iteration is one node.

use super::engine::{Engine, ExactOutcome};
use super::options::ExactOptions;
use super::trace::Trace;
use crate::game::Game;
use crate::search::line::check_best;
use crate::search::{Control, Found, Halt, LoadError, Origin, RootRow, Search, Sink, Source, Summary};
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// Nodes between two looks at the caller's wish to halt: a few milliseconds, unless the memo doubles in between,
/// which takes up to a second for a table of a gigabyte.
const SLICE_NODES: u64 = 256;
/// The name of the one section.
const SECTION: &str = "exact";

/// An exact search as a strategy.
#[derive(Clone, Debug)]
pub struct Exact<G: Game> {
    engine: Engine<G>,
    options: ExactOptions,
    /// What a loaded save had reached. Up to its iterations the engine repeats itself.
    saved: Saved,
}

/// All that a save holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Saved {
    iterations: u64,
    best: Option<(Score, Vec<u16>)>,
    best_at: u64,
    is_exhausted: bool,
}

impl<G: Game> Exact<G> {
    /// A search that is about to begin.
    pub fn new(game: &G, options: ExactOptions) -> Self {
        Self { engine: Engine::new(game, options), options, saved: Saved::default() }
    }

    /// What was found out so far.
    #[must_use]
    pub fn outcome(&self) -> ExactOutcome {
        let reached = self.reached();
        match (reached.is_exhausted && self.options.top_k.is_none(), reached.best) {
            (true, Some((score, line))) => ExactOutcome::Optimal { score, line },
            (true, None) => ExactOutcome::Impossible,
            (false, best) => ExactOutcome::Unproven(best),
        }
    }

    /// The visited tree, as far as it was recorded.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        self.engine.trace()
    }

    fn reached(&self) -> Saved {
        if self.engine.nodes() < self.saved.iterations || self.saved.is_exhausted {
            return self.saved.clone();
        }
        Saved {
            iterations: self.engine.nodes(),
            best: self.engine.best().cloned(),
            best_at: self.engine.best_at(),
            is_exhausted: self.engine.is_exhausted(),
        }
    }

    fn found(&self, best: &(Score, Vec<u16>), iteration: u64) -> Found {
        let origin = Origin { strategy: self.options.name().to_owned(), tree: 0, iteration };
        Found { score: best.0, line: best.1.clone(), origin }
    }
}

impl<G: Game> Search<G> for Exact<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        let mut told = None;
        if let Some(best) = &self.saved.best {
            control.tell(best.0, || self.found(best, self.saved.best_at));
        }
        loop {
            let reached = self.engine.nodes().max(self.saved.iterations);
            control.meter.set(reached, self.engine.states(), self.engine.bytes());
            if self.saved.is_exhausted || self.engine.is_exhausted() {
                return Halt::Exhausted;
            }
            if reached >= iterations {
                return Halt::Iterations;
            }
            if control.is_stopped() {
                return Halt::Stopped;
            }
            let end = iterations.min(self.engine.nodes() + SLICE_NODES);
            // A single node can take long: thousands of moves, each with a cascade of a thousand rounds.
            while self.engine.nodes() < end && !self.engine.is_exhausted() && !control.is_stopped() {
                self.engine.step(game);
                let at = self.engine.best_at();
                if told != Some(at)
                    && let Some(best) = self.engine.best()
                {
                    control.tell(best.0, || self.found(best, at));
                    told = Some(at);
                }
            }
        }
    }

    fn summary(&self) -> Summary {
        let reached = self.reached();
        Summary {
            iterations: reached.iterations,
            nodes: self.engine.states(),
            bytes: self.engine.bytes(),
            best: reached.best.as_ref().map(|best| self.found(best, reached.best_at)),
            is_proof: reached.is_exhausted && self.options.top_k.is_none(),
        }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        self.engine.root_rows()
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        sink.put(SECTION, &self.reached())
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        let saved: Saved = source.take(SECTION)?;
        if let Some((score, line)) = &saved.best {
            check_best(game, line, *score, SECTION)?;
        }
        self.engine = Engine::new(game, self.options);
        self.saved = saved;
        Ok(())
    }
}
