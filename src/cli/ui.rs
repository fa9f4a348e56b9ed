//! How the program talks: language, colour, how much.

use super::lang::Lang;
use super::run::ProgressMode;
use std::io::{Error, ErrorKind, Write};
use std::sync::OnceLock;

/// The first failure to write to stdout.
static FAILED: OnceLock<Error> = OnceLock::new();

/// The choices that every command shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ui {
    /// The user's language.
    pub lang: Lang,
    /// Whether events or results go to stdout as JSON.
    pub json: bool,
    /// What is shown of a running search.
    pub progress: ProgressMode,
    /// Nothing on stderr but errors.
    pub quiet: bool,
    /// More on stderr.
    pub verbose: bool,
    /// Whether stdout and stderr get colours.
    pub color: bool,
}

impl Ui {
    /// Writes a result to stdout. False when that reaches nobody any more: a reader that is gone, a full disk.
    pub(crate) fn print(&self, text: &str) -> bool {
        print(text)
    }

    /// Writes a remark to stderr, unless it shall be quiet.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            drop(writeln!(std::io::stderr().lock(), "{text}"));
        }
    }
}

/// Writes to stdout; false when that reaches nobody any more. Why is told at the end, see [`stdout_failure`].
pub(crate) fn print(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    // Only the first failure is told.
    written.map_err(|error| drop(FAILED.set(error))).is_ok()
}

/// Why not all that this process printed has arrived. Whoever stops reading early is no failure.
pub(crate) fn stdout_failure() -> Option<&'static Error> {
    FAILED.get().filter(|error| error.kind() != ErrorKind::BrokenPipe)
}
