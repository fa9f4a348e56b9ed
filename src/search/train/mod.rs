//! Learning what positions are worth, by temporal differences on the positions that a beam keeps.
//!
//! Learned from greedy play a value misleads a beam, because a beam seeks out whatever the value overrates. So every
//! game is played by a small beam under the present weights, and each position it keeps is pulled towards the best
//! that it led to: its best successor's gain and value, mixed with what the beam's own lines went on to gain (TD(λ),
//! Sutton 1988). Step sizes adapt weight by weight (temporal coherence, Beal & Smith 1999, as used for 2048 by
//! Jaśkowski 2018): where the errors of a weight cancel out its steps shrink.
//!
//! Errors are taken relative to their layer's mean: a beam compares positions of one layer only, and a common error
//! spread over the features in sight would make it prefer whatever it has not seen (measured: scores fall by half).
//!
//! Training is deterministic in (options, number of games) and can be saved and resumed between batches.

mod sample;
mod trainer;

pub use trainer::{Progress, TrainOptions, Trainer};
