//! Independent searches side by side, and what they know together.

use super::options::NrpaOptions;
use super::playout::Scene;
use super::worker::Worker;
use crate::game::Learn;
use crate::search::quota::deal;
use crate::search::turns::give_turns;
use crate::search::{Control, Found, Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use std::cmp::Reverse;

/// Playouts that a thread gives a worker before it looks for the one that is furthest behind.
const TURN: u64 = 256;

/// Nested rollout policy adaptation. One iteration is one playout of one worker.
#[derive(Debug)]
pub struct Nrpa {
    options: NrpaOptions,
    workers: Vec<Worker>,
}

impl Nrpa {
    /// A search that has done nothing yet.
    #[must_use]
    pub fn new(options: NrpaOptions) -> Self {
        let stream = |number: u32| options.seed.stream("nrpa worker", u64::from(number));
        let workers = (0..options.workers.max(1)).map(|number| Worker::new(number, &options, stream(number)));
        Self { workers: workers.collect(), options }
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &NrpaOptions {
        &self.options
    }

    /// The best line of all workers: the highest score, found in the fewest playouts, by the first such worker.
    fn best(&self) -> Option<&Found> {
        let rank = |found: &Found| (Reverse(found.score), found.origin.iteration, found.origin.tree);
        self.workers.iter().filter_map(|worker| worker.best.as_ref()).min_by_key(|found| rank(found))
    }

    fn scene<'a, G>(&'a self, game: &'a G) -> Scene<'a, G> {
        Scene { game, options: &self.options, selection: None }
    }

    fn totals(&self) -> Summary {
        Summary {
            iterations: self.workers.iter().map(|worker| worker.iterations).sum(),
            nodes: self.workers.iter().map(|worker| worker.levels.len() as u64).sum(),
            bytes: self.workers.iter().map(Worker::bytes).sum(),
            ..Summary::default()
        }
    }
}

impl<G: Learn> Search<G> for Nrpa {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        let summary = self.totals();
        control.meter.set(summary.iterations, summary.nodes, summary.bytes);
        let mut workers = std::mem::take(&mut self.workers);
        let done: Vec<u64> = workers.iter().map(|worker| worker.iterations).collect();
        let quotas = deal(iterations, &done);
        let scene = self.scene(game);
        let quota = |worker: &Worker| quotas[worker.number as usize];
        let rank =
            |worker: &&mut Worker| (worker.iterations < quota(worker)).then_some((worker.iterations, worker.number));
        give_turns(workers.iter_mut().collect(), control, rank, |worker, _: &mut ()| {
            take_turn(worker, &scene, quota(worker), control);
        });
        self.workers = workers;
        if self.totals().iterations < iterations { Halt::Stopped } else { Halt::Iterations }
    }

    fn summary(&self) -> Summary {
        Summary { best: self.best().cloned(), ..self.totals() }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        Vec::new()
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        super::record::save(&self.workers, sink)
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        let mut workers = std::mem::take(&mut self.workers);
        let loaded = super::record::load(&mut workers, &self.scene(game), source);
        self.workers = workers;
        loaded
    }
}

/// Lets one worker go on for a turn: until its quota or a stop.
fn take_turn<G: Learn>(worker: &mut Worker, scene: &Scene<'_, G>, quota: u64, control: &Control<'_>) {
    let last = quota.min(worker.iterations.saturating_add(TURN));
    let before = worker.iterations;
    while worker.iterations < last && !control.is_stopped() {
        worker.iterate(scene, control);
    }
    control.meter.add(worker.iterations - before, 0, 0);
}
