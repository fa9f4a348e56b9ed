//! The strategy: runs passes one after the other, keeps the best line, saves and loads.
//!
//! One iteration is one position expanded. A save holds no positions: the pass under way is fixed by its number, so
//! loading goes through its first part again, which takes as long as it took.

use super::options::StrataOptions;
use super::pass::{Pass, Scene};
use crate::game::Learn;
use crate::search::line::check_best;
use crate::search::value::Estimator;
use crate::search::{Control, Found, Halt, LoadError, Origin, RootRow, Search, Sink, Source, Summary};
use crate::types::Score;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A beam by strata under way.
#[derive(Debug)]
pub struct Strata<G: Learn> {
    options: StrataOptions,
    estimator: Arc<Estimator>,
    progress: Progress,
    under_way: Option<Pass<G::State>>,
}

/// How far a search is: all that a save needs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Progress {
    iterations: u64,
    /// Number of the pass under way.
    pass: u64,
    /// Positions expanded in it.
    expanded: u64,
    best: Option<Found>,
}

impl<G: Learn> Strata<G> {
    /// A search at its start.
    #[must_use]
    pub fn new(options: StrataOptions, estimator: &Arc<Estimator>) -> Self {
        Self { options, estimator: Arc::clone(estimator), progress: Progress::default(), under_way: None }
    }

    /// Goes one step on with the pass under way, or starts the next.
    fn step(&mut self, game: &G, most: u64, control: &Control<'_>) {
        let scene = Scene { game, estimator: &self.estimator };
        let progress = &mut self.progress;
        let pass = self.under_way.get_or_insert_with(|| Pass::new(game, self.options.spec(progress.pass)));
        let best = progress.best.as_ref().map(|best| best.score);
        let (count, line) = pass.step(&scene, most, best);
        if let Some(line) = line {
            let origin = Origin { strategy: "strata".into(), tree: 0, iteration: progress.iterations + line.after };
            let found = Found { score: line.score, line: line.codes, origin };
            control.tell(line.score, || found.clone());
            progress.best = Some(found);
        }
        progress.iterations += count;
        progress.expanded += count;
        let (nodes, bytes) = pass.figures();
        control.meter.set(progress.iterations, nodes, bytes);
        if pass.is_over() {
            self.under_way = None;
            progress.pass += 1;
            progress.expanded = 0;
        }
    }
}

impl<G: Learn> Search<G> for Strata<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        while self.progress.iterations < iterations {
            if control.is_stopped() {
                return Halt::Stopped;
            }
            self.step(game, iterations - self.progress.iterations, control);
        }
        Halt::Iterations
    }

    fn summary(&self) -> Summary {
        let (nodes, bytes) = self.under_way.as_ref().map_or((0, 0), Pass::figures);
        let Progress { iterations, best, .. } = self.progress.clone();
        Summary { iterations, nodes, bytes, best, is_proof: false }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        Vec::new()
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        sink.put("strata", &self.progress)
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        let progress: Progress = source.take("strata")?;
        let wrong = |reason: &str| LoadError::Meaning { name: "strata".into(), reason: reason.into() };
        if let Some(best) = &progress.best {
            check_best(game, &best.line, best.score, "strata")?;
        }
        let mut pass = Pass::new(game, self.options.spec(progress.pass));
        let scene = Scene { game, estimator: &self.estimator };
        let mut left = progress.expanded;
        while left > 0 {
            if pass.is_over() {
                return Err(wrong("the pass under way ends before it got there"));
            }
            left -= pass.step(&scene, left, Some(Score::MAX)).0;
        }
        self.under_way = Some(pass);
        self.progress = progress;
        Ok(())
    }
}
