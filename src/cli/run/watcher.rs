//! Attends to a running search from the thread that started it: messages, figures, rounds with the other processes.

use super::desk::Desk;
use super::driver::Plan;
use super::events::Figures;
use super::exchange::{Cause, Exchange, Said, State};
use super::limits::Reason;
use super::progress::describe;
use super::requests::Requests;
use crate::cli::moves::actions_of;
use crate::cluster::tell;
use crate::game::Learn;
use crate::puzzle::Solution;
use crate::search::{Found, Halt, Meter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Requests and limits are looked at this often.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Time between two rounds with other processes.
const ROUND_EVERY: Duration = Duration::from_millis(200);

/// What the searching thread says.
pub(super) enum Message {
    /// A better line.
    Found(Found),
    /// It has come back.
    Halted(Halt),
}

/// Attends to a running search.
pub(super) struct Watcher<'a, 'd, 'p, G> {
    pub game: &'a G,
    pub meter: &'a Meter<'static>,
    pub exchange: &'a mut Exchange<'p>,
    pub desk: &'a mut Desk<'d>,
    pub requests: &'a Requests,
    pub next_checkpoint: Duration,
    pub plan: &'a Plan<'a>,
}

impl<G: Learn> Watcher<'_, '_, '_, G> {
    /// Watches until the search has halted; says what for, the same on every rank.
    pub(super) fn watch(&mut self, messages: &Receiver<Message>, stop: &AtomicBool) -> Cause {
        let mut state = State::Searching;
        let cause = loop {
            self.listen(messages, &mut state);
            let cause = self.round(state);
            self.show();
            if let Some(cause) = cause {
                break cause;
            }
        };
        let before = self.desk.watch.elapsed();
        stop.store(true, Ordering::Relaxed);
        while state == State::Searching {
            self.listen(messages, &mut state);
        }
        // What the searches came to meanwhile.
        let last = self.round(state);
        self.exchange.costs.halted += self.desk.watch.elapsed().saturating_sub(before);
        match last {
            Some(own @ Cause::End(Reason::Error | Reason::Exhausted | Reason::Iterations)) => own,
            _ => cause,
        }
    }

    /// Takes up what the search says until the next round.
    fn listen(&mut self, messages: &Receiver<Message>, state: &mut State) {
        let is_many = self.plan.peers.is_many();
        let wait = if is_many { ROUND_EVERY } else { LOOK_EVERY };
        if *state != State::Searching {
            // The others still search.
            if is_many {
                std::thread::sleep(LOOK_EVERY);
            }
            return;
        }
        let mut found = match messages.recv_timeout(wait) {
            Ok(Message::Found(found)) => found,
            Ok(Message::Halted(halt)) => {
                *state = State::Halted(halt);
                return;
            }
            Err(RecvTimeoutError::Timeout) => return,
            Err(RecvTimeoutError::Disconnected) => {
                *state = State::Failed;
                return;
            }
        };
        // The best of the lines that wait.
        while let Ok(message) = messages.try_recv() {
            match message {
                Message::Found(other) if other.score > found.score => found = other,
                Message::Found(_) => {}
                Message::Halted(halt) => *state = State::Halted(halt),
            }
        }
        let figures = self.figures();
        self.desk.improve(&found, actions_of(self.game, &found.line), &figures);
    }

    /// Talks with the others; whoever has the best line tells it.
    fn round(&mut self, state: State) -> Option<Cause> {
        let said = Said {
            state,
            signal: self.requests.end().unwrap_or(0),
            quit: self.requests.quit(),
            limit: self.desk.watch.reached(self.desk.best_score()),
            checkpoint: self.requests.take_checkpoint() || self.is_due(),
            best: self.desk.best_score(),
            figures: [self.meter.iterations(), self.meter.nodes(), self.meter.bytes()],
        };
        let heard = self.exchange.round(&said);
        if let Some(teller) = heard.teller {
            let own = self.desk.best().map(Solution::to_json).unwrap_or_default();
            let told = tell(self.plan.peers, teller, own.into_bytes());
            let told = Solution::parse(&String::from_utf8_lossy(&told), "best.json").ok();
            let figures = self.figures();
            if let Some(solution) = told.filter(|told| told.score > self.desk.best_score()) {
                self.desk.take_up(solution, &figures);
            }
            if let Some(best) = self.desk.best_score() {
                self.meter.raise_best(best);
            }
        }
        heard.cause
    }

    /// Whether it is time for a checkpoint, by the head's clock.
    fn is_due(&self) -> bool {
        self.plan.peers.is_head() && self.desk.watch.elapsed() >= self.next_checkpoint
    }

    fn figures(&self) -> Figures {
        let [iterations, nodes, bytes] = self.exchange.others;
        let meter = self.meter;
        self.desk.figures(meter.iterations() + iterations, meter.nodes() + nodes, meter.bytes() + bytes)
    }

    fn show(&mut self) {
        let figures = self.figures();
        self.desk.progress.tick(&figures);
        self.desk.log_progress(&figures);
        if self.requests.take_status() && self.plan.peers.is_head() {
            self.desk.progress.note(&describe(&figures, self.plan.ui.lang));
        }
    }
}
