//! The checkpoints of one run folder: `checkpoint-N.bin`, or the files of a set (see `set`), N counting up, the newest
//! three kept.
//!
//! A new one is written beside the old ones under a temporary name, synced, renamed, and the folder synced; only
//! then is the oldest removed. So whatever moment the power fails at, a good one is there. Loading goes from the
//! newest to the oldest; a damaged one is set aside as `.bad` and never deleted.

use super::format::{CheckpointError, Identity, Writer};
use super::parts::Sections;
use super::set::{Kind, recognise, single_name};
use super::together::{Refusal, Share};
use crate::cluster::Alone;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Checkpoints kept.
const KEPT: usize = 3;

/// Prefix of files under way, so that the remains of a crash can be told and removed.
const TEMPORARY: &str = ".xiaochu-";

/// A checkpoint that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Where it is now.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
    /// Whether nothing is wrong with what is there, and something is missing: then it was left where it is.
    pub is_incomplete: bool,
}

/// The outcome of a search for the newest good checkpoint.
#[derive(Debug)]
pub struct Loaded<T> {
    /// What was loaded, with the checkpoint's number; `None` when no checkpoint is good.
    pub value: Option<(u64, T)>,
    /// Newer ones that were not good.
    pub set_aside: Vec<SetAside>,
}

/// A run folder's checkpoints.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The checkpoints of a folder.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a checkpoint that one process wrote.
    #[must_use]
    pub fn path(&self, number: u64) -> PathBuf {
        self.folder.join(single_name(number))
    }

    /// What there is of checkpoints.
    pub(super) fn files(&self) -> io::Result<Vec<(u64, Kind)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            files.extend(entry?.file_name().to_str().and_then(recognise));
        }
        Ok(files)
    }

    /// The numbers of the checkpoints that are there, newest first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn numbers(&self) -> io::Result<Vec<u64>> {
        let files = self.files()?.into_iter().filter(|(_, kind)| *kind != Kind::Part);
        let mut numbers: Vec<u64> = files.map(|(number, _)| number).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.dedup();
        Ok(numbers)
    }

    /// The highest number of any checkpoint, finished or not; 0 before the first.
    pub(super) fn highest(&self) -> io::Result<u64> {
        Ok(self.files()?.into_iter().map(|(number, _)| number).max().unwrap_or(0))
    }

    /// Whether no checkpoint was ever finished here: there is none, nor one that was set aside.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn is_untouched(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let is_part = |name: &str| recognise(name).is_some_and(|(_, kind)| kind == Kind::Part);
            if name.to_str().is_some_and(|name| name.starts_with("checkpoint-") && !is_part(name)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the next checkpoint, of one process. Returns its number and its length in bytes.
    ///
    /// # Errors
    /// Whatever the disk says; older checkpoints are then untouched and nothing is left behind.
    pub fn write(
        &self,
        identity: Identity,
        fill: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> io::Result<(u64, u64)> {
        let number = self.highest()? + 1;
        let bytes = self.write_file(&self.path(number), identity, fill)?;
        // What cannot be removed now is old, and will be tried again.
        drop(self.prune());
        Ok((number, bytes))
    }

    /// Writes one container, as a whole or not at all. Returns its length.
    pub(super) fn write_file(
        &self,
        path: &Path,
        identity: Identity,
        fill: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut file = temporary_in(&self.folder)?;
        let mut writer = Writer::new(file.as_file_mut())?;
        fill(&mut writer)?;
        let bytes = writer.finish(identity)?;
        persist(file, path)?;
        Ok(bytes)
    }

    /// Removes what is older than the checkpoints to keep.
    pub(super) fn prune(&self) -> io::Result<()> {
        let Some(oldest) = self.numbers()?.get(KEPT - 1).copied() else { return Ok(()) };
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let number = entry.file_name().to_str().and_then(recognise).map(|(number, _)| number);
            if number.is_some_and(|number| number < oldest) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes what a crash in the middle of writing left behind. For the holder of the folder's lock, before it
    /// writes anything itself.
    ///
    /// # Errors
    /// When the folder cannot be read or a file not removed.
    pub fn remove_remains(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Loads the newest checkpoint that is good, trying `load` on each in turn: all of it, whether one process or many
    /// wrote it. Damaged ones are set aside.
    ///
    /// # Errors
    /// When the folder cannot be read, or a checkpoint is whole but of another version, puzzle or search: then no
    /// older one is tried, since it would be of the same kind.
    pub fn load_newest<T>(
        &self,
        identity: Identity,
        load: impl FnMut(&mut Sections) -> Result<T, CheckpointError>,
    ) -> Result<Loaded<T>, CheckpointError> {
        let all = Share { peers: &Alone, is_keeper: true, own: 0..u32::MAX };
        self.load_together(identity, &all, load).map_err(Refusal::into_error)
    }
}

/// Renames a damaged file to a free `.bad` name.
pub(super) fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let kind = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let mut bad = path.with_extension(format!("{kind}.bad"));
    let mut count = 1;
    while bad.exists() {
        bad = path.with_extension(format!("{kind}.{count}.bad"));
        count += 1;
    }
    fs::rename(path, &bad)?;
    Ok(bad)
}

/// Puts a finished temporary file in its place for good.
pub(super) fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Replaces a file as a whole: whoever reads it sees the old contents or the new, never a part.
///
/// # Errors
/// Whatever the disk says; the old file is then untouched.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = temporary_in(folder)?;
    file.write_all(contents)?;
    persist(file, path)
}

/// A temporary file that may be renamed in its folder.
pub(super) fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Temporary files are made for their owner alone; results are for everyone the umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(TEMPORARY).tempfile_in(folder)
}
