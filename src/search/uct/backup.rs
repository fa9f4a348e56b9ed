//! Back-up: statistics and isAllExplored, from a leaf to the root.

use super::tree::{EXPLORED, NodeId, ROOT, Tree};
use crate::types::Score;

impl Tree {
    /// Counts a finished iteration in every node from `leaf` to the root.
    ///
    /// A line that is no solution (`is_complete` false) scores nothing: it counts in the mean, not for the best.
    pub(super) fn back_up(&mut self, leaf: NodeId, score: Score, is_complete: bool) {
        let score = if is_complete { score } else { 0 };
        let (low, high) = self.bounds;
        self.bounds = (low.min(score), high.max(score));
        let best = match i32::try_from(score) {
            _ if !is_complete => i32::MIN,
            Ok(score) => score.max(i32::MIN + 1),
            Err(_) if score > 0 => i32::MAX,
            Err(_) => i32::MIN + 1,
        };
        let deviates = self.options.deviation.is_some();
        let value = score as f64;
        let mut id = leaf;
        loop {
            let node = &mut self.nodes[id as usize];
            if deviates && node.visits > 0 && node.visits < u32::MAX {
                let count = f64::from(node.visits);
                let (before, after) = (node.sum / count, (node.sum + value) / (count + 1.0));
                #[expect(clippy::cast_possible_truncation, reason = "a deviation needs no more than 24 bits")]
                let squared = ((value - before) * (value - after)) as f32;
                node.deviations += squared;
            }
            // A node that cannot count on keeps its mean.
            if let Some(visits) = node.visits.checked_add(1) {
                node.visits = visits;
                node.sum += value;
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
