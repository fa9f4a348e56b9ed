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

mod balanced;
mod classic;
mod exact_round;
mod fit;
mod grid;
mod policy;
mod potential;
mod reduced;
mod rollout;
mod simulate;
mod table;
mod value;

pub use balanced::{BALANCED_SEQUENCES, Balanced, completions_of};
pub use classic::{Chain, Classic, Constants, chain};
pub use exact_round::{ExactRound, FirstRound, enumerate_round};
pub use fit::{Fit, Fitted};
pub use potential::Potential;
pub use rollout::{Rollout, sample_move};
pub use simulate::{By, Games, Guided, MostEliminated, Policy, Start, simulate};
pub use table::{BYTES_PER_ENTRY, Table, TableError, TableStats};
pub use value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread};
