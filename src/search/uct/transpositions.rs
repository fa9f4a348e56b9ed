//! Equal states within a tree: by key, the best score with which any node of the tree reaches the state.
//!
//! A node that reaches a state with no more points than another node already has is cut off: whatever follows there,
//! the other node has it too and ends no lower, so the best line survives and an explored root remains a proof. The
//! table is a function of the tree alone, so it need not be saved.

use super::tree::{ROOT, Tree};
use crate::game::{Learn, Move};
use crate::types::{FixedMap, Key, Score};

/// The table.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Transpositions {
    best: FixedMap<Key, Score>,
}

/// How a state stood in the table before a node entered it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entered {
    key: Key,
    before: Option<Score>,
}

/// Bytes of one bucket of the hash table: key and score, and a control byte.
const BUCKET_BYTES: u64 = size_of::<(Key, Score)>() as u64 + 1;

/// Bytes of a table with so many entries: a power of two of buckets, at most 7/8 of them in use.
///
/// Reckoned from the number alone, so that when a tree is full does not depend on how its table came about.
fn table_bytes(entries: usize) -> u64 {
    if entries == 0 { 0 } else { (entries as u64 * 8).div_ceil(7).next_power_of_two().max(4) * BUCKET_BYTES }
}

impl Transpositions {
    pub(super) fn bytes(&self) -> u64 {
        table_bytes(self.best.len())
    }

    /// Bytes that the next entry may take the table to: when it grows, the old half stands beside the new table.
    pub(super) fn bytes_with_one_more(&self) -> u64 {
        let (now, then) = (self.bytes(), table_bytes(self.best.len() + 1));
        if then > now { then + now } else { now }
    }

    /// Notes that a node reaches a state; `None` when another reaches it with at least this score.
    pub(super) fn enter(&mut self, key: Key, score: Score) -> Option<Entered> {
        let before = self.best.get(&key).copied();
        if before.is_some_and(|before| score <= before) {
            return None;
        }
        self.best.insert(key, score);
        Some(Entered { key, before })
    }

    /// Makes the table what it was before a node entered a state.
    pub(super) fn leave(&mut self, entered: Entered) {
        match entered.before {
            Some(before) => self.best.insert(entered.key, before),
            None => self.best.remove(&entered.key),
        };
    }

    /// Empties the table and makes room for so many entries at once, so that it leaves no smaller tables behind in the
    /// allocator.
    fn restart(&mut self, entries: usize) {
        self.best = FixedMap::default();
        self.best.reserve(entries);
    }
}

impl Tree {
    /// Fills the table anew from the visited nodes of the tree.
    pub(super) fn rebuild_transpositions<G: Learn>(&mut self, game: &G) {
        if !self.options.transpositions {
            return;
        }
        self.transpositions.restart(self.nodes.iter().filter(|node| node.visits > 0).count());
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
