//! Whole games until there are enough or the time is over.

#![expect(clippy::disallowed_types, reason = "--time is about time, and cli reads the clock")]

use crate::advice::{Games, Policy, Start, simulate_some};
use crate::games::sandbox::Sandbox;
use crate::types::Seed;
use rayon::ThreadPool;
use std::time::{Duration, Instant};

/// Games to be played.
pub(crate) struct Played<'a> {
    pub game: &'a Sandbox,
    pub policy: &'a dyn Policy,
    pub start: Start,
    pub seed: Seed,
    /// So many at most.
    pub most: u64,
    /// After this time no further one begins; as many as the threads play at once are played in any case.
    pub time: Option<Duration>,
}

impl Played<'_> {
    /// Plays them, one on each thread at a time. `told` hears how they stand after each such batch, and whether it was
    /// the last.
    pub(crate) fn on(&self, pool: &ThreadPool, mut told: impl FnMut(&Games, bool)) -> Games {
        let started = Instant::now();
        let batch = pool.current_num_threads() as u64;
        let some = |from: u64| {
            let to = from.saturating_add(batch).min(self.most);
            pool.install(|| simulate_some(self.game, self.policy, self.start, self.seed, from..to))
        };
        let mut games = some(0);
        loop {
            let played = games.totals.len() as u64;
            let is_over = played >= self.most || self.time.is_some_and(|time| started.elapsed() >= time);
            told(&games, is_over);
            if is_over {
                return games;
            }
            games = games.and(some(played));
        }
    }
}
