//! What a replayed move did, in the form that `replay --format json` prints, and why a move or a line is wrong.

use crate::types::{Action, Place, Score};
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// The position before the first move: the first line of a JSON replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Always 0.
    pub step: usize,
    /// Codes row by row: a piece, 0 for empty, minus the hit points for a stone.
    pub board: Vec<Vec<i16>>,
    /// Always 0.
    pub score: Score,
    /// Steps left (sandbox) or moves still to be made (crush); `None` in `SameGame`.
    pub steps_left: Option<u16>,
    /// Place in the refill cycle, 0 to 11; `None` outside the sandbox.
    pub queue_pos: Option<u8>,
}

/// One move and the position after it: one line of a JSON replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Number of the move, from 1.
    pub step: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: Action,
    /// Points of this move.
    pub gain: Score,
    /// Points so far.
    pub score: Score,
    /// As in [`Opening`].
    pub steps_left: Option<u16>,
    /// As in [`Opening`].
    pub queue_pos: Option<u8>,
    /// As in [`Opening`].
    pub board: Vec<Vec<i16>>,
    /// What happened, round by round.
    pub rounds: Vec<Round>,
}

impl Step {
    /// How many new pieces fell in: the refill count of the forum's candidate rule.
    #[must_use]
    pub fn refill_count(&self) -> usize {
        self.rounds.iter().map(|round| round.refill.len()).sum()
    }
}

/// One match and the refill that follows it. The first round of a drag has no groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Round {
    /// The groups (sandbox, `SameGame`) or lines (crush) that were eliminated.
    pub groups: Vec<Group>,
    /// New pieces in the order they fell.
    pub refill: Vec<NewPiece>,
}

/// One matched group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The piece's code, before promotion.
    pub piece: i16,
    /// Its cells in row-major order.
    pub cells: Vec<Place>,
    /// Those of its cells that stayed, one level higher (R6).
    pub promoted: Vec<Place>,
}

/// A new piece and the cell it dropped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NewPiece {
    /// The cell.
    pub cell: Place,
    /// The piece's code.
    pub piece: i16,
}

/// A place as a message names it: rows and columns from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot(pub Place);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u16::from(self.0.row) + 1, u16::from(self.0.col) + 1)
    }
}

/// Why a puzzle, a move or a claim is wrong. Messages count rows and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The start position cannot be played at all.
    #[error("the start position is not valid: {what}")]
    Start {
        /// What is wrong with it.
        what: String,
    },
    /// A move of another game.
    #[error("{game} has no such move; its moves are {moves}")]
    WrongGame {
        /// The game being replayed.
        game: &'static str,
        /// What it has.
        moves: &'static str,
    },
    /// A cell that is not on the board.
    #[error("{spot} is off the board of {rows} rows and {cols} columns")]
    OffBoard {
        /// The cell.
        spot: Spot,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// No step is left (R8).
    #[error("no step is left")]
    NoSteps,
    /// A swap of a cell with itself.
    #[error("both ends of the swap are {spot}")]
    SameCell {
        /// The cell.
        spot: Spot,
    },
    /// A stone can be neither swapped nor dragged (R20).
    #[error("a stone lies on {spot}; stones cannot be moved")]
    Stone {
        /// The cell.
        spot: Spot,
    },
    /// Nothing is there.
    #[error("{spot} is empty")]
    Empty {
        /// The cell.
        spot: Spot,
    },
    /// A swap of two equal pieces (R9).
    #[error("both pieces are {piece}; a swap needs two different ones")]
    EqualPieces {
        /// Their code.
        piece: i16,
    },
    /// Only neighbours may be swapped here.
    #[error("{first} and {second} are not orthogonal neighbours")]
    NotAdjacent {
        /// One end.
        first: Spot,
        /// The other end.
        second: Spot,
    },
    /// A swap after which nothing matches (R9).
    #[error("nothing matches after the swap")]
    NoMatch,
    /// A tap on a piece without an equal neighbour.
    #[error("the piece on {spot} stands alone; a tap needs a group of two or more")]
    Alone {
        /// The cell.
        spot: Spot,
    },
    /// Random refill, and what fell is not known.
    #[error("refill is random here and what fell after this move is not recorded, so it cannot be replayed")]
    UnknownRefill,
    /// A new piece of a family that does not exist.
    #[error("a new piece has family 1, 2 or 3, not {family}")]
    Family {
        /// The family given.
        family: u8,
    },
    /// Not the number of moves that the puzzle asks for.
    #[error("the puzzle asks for exactly {wanted} moves; this line has {made}")]
    Length {
        /// Moves of the line.
        made: usize,
        /// Moves of the puzzle.
        wanted: u16,
    },
    /// The line stops before the end of a game that is played to its end.
    #[error("the line stops although groups are left to tap; SameGame is played to its end")]
    Unfinished,
    /// The line is legal, its claimed score is not what it makes.
    #[error("the line scores {actual}, not {claimed}")]
    Score {
        /// The score claimed.
        claimed: Score,
        /// The score that the rules give.
        actual: Score,
    },
}

/// A line that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct VerifyError {
    /// The move that is wrong, from 1; `None` when it is the line as a whole.
    pub step: Option<usize>,
    /// What is wrong with it.
    #[source]
    pub reason: Reason,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "move {step}: {}", self.reason),
            None => write!(f, "{}", self.reason),
        }
    }
}

/// A line that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Its score by the rules.
    pub score: Score,
    /// The position it starts from.
    pub opening: Opening,
    /// Every move with what it did.
    pub steps: Vec<Step>,
}
