//! One process per run folder: a lock on the file `lock`, which holds the owner's process id.
//!
//! The lock is the operating system's and dies with its process, so a crash leaves nothing to clean up.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use thiserror::Error;

/// Why a run folder cannot be had.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process works there.
    #[error("process {owner} is working on this run")]
    Taken {
        /// Its id, as far as it has written it.
        owner: String,
    },
    /// The lock file cannot be used.
    #[error("the lock file cannot be used: {0}")]
    Io(#[from] io::Error),
}

/// A held lock, released when dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a run folder for the process `owner`.
    ///
    /// # Errors
    /// When another process holds it or the file cannot be written.
    pub fn take(folder: &Path, owner: u32) -> Result<Self, LockError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(folder.join("lock"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Taken { owner: read_owner(&mut file) }),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // A full disk must not keep anyone from resuming: the lock itself holds without the note.
        let noted = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{owner}"));
        drop(noted);
        Ok(Self { _file: file })
    }

    /// The process that holds a run folder's lock, if any does.
    #[must_use]
    pub fn owner(folder: &Path) -> Option<String> {
        let mut file = OpenOptions::new().read(true).write(true).open(folder.join("lock")).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(read_owner(&mut file)),
            _ => None,
        }
    }
}

fn read_owner(file: &mut File) -> String {
    let mut owner = String::new();
    let read = file.take(32).read_to_string(&mut owner);
    let owner = owner.trim();
    if read.is_err() || owner.is_empty() { "unknown".to_owned() } else { owner.to_owned() }
}
