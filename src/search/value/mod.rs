//! What a position is still worth: the game's own hand-made potential, corrected by weights that `search::train` learns.
//!
//! The correction is a sum over the features of a position (see [`crate::game::Learn`]), at full strength until a few
//! steps before the end. Values are whole numbers of 1/[`UNIT`] of the score's unit: sums of integers do not depend on
//! their order, hence not on the number of threads.

mod estimator;
mod weights;

pub use estimator::{Estimator, FADE, UNIT};
pub use weights::{Weights, WeightsError};
