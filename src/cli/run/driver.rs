//! The loop of a run: search until something wants attention, halt, attend to it, go on.
//!
//! A search halts for checkpoints as for the end, so what is saved is always at rest, and how often it halts changes
//! nothing of what it finds.

use super::desk::{Desk, DeskSetup};
use super::events::{Event, Figures, TableRow};
use super::folder::{Folder, RunFile};
use super::limits::{Limits, Reason, Watch};
use super::progress::{Progress, describe};
use super::requests::Requests;
use crate::checkpoint::CheckpointError;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::moves::actions_of;
use crate::cli::ui::Ui;
use crate::game::{Learn, Move};
use crate::puzzle::{Claim, Puzzle, Solution};
use crate::replay::trace_file::{Visit, visits};
use crate::search::{Control, Found, Halt, Meter, RootRow, Search, Strategy};
use rayon::ThreadPool;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Requests and limits are looked at this often.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The first checkpoint comes within a minute, whatever the interval.
const FIRST_CHECKPOINT: Duration = Duration::from_secs(50);

/// A checkpoint may cost a fiftieth of the time.
const COST_SHARE: u32 = 50;

/// What is to be driven.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its run folder.
    pub folder: &'a Folder,
    /// The run as written there.
    pub run: &'a RunFile,
    /// When to end.
    pub limits: Limits,
    /// Whether to go on from a checkpoint.
    pub resumed: bool,
    /// How to show it.
    pub ui: &'a Ui,
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

/// What a halt was for.
enum Cause {
    End(Reason),
    Checkpoint,
}

/// What the searching thread says.
enum Message {
    Found(Found),
    Halted(Halt),
}

/// Drives a search to its end.
///
/// # Errors
/// When no checkpoint is usable, or threads or signal handlers cannot be had.
pub(crate) fn drive<G: Learn>(game: &G, plan: &Plan<'_>) -> Result<Driven, Failure> {
    let lang = plan.ui.lang;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.run.threads)
        .build()
        .or_exit(Exit::Internal, || "failed to start threads".to_owned())?;
    let requests = Requests::listen().or_exit(Exit::Internal, || "failed to listen to signals".to_owned())?;
    let mut desk = Desk::open(DeskSetup {
        puzzle: plan.puzzle,
        folder: &plan.folder.path,
        options: &plan.run.search,
        lang,
        json: plan.ui.json,
        progress: Progress::new(plan.ui.progress, plan.ui.quiet, lang),
        watch: Watch::start(plan.limits),
    });
    desk.event(&Event::Start {
        pid: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strategy: plan.run.search.name().to_owned(),
        resumed: plan.resumed,
        threads: plan.run.threads,
    });
    let loaded = if plan.resumed { load(game, plan, &mut desk) } else { Ok(None) };
    let (mut search, is_saved) = match loaded {
        Ok(Some(search)) => (search, true),
        Ok(None) => (plan.run.search.start(game), false),
        Err(failure) => {
            let (reason, figures) = (Reason::Error.name().to_owned(), desk.figures(0, 0, 0));
            desk.event(&Event::End { reason, claim: None, figures });
            return Err(failure);
        }
    };
    let meter = Meter::default();
    let mut driver = Driver { game, plan, pool, requests, meter, desk, next_checkpoint: Duration::ZERO, is_saved };
    driver.plan_checkpoint(FIRST_CHECKPOINT);
    let reason = driver.run(&mut search);
    Ok(driver.end(&search, reason))
}

/// Loads the newest good checkpoint and takes up the clock where it stood. `None` when the last process left before
/// its first checkpoint: then the run starts anew.
fn load<G: Learn>(game: &G, plan: &Plan<'_>, desk: &mut Desk<'_>) -> Result<Option<Strategy<G>>, Failure> {
    let lang = plan.ui.lang;
    let path = plan.folder.path.display();
    let identity = plan.run.identity(plan.puzzle);
    let loaded = plan
        .folder
        .store
        .load_newest(identity, |reader| {
            let mut search = plan.run.search.start(game);
            search.load(game, reader)?;
            Ok(search)
        })
        .map_err(|error| match error {
            CheckpointError::Io(_) => {
                Failure::new(Exit::Io, format!("failed to read the checkpoints of {path}: {error}"))
            }
            _ => Failure::new(Exit::NoCheckpoint, format!("failed to use the newest checkpoint of {path}: {error}")),
        })?;
    for bad in &loaded.set_aside {
        let (bad_path, error) = (bad.path.display(), &bad.error);
        desk.warn(say!(
            lang,
            "a checkpoint was set aside as {bad_path}: {error}",
            "存档已损坏，移到 {bad_path}：{error}"
        ));
    }
    let Some((number, search)) = loaded.value else {
        if loaded.set_aside.is_empty() && plan.folder.store.is_untouched().unwrap_or(false) {
            desk.warn(say!(
                lang,
                "the last process left before its first checkpoint: the search starts anew",
                "上次进程在首次存档前退出：搜索从头开始"
            ));
            return Ok(None);
        }
        return Err(Failure::new(
            Exit::NoCheckpoint,
            say!(
                lang,
                "{path} has no usable checkpoint: `xiaochu solve` the puzzle again in another folder; best.json is still good",
                "{path} 没有可用的存档：请在另一个文件夹重新 `xiaochu solve`；best.json 仍然有效"
            ),
        ));
    };
    desk.before_s = seconds_at(&plan.folder.path, number);
    let summary = search.summary();
    desk.iterations_before = summary.iterations;
    if let Some(best) = &summary.best {
        desk.recall(best, actions_of(game, &best.line));
    }
    Ok(Some(search))
}

/// Seconds that the run had taken when a checkpoint was written. Where the log does not know that checkpoint (the
/// process was killed in between), the latest time it knows.
fn seconds_at(folder: &std::path::Path, number: u64) -> f64 {
    let events = super::events::read(folder).unwrap_or_default();
    events
        .iter()
        .rev()
        .find_map(|(_, event)| match event {
            Event::Checkpoint { number: at, figures, .. } if *at == number => Some(figures.total_s),
            _ => None,
        })
        .or_else(|| events.iter().rev().find_map(|(_, event)| event.total_s()))
        .unwrap_or(0.0)
}

/// The moves at the root, most visited first.
pub(crate) fn table<G: Learn>(game: &G, search: &impl Search<G>) -> Vec<TableRow> {
    let mut rows = search.root_table(game);
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
            let asked = self.requests.end().map(Reason::Signal).or(self.requests.quit().then_some(Reason::Key));
            if let Some(reason) = asked.filter(|_| self.is_saved) {
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

    /// Searches until something wants attention.
    fn slice(&mut self, search: &mut Strategy<G>) -> Cause {
        let stop = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let iterations = self.plan.limits.iterations.unwrap_or(u64::MAX);
        let Self { game, pool, meter, desk, requests, next_checkpoint, plan, .. } = self;
        let (game, meter, pool) = (*game, &*meter, &*pool);
        std::thread::scope(|scope| {
            let stop = &stop;
            let found = sender.clone();
            let searching = scope.spawn(move || {
                // The receiver lives until this thread is joined.
                let tell = |line: &Found| drop(found.send(Message::Found(line.clone())));
                let control = Control { stop, meter, found: &tell };
                let halt = pool.install(|| search.run(game, iterations, &control));
                drop(sender.send(Message::Halted(halt)));
            });
            let mut watcher = Watcher { game, meter, desk, requests, next_checkpoint: *next_checkpoint, plan };
            let cause = watcher.watch(&receiver, stop);
            // A panic has told its story on stderr already.
            if searching.join().is_err() { Cause::End(Reason::Error) } else { cause }
        })
    }

    /// Saves the search; a disk that refuses is warned about, and the next checkpoint tries again.
    fn save(&mut self, search: &Strategy<G>) {
        let before = self.desk.watch.elapsed();
        let identity = self.plan.run.identity(self.plan.puzzle);
        let store = &self.plan.folder.store;
        let written = self.pool.install(|| store.write(identity, |writer| search.save(writer)));
        self.is_saved = written.is_ok();
        let took = self.desk.watch.elapsed().saturating_sub(before);
        match written {
            Ok((number, file_bytes)) => {
                let summary = search.summary();
                let figures = self.desk.figures(summary.iterations, summary.nodes, summary.bytes);
                let table = table(self.game, search);
                let took_s = took.as_secs_f64();
                self.desk.event(&Event::Checkpoint { number, file_bytes, took_s, figures, table });
            }
            Err(error) => {
                let path = self.plan.folder.path.display();
                self.desk.warn(say!(
                    self.plan.ui.lang,
                    "no checkpoint could be written in {path} ({error}); the search goes on, older checkpoints are intact",
                    "无法在 {path} 写入存档（{error}）；搜索继续，旧存档完好"
                ));
            }
        }
        self.plan_checkpoint(Duration::MAX);
        self.next_checkpoint = self.next_checkpoint.max(self.desk.watch.elapsed() + took * COST_SHARE);
    }

    fn end(mut self, search: &Strategy<G>, reason: Reason) -> Driven {
        let summary = search.summary();
        let found = summary.best.as_ref().map(|found| (found, actions_of(self.game, &found.line)));
        let is_proof = summary.is_proof && self.plan.run.forbid_drag.is_empty();
        self.desk.conclude(found, is_proof);
        let figures = self.desk.figures(summary.iterations, summary.nodes, summary.bytes);
        let claim = self.desk.best().map(|best| match best.claim {
            Claim::Optimal => "optimal",
            Claim::AtLeast => "at-least",
            Claim::Impossible => "impossible",
        });
        self.desk.event(&Event::End { reason: reason.name().to_owned(), claim: claim.map(str::to_owned), figures });
        self.desk.progress.finish();
        for warning in self.desk.warnings() {
            self.desk.progress.note(&say!(self.plan.ui.lang, "during the search: {warning}", "搜索期间：{warning}"));
        }
        let is_sound = self.desk.refused() == 0;
        let visited = match search {
            Strategy::Exact(exact) => Some((visits(self.game, exact.trace()), exact.trace().omitted)),
            _ => None,
        };
        Driven { reason, best: self.desk.best().cloned(), is_sound, is_saved: self.is_saved, visited }
    }
}

/// Attends to a running search from the thread that started it.
struct Watcher<'a, 'd, G> {
    game: &'a G,
    meter: &'a Meter<'static>,
    desk: &'a mut Desk<'d>,
    requests: &'a Requests,
    next_checkpoint: Duration,
    plan: &'a Plan<'a>,
}

impl<G: Learn> Watcher<'_, '_, G> {
    /// Watches until the search has halted; says what for.
    fn watch(&mut self, messages: &Receiver<Message>, stop: &AtomicBool) -> Cause {
        let mut cause = None;
        loop {
            match messages.recv_timeout(LOOK_EVERY) {
                Ok(Message::Found(found)) => {
                    if let Some(halt) = self.improve(found, messages) {
                        return Self::resolve(halt, cause);
                    }
                }
                Ok(Message::Halted(halt)) => return Self::resolve(halt, cause),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Cause::End(Reason::Error),
            }
            self.show();
            if cause.is_none() {
                cause = self.cause();
                if cause.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// An end that the search came to by itself counts before what it was asked for.
    fn resolve(halt: Halt, cause: Option<Cause>) -> Cause {
        match Option::<Reason>::from(halt) {
            Some(reason) => Cause::End(reason),
            None => cause.unwrap_or(Cause::Checkpoint),
        }
    }

    /// Takes up the best of the lines that wait; returns the halt if that came meanwhile.
    fn improve(&mut self, mut found: Found, messages: &Receiver<Message>) -> Option<Halt> {
        let mut halted = None;
        while let Ok(message) = messages.try_recv() {
            match message {
                Message::Found(other) if other.score > found.score => found = other,
                Message::Found(_) => {}
                Message::Halted(halt) => halted = Some(halt),
            }
        }
        let figures = self.figures();
        self.desk.improve(&found, actions_of(self.game, &found.line), &figures);
        halted
    }

    fn figures(&self) -> Figures {
        self.desk.figures(self.meter.iterations(), self.meter.nodes(), self.meter.bytes())
    }

    fn show(&mut self) {
        let figures = self.figures();
        self.desk.progress.tick(&figures);
        self.desk.log_progress(&figures);
        if self.requests.take_status() {
            self.desk.progress.note(&describe(&figures, self.plan.ui.lang));
        }
    }

    fn cause(&self) -> Option<Cause> {
        if let Some(signal) = self.requests.end() {
            return Some(Cause::End(Reason::Signal(signal)));
        }
        if self.requests.quit() {
            return Some(Cause::End(Reason::Key));
        }
        if let Some(reason) = self.desk.watch.reached(self.desk.best_score()) {
            return Some(Cause::End(reason));
        }
        let due = self.requests.take_checkpoint() || self.desk.watch.elapsed() >= self.next_checkpoint;
        due.then_some(Cause::Checkpoint)
    }
}
