//! From what a file says to what can be played: every fault of a board is found at once.
//!
//! A [`Setup`] may hold anything; only a [`Sandbox`](super::Sandbox) made from a faultless one can be played.

#![expect(clippy::cast_possible_truncation, reason = "places and hit points are checked before")]

use super::piece::Piece;
use super::rules::{Refill, Rules, TopMatch};
use super::shape::{MAX_SIDE, MIN_SIDE, Shape};
use super::state::State;
use crate::types::Place;
use thiserror::Error;

/// Most steps of a puzzle.
pub const MAX_STEPS: u16 = 10_000;
/// Most hit points of a stone.
pub const MAX_HIT_POINTS: i16 = 99;

/// A sandbox puzzle as given, checked by nobody yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub rules: Rules,
    /// Codes row by row: a piece `FL`, 0 for empty, minus the hit points for a stone.
    pub board: Vec<Vec<i16>>,
    /// Steps at the start.
    pub steps: u16,
    /// Place in the refill cycle at the start, 0 to 11.
    pub queue_pos: u8,
}

/// One thing wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Rows or columns out of range.
    #[error("a board has {MIN_SIDE} to {MAX_SIDE} rows and columns, not {rows} × {cols}")]
    Size {
        /// Rows given.
        rows: usize,
        /// Columns of the first row.
        cols: usize,
    },
    /// A row is longer or shorter than the first.
    #[error("row {} has {found} cells, the rows above have {expected}", row + 1)]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// Its cells.
        found: usize,
        /// The first row's cells.
        expected: usize,
    },
    /// A code that means nothing here.
    #[error("{code} is no piece: a piece is family 1 to 3 then level 1 to 5, a stone -1 to -{MAX_HIT_POINTS}")]
    Code {
        /// Where.
        place: Place,
        /// The code.
        code: i16,
    },
    /// A stone in a mode without stones.
    #[error("a stone, but this mode has none")]
    Stone {
        /// Where.
        place: Place,
    },
    /// An empty cell.
    #[error("an empty cell: a puzzle starts from a full board")]
    Empty {
        /// Where.
        place: Place,
    },
    /// Three in a line that nothing has matched yet.
    #[error("three equal pieces in a line: the game would have matched them before the first move")]
    Match {
        /// The three cells, in row-major order.
        cells: [Place; 3],
    },
    /// No steps, or absurdly many.
    #[error("steps must be 1 to {MAX_STEPS}, not {steps}")]
    Steps {
        /// The steps given.
        steps: u16,
    },
    /// A queue position outside the cycle.
    #[error("queue_pos must be 0 to 11, not {queue_pos}")]
    QueuePos {
        /// The position given.
        queue_pos: u8,
    },
    /// A family other than 1 to 3 in the queue.
    #[error("a queue holds families 1 to 3, not {family} (at position {})", index + 1)]
    Queue {
        /// Position in the queue, from 0.
        index: usize,
        /// The family given.
        family: u8,
    },
}

/// Everything that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the board cannot be played: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// The faults, those of the size first, then cell by cell.
    pub faults: Vec<Fault>,
}

impl Setup {
    /// The board's size and the start position.
    pub(super) fn validate(&self) -> Result<(Shape, State), SetupError> {
        let mut faults = self.number_faults();
        let cols = self.board.first().map_or(0, Vec::len);
        let shape = Shape::try_new(self.board.len(), cols);
        if shape.is_none() {
            faults.push(Fault::Size { rows: self.board.len(), cols });
        }
        for (row, cells) in self.board.iter().enumerate().skip(1) {
            if cells.len() != cols {
                faults.push(Fault::Ragged { row, found: cells.len(), expected: cols });
            }
        }
        faults.extend(self.cell_faults());
        faults.extend(self.match_faults());
        match shape {
            Some(shape) if faults.is_empty() => Ok((shape, self.start(shape))),
            _ => Err(SetupError { faults }),
        }
    }

    fn number_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.steps == 0 || self.steps > MAX_STEPS {
            faults.push(Fault::Steps { steps: self.steps });
        }
        if self.queue_pos > 11 {
            faults.push(Fault::QueuePos { queue_pos: self.queue_pos });
        }
        if let Refill::Fixed(families) = self.rules.refill {
            let wrong = families.into_iter().enumerate().filter(|(_, family)| !(1..=3).contains(family));
            faults.extend(wrong.map(|(index, family)| Fault::Queue { index, family }));
        }
        faults
    }

    /// Codes with their places; rows and columns beyond what a place can name are faults of the size.
    fn cells(&self) -> impl Iterator<Item = (Place, i16)> {
        self.board.iter().take(255).enumerate().flat_map(|(row, cells)| {
            let place = move |col| Place::new(row as u8, col as u8);
            cells.iter().take(255).enumerate().map(move |(col, &code)| (place(col), code))
        })
    }

    fn cell_faults(&self) -> impl Iterator<Item = Fault> {
        self.cells().filter_map(|(place, code)| match code {
            0 => Some(Fault::Empty { place }),
            _ if code < 0 && !self.rules.stones => Some(Fault::Stone { place }),
            _ if (-MAX_HIT_POINTS..0).contains(&code) || Piece::from_code(code).is_some() => None,
            _ => Some(Fault::Code { place, code }),
        })
    }

    /// Three equal pieces in a line, each line once.
    fn match_faults(&self) -> impl Iterator<Item = Fault> {
        let code = |place: Place, down: i16, right: i16| -> Option<(Place, i16)> {
            let row = u8::try_from(i16::from(place.row) + down).ok()?;
            let col = u8::try_from(i16::from(place.col) + right).ok()?;
            let code = *self.board.get(usize::from(row))?.get(usize::from(col))?;
            Some((Place::new(row, col), code))
        };
        self.cells().flat_map(move |(place, first)| {
            [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().filter_map(move |(down, right)| {
                let (second_place, second) = code(place, down, right)?;
                let (third_place, third) = code(place, 2 * down, 2 * right)?;
                let piece = Piece::from_code(first)?;
                let never = piece.level() == 5 && self.rules.top_match == TopMatch::None;
                (first == second && second == third && !never)
                    .then_some(Fault::Match { cells: [place, second_place, third_place] })
            })
        })
    }

    fn start(&self, shape: Shape) -> State {
        let mut state = State {
            planes: [0; 4],
            stones: 0,
            hit_points: [0; 64],
            steps_left: self.steps,
            queue_pos: if self.rules.refill == Refill::Random { 0 } else { self.queue_pos },
            rounds: 0,
            counted: 0,
            served: 0,
        };
        for (place, code) in self.cells() {
            let bit = shape.bit(place);
            match Piece::from_code(code) {
                Some(piece) => state.put(bit, piece.kind()),
                None => {
                    state.stones |= 1 << bit;
                    state.hit_points[bit as usize] = code.unsigned_abs() as u8;
                }
            }
        }
        state
    }
}
