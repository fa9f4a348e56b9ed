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
//! | [`ExactRound`] | the first refill, exactly | 0 for what it foresees |
//! | [`Balanced`] | whole cascades on the article's restricted refills | sampling, and a bias by design |
//! | [`Table`] | the whites' whole cascade, remembered per reduced board | sampling of each board, not stated |
//! | [`Rollout`], the default | cascades and a few guided moves, then a [`Potential`] | sampling; the potential's own is not known |
//!
//! Budgets come in as samples and a poll ([`Ask`]); nothing here reads a clock. [`simulate`] plays whole games with
//! common random refills, [`Fit`] fits constants on them.

mod balanced;
mod classic;
mod exact_round;
mod fit;
mod grid;
mod learn;
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
pub use fit::{Fit, FitProgress, Fitted};
pub use potential::{CONSTANTS, Potential};
pub use rollout::{Rollout, sample_move};
pub use simulate::{By, Games, Guided, MostEliminated, Policy, Start, simulate, simulate_some};
pub use table::{BYTES_PER_ENTRY, Table, TableError, TableStats};
pub use value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, Objective, Parts, Spread, leftover};
