//! Help and usage errors in Chinese. In English they are what clap makes of `args`.
//!
//! | file | what |
//! |---|---|
//! | `localise` | the command line with Chinese texts; which language is asked for before it is parsed |
//! | `zh` | the texts, by command and argument |
//! | `usage` | what is wrong with a command line, in Chinese |

mod localise;
mod usage;
mod zh;

pub(crate) use localise::{command, requested};
pub(crate) use usage::report;
