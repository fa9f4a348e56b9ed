//! What happened inside a move, for replays and tests: every group, promotion and new piece, round by round.
//!
//! The engine reports to a `Watch`; the one that searches use hears nothing and costs nothing.

use super::piece::Piece;
use super::shape::Shape;
use crate::bits::each_bit;
use crate::types::Place;

/// Hears what the engine does. All masks are bit planes of the board, see [`Shape::bit`].
pub(super) trait Watch {
    /// A group was matched: its kind, its cells at the end of the scan (R4) and those of them that were promoted (R6).
    fn group(&mut self, kind: u8, cells: u64, promoted: u64);
    /// A new piece dropped to a cell (R14).
    fn refill(&mut self, bit: u32, kind: u8);
}

/// The watch of a search.
pub(super) struct Unwatched;

impl Watch for Unwatched {
    #[inline(always)]
    fn group(&mut self, _: u8, _: u64, _: u64) {}
    #[inline(always)]
    fn refill(&mut self, _: u32, _: u8) {}
}

/// One matched group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The piece, before promotion.
    pub piece: Piece,
    /// Its cells at the end of the scan, in row-major order.
    pub cells: Vec<Place>,
    /// Those of its cells that were promoted in place.
    pub promoted: Vec<Place>,
}

/// One match and the refill that follows it. The first round of a drag has no groups; a round that awaits a random
/// refill has no refill yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The matched groups in the order the scan of R3 started them.
    pub groups: Vec<Group>,
    /// New pieces in the order they fell (R14).
    pub refill: Vec<(Place, Piece)>,
}

/// Collects the rounds of a move.
pub(super) struct Recorder {
    pub(super) shape: Shape,
    pub(super) rounds: Vec<Round>,
}

impl Recorder {
    /// A recorder for a move; a drag opens a round without groups at once.
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, rounds: vec![Round::default()] }
    }

    fn places(&self, cells: u64) -> Vec<Place> {
        let mut places = Vec::new();
        each_bit(cells, |bit| places.push(self.shape.place(bit)));
        places.sort_unstable();
        places
    }

    fn last(&mut self) -> &mut Round {
        self.rounds.last_mut().expect("new opens the first round")
    }
}

impl Watch for Recorder {
    fn group(&mut self, kind: u8, cells: u64, promoted: u64) {
        if !self.last().refill.is_empty() {
            self.rounds.push(Round::default());
        }
        let group = Group { piece: Piece::from_kind(kind), cells: self.places(cells), promoted: self.places(promoted) };
        self.last().groups.push(group);
    }

    fn refill(&mut self, bit: u32, kind: u8) {
        let place = self.shape.place(bit);
        self.last().refill.push((place, Piece::from_kind(kind)));
    }
}
