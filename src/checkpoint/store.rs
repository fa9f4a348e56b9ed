//! The checkpoints of one run folder: `checkpoint-N.bin`, N counting up, the newest three kept.
//!
//! A new one is written beside the old ones under a temporary name, synced, renamed, and the folder synced; only
//! then is the oldest removed. So whatever moment the power fails at, a good one is there. Loading goes from the
//! newest to the oldest; a damaged one is set aside as `.bad` and never deleted.

use super::format::{CheckpointError, Identity, Reader, Writer};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Checkpoints kept.
const KEPT: usize = 3;

/// Prefix of files under way, so that the remains of a crash can be told and removed.
const TEMPORARY: &str = ".xiaochu-";

/// A checkpoint that could not be used.
#[derive(Debug)]
pub struct SetAside {
    /// Where it is now.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: CheckpointError,
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

    /// The file of a checkpoint number.
    #[must_use]
    pub fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("checkpoint-{number}.bin"))
    }

    /// The numbers of the checkpoints that are there, newest first.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn numbers(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix("checkpoint-")?.strip_suffix(".bin"));
            numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
        }
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        Ok(numbers)
    }

    /// Whether no checkpoint was ever finished here: there is none, nor one that was set aside.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn is_untouched(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.folder)? {
            if entry?.file_name().to_str().is_some_and(|name| name.starts_with("checkpoint-")) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the next checkpoint. Returns its number and its length in bytes.
    ///
    /// # Errors
    /// Whatever the disk says; older checkpoints are then untouched and nothing is left behind.
    pub fn write(
        &self,
        identity: Identity,
        fill: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> io::Result<(u64, u64)> {
        let numbers = self.numbers()?;
        let number = numbers.first().map_or(1, |newest| newest + 1);
        let mut file = temporary_in(&self.folder)?;
        let mut writer = Writer::new(file.as_file_mut())?;
        fill(&mut writer)?;
        let bytes = writer.finish(identity)?;
        persist(file, &self.path(number))?;
        for old in numbers.into_iter().skip(KEPT - 1) {
            fs::remove_file(self.path(old))?;
        }
        Ok((number, bytes))
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

    /// Loads the newest checkpoint that is good, trying `load` on each in turn. Damaged ones are set aside.
    ///
    /// # Errors
    /// When the folder cannot be read, or a checkpoint is whole but of another version, puzzle or search: then no
    /// older one is tried, since it would be of the same kind.
    pub fn load_newest<T>(
        &self,
        identity: Identity,
        mut load: impl FnMut(&mut Reader) -> Result<T, CheckpointError>,
    ) -> Result<Loaded<T>, CheckpointError> {
        let mut set_aside = Vec::new();
        for number in self.numbers()? {
            let path = self.path(number);
            match Reader::open(&path, identity).and_then(|mut reader| load(&mut reader)) {
                Ok(value) => return Ok(Loaded { value: Some((number, value)), set_aside }),
                Err(error) if error.is_damage() => {
                    set_aside.push(SetAside { path: put_aside(&path)?, error });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Loaded { value: None, set_aside })
    }
}

/// Renames a damaged file to a free `.bad` name.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let mut bad = path.with_extension("bin.bad");
    let mut count = 1;
    while bad.exists() {
        bad = path.with_extension(format!("bin.{count}.bad"));
        count += 1;
    }
    fs::rename(path, &bad)?;
    Ok(bad)
}

/// Puts a finished temporary file in its place for good.
fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
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
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Temporary files are made for their owner alone; results are for everyone the umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(TEMPORARY).tempfile_in(folder)
}
