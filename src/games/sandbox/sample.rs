//! One uniformly random move for playouts: a legal swap, or a drag that gives its step back (R9, R10).
//!
//! Every legal swap is met as (cell that completes a triple, piece of the kind to bring there). Drawing from all such
//! pairs and rejecting the few that need the very piece they move, and one half of those that count twice (both
//! pieces complete something), leaves every legal move equally likely. At least a third of a kind's pairs are good,
//! so the loop is short; nothing is listed.

use super::moves::{SandboxMove, completes, completions};
use super::play::Sandbox;
use super::rules::SwapRule;
use super::state::State;
use crate::bits::nth_set;
use crate::types::{Pcg, below};

impl Sandbox {
    /// Draws a move that is not minor; `None` when there is none.
    #[inline(always)]
    pub(super) fn sample_move(&self, state: &State, rng: &mut Pcg) -> Option<SandboxMove> {
        if state.steps_left == 0 || self.awaits_refill(state) {
            return None;
        }
        if self.rules().swap == SwapRule::Adjacent {
            return self.sample_from_list(state, rng);
        }
        let pieces = state.pieces();
        let planes = state.kind_planes();
        let targets = planes.map(|plane| completions(plane) & pieces & !plane);
        let mut weights = [0; 16];
        let mut total = 0;
        for kind in 1..=self.top_kind() {
            let count = planes[kind].count_ones();
            weights[kind] = if count >= 3 { count * targets[kind].count_ones() } else { 0 };
            total += weights[kind];
        }
        let drags = self.free_drags(state);
        let total = total + drags.count_ones();
        if total == 0 {
            return None;
        }
        loop {
            let mut index = below(rng, total);
            let mut kind = 1;
            while kind < 16 && index >= weights[kind] {
                index -= weights[kind];
                kind += 1;
            }
            if kind == 16 {
                return Some(SandboxMove::drag(nth_set(drags, index)));
            }
            let count = planes[kind].count_ones();
            let target = nth_set(targets[kind], index / count);
            let source = nth_set(planes[kind], index % count);
            if !completes(target, planes[kind] & !(1 << source)) {
                continue;
            }
            let counts_twice = self.brings(state, state.kind(target), target, source);
            if !counts_twice || target < source {
                return Some(SandboxMove::swap(target, source));
            }
        }
    }

    /// The same for rule sets in which the shortcut does not hold.
    #[cold]
    fn sample_from_list(&self, state: &State, rng: &mut Pcg) -> Option<SandboxMove> {
        let mut moves = Vec::new();
        let free = self.free_drags(state);
        self.each_move(state, |mv| {
            if !mv.is_drag() || free >> mv.cells().0 & 1 == 1 {
                moves.push(mv);
            }
        });
        let count = u32::try_from(moves.len()).expect("a board has at most 2,080 moves");
        (count > 0).then(|| moves[below(rng, count) as usize])
    }
}
