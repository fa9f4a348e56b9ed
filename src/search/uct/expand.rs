//! Expansion: a leaf gets its candidate moves as children.

use super::options::Candidates;
use super::transpositions::Entered;
use super::tree::{Node, NodeId, Tree};
use crate::game::{Learn, Move, MoveClass};

/// Memory that expansions and playouts use again and again.
#[derive(Debug)]
pub(super) struct Scratch<M> {
    pub(super) moves: Vec<M>,
    pub(super) refills: Vec<u32>,
    /// The moves of the iteration under way, from the root.
    pub(super) line: Vec<u16>,
    /// What it changed in the table of equal states.
    pub(super) entered: Option<Entered>,
}

impl<M> Default for Scratch<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), refills: Vec::new(), line: Vec::new(), entered: None }
    }
}

/// Reduces a move list to the candidates: all free moves and those ordinary ones whose refill count is among the
/// `top` largest values. Where that leaves nothing, the list stays as it is.
fn keep_top<G: Learn>(game: &G, state: &G::State, top: u32, scratch: &mut Scratch<G::Move>) {
    let Scratch { moves, refills, .. } = scratch;
    refills.clear();
    refills.extend(moves.iter().map(|&mv| match game.class(state, mv) {
        MoveClass::Ordinary => game.play_unchecked(&mut state.clone(), mv).refill,
        MoveClass::Free => u32::MAX,
        MoveClass::Minor => 0,
    }));
    let mut counts: Vec<u32> = refills.iter().copied().filter(|&refill| refill != u32::MAX && refill > 0).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.dedup();
    let least = counts.get(top.max(1) as usize - 1).or(counts.last()).copied().unwrap_or(u32::MAX);
    if refills.iter().any(|&refill| refill >= least) {
        let mut refills = refills.iter();
        moves.retain(|_| refills.next().is_some_and(|&refill| refill >= least));
    }
}

impl Tree {
    /// Gives a leaf its children. False when there is no move: the game is over.
    ///
    /// The caller has made sure of room for them, see [`Tree::make_room`].
    pub(super) fn expand<G: Learn>(
        &mut self,
        game: &G,
        leaf: NodeId,
        state: &G::State,
        scratch: &mut Scratch<G::Move>,
    ) -> bool {
        game.moves(state, &mut scratch.moves);
        match self.options.candidates {
            Candidates::Top(top) => keep_top(game, state, top, scratch),
            Candidates::Guided(top) => {
                super::guide::keep_best(game, &self.guide, state, &mut scratch.moves, top.max(1) as usize);
            }
            Candidates::All => {}
        }
        let Ok(count @ 1..) = u16::try_from(scratch.moves.len()) else { return false };
        let first = self.nodes.len();
        self.nodes.extend(scratch.moves.iter().map(|mv| Node::new(leaf, mv.code())));
        let node = &mut self.nodes[leaf as usize];
        node.first_child = u32::try_from(first).expect("room is below 2³² nodes");
        node.flags |= count;
        true
    }
}
