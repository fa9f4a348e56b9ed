//! Selection: which child to follow (UCB1, with the single-player deviation term when asked for).

use super::options::Candidates;
use super::tree::{Node, NodeId, Tree};
use crate::types::below;

impl Tree {
    /// The child to go on with: one that was never visited if there is any (a random one), otherwise the one with
    /// the largest upper confidence bound; the first of equals. `None` when every child is explored.
    pub(super) fn select(&mut self, parent: NodeId) -> Option<NodeId> {
        let node = &self.nodes[parent as usize];
        let children = node.children();
        let first = node.first_child;
        let log_visits = 2.0 * f64::from(node.visits.max(1)).ln();
        let scale = self.scale();
        let mut fresh = 0_u32;
        let mut best: Option<(f64, NodeId)> = None;
        for (id, child) in (first..).zip(&self.nodes[children.clone()]) {
            if child.is_explored() {
                continue;
            }
            if child.visits == 0 {
                fresh += 1;
            } else if fresh == 0 {
                let bound = self.upper_bound(child, scale, log_visits);
                if best.is_none_or(|(highest, _)| bound > highest) {
                    best = Some((bound, id));
                }
            }
        }
        if fresh == 0 {
            return best.map(|(_, id)| id);
        }
        // Guided children lie best first; others have no order to go by.
        let is_ordered = matches!(self.options.candidates, Candidates::Guided(_));
        let mut skip = if is_ordered { 0 } else { below(&mut self.rng, fresh) };
        for (id, child) in (first..).zip(&self.nodes[children]) {
            if !child.is_explored() && child.visits == 0 {
                if skip == 0 {
                    return Some(id);
                }
                skip -= 1;
            }
        }
        None
    }

    fn upper_bound(&self, child: &Node, scale: (f64, f64), log_visits: f64) -> f64 {
        let visits = f64::from(child.visits);
        let bound = self.quality(child, scale) + self.options.exploration * (log_visits / visits).sqrt();
        match self.options.deviation {
            None => bound,
            Some(d) => {
                let spread = f64::from(child.deviations) * scale.0 * scale.0;
                bound + ((spread + d) / visits).sqrt()
            }
        }
    }
}
