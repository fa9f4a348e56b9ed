//! SameGame as a game: groups are found by spreading along equal neighbours, a whole board at a time.
//!
//! The move of a group is the tap of its lowest cell. The lowest cell of a group has no equal neighbour below or to
//! the left, and few other cells have none: those candidates come out of a handful of shifts, so a playout draws one
//! and spreads one group (two, rarely) per move, and a listing spreads each group once.

use super::potential::potential;
use super::setup::{SameGameSetup, SetupError};
use crate::game::{Game, Learn, Move, MoveClass, Played};
use crate::games::wide::{Frame, Links, Planes, Wide};
use crate::types::{Action, Key, Pcg, Place, Score};

/// For an empty board.
const CLEARED: Score = 1000;
/// How many of the commonest colours a selective policy may try to keep: now and then a board is cleared more easily
/// with another colour last.
const KEPT: u8 = 3;

/// The tap of a group, as the lowest of its cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap(u16);

impl Tap {
    fn at(bit: u32) -> Self {
        Self((bit & 0xff) as u16)
    }
}

impl Move for Tap {
    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Self {
        Self(code)
    }
}

/// What lies where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    planes: Planes<3>,
}

/// One SameGame puzzle, ready to be played.
#[derive(Clone, Debug)]
pub struct SameGame {
    frame: Frame,
    leftover_penalty: bool,
    colours: u8,
    /// The colours with the most cells at the start, the commonest first: one of them is kept for the end.
    commonest: [u8; KEPT as usize],
    root: State,
}

/// (n − 2)².
fn squared(count: u32) -> Score {
    let beyond = Score::from(count) - 2;
    beyond * beyond
}

/// The lowest cell of every group, and a few cells more.
#[inline(always)]
fn candidates(links: Links) -> Wide {
    (links.above | links.right) & !links.above.up() & !links.right.right()
}

/// The last of the four columns of a window.
const LAST_COLUMN: u64 = 0xffff << 48;

/// The group of a cell. Most groups of a lowest cell lie within four columns from it, where one word is enough.
#[inline(always)]
fn spread(links: Links, bit: u32) -> Wide {
    let col = bit >> 4 & 15;
    let (above, right) = (links.above.window(col), links.right.window(col));
    let mut group = 1_u64 << (bit & 15);
    loop {
        let upright = group | (group & above) << 1 | group >> 1 & above;
        let wider = upright | (upright & right) << 16 | upright >> 16 & right;
        if wider == group {
            break;
        }
        group = wider;
    }
    let from_left = if col > 0 { links.right.column(col - 1) } else { 0 };
    if group & from_left | group & right & LAST_COLUMN != 0 {
        return spread_wide(links, Wide::from_window(group, col));
    }
    Wide::from_window(group, col)
}

/// The groups of some cells.
#[cold]
fn spread_wide(links: Links, mut group: Wide) -> Wide {
    loop {
        let upright = group | (group & links.above).up() | group.down() & links.above;
        let wider = upright | (upright & links.right).right() | upright.left() & links.right;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

impl SameGame {
    /// The puzzle of a setup.
    ///
    /// # Errors
    /// Every fault of the setup, all at once, when it cannot be played.
    pub fn new(setup: &SameGameSetup) -> Result<Self, SetupError> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let (frame, planes) = Frame::lay_out(&setup.board);
        let colours = setup.board.iter().flatten().copied().max().unwrap_or(0);
        let mut commonest = [1, 2, 3, 4, 5, 6, 7];
        commonest.sort_by_key(|&colour| std::cmp::Reverse(planes.of_kind(colour).count()));
        let commonest = std::array::from_fn(|rank| commonest[rank]);
        Ok(Self { frame, leftover_penalty: setup.leftover_penalty, colours, commonest, root: State { planes } })
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

    /// The colours of a board, row by row from the top; 0 is empty.
    #[must_use]
    pub fn colours(&self, state: &State) -> Vec<Vec<u8>> {
        self.frame.kinds(&state.planes)
    }

    /// The cells of the group that a tap removes, by column, from the bottom.
    #[must_use]
    pub fn group(&self, state: &State, tap: Tap) -> Vec<Place> {
        let mut places = Vec::new();
        spread(state.planes.links(), u32::from(tap.0)).each(|bit| places.push(self.frame.place(bit)));
        places
    }

    /// The colour that a selection keeps for the end.
    #[inline]
    fn kept(&self, selection: u32) -> u8 {
        self.commonest[(selection as usize).min(KEPT as usize - 1)]
    }

    /// How many cells of each colour, 1 first.
    #[inline(always)]
    fn counts(&self, state: &State) -> impl Iterator<Item = u32> {
        (1..=self.colours).map(|colour| state.planes.of_kind(colour).count())
    }

    /// What the end of the game adds, if this is the end.
    #[inline(always)]
    fn settlement(&self, state: &State) -> Score {
        if state.planes.occupied().is_empty() {
            return CLEARED;
        }
        if !self.leftover_penalty {
            return 0;
        }
        let links = state.planes.links();
        if !(links.above | links.right).is_empty() {
            return 0;
        }
        -self.counts(state).filter(|&count| count > 2).map(squared).sum::<Score>()
    }
}

impl Learn for SameGame {
    fn potential(&self, state: &State) -> f32 {
        potential(&state.planes, self.colours)
    }

    /// Cells left: lines of few large groups and of many small ones meet where the same is left of the board.
    fn remaining(&self, state: &State) -> u32 {
        state.planes.occupied().count()
    }

    /// A group is recognised by its cells and its colour, whenever it is tapped.
    fn policy_code(&self, state: &State, tap: Tap) -> u64 {
        let bit = u32::from(tap.0);
        spread(state.planes.links(), bit).hash(state.planes.kind(bit))
    }

    /// One for each of the commonest colours.
    fn selections(&self) -> u32 {
        u32::from(self.colours.clamp(1, KEPT))
    }

    /// One of the commonest colours waits until nothing else can be tapped, and so grows together (the "tabu colour" of
    /// the field's playouts).
    fn is_promising(&self, state: &State, tap: Tap, selection: u32) -> bool {
        state.planes.kind(u32::from(tap.0)) != self.kept(selection)
    }

    /// Each group is spread once; those that are passed over, not at all.
    #[inline]
    fn choices(&self, state: &State, selection: Option<u32>, taps: &mut Vec<Tap>, codes: &mut Vec<u64>) {
        taps.clear();
        let links = state.planes.links();
        let mut rest = candidates(links);
        if let Some(rule) = selection {
            let others = rest & !state.planes.of_kind(self.kept(rule));
            rest = if others.is_empty() { rest } else { others };
        }
        while let Some(bit) = rest.lowest() {
            let group = spread(links, bit);
            taps.push(Tap::at(bit));
            codes.push(group.hash(state.planes.kind(bit)));
            rest = rest & !group;
        }
    }
}

impl Game for SameGame {
    type State = State;
    type Move = Tap;

    fn root(&self) -> State {
        self.root
    }

    fn moves(&self, state: &State, out: &mut Vec<Tap>) {
        out.clear();
        let links = state.planes.links();
        let mut rest = candidates(links);
        while let Some(bit) = rest.lowest() {
            out.push(Tap::at(bit));
            rest = rest & !spread(links, bit);
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, tap: Tap) -> Played {
        let group = spread(state.planes.links(), u32::from(tap.0));
        let refill = group.count();
        state.planes.remove(group);
        state.planes.close_columns();
        Played { gain: squared(refill) + self.settlement(state), refill }
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Pcg) -> Option<Tap> {
        let links = state.planes.links();
        let mut rest = candidates(links);
        loop {
            let bit = rest.draw(rng)?;
            if spread(links, bit).lowest() == Some(bit) {
                return Some(Tap::at(bit));
            }
            rest = rest & !Wide::cell(bit);
        }
    }

    fn class(&self, _: &State, _: Tap) -> MoveClass {
        MoveClass::Ordinary
    }

    fn is_complete(&self, state: &State) -> bool {
        let links = state.planes.links();
        (links.above | links.right).is_empty()
    }

    /// Each move takes two cells of one colour at least.
    fn steps_left(&self, state: &State) -> u32 {
        self.counts(state).map(|count| count / 2).sum()
    }

    /// Each colour at best goes in one group, since (a − 2)² + (b − 2)² ≤ (a + b − 2)² for a, b ≥ 2; and the board
    /// can be cleared only while no colour is down to a single cell. 0 when nothing is left to tap.
    fn bound(&self, state: &State) -> Score {
        if self.is_complete(state) {
            return 0;
        }
        let cleared = if self.counts(state).any(|count| count == 1) { 0 } else { CLEARED };
        cleared + self.counts(state).filter(|&count| count > 2).map(squared).sum::<Score>()
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        state.planes.key(0)
    }

    fn action(&self, tap: Tap) -> Action {
        Action::Tap(self.frame.place(u32::from(tap.0)))
    }

    fn find(&self, state: &State, action: Action) -> Option<Tap> {
        let Action::Tap(place) = action else {
            return None;
        };
        let bit = self.frame.bit(place)?;
        let group = spread(state.planes.links(), bit);
        (group.count() > 1 && state.planes.occupied().has(bit)).then(|| group.lowest().map(Tap::at))?
    }
}
