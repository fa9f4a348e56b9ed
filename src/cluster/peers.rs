//! What a process can ask of its peers, in plain arrays.

use std::fmt::Debug;

/// The processes that work on one search, each with its rank from 0. All calls are collective.
pub trait Peers: Debug {
    /// This process's number.
    fn rank(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Adds up everyone's values, place by place. All give equally many.
    fn sum(&self, values: &mut [i64]);

    /// The largest of everyone's values, place by place. All give equally many.
    fn max(&self, values: &mut [i64]);

    /// The bits that are set at anyone's, place by place. All give equally many.
    fn or(&self, bits: &mut [u64]);

    /// Everyone gets the bytes of one. All give equally many.
    fn broadcast(&self, from: usize, bytes: &mut [u8]);

    /// Whether this is the one that speaks to the user.
    fn is_head(&self) -> bool {
        self.rank() == 0
    }

    /// Whether there are others.
    fn is_many(&self) -> bool {
        self.count() > 1
    }

    /// The lowest rank of which something is so.
    fn first(&self, is_me: bool) -> Option<usize> {
        let place = |rank: usize| i64::try_from(self.count() - rank).unwrap_or(0);
        let mut highest = [if is_me { place(self.rank()) } else { 0 }];
        self.max(&mut highest);
        let [highest] = highest;
        usize::try_from(highest).ok().filter(|&highest| highest > 0).map(|highest| self.count() - highest)
    }
}

/// One process without peers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Peers for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }

    fn sum(&self, _: &mut [i64]) {}

    fn max(&self, _: &mut [i64]) {}

    fn or(&self, _: &mut [u64]) {}

    fn broadcast(&self, _: usize, _: &mut [u8]) {}
}
