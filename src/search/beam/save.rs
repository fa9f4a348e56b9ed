//! A beam at a halt, as a checkpoint keeps it: lines instead of positions, made again by replay.

use super::layer::{Candidate, Node, Scene};
use super::pass::{Pass, Spec};
use crate::game::{Learn, Move};
use crate::search::Found;
use crate::search::line::{Link, NO_LINK, replay};
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// A whole strategy.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) iterations: u64,
    pub(super) pass: u64,
    pub(super) best: Option<Found>,
    pub(super) under_way: Option<SavedPass>,
}

/// A pass under way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedPass {
    pub(super) spec: Spec,
    /// The line from the root to every position of the layer, in the layer's order.
    lines: Vec<Vec<u16>>,
    /// How many of them are expanded.
    done: u64,
    /// The candidates for the next layer: parent's index and move.
    pool: Vec<(u32, u16)>,
    cutoff: Score,
}

impl SavedPass {
    /// What to keep of a pass.
    pub(super) fn of<S: Copy>(pass: &Pass<S>) -> Self {
        Self {
            spec: pass.spec.clone(),
            lines: pass.nodes.iter().map(|node| pass.codes(node.link)).collect(),
            done: pass.done as u64,
            pool: pass.pool.iter().map(|candidate| (candidate.parent, candidate.code)).collect(),
            cutoff: pass.cutoff,
        }
    }

    /// The pass; `None` when a line or a candidate is not legal or the parts disagree. Its spec is the caller's to check.
    pub(super) fn restore<G: Learn>(self, scene: &Scene<'_, G>) -> Option<Pass<G::State>> {
        let game = scene.game;
        // A layer that is through makes way for the next at once.
        let done = usize::try_from(self.done).ok().filter(|&done| done < self.lines.len())?;
        let mut links: Vec<Link> = Vec::new();
        let mut nodes = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let (state, score) = replay(game, line)?;
            let mut link = NO_LINK;
            for &code in line.strip_prefix(self.spec.prefix.as_slice())? {
                links.push(Link { parent: link, code });
                link = u32::try_from(links.len() - 1).ok()?;
            }
            let key = game.key(&state);
            let total = scene.total(&state, score) + scene.noise(key);
            nodes.push(Node { state, score, link, total, key });
        }
        let mut pool = Vec::with_capacity(self.pool.len());
        let mut moves = Vec::new();
        for (parent, code) in self.pool {
            let node = nodes[..done].get(parent as usize)?;
            let mv = G::Move::from_code(code);
            game.moves(&node.state, &mut moves);
            moves.binary_search(&mv).ok()?;
            let mut state = node.state;
            let score = node.score + game.play_unchecked(&mut state, mv).gain;
            let key = game.key(&state);
            let total = scene.total(&state, score) + scene.noise(key);
            pool.push(Candidate { total, key, parent, code });
        }
        Some(Pass { spec: self.spec, nodes, done, pool, cutoff: self.cutoff, links })
    }
}
