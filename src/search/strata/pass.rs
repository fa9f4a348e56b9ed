//! One beam from the start to its end, in steps small enough to halt between them.
//!
//! Invariant: what is kept depends on the pass alone. Blocks are expanded on any number of threads and gathered in
//! order, and a stratum is thinned out at sizes that depend on nothing else.

use super::options::Spec;
use crate::game::{Learn, Move};
use crate::search::line::{Link, NO_LINK, index, is_overgrown, prune, renumbered, unwind};
use crate::search::value::{Estimator, UNIT};
use crate::types::{Key, Score, mix};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Positions expanded between two looks at the stop request.
const BLOCK: usize = 512;
/// Positions expanded by one task.
const CHUNK: usize = 16;

/// What every step of a pass needs to know.
#[derive(Debug)]
pub(super) struct Scene<'a, G> {
    pub(super) game: &'a G,
    pub(super) estimator: &'a Estimator,
}

/// A position that waits in its stratum or is kept.
#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    score: Score,
    /// Score and value together, in 1/[`UNIT`].
    total: Score,
    key: Key,
    /// The link of the position before.
    parent: u32,
    /// The move made there.
    code: u16,
}

/// The positions that wait with equally much left.
#[derive(Clone, Debug)]
struct Stratum<S> {
    nodes: Vec<Node<S>>,
    /// Positions below this total are of no use.
    cutoff: Score,
}

/// A pass under way.
#[derive(Clone, Debug)]
pub(super) struct Pass<S> {
    spec: Spec,
    /// By what is left, most first.
    waiting: BTreeMap<Reverse<u32>, Stratum<S>>,
    /// The stratum under expansion, best first.
    nodes: Vec<Node<S>>,
    /// How many of its positions are expanded.
    done: usize,
    /// The link of the first of them; [`NO_LINK`] for the start, which has none.
    first_link: u32,
    /// How the positions kept were reached.
    links: Vec<Link>,
}

/// A line that a pass completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) score: Score,
    pub(super) codes: Vec<u16>,
    /// Positions expanded in this step before it was found, itself included.
    pub(super) after: u64,
}

/// What a chunk leads to: successors with what is left of them, and the best ending as score, parent's index, move.
type Expanded<S> = (Vec<(u32, Node<S>)>, Option<(Score, usize, u16)>);

impl<S: Copy + Send + Sync> Pass<S> {
    /// A pass at its start.
    pub(super) fn new<G: Learn<State = S>>(game: &G, spec: Spec) -> Self {
        let state = game.root();
        let root = Node { state, score: 0, total: 0, key: game.key(&state), parent: NO_LINK, code: 0 };
        Self { spec, waiting: BTreeMap::new(), nodes: vec![root], done: 0, first_link: NO_LINK, links: Vec::new() }
    }

    /// Whether nothing is left to expand.
    pub(super) fn is_over(&self) -> bool {
        self.done == self.nodes.len() && self.waiting.is_empty()
    }

    /// Positions held, and the bytes they take.
    pub(super) fn figures(&self) -> (u64, u64) {
        let nodes = self.nodes.len() + self.waiting.values().map(|stratum| stratum.nodes.len()).sum::<usize>();
        let bytes = nodes * size_of::<Node<S>>() + self.links.len() * size_of::<Link>();
        (nodes as u64, bytes as u64)
    }

    /// Expands up to `most` positions. Returns how many were expanded, and the best line completed if it beats `best`.
    pub(super) fn step<G: Learn<State = S>>(
        &mut self,
        scene: &Scene<'_, G>,
        most: u64,
        best: Option<Score>,
    ) -> (u64, Option<Line>) {
        if self.done == self.nodes.len() && !self.descend() {
            return (0, None);
        }
        let end = self.nodes.len().min(self.done + usize::try_from(most).unwrap_or(BLOCK).min(BLOCK));
        let chunks: Vec<Expanded<S>> = self.nodes[self.done..end]
            .par_chunks(CHUNK)
            .enumerate()
            .map_init(Vec::new, |moves, (chunk, _)| {
                let start = self.done + chunk * CHUNK;
                self.expand(scene, start..end.min(start + CHUNK), best, moves)
            })
            .collect();
        let mut ending: Option<(Score, usize, u16)> = None;
        for (successors, found) in chunks {
            if found.is_some_and(|found| ending.is_none_or(|best| found.0 > best.0)) {
                ending = found;
            }
            for (remaining, node) in successors {
                self.admit(remaining, node);
            }
        }
        let line = ending.map(|(score, parent, code)| {
            let mut codes = unwind(&self.links, self.first_link + index(parent), &[]);
            codes.push(code);
            Line { score, codes, after: (parent - self.done) as u64 + 1 }
        });
        let count = (end - self.done) as u64;
        self.done = end;
        (count, line)
    }

    /// Takes up the next stratum; false when there is none.
    fn descend(&mut self) -> bool {
        let Some((_, mut stratum)) = self.waiting.pop_first() else { return false };
        stratum.thin_out(self.spec.width);
        self.nodes = stratum.nodes;
        self.nodes.sort_unstable_by(|a, b| b.total.cmp(&a.total).then(a.key.cmp(&b.key)));
        self.done = 0;
        self.first_link = index(self.links.len());
        self.links.extend(self.nodes.iter().map(|&Node { parent, code, .. }| Link { parent, code }));
        self.prune();
        true
    }

    /// Drops the links that no position comes from, where they have become many. Those of the stratum under expansion stay
    /// side by side.
    fn prune(&mut self) {
        if is_overgrown(&self.links, self.spec.width) {
            let waiting = self.waiting.values().flat_map(|stratum| &stratum.nodes).map(|node| node.parent);
            let own = self.first_link..index(self.links.len());
            let numbers = prune(&mut self.links, waiting.chain(own));
            self.first_link = renumbered(&numbers, self.first_link);
            let waiting = self.waiting.values_mut().flat_map(|stratum| &mut stratum.nodes);
            waiting.for_each(|node| node.parent = renumbered(&numbers, node.parent));
        }
    }

    /// Lets a position wait in its stratum.
    fn admit(&mut self, remaining: u32, node: Node<S>) {
        let fresh = || Stratum { nodes: Vec::new(), cutoff: Score::MIN };
        let stratum = self.waiting.entry(Reverse(remaining)).or_insert_with(fresh);
        if node.total >= stratum.cutoff {
            stratum.nodes.push(node);
            if stratum.nodes.len() > 3 * self.spec.width + 1024 {
                stratum.thin_out(self.spec.width);
            }
        }
    }

    fn expand<G: Learn<State = S>>(
        &self,
        scene: &Scene<'_, G>,
        span: std::ops::Range<usize>,
        mut best: Option<Score>,
        moves: &mut Vec<G::Move>,
    ) -> Expanded<S> {
        let Scene { game, estimator } = *scene;
        let (mut successors, mut ending) = (Vec::new(), None);
        for parent in span {
            let node = &self.nodes[parent];
            game.moves(&node.state, moves);
            for &mv in &*moves {
                let mut state = node.state;
                let score = node.score + game.play_unchecked(&mut state, mv).gain;
                if best.is_none_or(|best| score > best) && game.is_complete(&state) {
                    best = Some(score);
                    ending = Some((score, parent, mv.code()));
                }
                let remaining = game.remaining(&state);
                let key = game.key(&state);
                let total = score * UNIT + estimator.value(game, &state) + self.noise(key);
                if self.waiting.get(&Reverse(remaining)).is_none_or(|stratum| total >= stratum.cutoff) {
                    let parent = self.first_link + index(parent);
                    successors.push((remaining, Node { state, score, total, key, parent, code: mv.code() }));
                }
            }
        }
        (successors, ending)
    }

    /// What the noise adds to a position: two draws, so that small shifts are likelier than large ones.
    #[inline]
    fn noise(&self, key: Key) -> Score {
        if self.spec.noise == 0 {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
        let bits = mix(key.0 as u64 ^ self.spec.salt);
        let range = self.spec.noise.unsigned_abs();
        let draw = |bits: u64| (bits * range) >> 32;
        (draw(bits >> 32) + draw(bits & 0xffff_ffff)).cast_signed() - self.spec.noise
    }
}

impl<S: Copy + Send + Sync> Stratum<S> {
    /// Keeps the best `width` positions with different keys, of equal ones the one with the higher score.
    fn thin_out(&mut self, width: usize) {
        let order = |a: &Node<S>, b: &Node<S>| {
            (a.key.cmp(&b.key)).then(b.score.cmp(&a.score)).then(a.parent.cmp(&b.parent)).then(a.code.cmp(&b.code))
        };
        self.nodes.par_sort_unstable_by(order);
        self.nodes.dedup_by_key(|node| node.key);
        if self.nodes.len() > width {
            let best = |a: &Node<S>, b: &Node<S>| b.total.cmp(&a.total).then(a.key.cmp(&b.key));
            let (_, last, _) = self.nodes.select_nth_unstable_by(width - 1, best);
            self.cutoff = last.total;
            self.nodes.truncate(width);
        }
    }
}
