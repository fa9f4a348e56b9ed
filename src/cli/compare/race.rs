//! One search within a budget, and everything measured of it. Any strategy, any game.

#![expect(clippy::disallowed_types, reason = "a comparison is about time, and cli reads the clock")]

use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::games::{Job, with_game};
use crate::cli::lang::both;
use crate::cli::moves::{actions_of, start_of};
use crate::game::Learn;
use crate::puzzle::Puzzle;
use crate::search::{Control, Found, Halt, Meter, Search, StrategyOptions};
use crate::types::Score;
use crate::verify;
use rayon::ThreadPool;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When a search shall end if it does not end by itself.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Budget {
    /// Time.
    pub time: Option<Duration>,
    /// Iterations over all trees.
    pub iterations: Option<u64>,
}

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) enum Answer {
    /// No line scores more.
    Optimal,
    /// No line completes.
    Impossible,
    /// The score is reached; nothing is said of others.
    AtLeast,
    /// No line was completed, and nothing is proven.
    Nothing,
}

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) enum Ending {
    /// Nothing was left to search.
    Exhausted,
    /// The iterations of the budget.
    Iterations,
    /// The time of the budget.
    Time,
}

/// A better line, when it was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(in crate::cli) struct Rise {
    /// Seconds since the start.
    pub at_s: f64,
    /// Its score.
    pub score: Score,
}

/// Everything measured of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::cli) struct Outcome {
    /// The best score, replayed by the independent rules.
    pub score: Option<Score>,
    /// What is claimed of it.
    pub claim: Answer,
    /// Why it ended.
    pub ended_by: Ending,
    /// Seconds.
    pub seconds: f64,
    /// Iterations: what one is, each strategy says.
    pub iterations: u64,
    /// Nodes or states held at the end.
    pub nodes: u64,
    /// Bytes that they took.
    pub bytes: u64,
    /// The best line as move codes.
    #[serde(skip)]
    pub line: Vec<u16>,
    /// Every better line on the way.
    pub rises: Vec<Rise>,
}

impl Outcome {
    /// Whether nothing better can be found.
    #[must_use]
    pub(super) fn is_proof(&self) -> bool {
        matches!(self.claim, Answer::Optimal | Answer::Impossible)
    }

    /// Seconds until the best score was found.
    #[must_use]
    pub(in crate::cli) fn best_at_s(&self) -> Option<f64> {
        self.rises.last().map(|rise| rise.at_s)
    }
}

/// Searches a puzzle.
///
/// # Errors
/// When it cannot be searched, or the search reports a line that the rules refuse.
pub(in crate::cli) fn race(
    puzzle: &Puzzle,
    options: &StrategyOptions,
    budget: Budget,
    pool: &ThreadPool,
) -> Result<Outcome, Failure> {
    if puzzle.is_random() {
        let text = both!(
            "this puzzle's refill is random: no move list is worth a fixed score",
            "这道谜题的补充是随机的：走法没有固定得分"
        );
        return Err(Failure::told(Exit::BadInput, text));
    }
    with_game(puzzle, &[], Race { puzzle, options, budget, pool })
}

/// A search to be measured.
struct Race<'a> {
    puzzle: &'a Puzzle,
    options: &'a StrategyOptions,
    budget: Budget,
    pool: &'a ThreadPool,
}

impl Job for Race<'_> {
    type Output = Outcome;

    fn run<G: Learn>(self, game: &G) -> Result<Outcome, Failure> {
        run(game, &self)
    }
}

fn run<G: Learn>(game: &G, &Race { puzzle, options, budget, pool }: &Race<'_>) -> Result<Outcome, Failure> {
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    let rises = Mutex::new(Vec::new());
    let (halted, wait) = channel::<()>();
    let started = Instant::now();
    let told = |found: &Found| {
        let rise = Rise { at_s: started.elapsed().as_secs_f64(), score: found.score };
        rises.lock().unwrap_or_else(PoisonError::into_inner).push(rise);
    };
    let control = Control { stop: &stop, meter: &meter, found: &told };
    let (halt, seconds, summary) = std::thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            // A search that ended sooner hangs up, and a wait without a limit ends with that too.
            match budget.time {
                Some(time) => drop(wait.recv_timeout(time)),
                None => drop(wait.recv()),
            }
            stop.store(true, Ordering::Relaxed);
        });
        let mut search = options.start(game);
        let halt = pool.install(|| search.run(game, budget.iterations.unwrap_or(u64::MAX), &control));
        let seconds = started.elapsed().as_secs_f64();
        drop(halted);
        (halt, seconds, search.summary())
    });
    let best = summary.best.as_ref();
    if let Some(best) = best {
        verify::check(start_of(puzzle), &actions_of(game, &best.line), Some(best.score))
            .or_exit(Exit::Internal, || format!("{} reported a line that the rules refuse", options.name()))?;
    }
    let claim = match (summary.is_proof, best) {
        (true, Some(_)) => Answer::Optimal,
        (true, None) => Answer::Impossible,
        (false, Some(_)) => Answer::AtLeast,
        (false, None) => Answer::Nothing,
    };
    let ended_by = match halt {
        Halt::Exhausted => Ending::Exhausted,
        Halt::Iterations => Ending::Iterations,
        Halt::Stopped => Ending::Time,
    };
    let mut rises = rises.into_inner().unwrap_or_else(PoisonError::into_inner);
    rises.sort_by(|a, b| a.score.cmp(&b.score).then(a.at_s.total_cmp(&b.at_s)));
    let (iterations, nodes, bytes) = (summary.iterations, summary.nodes, summary.bytes);
    let line = best.map(|best| best.line.clone()).unwrap_or_default();
    Ok(Outcome { score: best.map(|best| best.score), line, claim, ended_by, seconds, iterations, nodes, bytes, rises })
}
