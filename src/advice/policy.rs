//! The move a player of a simulated game makes: by an evaluator, by most eliminated, or by gain and potential.

use super::potential::{Potential, kind_worths};
use crate::game::{Chance, Game};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::{Pcg, Score};

/// Moves greedily by gain plus potential. Owns its move list, so a playout allocates nothing.
#[derive(Debug)]
pub(super) struct Guide<'a> {
    pub(super) game: &'a Sandbox,
    pub(super) potential: &'a Potential,
    worths: [f64; 16],
    scale: f64,
    moves: Vec<SandboxMove>,
}

/// A move, the state it leaves and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) mv: SandboxMove,
    pub(super) after: State,
    pub(super) gain: Score,
    pub(super) value: f64,
}

impl<'a> Guide<'a> {
    pub(super) fn new(game: &'a Sandbox, potential: &'a Potential) -> Self {
        let rules = game.rules();
        Self { game, potential, worths: kind_worths(rules), scale: rules.worth.scale as f64, moves: Vec::new() }
    }

    /// A score in power units.
    pub(super) fn units(&self, score: Score) -> f64 {
        score as f64 / self.scale
    }

    /// What a board after a move is still worth.
    pub(super) fn value(&self, after: &State) -> f64 {
        self.potential.value(self.game, &self.worths, after)
    }

    /// One legal move, played and valued.
    pub(super) fn choice(&self, state: &State, mv: SandboxMove) -> Choice {
        let mut after = *state;
        let gain = self.game.play_unchecked(&mut after, mv).gain;
        Choice { mv, after, gain, value: self.units(gain) + self.value(&after) }
    }

    /// The best move; among equals the lowest. `None` where the game is over.
    pub(super) fn best(&mut self, state: &State) -> Option<Choice> {
        let mut moves = std::mem::take(&mut self.moves);
        self.game.moves(state, &mut moves);
        let mut best: Option<Choice> = None;
        for &mv in &moves {
            let choice = self.choice(state, mv);
            if best.is_none_or(|best| choice.value > best.value) {
                best = Some(choice);
            }
        }
        self.moves = moves;
        best
    }

    /// Plays on from a board after a move for `moves` more moves and adds the potential of what is left.
    pub(super) fn playout(&mut self, after: &State, moves: u32, rng: &mut Pcg) -> f64 {
        let mut state = *after;
        let mut total = self.units(self.game.settle(&mut state, rng).gain);
        for left in (0..moves).rev() {
            let Some(choice) = self.best(&state) else { return total };
            if left == 0 {
                return total + choice.value;
            }
            state = choice.after;
            total += self.units(choice.gain) + self.units(self.game.settle(&mut state, rng).gain);
        }
        total
    }
}
