//! One game of training: a beam, positions drawn from its layers, and what searching on from each of them brings.

use super::options::TrainOptions;
use crate::game::Learn;
use crate::search::beam::{Pass, Scene, Spec};
use crate::search::value::{Estimator, FADE, UNIT};
use crate::types::{Pcg, Score};
use rand::RngExt;

/// A position and what the weights should say of it, in the score's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<S> {
    pub(super) state: S,
    pub(super) target: f32,
}

/// What a game brought.
#[derive(Debug)]
pub(super) struct Lesson<S> {
    /// The samples of each layer.
    pub(super) layers: Vec<Vec<Sample<S>>>,
    /// The beam's best score.
    pub(super) score: Score,
}

/// A position drawn from a layer.
struct Drawn<S> {
    /// The moves that lead to it.
    codes: Vec<u16>,
    state: S,
    score: Score,
}

/// Plays one game under the present weights.
pub(super) fn play<G: Learn>(
    game: &G,
    estimator: &Estimator,
    options: &TrainOptions,
    width: usize,
    rng: &mut Pcg,
) -> Lesson<G::State> {
    let scene = Scene { game, estimator, noise: 0, salt: 0 };
    let mut pass = Pass::new(&scene, spec(Vec::new(), width));
    let mut best = None;
    let mut drawn = Vec::new();
    while !pass.is_over() {
        if pass.done == 0 && game.steps_left(&pass.nodes[0].state) >= FADE {
            drawn.push(draw(&pass, options.samples, rng));
        }
        let (_, line) = pass.step(&scene, u64::MAX, best);
        best = line.map(|line| line.score).or(best);
    }
    let potential = Estimator::by_potential();
    let sample = |drawn: Drawn<G::State>| {
        let now = drawn.score * UNIT + potential.value(game, &drawn.state);
        let target = (look_ahead(&scene, &drawn, options) - now) as f32 / UNIT as f32;
        Sample { state: drawn.state, target }
    };
    let layers = drawn.into_iter().map(|layer| layer.into_iter().map(sample).collect()).collect();
    Lesson { layers, score: best.unwrap_or(0) }
}

fn spec(prefix: Vec<u16>, width: usize) -> Spec {
    Spec { prefix, width, noise: 0, salt: 0 }
}

/// Draws positions of a layer, uniformly and with replacement.
fn draw<S: Copy>(pass: &Pass<S>, count: usize, rng: &mut Pcg) -> Vec<Drawn<S>> {
    let one = |_| {
        let node = &pass.nodes[rng.random_range(0..pass.nodes.len())];
        Drawn { codes: pass.codes(node.link), state: node.state, score: node.score }
    };
    (0..count).map(one).collect()
}

/// The best score and value, in 1/[`UNIT`], that a small beam gets to some steps on from a position.
fn look_ahead<G: Learn>(scene: &Scene<'_, G>, from: &Drawn<G::State>, options: &TrainOptions) -> Score {
    let end = scene.game.steps_left(&from.state).saturating_sub(options.ahead_steps);
    let mut pass = Pass::new(scene, spec(from.codes.clone(), options.ahead_width));
    // Lines that end on the way count as well.
    let mut best = from.score;
    while let Some(first) = pass.nodes.first() {
        if pass.done == 0 && scene.game.steps_left(&first.state) <= end {
            return first.total.max(best * UNIT);
        }
        if let (_, Some(line)) = pass.step(scene, u64::MAX, Some(best)) {
            best = line.score;
        }
    }
    best * UNIT
}
