//! What to do when the refill is random: evaluators that give every legal move of a position an expected value,
//! whole games simulated by them, and the fitting of their constants.
//!
//! Beside `search`, not under it: games ← advice ← cli. Unlike a search this module names `games::sandbox`, because
//! the article's formulas are about this very board: lines of three, whites that fall, levels worth 3.25 times the
//! one below.
//!
//! | evaluator | foresees | error |
//! |---|---|---|
//! | [`Classic`] | the first refill, by the article's approximation | none stated |

mod classic;
mod grid;
mod learn;
mod policy;
mod potential;
mod rollout;
mod simulate;
mod value;

pub use classic::{Chain, Classic, Constants, chain};
pub use learn::Lessons;
pub use potential::Potential;
pub use rollout::Rollout;
pub use simulate::{By, Games, Guided, MostEliminated, Policy, Start, simulate};
pub use value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread};
