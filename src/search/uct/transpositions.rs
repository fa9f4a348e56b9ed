//! Equal states within a tree: by key, the best score with which any node of the tree reaches the state.
//!
//! A node that reaches a state with no more points than another node already has is cut off: whatever follows there,
//! the other node has it too and ends no lower, so the best line survives and an explored root remains a proof. The
//! table is a function of the tree alone, so it need not be saved.

use super::tree::{ROOT, Tree};
use crate::game::{Learn, Move};
use crate::types::{FixedMap, Key, Score};

/// The table.
#[derive(Debug, Default)]
pub(super) struct Transpositions {
    best: FixedMap<Key, Score>,
}

/// Bytes of one entry in the hash table: key, score, control byte, at 7/8 load.
const ENTRY_BYTES: u64 = 64;

impl Transpositions {
    pub(super) fn bytes(&self) -> u64 {
        self.best.len() as u64 * ENTRY_BYTES
    }

    /// Notes that a node reaches a state; false when another reaches it with at least this score.
    pub(super) fn enter(&mut self, key: Key, score: Score) -> bool {
        let mut is_new = false;
        let best = self.best.entry(key).or_insert_with(|| {
            is_new = true;
            score
        });
        let is_better = score > *best;
        *best = score.max(*best);
        is_new || is_better
    }

    pub(super) fn clear(&mut self) {
        self.best.clear();
        self.best.shrink_to_fit();
    }
}

impl Tree {
    /// Fills the table anew from the visited nodes of the tree.
    pub(super) fn rebuild_transpositions<G: Learn>(&mut self, game: &G) {
        self.transpositions.clear();
        if !self.options.transpositions {
            return;
        }
        let mut open = vec![(ROOT, game.root(), 0)];
        while let Some((id, state, score)) = open.pop() {
            self.transpositions.enter(game.key(&state), score);
            let children = self.nodes[id as usize].children();
            for (child, node) in children.clone().zip(&self.nodes[children]) {
                if node.visits > 0 {
                    let mut state = state;
                    let gain = game.play_unchecked(&mut state, G::Move::from_code(node.action)).gain;
                    open.push((u32::try_from(child).expect("node ids are u32"), state, score + gain));
                }
            }
        }
    }
}
