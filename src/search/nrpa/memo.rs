//! What positions offer, kept for a while: the playouts of a settled policy meet the same positions again and again,
//! and looking one up is cheaper than finding its moves.
//!
//! A table of fixed size in which the later of two positions with the same place wins. It changes the speed of a
//! search, never its result.

use crate::types::Key;

/// Entries, a power of two: half a megabyte, which stays in a core's own cache.
const ENTRIES: usize = 1 << 11;
/// Most moves of a position that is kept: with them an entry fills 256 bytes.
const MOST: usize = 59;

/// The offer of one position.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Entry {
    key: Key,
    count: u16,
    codes: [u16; MOST],
    slots: [u16; MOST],
}

/// Offers by position.
#[derive(Debug)]
pub(super) struct Memo {
    entries: Vec<Entry>,
}

impl Memo {
    /// Bytes that it takes.
    pub(super) const BYTES: usize = ENTRIES * size_of::<Entry>();

    /// Knows nothing.
    pub(super) fn new() -> Self {
        let empty = Entry { key: Key(0), count: 0, codes: [0; MOST], slots: [0; MOST] };
        Self { entries: vec![empty; ENTRIES] }
    }

    #[inline]
    fn place(key: Key) -> usize {
        key.0 as usize % ENTRIES
    }

    /// The moves of a position with their policy entries, if they are known.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<(&[u16], &[u16])> {
        let entry = &self.entries[Self::place(key)];
        // An entry that was never filled has no moves, so a position without any is not known by it.
        let count = usize::from(entry.count);
        (entry.key == key && count > 0).then(|| (&entry.codes[..count], &entry.slots[..count]))
    }

    /// Keeps the moves of a position, unless they are too many.
    #[inline]
    pub(super) fn put(&mut self, key: Key, codes: &[u16], slots: &[u16]) {
        let Some(count) = u16::try_from(codes.len()).ok().filter(|&count| usize::from(count) <= MOST) else { return };
        let entry = &mut self.entries[Self::place(key)];
        entry.key = key;
        entry.count = count;
        entry.codes[..codes.len()].copy_from_slice(codes);
        entry.slots[..codes.len()].copy_from_slice(slots);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_until_its_place_is_taken() {
        let mut memo = Memo::new();
        let (key, rival, other) = (Key(5), Key(5 + ENTRIES as u128), Key(6));
        memo.put(key, &[1, 2], &[3, 4]);
        memo.put(other, &[7], &[8]);
        assert_eq!(memo.get(key), Some((&[1, 2][..], &[3, 4][..])));
        assert_eq!(memo.get(rival), None);
        memo.put(rival, &[9], &[10]);
        assert_eq!((memo.get(key), memo.get(rival)), (None, Some((&[9][..], &[10][..]))));
        assert_eq!(memo.get(other), Some((&[7][..], &[8][..])));
    }

    #[test]
    fn it_takes_half_a_megabyte() {
        assert_eq!(Memo::BYTES, 1 << 19);
    }

    #[test]
    fn too_many_moves_are_not_kept() {
        let mut memo = Memo::new();
        memo.put(Key(1), &[0; MOST + 1], &[0; MOST + 1]);
        assert_eq!(memo.get(Key(1)), None);
    }
}
