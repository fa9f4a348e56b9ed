//! One tree: a flat arena of 32-byte nodes, its generator and its best line.

use super::options::{Backup, Scaling, TreeOptions};
use super::transpositions::Transpositions;
use crate::search::Found;
use crate::search::value::Estimator;
use crate::types::{Pcg, Score};
use std::sync::Arc;

/// Index of a node in its arena. The root is 0, so 0 never is a child.
pub(super) type NodeId = u32;

/// The root.
pub(super) const ROOT: NodeId = 0;

/// One node. A node's children lie side by side, so a node needs only where they start and how many there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    /// Sum of the final scores of all iterations through here.
    pub(super) sum: f64,
    /// Sum of their squared deviations from their mean (Welford's recurrence), kept only by trees that use it.
    pub(super) deviations: f32,
    /// The best score of a complete line through here; `i32::MIN` before the first.
    pub(super) best: i32,
    pub(super) parent: NodeId,
    /// 0 for a leaf.
    pub(super) first_child: NodeId,
    pub(super) visits: u32,
    /// Code of the move that leads here.
    pub(super) action: u16,
    /// Number of children, and [`EXPLORED`].
    pub(super) flags: u16,
}

/// Bytes a node takes.
pub(super) const NODE_BYTES: u64 = size_of::<Node>() as u64;

/// Node ids are `u32`, and the largest has another use (see `recycle` and `record`).
const MOST_NODES: usize = u32::MAX as usize - 1;

/// Nothing below this node is left to search.
pub(super) const EXPLORED: u16 = 1 << 15;

impl Node {
    pub(super) const fn new(parent: NodeId, action: u16) -> Self {
        Self { sum: 0.0, deviations: 0.0, best: i32::MIN, parent, first_child: 0, visits: 0, action, flags: 0 }
    }

    pub(super) fn is_explored(&self) -> bool {
        self.flags & EXPLORED != 0
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.first_child == 0
    }

    /// Indices of the children.
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.flags & !EXPLORED)
    }

    /// The best score, if there was any.
    pub(super) fn best(&self) -> Option<Score> {
        (self.best > i32::MIN).then(|| Score::from(self.best))
    }

    /// The best score for the back-up: a line that did not count scores nothing.
    fn best_or_nothing(&self) -> f64 {
        if self.best > i32::MIN { f64::from(self.best) } else { 0.0 }
    }
}

/// More children than any node can have (an 8×8 sandbox has at most 2,080 moves).
pub(super) const MOST_CHILDREN: usize = 4096;

/// Least bytes that a tree can live with: the root, its children, their table, and one more expansion.
pub(super) const LEAST_BYTES: u64 = 1 << 19;

/// One tree. Aligned so that trees on different threads share no cache line.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Tree {
    pub(super) number: u32,
    /// What guided candidates and playouts go by.
    pub(super) guide: Arc<Estimator>,
    pub(super) options: TreeOptions,
    pub(super) nodes: Vec<Node>,
    /// Bytes that its arena and its table may take together.
    pub(super) budget_bytes: u64,
    pub(super) rng: Pcg,
    pub(super) iterations: u64,
    /// Lowest and highest final score met so far.
    pub(super) bounds: (Score, Score),
    pub(super) best: Option<Found>,
    pub(super) transpositions: Transpositions,
}

/// Reserves room for what the budget allows, without touching it: memory is taken page by page as the tree grows, and
/// nothing is ever moved. Where the machine refuses to reserve so much, the arena grows by steps.
fn reserve(nodes: &mut Vec<Node>, budget_bytes: u64) {
    let room = usize::try_from(budget_bytes / NODE_BYTES).unwrap_or(usize::MAX).min(MOST_NODES);
    drop(nodes.try_reserve_exact(room.saturating_sub(nodes.len())));
}

impl Tree {
    /// Gives back the pages that nodes before a folding have touched, and reserves the room anew.
    pub(super) fn release_pages(&mut self) {
        self.nodes.shrink_to_fit();
        reserve(&mut self.nodes, self.budget_bytes);
    }

    /// A tree that holds its root only.
    pub(super) fn new(number: u32, options: TreeOptions, guide: Arc<Estimator>, rng: Pcg, budget_bytes: u64) -> Self {
        let mut nodes = Vec::new();
        reserve(&mut nodes, budget_bytes);
        nodes.push(Node::new(ROOT, 0));
        Self {
            number,
            guide,
            options,
            nodes,
            budget_bytes,
            rng,
            iterations: 0,
            bounds: (Score::MAX, Score::MIN),
            best: None,
            transpositions: Transpositions::default(),
        }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[ROOT as usize]
    }

    /// Bytes of the arena and the tables in use.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.len() as u64 * NODE_BYTES + self.transpositions.bytes()
    }

    /// Whether the next iteration might not find room for its new nodes.
    pub(super) fn is_full(&self) -> bool {
        let nodes = self.nodes.len() + MOST_CHILDREN;
        let table = if self.options.transpositions { self.transpositions.bytes_with_one_more() } else { 0 };
        nodes > MOST_NODES || nodes as u64 * NODE_BYTES + table > self.budget_bytes
    }

    /// A factor and an offset that turn a score into a quality.
    pub(super) fn scale(&self) -> (f64, f64) {
        match self.options.scaling {
            Scaling::Factor(eta) => (eta, 0.0),
            Scaling::Running => {
                let (low, high) = self.bounds;
                let span = if high > low { (high - low) as f64 } else { 1.0 };
                (1.0 / span, if low == Score::MAX { 0.0 } else { low as f64 })
            }
        }
    }

    /// The quality of a visited node: what its statistics are worth under the tree's back-up.
    pub(super) fn quality(&self, node: &Node, (factor, offset): (f64, f64)) -> f64 {
        let mean = node.sum / f64::from(node.visits);
        let score = match self.options.backup {
            Backup::Mean => mean,
            Backup::Max => node.best_or_nothing(),
            Backup::Mixed(share) => share * node.best_or_nothing() + (1.0 - share) * mean,
        };
        (score - offset) * factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_32_bytes() {
        assert_eq!(NODE_BYTES, 32);
    }
}
