//! Where a memoised solver keeps the worth of states.

use super::solve::Worth;
use crate::types::FixedMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A memo of states. A game may bring one that packs its states tighter than a map can.
pub trait DuelTable<S> {
    /// The worth of a state, if it is known.
    fn get(&self, state: &S) -> Option<Worth>;

    /// Remembers a worth. A table may drop it: that costs time, never the answer.
    fn set(&mut self, state: &S, worth: Worth);

    /// Bytes that the table takes.
    fn bytes(&self) -> usize;
}

/// A memo for any game: a hash map.
#[derive(Clone, Debug)]
pub struct MapTable<S> {
    map: FixedMap<S, Worth>,
}

impl<S> Default for MapTable<S> {
    fn default() -> Self {
        Self { map: FixedMap::default() }
    }
}

impl<S: Copy + Eq + Hash + Debug> DuelTable<S> for MapTable<S> {
    fn get(&self, state: &S) -> Option<Worth> {
        self.map.get(state).copied()
    }

    fn set(&mut self, state: &S, worth: Worth) {
        self.map.insert(*state, worth);
    }

    /// An estimate: an entry and one control byte per slot.
    fn bytes(&self) -> usize {
        self.map.capacity() * (size_of::<(S, Worth)>() + 1)
    }
}

/// A memo for a game whose states can be numbered without gaps: two bits per state.
#[derive(Clone, Debug)]
pub struct DenseTable<F> {
    bits: Vec<u8>,
    slot: F,
    slot_bytes: usize,
}

impl<F> DenseTable<F> {
    /// An empty table for `len` states. `slot` numbers them, from 0; states numbered `len` or higher are not
    /// remembered. `slot_bytes` is what the numbering itself takes, for the report.
    pub fn new(len: usize, slot: F, slot_bytes: usize) -> Self {
        Self { bits: vec![0; len.div_ceil(4)], slot, slot_bytes }
    }
}

impl<S, F: Fn(&S) -> usize> DuelTable<S> for DenseTable<F> {
    fn get(&self, state: &S) -> Option<Worth> {
        let slot = (self.slot)(state);
        match self.bits.get(slot / 4)? >> (2 * (slot % 4)) & 3 {
            1 => Some(Worth::First),
            2 => Some(Worth::Second),
            3 => Some(Worth::Draw),
            _ => None,
        }
    }

    fn set(&mut self, state: &S, worth: Worth) {
        let slot = (self.slot)(state);
        let code = match worth {
            Worth::First => 1,
            Worth::Second => 2,
            Worth::Draw => 3,
        };
        if let Some(byte) = self.bits.get_mut(slot / 4) {
            let shift = 2 * (slot % 4);
            *byte = *byte & !(3 << shift) | code << shift;
        }
    }

    fn bytes(&self) -> usize {
        self.bits.capacity() + self.slot_bytes
    }
}
