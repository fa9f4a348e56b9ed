//! `SameGame` by its description: groups of two or more vanish, pieces fall, empty columns close to the left.

use super::crush::{check_rectangle, codes, fall, piece_at};
use super::matching::place;
use super::record::{Group, Reason, Round, Spot};
use crate::types::{Action, Place, Score};

/// What clearing the board adds.
const CLEAR_BONUS: Score = 1000;

/// A game being replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Samegame {
    /// Colours row by row, 0 for empty.
    board: Vec<Vec<u8>>,
    /// Whether `(k − 2)²` per colour with k > 2 pieces left over is deducted at the end.
    leftover_penalty: bool,
}

impl Samegame {
    /// The start of a puzzle.
    ///
    /// # Errors
    /// When the board is not a rectangle of at most 255 rows and columns.
    pub fn new(board: &[Vec<u8>], leftover_penalty: bool) -> Result<Self, Reason> {
        check_rectangle(board)?;
        Ok(Self { board: board.to_vec(), leftover_penalty })
    }

    /// The board, colour by colour.
    #[must_use]
    pub fn codes(&self) -> Vec<Vec<i16>> {
        codes(&self.board)
    }

    /// Every legal move: one tap per group, at its first cell in row-major order.
    #[must_use]
    pub fn moves(&self) -> Vec<Action> {
        let mut seen: Vec<(usize, usize)> = Vec::new();
        let mut moves = Vec::new();
        for row in 0..self.board.len() {
            for col in 0..self.board[row].len() {
                if self.board[row][col] != 0 && !seen.contains(&(row, col)) {
                    let group = self.group((row, col));
                    if group.len() >= 2 {
                        moves.push(Action::Tap(place((row, col))));
                    }
                    seen.extend(group);
                }
            }
        }
        moves
    }

    /// Whether nothing is left to tap.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves().is_empty()
    }

    /// Plays a tap on any cell of a group: points and the one round. After an error nothing has changed.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, action: Action) -> Result<(Score, Vec<Round>), Reason> {
        let Action::Tap(at) = action else {
            return Err(Reason::WrongGame { game: "SameGame", moves: "taps" });
        };
        let colour = piece_at(&self.board, at)?;
        let mut group = self.group((usize::from(at.row), usize::from(at.col)));
        if group.len() < 2 {
            return Err(Reason::Alone { spot: Spot(at) });
        }
        group.sort_unstable();
        for &(row, col) in &group {
            self.board[row][col] = 0;
        }
        fall(&mut self.board);
        self.close_columns();
        let size = Score::try_from(group.len()).unwrap_or(0);
        let gain = (size - 2) * (size - 2) + self.end_value();
        let cells: Vec<Place> = group.into_iter().map(place).collect();
        let group = Group { piece: i16::from(colour), cells, promoted: Vec::new() };
        Ok((gain, vec![Round { groups: vec![group], refill: Vec::new() }]))
    }

    /// What the end of the game adds or deducts; 0 while it goes on.
    fn end_value(&self) -> Score {
        if self.board.iter().flatten().all(|&piece| piece == 0) {
            return CLEAR_BONUS;
        }
        if !self.leftover_penalty || !self.is_over() {
            return 0;
        }
        let deduction = |colour: u8| {
            let left = self.board.iter().flatten().filter(|&&piece| piece == colour).count();
            let beyond_two = Score::try_from(left.saturating_sub(2)).unwrap_or(0);
            beyond_two * beyond_two
        };
        -(1..=u8::MAX).map(deduction).sum::<Score>()
    }

    /// The cells connected with one, itself included.
    fn group(&self, start: (usize, usize)) -> Vec<(usize, usize)> {
        let colour = self.board[start.0][start.1];
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            let (row, col) = group[next];
            next += 1;
            let beside = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            for (row, col) in beside {
                let equal = self.board.get(row).and_then(|cells| cells.get(col)) == Some(&colour);
                if equal && !group.contains(&(row, col)) {
                    group.push((row, col));
                }
            }
        }
        group
    }

    /// Empty columns close to the left.
    fn close_columns(&mut self) {
        let cols = self.board[0].len();
        let kept: Vec<usize> = (0..cols).filter(|&col| self.board.iter().any(|row| row[col] != 0)).collect();
        for row in &mut self.board {
            *row = kept.iter().map(|&col| row[col]).chain(std::iter::repeat(0)).take(cols).collect();
        }
    }
}
