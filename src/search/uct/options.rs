//! What a caller can choose about the trees.

use crate::types::Seed;
use serde::{Deserialize, Serialize};

/// Which moves a node gets as children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Candidates {
    /// Ordinary moves whose refill count is among the n largest values, and all free moves.
    Top(u32),
    /// The n moves with the largest gain and value together.
    Guided(u32),
    /// Every legal move. An explored root is then a proof.
    All,
}

/// What makes a child's statistics its value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backup {
    /// The mean score.
    Mean,
    /// The best score.
    Max,
    /// This share of the best score, the rest of the mean.
    Mixed(f64),
}

/// How scores become the qualities that UCB1 compares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scaling {
    /// η: quality = η · score.
    Factor(f64),
    /// The lowest and highest score that this tree has met become 0 and 1.
    Running,
}

/// How a simulation chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Playout {
    /// Uniform over all moves that are not minor.
    Uniform,
    /// The move with the largest refill count, but with this probability a uniform one.
    Greedy(f64),
    /// The move with the largest gain and value together, but with this probability a uniform one.
    Guided(f64),
    /// The best line of a beam of this width, its values shaken by a little noise.
    Beam(u32),
}

/// One tree's parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeOptions {
    /// c of UCB1.
    pub exploration: f64,
    /// η.
    pub scaling: Scaling,
    /// Mean, maximum or a mixture.
    pub backup: Backup,
    /// D of the single-player deviation term `sqrt((Σx² − N·x̄² + D) / N)`, in scaled units; `None` leaves it out.
    pub deviation: Option<f64>,
    /// Which moves become children.
    pub candidates: Candidates,
    /// How simulations move.
    pub playout: Playout,
    /// Whether a state that another node of the tree holds with at least the same score is cut off.
    pub transpositions: bool,
}

impl TreeOptions {
    /// Settings that a learned value makes possible: few children, the likeliest first, and simulations that follow
    /// the value.
    #[must_use]
    pub fn guided() -> Self {
        Self {
            exploration: 0.1,
            scaling: Scaling::Running,
            backup: Backup::Mixed(0.5),
            candidates: Candidates::Guided(8),
            playout: Playout::Beam(32),
            transpositions: true,
            ..Self::default()
        }
    }
}

impl Default for TreeOptions {
    /// The forum's settings.
    fn default() -> Self {
        Self {
            exploration: 0.5,
            scaling: Scaling::Factor(0.0001),
            backup: Backup::Mean,
            deviation: None,
            candidates: Candidates::Top(2),
            playout: Playout::Uniform,
            transpositions: false,
        }
    }
}

/// A root-parallel search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UctOptions {
    /// The name it reports as.
    pub strategy: String,
    /// Every random stream comes from it.
    pub seed: Seed,
    /// Parameters by tree, one entry per tree.
    pub trees: Vec<TreeOptions>,
    /// Each tree's own number in its seed's streams: distinct for the trees of merged runs.
    pub streams: Vec<(Seed, u64)>,
    /// Room for all trees together, in bytes.
    pub memory_bytes: u64,
}

impl UctOptions {
    /// Least memory that the trees can live with.
    #[must_use]
    pub fn least_memory_bytes(&self) -> u64 {
        self.trees.len() as u64 * super::tree::LEAST_BYTES
    }

    /// `trees` equal trees on the streams 0, 1, … of `seed`.
    #[must_use]
    pub fn uniform(strategy: &str, seed: Seed, trees: u32, options: &TreeOptions, memory_bytes: u64) -> Self {
        Self {
            strategy: strategy.to_owned(),
            seed,
            trees: vec![options.clone(); trees as usize],
            streams: (0..u64::from(trees)).map(|tree| (seed, tree)).collect(),
            memory_bytes,
        }
    }
}
