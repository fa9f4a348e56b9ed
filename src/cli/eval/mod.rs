//! `eval`: every legal move of a position with random refill, with its value and error; what `advise`, `tune` and
//! `compare` share with it.
//!
//! | file | what |
//! |---|---|
//! | `args` | the arguments of all four |
//! | `settings` | what they resolve to; a game file keeps it |
//! | `adviser` | an evaluator with its threads, clock and table |
//! | `command` | `eval` |
//! | `report` | its answers as text and JSON |
//! | `played` | whole games, until there are enough or the time is over |
//! | `fallback` | what `solve` says of a puzzle with random refill |

mod adviser;
mod args;
mod command;
mod fallback;
mod played;
mod report;
mod settings;

pub(super) use adviser::{Adviser, Answer};
pub(super) use args::{AdviseArgs, EvalArgs, GamesArgs, TuneArgs, TuneWhat};
pub(super) use command::{eval, random_game};
pub(super) use fallback::fall_back;
pub(super) use played::Played;
pub(super) use report::method;
pub(super) use settings::{ConstantsFile, EvaluatorName, Settings};
