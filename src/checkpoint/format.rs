//! The container of a checkpoint.
//!
//! ```text
//! header      128 bytes: magic, version, codec, crate version, puzzle and options hash,
//!             place, length and checksum of the directory, length of the file, checksum of the header
//! sections    each one zstd frame of one bincode value
//! directory   bincode: name, place, lengths and checksum of every section
//! ```
//!
//! Every byte is under a checksum (CRC-32) and every length is checked before anything is decoded, so a damaged file
//! is recognised as such and never half believed. Writing streams: a section is compressed while it is encoded, and
//! never in memory as a whole but compressed; the header is written last, over its own empty place.
//!
//! bincode is unmaintained (its newest release on the registry is a compile error, hence `=2.0.1`); nothing outside
//! this file knows it. `postcard` would replace it, under a new codec number.
//!
//! Version history: 1.0, the first; 2.0, other learned values and other noise in the cuts of a beam, so that a search
//! begun before cannot go on as it would have.

use super::summed::Summed;
use crate::search::{LoadError, Sink, Source};
use bincode::config::{Configuration, Fixint, LittleEndian};
use bincode::error::DecodeError;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Version of the container and of what the sections mean. A reader takes its own major version, any minor.
pub const VERSION: Version = Version { major: 2, minor: 0 };

const MAGIC: [u8; 8] = *b"XIAOCHU\x1a";
/// bincode 2, little endian, fixed-width integers, in zstd frames.
const CODEC: u8 = 1;
const HEADER_BYTES: usize = 128;
/// Sections above this size are refused: no tree has so many nodes.
const MOST_SECTION_BYTES: u64 = 1 << 38;
/// Directories above this size are refused.
const MOST_DIRECTORY_BYTES: u64 = 1 << 26;
/// Fast rather than small: a checkpoint may cost 2 % of the time.
const ZSTD_LEVEL: i32 = 1;
/// Sections that wait in memory for each thread that prepares them.
const SECTIONS_PER_THREAD: usize = 2;

const fn codec() -> Configuration<LittleEndian, Fixint> {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding()
}

/// Decodes a value of so many bytes. A length within it that lies is an error before it can ask for much more memory
/// than that: the bound is a constant to the codec, so it is the next of these.
fn decode_within<T: DeserializeOwned>(bytes: u64, source: &mut impl Read) -> Result<T, DecodeError> {
    use bincode::serde::decode_from_std_read as decode;
    match bytes {
        0..0x1_0000 => decode(source, codec().with_limit::<0x1_0000>()),
        0x1_0000..0x100_0000 => decode(source, codec().with_limit::<0x100_0000>()),
        0x100_0000..0x1000_0000 => decode(source, codec().with_limit::<0x1000_0000>()),
        0x1000_0000..0x1_0000_0000 => decode(source, codec().with_limit::<0x1_0000_0000>()),
        // The most that a section may have.
        _ => decode(source, codec().with_limit::<{ 1 << 38 }>()),
    }
}

/// A container version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Readers refuse another one.
    pub major: u16,
    /// Readers accept any.
    pub minor: u16,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// What a checkpoint belongs to: the puzzle and the options that fix its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Hash of the puzzle's contents.
    pub puzzle: u64,
    /// Hash of the options that the search was made with.
    pub options: u64,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read at all.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is no checkpoint, cut short or changed.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// Written by a program with another container version.
    #[error("it has format {found} and this program reads {VERSION}; use the xiaochu version that wrote it ({writer})")]
    Version {
        /// Its version.
        found: Version,
        /// The crate version that wrote it.
        writer: String,
    },
    /// It belongs to another puzzle.
    #[error("it belongs to another puzzle")]
    OtherPuzzle,
    /// It belongs to a search with other options.
    #[error("it belongs to a search with other options")]
    OtherOptions,
    /// It reads well but means nothing.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl CheckpointError {
    /// Whether the file itself is bad, as opposed to being of another program, puzzle or search.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Load(_))
    }
}

/// Tells one checkpoint file from any other: its length, and the checksum of its header, which covers all checksums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Length of the file.
    pub bytes: u64,
    /// The last word of its header; 0 where it has none.
    pub checksum: u32,
}

impl Stamp {
    /// The stamp of a file, good or bad.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let mut header = [0; HEADER_BYTES];
        let checksum = match file.read_exact(&mut header) {
            Ok(()) => u32::from_le_bytes(field(&header, HEADER_BYTES - 4)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => 0,
            Err(error) => return Err(error),
        };
        Ok(Self { bytes, checksum })
    }
}

/// One line of the directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    name: String,
    offset: u64,
    bytes: u64,
    raw_bytes: u64,
    checksum: u32,
}

/// Writes one checkpoint.
pub struct Writer<'a> {
    file: BufWriter<&'a mut File>,
    entries: Vec<Entry>,
    offset: u64,
    /// What names begin with.
    prefix: String,
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("sections", &self.entries.len()).field("bytes", &self.offset).finish()
    }
}

impl<'a> Writer<'a> {
    /// Starts a checkpoint in an empty file.
    ///
    /// # Errors
    /// Whatever the file says.
    pub fn new(file: &'a mut File) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(1 << 18, file);
        file.write_all(&[0; HEADER_BYTES])?;
        Ok(Self { file, entries: Vec::new(), offset: HEADER_BYTES as u64, prefix: String::new() })
    }

    /// Writes the directory and then the header that makes the file a checkpoint. Returns the file's length.
    ///
    /// # Errors
    /// Whatever the file says.
    pub fn finish(mut self, identity: Identity) -> io::Result<u64> {
        let directory = bincode::serde::encode_to_vec(&self.entries, codec()).map_err(io::Error::other)?;
        self.file.write_all(&directory)?;
        let length = self.offset + directory.len() as u64;
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend(MAGIC);
        header.extend(VERSION.major.to_le_bytes());
        header.extend(VERSION.minor.to_le_bytes());
        header.extend([CODEC, 0, 0, 0]);
        header.extend(padded_crate_version());
        header.extend(identity.puzzle.to_le_bytes());
        header.extend(identity.options.to_le_bytes());
        header.extend(self.offset.to_le_bytes());
        header.extend((directory.len() as u64).to_le_bytes());
        header.extend(crc32fast::hash(&directory).to_le_bytes());
        header.extend(length.to_le_bytes());
        header.resize(HEADER_BYTES - 4, 0);
        let checksum = crc32fast::hash(&header);
        header.extend(checksum.to_le_bytes());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.flush()?;
        Ok(length)
    }
}

fn padded_crate_version() -> [u8; 16] {
    let mut padded = [0; 16];
    for (place, byte) in padded.iter_mut().zip(env!("CARGO_PKG_VERSION").bytes()) {
        *place = byte;
    }
    padded
}

impl Sink for Writer<'_> {
    type Error = io::Error;

    fn put<T: Serialize>(&mut self, name: &str, value: &T) -> io::Result<()> {
        let (Summed { bytes, hasher, .. }, raw_bytes) = encode(value, Summed::new(&mut self.file))?;
        self.entries.push(Entry {
            name: format!("{}{name}", self.prefix),
            offset: self.offset,
            bytes,
            raw_bytes,
            checksum: hasher.finalize(),
        });
        self.offset += bytes;
        Ok(())
    }

    /// Encodes and compresses on the threads of the rayon pool that it is called in, a few sections each at a time.
    fn put_all<T: Serialize + Sync>(&mut self, sections: &[(String, T)]) -> io::Result<()> {
        for batch in sections.chunks(SECTIONS_PER_THREAD * rayon::current_num_threads()) {
            let frames: Vec<io::Result<Frame>> = batch.par_iter().map(|(_, value)| Frame::new(value)).collect();
            for ((name, _), frame) in batch.iter().zip(frames) {
                let Frame { bytes, raw_bytes, checksum } = frame?;
                self.file.write_all(&bytes)?;
                let (name, offset, bytes) = (format!("{}{name}", self.prefix), self.offset, bytes.len() as u64);
                self.entries.push(Entry { name, offset, bytes, raw_bytes, checksum });
                self.offset += bytes;
            }
        }
        Ok(())
    }

    fn part(&mut self, prefix: &str) {
        prefix.clone_into(&mut self.prefix);
    }
}

/// Encodes and compresses a value on its way to `out`. Returns `out` and the bytes before compression.
fn encode<T: Serialize, W: Write>(value: &T, out: W) -> io::Result<(W, u64)> {
    let mut plain = BufWriter::with_capacity(1 << 17, zstd::Encoder::new(out, ZSTD_LEVEL)?);
    let raw_bytes = bincode::serde::encode_into_std_write(value, &mut plain, codec()).map_err(|error| match error {
        bincode::error::EncodeError::Io { inner, .. } => inner,
        other => io::Error::other(other),
    })?;
    let encoder = plain.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((encoder.finish()?, raw_bytes as u64))
}

/// A section ready to be written.
struct Frame {
    bytes: Vec<u8>,
    raw_bytes: u64,
    checksum: u32,
}

impl Frame {
    fn new<T: Serialize>(value: &T) -> io::Result<Self> {
        let (bytes, raw_bytes) = encode(value, Vec::new())?;
        Ok(Self { raw_bytes, checksum: crc32fast::hash(&bytes), bytes })
    }
}

/// Reads one checkpoint, section by section.
#[derive(Debug)]
pub struct Reader {
    file: File,
    entries: Vec<Entry>,
    /// The section after the one that was read last.
    next: usize,
}

/// The header's fields that a reader needs.
struct Header {
    identity: Identity,
    directory: (u64, u64),
    directory_checksum: u32,
}

fn field<const N: usize>(header: &[u8; HEADER_BYTES], at: usize) -> [u8; N] {
    std::array::from_fn(|i| header[at + i])
}

fn read_header(file: &mut File) -> Result<Header, CheckpointError> {
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointError::Damaged("it is shorter than a header"),
        _ => CheckpointError::Io(error),
    })?;
    if field(&header, 0) != MAGIC {
        return Err(CheckpointError::Damaged("it does not begin like a checkpoint"));
    }
    if crc32fast::hash(&header[..HEADER_BYTES - 4]) != u32::from_le_bytes(field(&header, HEADER_BYTES - 4)) {
        return Err(CheckpointError::Damaged("its header fails its checksum"));
    }
    let found = Version { major: u16::from_le_bytes(field(&header, 8)), minor: u16::from_le_bytes(field(&header, 10)) };
    if found.major != VERSION.major || header[12] != CODEC {
        let writer = field::<16>(&header, 16);
        let writer = String::from_utf8_lossy(&writer).trim_end_matches('\0').to_owned();
        return Err(CheckpointError::Version { found, writer });
    }
    let length = u64::from_le_bytes(field(&header, 68));
    if file.metadata()?.len() != length {
        return Err(CheckpointError::Damaged("it has another length than its header says"));
    }
    Ok(Header {
        identity: Identity {
            puzzle: u64::from_le_bytes(field(&header, 32)),
            options: u64::from_le_bytes(field(&header, 40)),
        },
        directory: (u64::from_le_bytes(field(&header, 48)), u64::from_le_bytes(field(&header, 56))),
        directory_checksum: u32::from_le_bytes(field(&header, 64)),
    })
}

impl Reader {
    /// Opens a checkpoint of this puzzle and these options and checks header, directory and every checksum.
    ///
    /// # Errors
    /// When it is damaged, of another version, puzzle or search, or cannot be read.
    pub fn open(path: &Path, identity: Identity) -> Result<Self, CheckpointError> {
        let mut file = File::open(path)?;
        let header = read_header(&mut file)?;
        let (offset, bytes) = header.directory;
        if bytes > MOST_DIRECTORY_BYTES {
            return Err(CheckpointError::Damaged("its directory is absurdly long"));
        }
        file.seek(SeekFrom::Start(offset))?;
        let mut directory = Vec::new();
        (&mut file).take(bytes).read_to_end(&mut directory)?;
        if crc32fast::hash(&directory) != header.directory_checksum {
            return Err(CheckpointError::Damaged("its directory fails its checksum"));
        }
        let mut rest = directory.as_slice();
        let entries: Vec<Entry> =
            decode_within(bytes, &mut rest).map_err(|_| CheckpointError::Damaged("its directory cannot be decoded"))?;
        if !rest.is_empty() || !is_seamless(&entries, offset) {
            return Err(CheckpointError::Damaged("its directory does not fit the file"));
        }
        check_sums(&mut file, &entries)?;
        if header.identity.puzzle != identity.puzzle {
            return Err(CheckpointError::OtherPuzzle);
        }
        if header.identity.options != identity.options {
            return Err(CheckpointError::OtherOptions);
        }
        Ok(Self { file, entries, next: 0 })
    }
}

/// Whether the sections lie side by side from the header to the directory.
fn is_seamless(entries: &[Entry], directory: u64) -> bool {
    let mut next = HEADER_BYTES as u64;
    entries.iter().all(|entry| {
        let fits = entry.offset == next && entry.raw_bytes <= MOST_SECTION_BYTES;
        next = next.saturating_add(entry.bytes);
        fits
    }) && next == directory
}

fn check_sums(file: &mut File, entries: &[Entry]) -> Result<(), CheckpointError> {
    file.seek(SeekFrom::Start(HEADER_BYTES as u64))?;
    let mut buffer = vec![0; 1 << 18];
    for entry in entries {
        let mut hasher = crc32fast::Hasher::new();
        let mut section = (&mut *file).take(entry.bytes);
        loop {
            let read = section.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            hasher.update(&buffer[..read]);
        }
        if hasher.finalize() != entry.checksum {
            return Err(CheckpointError::Damaged("a section fails its checksum"));
        }
    }
    Ok(())
}

impl Reader {
    fn decode<T: DeserializeOwned>(&mut self, entry: &Entry) -> Result<T, String> {
        self.file.seek(SeekFrom::Start(entry.offset)).map_err(|error| error.to_string())?;
        let section = BufReader::new((&mut self.file).take(entry.bytes));
        let decoder = zstd::Decoder::with_buffer(section).map_err(|error| error.to_string())?;
        let mut raw = BufReader::with_capacity(1 << 17, decoder.take(entry.raw_bytes));
        let value = decode_within(entry.raw_bytes, &mut raw).map_err(|error| format!("not decodable: {error}"))?;
        let mut rest = [0; 1];
        match raw.read(&mut rest) {
            Ok(0) => Ok(value),
            Ok(_) => Err("it holds more than its value".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Reader {
    /// Whether it has a section of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Where a section is: most often it is the next one.
    fn place(&self, name: &str) -> Option<usize> {
        let is_next = self.entries.get(self.next).is_some_and(|entry| entry.name == name);
        if is_next { Some(self.next) } else { self.entries.iter().position(|entry| entry.name == name) }
    }
}

impl Source for Reader {
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, LoadError> {
        let fail = |reason: String| LoadError::Section { name: name.to_owned(), reason };
        let place = self.place(name).ok_or_else(|| fail("it is missing".to_owned()))?;
        let entry = self.entries[place].clone();
        self.next = place + 1;
        self.decode(&entry).map_err(fail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_lies_is_an_error_and_takes_no_memory() {
        let good = bincode::serde::encode_to_vec("text", codec()).expect("a text");
        assert_eq!(decode_within::<String>(good.len() as u64, &mut good.as_slice()).expect("good"), "text");
        for length in [1 << 17, 1 << 40, u64::MAX] {
            let mut bad = good.clone();
            bad[..8].copy_from_slice(&u64::to_le_bytes(length));
            assert!(decode_within::<String>(bad.len() as u64, &mut bad.as_slice()).is_err(), "{length}");
        }
    }
}
