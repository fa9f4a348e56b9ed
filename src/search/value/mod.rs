//! What a position is still worth: weights learned by `search::train`, or the game's own hand-made potential.
//!
//! A value is a sum over the features of a position (see [`crate::game::Learn`]); every weight is linear between
//! knots in the steps left. For a given number of steps the knots are blended once into a flat table by feature, so
//! that a value costs one table entry per feature. Values are whole numbers of 1/[`UNIT`] of the score's unit: sums
//! of integers do not depend on their order, hence not on the number of threads.

mod estimator;
mod weights;

pub use estimator::{Estimator, UNIT};
pub use weights::{Weights, WeightsError};
