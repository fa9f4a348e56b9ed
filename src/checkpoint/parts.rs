//! Reading a checkpoint that lies in several files as if it were one.

use super::format::{CheckpointError, Identity, Reader};
use super::set::Part;
use crate::search::{LoadError, Source};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// The parts that are needed, each section found by name in whichever part has it.
#[derive(Debug)]
pub struct Sections {
    readers: Vec<(PathBuf, Reader)>,
    /// The reader that had the last section.
    current: usize,
    /// What names begin with.
    prefix: String,
}

impl Sections {
    /// Opens these files of a folder; with the error comes the file that is at fault.
    pub(super) fn open(folder: &Path, parts: &[&Part], identity: Identity) -> Result<Self, (PathBuf, CheckpointError)> {
        let open = |part: &&Part| {
            let path = folder.join(&part.file);
            match Reader::open(&path, identity) {
                Ok(reader) => Ok((path, reader)),
                Err(error) => Err((path, error)),
            }
        };
        Ok(Self { readers: parts.iter().map(open).collect::<Result<_, _>>()?, current: 0, prefix: String::new() })
    }

    /// The file that had the last section.
    pub(super) fn last_file(&self) -> Option<&Path> {
        self.readers.get(self.current).map(|(path, _)| path.as_path())
    }
}

impl Source for Sections {
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, LoadError> {
        let name = &format!("{}{name}", self.prefix);
        let is_current = self.readers.get(self.current).is_some_and(|(_, reader)| reader.has(name));
        if !is_current {
            self.current = self.readers.iter().position(|(_, reader)| reader.has(name)).unwrap_or(self.current);
        }
        match self.readers.get_mut(self.current) {
            Some((_, reader)) => reader.take(name),
            None => Err(LoadError::Section { name: name.to_owned(), reason: "there is no file to read".to_owned() }),
        }
    }

    fn part(&mut self, prefix: &str) {
        prefix.clone_into(&mut self.prefix);
    }
}
