//! Help and errors in Chinese. In English help and usage errors are what clap makes of `args`.
//!
//! | file | what |
//! |---|---|
//! | `localise` | the command line with Chinese texts; which language is asked for before it is parsed |
//! | `zh` | the texts, by command and argument |
//! | `failures` | what failed, in Chinese, where the message itself is English |
//! | `usage` | what is wrong with a command line, in Chinese |

mod failures;
mod localise;
mod usage;
mod zh;

pub(crate) use failures::{chinese_failure, chinese_reason};
pub(crate) use localise::{command, requested};
pub(crate) use usage::report;
