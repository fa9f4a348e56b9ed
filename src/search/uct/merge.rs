//! Trees of several searches of one puzzle in one search.

use super::options::UctOptions;
use super::parallel::Uct;
use crate::types::{FixedSet, Seed};

/// Label of the streams that trees get in place of ones that are taken.
const RENEWED: u64 = 1 << 32;

impl Uct {
    /// Joins searches: all trees side by side, numbered anew, the memory added up.
    ///
    /// Visits and sums at the root become the sums of the parts', the best line the best of theirs. Trees on the same
    /// stream (runs with the same seed) would repeat each other from here on: all but the first get a new stream.
    ///
    /// # Panics
    /// When there is nothing to join.
    #[must_use]
    pub fn merge(parts: Vec<Self>) -> Self {
        let first = parts.first().expect("at least one search").options();
        let mut options = UctOptions { trees: Vec::new(), streams: Vec::new(), memory_bytes: 0, ..first.clone() };
        let mut taken: FixedSet<(Seed, u64)> = FixedSet::default();
        let mut trees = Vec::new();
        for part in parts {
            options.memory_bytes += part.options().memory_bytes;
            options.trees.extend(part.options().trees.iter().cloned());
            let streams = part.options().streams.clone();
            for (mut tree, (seed, stream)) in part.into_trees().into_iter().zip(streams) {
                let number = u32::try_from(trees.len()).expect("no machine holds so many trees");
                let mut stream = stream;
                if !taken.insert((seed, stream)) {
                    stream = RENEWED + u64::from(number);
                    while !taken.insert((seed, stream)) {
                        stream += RENEWED;
                    }
                    tree.rng = seed.stream("uct tree", stream);
                }
                options.streams.push((seed, stream));
                tree.number = number;
                if let Some(best) = &mut tree.best {
                    best.origin.tree = number;
                }
                trees.push(tree);
            }
        }
        Self::from_parts(options, trees)
    }

    /// Trees that merging gave a new stream.
    #[must_use]
    pub fn renewed(&self) -> usize {
        self.options().streams.iter().filter(|(_, stream)| *stream >= RENEWED).count()
    }
}
