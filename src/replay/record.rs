//! What every export is made from: a solution and what the independent rules made of it.

use crate::puzzle::Solution;
use crate::types::Score;
use crate::verify::{Opening, Step, Verified};

/// A verified solution.
#[derive(Clone, Debug)]
pub struct Record {
    /// The solution, with its score as verified.
    pub solution: Solution,
    /// The position before the first move.
    pub opening: Opening,
    /// Every move with the position after it.
    pub steps: Vec<Step>,
}

impl Record {
    /// Joins a solution with its replay.
    #[must_use]
    pub fn new(mut solution: Solution, verified: Verified) -> Self {
        solution.score = Some(verified.score);
        Self { solution, opening: verified.opening, steps: verified.steps }
    }

    /// The score at the end.
    #[must_use]
    pub fn score(&self) -> Score {
        self.steps.last().map_or(0, |step| step.score)
    }

    /// The board before a move, counted from 0.
    #[must_use]
    pub fn before(&self, step: usize) -> &[Vec<i16>] {
        match step.checked_sub(1).and_then(|previous| self.steps.get(previous)) {
            Some(previous) => &previous.board,
            None => &self.opening.board,
        }
    }
}
