//! The lab's match-3 by its description: exactly X moves, no refill, every maximal line scored on its own.

use super::matching::place;
use super::record::{Group, Reason, Round, Spot};
use crate::types::{Action, Place, Score};

/// A crush being replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crush {
    /// Kinds row by row, 0 for empty.
    board: Vec<Vec<u8>>,
    moves_left: u16,
}

/// A maximal line: its kind and cells.
type Line = (u8, Vec<(usize, usize)>);

impl Crush {
    /// The start of a puzzle: its board and X, the number of moves to be made.
    ///
    /// # Errors
    /// When the board is not a rectangle of at most 255 rows and columns or already holds a line.
    pub fn new(board: &[Vec<u8>], moves: u16) -> Result<Self, Reason> {
        check_rectangle(board)?;
        let start = Self { board: board.to_vec(), moves_left: moves };
        match start.lines().first() {
            Some((_, cells)) => {
                let spot = Spot(place(cells[0]));
                Err(Reason::Start { what: format!("a line of {} begins at {spot}", cells.len()) })
            }
            None => Ok(start),
        }
    }

    /// The board, kind by kind.
    #[must_use]
    pub fn codes(&self) -> Vec<Vec<i16>> {
        codes(&self.board)
    }

    /// Moves still to be made.
    #[must_use]
    pub fn moves_left(&self) -> u16 {
        self.moves_left
    }

    /// Every legal move, ascending; found by trying all neighbours.
    #[must_use]
    pub fn moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        for row in 0..self.board.len() {
            for col in 0..self.board[row].len() {
                let cell = place((row, col));
                for other in [place((row, col + 1)), place((row + 1, col))] {
                    if self.swapped(cell, other).is_ok() {
                        moves.push(Action::Swap(cell, other));
                    }
                }
            }
        }
        moves
    }

    /// Plays a move: points and rounds. After an error nothing has changed.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, action: Action) -> Result<(Score, Vec<Round>), Reason> {
        let Action::Swap(a, b) = action else {
            return Err(Reason::WrongGame { game: "a crush", moves: "swaps" });
        };
        let mut after = self.swapped(a, b)?;
        let mut gain = 0;
        let mut rounds = Vec::new();
        loop {
            let lines = after.lines();
            if lines.is_empty() {
                break;
            }
            let mut round = Round::default();
            for (kind, cells) in &lines {
                gain += line_score(cells.len());
                let cells = cells.iter().copied().map(place).collect();
                round.groups.push(Group { piece: i16::from(*kind), cells, promoted: Vec::new() });
            }
            for (row, col) in lines.into_iter().flat_map(|(_, cells)| cells) {
                after.board[row][col] = 0;
            }
            fall(&mut after.board);
            rounds.push(round);
        }
        *self = after;
        Ok((gain, rounds))
    }

    /// The board after a legal swap, before anything vanishes.
    fn swapped(&self, a: Place, b: Place) -> Result<Self, Reason> {
        if self.moves_left == 0 {
            return Err(Reason::NoSteps);
        }
        let (first, second) = (piece_at(&self.board, a)?, piece_at(&self.board, b)?);
        if a == b {
            return Err(Reason::SameCell { spot: Spot(a) });
        }
        if a.row.abs_diff(b.row) + a.col.abs_diff(b.col) != 1 {
            return Err(Reason::NotAdjacent { first: Spot(a), second: Spot(b) });
        }
        if first == second {
            return Err(Reason::EqualPieces { piece: i16::from(first) });
        }
        let mut after = self.clone();
        after.moves_left -= 1;
        after.board[usize::from(a.row)][usize::from(a.col)] = second;
        after.board[usize::from(b.row)][usize::from(b.col)] = first;
        if after.lines().is_empty() { Err(Reason::NoMatch) } else { Ok(after) }
    }

    /// Every maximal horizontal and vertical line of three or more, rows first.
    fn lines(&self) -> Vec<Line> {
        let (rows, cols) = (self.board.len(), self.board[0].len());
        let horizontal = (0..rows).map(|row| (0..cols).map(|col| (row, col)).collect::<Vec<_>>());
        let vertical = (0..cols).map(|col| (0..rows).map(|row| (row, col)).collect::<Vec<_>>());
        let kind = |&(row, col): &(usize, usize)| self.board[row][col];
        let mut lines = Vec::new();
        for strip in horizontal.chain(vertical) {
            for run in strip.chunk_by(|a, b| kind(a) == kind(b)) {
                if run.len() >= 3 && kind(&run[0]) != 0 {
                    lines.push((kind(&run[0]), run.to_vec()));
                }
            }
        }
        lines
    }
}

/// Points of a line.
fn line_score(len: usize) -> Score {
    match len {
        0..=2 => 0,
        3 => 1,
        4 => 4,
        5 => 10,
        _ => 6 * Score::try_from(len).unwrap_or(0) - 20,
    }
}

/// Pieces drop straight down until nothing floats.
pub(super) fn fall(board: &mut [Vec<u8>]) {
    for col in 0..board[0].len() {
        let pieces: Vec<u8> = board.iter().map(|row| row[col]).filter(|&piece| piece != 0).collect();
        let empty = board.len() - pieces.len();
        for (row, cells) in board.iter_mut().enumerate() {
            cells[col] = if row < empty { 0 } else { pieces[row - empty] };
        }
    }
}

/// The piece on a cell, or why there is none.
pub(super) fn piece_at(board: &[Vec<u8>], at: Place) -> Result<u8, Reason> {
    match board.get(usize::from(at.row)).and_then(|row| row.get(usize::from(at.col))) {
        Some(0) => Err(Reason::Empty { spot: Spot(at) }),
        Some(&piece) => Ok(piece),
        None => Err(Reason::OffBoard { spot: Spot(at), rows: board.len(), cols: board[0].len() }),
    }
}

/// The board as records hold it.
pub(super) fn codes(board: &[Vec<u8>]) -> Vec<Vec<i16>> {
    board.iter().map(|row| row.iter().map(|&piece| i16::from(piece)).collect()).collect()
}

/// Refuses what is not a rectangle of 1 to 255 rows and columns.
pub(super) fn check_rectangle(board: &[Vec<u8>]) -> Result<(), Reason> {
    let cols = board.first().map_or(0, Vec::len);
    let is_good = (1..=255).contains(&board.len()) && (1..=255).contains(&cols);
    if is_good && board.iter().all(|row| row.len() == cols) {
        Ok(())
    } else {
        Err(Reason::Start { what: "not a rectangle of 1 to 255 rows and columns".to_owned() })
    }
}
