//! The lab's match-3 as a game.

use super::bound::BoundTables;
use super::matching::settle;
use super::moves::{CrushMove, Swaps, swaps};
use super::setup::{CrushSetup, SetupError};
use crate::game::{Game, Learn, MoveClass, Played};
use crate::games::wide::{Frame, Planes, Wide};
use crate::types::{Action, Key, Pcg, Place, Score, below};

/// What lies where, and the moves left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    planes: Planes<4>,
    moves_left: u16,
}

impl State {
    /// Moves that must still be made.
    #[must_use]
    pub fn moves_left(&self) -> u16 {
        self.moves_left
    }
}

/// One crush puzzle, ready to be played.
#[derive(Clone, Debug)]
pub struct Crush {
    frame: Frame,
    kinds: u8,
    bounds: BoundTables,
    root: State,
}

impl Crush {
    /// The puzzle of a setup.
    ///
    /// # Errors
    /// Every fault of the setup, all at once, when it cannot be played.
    pub fn new(setup: &CrushSetup) -> Result<Self, SetupError> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let (frame, planes) = Frame::lay_out(&setup.board);
        let most = (1..=setup.kinds).map(|kind| planes.of_kind(kind).count()).max().unwrap_or(0);
        let root = State { planes, moves_left: setup.moves };
        Ok(Self { frame, kinds: setup.kinds, bounds: BoundTables::new(frame, most as usize), root })
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.frame.rows
    }

    /// Columns of the board.
    #[must_use]
    pub fn cols(&self) -> u8 {
        self.frame.cols
    }

    /// The kinds on a board, row by row from the top; 0 is empty.
    #[must_use]
    pub fn board(&self, state: &State) -> Vec<Vec<u8>> {
        self.frame.kinds(&state.planes)
    }

    #[inline(always)]
    fn swaps(&self, state: &State) -> Swaps {
        if state.moves_left == 0 {
            return Swaps { above: Wide::EMPTY, right: Wide::EMPTY };
        }
        swaps(&state.planes, self.kinds)
    }
}

impl Learn for Crush {
    /// A third of what the bound allows: lines of three, once in three.
    fn potential(&self, state: &State) -> f32 {
        self.bound(state) as f32 / 3.0
    }
}

impl Game for Crush {
    type State = State;
    type Move = CrushMove;

    fn root(&self) -> State {
        self.root
    }

    fn moves(&self, state: &State, out: &mut Vec<CrushMove>) {
        out.clear();
        let swaps = self.swaps(state);
        (swaps.above | swaps.right).each(|bit| {
            if swaps.above.has(bit) {
                out.push(CrushMove::above(bit));
            }
            if swaps.right.has(bit) {
                out.push(CrushMove::right(bit));
            }
        });
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: CrushMove) -> Played {
        let (a, b) = mv.cells();
        state.planes.swap(a, b);
        state.moves_left = state.moves_left.saturating_sub(1);
        settle(&mut state.planes)
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Pcg) -> Option<CrushMove> {
        let swaps = self.swaps(state);
        let (above, right) = (swaps.above.count(), swaps.right.count());
        if above + right == 0 {
            return None;
        }
        let index = below(rng, above + right);
        if index < above {
            swaps.above.draw(rng).map(CrushMove::above)
        } else {
            swaps.right.draw(rng).map(CrushMove::right)
        }
    }

    fn class(&self, _: &State, _: CrushMove) -> MoveClass {
        MoveClass::Ordinary
    }

    fn is_complete(&self, state: &State) -> bool {
        state.moves_left == 0
    }

    /// The moves left; fewer when the cells run out, for each move takes three of one kind at least.
    fn steps_left(&self, state: &State) -> u32 {
        if state.moves_left == 0 {
            return 0;
        }
        let threes: u32 = (1..=self.kinds).map(|kind| state.planes.of_kind(kind).count() / 3).sum();
        threes.min(u32::from(state.moves_left))
    }

    /// From the cells of each kind, the columns they lie in and the moves left: see `bound.rs`.
    fn bound(&self, state: &State) -> Score {
        self.bounds.bound(&state.planes, self.kinds, u32::from(state.moves_left))
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        state.planes.key(u64::from(state.moves_left))
    }

    fn action(&self, mv: CrushMove) -> Action {
        let (a, b) = mv.cells();
        let (a, b) = (self.frame.place(a), self.frame.place(b));
        Action::Swap(a.min(b), a.max(b))
    }

    fn find(&self, state: &State, action: Action) -> Option<CrushMove> {
        let Action::Swap(a, b) = action else {
            return None;
        };
        let place = |place: Place| self.frame.bit(place);
        let (low, high) = (place(a)?.min(place(b)?), place(a)?.max(place(b)?));
        let swaps = self.swaps(state);
        match high - low {
            1 if swaps.above.has(low) => Some(CrushMove::above(low)),
            16 if swaps.right.has(low) => Some(CrushMove::right(low)),
            _ => None,
        }
    }
}
