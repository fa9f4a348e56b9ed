//! A toy game for the tests of searches: few states, many ways to each, free and minor moves, known optimum.
//!
//! A position is a number below 17 and the steps left. Every move steps to another number and gains 0 to 9 points;
//! both follow from a mixing function, so that nothing about it is regular.

use crate::game::{Game, Learn, Move, MoveClass, Played};
use crate::types::{Action, Key, Pcg, Place, Score, mix, pick};

/// One toy puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Toy {
    /// Which one.
    pub salt: u64,
    /// Steps of a whole game.
    pub steps: u8,
}

/// The numbers of positions are below this.
const VALUES: u8 = 17;

/// No position has more moves.
pub(crate) const MOST_MOVES: u64 = 4;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToyState {
    value: u8,
    left: u8,
}

/// A move, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ToyMove(u16);

impl Move for ToyMove {
    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Self {
        Self(code)
    }
}

impl Toy {
    fn hash(&self, state: &ToyState, mv: ToyMove) -> u64 {
        mix(self.salt ^ (u64::from(state.value) << 16) ^ (u64::from(state.left) << 8) ^ u64::from(mv.0))
    }

    /// The best score of any line, by looking at every state once, those with fewer steps left first.
    pub(crate) fn optimum(&self) -> Score {
        let mut best = [0; VALUES as usize];
        for left in 1..=self.steps {
            best = std::array::from_fn(|value| {
                let state = ToyState { value: u8::try_from(value).expect("below 17"), left };
                self.best_of(&state, &best)
            });
        }
        best[usize::from(self.root().value)]
    }

    /// The best score from a state, given those from the values a step later.
    fn best_of(&self, state: &ToyState, after: &[Score]) -> Score {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let through = |mv: ToyMove| {
            let mut next = *state;
            self.play_unchecked(&mut next, mv).gain + after[usize::from(next.value)]
        };
        moves.into_iter().map(through).max().unwrap_or(0)
    }
}

impl Learn for Toy {
    /// Half a guess: the bound of what is left.
    fn potential(&self, state: &Self::State) -> f32 {
        self.bound(state) as f32 / 2.0
    }
}

impl Game for Toy {
    type State = ToyState;
    type Move = ToyMove;

    fn root(&self) -> ToyState {
        ToyState { value: 0, left: self.steps }
    }

    fn moves(&self, state: &ToyState, out: &mut Vec<ToyMove>) {
        out.clear();
        if state.left > 0 {
            out.extend((0..2 + u16::from(state.value % 3)).map(ToyMove));
        }
    }

    fn play_unchecked(&self, state: &mut ToyState, mv: ToyMove) -> Played {
        let hash = self.hash(state, mv);
        state.value = u8::try_from(hash % u64::from(VALUES)).expect("below 17");
        state.left -= 1;
        let digits = hash >> 32;
        Played { gain: Score::try_from(digits % 10).expect("a digit"), refill: u32::from(mv.0) % 3 + 1 }
    }

    fn sample(&self, state: &ToyState, rng: &mut Pcg) -> Option<ToyMove> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.retain(|&mv| self.class(state, mv) != MoveClass::Minor);
        pick(rng, &moves)
    }

    fn class(&self, state: &ToyState, mv: ToyMove) -> MoveClass {
        match (state.value % 5, mv.0) {
            (0, 1) => MoveClass::Minor,
            (1, 0) => MoveClass::Free,
            _ => MoveClass::Ordinary,
        }
    }

    fn is_complete(&self, _: &ToyState) -> bool {
        true
    }

    fn steps_left(&self, state: &ToyState) -> u32 {
        state.left.into()
    }

    fn bound(&self, state: &ToyState) -> Score {
        9 * Score::from(state.left)
    }

    fn key(&self, state: &ToyState) -> Key {
        Key((u128::from(state.left) << 8) | u128::from(state.value))
    }

    fn action(&self, mv: ToyMove) -> Action {
        Action::Tap(Place::new(0, u8::try_from(mv.0).unwrap_or(u8::MAX)))
    }

    fn find(&self, state: &ToyState, action: Action) -> Option<ToyMove> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().find(|&mv| self.action(mv) == action)
    }
}
