//! Back-up: statistics and isAllExplored, from a leaf to the root.

use super::tree::{EXPLORED, NodeId, ROOT, Tree};
use crate::types::Score;

impl Tree {
    /// Counts a finished iteration in every node from `leaf` to the root.
    pub(super) fn back_up(&mut self, leaf: NodeId, score: Score) {
        let (low, high) = self.bounds;
        self.bounds = (low.min(score), high.max(score));
        let best = i32::try_from(score).unwrap_or(if score > 0 { i32::MAX } else { i32::MIN + 1 });
        let value = score as f64;
        let mut id = leaf;
        loop {
            let node = &mut self.nodes[id as usize];
            node.visits = node.visits.saturating_add(1);
            node.sum += value;
            #[expect(clippy::cast_possible_truncation, reason = "a deviation needs no more than 24 bits")]
            {
                node.squares += (value * value) as f32;
            }
            node.best = node.best.max(best);
            if id == ROOT {
                return;
            }
            id = node.parent;
        }
    }

    /// Marks a node as explored, and every ancestor whose children all are.
    pub(super) fn mark_explored(&mut self, node: NodeId) {
        let mut id = node;
        loop {
            self.nodes[id as usize].flags |= EXPLORED;
            if id == ROOT {
                return;
            }
            id = self.nodes[id as usize].parent;
            let children = self.nodes[id as usize].children();
            if !self.nodes[children].iter().all(super::tree::Node::is_explored) {
                return;
            }
        }
    }
}
