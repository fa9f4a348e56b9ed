//! A checkpoint of several processes: a part from each, and a manifest that names them.
//!
//! | file | written by |
//! |---|---|
//! | `checkpoint-N.part-R-of-K.bin` | rank R of K: a container with the units (trees, workers) that it owns |
//! | `checkpoint-N.set.json` | last, when every part is on disk, once in each folder |
//!
//! A set counts when its manifest is there and every part that it names is, with the length and the checksum that it
//! names. Whoever has all the files in one folder can go on, with however many processes.

use super::format::Stamp;
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::Range;
use std::path::Path;

/// Version of the manifest.
const FORMAT: u32 = 1;

/// Manifests above this size are refused.
const MOST_BYTES: u64 = 1 << 26;

/// One file of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    /// Its name in the run folder.
    pub file: String,
    /// What it must be.
    pub stamp: Stamp,
    /// The units in it, by number.
    pub units: Range<u32>,
}

/// The files of one checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The checkpoint's number.
    pub number: u64,
    /// By rank.
    pub parts: Vec<Part>,
    /// CRC-32 of all that precedes.
    checksum: u32,
}

impl Manifest {
    pub(super) fn new(number: u64, parts: Vec<Part>) -> Self {
        let mut manifest = Self { format: FORMAT, number, parts, checksum: 0 };
        manifest.checksum = manifest.sum();
        manifest
    }

    /// The manifest of a checkpoint that is one file.
    pub(super) fn of_one(number: u64, path: &Path) -> io::Result<Self> {
        let part = Part { file: single_name(number), stamp: Stamp::of(path)?, units: 0..u32::MAX };
        Ok(Self::new(number, vec![part]))
    }

    fn sum(&self) -> u32 {
        let parts = self.parts.iter().flat_map(|part| {
            [part.file.clone(), format!("{:?} {:?}", part.stamp, part.units)].into_iter().chain([String::from("\n")])
        });
        crc32fast::hash(format!("{} {}\n{}", self.format, self.number, parts.collect::<String>()).as_bytes())
    }

    /// Reads one.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        if std::fs::metadata(path)?.len() > MOST_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is absurdly long"));
        }
        Self::from_bytes(&std::fs::read(path)?)
    }

    /// Reads one that passes its checksum and whose parts follow each other without a gap.
    pub(super) fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        let wrong = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason);
        let manifest: Self = serde_json::from_slice(bytes).map_err(|error| wrong(&error.to_string()))?;
        let is_seamless = manifest.parts.windows(2).all(|pair| pair[0].units.end == pair[1].units.start);
        let starts = manifest.parts.first().is_some_and(|part| part.units.start == 0);
        let is_here = manifest.parts.iter().all(|part| Path::new(&part.file).file_name() == Some(part.file.as_ref()));
        if manifest.format != FORMAT || manifest.checksum != manifest.sum() || !is_seamless || !starts || !is_here {
            return Err(wrong("it contradicts itself"));
        }
        Ok(manifest)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // Numbers and strings are always JSON.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }
}

/// The file of a checkpoint of one process.
pub(super) fn single_name(number: u64) -> String {
    format!("checkpoint-{number}.bin")
}

/// The file of one part.
pub(super) fn part_name(number: u64, rank: usize, count: usize) -> String {
    format!("checkpoint-{number}.part-{rank}-of-{count}.bin")
}

/// The manifest's file.
pub(super) fn manifest_name(number: u64) -> String {
    format!("checkpoint-{number}.set.json")
}

/// What a file in a run folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole checkpoint.
    Single,
    /// The manifest of a set.
    Manifest,
    /// A part of a set.
    Part,
}

/// The checkpoint number of a file, and what it is of it; `None` for all other files.
pub(super) fn recognise(name: &str) -> Option<(u64, Kind)> {
    let (number, rest) = name.strip_prefix("checkpoint-")?.split_once('.')?;
    let number = number.parse().ok()?;
    match rest {
        "bin" => Some((number, Kind::Single)),
        "set.json" => Some((number, Kind::Manifest)),
        _ => {
            let (rank, count) = rest.strip_prefix("part-")?.strip_suffix(".bin")?.split_once("-of-")?;
            rank.parse::<usize>().ok()?;
            count.parse::<usize>().ok()?;
            Some((number, Kind::Part))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(rank: usize, units: Range<u32>) -> Part {
        Part { file: part_name(7, rank, 2), stamp: Stamp { bytes: 100, checksum: 9 }, units }
    }

    #[test]
    fn names_are_recognised() {
        assert_eq!(recognise(&single_name(12)), Some((12, Kind::Single)));
        assert_eq!(recognise(&manifest_name(3)), Some((3, Kind::Manifest)));
        assert_eq!(recognise(&part_name(3, 1, 8)), Some((3, Kind::Part)));
        for other in
            ["checkpoint-3.bin.bad", "checkpoint-x.bin", "best.json", "checkpoint-3.part-1.bin", "checkpoint-3"]
        {
            assert_eq!(recognise(other), None, "{other}");
        }
    }

    #[test]
    fn every_changed_byte_of_a_manifest_is_noticed() {
        let manifest = Manifest::new(7, vec![part(0, 0..3), part(1, 3..5)]);
        let good = manifest.to_bytes();
        assert_eq!(Manifest::from_bytes(&good).unwrap(), manifest);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            // White space may change; what it says may not.
            assert!(Manifest::from_bytes(&bad).map_or(true, |read| read == manifest), "byte {at}");
            assert!(Manifest::from_bytes(&good[..at]).is_err(), "length {at}");
        }
    }

    #[test]
    fn parts_with_gaps_or_elsewhere_are_refused() {
        let gap = Manifest::new(7, vec![part(0, 0..3), part(1, 4..5)]);
        assert!(Manifest::from_bytes(&gap.to_bytes()).is_err());
        let mut elsewhere = part(0, 0..3);
        elsewhere.file = "../checkpoint-7.bin".to_owned();
        assert!(Manifest::from_bytes(&Manifest::new(7, vec![elsewhere]).to_bytes()).is_err());
        assert!(Manifest::from_bytes(&Manifest::new(7, Vec::new()).to_bytes()).is_err());
    }
}
