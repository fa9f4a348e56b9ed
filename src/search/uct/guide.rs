//! The learned value as a guide: which moves look best from where one stands.

use crate::game::{Learn, MoveClass};
use crate::search::Control;
use crate::search::beam::{Pass, Scene, Spec};
use crate::search::value::{Estimator, UNIT};
use crate::types::Score;

/// Half the range of the noise in a simulation by beam, in points: well below what the value is off by, and enough to
/// tell simulations apart.
const NOISE: Score = 50;

/// What a move gains at once and what its position is still worth, in 1/[`UNIT`] of the score's unit.
pub(super) fn promise<G: Learn>(game: &G, guide: &Estimator, state: &G::State, mv: G::Move) -> Score {
    let mut next = *state;
    game.play_unchecked(&mut next, mv).gain * UNIT + guide.value(game, &next)
}

/// Puts the `top` most promising moves first, best first, and drops the rest; the lower of equals.
pub(super) fn keep_best<G: Learn>(game: &G, guide: &Estimator, state: &G::State, moves: &mut Vec<G::Move>, top: usize) {
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

/// The best line that a beam of this width finds from a position, and what it gains; the salt decides the noise. `None`
/// when a stop came first.
pub(super) fn line<G: Learn>(
    game: &G,
    guide: &Estimator,
    state: &G::State,
    (width, salt): (u32, u64),
    control: &Control<'_>,
) -> Option<(Vec<u16>, Score)> {
    let scene = Scene { game, estimator: guide, noise: NOISE * UNIT, salt };
    let spec = Spec { prefix: Vec::new(), width: width.max(1) as usize, noise: scene.noise, salt };
    let mut pass = Pass::from_position(&scene, *state, 0, spec);
    let (mut codes, mut best) = (Vec::new(), None);
    while !pass.is_over() {
        if control.is_stopped() {
            return None;
        }
        if let (_, Some(line)) = pass.step(&scene, u64::MAX, best) {
            (codes, best) = (line.codes, Some(line.score));
        }
    }
    Some((codes, best.unwrap_or(0)))
}
