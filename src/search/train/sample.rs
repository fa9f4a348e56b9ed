//! One game of training: a small beam under the present weights, and what each kept position turned out to be worth.

use crate::game::{Learn, MoveClass};
use crate::search::value::{Estimator, UNIT};
use crate::types::{FixedSet, Key, Score};

/// A position and what it should be valued at, in the score's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<S> {
    pub(super) state: S,
    pub(super) target: f32,
}

/// A position that entered the beam.
struct Record<S> {
    state: S,
    score: Score,
    total: Score,
    key: Key,
    parent: usize,
    gain: Score,
    /// Best gain and value among its successors; `None` until it is expanded.
    ahead: Option<Score>,
}

/// A beam whose records stay, so that outcomes can flow back.
struct Beam<'a, G: Learn> {
    game: &'a G,
    estimator: &'a Estimator,
    records: Vec<Record<G::State>>,
    moves: Vec<G::Move>,
}

/// No parent.
const ROOT: usize = usize::MAX;

impl<G: Learn> Beam<'_, G> {
    fn record(&self, parent: usize, from: (&G::State, Score), mv: G::Move) -> Record<G::State> {
        let mut state = *from.0;
        let gain = self.game.play_unchecked(&mut state, mv).gain;
        let score = from.1 + gain;
        let total = score * UNIT + self.estimator.value(self.game, &state);
        Record { state, score, total, key: self.game.key(&state), parent, gain, ahead: None }
    }

    /// Expands one position: notes the best ahead, appends the successors that cost a step to `next`.
    fn expand(&mut self, index: usize, next: &mut Vec<Record<G::State>>) {
        let (state, score) = (self.records[index].state, self.records[index].score);
        let mut moves = std::mem::take(&mut self.moves);
        self.game.moves(&state, &mut moves);
        let mut ahead = 0;
        for &mv in &moves {
            let class = self.game.class(&state, mv);
            if class == MoveClass::Minor {
                continue;
            }
            let record = self.record(index, (&state, score), mv);
            ahead = ahead.max(record.total - score * UNIT);
            if class == MoveClass::Ordinary {
                next.push(record);
            }
        }
        self.moves = moves;
        self.records[index].ahead = Some(ahead);
    }

    /// Appends the records of a layer, what their free moves lead to included, and returns the best `width`.
    fn enter(&mut self, mut layer: Vec<Record<G::State>>, width: usize) -> Vec<usize> {
        layer.sort_unstable_by(|a, b| b.total.cmp(&a.total).then(a.key.cmp(&b.key)).then(b.score.cmp(&a.score)));
        layer.dedup_by_key(|record| record.key);
        layer.truncate(width);
        let mut seen: FixedSet<Key> = layer.iter().map(|record| record.key).collect();
        let first = self.records.len();
        self.records.extend(layer);
        let mut at = first;
        while at < self.records.len() && at < first + 4 * width {
            let (state, score) = (self.records[at].state, self.records[at].score);
            let mut moves = std::mem::take(&mut self.moves);
            self.game.moves(&state, &mut moves);
            for &mv in moves.iter().filter(|&&mv| self.game.class(&state, mv) == MoveClass::Free) {
                let record = self.record(at, (&state, score), mv);
                if seen.insert(record.key) {
                    self.records.push(record);
                }
            }
            self.moves = moves;
            at += 1;
        }
        let mut kept: Vec<usize> = (first..self.records.len()).collect();
        kept.sort_by_key(|&index| (-self.records[index].total, self.records[index].key));
        kept.truncate(width);
        kept
    }
}

/// Plays one game with a beam and returns its samples in a fixed order, and the best score.
pub(super) fn play<G: Learn>(
    game: &G,
    estimator: &Estimator,
    width: usize,
    lambda: f32,
) -> (Vec<Sample<G::State>>, Score) {
    let mut beam = Beam { game, estimator, records: Vec::new(), moves: Vec::new() };
    let state = game.root();
    let root = Record { state, score: 0, total: 0, key: game.key(&state), parent: ROOT, gain: 0, ahead: None };
    let mut layer = beam.enter(vec![root], width);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for index in layer {
            beam.expand(index, &mut next);
        }
        layer = beam.enter(next, width);
    }
    let best = beam.records.iter().map(|record| record.score).max().unwrap_or(0);
    // Outcomes flow back: children were recorded after their parents.
    let mut through: Vec<Option<f32>> = vec![None; beam.records.len()];
    let mut samples = Vec::new();
    for (index, record) in beam.records.iter().enumerate().rev() {
        let Some(ahead) = record.ahead else { continue };
        let ahead = ahead as f32 / UNIT as f32;
        let target = through[index].map_or(ahead, |through| (1.0 - lambda) * ahead + lambda * through);
        if record.parent != ROOT {
            let value = record.gain as f32 + target;
            let through = &mut through[record.parent];
            *through = Some(through.map_or(value, |through| through.max(value)));
        }
        if game.steps_left(&record.state) > 0 {
            samples.push(Sample { state: record.state, target });
        }
    }
    (samples, best)
}
