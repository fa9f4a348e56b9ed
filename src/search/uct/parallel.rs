//! The trees side by side, and what they know together.

use super::expand::Scratch;
use super::options::{Candidates, UctOptions};
use super::tree::{LEAST_BYTES, Tree};
use crate::game::Learn;
use crate::search::quota::deal;
use crate::search::turns::give_turns;
use crate::search::value::Estimator;
use crate::search::{Control, Found, Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use std::ops::Range;
use std::sync::Arc;

/// Iterations that a thread gives a tree before it looks for the one that is furthest behind.
const TURN: u64 = 1024;

/// Iterations between two updates of the live figures.
const METER_EVERY: u64 = 16;

/// Root-parallel UCT. One iteration is one simulation on one tree.
#[derive(Debug)]
pub struct Uct {
    options: UctOptions,
    trees: Vec<Tree>,
}

impl Uct {
    /// A search that has done nothing yet; `guide` is what guided candidates and playouts go by.
    #[must_use]
    pub fn new(options: UctOptions, guide: &Arc<Estimator>) -> Self {
        let all = 0..u32::MAX;
        Self::part(options, guide, &all)
    }

    /// The part of such a search that holds the trees of these numbers only. Each is what it would be in the whole.
    #[must_use]
    pub fn part(options: UctOptions, guide: &Arc<Estimator>, own: &Range<u32>) -> Self {
        let share = Self::share(&options);
        let all = (0..).zip(&options.trees).zip(&options.streams);
        let trees = all.filter(|((number, _), _)| own.contains(number)).map(|((number, tree), (seed, stream))| {
            Tree::new(number, tree.clone(), Arc::clone(guide), seed.stream("uct tree", *stream), share)
        });
        Self { trees: trees.collect(), options }
    }

    /// The iterations of each tree that is held here, with its number.
    #[must_use]
    pub fn done(&self) -> Vec<(u32, u64)> {
        self.trees.iter().map(|tree| (tree.number, tree.iterations)).collect()
    }

    /// A search of trees that have grown elsewhere; each gets its share of the memory. One that has grown beyond that
    /// is cut back when it goes on.
    pub(super) fn from_parts(options: UctOptions, mut trees: Vec<Tree>) -> Self {
        let share = Self::share(&options);
        for tree in &mut trees {
            tree.budget_bytes = share;
        }
        Self { options, trees }
    }

    pub(super) fn into_trees(self) -> Vec<Tree> {
        self.trees
    }

    /// Bytes that each tree may take, see [`UctOptions::least_memory_bytes`].
    fn share(options: &UctOptions) -> u64 {
        (options.memory_bytes / options.trees.len().max(1) as u64).max(LEAST_BYTES)
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &UctOptions {
        &self.options
    }

    /// The best line of all trees: the highest score, found in the fewest iterations, by the first such tree.
    fn best(&self) -> Option<&Found> {
        let rank = |found: &Found| (std::cmp::Reverse(found.score), found.origin.iteration, found.origin.tree);
        self.trees.iter().filter_map(|tree| tree.best.as_ref()).min_by_key(|found| rank(found))
    }

    pub(super) fn trees(&self) -> &[Tree] {
        &self.trees
    }

    pub(super) fn trees_mut(&mut self) -> &mut [Tree] {
        &mut self.trees
    }

    fn has_proof(&self) -> bool {
        self.trees.iter().any(|tree| tree.root().is_explored() && tree.options.candidates == Candidates::All)
    }

    /// Whether nothing is left to search.
    fn is_exhausted(&self) -> bool {
        self.trees.iter().all(|tree| tree.root().is_explored())
    }
}

/// What all trees of a search are given alike.
struct Shared<'a, G> {
    game: &'a G,
    strategy: &'a str,
    control: &'a Control<'a>,
}

impl<G: Learn> Shared<'_, G> {
    /// Lets one tree iterate for a turn: until its quota, its end or a stop.
    fn take_turn(&self, tree: &mut Tree, quota: u64, scratch: &mut Scratch<G::Move>) {
        let last = quota.min(tree.iterations.saturating_add(TURN));
        let (mut iterations, mut nodes, mut bytes) = (tree.iterations, tree.nodes.len() as u64, tree.bytes());
        while tree.iterations < last && !tree.root().is_explored() && !self.control.is_stopped() {
            tree.iterate(self.game, scratch, self.strategy, self.control);
            if tree.iterations.is_multiple_of(METER_EVERY) || tree.iterations == last {
                let now = (tree.iterations, tree.nodes.len() as u64, tree.bytes());
                self.control.meter.add(now.0 - iterations, now.1.wrapping_sub(nodes), now.2.wrapping_sub(bytes));
                (iterations, nodes, bytes) = now;
            }
        }
    }
}

impl<G: Learn> Search<G> for Uct {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        let done: Vec<u64> = self.trees.iter().map(|tree| tree.iterations).collect();
        let quotas = deal(iterations, &done);
        let shared = Shared { game, strategy: self.options.strategy.as_str(), control };
        let summary = totals(&self.trees);
        control.meter.set(summary.iterations, summary.nodes, summary.bytes);
        let trees: Vec<(&mut Tree, u64)> = self.trees.iter_mut().zip(quotas).collect();
        let rank = |(tree, quota): &(&mut Tree, u64)| {
            (tree.iterations < *quota && !tree.root().is_explored()).then_some((tree.iterations, tree.number))
        };
        give_turns(trees, control, rank, |(tree, quota), scratch| shared.take_turn(tree, *quota, scratch));
        if self.is_exhausted() {
            Halt::Exhausted
        } else if control.is_stopped() {
            Halt::Stopped
        } else {
            Halt::Iterations
        }
    }

    fn summary(&self) -> Summary {
        Summary { best: self.best().cloned(), is_proof: self.has_proof(), ..totals(&self.trees) }
    }

    fn root_table(&self, _: &G) -> Vec<RootRow> {
        RootRow::together(self.trees.iter().flat_map(|tree| {
            let (factor, offset) = tree.scale();
            tree.nodes[tree.root().children()].iter().map(move |child| {
                let sum = RootRow::exact((child.sum - f64::from(child.visits) * offset) * factor);
                let (visits, best, is_explored) = (child.visits.into(), child.best(), child.is_explored());
                RootRow { code: child.action, visits, sum, best, is_explored }
            })
        }))
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        super::record::save(self, sink)
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        super::record::load(self, game, source)
    }
}

fn totals(trees: &[Tree]) -> Summary {
    Summary {
        iterations: trees.iter().map(|tree| tree.iterations).sum(),
        nodes: trees.iter().map(|tree| tree.nodes.len() as u64).sum(),
        bytes: trees.iter().map(Tree::bytes).sum(),
        ..Summary::default()
    }
}
