//! From the start to the end of the game by a policy, and the same for a line that is known already.

use super::options::NrpaOptions;
use super::policy::{Choice, Policy, Scratch, Trace, slot};
use crate::game::{Learn, Move};
use crate::search::value::{Estimator, UNIT};
use crate::types::{Pcg, Score};

/// What every playout of a search needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a, G> {
    pub(super) game: &'a G,
    pub(super) estimator: &'a Estimator,
    pub(super) options: &'a NrpaOptions,
    /// Whether playouts pass over unpromising moves while there are others.
    pub(super) selective: bool,
}

impl<G: Learn> Scene<'_, G> {
    /// Replaces the contents of `moves` by the moves to choose from, and appends them to the trace's choices.
    /// Returns where these start.
    fn offer(&self, state: &G::State, moves: &mut Vec<G::Move>, trace: &mut Trace) -> usize {
        self.game.moves(state, moves);
        if self.selective && moves.iter().any(|&mv| self.game.is_promising(state, mv)) {
            moves.retain(|&mv| self.game.is_promising(state, mv));
        }
        let start = trace.choices.len();
        let choice = |&mv: &G::Move| Choice { slot: slot(self.game.policy_code(state, mv)), bias: 0.0 };
        trace.choices.extend(moves.iter().map(choice));
        if self.options.bias > 0.0 && moves.len() > 1 {
            self.add_bias(state, moves, &mut trace.choices[start..]);
        }
        start
    }

    /// The move that promises most gets no bias, the one that promises least the full one, downwards.
    fn add_bias(&self, state: &G::State, moves: &[G::Move], choices: &mut [Choice]) {
        for (choice, &mv) in choices.iter_mut().zip(moves) {
            let mut next = *state;
            let gain = self.game.play_unchecked(&mut next, mv).gain;
            choice.bias = (gain * UNIT + self.estimator.value(self.game, &next)) as f32;
        }
        let highest = choices.iter().map(|choice| choice.bias).fold(f32::MIN, f32::max);
        let lowest = choices.iter().map(|choice| choice.bias).fold(f32::MAX, f32::min);
        #[expect(clippy::cast_possible_truncation, reason = "an option of a few units")]
        let scale = self.options.bias as f32 / (highest - lowest).max(1.0);
        for choice in choices {
            choice.bias = (choice.bias - highest) * scale;
        }
    }

    /// Plays to the end and keeps the line up to where it scored best.
    pub(super) fn play(&self, policy: &Policy, rng: &mut Pcg, trace: &mut Trace, scratch: &mut Scratch) {
        let mut moves = Vec::new();
        let (mut state, mut score) = (self.game.root(), 0);
        let mut kept = 0;
        trace.clear();
        loop {
            if self.game.is_complete(&state) && trace.score.is_none_or(|best| score > best) {
                trace.score = Some(score);
                kept = trace.codes.len();
            }
            let start = self.offer(&state, &mut moves, trace);
            if moves.is_empty() {
                break;
            }
            let index = policy.draw(&trace.choices[start..], rng, scratch);
            score += self.advance(&mut state, moves[index], index, trace);
        }
        if trace.score.is_some() {
            trace.cut(kept);
        }
    }

    /// Makes a move and notes it.
    fn advance(&self, state: &mut G::State, mv: G::Move, index: usize, trace: &mut Trace) -> Score {
        trace.codes.push(mv.code());
        trace.chosen.push(u32::try_from(index).unwrap_or(u32::MAX));
        trace.ends.push(u32::try_from(trace.choices.len()).unwrap_or(u32::MAX));
        self.game.play_unchecked(state, mv).gain
    }

    /// Goes through a complete line again; `None` when it is not one that a playout can make.
    pub(super) fn retrace(&self, line: &[u16]) -> Option<Trace> {
        let mut trace = Trace::default();
        let mut moves = Vec::new();
        let (mut state, mut score) = (self.game.root(), 0);
        for &code in line {
            self.offer(&state, &mut moves, &mut trace);
            let index = moves.binary_search(&G::Move::from_code(code)).ok()?;
            score += self.advance(&mut state, moves[index], index, &mut trace);
        }
        trace.score = Some(score);
        self.game.is_complete(&state).then_some(trace)
    }
}
