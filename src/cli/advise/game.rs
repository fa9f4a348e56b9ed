//! The game so far: a log of what was typed, and the position after each entry.
//!
//! Invariant: the positions are the log replayed, so the log alone needs to be kept.

use crate::cli::eval::random_game;
use crate::cli::exit::Failure;
use crate::cli::ui::Ui;
use crate::game::{Chance, Game as _};
use crate::games::sandbox::setup::Fault;
use crate::games::sandbox::trace::Group;
use crate::games::sandbox::{Sandbox, SandboxMove, Setup, State};
use crate::puzzle::Puzzle;
use crate::types::{Action, Place, Score};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Entry {
    /// A move, and the families that fell first after it, in the order of R14.
    Turn {
        /// The move.
        #[serde(rename = "move")]
        action: Action,
        /// The families, a digit each.
        fell: String,
    },
    /// What fell in a later round of the cascade.
    Round {
        /// The families, a digit each.
        fell: String,
    },
    /// The board as the player says it is.
    Board {
        /// Its codes.
        board: Vec<Vec<i16>>,
        /// Steps left.
        steps: u16,
    },
}

/// Why an entry does not fit the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// Another number of new pieces.
    Count {
        /// Typed.
        typed: usize,
        /// Awaited.
        awaited: usize,
    },
    /// A family other than 1 to 3.
    Family(char),
    /// The move is not legal.
    Move(Action),
    /// New pieces are awaited, no move.
    Pending,
    /// No new pieces are awaited.
    Settled,
    /// The board cannot be.
    Board(Vec<Fault>),
    /// The board has another size.
    Size {
        /// Rows and columns typed; 0 columns where rows differ.
        found: (usize, usize),
    },
}

/// A position on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Board and steps.
    pub state: State,
    /// Gained so far.
    pub score: Score,
    /// Moves made.
    pub made: u64,
    /// Gained by the move under way.
    pub gain: Score,
}

/// A game under way.
#[derive(Debug)]
pub(super) struct Game {
    pub puzzle: Puzzle,
    pub sandbox: Sandbox,
    log: Vec<Entry>,
    undone: Vec<Entry>,
    /// The start, then the position after each entry.
    positions: Vec<Position>,
}

impl Game {
    /// A game at its start.
    ///
    /// # Errors
    /// When the puzzle's refill is fixed or it cannot be played.
    pub(super) fn new(puzzle: Puzzle, ui: &Ui) -> Result<Self, Failure> {
        let sandbox = random_game(&puzzle, ui)?;
        let start = Position { state: sandbox.root(), score: 0, made: 0, gain: 0 };
        Ok(Self { puzzle, sandbox, log: Vec::new(), undone: Vec::new(), positions: vec![start] })
    }

    /// What happened, and what was taken back.
    pub(super) fn log(&self) -> (&[Entry], &[Entry]) {
        (&self.log, &self.undone)
    }

    /// Puts back what was undone before, when a game file is read.
    pub(super) fn set_undone(&mut self, undone: Vec<Entry>) {
        self.undone = undone;
    }

    /// The position now.
    pub(super) fn now(&self) -> &Position {
        self.positions.last().expect("the start is never taken off")
    }

    /// Whether new pieces are awaited.
    pub(super) fn is_pending(&self) -> bool {
        self.sandbox.is_pending(&self.now().state)
    }

    /// The legal moves.
    pub(super) fn moves(&self) -> Vec<SandboxMove> {
        let mut moves = Vec::new();
        self.sandbox.moves(&self.now().state, &mut moves);
        moves
    }

    /// The position now as the setup of a puzzle, for whoever wants to check something on it.
    pub(super) fn setup(&self) -> Setup {
        let state = &self.now().state;
        Setup { rules: *self.sandbox.rules(), board: self.sandbox.codes(state), steps: state.steps(), queue_pos: 0 }
    }

    /// A move played to its first fall: the state, and what was matched.
    pub(super) fn first_fall(&self, mv: SandboxMove) -> (State, Vec<Group>) {
        let mut state = self.now().state;
        let (_, rounds) = self.sandbox.play_traced(&mut state, mv);
        (state, rounds.into_iter().flat_map(|round| round.groups).collect())
    }

    /// The cells that await pieces, in the order in which they are filled.
    pub(super) fn order(&self, pending: &State) -> Vec<Place> {
        let mut state = *pending;
        let mut order = Vec::new();
        while let Some(place) =
            self.sandbox.next_refill(&state).filter(|_| order.len() < awaited(&self.sandbox, pending))
        {
            order.push(place);
            self.sandbox.resolve(&mut state, 1);
        }
        order
    }

    /// Adds an entry; what was undone before is gone then.
    ///
    /// # Errors
    /// When it does not fit; nothing has changed then.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), Misfit> {
        let position = self.after(&entry)?;
        self.positions.push(position);
        self.log.push(entry);
        self.undone.clear();
        Ok(())
    }

    /// Takes the last entry back. False where there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(entry) = self.log.pop() else { return false };
        self.positions.pop();
        self.undone.push(entry);
        true
    }

    /// Plays the entry again that was taken back last. False where there is none.
    pub(super) fn redo(&mut self) -> bool {
        let Some(entry) = self.undone.pop() else { return false };
        match self.after(&entry) {
            Ok(position) => {
                self.positions.push(position);
                self.log.push(entry);
                true
            }
            // Only a game file that was edited by hand gets here.
            Err(_) => false,
        }
    }

    /// The position after an entry.
    fn after(&self, entry: &Entry) -> Result<Position, Misfit> {
        let mut position = *self.now();
        match entry {
            Entry::Turn { action, fell } => {
                if self.is_pending() {
                    return Err(Misfit::Pending);
                }
                let mv = self.sandbox.find(&position.state, *action).ok_or(Misfit::Move(*action))?;
                position.gain = self.sandbox.play_unchecked(&mut position.state, mv).gain;
                position.made += 1;
                self.fill(&mut position, fell)?;
            }
            Entry::Round { .. } if !self.is_pending() => return Err(Misfit::Settled),
            Entry::Round { fell } => self.fill(&mut position, fell)?,
            Entry::Board { board, steps } => {
                position.state = self.state_of(board, *steps)?;
                position.score += position.gain;
                position.gain = 0;
            }
        }
        if !self.sandbox.is_pending(&position.state) {
            position.score += position.gain;
            position.gain = 0;
        }
        Ok(position)
    }

    /// Lets pieces of these families fall.
    fn fill(&self, position: &mut Position, fell: &str) -> Result<(), Misfit> {
        let families = families(fell)?;
        let awaited = awaited(&self.sandbox, &position.state);
        if families.len() != awaited {
            return Err(Misfit::Count { typed: families.len(), awaited });
        }
        for family in families {
            position.gain += self.sandbox.resolve(&mut position.state, family).gain;
        }
        Ok(())
    }

    /// The state of a board that the player names.
    fn state_of(&self, board: &[Vec<i16>], steps: u16) -> Result<State, Misfit> {
        let shape = self.sandbox.shape();
        let (rows, cols) = (usize::from(shape.rows()), usize::from(shape.cols()));
        if board.len() != rows || board.iter().any(|row| row.len() != cols) {
            let first = board.first().map_or(0, Vec::len);
            let is_even = board.iter().all(|row| row.len() == first);
            return Err(Misfit::Size { found: (board.len(), if is_even { first } else { 0 }) });
        }
        let setup = Setup { rules: *self.sandbox.rules(), board: board.to_vec(), steps, queue_pos: 0 };
        Sandbox::new(&setup).map(|sandbox| sandbox.root()).map_err(|error| Misfit::Board(error.faults))
    }
}

/// How many pieces a state awaits.
pub(super) fn awaited(sandbox: &Sandbox, state: &State) -> usize {
    sandbox.codes(state).iter().flatten().filter(|&&code| code == 0).count()
}

/// The families of a row of digits.
fn families(digits: &str) -> Result<Vec<u8>, Misfit> {
    let family = |c: char| match c {
        '1' => Ok(1),
        '2' => Ok(2),
        '3' => Ok(3),
        other => Err(Misfit::Family(other)),
    };
    digits.chars().map(family).collect()
}
