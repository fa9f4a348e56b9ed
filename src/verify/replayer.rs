//! Any game, move by move, and whole lines with their claims.

use super::crush::Crush;
use super::record::{Opening, Reason, Step, Verified, VerifyError};
use super::samegame::Samegame;
use super::sandbox::Sandbox;
use crate::games::sandbox::Setup;
use crate::types::{Action, Score};

/// The plain data of a puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// A sandbox of any mode.
    Sandbox(&'a Setup),
    /// `SameGame`.
    Samegame {
        /// Colours row by row, 0 for empty.
        board: &'a [Vec<u8>],
        /// Whether pieces left over are deducted at the end.
        leftover_penalty: bool,
    },
    /// A crush.
    Crush {
        /// Kinds row by row, 0 for empty.
        board: &'a [Vec<u8>],
        /// X, the number of moves to be made.
        moves: u16,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Position {
    Sandbox(Box<Sandbox>),
    Samegame(Samegame),
    Crush(Crush),
}

/// A puzzle being replayed by the plain rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayer {
    position: Position,
    made: usize,
    score: Score,
}

impl Replayer {
    /// A replayer before the first move.
    ///
    /// # Errors
    /// When the start position is not one that can be played.
    pub fn new(start: Start<'_>) -> Result<Self, Reason> {
        let position = match start {
            Start::Sandbox(setup) => Position::Sandbox(Box::new(Sandbox::new(setup)?)),
            Start::Samegame { board, leftover_penalty } => Position::Samegame(Samegame::new(board, leftover_penalty)?),
            Start::Crush { board, moves } => Position::Crush(Crush::new(board, moves)?),
        };
        Ok(Self { position, made: 0, score: 0 })
    }

    /// Tells which families fall next where a sandbox's refill is random; other games need none.
    pub fn feed(&mut self, families: &[u8]) {
        if let Position::Sandbox(sandbox) = &mut self.position {
            sandbox.feed(families);
        }
    }

    /// The position as a record holds it before the first move.
    #[must_use]
    pub fn opening(&self) -> Opening {
        Opening { step: 0, board: self.board(), score: 0, steps_left: self.steps_left(), queue_pos: self.queue_pos() }
    }

    /// Every legal move, ascending (SameGame: one per group).
    #[must_use]
    pub fn moves(&self) -> Vec<Action> {
        match &self.position {
            Position::Sandbox(sandbox) => sandbox.moves(),
            Position::Samegame(samegame) => samegame.moves(),
            Position::Crush(crush) => crush.moves(),
        }
    }

    /// Plays a move and says what it did. After an error nothing has changed.
    ///
    /// # Errors
    /// When the move is not legal here, or refill is random and not enough families were fed.
    pub fn play(&mut self, action: Action) -> Result<Step, Reason> {
        let (gain, rounds) = match &mut self.position {
            Position::Sandbox(sandbox) => sandbox.play(action)?,
            Position::Samegame(samegame) => samegame.play(action)?,
            Position::Crush(crush) => crush.play(action)?,
        };
        self.made += 1;
        self.score += gain;
        Ok(Step {
            step: self.made,
            action,
            gain,
            score: self.score,
            steps_left: self.steps_left(),
            queue_pos: self.queue_pos(),
            board: self.board(),
            rounds,
        })
    }

    /// Points so far.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The board's codes row by row.
    #[must_use]
    pub fn board(&self) -> Vec<Vec<i16>> {
        match &self.position {
            Position::Sandbox(sandbox) => sandbox.codes(),
            Position::Samegame(samegame) => samegame.codes(),
            Position::Crush(crush) => crush.codes(),
        }
    }

    /// Steps left (sandbox) or moves still to be made (crush); `None` in `SameGame`.
    #[must_use]
    pub fn steps_left(&self) -> Option<u16> {
        match &self.position {
            Position::Sandbox(sandbox) => Some(sandbox.steps_left()),
            Position::Samegame(_) => None,
            Position::Crush(crush) => Some(crush.moves_left()),
        }
    }

    /// Place in the refill cycle; `None` outside the sandbox.
    #[must_use]
    pub fn queue_pos(&self) -> Option<u8> {
        match &self.position {
            Position::Sandbox(sandbox) => Some(sandbox.queue_pos()),
            Position::Samegame(_) | Position::Crush(_) => None,
        }
    }
}

/// Replays a line by the plain rules and compares its score with the one claimed, if any.
///
/// A sandbox line may stop anywhere, a crush needs exactly its X moves, and `SameGame` ends when nothing is left to tap.
///
/// # Errors
/// The first move that is wrong, or what is wrong with the line as a whole.
pub fn check(start: Start<'_>, line: &[Action], claimed: Option<Score>) -> Result<Verified, VerifyError> {
    let whole = |reason| VerifyError { step: None, reason };
    let mut replayer = Replayer::new(start).map_err(whole)?;
    let opening = replayer.opening();
    let mut steps = Vec::with_capacity(line.len());
    for (i, &action) in line.iter().enumerate() {
        let step = replayer.play(action).map_err(|reason| VerifyError { step: Some(i + 1), reason })?;
        steps.push(step);
    }
    match (start, &replayer.position) {
        (Start::Crush { moves, .. }, _) if line.len() != usize::from(moves) => {
            return Err(whole(Reason::Length { made: line.len(), wanted: moves }));
        }
        (_, Position::Samegame(samegame)) if !samegame.is_over() => return Err(whole(Reason::Unfinished)),
        _ => {}
    }
    match claimed {
        Some(claimed) if claimed != replayer.score => Err(whole(Reason::Score { claimed, actual: replayer.score })),
        _ => Ok(Verified { score: replayer.score, opening, steps }),
    }
}
