//! A run: a search with its folder, its limits and the person who watches it.
//!
//! | file | what |
//! |---|---|
//! | `folder` | the run folder: what is in it, how it is made and opened |
//! | `driver`, `watcher`, `load` | the loop: search, look up, save, report; going on from a checkpoint |
//! | `desk` | what is done with every improvement, figure and warning |
//! | `limits`, `requests` | when to end; signals and keys |
//! | `progress` | the bar or the lines on stderr |
//! | `events` | `events.ndjson` |
//! | `together`, `exchange` | several processes on one run: how they start and fail as one, what they tell each other |

mod desk;
mod driver;
pub(crate) mod events;
mod exchange;
pub(crate) mod folder;
pub(crate) mod limits;
mod load;
mod progress;
pub(crate) mod requests;
pub(crate) mod together;
mod watcher;

pub(crate) use desk::{best_files, script, written_best};
pub(crate) use driver::{Driven, Plan, drive, table};
pub(crate) use load::set_aside_remark;
pub(crate) use progress::{ProgressMode, clock, describe};
