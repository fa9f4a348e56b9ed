//! The slow twin of the trees: UCT as the textbooks have it, with states in the nodes, whole lists of scores instead
//! of running sums, and the explored mark worked out anew by recursion. It draws from its generator in the same order.

use super::options::{Backup, Scaling, TreeOptions};
use crate::game::{Game, Move};
use crate::types::{Pcg, Score, pick};

/// A node that knows everything about itself.
pub(super) struct PlainNode<S> {
    state: S,
    pub(super) action: u16,
    /// Final score of every iteration through here.
    pub(super) scores: Vec<Score>,
    pub(super) children: Vec<PlainNode<S>>,
    is_over: bool,
}

/// A tree of them, for all candidates and uniform simulations.
pub(super) struct PlainTree<'a, G: Game> {
    game: &'a G,
    options: TreeOptions,
    rng: Pcg,
    all: Vec<Score>,
    pub(super) root: PlainNode<G::State>,
    pub(super) best: Option<Score>,
}

impl<S> PlainNode<S> {
    fn new(state: S, action: u16) -> Self {
        Self { state, action, scores: Vec::new(), children: Vec::new(), is_over: false }
    }

    pub(super) fn is_explored(&self) -> bool {
        self.is_over || (!self.children.is_empty() && self.children.iter().all(Self::is_explored))
    }

    pub(super) fn mean(&self) -> f64 {
        self.scores.iter().sum::<Score>() as f64 / self.scores.len() as f64
    }

    /// Sum of the squared deviations from the mean.
    pub(super) fn deviations(&self) -> f64 {
        let mean = self.mean();
        self.scores.iter().map(|&score| (score as f64 - mean).powi(2)).sum()
    }

    /// The same, rounded at each score as the trees do: children of equal scores in another order are told apart by
    /// their last digits, and both trees have to follow the same one.
    #[expect(clippy::cast_possible_truncation, reason = "it is the trees' rounding")]
    fn rounded_deviations(&self) -> f32 {
        let (mut sum, mut deviations) = (0.0, 0.0);
        for (count, &score) in self.scores.iter().enumerate() {
            let (count, value) = (count as f64, score as f64);
            if count > 0.0 {
                deviations += ((value - sum / count) * (value - (sum + value) / (count + 1.0))) as f32;
            }
            sum += value;
        }
        deviations
    }
}

impl<'a, G: Game> PlainTree<'a, G> {
    pub(super) fn new(game: &'a G, options: TreeOptions, rng: Pcg) -> Self {
        Self { game, options, rng, all: Vec::new(), root: PlainNode::new(game.root(), 0), best: None }
    }

    fn value(&self, node: &PlainNode<G::State>, parent_visits: usize) -> f64 {
        let (factor, offset) = match self.options.scaling {
            Scaling::Factor(eta) => (eta, 0.0),
            Scaling::Running => {
                let low = *self.all.iter().min().expect("an iteration was made");
                let high = *self.all.iter().max().expect("an iteration was made");
                (1.0 / (high - low).max(1) as f64, low as f64)
            }
        };
        let visits = node.scores.len() as f64;
        let best = *node.scores.iter().max().expect("visited") as f64;
        let score = match self.options.backup {
            Backup::Mean => node.mean(),
            Backup::Max => best,
            Backup::Mixed(share) => share * best + (1.0 - share) * node.mean(),
        };
        let ucb = (score - offset) * factor
            + self.options.exploration * (2.0 * (parent_visits.max(1) as f64).ln() / visits).sqrt();
        let deviation = |d: f64| ((f64::from(node.rounded_deviations()) * factor * factor + d) / visits).sqrt();
        ucb + self.options.deviation.map_or(0.0, deviation)
    }

    fn choose(&mut self, node: &PlainNode<G::State>) -> usize {
        let open: Vec<usize> = (0..node.children.len()).filter(|&i| !node.children[i].is_explored()).collect();
        let fresh: Vec<usize> = open.iter().copied().filter(|&i| node.children[i].scores.is_empty()).collect();
        if !fresh.is_empty() {
            return pick(&mut self.rng, &fresh).expect("not empty");
        }
        let mut best = open[0];
        for &i in &open[1..] {
            let visits = node.scores.len();
            if self.value(&node.children[i], visits) > self.value(&node.children[best], visits) {
                best = i;
            }
        }
        best
    }

    /// One iteration below a node: returns the score gained from here on.
    fn visit(&mut self, node: &mut PlainNode<G::State>, so_far: Score, is_root: bool) -> Score {
        let mut moves = Vec::new();
        self.game.moves(&node.state, &mut moves);
        if moves.is_empty() || (node.scores.is_empty() && !is_root) {
            node.is_over = moves.is_empty();
            let score = so_far + self.simulate(node.state);
            node.scores.push(score);
            return score;
        }
        if node.children.is_empty() {
            node.children = moves
                .iter()
                .map(|&mv| {
                    let mut state = node.state;
                    self.game.play_unchecked(&mut state, mv);
                    PlainNode::new(state, mv.code())
                })
                .collect();
        }
        let chosen = self.choose(node);
        let gain = self.game.play_unchecked(&mut node.state.clone(), moves[chosen]).gain;
        let score = self.visit(&mut node.children[chosen], so_far + gain, false);
        node.scores.push(score);
        score
    }

    fn simulate(&mut self, mut state: G::State) -> Score {
        let mut gained = 0;
        while let Some(mv) = self.game.sample(&state, &mut self.rng) {
            gained += self.game.play_unchecked(&mut state, mv).gain;
        }
        gained
    }

    pub(super) fn iterate(&mut self) {
        let mut root = std::mem::replace(&mut self.root, PlainNode::new(self.game.root(), 0));
        let score = self.visit(&mut root, 0, true);
        self.root = root;
        self.all.push(score);
        self.best = self.best.max(Some(score));
    }
}
