//! Simulation: from a leaf to the end of the game.

use super::expand::Scratch;
use super::options::Playout;
use super::tree::Tree;
use crate::game::{Learn, Move, MoveClass};
use crate::search::Control;
use crate::types::{Pcg, Score};
use rand::Rng;

/// 53 random bits as a number in [0, 1).
fn unit(rng: &mut Pcg) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The move with the largest refill count, then the largest gain, then the lowest code; never a minor one.
fn greediest<G: Learn>(game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Option<G::Move> {
    game.moves(state, moves);
    let mut best = None;
    for &mv in moves.iter().filter(|&&mv| game.class(state, mv) != MoveClass::Minor) {
        let played = game.play_unchecked(&mut state.clone(), mv);
        let rank = (played.refill, played.gain);
        if best.is_none_or(|(highest, _)| rank > highest) {
            best = Some((rank, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

impl Tree {
    /// Plays on to the end; returns what was gained and appends the moves to the scratch line. `None` when a stop came
    /// first: with thousands of steps left a simulation takes minutes.
    pub(super) fn simulate<G: Learn>(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Scratch<G::Move>,
        control: &Control<'_>,
    ) -> Option<Score> {
        let mut gained = 0;
        loop {
            if control.is_stopped() {
                return None;
            }
            let mv = match self.options.playout {
                Playout::Beam(width) => {
                    let salt = self.rng.next_u64();
                    let (codes, gained) = super::guide::line(game, &self.guide, state, (width, salt), control)?;
                    for &code in &codes {
                        game.play_unchecked(state, G::Move::from_code(code));
                    }
                    scratch.line.extend(codes);
                    return Some(gained);
                }
                Playout::Greedy(epsilon) if unit(&mut self.rng) >= epsilon => {
                    greediest(game, state, &mut scratch.moves)
                }
                Playout::Guided(epsilon) if unit(&mut self.rng) >= epsilon => {
                    super::guide::best(game, &self.guide, state, &mut scratch.moves)
                }
                Playout::Greedy(_) | Playout::Guided(_) | Playout::Uniform => game.sample(state, &mut self.rng),
            };
            let Some(mv) = mv else { return Some(gained) };
            gained += game.play_unchecked(state, mv).gain;
            scratch.line.push(mv.code());
        }
    }
}
