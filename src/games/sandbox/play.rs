//! The sandbox as a game: one puzzle's rules, queue and start behind the contracts (R8 to R11).

use super::cascade::{self, CascadeRules, MAX_ROUNDS};
use super::key::key;
use super::matching::{MatchRules, Promote};
use super::moves::SandboxMove;
use super::piece::Piece;
use super::rules::{Refill, Rules};
use super::setup::{Setup, SetupError};
use super::shape::Shape;
use super::state::State;
use super::trace::{Recorder, Round, Unwatched, Watch};
use crate::game::{Chance, Game, MAX_BOUND, MoveClass, Played};
use crate::types::{Action, Key, Pcg, Place, Score};

/// One sandbox puzzle, ready to be played.
#[derive(Clone, Debug)]
pub struct Sandbox {
    shape: Shape,
    rules: Rules,
    cascade: CascadeRules,
    root: State,
    forbidden_drags: u16,
}

impl Sandbox {
    /// The puzzle of a setup.
    ///
    /// # Errors
    /// Every fault of the setup, all at once, when it cannot be played.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let (shape, root) = setup.validate()?;
        let rules = setup.rules;
        let queue = match rules.refill {
            Refill::Fixed(families) => queue_planes(families),
            Refill::Random => [0; 2],
        };
        let matching = MatchRules {
            top_match: rules.top_match,
            group_value: rules.group_value,
            worth: rules.worth.by_kind(),
            counted_cap: rules.counted_cap.unwrap_or(u32::MAX),
        };
        let cascade = CascadeRules {
            board: shape.board(),
            cols: u32::from(shape.cols()),
            promotion: rules.promotion,
            matching,
            queue,
        };
        Ok(Self { shape, rules, cascade, root, forbidden_drags: 0 })
    }

    /// Takes the drags of one kind of piece out of the search (`--forbid-drag`). The rules themselves allow them.
    pub fn forbid_drag(&mut self, piece: Piece) {
        self.forbidden_drags |= 1 << piece.kind();
    }

    /// The board's size.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The codes of a board, row by row: a piece `FL`, 0 for empty, minus the hit points for a stone.
    #[must_use]
    pub fn codes(&self, state: &State) -> Vec<Vec<i16>> {
        let row = |row| (0..self.shape.cols()).map(move |col| state.code(self.shape.bit(Place::new(row, col))));
        (0..self.shape.rows()).map(|r| row(r).collect()).collect()
    }

    /// Plays a legal move and tells what happened in it, round by round. With random refill the last round awaits it.
    pub fn play_traced(&self, state: &mut State, mv: SandboxMove) -> (Played, Vec<Round>) {
        let mut recorder = Recorder::new(self.shape);
        let played = self.play_watched(state, mv, &mut recorder);
        (played, recorder.rounds)
    }

    /// Whether the board awaits pieces that chance brings.
    #[inline(always)]
    pub(super) fn awaits_refill(&self, state: &State) -> bool {
        self.rules.refill == Refill::Random && cascade::empties(state, &self.cascade) != 0
    }

    /// Where the next new piece of a pending state drops; `None` when nothing is awaited.
    #[must_use]
    pub fn next_refill(&self, state: &State) -> Option<Place> {
        let mut ahead = *state;
        cascade::next_empty(&mut ahead, &self.cascade).map(|bit| self.shape.place(bit))
    }

    /// Whether this search may drag the piece on a cell.
    #[inline(always)]
    pub(super) fn may_drag(&self, state: &State, bit: u32) -> bool {
        self.forbidden_drags >> state.kind(bit) & 1 == 0
    }

    /// The pieces whose drag gives its step back (R10, A2) and is not forbidden.
    #[inline(always)]
    pub(super) fn free_drags(&self, state: &State) -> u64 {
        if self.rules.refund_level == 4 && self.forbidden_drags == 0 {
            // Kinds 10 to 15: 8 + 2 and upwards.
            let [_, b, c, d] = state.planes;
            return d & (b | c);
        }
        let mut cells = 0;
        for kind in 1..=15 {
            if Piece::from_kind(kind).level() >= self.rules.refund_level && self.forbidden_drags >> kind & 1 == 0 {
                cells |= state.kind_plane(kind);
            }
        }
        cells
    }

    #[inline(always)]
    fn play_watched<W: Watch>(&self, state: &mut State, mv: SandboxMove, watch: &mut W) -> Played {
        let mut played = Played::default();
        let (a, b) = mv.cells();
        if a == b {
            let kind = state.kind(a);
            for plane in &mut state.planes {
                *plane &= !(1 << a);
            }
            played.gain += self.cascade.matching.worth[usize::from(kind)];
            let refunds = kind > 3 * (self.rules.refund_level - 1);
            state.steps_left = state.steps_left.saturating_sub(u16::from(!refunds));
        } else {
            for plane in &mut state.planes {
                let differ = (*plane >> a ^ *plane >> b) & 1;
                *plane ^= differ << a | differ << b;
            }
            state.steps_left = state.steps_left.saturating_sub(1);
            let promote = if self.rules.promotion { Promote::Swapped(1 << a | 1 << b) } else { Promote::Nothing };
            cascade::match_once(state, &self.cascade, promote, &mut played, watch);
        }
        cascade::fall(state, &self.cascade, &mut played);
        if self.rules.refill != Refill::Random {
            cascade::settle_fixed(state, &self.cascade, &mut played, watch);
        }
        played
    }
}

/// The families of the queue as two bit planes, five cycles of twelve.
fn queue_planes(families: [u8; 12]) -> [u64; 2] {
    [0, 1].map(|plane| {
        let cycle = families.iter().enumerate().fold(0, |bits, (i, family)| bits | u64::from(family >> plane & 1) << i);
        (0..5).fold(0, |bits, i| bits | cycle << (12 * i))
    })
}

impl Game for Sandbox {
    type State = State;
    type Move = SandboxMove;

    fn root(&self) -> State {
        self.root
    }

    fn moves(&self, state: &State, out: &mut Vec<SandboxMove>) {
        out.clear();
        self.each_move(state, |mv| out.push(mv));
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: SandboxMove) -> Played {
        self.play_watched(state, mv, &mut Unwatched)
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Pcg) -> Option<SandboxMove> {
        self.sample_move(state, rng)
    }

    fn class(&self, state: &State, mv: SandboxMove) -> MoveClass {
        match (mv.is_drag(), state.piece(mv.cells().0)) {
            (false, _) => MoveClass::Ordinary,
            (true, Some(piece)) if piece.level() >= self.rules.refund_level => MoveClass::Free,
            (true, _) => MoveClass::Minor,
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        !self.awaits_refill(state)
    }

    fn steps_left(&self, state: &State) -> u32 {
        u32::from(state.steps_left)
    }

    /// 0 without steps (R8). Otherwise only what the longest cascade could bring on the dearest piece: a single step
    /// can renew the board round after round, so no tighter bound holds without looking ahead.
    fn bound(&self, state: &State) -> Score {
        if state.steps_left == 0 && !self.awaits_refill(state) {
            return 0;
        }
        let dearest = self.cascade.matching.worth.iter().copied().max().unwrap_or(0);
        let cells = Score::from(self.cascade.board.count_ones());
        let rounds = Score::from(MAX_ROUNDS) + 1;
        let moves = (Score::from(state.steps_left) + 1) * rounds * cells;
        moves.saturating_mul(dearest).saturating_mul(rounds * cells).min(MAX_BOUND)
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        key(state)
    }

    fn action(&self, mv: SandboxMove) -> Action {
        let (a, b) = mv.cells();
        let (a, b) = (self.shape.place(a), self.shape.place(b));
        if mv.is_drag() { Action::Drag(a) } else { Action::Swap(a.min(b), a.max(b)) }
    }

    fn find(&self, state: &State, action: Action) -> Option<SandboxMove> {
        let on_board = |place: Place| place.row < self.shape.rows() && place.col < self.shape.cols();
        let mv = match action {
            Action::Swap(a, b) if on_board(a) && on_board(b) && a != b => {
                SandboxMove::swap(self.shape.bit(a), self.shape.bit(b))
            }
            Action::Drag(a) if on_board(a) => SandboxMove::drag(self.shape.bit(a)),
            _ => return None,
        };
        self.is_legal(state, mv).then_some(mv)
    }
}

impl Chance for Sandbox {
    /// The family of the next new white.
    type Outcome = u8;

    fn is_pending(&self, state: &State) -> bool {
        self.awaits_refill(state)
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u8, u32)>) {
        out.clear();
        if self.awaits_refill(state) {
            out.extend([(1, 1), (2, 1), (3, 1)]);
        }
    }

    fn resolve(&self, state: &mut State, family: u8) -> Played {
        let mut played = Played::default();
        cascade::refill_one(state, &self.cascade, family, &mut Unwatched);
        if !self.awaits_refill(state) {
            cascade::match_and_fall(state, &self.cascade, &mut played, &mut Unwatched);
        }
        played
    }

    fn settle(&self, state: &mut State, rng: &mut Pcg) -> Played {
        let mut played = Played::default();
        if self.awaits_refill(state) {
            cascade::settle_random(state, &self.cascade, rng, &mut played, &mut Unwatched);
        }
        played
    }
}
