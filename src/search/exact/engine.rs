//! The depth-first engine itself: frames, thresholds, memo. See the [module](super) for how it works.

use super::options::ExactOptions;
use super::table::{Known, Table};
use super::trace::{Fate, Trace, TraceNode};
use crate::game::{Game, Move};
use crate::search::RootRow;
use crate::types::{Key, Score};

/// The value of a state from which no continuation completes. Far below every score, so sums stay below too.
const NEVER: Score = Score::MIN / 4;

/// A value or a bound plus a gain, at most the largest number; *never* stays never.
#[inline]
fn plus(value: Score, gain: Score) -> Score {
    if value == NEVER { NEVER } else { value.saturating_add(gain) }
}

/// What an exact search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactOutcome {
    /// No line scores more.
    Optimal {
        /// Its score.
        score: Score,
        /// Its moves, as codes.
        line: Vec<u16>,
    },
    /// No line completes.
    Impossible,
    /// Not everything was searched (budget, or only the K best children): the best so far, if any line completed.
    Unproven(Option<(Score, Vec<u16>)>),
}

/// A child, played already.
#[derive(Clone, Copy, Debug)]
struct Child<S> {
    state: S,
    code: u16,
    gain: Score,
    /// Gain and bound: no line through it gains more. 0 where the search uses no bound.
    promise: Score,
}

/// One state of the current line.
#[derive(Clone, Debug)]
struct Frame {
    key: Key,
    code: u16,
    /// Gain of the move that led here.
    gain: Score,
    /// The score on arrival.
    total: Score,
    /// What the value must exceed to matter.
    threshold: Score,
    /// The best continuation that exceeds the threshold, and how it begins.
    best: Score,
    best_code: Option<u16>,
    /// What the continuations that do not exceed it gain at most.
    rest: Score,
    /// The children not tried yet, in the arena.
    next: usize,
    end: usize,
    start: usize,
    is_complete: bool,
    nodes_before: u64,
    trace: Option<u32>,
}

impl Frame {
    fn floor(&self) -> Score {
        self.threshold.max(self.best)
    }

    /// Takes in what is known of a child.
    fn absorb(&mut self, known: Known, gain: Score, code: u16) {
        match known {
            Known::Exactly(value, _) if plus(value, gain) > self.floor() => {
                self.best = plus(value, gain);
                self.best_code = Some(code);
            }
            Known::Exactly(value, _) | Known::AtMost(value) => self.rest = self.rest.max(plus(value, gain)),
        }
    }
}

/// An exact search under way. It can be halted between any two nodes.
#[derive(Clone, Debug)]
pub struct Engine<G: Game> {
    options: ExactOptions,
    stack: Vec<Frame>,
    children: Vec<Child<G::State>>,
    moves: Vec<G::Move>,
    table: Table,
    nodes: u64,
    best: Option<(Score, Vec<u16>)>,
    best_at: u64,
    root_rows: Vec<RootRow>,
    trace: Trace,
}

impl<G: Game> Engine<G> {
    /// A search that is about to look at the root.
    pub fn new(game: &G, options: ExactOptions) -> Self {
        let mut engine = Self {
            options,
            stack: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            table: Table::new(options.memo_entries),
            nodes: 0,
            best: None,
            best_at: 0,
            root_rows: Vec::new(),
            trace: Trace::default(),
        };
        let root = Child { state: game.root(), code: 0, gain: 0, promise: 0 };
        let trace = engine.record(0, 0, 0);
        engine.open(game, &root, (0, NEVER), trace);
        engine
    }

    /// Nodes visited so far: states on which the search spent a look, remembered ones included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// States remembered or on the current line.
    #[must_use]
    pub fn states(&self) -> u64 {
        (self.table.len() + self.stack.len()) as u64
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let trace = self.trace.nodes.capacity() * size_of::<TraceNode>();
        (self.table.bytes() + self.children.capacity() * size_of::<Child<G::State>>() + trace) as u64
    }

    /// The best line so far and its score.
    #[must_use]
    pub fn best(&self) -> Option<&(Score, Vec<u16>)> {
        self.best.as_ref()
    }

    /// The node at which the best line was found.
    #[must_use]
    pub fn best_at(&self) -> u64 {
        self.best_at
    }

    /// Whether nothing is left to search.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.stack.is_empty()
    }

    /// Whether nothing is left to search and nothing was left out: what was found is the answer.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.is_exhausted() && self.options.top_k.is_none()
    }

    /// What was found out.
    #[must_use]
    pub fn outcome(&self) -> ExactOutcome {
        match (self.is_proof(), self.best.clone()) {
            (true, Some((score, line))) => ExactOutcome::Optimal { score, line },
            (true, None) => ExactOutcome::Impossible,
            (false, best) => ExactOutcome::Unproven(best),
        }
    }

    /// The visited tree, as far as it was recorded.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The moves at the root that are finished with, ascending.
    #[must_use]
    pub fn root_rows(&self) -> Vec<RootRow> {
        let mut rows = self.root_rows.clone();
        rows.sort_by_key(|row| row.code);
        rows
    }

    /// Visits nodes until there are `nodes` in total, `halt` says so (asked every 1,024 nodes), or nothing is left.
    pub fn run(&mut self, game: &G, nodes: u64, mut halt: impl FnMut(&Self) -> bool) -> ExactOutcome {
        while self.nodes < nodes && !self.is_exhausted() {
            self.step(game);
            if self.nodes.is_multiple_of(1024) && halt(self) {
                break;
            }
        }
        self.outcome()
    }

    /// Visits the next node; nothing when nothing is left.
    #[inline]
    pub fn step(&mut self, game: &G) {
        while let Some(frame) = self.stack.last_mut() {
            if frame.next == frame.end {
                self.close();
                continue;
            }
            let child = self.children[frame.next];
            frame.next += 1;
            let floor = frame.floor();
            if self.options.has_bound && child.promise <= floor {
                frame.rest = frame.rest.max(child.promise);
                let total = frame.total + child.gain;
                let trace = self.record(child.code, child.gain, total);
                self.trace.finish(trace, Some(child.promise - child.gain), Fate::Cut);
                continue;
            }
            self.visit(game, &child, floor);
            return;
        }
    }

    /// Looks a child up, or opens it.
    fn visit(&mut self, game: &G, child: &Child<G::State>, floor: Score) {
        let Some(frame) = self.stack.last() else {
            return;
        };
        let total = frame.total + child.gain;
        let threshold = if self.options.has_bound { plus(floor, -child.gain) } else { NEVER };
        let trace = self.record(child.code, child.gain, total);
        if self.table.is_on()
            && game.steps_left(&child.state) > 0
            && let Some(known) = self.table.get(game.key(&child.state))
            && self.is_usable(game, child, (total, threshold), known)
        {
            self.nodes += 1;
            let (Known::Exactly(value, _) | Known::AtMost(value)) = known;
            self.trace.finish(trace, Some(value).filter(|&value| value != NEVER), Fate::Known);
            self.deliver(known, child.gain, child.code, self.nodes - 1);
            return;
        }
        self.open(game, child, (total, threshold), trace);
    }

    /// Whether what is known of a child settles it. A better line is read out of the memo first.
    fn is_usable(&mut self, game: &G, child: &Child<G::State>, at: (Score, Score), known: Known) -> bool {
        let (total, threshold) = at;
        match known {
            Known::AtMost(value) => self.options.has_bound && value <= threshold,
            Known::Exactly(value, _) => {
                if value == NEVER || self.best.as_ref().is_some_and(|&(best, _)| total + value <= best) {
                    return true;
                }
                let Some(tail) = self.walk(game, child.state, value) else {
                    return false;
                };
                let here = std::iter::once(child.code);
                let line = self.stack.iter().skip(1).map(|frame| frame.code).chain(here).chain(tail).collect();
                self.best = Some((total + value, line));
                self.best_at = self.nodes + 1;
                true
            }
        }
    }

    /// The moves from a state that bring its value, read out of the memo; `None` where an entry was lost.
    fn walk(&self, game: &G, mut state: G::State, mut value: Score) -> Option<Vec<u16>> {
        let mut tail = Vec::new();
        loop {
            match self.table.get(game.key(&state)) {
                Some(Known::Exactly(known, Some(code))) if known == value => {
                    value -= game.play_unchecked(&mut state, G::Move::from_code(code)).gain;
                    tail.push(code);
                }
                _ => return (value == 0 && game.is_complete(&state)).then_some(tail),
            }
        }
    }

    /// Puts a state on the current line and plays its moves, the most promising first.
    fn open(&mut self, game: &G, child: &Child<G::State>, at: (Score, Score), trace: Option<u32>) {
        let (total, threshold) = at;
        self.nodes += 1;
        let state = child.state;
        let start = self.children.len();
        game.moves(&state, &mut self.moves);
        for &mv in &self.moves {
            let mut after = state;
            let gain = game.play_unchecked(&mut after, mv).gain;
            let promise = if self.options.has_bound { plus(game.bound(&after), gain) } else { 0 };
            self.children.push(Child { state: after, code: mv.code(), gain, promise });
        }
        if let Some(k) = self.options.top_k {
            self.children[start..].sort_by_key(|child| (-child.gain, child.code));
            self.children.truncate(start + k.get());
        }
        if self.options.has_bound {
            self.children[start..].sort_by_key(|child| (-child.promise, -child.gain, child.code));
        }
        let is_complete = game.is_complete(&state);
        let mut frame = Frame {
            key: game.key(&state),
            code: child.code,
            gain: child.gain,
            total,
            threshold,
            best: NEVER,
            best_code: None,
            rest: NEVER,
            next: start,
            end: self.children.len(),
            start,
            is_complete,
            nodes_before: self.nodes - 1,
            trace,
        };
        if is_complete && threshold < 0 {
            frame.best = 0;
        } else if is_complete {
            frame.rest = 0;
        }
        self.stack.push(frame);
        if is_complete && self.best.as_ref().is_none_or(|&(best, _)| total > best) {
            let line = self.stack.iter().skip(1).map(|frame| frame.code).collect();
            self.best = Some((total, line));
            self.best_at = self.nodes;
        }
    }

    /// Takes the last state off the current line, its children all tried.
    fn close(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let known = if frame.best > frame.threshold || !self.options.has_bound {
            Known::Exactly(frame.best, frame.best_code)
        } else {
            Known::AtMost(frame.rest)
        };
        let had_children = frame.end > frame.start;
        if had_children && self.table.is_on() {
            self.table.put(frame.key, known, self.nodes - frame.nodes_before);
        }
        let fate = match (had_children, frame.is_complete) {
            (true, _) => Fate::Searched,
            (false, true) => Fate::Complete,
            (false, false) => Fate::DeadEnd,
        };
        let (Known::Exactly(value, _) | Known::AtMost(value)) = known;
        self.trace.finish(frame.trace, Some(value).filter(|&value| value != NEVER), fate);
        self.children.truncate(frame.start);
        self.deliver(known, frame.gain, frame.code, frame.nodes_before);
    }

    /// Hands what is known of a child to the state above.
    fn deliver(&mut self, known: Known, gain: Score, code: u16, nodes_before: u64) {
        let is_root = self.stack.len() == 1;
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        frame.absorb(known, gain, code);
        if is_root {
            let (Known::Exactly(value, _) | Known::AtMost(value)) = known;
            let is_exact = matches!(known, Known::Exactly(..)) && value != NEVER;
            let visits = self.nodes - nodes_before;
            self.root_rows.push(RootRow {
                code,
                visits,
                sum: if value == NEVER { i128::MIN } else { RootRow::exact((value + gain) as f64 * visits as f64) },
                best: is_exact.then_some(value + gain),
                is_explored: true,
            });
        }
    }

    /// Records a visited node below the last state of the current line.
    fn record(&mut self, code: u16, gain: Score, total: Score) -> Option<u32> {
        let most = self.options.trace_nodes;
        if most == 0 {
            return None;
        }
        let parent = self.stack.last().and_then(|frame| frame.trace);
        self.trace.push(most, TraceNode { parent, code, gain, total, value: None, fate: Fate::Open })
    }
}
