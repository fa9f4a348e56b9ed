//! Exit codes, and the failures that carry them (SPEC).

use super::help::chinese_failure;
use super::lang::{Lang, Text};
use anyhow::Error;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// Something that should not happen.
    Internal = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A puzzle, solution or script is wrong.
    BadInput = 3,
    /// No checkpoint of a run can be used.
    NoCheckpoint = 4,
    /// A line does not replay to its score.
    VerificationFailed = 5,
    /// Another process works on the run.
    Locked = 6,
    /// A file cannot be read or written.
    Io = 7,
    /// `--require-target` and the target was not reached.
    TargetMissed = 8,
    /// Stopped by SIGINT after a good save.
    Interrupted = 130,
    /// Stopped by SIGTERM or SIGHUP after a good save.
    Terminated = 143,
}

/// An error and the exit code it leads to.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The code.
    pub exit: Exit,
    /// What to tell the user.
    pub error: Error,
    /// Whether the message says itself that it is an error.
    pub is_headed: bool,
}

impl Failure {
    /// A failure with a message.
    pub(crate) fn new(exit: Exit, message: impl std::fmt::Display) -> Self {
        Self { exit, error: anyhow::anyhow!("{message}"), is_headed: false }
    }

    /// A failure told in both languages, by those who do not know the user's.
    pub(crate) fn told(exit: Exit, text: Text) -> Self {
        Self { exit, error: Error::new(Told(text)), is_headed: false }
    }

    /// What to tell the user.
    pub(crate) fn message(&self, lang: Lang) -> String {
        if let Some(Told(text)) = self.error.downcast_ref() {
            return text.get(lang).to_owned();
        }
        let message = format!("{:#}", self.error);
        match lang {
            Lang::Zh if !self.is_headed => chinese_failure(self.exit, &message),
            _ => message,
        }
    }

    /// A failure whose message says itself that it is an error.
    pub(crate) fn headed(exit: Exit, message: impl std::fmt::Display) -> Self {
        Self { is_headed: true, ..Self::new(exit, message) }
    }
}

/// A message in both languages; as an error it speaks English.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.get(Lang::En))]
struct Told(Text);

/// Gives an error its exit code and says what was being done.
pub(crate) trait OrExit<T> {
    /// The value, or a failure: `context`, then the error itself.
    ///
    /// # Errors
    /// When `self` is an error.
    fn or_exit(self, exit: Exit, context: impl FnOnce() -> String) -> Result<T, Failure>;
}

impl<T, E: Into<Error>> OrExit<T> for Result<T, E> {
    fn or_exit(self, exit: Exit, context: impl FnOnce() -> String) -> Result<T, Failure> {
        self.map_err(|error| Failure { exit, error: error.into().context(context()), is_headed: false })
    }
}
