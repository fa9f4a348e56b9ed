//! A puzzle that has been checked: what can be played, and what it is called.

use super::draft::Draft;
use crate::games::sandbox::{Mode, Refill, Setup};
use serde::{Deserialize, Serialize};

/// A checked puzzle.
///
/// In JSON it has the keys of a puzzle file, with the board as rows of codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Draft", try_from = "Draft")]
pub struct Puzzle {
    /// What people call it.
    pub name: Option<String>,
    /// What is played.
    pub game: PuzzleGame,
}

impl Puzzle {
    /// Whether its refill is random, so that no move list is worth a fixed score.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(&self.game, PuzzleGame::Sandbox { setup, .. } if setup.rules.refill == Refill::Random)
    }
}

/// The game of a puzzle and its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleGame {
    /// 召唤与合成: a setup that [`Sandbox::new`](crate::games::sandbox::Sandbox::new) accepts.
    Sandbox {
        /// The preset that the rules started from.
        mode: Mode,
        /// The start.
        setup: Setup,
    },
    /// SameGame: remove connected groups.
    Samegame {
        /// Colours 1 to 7, 0 for empty, 1 to 16 rows and columns; nothing floats, no gap between columns.
        board: Vec<Vec<u8>>,
        /// Whether what is left at the end is deducted.
        leftover_penalty: bool,
    },
    /// The lab's match-3: exactly `moves` swaps.
    Crush {
        /// Kinds 1 to `kinds`, 0 for empty, 1 to 16 rows and columns; nothing floats, no line of three.
        board: Vec<Vec<u8>>,
        /// Number of kinds, 2 to 15.
        kinds: u8,
        /// Swaps that must be made, at least 1.
        moves: u16,
    },
}

impl PuzzleGame {
    /// The game's name in puzzle files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sandbox { .. } => "sandbox",
            Self::Samegame { .. } => "samegame",
            Self::Crush { .. } => "crush",
        }
    }
}
