//! Room for new nodes in a full tree: the least visited subtrees are folded back into their roots.
//!
//! When fewer bytes are free than one expansion may take, a visit count is chosen such that folding every node with
//! at most so many visits frees half of the tree. A folded node keeps its own statistics and becomes a leaf again;
//! explored subtrees, which are never entered again, go first. Visits fall from parent to child, so everything below
//! a folded node is folded too. Then the arena closes the gaps in place: nodes slide down in order, which keeps
//! siblings side by side and parents before children.

use super::tree::{EXPLORED, Node, NodeId, ROOT, Tree};
use crate::game::Learn;

/// Marks the nodes of a folded subtree.
const GONE: NodeId = NodeId::MAX;

/// Visit counts from here on are told apart no further.
const HIGHEST_COUNT: usize = 1 << 16;

impl Tree {
    /// Folds subtrees if the next expansion might not find room.
    pub(super) fn make_room<G: Learn>(&mut self, game: &G) {
        while self.is_full() {
            let before = self.nodes.len();
            let limit = self.visits_to_fold();
            self.fold(limit);
            self.close_gaps();
            self.release_pages();
            self.rebuild_transpositions(game);
            if self.nodes.len() == before {
                // Only the root and its children are left: the least budget has room for those and an expansion.
                return;
            }
        }
    }

    /// Visits that a node counts as when it comes to folding.
    fn rank(node: &Node) -> usize {
        if node.is_explored() { 0 } else { (node.visits as usize).min(HIGHEST_COUNT) }
    }

    /// The least number of visits such that folding all nodes with at most so many frees half of the nodes.
    fn visits_to_fold(&self) -> usize {
        let mut freed = vec![0; HIGHEST_COUNT + 1];
        for node in &self.nodes[1..] {
            freed[Self::rank(node)] += node.children().len();
        }
        let half = self.nodes.len() / 2;
        let mut total = 0;
        freed
            .iter()
            .position(|&children| {
                total += children;
                total >= half
            })
            .unwrap_or(HIGHEST_COUNT)
    }

    fn fold(&mut self, limit: usize) {
        for id in 1..self.nodes.len() {
            let node = &self.nodes[id];
            if !node.is_leaf() && Self::rank(node) <= limit {
                let children = node.children();
                for child in &mut self.nodes[children] {
                    child.parent = GONE;
                }
                let node = &mut self.nodes[id];
                node.first_child = 0;
                node.flags &= EXPLORED;
            }
        }
    }

    fn close_gaps(&mut self) {
        let mut next = 1;
        for id in 1..self.nodes.len() {
            let node = self.nodes[id];
            if node.parent == GONE {
                continue;
            }
            let place = NodeId::try_from(next).expect("room is below 2³² nodes");
            let parent = &mut self.nodes[node.parent as usize];
            if parent.first_child as usize == id {
                parent.first_child = place;
            }
            for child in &mut self.nodes[node.children()] {
                child.parent = place;
            }
            self.nodes[next] = node;
            next += 1;
        }
        self.nodes.truncate(next);
        debug_assert!(!self.nodes[ROOT as usize].is_leaf(), "the root is never folded");
    }
}
