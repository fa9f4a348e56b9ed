//! The contracts between games and searches. A search needs no more than this; a game offers no less.
//!
//! A value that implements [`Game`] is one puzzle: its rules, its queue, its start. The states that a search walks
//! through are separate `Copy` values, so millions of them can be held, copied and thrown away without a heap.
//!
//! Invariants that the conformance kit (`crate::conformance`) checks for every game: `moves` is ascending and
//! without duplicates; exactly the listed moves are accepted; moves read back from their codes and from their written
//! form, and no other code is taken for one of them; equal keys mean equal futures; only a move that ends the game
//! deducts; no continuation gains more than `bound`; `sample` draws only listed moves that are not
//! [`MoveClass::Minor`]. What a move gains by the rules of its game the kit cannot know: tests compare every game with
//! the plain rules of `crate::verify`.

use crate::types::{Action, Key, Pcg, Score};
use std::fmt::Debug;
use std::hash::Hash;

/// The highest bound that a game may give, so that sums of bounds and gains stay within a [`Score`].
///
/// A bound that is clipped to it is one in practice: 10,000 steps of 1,000 rounds each, in which all of 64 pieces of the
/// dearest kind that a puzzle file can name (a million units of power, kept in 1/256) vanish, score 1.7 × 10¹⁷, and this is
/// 2.3 × 10¹⁸. Free drags could add to that without end on paper only.
pub const MAX_BOUND: Score = Score::MAX / 4;

/// A move, small enough that a tree of millions of nodes can hold it in two bytes.
pub trait Move: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The move as a number; `from_code(m.code()) == m`, and codes order as moves do.
    fn code(self) -> u16;
    /// The move of a number. A number that no move has gives some move, which is then not legal anywhere.
    fn from_code(code: u16) -> Self;
}

/// What a move did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Points gained. Negative only where a game deducts at its end (SameGame with the leftover penalty).
    pub gain: Score,
    /// How many cells the move renewed over its whole cascade: the refill count of the forum's candidate rule
    /// (sandbox), the size of the removed group (SameGame), the cells eliminated (crush).
    pub refill: u32,
}

/// How a search may treat a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveClass {
    /// Costs a step; competes with the other ordinary moves for a place among the candidates.
    Ordinary,
    /// Costs no step: always a candidate, stays in its layer in a beam (a purple or orange drag).
    Free,
    /// Legal, costs a step, rarely good: no playout draws it and only `--candidates all` expands it (a drag of a
    /// white, green or blue).
    Minor,
}

/// A one-player game whose moves have one outcome.
pub trait Game: Send + Sync {
    /// A position on the way: board, steps left, queue position; not the score.
    type State: Copy + Eq + Debug + Send + Sync;
    /// A move.
    type Move: Move;

    /// The position at the start.
    fn root(&self) -> Self::State;

    /// Replaces the contents of `out` by all legal moves, ascending, without duplicates. None means the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a move that the caller knows to be legal. On an illegal move the state afterwards is unspecified,
    /// though nothing panics or leaves memory.
    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move) -> Played;

    /// Draws uniformly one of the legal moves that are not [`MoveClass::Minor`]; `None` when there is none.
    fn sample(&self, state: &Self::State, rng: &mut Pcg) -> Option<Self::Move>;

    /// How a search may treat a legal move.
    fn class(&self, state: &Self::State, mv: Self::Move) -> MoveClass;

    /// Whether a line may end here and count as a solution (a crush needs exactly X moves; a sandbox line may stop
    /// anywhere; SameGame ends when nothing is left to tap).
    fn is_complete(&self, state: &Self::State) -> bool;

    /// At most this many moves that are not [`MoveClass::Free`] can still be made.
    fn steps_left(&self, state: &Self::State) -> u32;

    /// No continuation gains more than this; at most [`MAX_BOUND`].
    fn bound(&self, state: &Self::State) -> Score;

    /// Equal keys, equal futures: gains and moves alike.
    fn key(&self, state: &Self::State) -> Key;

    /// The move as files write it.
    fn action(&self, mv: Self::Move) -> Action;

    /// The legal move that a written action means here; `None` when it is not legal.
    fn find(&self, state: &Self::State, action: Action) -> Option<Self::Move>;
}

/// A game that tells a guided search what a position is still worth, by hand or through features to learn from.
///
/// A learned value adds to the hand-made one a sum over the *features* that a position shows. Every feature shares its
/// *weight* with those that mean the same (a line and its mirror image, a pattern with its families renamed); a search
/// spreads the weights into one flat table by feature, so that a value costs one table entry per feature.
pub trait Learn: Game {
    /// A hand-made estimate of what the position will still gain, in units of the score. Where a game has weights they
    /// tell how far it is off.
    fn potential(&self, state: &Self::State) -> f32;

    /// How many features there are; 0 for a game that offers none.
    fn feature_count(&self) -> usize {
        0
    }

    /// Visits the features of a position, each below [`feature_count`](Self::feature_count), in a fixed order. The
    /// same feature may be visited more than once, and then counts as often.
    #[inline(always)]
    fn features(&self, _state: &Self::State, _visit: impl FnMut(usize)) {}

    /// How many weights the features share.
    fn weight_count(&self) -> usize {
        0
    }

    /// The weight of a feature; `None` for one that no position shows.
    fn weight_of(&self, _feature: usize) -> Option<usize> {
        None
    }

    /// The weights file that is shipped for positions like this one, if there is one that fits its rules.
    fn learned(&self) -> Option<&'static [u8]> {
        None
    }

    /// How much is left to play, in the game's own measure: no move raises it. A beam by strata lets the positions
    /// compete that have equally much left; the moves left serve where they say it best.
    #[inline]
    fn remaining(&self, state: &Self::State) -> u32 {
        self.steps_left(state)
    }

    /// What a policy recognises a move by: a learned preference is shared by all moves with the same code. Unless the
    /// game knows better, the same move with as many steps left.
    #[inline]
    fn policy_code(&self, state: &Self::State, mv: Self::Move) -> u64 {
        u64::from(self.steps_left(state)) << 16 | u64::from(mv.code())
    }

    /// How many rules there are by which a selective policy can tell promising moves, the one that usually does best
    /// first.
    fn selections(&self) -> u32 {
        1
    }

    /// Whether a playout may choose the move while there are others, by one of the rules below
    /// [`selections`](Self::selections).
    #[inline]
    fn is_promising(&self, _state: &Self::State, _mv: Self::Move, _selection: u32) -> bool {
        true
    }

    /// Replaces `moves` by those that a playout chooses from, ascending, and appends the code of each to `codes`. With a
    /// selection only promising moves are left, unless there are none. A game that finds moves and codes together
    /// cheaper than apart says so here.
    #[inline]
    fn choices(&self, state: &Self::State, selection: Option<u32>, moves: &mut Vec<Self::Move>, codes: &mut Vec<u64>) {
        self.moves(state, moves);
        if let Some(rule) = selection
            && moves.iter().any(|&mv| self.is_promising(state, mv, rule))
        {
            moves.retain(|&mv| self.is_promising(state, mv, rule));
        }
        codes.extend(moves.iter().map(|&mv| self.policy_code(state, mv)));
    }
}

/// A game in which chance acts after a move.
///
/// A move may leave a state *pending*: chance must act before the next move. Each outcome fills one cell, in the
/// order of R14, so that a person can type what fell, an evaluator can enumerate and a simulation can draw.
pub trait Chance: Game {
    /// One thing that chance can do.
    type Outcome: Copy + Ord + Debug;

    /// Whether chance acts next. Pending states have no legal moves.
    fn is_pending(&self, state: &Self::State) -> bool;

    /// Replaces the contents of `out` by what can happen next, each with its integer weight, in ascending order.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::Outcome, u32)>);

    /// Lets one outcome happen. Settles the board as far as it goes without chance.
    fn resolve(&self, state: &mut Self::State, outcome: Self::Outcome) -> Played;

    /// Lets chance act until a move can be made again, drawing from `rng`.
    fn settle(&self, state: &mut Self::State, rng: &mut Pcg) -> Played;
}

/// One of the two players of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Player 1.
    First,
    /// Player 2.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A two-player game of perfect information, won, lost or drawn.
pub trait Duel {
    /// A position, with the side to move.
    type State: Copy + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Ord + Debug;

    /// The position at the start.
    fn root(&self) -> Self::State;

    /// Replaces the contents of `out` by all legal moves, ascending, without duplicates. None means the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Who moves next.
    fn to_move(&self, state: &Self::State) -> Side;

    /// Who has won a finished game; `None` is a draw. Only asked when `moves` is empty.
    fn winner(&self, state: &Self::State) -> Option<Side>;
}
