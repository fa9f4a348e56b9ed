//! The learned value as a guide: which moves look best from where one stands.

use crate::game::{Learn, MoveClass};
use crate::search::value::{Estimator, UNIT};
use crate::types::Score;

/// What a move gains at once and what its position is still worth, in 1/[`UNIT`] of the score's unit.
pub(super) fn promise<G: Learn>(game: &G, guide: &Estimator, state: &G::State, mv: G::Move) -> Score {
    let mut next = *state;
    game.play_unchecked(&mut next, mv).gain * UNIT + guide.value(game, &next)
}

/// Puts the `top` most promising moves first, best first, and drops the rest; the lower of equals. Minor moves count
/// only where there is no other.
pub(super) fn keep_best<G: Learn>(game: &G, guide: &Estimator, state: &G::State, moves: &mut Vec<G::Move>, top: usize) {
    if moves.iter().any(|&mv| game.class(state, mv) != MoveClass::Minor) {
        moves.retain(|&mv| game.class(state, mv) != MoveClass::Minor);
    }
    moves.sort_by_cached_key(|&mv| (std::cmp::Reverse(promise(game, guide, state, mv)), mv));
    moves.truncate(top);
}

/// The most promising move that is not minor; the lowest of equals.
pub(super) fn best<G: Learn>(
    game: &G,
    guide: &Estimator,
    state: &G::State,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    game.moves(state, moves);
    let candidates = moves.iter().filter(|&&mv| game.class(state, mv) != MoveClass::Minor);
    candidates.copied().max_by_key(|&mv| (promise(game, guide, state, mv), std::cmp::Reverse(mv)))
}
