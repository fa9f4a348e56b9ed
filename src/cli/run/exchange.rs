//! What the processes of a run tell each other, and what they conclude from it: the same on every rank, since every
//! rank concludes it from the same sums and maxima. A process without peers goes the same way and talks to nobody.

use super::limits::Reason;
use crate::cluster::{Peers, tell};
use crate::search::{Found, Halt, RootRow, Summary};
use crate::types::Score;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Words of a bit set with a place for every move code.
const CODE_WORDS: usize = (1 << 16) / 64;

/// What a halt was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The run ends.
    End(Reason),
    /// The search goes on after a checkpoint.
    Checkpoint,
}

/// How the search of one process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It searches.
    Searching,
    /// It has come back.
    Halted(Halt),
    /// It has fallen over.
    Failed,
}

/// What one process says in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// How its search stands.
    pub state: State,
    /// A signal that asks for the end; 0 for none.
    pub signal: i32,
    /// Whether `q` was pressed.
    pub quit: bool,
    /// A limit that is reached; the head's word counts.
    pub limit: Option<Reason>,
    /// Whether a checkpoint is wanted or due.
    pub checkpoint: bool,
    /// Its best verified score.
    pub best: Option<Score>,
    /// Iterations, nodes and bytes.
    pub figures: [u64; 3],
}

/// What all have said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heard {
    /// What is to be done now.
    pub cause: Option<Cause>,
    /// Who has a better line than some others, and is to tell it.
    pub teller: Option<usize>,
}

/// What talking and halting cost a process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Costs {
    /// Rounds.
    pub rounds: u64,
    /// Time of the processor in them: a process that waits sleeps.
    pub talking: Duration,
    /// Time, by the clock on the wall, that the search stood still to be saved.
    pub halted: Duration,
}

/// A process's end of the line.
#[derive(Debug)]
pub(crate) struct Exchange<'a> {
    /// Everyone.
    pub peers: &'a dyn Peers,
    /// Iterations, nodes and bytes of the others, as they said last.
    pub others: [u64; 3],
    /// What it has cost.
    pub costs: Costs,
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Limits by number, from 1.
const LIMITS: [Reason; 4] = [Reason::Target, Reason::Time, Reason::Until, Reason::Stagnation];

fn number_of(limit: Option<Reason>) -> i64 {
    let place = LIMITS.iter().position(|known| Some(*known) == limit);
    place.and_then(|place| i64::try_from(place + 1).ok()).unwrap_or(0)
}

fn limit_of(number: i64) -> Option<Reason> {
    LIMITS.get(usize::try_from(number - 1).ok()?).copied()
}

impl<'a> Exchange<'a> {
    /// Nothing was said yet.
    pub(crate) fn new(peers: &'a dyn Peers) -> Self {
        Self { peers, others: [0; 3], costs: Costs::default() }
    }

    /// One round: everyone speaks, everyone hears the same.
    pub(crate) fn round(&mut self, said: &Said) -> Heard {
        let before = processor_time();
        let is = |state: State| i64::from(said.state == state);
        let signed = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let best = said.best.unwrap_or(Score::MIN + 1);
        let mut most = [
            i64::from(said.state == State::Failed),
            said.signal.into(),
            said.quit.into(),
            if self.peers.is_head() { number_of(said.limit) } else { 0 },
            said.checkpoint.into(),
            best,
            -best,
        ];
        let mut sums = [
            is(State::Halted(Halt::Stopped)),
            is(State::Halted(Halt::Iterations)),
            is(State::Halted(Halt::Exhausted)),
            signed(said.figures[0]),
            signed(said.figures[1]),
            signed(said.figures[2]),
        ];
        self.peers.max(&mut most);
        self.peers.sum(&mut sums);
        let [failed, signal, quit, limit, checkpoint, highest, lowest] = most;
        let [_, done, exhausted, totals @ ..] = sums;
        self.others = std::array::from_fn(|i| totals[i].unsigned_abs().saturating_sub(said.figures[i]));
        let count = i64::try_from(self.peers.count()).unwrap_or(i64::MAX);
        // An end that the search came to by itself counts before what it was asked for.
        let cause = if failed > 0 {
            Some(Cause::End(Reason::Error))
        } else if exhausted == count {
            Some(Cause::End(Reason::Exhausted))
        } else if done + exhausted == count {
            Some(Cause::End(Reason::Iterations))
        } else if signal > 0 {
            Some(Cause::End(Reason::Signal(i32::try_from(signal).unwrap_or(0))))
        } else if quit > 0 {
            Some(Cause::End(Reason::Key))
        } else if let Some(limit) = limit_of(limit) {
            Some(Cause::End(limit))
        } else {
            (checkpoint > 0).then_some(Cause::Checkpoint)
        };
        let teller = if highest > -lowest { self.peers.first(best == highest) } else { None };
        self.costs.rounds += 1;
        self.costs.talking += processor_time().saturating_sub(before);
        Heard { cause, teller }
    }

    /// The search as a whole: figures added up, the best line of all, as one process would choose it.
    pub(crate) fn whole(&self, part: Summary) -> Summary {
        if !self.peers.is_many() {
            return part;
        }
        let signed = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let mut sums = [part.iterations, part.nodes, part.bytes, u64::from(part.is_proof)].map(signed);
        self.peers.sum(&mut sums);
        let [iterations, nodes, bytes, proofs] = sums.map(i64::unsigned_abs);
        Summary { iterations, nodes, bytes, best: self.best(part.best), is_proof: proofs > 0 }
    }

    /// The line with the highest score; of several, that found in the fewest iterations; then that of the first tree.
    fn best(&self, mine: Option<Found>) -> Option<Found> {
        let keys = |found: &Found| {
            let iteration = i64::try_from(found.origin.iteration).unwrap_or(i64::MAX);
            [found.score, -iteration, -i64::from(found.origin.tree)]
        };
        let mut is_in = mine.is_some();
        for at in 0..3 {
            let own = mine.as_ref().filter(|_| is_in).map_or(i64::MIN, |found| keys(found)[at]);
            let mut highest = [own];
            self.peers.max(&mut highest);
            is_in &= highest == [own];
        }
        let teller = self.peers.first(is_in)?;
        let bytes = mine.as_ref().map(serde_json::to_vec).and_then(Result::ok).unwrap_or_default();
        serde_json::from_slice(&tell(self.peers, teller, bytes)).ok()
    }

    /// What all know of the moves at the root, ascending by code.
    pub(crate) fn root_table(&self, mine: Vec<RootRow>) -> Vec<RootRow> {
        if !self.peers.is_many() {
            return mine;
        }
        let mut known = vec![0_u64; CODE_WORDS];
        for row in &mine {
            known[usize::from(row.code) / 64] |= 1 << (row.code % 64);
        }
        self.peers.or(&mut known);
        let codes: Vec<u16> =
            (0..=u16::MAX).filter(|&code| known[usize::from(code) / 64] & 1 << (code % 64) != 0).collect();
        let (mut sums, mut most) = (vec![0_i64; codes.len() * 4], vec![Score::MIN; codes.len()]);
        for row in mine {
            let Ok(at) = codes.binary_search(&row.code) else { continue };
            // A sum is split where a carry cannot get lost, and put together again below.
            let (high, low) = (i64::try_from(row.sum >> 32).unwrap_or(i64::MAX), (row.sum & 0xffff_ffff) as i64);
            let visits = i64::try_from(row.visits).unwrap_or(i64::MAX);
            sums[at * 4..at * 4 + 4].copy_from_slice(&[visits, high, low, i64::from(!row.is_explored)]);
            most[at] = row.best.unwrap_or(Score::MIN);
        }
        self.peers.sum(&mut sums);
        self.peers.max(&mut most);
        let row = |((&code, sums), &best): ((&u16, &[i64]), &Score)| RootRow {
            code,
            visits: sums[0].unsigned_abs(),
            sum: (i128::from(sums[1]) << 32) + i128::from(sums[2]),
            best: Some(best).filter(|&best| best > Score::MIN),
            is_explored: sums[3] == 0,
        };
        codes.iter().zip(sums.chunks_exact(4)).zip(&most).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{Alone, crew};
    use crate::search::Origin;

    fn said(state: State) -> Said {
        Said { state, signal: 0, quit: false, limit: None, checkpoint: false, best: None, figures: [0; 3] }
    }

    #[test]
    fn what_the_search_came_to_counts_before_what_it_was_asked_for() {
        let mut exchange = Exchange::new(&Alone);
        let mut cause = |said: Said| exchange.round(&said).cause;
        let asked = |state| Said { signal: 15, limit: Some(Reason::Time), ..said(state) };
        assert_eq!(cause(said(State::Searching)), None);
        assert_eq!(cause(asked(State::Searching)), Some(Cause::End(Reason::Signal(15))));
        assert_eq!(cause(asked(State::Halted(Halt::Stopped))), Some(Cause::End(Reason::Signal(15))));
        assert_eq!(cause(asked(State::Halted(Halt::Iterations))), Some(Cause::End(Reason::Iterations)));
        assert_eq!(cause(asked(State::Halted(Halt::Exhausted))), Some(Cause::End(Reason::Exhausted)));
        assert_eq!(cause(asked(State::Failed)), Some(Cause::End(Reason::Error)));
        assert_eq!(cause(Said { checkpoint: true, ..said(State::Searching) }), Some(Cause::Checkpoint));
        for limit in LIMITS {
            assert_eq!(cause(Said { limit: Some(limit), ..said(State::Searching) }), Some(Cause::End(limit)));
        }
    }

    #[test]
    fn tables_and_best_lines_of_parts_become_those_of_the_whole() {
        let row = |code, visits, sum, best, is_explored| RootRow { code, visits, sum, best, is_explored };
        let found = |score, iteration, tree| Found {
            score,
            line: vec![1, 2],
            origin: Origin { strategy: "uct".to_owned(), tree, iteration },
        };
        let tables = [
            vec![row(3, 5, -(7 << 32) - 1, Some(40), true), row(9, 1, 1 << 40, None, false)],
            Vec::new(),
            vec![row(3, 2, (9 << 32) + 5, Some(30), true), row(700, 4, 11, Some(-3), true)],
        ];
        let lines = [Some(found(50, 9, 0)), None, Some(found(50, 8, 2))];
        let whole = crew(3, |peers| {
            let exchange = Exchange::new(peers);
            let part = Summary { iterations: 5, best: lines[peers.rank()].clone(), ..Summary::default() };
            (exchange.root_table(tables[peers.rank()].clone()), exchange.whole(part))
        });
        let expected = vec![
            row(3, 7, (2 << 32) + 4, Some(40), true),
            row(9, 1, 1 << 40, None, false),
            row(700, 4, 11, Some(-3), true),
        ];
        for (table, summary) in whole {
            assert_eq!(table, expected);
            assert_eq!((summary.iterations, summary.best), (15, lines[2].clone()));
        }
    }

    #[test]
    fn one_that_is_asked_is_enough_and_the_last_that_searches_is_waited_for() {
        let causes = |said: &(dyn Fn(usize) -> Said + Sync)| {
            let causes = crew(3, |peers| Exchange::new(peers).round(&said(peers.rank())).cause);
            assert!(causes.iter().all(|cause| *cause == causes[0]));
            causes[0]
        };
        let over = |state| said(State::Halted(state));
        assert_eq!(
            causes(&|rank| Said { signal: if rank == 2 { 15 } else { 0 }, ..said(State::Searching) }),
            Some(Cause::End(Reason::Signal(15)))
        );
        assert_eq!(causes(&|rank| if rank == 1 { said(State::Searching) } else { over(Halt::Iterations) }), None);
        assert_eq!(
            causes(&|rank| over(if rank == 1 { Halt::Exhausted } else { Halt::Iterations })),
            Some(Cause::End(Reason::Iterations))
        );
        assert_eq!(causes(&|_| over(Halt::Exhausted)), Some(Cause::End(Reason::Exhausted)));
        assert_eq!(
            causes(&|rank| if rank == 0 { said(State::Failed) } else { said(State::Searching) }),
            Some(Cause::End(Reason::Error))
        );
        // The head's limits count.
        assert_eq!(causes(&|rank| Said { limit: (rank == 1).then_some(Reason::Time), ..said(State::Searching) }), None);
        let tellers = crew(3, |peers| {
            let best = [Some(5), None, Some(9)][peers.rank()];
            Exchange::new(peers).round(&Said { best, ..said(State::Searching) }).teller
        });
        assert_eq!(tellers, [Some(2); 3]);
    }
}
