//! The strategy: runs passes one after the other, keeps the best line, saves and loads.
//!
//! One iteration is one position expanded.

use super::layer::Scene;
use super::options::BeamOptions;
use super::pass::{Pass, Spec};
use super::save::{Saved, SavedPass};
use crate::game::Learn;
use crate::search::line::check_best;
use crate::search::value::Estimator;
use crate::search::{Control, Found, Halt, LoadError, Origin, RootRow, Search, Sink, Source, Summary};
use std::mem::size_of;

/// A beam search under way.
#[derive(Debug)]
pub struct Beam<G: Learn> {
    options: BeamOptions,
    estimator: Estimator,
    iterations: u64,
    /// Number of the pass under way.
    pass: u64,
    under_way: Option<Pass<G::State>>,
    best: Option<Found>,
    /// The best line that others found, see [`Search::adopt`].
    shown: Option<Found>,
}

impl<G: Learn> Beam<G> {
    /// A beam search at its start.
    #[must_use]
    pub fn new(estimator: Estimator, options: BeamOptions) -> Self {
        Self { options, estimator, iterations: 0, pass: 0, under_way: None, best: None, shown: None }
    }

    /// The best line so far.
    #[must_use]
    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref()
    }

    /// The best line known, its own or another's.
    fn known(&self) -> Option<&Found> {
        let better = self.shown.as_ref().filter(|shown| self.best.as_ref().is_none_or(|best| shown.score > best.score));
        better.or(self.best.as_ref())
    }

    /// Goes one step on with the pass under way, or starts the next.
    fn step(&mut self, game: &G, most: u64, control: &Control<'_>) {
        let spec = match &self.under_way {
            Some(pass) => pass.spec.clone(),
            None => self.options.spec(self.pass, self.known().map_or(&[], |best| &best.line)),
        };
        let best = self.known().map(|best| best.score);
        let scene = scene(game, &self.estimator, &spec);
        let pass = self.under_way.get_or_insert_with(|| Pass::new(&scene, spec));
        let (count, line) = pass.step(&scene, most, best);
        let (nodes, bytes) = figures(pass);
        if pass.is_over() {
            self.under_way = None;
            self.pass += 1;
        }
        if let Some(line) = line {
            let origin =
                Origin { strategy: self.options.name().into(), tree: 0, iteration: self.iterations + line.after };
            let found = Found { score: line.score, line: line.codes, origin };
            control.tell(line.score, || found.clone());
            self.best = Some(found);
        }
        self.iterations += count;
        control.meter.set(self.iterations, nodes, bytes);
    }
}

/// What the steps of one pass need to know.
fn scene<'a, G>(game: &'a G, estimator: &'a Estimator, spec: &Spec) -> Scene<'a, G> {
    Scene { game, estimator, noise: spec.noise, salt: spec.salt }
}

/// Positions held, and the bytes they take.
fn figures<S>(pass: &Pass<S>) -> (u64, u64) {
    let nodes = pass.nodes.len();
    let bytes = nodes * size_of::<super::layer::Node<S>>()
        + pass.pool.len() * size_of::<super::layer::Candidate>()
        + pass.links.len() * size_of::<crate::search::line::Link>();
    (nodes as u64, bytes as u64)
}

impl<G: Learn> Search<G> for Beam<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        while self.iterations < iterations {
            if control.is_stopped() {
                return Halt::Stopped;
            }
            if self.under_way.is_none() && self.options.is_over(self.pass) {
                return Halt::Exhausted;
            }
            self.step(game, iterations - self.iterations, control);
        }
        Halt::Iterations
    }

    fn adopt(&mut self, _: &G, found: &Found) {
        self.shown = Some(found.clone());
    }

    fn summary(&self) -> Summary {
        let (nodes, bytes) = self.under_way.as_ref().map_or((0, 0), figures);
        Summary { iterations: self.iterations, nodes, bytes, best: self.best.clone(), is_proof: false }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        Vec::new()
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        let saved = Saved {
            iterations: self.iterations,
            pass: self.pass,
            best: self.best.clone(),
            under_way: self.under_way.as_ref().map(SavedPass::of),
        };
        sink.put("beam", &saved)
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        let saved: Saved = source.take("beam")?;
        if let Some(best) = &saved.best {
            check_best(game, &best.line, best.score, "beam")?;
        }
        self.under_way = match saved.under_way {
            Some(pass) => {
                let spec = pass.spec.clone();
                if !self.options.is_pass(saved.pass, &spec) {
                    return Err(contradiction("the pass under way is not that of its number"));
                }
                let scene = scene(game, &self.estimator, &spec);
                Some(pass.restore(&scene).ok_or_else(|| contradiction("a kept line is not legal"))?)
            }
            None => None,
        };
        (self.iterations, self.pass, self.best) = (saved.iterations, saved.pass, saved.best);
        Ok(())
    }
}

fn contradiction(reason: &str) -> LoadError {
    LoadError::Meaning { name: "beam".into(), reason: reason.into() }
}
