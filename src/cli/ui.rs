//! How the program talks: language, colour, how much.

use super::lang::Lang;
use super::run::ProgressMode;
use std::io::Write;

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
    /// Whether stdout and stderr get colours.
    pub color: bool,
}

impl Ui {
    /// Writes a result to stdout. Whoever stops reading early is no error.
    pub(crate) fn print(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }

    /// Writes a remark to stderr, unless it shall be quiet.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            drop(writeln!(std::io::stderr().lock(), "{text}"));
        }
    }
}
