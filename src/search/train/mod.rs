//! Learning how far a game's potential is off, from what small beams make of the positions that large beams keep.
//!
//! Every game is played by a beam under the present weights, of a width that changes from game to game. From each of
//! its layers some positions are drawn, and a small beam searches on from each of them for a few steps: the best score
//! and value it gets to is the target. So the value learns from positions that a beam is led to, and is told what
//! searching on from them brings rather than what the beam happened to keep of them.
//!
//! Two things make it hold. Errors count relative to their layer's mean: a beam compares positions of one layer only,
//! and an error that all of them share would make it prefer whatever it has not seen. And the targets lie several
//! steps ahead, past what a single lucky cascade decides. Steps shrink weight by weight with the errors seen so far
//! (AdaGrad, Duchi, Hazan & Singer 2011).
//!
//! Training is deterministic in (options, number of games) and can be saved and resumed between batches.

mod options;
mod sample;
mod trainer;

pub use options::TrainOptions;
pub use trainer::{Progress, Trainer};
