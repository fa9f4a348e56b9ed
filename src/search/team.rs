//! Several searches of one kind side by side, each from a seed of its own: how strategies without trees are spread over
//! machines.
//!
//! The workers share nothing, so (seed, workers, iterations) fixes the result, wherever they run and however many of
//! them a process holds. They go on in turns of a fixed number of iterations, the one furthest behind next; each uses
//! all threads in its turn.

use super::contract::{Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use super::control::{Control, Found, Meter};
use super::quota::deal;
use super::strategy::{Strategy, StrategyOptions};
use crate::game::Learn;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::ops::Range;

/// Iterations of one turn: seconds, for what a team is made of.
const TURN: u64 = 1 << 16;

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TeamOptions {
    /// The name it reports as.
    pub strategy: String,
    /// One entry per worker.
    pub workers: Vec<StrategyOptions>,
}

/// A worker under way.
#[derive(Debug)]
struct Worker<G: Learn> {
    number: u32,
    search: Box<Strategy<G>>,
    is_exhausted: bool,
}

/// The part of a team that this process holds, under way.
#[derive(Debug)]
pub struct Team<G: Learn> {
    workers: Vec<Worker<G>>,
}

/// A line with the worker who found it.
fn by_worker(number: u32, mut found: Found) -> Found {
    found.origin.tree = number;
    found
}

impl<G: Learn> Team<G> {
    /// The workers of these numbers, which have done nothing yet.
    #[must_use]
    pub fn part(game: &G, options: &TeamOptions, own: &Range<u32>) -> Self {
        let all = (0..).zip(&options.workers).filter(|(number, _)| own.contains(number));
        let worker = |(number, options): (u32, &StrategyOptions)| Worker {
            number,
            search: Box::new(options.start(game)),
            is_exhausted: false,
        };
        Self { workers: all.map(worker).collect() }
    }

    /// The iterations of each worker that is held here, with its number.
    #[must_use]
    pub fn done(&self) -> Vec<(u32, u64)> {
        self.workers.iter().map(|worker| (worker.number, worker.search.summary().iterations)).collect()
    }

    /// Figures of all workers but one.
    fn totals(&self, except: Option<usize>) -> Summary {
        let others = self.workers.iter().enumerate().filter(|(at, _)| Some(*at) != except);
        Summary::together(others.map(|(_, worker)| worker.search.summary()))
    }

    /// Lets one worker go on up to a number of iterations of its own.
    fn take_turn(&mut self, game: &G, at: usize, last: u64, control: &Control<'_>) -> Halt {
        let others = self.totals(Some(at));
        let meter = Meter::above(control.meter, &others);
        let worker = &mut self.workers[at];
        let number = worker.number;
        let found = |found: &Found| (control.found)(&by_worker(number, found.clone()));
        let halt = worker.search.run(game, last, &Control { stop: control.stop, meter: &meter, found: &found });
        worker.is_exhausted = halt == Halt::Exhausted;
        halt
    }
}

impl<G: Learn> Search<G> for Team<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        let done: Vec<u64> = self.done().into_iter().map(|(_, done)| done).collect();
        let quotas = deal(iterations, &done);
        let turn = if self.workers.len() > 1 { TURN } else { u64::MAX };
        loop {
            let done = self.done();
            let is_open = |at: &usize| done[*at].1 < quotas[*at] && !self.workers[*at].is_exhausted;
            let Some(next) = (0..done.len()).filter(is_open).min_by_key(|&at| done[at].1) else { break };
            let last = quotas[next].min(done[next].1.saturating_add(turn));
            if self.take_turn(game, next, last, control) == Halt::Stopped {
                return Halt::Stopped;
            }
        }
        let is_over = self.workers.iter().all(|worker| worker.is_exhausted);
        if is_over { Halt::Exhausted } else { Halt::Iterations }
    }

    fn summary(&self) -> Summary {
        let lines =
            self.workers.iter().filter_map(|worker| Some(by_worker(worker.number, worker.search.summary().best?)));
        let rank = |found: &Found| (Reverse(found.score), found.origin.iteration, found.origin.tree);
        Summary { best: lines.min_by_key(rank), ..self.totals(None) }
    }

    fn root_table(&self, game: &G) -> Vec<RootRow> {
        RootRow::together(self.workers.iter().flat_map(|worker| worker.search.root_table(game)))
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        for worker in &self.workers {
            sink.part(&part_name(worker.number));
            worker.search.save(sink)?;
        }
        sink.part("");
        Ok(())
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        for worker in &mut self.workers {
            source.part(&part_name(worker.number));
            worker.search.load(game, source)?;
        }
        source.part("");
        Ok(())
    }
}

fn part_name(number: u32) -> String {
    format!("worker {number} ")
}
