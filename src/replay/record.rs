//! What every export is made from: a solution and what the independent rules made of it.

use crate::puzzle::{Claim, PuzzleGame, Solution};
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
        if solution.claim != Claim::Impossible {
            solution.score = Some(verified.score);
        }
        Self { solution, opening: verified.opening, steps: verified.steps }
    }

    /// The score at the end.
    #[must_use]
    pub fn score(&self) -> Score {
        self.steps.last().map_or(0, |step| step.score)
    }

    /// The board before a move, counted from 0; with as many as there are moves, the board at the end.
    #[must_use]
    pub fn before(&self, step: usize) -> &[Vec<i16>] {
        match step.checked_sub(1).and_then(|previous| self.steps.get(previous)) {
            Some(previous) => &previous.board,
            None => &self.opening.board,
        }
    }

    /// Units of the score per point: 1, or 256 in the modes that count power.
    #[must_use]
    pub fn scale(&self) -> Score {
        match &self.solution.puzzle.game {
            PuzzleGame::Sandbox { setup, .. } => setup.rules.worth.scale.max(1),
            PuzzleGame::Samegame { .. } | PuzzleGame::Crush { .. } => 1,
        }
    }

    /// A score as people read it: whole points, or power with the decimals that it has.
    #[must_use]
    pub fn points(&self, score: Score) -> String {
        match self.scale() {
            1 => score.to_string(),
            // Exact: a score stays far below 2⁵³ and the scale is a power of two.
            scale => (score as f64 / scale as f64).to_string(),
        }
    }

    /// A gain as people read it, with its sign: what the end of a game deducts is one too.
    #[must_use]
    pub fn signed(&self, gain: Score) -> String {
        format!("{}{}", if gain < 0 { "" } else { "+" }, self.points(gain))
    }

    /// What people call the puzzle.
    #[must_use]
    pub fn name(&self) -> &str {
        let puzzle = &self.solution.puzzle;
        puzzle.name.as_deref().unwrap_or(puzzle.game.name())
    }
}
