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
pub mod events;
pub mod folder;
pub mod limits;
mod progress;
pub mod requests;

pub use desk::script;
pub use driver::{Driven, Plan, drive};
pub use progress::{ProgressMode, clock, describe};
