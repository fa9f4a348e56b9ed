//! The trace file: the tree that an exact search visited, as JSON that other programs can draw.
//!
//! ```json
//! {"format":"xiaochu-trace","version":1,"puzzle":{…},"strategy":"exact","score":22,"claim":"optimal",
//!  "line":[{"swap":[[4,1],[5,1]]},…],"omitted":0,"nodes":[
//!   {"parent":null,"move":null,"gain":0,"total":0,"value":22,"fate":"searched"},
//!   {"parent":0,"move":{"swap":[[4,1],[5,1]]},"gain":4,"total":4,"value":18,"fate":"searched"},…]}
//! ```
//!
//! Nodes stand in the order of their visits, so a parent (an index, from 0) comes before its children. `gain` is what
//! the move gains, `total` the score on arrival, `value` what a continuation still gains at most as far as it was
//! found out (`null` while open, or where none completes). Fates: `open` (not finished when the search or the record
//! ended), `searched`, `complete` (a line ends here), `dead-end`, `cut` (its bound does not beat the best line),
//! `known` (met before). `omitted` counts the nodes that were visited when the record was full.

use crate::game::{Game, Move};
use crate::puzzle::{Claim, Puzzle};
use crate::search::exact::{Fate, Trace};
use crate::types::{Action, Score};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What `format` says.
pub const FORMAT: &str = "xiaochu-trace";
/// What `version` says. Version 1 is the first.
pub const VERSION: u64 = 1;

/// A visited node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// Index of the node above; `None` for the root alone.
    pub parent: Option<u32>,
    /// The move that leads here; `None` for the root alone.
    #[serde(rename = "move")]
    pub action: Option<Action>,
    /// What that move gains.
    pub gain: Score,
    /// The score on arrival.
    pub total: Score,
    /// What a continuation still gains at most, as far as it was found out.
    pub value: Option<Score>,
    /// What became of it.
    pub fate: Fate,
}

/// The visited nodes of a search, in the order of their visits.
#[must_use]
pub fn visits<G: Game>(game: &G, trace: &Trace) -> Vec<Visit> {
    let visit = |node: &crate::search::exact::TraceNode| Visit {
        parent: node.parent,
        action: node.parent.map(|_| game.action(G::Move::from_code(node.code))),
        gain: node.gain,
        total: node.total,
        value: node.value,
        fate: node.fate,
    };
    trace.nodes.iter().map(visit).collect()
}

/// A trace file.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile {
    /// The puzzle that was searched.
    pub puzzle: Puzzle,
    /// The strategy, as `--strategy` names it.
    pub strategy: String,
    /// The best score; `None` when no line was completed.
    pub score: Option<Score>,
    /// What is claimed of it; `None` when no line was completed and nothing is proven.
    pub claim: Option<Claim>,
    /// The best line.
    pub line: Vec<Action>,
    /// Nodes visited but not recorded.
    pub omitted: u64,
    /// The recorded nodes. The first is the root; every other has a parent before it.
    pub nodes: Vec<Visit>,
}

/// Why a text is no trace file.
#[derive(Debug, Error)]
pub enum TraceError {
    /// Not JSON of this shape.
    #[error("no trace file")]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error("format {found:?}, not {FORMAT:?}")]
    Format {
        /// What `format` says.
        found: String,
    },
    /// A version that this program does not know.
    #[error("version {found}; this program reads version {VERSION}")]
    Version {
        /// What `version` says.
        found: u64,
    },
    /// A node without a parent before it, or a root with one.
    #[error("node {node} has no parent before it")]
    Parent {
        /// Its index.
        node: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u64,
    puzzle: Puzzle,
    strategy: String,
    score: Option<Score>,
    claim: Option<Claim>,
    line: Vec<Action>,
    omitted: u64,
    nodes: Vec<Visit>,
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("plain structs with string keys always serialise")
}

impl TraceFile {
    /// Reads a trace file.
    ///
    /// # Errors
    /// When the text is not of this format and version, or its nodes are no tree.
    pub fn parse(text: &str) -> Result<Self, TraceError> {
        let Header { format, version } = serde_json::from_str(text)?;
        if format != FORMAT {
            return Err(TraceError::Format { found: format });
        }
        if version != VERSION {
            return Err(TraceError::Version { found: version });
        }
        let Document { puzzle, strategy, score, claim, line, omitted, nodes, .. } = serde_json::from_str(text)?;
        for (node, visit) in nodes.iter().enumerate() {
            let is_placed = match visit.parent {
                None => node == 0,
                Some(parent) => (parent as usize) < node && visit.action.is_some(),
            };
            if !is_placed {
                return Err(TraceError::Parent { node });
            }
        }
        Ok(Self { puzzle, strategy, score, claim, line, omitted, nodes })
    }

    /// The file, one node a line.
    ///
    /// # Panics
    /// Never: it holds nothing that JSON cannot.
    #[must_use]
    pub fn to_json(&self) -> String {
        let nodes: Vec<String> = self.nodes.iter().map(json).collect();
        format!(
            "{{\"format\":{},\"version\":{VERSION},\"puzzle\":{},\"strategy\":{},\"score\":{},\"claim\":{},\"line\":{},\
             \"omitted\":{},\"nodes\":[\n{}\n]}}\n",
            json(FORMAT),
            json(&self.puzzle),
            json(&self.strategy),
            json(&self.score),
            json(&self.claim),
            json(&self.line),
            self.omitted,
            nodes.join(",\n"),
        )
    }

    /// The nodes of the best line, the root included, as far as they were recorded.
    #[must_use]
    pub fn best_nodes(&self) -> Vec<usize> {
        let mut path: Vec<usize> = (!self.nodes.is_empty()).then_some(0).into_iter().collect();
        for &action in &self.line {
            let Some(&last) = path.last() else { break };
            let is_next = |visit: &Visit| {
                visit.parent.is_some_and(|parent| parent as usize == last) && visit.action == Some(action)
            };
            let Some(next) = self.nodes.iter().skip(last).position(is_next) else { break };
            path.push(last + next);
        }
        path
    }
}
