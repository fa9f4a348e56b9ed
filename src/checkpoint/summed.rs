//! A writer that counts and sums what passes through it.

use std::io::{self, Write};

/// Counts and sums what passes to a file.
pub(super) struct Summed<W> {
    inner: W,
    pub(super) bytes: u64,
    pub(super) hasher: crc32fast::Hasher,
}

impl<W> Summed<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, bytes: 0, hasher: crc32fast::Hasher::new() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buf)?;
        self.bytes += written as u64;
        self.hasher.update(&buf[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
