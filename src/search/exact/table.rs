//! The memo: states met before, in a table of bounded size that keeps what took longest to find out.
//!
//! Buckets of four entries, a power of two of them. The table doubles while it is below its bound; at the bound a new
//! entry replaces the cheapest of its bucket if that was not dearer. Contents depend on the calls alone.

use crate::types::{Key, Score};

const WAYS: usize = 4;
/// Entries of the smallest table.
const SMALLEST: usize = 1 << 10;

/// What is known of a state's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is this, and this move (if any) begins the way to it.
    Exactly(Score, Option<u16>),
    /// It is at most this.
    AtMost(Score),
}

/// No entry; also the stored mark of "no move".
const EMPTY: u8 = 0;
const EXACT_MOVE: u8 = 1;
const EXACT_END: u8 = 2;
const AT_MOST: u8 = 3;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u128,
    score: Score,
    code: u16,
    kind: u8,
    /// Logarithm of the nodes that it took.
    effort: u8,
}

const NOTHING: Entry = Entry { key: 0, score: 0, code: 0, kind: EMPTY, effort: 0 };

/// A bounded memo.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    /// A memo of at most `most` entries (rounded down to a power of two; fewer than four are none).
    pub(super) fn new(most: usize) -> Self {
        let most = if most < WAYS { 0 } else { 1 << most.ilog2() };
        Self { entries: vec![NOTHING; most.min(SMALLEST)], used: 0, most }
    }

    /// States remembered.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Whether it remembers anything at all.
    pub(super) fn is_on(&self) -> bool {
        self.most > 0
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    #[inline]
    fn bucket(&self, key: u128) -> usize {
        let buckets = self.entries.len() / WAYS;
        let low = key as usize;
        (low & (buckets - 1)) * WAYS
    }

    /// What is known of a state.
    #[inline]
    pub(super) fn get(&self, Key(key): Key) -> Option<Known> {
        if self.entries.is_empty() {
            return None;
        }
        let start = self.bucket(key);
        let entry = self.entries[start..start + WAYS].iter().find(|entry| entry.kind != EMPTY && entry.key == key)?;
        Some(match entry.kind {
            EXACT_MOVE => Known::Exactly(entry.score, Some(entry.code)),
            EXACT_END => Known::Exactly(entry.score, None),
            _ => Known::AtMost(entry.score),
        })
    }

    /// Remembers what was found out about a state with so many nodes.
    pub(super) fn put(&mut self, Key(key): Key, known: Known, nodes: u64) {
        if self.entries.is_empty() {
            return;
        }
        while self.is_tight(key) && self.entries.len() < self.most {
            self.grow();
        }
        let effort = u8::try_from(64 - nodes.leading_zeros()).unwrap_or(64);
        let entry = match known {
            Known::Exactly(score, Some(code)) => Entry { key, score, code, kind: EXACT_MOVE, effort },
            Known::Exactly(score, None) => Entry { key, score, code: 0, kind: EXACT_END, effort },
            Known::AtMost(score) => Entry { key, score, code: 0, kind: AT_MOST, effort },
        };
        self.insert(entry);
    }

    fn insert(&mut self, entry: Entry) {
        let start = self.bucket(entry.key);
        let bucket = &mut self.entries[start..start + WAYS];
        if let Some(same) = bucket.iter_mut().find(|old| old.kind != EMPTY && old.key == entry.key) {
            if same.kind == AT_MOST || entry.kind != AT_MOST {
                *same = entry;
            }
        } else if let Some(cheapest) = bucket.iter_mut().min_by_key(|old| (old.kind != EMPTY, old.effort)) {
            if cheapest.kind == EMPTY {
                self.used += 1;
                *cheapest = entry;
            } else if cheapest.effort <= entry.effort {
                *cheapest = entry;
            }
        }
    }

    /// Whether a new state would push another out of a table that is at least an eighth full.
    fn is_tight(&self, key: u128) -> bool {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + WAYS];
        self.used * 8 > self.entries.len() && bucket.iter().all(|old| old.kind != EMPTY && old.key != key)
    }

    fn grow(&mut self) {
        let doubled = vec![NOTHING; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.kind != EMPTY) {
            self.insert(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_keeps_everything_below_its_bound() {
        let mut table = Table::new(1 << 16);
        let key = |i: u64| Key(u128::from(crate::types::mix(i)));
        for i in 0..10_000_u16 {
            table.put(key(u64::from(i)), Known::Exactly(Score::from(i), Some(i)), 1);
        }
        let kept = (0..10_000_u16).filter(|&i| table.get(key(u64::from(i))).is_some()).count();
        assert!(kept > 9_500, "{kept} of 10,000 kept in a table of 65,536");
        assert_eq!(table.len(), kept);
    }

    #[test]
    fn at_the_bound_the_dearest_stay() {
        let mut table = Table::new(4);
        for i in 0..100_u64 {
            table.put(Key(u128::from(i)), Known::AtMost(0), i + 1);
        }
        table.put(Key(1000), Known::AtMost(5), 1);
        assert_eq!(table.len(), 4);
        assert_eq!(table.get(Key(1000)), None);
        assert_eq!(table.get(Key(99)), Some(Known::AtMost(0)));
    }

    #[test]
    fn a_value_is_never_replaced_by_a_bound() {
        let mut table = Table::new(64);
        table.put(Key(7), Known::Exactly(3, None), 1);
        table.put(Key(7), Known::AtMost(9), 100);
        assert_eq!(table.get(Key(7)), Some(Known::Exactly(3, None)));
    }

    #[test]
    fn no_room_is_no_memo() {
        let mut table = Table::new(0);
        table.put(Key(7), Known::AtMost(9), 1);
        assert!(!table.is_on() && table.get(Key(7)).is_none() && table.bytes() == 0);
    }
}
