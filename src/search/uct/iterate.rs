//! One iteration: selection, expansion, simulation, back-up.

use super::expand::Scratch;
use super::tree::{EXPLORED, NodeId, ROOT, Tree};
use crate::game::{Learn, Move};
use crate::search::{Control, Found, Origin};
use crate::types::{Pcg, Score};

impl Tree {
    /// One iteration. Lines better than all before are told to the caller under the strategy's name. One that a stop
    /// interrupts has never been: the tree is as it was before, so when searches stop changes nothing of what they find.
    pub(super) fn iterate<G: Learn>(
        &mut self,
        game: &G,
        scratch: &mut Scratch<G::Move>,
        strategy: &str,
        control: &Control<'_>,
    ) {
        if self.iterations == 0 {
            self.rebuild_transpositions(game);
        }
        self.iterations += 1;
        self.make_room(game);
        let (nodes, rng) = (self.nodes.len(), self.rng.clone());
        let mut state = game.root();
        scratch.line.clear();
        scratch.entered = None;
        let Some((leaf, mut score)) = self.descend(game, &mut state, scratch) else { return };
        let depth = scratch.line.len();
        let Some(gained) = self.simulate(game, &mut state, scratch, control) else {
            self.take_back(nodes, rng, scratch);
            return;
        };
        score += gained;
        let is_complete = game.is_complete(&state);
        if is_complete {
            self.keep_best(score, &scratch.line, strategy, control);
        }
        self.back_up(leaf, score, is_complete);
        if scratch.line.len() == depth {
            game.moves(&state, &mut scratch.moves);
            if scratch.moves.is_empty() {
                self.mark_explored(leaf);
            }
        }
    }

    /// Undoes what an iteration did before its simulation, when there were so many nodes and this generator.
    fn take_back<M>(&mut self, nodes: usize, rng: Pcg, scratch: &mut Scratch<M>) {
        self.iterations -= 1;
        self.rng = rng;
        if let Some(entered) = scratch.entered.take() {
            self.transpositions.leave(entered);
        }
        if let Some(child) = self.nodes.get(nodes) {
            let parent = child.parent as usize;
            self.nodes.truncate(nodes);
            self.nodes[parent].first_child = 0;
            self.nodes[parent].flags &= EXPLORED;
        }
    }

    /// Follows the tree to a node that was never visited and replays the moves on the way. Returns the node and the
    /// score so far; `None` when the way ended at a state that another node covers.
    fn descend<G: Learn>(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Scratch<G::Move>,
    ) -> Option<(NodeId, Score)> {
        let mut id = ROOT;
        let mut score = 0;
        loop {
            let node = &self.nodes[id as usize];
            if node.is_leaf() {
                if node.visits == 0 && id != ROOT {
                    if self.options.transpositions {
                        scratch.entered = self.transpositions.enter(game.key(state), score);
                        if scratch.entered.is_none() {
                            self.mark_explored(id);
                            return None;
                        }
                    }
                    return Some((id, score));
                }
                if !self.expand(game, id, state, scratch) {
                    return Some((id, score));
                }
            }
            let Some(child) = self.select(id) else {
                // Its children were all cut off by transpositions.
                self.mark_explored(id);
                return None;
            };
            let code = self.nodes[child as usize].action;
            score += game.play_unchecked(state, G::Move::from_code(code)).gain;
            scratch.line.push(code);
            id = child;
        }
    }

    fn keep_best(&mut self, score: Score, line: &[u16], strategy: &str, control: &Control<'_>) {
        if self.best.as_ref().is_none_or(|best| score > best.score) {
            let origin = Origin { strategy: strategy.to_owned(), tree: self.number, iteration: self.iterations };
            let found = Found { score, line: line.to_vec(), origin };
            control.tell(score, || found.clone());
            self.best = Some(found);
        }
    }
}
