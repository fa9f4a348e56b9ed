//! The visited tree, as far as its bound reaches: what the search tried, in the order it tried it.

use crate::types::Score;
use serde::{Deserialize, Serialize};

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Not finished when the search or the record ended.
    Open,
    /// Searched to the end.
    Searched,
    /// A complete line ends here.
    Complete,
    /// No move left, and not complete.
    DeadEnd,
    /// Its bound does not beat the best line: it was not opened, and counts as visited all the same.
    Cut,
    /// Met before: its value was remembered.
    Known,
}

/// One visited node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceNode {
    /// Index of the node above; `None` for the root.
    pub parent: Option<u32>,
    /// Code of the move that leads here; 0 for the root.
    pub code: u16,
    /// What that move gained.
    pub gain: Score,
    /// The score on arrival.
    pub total: Score,
    /// What a continuation gains at most, as far as was found out; `None` while open or where none completes.
    pub value: Option<Score>,
    /// What became of it.
    pub fate: Fate,
}

/// The visited tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// Nodes in the order of their visits.
    pub nodes: Vec<TraceNode>,
    /// Nodes visited but not recorded, because the record was full.
    pub omitted: u64,
}

impl Trace {
    /// Adds a node unless the record is full; its index.
    pub(super) fn push(&mut self, most: usize, node: TraceNode) -> Option<u32> {
        if self.nodes.len() >= most {
            self.omitted += u64::from(most > 0);
            return None;
        }
        let index = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.push(node);
        Some(index)
    }

    /// Notes what became of a node.
    pub(super) fn finish(&mut self, index: Option<u32>, value: Option<Score>, fate: Fate) {
        if let Some(node) = index.and_then(|index| self.nodes.get_mut(index as usize)) {
            node.value = value;
            node.fate = fate;
        }
    }
}
