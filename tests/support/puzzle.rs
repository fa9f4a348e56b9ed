//! The puzzles of the repository.

use std::path::{Path, PathBuf};

/// A puzzle of the repository.
pub(crate) fn puzzle(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name)
}
