//! One layer: expand its positions, gather the candidates for the next, choose among them.
//!
//! Invariant: what is chosen depends on the layer alone. Chunks are expanded in any order on any number of threads
//! and gathered in theirs; the cutoff drops only candidates that `width` better ones already exclude.

use crate::game::{Learn, Move, MoveClass};
use crate::search::line::{Link, index};
use crate::search::value::{Estimator, UNIT};
use crate::types::{FixedSet, Key, Score, mix};
use rayon::prelude::*;

/// Positions expanded by one task.
const CHUNK: usize = 16;
/// Longest chain of free moves that a position brings along into a layer.
const MOST_FREE: usize = 8;
/// How far the positions that chains of free moves lead to may outgrow twice the width before the worst are dropped:
/// no common board comes near.
const SLACK: usize = 4096;

/// A kept position.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node<S> {
    pub(in crate::search) state: S,
    pub(in crate::search) score: Score,
    pub(in crate::search) link: u32,
    /// Score and value together, in 1/[`UNIT`].
    pub(in crate::search) total: Score,
    pub(super) key: Key,
}

/// A successor that may enter the next layer; its position is made again if it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) total: Score,
    pub(super) key: Key,
    /// Index of its parent in the layer.
    pub(super) parent: u32,
    pub(super) code: u16,
}

/// A complete line: its score, the parent's index, the last move.
pub(super) type Ending = (Score, u32, u16);

/// What every step of a pass needs to know.
#[derive(Debug)]
pub(in crate::search) struct Scene<'a, G> {
    pub(in crate::search) game: &'a G,
    pub(in crate::search) estimator: &'a Estimator,
    /// Half the range of the noise, in 1/[`UNIT`]; 0 for none.
    pub(in crate::search) noise: Score,
    /// Decides the noise of each key.
    pub(in crate::search) salt: u64,
}

impl<G: Learn> Scene<'_, G> {
    /// Score and value together, in 1/[`UNIT`].
    #[inline(always)]
    pub(super) fn total(&self, state: &G::State, score: Score) -> Score {
        score * UNIT + self.estimator.value(self.game, state)
    }

    /// What the noise adds to a position.
    #[inline(always)]
    pub(super) fn noise(&self, key: Key) -> Score {
        if self.noise == 0 {
            return 0;
        }
        let bytes = key.0.to_le_bytes();
        let low = u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]);
        // Two draws added: small shifts are likelier than large ones.
        let bits = mix(low ^ self.salt);
        let range = self.noise.unsigned_abs();
        let draw = |bits: u64| (bits * range) >> 32;
        (draw(bits >> 32) + draw(bits & 0xffff_ffff)).cast_signed() - self.noise
    }

    /// Expands positions of a layer, in parallel, and appends what reaches `cutoff` to `pool`. `start` is the index
    /// of the first of them. Returns the best complete line met.
    pub(super) fn expand(
        &self,
        nodes: &[Node<G::State>],
        start: usize,
        cutoff: Score,
        pool: &mut Vec<Candidate>,
    ) -> Option<Ending> {
        let chunks: Vec<_> = nodes
            .par_chunks(CHUNK)
            .enumerate()
            .map_init(Vec::new, |moves, (at, chunk)| self.expand_chunk(chunk, start + at * CHUNK, cutoff, moves))
            .collect();
        let mut best: Option<Ending> = None;
        for (candidates, ending) in chunks {
            pool.extend(candidates);
            if ending.is_some_and(|(score, ..)| best.is_none_or(|(best, ..)| score > best)) {
                best = ending;
            }
        }
        best
    }

    fn expand_chunk(
        &self,
        nodes: &[Node<G::State>],
        start: usize,
        cutoff: Score,
        moves: &mut Vec<G::Move>,
    ) -> (Vec<Candidate>, Option<Ending>) {
        let mut candidates = Vec::new();
        let mut best: Option<Ending> = None;
        for (parent, node) in (index(start)..).zip(nodes) {
            self.game.moves(&node.state, moves);
            for &mv in &*moves {
                if self.game.class(&node.state, mv) == MoveClass::Free {
                    continue;
                }
                let mut state = node.state;
                let score = node.score + self.game.play_unchecked(&mut state, mv).gain;
                if best.is_none_or(|(best, ..)| score > best) && self.game.is_complete(&state) {
                    best = Some((score, parent, mv.code()));
                }
                let total = self.total(&state, score);
                if total + self.noise < cutoff {
                    continue;
                }
                let key = self.game.key(&state);
                let total = total + self.noise(key);
                if total >= cutoff {
                    candidates.push(Candidate { total, key, parent, code: mv.code() });
                }
            }
        }
        (candidates, best)
    }

    /// Makes the positions of the chosen candidates and appends their links.
    pub(super) fn realise(
        &self,
        nodes: &[Node<G::State>],
        pool: &[Candidate],
        links: &mut Vec<Link>,
    ) -> Vec<Node<G::State>> {
        let first = index(links.len());
        links.extend(pool.iter().map(|c| Link { parent: nodes[c.parent as usize].link, code: c.code }));
        pool.par_iter()
            .with_min_len(256)
            .zip(first..first + index(pool.len()))
            .map(|(candidate, link)| {
                let parent = &nodes[candidate.parent as usize];
                let mut state = parent.state;
                let played = self.game.play_unchecked(&mut state, G::Move::from_code(candidate.code));
                let Candidate { total, key, .. } = *candidate;
                Node { state, score: parent.score + played.gain, link, total, key }
            })
            .collect()
    }

    /// Lets the free moves of a layer's positions compete with them, then keeps the best `width`. Returns the best
    /// complete line met, as its score and link.
    pub(super) fn close(
        &self,
        nodes: &mut Vec<Node<G::State>>,
        width: usize,
        links: &mut Vec<Link>,
    ) -> Option<(Score, u32)> {
        let mut seen: FixedSet<Key> = FixedSet::default();
        let mut best: Option<(Score, u32)> = None;
        let mut cutoff = nodes.get(width - 1).map_or(Score::MIN, |last| last.total);
        let mut from = 0;
        for _ in 0..MOST_FREE {
            let fresh: Vec<_> = nodes[from..]
                .par_iter()
                .with_min_len(64)
                .map_init(Vec::new, |moves, node| self.free_successors(node, cutoff, moves))
                .flatten_iter()
                .collect();
            if fresh.is_empty() {
                break;
            }
            if seen.is_empty() {
                seen.extend(nodes.iter().map(|node| node.key));
            }
            from = nodes.len();
            for (mut node, code) in fresh {
                if seen.insert(node.key) {
                    links.push(Link { parent: node.link, code });
                    node.link = index(links.len() - 1);
                    if best.is_none_or(|(best, _)| node.score > best) && self.game.is_complete(&node.state) {
                        best = Some((node.score, node.link));
                    }
                    nodes.push(node);
                }
            }
            if nodes.len() > 2 * width + SLACK {
                // On a board full of free moves the chains would be counted in thousands of millions.
                cutoff = cutoff.max(nth_best(nodes, width));
                from = nodes[..from].iter().filter(|node| node.total >= cutoff).count();
                nodes.retain(|node| node.total >= cutoff);
            }
        }
        nodes.par_sort_unstable_by(|a, b| b.total.cmp(&a.total).then(a.key.cmp(&b.key)));
        nodes.truncate(width);
        best
    }

    /// What the free moves of a position lead to if it reaches `cutoff`, each with its move; the link is still the
    /// parent's.
    fn free_successors(
        &self,
        node: &Node<G::State>,
        cutoff: Score,
        moves: &mut Vec<G::Move>,
    ) -> Vec<(Node<G::State>, u16)> {
        self.game.moves(&node.state, moves);
        moves.retain(|&mv| self.game.class(&node.state, mv) == MoveClass::Free);
        let play = |&mv: &G::Move| {
            let mut state = node.state;
            let score = node.score + self.game.play_unchecked(&mut state, mv).gain;
            let key = self.game.key(&state);
            let total = self.total(&state, score) + self.noise(key);
            (Node { state, score, link: node.link, total, key }, mv.code())
        };
        moves.iter().map(play).filter(|(node, _)| node.total >= cutoff).collect()
    }
}

/// The total of the `width`-th best of more positions than that.
fn nth_best<S>(nodes: &[Node<S>], width: usize) -> Score {
    let mut totals: Vec<Score> = nodes.iter().map(|node| node.total).collect();
    *totals.select_nth_unstable_by(width - 1, |a, b| b.cmp(a)).1
}

/// Keeps the best `width` candidates with different keys, best first. Returns the least total that is still of use:
/// the last one's if there are so many.
pub(super) fn choose(pool: &mut Vec<Candidate>, width: usize) -> Score {
    pool.par_sort_unstable_by(|a, b| {
        (a.key.cmp(&b.key)).then(b.total.cmp(&a.total)).then(a.parent.cmp(&b.parent)).then(a.code.cmp(&b.code))
    });
    pool.dedup_by_key(|candidate| candidate.key);
    let order = |a: &Candidate, b: &Candidate| b.total.cmp(&a.total).then(a.key.cmp(&b.key));
    if pool.len() > width {
        pool.select_nth_unstable_by(width - 1, order);
        pool.truncate(width);
        pool.par_sort_unstable_by(order);
        return pool.last().map_or(Score::MIN, |last| last.total);
    }
    pool.par_sort_unstable_by(order);
    if pool.len() == width { pool.last().map_or(Score::MIN, |last| last.total) } else { Score::MIN }
}
