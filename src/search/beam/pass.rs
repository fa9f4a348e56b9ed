//! One beam from a start to its end, in steps small enough to halt between them.

use super::layer::{Candidate, Node, Scene, choose};
use crate::game::{Learn, Move};
use crate::search::line::{Link, NO_LINK, is_overgrown, prune, renumbered, unwind};
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// Positions expanded between two looks at the stop request.
const BLOCK: usize = 256;

/// What a pass shall do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::search) struct Spec {
    /// The moves that lead from the root to where it starts.
    pub(in crate::search) prefix: Vec<u16>,
    /// Positions kept per layer.
    pub(in crate::search) width: usize,
    /// Half the range of the noise, in 1/[`UNIT`](crate::search::value::UNIT).
    pub(in crate::search) noise: Score,
    /// Decides the noise.
    pub(in crate::search) salt: u64,
}

/// A pass under way.
#[derive(Clone, Debug)]
pub(in crate::search) struct Pass<S> {
    pub(super) spec: Spec,
    /// The layer under expansion, best first.
    pub(in crate::search) nodes: Vec<Node<S>>,
    /// How many of its positions are expanded.
    pub(in crate::search) done: usize,
    /// Candidates for the next layer.
    pub(super) pool: Vec<Candidate>,
    /// Candidates below this total are of no use.
    pub(super) cutoff: Score,
    /// How the kept positions were reached.
    pub(super) links: Vec<Link>,
}

/// A line that a pass completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Line {
    pub(in crate::search) score: Score,
    pub(in crate::search) codes: Vec<u16>,
    /// Positions expanded in this step before it was found, itself included.
    pub(in crate::search) after: u64,
}

impl<S: Copy> Pass<S> {
    /// A pass at its start. The prefix must be legal.
    pub(in crate::search) fn new<G: Learn<State = S>>(scene: &Scene<'_, G>, spec: Spec) -> Self {
        let (mut state, mut score) = (scene.game.root(), 0);
        for &code in &spec.prefix {
            score += scene.game.play_unchecked(&mut state, G::Move::from_code(code)).gain;
        }
        Self::from_position(scene, state, score, spec)
    }

    /// A pass that starts at a position, with what was scored on the way there. The spec's prefix is not played; it
    /// only stands before the moves of a line.
    pub(in crate::search) fn from_position<G: Learn<State = S>>(
        scene: &Scene<'_, G>,
        state: S,
        score: Score,
        spec: Spec,
    ) -> Self {
        let total = scene.total(&state, score);
        let mut nodes = vec![Node { state, score, link: NO_LINK, total, key: scene.game.key(&state) }];
        let mut links = Vec::new();
        scene.close(&mut nodes, spec.width, &mut links);
        Self { spec, nodes, done: 0, pool: Vec::new(), cutoff: Score::MIN, links }
    }

    /// Whether nothing is left to expand.
    pub(in crate::search) fn is_over(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Expands up to `most` positions of the layer and moves on to the next when it is through. Returns how many
    /// were expanded, and the best line completed if it beats `best`.
    pub(in crate::search) fn step<G: Learn<State = S>>(
        &mut self,
        scene: &Scene<'_, G>,
        most: u64,
        best: Option<Score>,
    ) -> (u64, Option<Line>) {
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(BLOCK);
        let end = self.nodes.len().min(self.done + most);
        let count = (end - self.done) as u64;
        let ending = scene.expand(&self.nodes[self.done..end], self.done, self.cutoff, &mut self.pool);
        let mut line =
            ending.filter(|&(score, ..)| best.is_none_or(|best| score > best)).map(|(score, parent, code)| {
                let mut codes = self.codes(self.nodes[parent as usize].link);
                codes.push(code);
                Line { score, codes, after: u64::from(parent) - self.done as u64 + 1 }
            });
        self.done = end;
        if end == self.nodes.len() {
            choose(&mut self.pool, self.spec.width);
            self.nodes = scene.realise(&self.nodes, &self.pool, &mut self.links);
            self.pool.clear();
            self.cutoff = Score::MIN;
            self.done = 0;
            let closed = scene.close(&mut self.nodes, self.spec.width, &mut self.links);
            let best = line.as_ref().map(|line| line.score).or(best).max(best);
            if let Some((score, link)) = closed.filter(|&(score, _)| best.is_none_or(|best| score > best)) {
                line = Some(Line { score, codes: self.codes(link), after: count });
            }
            self.prune();
        } else if self.pool.len() > 2 * self.spec.width + 1024 {
            self.cutoff = choose(&mut self.pool, self.spec.width);
        }
        (count, line)
    }

    /// Drops what long games leave behind: most positions of a layer come from few of those some layers before.
    fn prune(&mut self) {
        if is_overgrown(&self.links, self.spec.width) {
            let numbers = prune(&mut self.links, self.nodes.iter().map(|node| node.link));
            self.nodes.iter_mut().for_each(|node| node.link = renumbered(&numbers, node.link));
        }
    }

    /// The moves from the root to a link.
    pub(in crate::search) fn codes(&self, link: u32) -> Vec<u16> {
        unwind(&self.links, link, &self.spec.prefix)
    }
}
