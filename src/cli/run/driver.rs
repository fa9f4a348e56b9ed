//! The loop of a run: search until something wants attention, halt, attend to it, go on.
//!
//! A search halts for checkpoints as for the end, so what is saved is always at rest, and how often it halts changes
//! nothing of what it finds.
//!
//! Several processes may drive one run, each its share of the trees. All go through this loop in step: whatever makes
//! one of them leave the search was agreed on in a round (see `exchange`), so all leave it, save, and go on together.

use super::desk::{Desk, DeskSetup, Seat};
use super::events::{Event, TableRow};
use super::exchange::{Cause, Exchange};
use super::folder::{Folder, RunFile};
use super::limits::{Limits, Reason, Watch};
use super::load::load;
use super::progress::Progress;
use super::requests::Requests;
use super::together::together;
use super::watcher::{Message, Watcher};
use crate::checkpoint::Share;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::moves::actions_of;
use crate::cli::threads::pool;
use crate::cli::ui::Ui;
use crate::cluster::{Peers, share_out};
use crate::game::{Learn, Move};
use crate::puzzle::{Claim, Puzzle, Solution};
use crate::replay::trace_file::{Visit, visits};
use crate::search::{Control, Found, Meter, RootRow, Search, Strategy};
use rayon::ThreadPool;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Duration;

/// The first checkpoint comes within a minute, whatever the interval.
const FIRST_CHECKPOINT: Duration = Duration::from_secs(50);

/// A checkpoint may cost a fiftieth of the time.
const COST_SHARE: u32 = 50;

/// What is to be driven.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Everyone who works on it.
    pub peers: &'a dyn Peers,
    /// Its run folder.
    pub folder: &'a Folder,
    /// The run as written there.
    pub run: &'a RunFile,
    /// Threads of this process.
    pub threads: usize,
    /// When to end.
    pub limits: Limits,
    /// Whether to go on from a checkpoint.
    pub resumed: bool,
    /// How to show it.
    pub ui: &'a Ui,
}

impl Plan<'_> {
    /// This process's share of the run.
    #[must_use]
    pub(crate) fn share(&self) -> Share<'_> {
        let own = share_out(self.run.search.units(), self.peers);
        Share { peers: self.peers, is_keeper: self.folder.is_keeper, own }
    }
}

/// How a drive ended.
#[derive(Debug)]
pub(crate) struct Driven {
    /// Why.
    pub reason: Reason,
    /// The best solution.
    pub best: Option<Solution>,
    /// Whether all lines were confirmed by the rules.
    pub is_sound: bool,
    /// Whether a checkpoint holds the search as it ended.
    pub is_saved: bool,
    /// What an exact search visited, as far as it was to be recorded, and how many nodes are not in it.
    pub visited: Option<(Vec<Visit>, u64)>,
}

/// Drives a search to its end.
///
/// # Errors
/// When no checkpoint is usable, or threads or signal handlers cannot be had.
pub(crate) fn drive<G: Learn>(game: &G, plan: &Plan<'_>) -> Result<Driven, Failure> {
    let peers = plan.peers;
    let requests = Requests::listen().or_exit(Exit::Internal, || "failed to listen to signals".to_owned());
    let (pool, requests) = (together(peers, pool(plan.threads))?, together(peers, requests)?);
    let mut desk = open_desk(plan);
    let loaded = if plan.resumed { load(game, plan, &mut desk) } else { Ok(None) };
    let (mut search, is_saved) = match loaded {
        Ok(Some(search)) => (search, true),
        Ok(None) => (plan.run.search.start_part(game, &plan.share().own), false),
        Err(failure) => {
            let (reason, figures) = (Reason::Error.name().to_owned(), desk.figures(0, 0, 0));
            desk.event(&Event::End { reason, claim: None, figures });
            return Err(failure);
        }
    };
    let mut driver = Driver {
        game,
        plan,
        pool,
        requests,
        meter: Meter::default(),
        exchange: Exchange::new(peers),
        quota: quota(&search, plan),
        desk,
        next_checkpoint: Duration::ZERO,
        is_saved,
    };
    driver.plan_checkpoint(FIRST_CHECKPOINT);
    let reason = driver.run(&mut search);
    Ok(driver.end(&search, reason))
}

fn open_desk<'a>(plan: &Plan<'a>) -> Desk<'a> {
    let (ui, lang) = (plan.ui, plan.ui.lang);
    let mut desk = Desk::open(DeskSetup {
        puzzle: plan.puzzle,
        folder: &plan.folder.path,
        options: &plan.run.search,
        lang,
        json: ui.json,
        verbose: ui.verbose,
        seat: Seat { rank: plan.peers.rank(), is_keeper: plan.folder.is_keeper },
        progress: Progress::new(ui.progress, ui.quiet || !plan.peers.is_head(), lang),
        watch: Watch::start(plan.limits),
    });
    desk.event(&Event::Start {
        pid: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strategy: plan.run.search.name().to_owned(),
        resumed: plan.resumed,
        threads: plan.threads,
    });
    desk
}

/// The iterations that this process shall have done in the end.
fn quota<G: Learn>(search: &Strategy<G>, plan: &Plan<'_>) -> u64 {
    let Some(iterations) = plan.limits.iterations else { return u64::MAX };
    if !plan.peers.is_many() {
        return iterations;
    }
    let mut done = vec![0_i64; plan.run.search.units() as usize];
    for (unit, iterations) in search.done() {
        done[unit as usize] = i64::try_from(iterations).unwrap_or(i64::MAX);
    }
    plan.peers.sum(&mut done);
    let done: Vec<u64> = done.into_iter().map(i64::unsigned_abs).collect();
    crate::search::share(iterations, &done, &plan.share().own)
}

/// The moves at the root, most visited first.
pub(crate) fn table<G: Learn>(game: &G, mut rows: Vec<RootRow>) -> Vec<TableRow> {
    rows.sort_by_key(|row| std::cmp::Reverse(row.visits));
    let row = |row: &RootRow| TableRow {
        action: game.action(G::Move::from_code(row.code)),
        visits: row.visits,
        quality: row.quality(),
        best: row.best,
        explored: row.is_explored,
    };
    rows.iter().map(row).collect()
}

struct Driver<'a, G> {
    game: &'a G,
    plan: &'a Plan<'a>,
    pool: ThreadPool,
    requests: Requests,
    meter: Meter<'static>,
    exchange: Exchange<'a>,
    /// The iterations that this process shall have done in the end.
    quota: u64,
    desk: Desk<'a>,
    next_checkpoint: Duration,
    /// Whether a checkpoint holds the search as it stands.
    is_saved: bool,
}

impl<G: Learn> Driver<'_, G> {
    /// Plans the next checkpoint after the run's interval, at most `within` from now.
    fn plan_checkpoint(&mut self, within: Duration) {
        let every = Duration::from_secs_f64(self.plan.run.checkpoint_every_s.clamp(0.05, 1e7));
        self.next_checkpoint = self.desk.watch.elapsed() + every.min(within);
    }

    fn run(&mut self, search: &mut Strategy<G>) -> Reason {
        if let Some(best) = self.desk.best_score() {
            self.meter.raise_best(best);
        }
        loop {
            // Asked to leave while it saved or loaded: a second save would only cost time.
            if let Some(reason) = self.asked().filter(|_| self.is_saved) {
                return reason;
            }
            let cause = self.slice(search);
            if let Cause::End(Reason::Error) = cause {
                // Nobody knows what state the search is in: the last checkpoint stands.
                self.is_saved = false;
                return Reason::Error;
            }
            self.save(search);
            if let Cause::End(reason) = cause {
                return reason;
            }
        }
    }

    /// Whether a signal or a key has asked anyone for the end.
    fn asked(&self) -> Option<Reason> {
        let mut asked = [i64::from(self.requests.end().unwrap_or(0)), self.requests.quit().into()];
        self.plan.peers.max(&mut asked);
        match asked {
            [0, 0] => None,
            [0, _] => Some(Reason::Key),
            [signal, _] => Some(Reason::Signal(i32::try_from(signal).unwrap_or(0))),
        }
    }

    /// Searches until something wants attention.
    fn slice(&mut self, search: &mut Strategy<G>) -> Cause {
        let stop = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let Self { game, pool, meter, exchange, quota, desk, requests, next_checkpoint, plan, .. } = self;
        let (game, meter, pool, quota) = (*game, &*meter, &*pool, *quota);
        std::thread::scope(|scope| {
            let stop = &stop;
            let found = sender.clone();
            let searching = scope.spawn(move || {
                // The receiver lives until this thread is joined.
                let tell = |line: &Found| drop(found.send(Message::Found(line.clone())));
                let control = Control { stop, meter, found: &tell };
                let halt = pool.install(|| search.run(game, quota, &control));
                drop(sender.send(Message::Halted(halt)));
            });
            let next_checkpoint = *next_checkpoint;
            let mut watcher = Watcher { game, meter, exchange, desk, requests, next_checkpoint, plan };
            let cause = watcher.watch(&receiver, stop);
            // A panic has told its story on stderr, and everyone has heard of it in the last round.
            drop(searching.join());
            cause
        })
    }

    /// Saves the search; a disk that refuses is warned about, and the next checkpoint tries again.
    fn save(&mut self, search: &Strategy<G>) {
        let before = self.desk.watch.elapsed();
        let identity = self.plan.run.identity(self.plan.puzzle);
        let (store, share) = (&self.plan.folder.store, self.plan.share());
        let written = store.write_together(identity, &share, |writer| self.pool.install(|| search.save(writer)));
        self.is_saved = written.is_ok();
        let summary = self.exchange.whole(search.summary());
        let rows = self.exchange.root_table(search.root_table(self.game));
        let took = self.desk.watch.elapsed().saturating_sub(before);
        self.exchange.costs.halted += took;
        match written {
            Ok((number, file_bytes)) => {
                let figures = self.desk.figures(summary.iterations, summary.nodes, summary.bytes);
                let (table, took_s) = (table(self.game, rows), took.as_secs_f64());
                self.desk.event(&Event::Checkpoint { number, file_bytes, took_s, figures, table });
            }
            Err(error) if self.plan.peers.is_head() => {
                let path = self.plan.folder.path.display();
                self.desk.warn(say!(
                    self.plan.ui.lang,
                    "no checkpoint could be written in {path} ({error}); the search goes on, older checkpoints are intact",
                    "无法在 {path} 写入存档（{error}）；搜索继续，旧存档完好"
                ));
            }
            Err(_) => {}
        }
        self.plan_checkpoint(Duration::MAX);
        self.next_checkpoint = self.next_checkpoint.max(self.desk.watch.elapsed() + took * COST_SHARE);
    }

    fn end(mut self, search: &Strategy<G>, reason: Reason) -> Driven {
        let summary = self.exchange.whole(search.summary());
        let found = summary.best.as_ref().map(|found| (found, actions_of(self.game, &found.line)));
        let is_proof = summary.is_proof && self.plan.run.forbid_drag.is_empty();
        self.desk.conclude(found, is_proof);
        let figures = self.desk.figures(summary.iterations, summary.nodes, summary.bytes);
        let claim = self.desk.best().map(|best| match best.claim {
            Claim::Optimal => "optimal",
            Claim::AtLeast => "at-least",
            Claim::Impossible => "impossible",
        });
        self.tell_costs();
        self.desk.event(&Event::End { reason: reason.name().to_owned(), claim: claim.map(str::to_owned), figures });
        self.desk.progress.finish();
        let is_head = self.plan.peers.is_head();
        for warning in self.desk.warnings().iter().filter(|_| is_head) {
            self.desk.progress.note(&say!(self.plan.ui.lang, "during the search: {warning}", "搜索期间：{warning}"));
        }
        let mut refused = [i64::from(self.desk.refused())];
        self.plan.peers.max(&mut refused);
        let visited = match search {
            Strategy::Exact(exact) => Some((visits(self.game, exact.trace()), exact.trace().omitted)),
            _ => None,
        };
        Driven { reason, best: self.desk.best().cloned(), is_sound: refused == [0], is_saved: self.is_saved, visited }
    }

    /// Writes down what talking and saving has cost the process that it cost most.
    fn tell_costs(&mut self) {
        let (peers, costs) = (self.plan.peers, self.exchange.costs);
        if !peers.is_many() {
            return;
        }
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        let mut most = [micros(costs.talking), micros(costs.halted)];
        peers.max(&mut most);
        let [talking_s, halted_s] = most.map(|micros| micros as f64 / 1e6);
        self.desk.event(&Event::Cluster { ranks: peers.count(), rounds: costs.rounds, talking_s, halted_s });
    }
}
