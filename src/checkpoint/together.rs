//! Checkpoints of several processes that work on one run: written as sets, read by any number of processes.
//!
//! The processes may share one run folder or have one per machine; in each folder one of them, its keeper, writes what
//! is there once only. A part that a process needs and does not see is sent by one that does.

use super::format::{CheckpointError, Identity, Stamp, Writer};
use super::parts::Sections;
use super::set::{Kind, Manifest, Part, manifest_name, part_name};
use super::store::{Loaded, SetAside, Store, persist, put_aside, temporary_in, write_atomically};
use crate::cluster::{Dissent, Peers, agree, tell};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::PathBuf;
use tempfile::NamedTempFile;

/// Bytes of a part that travel at a time.
const CHUNK: usize = 1 << 20;

/// Words that a bit per part takes.
fn bits_for(parts: usize) -> Vec<u64> {
    vec![0; parts.div_ceil(64)]
}

fn set_bit(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn has_bit(bits: &[u64], at: usize) -> bool {
    bits[at / 64] & 1 << (at % 64) != 0
}

/// A process's place among those that share a run.
#[derive(Clone, Debug)]
pub struct Share<'a> {
    /// All of them.
    pub peers: &'a dyn Peers,
    /// Whether this one writes what is in its folder once only.
    pub is_keeper: bool,
    /// The units that it holds.
    pub own: Range<u32>,
}

/// Why a set could not be loaded.
enum Miss {
    /// A file of it is nowhere, or damaged: older ones may be good.
    Unusable(Option<SetAside>),
    /// It is of another program, puzzle or search, or a disk refuses.
    Other(CheckpointError),
}

impl Store {
    /// Writes the next checkpoint, this process its part of it. Returns its number and the bytes of all parts.
    ///
    /// # Errors
    /// Whatever the disks say, the same on every rank; older checkpoints are then untouched.
    pub fn write_together(
        &self,
        identity: Identity,
        share: &Share<'_>,
        fill: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> Result<(u64, u64), Dissent> {
        let peers = share.peers;
        if !peers.is_many() {
            return agree(peers, self.write(identity, fill));
        }
        let mut newest = [i64::try_from(self.highest().unwrap_or(0)).unwrap_or(i64::MAX)];
        peers.max(&mut newest);
        let number = newest[0].unsigned_abs() + 1;
        let path = self.folder().join(part_name(number, peers.rank(), peers.count()));
        let written = self.write_file(&path, identity, fill).and_then(|_| Stamp::of(&path));
        let stamp = *written.as_ref().unwrap_or(&Stamp::default());
        let parts = gather(share, number, stamp);
        if let Err(dissent) = agree(peers, written) {
            // Without a manifest the part is worth nothing; it may not be there either.
            drop(fs::remove_file(&path));
            return Err(dissent);
        }
        let bytes = parts.iter().map(|part| part.stamp.bytes).sum();
        let manifest = Manifest::new(number, parts);
        let is_noted = match share.is_keeper {
            true => write_atomically(&self.folder().join(manifest_name(number)), &manifest.to_bytes()),
            false => Ok(()),
        };
        agree(peers, is_noted)?;
        if share.is_keeper {
            // What cannot be removed now is old, and will be tried again.
            drop(self.prune());
        }
        Ok((number, bytes))
    }

    /// Loads the newest checkpoint that is whole and good, of one file or of many. `load` is given the sections of all
    /// units that this process owns.
    ///
    /// # Errors
    /// When a folder cannot be read, or a checkpoint is whole but of another version, puzzle or search: the same on
    /// every rank.
    pub fn load_together<T>(
        &self,
        identity: Identity,
        share: &Share<'_>,
        mut load: impl FnMut(&mut Sections) -> Result<T, CheckpointError>,
    ) -> Result<Loaded<T>, Refusal> {
        let mut set_aside = Vec::new();
        let mut below = u64::MAX;
        loop {
            let mut bad = Vec::new();
            let mine = self.newest_below(below, share.is_keeper, &mut bad);
            let mine = together(share, mine.map_err(CheckpointError::from))?;
            tell_all(share.peers, bad, &mut set_aside);
            let Some(manifest) = newest_of_all(share.peers, mine) else {
                return Ok(Loaded { value: None, set_aside });
            };
            below = manifest.number;
            match self.load_set(identity, share, &manifest, &mut load) {
                Ok(value) => return Ok(Loaded { value: Some((below, value)), set_aside }),
                Err(Miss::Unusable(bad)) => {
                    together(share, Ok(()))?;
                    tell_all(share.peers, bad.into_iter().collect(), &mut set_aside);
                }
                Err(Miss::Other(error)) => {
                    together::<()>(share, Err(error))?;
                }
            }
        }
    }

    /// The newest set in this folder whose number is below `limit`. A manifest that is damaged is set aside.
    fn newest_below(&self, limit: u64, is_keeper: bool, bad: &mut Vec<SetAside>) -> io::Result<Option<Manifest>> {
        let mut files = self.files()?;
        files.retain(|(number, kind)| *number < limit && *kind != Kind::Part);
        files.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        for (number, kind) in files {
            let (path, read) = match kind {
                Kind::Manifest => {
                    let path = self.folder().join(manifest_name(number));
                    let read = Manifest::read(&path);
                    (path, read)
                }
                _ => (self.path(number), Manifest::of_one(number, &self.path(number))),
            };
            match read {
                Ok(manifest) if manifest.number == number => return Ok(Some(manifest)),
                // The keeper of the folder was faster, and has set it aside.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) if error.kind() != io::ErrorKind::InvalidData => return Err(error),
                _ if is_keeper => {
                    let reason = "it is damaged: it is no manifest".to_owned();
                    bad.push(SetAside { path: put_aside(&path)?, reason, is_incomplete: false });
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Loads one set, on all ranks or on none.
    fn load_set<T>(
        &self,
        identity: Identity,
        share: &Share<'_>,
        manifest: &Manifest,
        load: &mut impl FnMut(&mut Sections) -> Result<T, CheckpointError>,
    ) -> Result<T, Miss> {
        let is_needed = |part: &Part| part.units.start < share.own.end && share.own.start < part.units.end;
        self.fetch(share, manifest, is_needed)?;
        let needed: Vec<&Part> = manifest.parts.iter().filter(|part| is_needed(part)).collect();
        let loaded = match Sections::open(self.folder(), &needed, identity) {
            Ok(mut sections) => load(&mut sections).map_err(|error| {
                let file = sections.last_file().map(PathBuf::from);
                (file.unwrap_or_else(|| self.folder().to_owned()), error)
            }),
            Err(wrong) => Err(wrong),
        };
        let mut worst = [match &loaded {
            Ok(_) => 0,
            Err((_, error)) if error.is_damage() => 1,
            Err(_) => 2,
        }];
        share.peers.max(&mut worst);
        match (worst, loaded) {
            ([0], Ok(value)) => Ok(value),
            ([1], Err((path, error))) => {
                let is_there = path.is_file();
                // Another rank that sees the same file may be faster, and tells of it.
                let aside = is_there.then(|| put_aside(&path)).and_then(Result::ok);
                let bad = aside.map(|path| SetAside { path, reason: error.to_string(), is_incomplete: false });
                Err(Miss::Unusable(bad))
            }
            ([1], Ok(_)) => Err(Miss::Unusable(None)),
            (_, Err((_, error))) if !error.is_damage() => Err(Miss::Other(error)),
            // Another rank tells what is wrong.
            _ => Err(Miss::Unusable(None)),
        }
    }

    /// Sees to it that every part is in the folder of each process that needs it.
    fn fetch(&self, share: &Share<'_>, manifest: &Manifest, is_needed: impl Fn(&Part) -> bool) -> Result<(), Miss> {
        let peers = share.peers;
        let here = |part: &Part| Stamp::of(&self.folder().join(&part.file)).is_ok_and(|stamp| stamp == part.stamp);
        let is_here: Vec<bool> = manifest.parts.iter().map(here).collect();
        let (mut seen, mut wanted) = (bits_for(is_here.len()), bits_for(is_here.len()));
        for (at, part) in manifest.parts.iter().enumerate() {
            if is_here[at] {
                set_bit(&mut seen, at);
            } else if is_needed(part) {
                set_bit(&mut wanted, at);
            }
        }
        peers.or(&mut seen);
        peers.or(&mut wanted);
        let mut missing = manifest.parts.iter().enumerate().filter(|(at, _)| !has_bit(&seen, *at));
        if let Some((_, part)) = missing.next() {
            let reason = format!("{} is nowhere to be found, or not what it was", part.file);
            let path = self.folder().join(manifest_name(manifest.number));
            // All know it; one tells it.
            let bad = peers.is_head().then_some(SetAside { path, reason, is_incomplete: true });
            return Err(Miss::Unusable(bad));
        }
        for (at, part) in manifest.parts.iter().enumerate().filter(|(at, _)| has_bit(&wanted, *at)) {
            let Some(from) = peers.first(is_here[at]) else { continue };
            let sent = self.send(share, from, part, !is_here[at] && is_needed(part));
            let kept = agree(peers, sent).and_then(|copy| {
                let path = self.folder().join(&part.file);
                agree(peers, copy.map_or(Ok(()), |copy| persist(copy, &path)))
            });
            kept.map_err(|dissent| Miss::Other(CheckpointError::Io(io::Error::other(dissent))))?;
        }
        Ok(())
    }

    /// One process reads a part out to all; those that lack it write it down.
    fn send(&self, share: &Share<'_>, from: usize, part: &Part, is_lacking: bool) -> io::Result<Option<NamedTempFile>> {
        let is_source = share.peers.rank() == from;
        let mut source = is_source.then(|| File::open(self.folder().join(&part.file)));
        let mut copy = if is_lacking { Some(temporary_in(self.folder())) } else { None };
        let mut failed = None;
        let mut buffer = vec![0; CHUNK];
        let mut left = part.stamp.bytes;
        while left > 0 {
            let size = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
            let chunk = &mut buffer[..size];
            // Whatever goes wrong, all go on to the end of the file: the others wait for the next piece.
            if let Some(Ok(file)) = &mut source
                && let Err(error) = file.read_exact(chunk)
            {
                failed = Some(error);
            }
            share.peers.broadcast(from, chunk);
            if let Some(Ok(file)) = &mut copy
                && let Err(error) = file.write_all(chunk)
            {
                failed = Some(error);
            }
            left -= size as u64;
        }
        source.transpose()?;
        let copy = copy.transpose()?;
        failed.map_or(Ok(copy), Err)
    }
}

/// Tells all what any of them has found to be bad, once each.
fn tell_all(peers: &dyn Peers, mut mine: Vec<SetAside>, known: &mut Vec<SetAside>) {
    while let Some(teller) = peers.first(!mine.is_empty()) {
        let own = if peers.rank() == teller { mine.pop() } else { None };
        let bytes = own.as_ref().map(serde_json::to_vec).and_then(Result::ok).unwrap_or_default();
        let Ok(told) = serde_json::from_slice::<SetAside>(&tell(peers, teller, bytes)) else { continue };
        mine.retain(|other| *other != told);
        if !known.contains(&told) {
            known.push(told);
        }
    }
}

/// What every rank has written, on every rank.
fn gather(share: &Share<'_>, number: u64, stamp: Stamp) -> Vec<Part> {
    let (rank, count) = (share.peers.rank(), share.peers.count());
    let mut table = vec![0_i64; count * 4];
    let row =
        [i64::try_from(stamp.bytes).unwrap_or(0), stamp.checksum.into(), share.own.start.into(), share.own.end.into()];
    table[rank * 4..rank * 4 + 4].copy_from_slice(&row);
    share.peers.sum(&mut table);
    let word = |value: i64| u32::try_from(value).unwrap_or(0);
    let part = |(rank, row): (usize, &[i64])| Part {
        file: part_name(number, rank, count),
        stamp: Stamp { bytes: row[0].unsigned_abs(), checksum: word(row[1]) },
        units: word(row[2])..word(row[3]),
    };
    table.chunks_exact(4).enumerate().map(part).collect()
}

/// The newest of everyone's manifests; of several with one number, that of the lowest rank.
fn newest_of_all(peers: &dyn Peers, mine: Option<Manifest>) -> Option<Manifest> {
    let number = mine.as_ref().map_or(-1, |manifest| i64::try_from(manifest.number).unwrap_or(-1));
    let mut newest = [number];
    peers.max(&mut newest);
    let from = peers.first(newest[0] >= 0 && newest[0] == number)?;
    if !peers.is_many() {
        return mine;
    }
    let bytes = mine.filter(|_| peers.rank() == from).map(|manifest| manifest.to_bytes());
    // What this program has just read and written reads well.
    Manifest::from_bytes(&tell(peers, from, bytes.unwrap_or_default())).ok()
}

/// Why the checkpoints of a run cannot be used at all.
#[derive(Debug)]
pub struct Refusal {
    /// Whether it is the disk.
    pub is_io: bool,
    /// Who found out, and what.
    pub dissent: Dissent,
    /// What this rank itself found out.
    own: Option<CheckpointError>,
}

impl Refusal {
    /// The error of this rank, or what another one tells.
    #[must_use]
    pub fn into_error(self) -> CheckpointError {
        self.own.unwrap_or_else(|| CheckpointError::Io(io::Error::other(self.dissent)))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.dissent.fmt(f)
    }
}

impl std::error::Error for Refusal {}

/// This rank's value, when no rank has an error.
fn together<T>(share: &Share<'_>, result: Result<T, CheckpointError>) -> Result<T, Refusal> {
    let mut is_io = [u64::from(matches!(&result, Err(CheckpointError::Io(_))))];
    share.peers.or(&mut is_io);
    let is_io = is_io == [1];
    match (agree(share.peers, result.as_ref().map(|_| ())), result) {
        (Ok(()), Ok(value)) => Ok(value),
        (Err(dissent), result) => Err(Refusal { is_io, dissent, own: result.err() }),
        (Ok(()), Err(own)) => {
            Err(Refusal { is_io, dissent: Dissent { rank: 0, reason: own.to_string() }, own: Some(own) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{crew, share_out};
    use crate::search::{Sink, Source};
    use std::path::Path;

    const IDENTITY: Identity = Identity { puzzle: 1, options: 2 };
    const UNITS: u32 = 5;

    /// Writes units that hold `base` and their number, each rank into the folder of its name.
    fn write(folders: &[&Path], base: u64) {
        let written = crew(folders.len(), |peers| {
            let share = Share { peers, is_keeper: true, own: share_out(UNITS, peers) };
            Store::new(folders[peers.rank()]).write_together(IDENTITY, &share, |writer| {
                share.own.clone().try_for_each(|unit| writer.put(&format!("unit {unit}"), &(base + u64::from(unit))))
            })
        });
        assert!(written.iter().all(Result::is_ok), "{written:?}");
    }

    /// What all ranks together load, and how much of it was set aside.
    fn load(folders: &[&Path]) -> (Vec<u64>, usize) {
        let loaded = crew(folders.len(), |peers| {
            let share = Share { peers, is_keeper: true, own: share_out(UNITS, peers) };
            let unit = |sections: &mut Sections, unit| sections.take(&format!("unit {unit}"));
            let loaded = Store::new(folders[peers.rank()]).load_together(IDENTITY, &share, |sections| {
                Ok(share.own.clone().map(|number| unit(sections, number)).collect::<Result<Vec<u64>, _>>()?)
            });
            loaded.map(|loaded| (loaded.value.map(|(_, units)| units).unwrap_or_default(), loaded.set_aside.len()))
        });
        let loaded: Vec<_> = loaded.into_iter().map(Result::unwrap).collect();
        assert!(loaded.iter().all(|(_, aside)| *aside == loaded[0].1), "all know of the same");
        (loaded.iter().flat_map(|(units, _)| units.clone()).collect(), loaded[0].1)
    }

    #[test]
    fn parts_travel_to_whoever_needs_them_and_a_lost_one_costs_its_set() {
        let folders: Vec<_> = (0..4).map(|_| tempfile::tempdir().unwrap()).collect();
        let [a, b, c, d] = [0, 1, 2, 3].map(|at: usize| folders[at].path());
        write(&[a, b, c], 10);
        assert_eq!(load(&[d, c, a, b]), ((10..15).collect(), 0), "on a new machine, and in another order");
        write(&[a, b, c], 20);
        assert_eq!(load(&[a, b, c]), ((20..25).collect(), 0));
        fs::remove_file(b.join(part_name(2, 1, 3))).unwrap();
        assert_eq!(load(&[c, b, a, d]), ((10..15).collect(), 1));
        assert_eq!(load(&[a, c]), ((10..15).collect(), 1), "what has travelled serves when its home is away");
        assert_eq!(load(&[a]), (Vec::new(), 2), "one machine alone lacks parts of both");
        write(&[a], 30);
        assert_eq!(load(&[b, a]), ((30..35).collect(), 0), "from one file to several processes");
    }

    #[test]
    fn the_newest_three_are_kept_and_a_failed_one_is_no_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for base in [10, 20, 30, 40] {
            write(&[path, path], base);
        }
        assert_eq!(Store::new(path).numbers().unwrap(), [4, 3, 2]);
        assert_eq!(Store::new(path).files().unwrap().len(), 9);
        let failed = crew(2, |peers| {
            let share = Share { peers, is_keeper: peers.is_head(), own: share_out(UNITS, peers) };
            let full = |_: &mut Writer<'_>| if peers.is_head() { Ok(()) } else { Err(io::Error::other("full")) };
            Store::new(path).write_together(IDENTITY, &share, full)
        });
        assert!(
            failed.iter().all(|written| written.as_ref().is_err_and(|dissent| dissent.to_string() == "rank 1: full"))
        );
        assert_eq!(Store::new(path).files().unwrap().len(), 9, "nothing is left behind");
        assert_eq!(load(&[path, path, path]).0, (40..45).collect::<Vec<_>>());
    }
}
