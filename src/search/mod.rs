//! The searches. Each knows a game only through the contracts of [`crate::game`].
//!
//! Every strategy is one value that implements [`Search`]: it runs up to a total number of iterations, halts soon
//! after it is asked to, and can be saved and loaded at any halt. What it finds depends on (puzzle, options, seed,
//! iterations) alone: never on where it was halted, saved or loaded, on the number of threads, or on time.

pub mod beam;
mod contract;
mod control;
pub mod duel;
pub mod exact;
mod line;
pub mod nrpa;
mod over;
pub mod portfolio;
mod quota;
pub mod strata;
mod strategy;
pub mod team;
#[cfg(test)]
pub(crate) mod toy;
pub mod train;
mod turns;
pub mod uct;
pub mod value;

pub use contract::{Halt, LoadError, RootRow, Search, Sink, Source, Summary};

pub use control::{Control, Found, Meter, Origin};
pub use quota::share;
pub use strategy::{Strategy, StrategyOptions};
