//! When a search shall end, and why it did.

#![expect(clippy::disallowed_types, reason = "limits are about time, and cli reads the clock")]

use crate::types::Score;
use jiff::Timestamp;
use std::time::{Duration, Instant};

/// What the user asked for. Without any limit a search runs until it is stopped or exhausted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Time from this start.
    pub time: Option<Duration>,
    /// The moment of `--until`, by the clock on the wall: a machine that sleeps meanwhile does not shift it.
    pub until: Option<Timestamp>,
    /// Iterations over the whole run.
    pub iterations: Option<u64>,
    /// Score that is enough.
    pub target: Option<Score>,
    /// Time without improvement.
    pub stagnation: Option<Duration>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// `--time`.
    Time,
    /// `--until`.
    Until,
    /// `--iterations`.
    Iterations,
    /// `--target`.
    Target,
    /// `--stagnation`.
    Stagnation,
    /// Nothing is left to search.
    Exhausted,
    /// A signal, by number.
    Signal(i32),
    /// The key `q`.
    Key,
    /// The search failed: a fault of the program.
    Error,
}

impl Reason {
    /// The word in `events.ndjson`.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Until => "until",
            Self::Iterations => "iterations",
            Self::Target => "target",
            Self::Stagnation => "stagnation",
            Self::Exhausted => "exhausted",
            Self::Signal(_) => "signal",
            Self::Key => "key",
            Self::Error => "error",
        }
    }

    /// What a word of `events.ndjson` is in Chinese.
    #[must_use]
    pub(crate) fn chinese(name: &str) -> &str {
        match name {
            "time" => "时间到（--time）",
            "until" => "时刻到（--until）",
            "iterations" => "迭代数够了（--iterations）",
            "target" => "达到目标分",
            "stagnation" => "长时间没有进步",
            "exhausted" => "已全部搜尽",
            "signal" => "收到信号",
            "key" => "按键停止",
            "error" => "出错",
            "merge" => "合并而成",
            other => other,
        }
    }
}

/// Watches the limits of one process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    limits: Limits,
    started: Instant,
    improved: Instant,
}

impl Watch {
    /// Starts now.
    #[must_use]
    pub(crate) fn start(limits: Limits) -> Self {
        let now = Instant::now();
        Self { limits, started: now, improved: now }
    }

    /// Time since the start.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether a number of iterations ends the search, so that nothing in its result may depend on time.
    #[must_use]
    pub(crate) fn counts_iterations(&self) -> bool {
        self.limits.iterations.is_some()
    }

    /// A better line was found.
    pub(crate) fn improvement(&mut self) {
        self.improved = Instant::now();
    }

    /// The limit that is reached, if any, other than iterations.
    #[must_use]
    pub(crate) fn reached(&self, best: Option<Score>) -> Option<Reason> {
        let elapsed = self.started.elapsed();
        let over = |limit: Option<Duration>| limit.is_some_and(|limit| elapsed >= limit);
        let limits = &self.limits;
        if limits.target.zip(best).is_some_and(|(target, best)| best >= target) {
            Some(Reason::Target)
        } else if over(limits.time) {
            Some(Reason::Time)
        } else if limits.until.is_some_and(|until| Timestamp::now() >= until) {
            Some(Reason::Until)
        } else if limits.stagnation.is_some_and(|limit| self.improved.elapsed() >= limit) {
            Some(Reason::Stagnation)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::ToSpan;

    #[test]
    fn every_word_for_an_end_has_a_chinese_one() {
        let signal = Reason::Signal(15);
        let ends = [Reason::Time, Reason::Until, Reason::Iterations, Reason::Target, Reason::Stagnation];
        for reason in ends.into_iter().chain([Reason::Exhausted, signal, Reason::Key, Reason::Error]) {
            assert_ne!(Reason::chinese(reason.name()), reason.name());
        }
    }

    #[test]
    fn until_goes_by_the_clock_on_the_wall() {
        let until = |until| Watch::start(Limits { until: Some(until), ..Limits::default() }).reached(None);
        let now = Timestamp::now();
        assert_eq!(until(now), Some(Reason::Until));
        assert_eq!(until(now.checked_add(1.hour()).expect("a moment")), None);
        assert_eq!(Reason::Until.name(), "until");
    }
}
