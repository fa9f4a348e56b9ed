//! The plain types that every layer shares: scores, keys, seeds, generators, maps and the written form of a move.
//!
//! Invariant: nothing here knows a game, a search or a file.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// Points, exact. The unit is the game's own: whole points in 消除王, SameGame and crush, 1/256 of a power unit
/// in the modes whose pieces are worth `3.25^(level − 1)` (see `games::sandbox::rules::Worth::scale`).
pub type Score = i64;

/// The generator behind everything random. One stream per purpose, see [`Seed::stream`].
pub type Pcg = Pcg64Mcg;

#[expect(clippy::disallowed_types, reason = "with a fixed hasher the order is fixed")]
/// A hash map whose iteration order depends on its contents alone.
pub type FixedMap<K, V> = std::collections::HashMap<K, V, rustc_hash::FxBuildHasher>;

#[expect(clippy::disallowed_types, reason = "with a fixed hasher the order is fixed")]
/// A hash set whose iteration order depends on its contents alone.
pub type FixedSet<K> = std::collections::HashSet<K, rustc_hash::FxBuildHasher>;

/// Identifies what a state's future depends on: equal keys, equal futures.
///
/// 128 bits of a mixing hash: two different states share a key with a probability near 2⁻¹²⁸ per pair, so a
/// search of 10¹² states meets no false pair in practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key(pub u128);

/// The number a user gives as `--seed`; every random stream is derived from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The generator for one purpose (`label`) and one worker (`index`, a tree number for instance).
    ///
    /// Streams with different labels or indices are independent, so adding a consumer never moves another's draws.
    #[must_use]
    pub fn stream(self, label: &str, index: u64) -> Pcg {
        let mut hash = mix(self.0 ^ 0x9e37_79b9_7f4a_7c15);
        for byte in label.bytes() {
            hash = mix(hash ^ u64::from(byte));
        }
        let low = mix(hash ^ index);
        let high = mix(low ^ 0xd1b5_4a32_d192_ed03);
        Pcg::new((u128::from(high) << 64) | u128::from(low))
    }

    /// The seed of one part of the work that has streams of its own, named as in [`Seed::stream`].
    #[must_use]
    pub fn derive(self, label: &str, index: u64) -> Self {
        Self(self.stream(label, index).next_u64())
    }
}

/// A number below `limit`, uniform up to 2⁻³² × limit; 0 where the limit is.
#[inline(always)]
pub(crate) fn below(rng: &mut Pcg, limit: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(limit)) >> 32) as u32
}

/// One of some items, each as likely up to 2⁻³² × their number; `None` where there is none.
pub(crate) fn pick<T: Copy>(rng: &mut Pcg, items: &[T]) -> Option<T> {
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    items.get(below(rng, count) as usize).copied()
}

/// One round of the splitmix64 finaliser: a bijection on 64 bits that avalanches.
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A board position as people and files name it: row from the top, column from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u8; 2]", into = "[u8; 2]")]
pub struct Place {
    /// Row, 0 at the top.
    pub row: u8,
    /// Column, 0 at the left.
    pub col: u8,
}

impl Place {
    /// A place from its row and column.
    #[must_use]
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }
}

impl From<[u8; 2]> for Place {
    fn from([row, col]: [u8; 2]) -> Self {
        Self { row, col }
    }
}

impl From<Place> for [u8; 2] {
    fn from(place: Place) -> Self {
        [place.row, place.col]
    }
}

/// A move as files write it (`{"swap":[[r,c],[r,c]]}`, `{"drag":[r,c]}`, `{"tap":[r,c]}`), the same for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Exchange two pieces (sandbox R9; in crush the two are neighbours).
    Swap(Place, Place),
    /// Take one piece out of the sandbox (R10).
    Drag(Place),
    /// Remove the connected group at a place (SameGame).
    Tap(Place),
}
