//! The contract of every strategy: run, halt, report, save, load.

use super::control::{Control, Found};
use crate::game::Game;
use crate::types::{FixedMap, Score};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a run came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The total of iterations is reached.
    Iterations,
    /// The caller asked for it.
    Stopped,
    /// Nothing is left to search.
    Exhausted,
}

/// A search at a halt.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Iterations so far, over the whole run. What one iteration is, each strategy says.
    pub iterations: u64,
    /// Nodes (or states) held.
    pub nodes: u64,
    /// Bytes that they take.
    pub bytes: u64,
    /// The best line, if any was completed.
    pub best: Option<Found>,
    /// Nothing is left to search, and what was searched was everything: the best line is optimal, or there is none.
    pub is_proof: bool,
}

impl Summary {
    /// The figures of several searches together, without their lines.
    pub(super) fn together(summaries: impl Iterator<Item = Self>) -> Self {
        let mut totals = Self::default();
        for summary in summaries {
            totals.iterations += summary.iterations;
            totals.nodes += summary.nodes;
            totals.bytes += summary.bytes;
            totals.is_proof |= summary.is_proof;
        }
        totals
    }
}

/// One legal move at the root, with what the search knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootRow {
    /// The move's code.
    pub code: u16,
    /// How often it was searched.
    pub visits: u64,
    /// Sum of the qualities of its visits, see [`RootRow::exact`].
    pub sum: i128,
    /// Best total score of a line that starts with it.
    pub best: Option<Score>,
    /// Nothing below it is left to search.
    pub is_explored: bool,
}

impl RootRow {
    /// Steps of one unit of quality. Sums in whole steps are the same in whatever order they are added up, on one
    /// machine or on many; sums of fractions are not.
    const STEPS: f64 = (1_u64 << 32) as f64;

    /// A sum of qualities in whole steps.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "saturates, and no sum of scores is so large")]
    pub fn exact(sum: f64) -> i128 {
        (sum * Self::STEPS).round() as i128
    }

    /// Mean quality, in the strategy's own unit; 0 before the first visit, minus infinity where no line exists.
    #[must_use]
    pub fn quality(&self) -> f64 {
        match (self.sum, self.visits) {
            (i128::MIN, _) => f64::NEG_INFINITY,
            (_, 0) => 0.0,
            (sum, visits) => sum as f64 / Self::STEPS / visits as f64,
        }
    }

    /// Adds what another search, or another part of this one, knows of the same move.
    pub fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.sum = self.sum.saturating_add(other.sum);
        self.best = self.best.max(other.best);
        self.is_explored &= other.is_explored;
    }

    /// What several searches, or parts of one, know of the moves together, ascending by code.
    pub(super) fn together(rows: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut moves: FixedMap<u16, Self> = FixedMap::default();
        for row in rows {
            moves.entry(row.code).and_modify(|known| known.add(&row)).or_insert(row);
        }
        let mut rows: Vec<Self> = moves.into_values().collect();
        rows.sort_unstable_by_key(|row| row.code);
        rows
    }
}

/// Where a search saves itself: named sections, in order. Implemented by `checkpoint`.
pub trait Sink {
    /// What can go wrong.
    type Error;

    /// Writes one section.
    ///
    /// # Errors
    /// Whatever the medium says.
    fn put<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), Self::Error>;

    /// Writes several sections in order. A sink may prepare them on all threads, so each should be a few megabytes.
    ///
    /// # Errors
    /// Whatever the medium says.
    fn put_all<T: Serialize + Sync>(&mut self, sections: &[(String, T)]) -> Result<(), Self::Error> {
        sections.iter().try_for_each(|(name, value)| self.put(name, value))
    }

    /// The names of the sections that follow begin with this. For sinks whose sections are found by name.
    fn part(&mut self, _prefix: &str) {}
}

/// Where a search loads itself from: the sections that [`Sink`] wrote, by the same names. A part of a search leaves
/// out what is not its own.
pub trait Source {
    /// Reads the section of this name.
    ///
    /// # Errors
    /// When it is not there, damaged or not of this type.
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, LoadError>;

    /// The names of the sections that follow begin with this.
    fn part(&mut self, _prefix: &str) {}
}

/// Why a saved search cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// A section is missing or unreadable.
    #[error("section {name:?}: {reason}")]
    Section {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It reads well but means nothing (ids out of range, a line that is not legal, sums that disagree).
    #[error("section {name:?} contradicts itself: {reason}")]
    Meaning {
        /// The section's name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A strategy under way on one puzzle.
pub trait Search<G: Game>: Sized {
    /// Runs until `iterations` are done in total, or the caller stops it, or nothing is left.
    ///
    /// Runs on the rayon pool that it is called in. Comes back within about 50 ms of a stop.
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt;

    /// Shows the best line known, whoever found it, for searches that go on from it. Not kept as their own best line
    /// and not saved: a caller that shows lines shows the same one again after loading, before the search goes on.
    fn adopt(&mut self, _game: &G, _found: &Found) {}

    /// The figures at this halt.
    fn summary(&self) -> Summary;

    /// What is known of the moves at the root, ascending by code; empty for strategies that keep no such table.
    fn root_table(&self, game: &G) -> Vec<RootRow>;

    /// Writes everything that the future of this search depends on.
    ///
    /// # Errors
    /// Whatever the sink says.
    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error>;

    /// Reads what `save` wrote and checks that it means something. Options are the caller's to keep.
    ///
    /// # Errors
    /// When a section cannot be read or contradicts itself.
    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError>;
}
