//! A run: a search with its folder, its limits and the person who watches it.
//!
//! | file | what |
//! |---|---|
//! | `folder` | the run folder: what is in it, how it is made and opened |
//! | `driver` | the loop: search, look up, save, report |
//! | `desk` | what is done with every improvement, figure and warning |
//! | `limits`, `requests` | when to end; signals and keys |
//! | `progress` | the bar or the lines on stderr |
//! | `events` | `events.ndjson` |

mod desk;
mod driver;
pub(crate) mod events;
pub(crate) mod folder;
pub(crate) mod limits;
mod progress;
pub(crate) mod requests;

pub(crate) use desk::script;
pub(crate) use driver::{Driven, Plan, drive, table};
pub(crate) use progress::{ProgressMode, clock, describe};
