//! The strategy: runs passes one after the other, keeps the best line, saves and loads.
//!
//! One iteration is one position expanded.

use super::layer::Scene;
use super::options::BeamOptions;
use super::pass::Pass;
use crate::game::Learn;
use crate::search::value::Estimator;
use crate::search::{Control, Found, Halt, Origin};

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
}

impl<G: Learn> Beam<G> {
    /// A beam search at its start.
    #[must_use]
    pub fn new(estimator: Estimator, options: BeamOptions) -> Self {
        Self { options, estimator, iterations: 0, pass: 0, under_way: None, best: None }
    }

    /// The best line so far.
    #[must_use]
    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref()
    }

    /// Runs until `iterations` are done in total, or the caller stops it, or nothing is left.
    pub fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        while self.iterations < iterations {
            if control.is_stopped() {
                return Halt::Stopped;
            }
            self.step(game, iterations - self.iterations, control);
        }
        Halt::Iterations
    }

    /// Goes one step on with the pass under way.
    fn step(&mut self, game: &G, most: u64, control: &Control<'_>) {
        let spec = self.options.spec(self.pass);
        let scene = Scene {
            game,
            estimator: &self.estimator,
            minor_moves: self.options.minor_moves,
            noise: spec.noise,
            salt: spec.salt,
        };
        let pass = self.under_way.get_or_insert_with(|| Pass::new(&scene, spec));
        let best = self.best.as_ref().map(|best| best.score);
        let (count, line) = pass.step(&scene, most, best);
        if let Some(line) = line {
            let origin = Origin { strategy: "beam".into(), tree: 0, iteration: self.iterations + line.after };
            let found = Found { score: line.score, line: line.codes, origin };
            control.tell(line.score, || found.clone());
            self.best = Some(found);
        }
        self.iterations += count;
        control.meter.set(self.iterations, pass.nodes.len() as u64, 0);
        if pass.is_over() {
            self.under_way = None;
            self.pass += 1;
        }
    }

    /// Lab.
    pub fn run_passes(&mut self, game: &G, passes: u64, control: &Control<'_>) {
        while self.pass < passes {
            self.step(game, u64::MAX, control);
        }
    }
}
