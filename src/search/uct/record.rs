//! Saving and loading trees: a head per tree, then its arena in blocks of nodes.
//!
//! In a block each field is a column, and in a column the first bytes of all nodes come first, then the second bytes,
//! and so on: equal bytes lie side by side, which compresses well. Blocks are small, so that they can be compressed on
//! all threads and read without a second copy of the tree. Parents are not written: the children say whose they are.

use super::parallel::Uct;
use super::tree::{EXPLORED, NODE_BYTES, Node, NodeId, ROOT, Tree};
use crate::game::Learn;
use crate::search::line::check_best;
use crate::search::{Found, LoadError, Sink, Source};
use crate::types::{Pcg, Score};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Nodes in a block; the last one of a tree may have fewer.
const BLOCK: usize = 1 << 16;

/// The parent of a node that nobody has claimed yet.
const NOBODY: NodeId = NodeId::MAX;

/// What a tree is apart from its nodes.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    nodes: u64,
    rng: Pcg,
    iterations: u64,
    bounds: (Score, Score),
    best: Option<Found>,
}

/// One field of the nodes of a block: byte b of node n is at `b · nodes + n`.
#[derive(Debug)]
struct Column(Vec<u8>);

impl Column {
    fn new<const N: usize>(nodes: &[Node], field: impl Fn(&Node) -> [u8; N]) -> Self {
        let mut bytes = vec![0; N * nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            for (plane, byte) in field(node).into_iter().enumerate() {
                bytes[plane * nodes.len() + at] = byte;
            }
        }
        Self(bytes)
    }

    /// Hands every value to its node; false when there are not as many values as nodes.
    fn give<const N: usize>(&self, nodes: &mut [Node], set: impl Fn(&mut Node, [u8; N])) -> bool {
        let count = nodes.len();
        if self.0.len() != N * count {
            return false;
        }
        for (at, node) in nodes.iter_mut().enumerate() {
            set(node, std::array::from_fn(|plane| self.0[plane * count + at]));
        }
        true
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl de::Visitor<'_> for Bytes {
            type Value = Column;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a column")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Column, E> {
                self.visit_byte_buf(bytes.to_vec())
            }

            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Column, E> {
                Ok(Column(bytes))
            }
        }

        deserializer.deserialize_byte_buf(Bytes)
    }
}

/// The columns of a block, as they are read; [`Block`] writes them.
#[derive(Debug, Deserialize)]
struct Columns {
    first_children: Column,
    flags: Column,
    actions: Column,
    visits: Column,
    best: Column,
    sums: Column,
    deviations: Column,
}

impl Columns {
    fn give(&self, nodes: &mut [Node]) -> bool {
        self.first_children.give(nodes, |node, value| node.first_child = u32::from_le_bytes(value))
            && self.flags.give(nodes, |node, value| node.flags = u16::from_le_bytes(value))
            && self.actions.give(nodes, |node, value| node.action = u16::from_le_bytes(value))
            && self.visits.give(nodes, |node, value| node.visits = u32::from_le_bytes(value))
            && self.best.give(nodes, |node, value| node.best = i32::from_le_bytes(value))
            && self.sums.give(nodes, |node, value| node.sum = f64::from_le_bytes(value))
            && self.deviations.give(nodes, |node, value| node.deviations = f32::from_le_bytes(value))
    }
}

/// A block that turns into [`Columns`] only while it is written, one column after the other: a checkpoint needs little
/// memory beside the tree.
struct Block<'a>(&'a [Node]);

impl Serialize for Block<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(nodes) = self;
        let mut columns = serializer.serialize_struct("Columns", 7)?;
        columns.serialize_field("first_children", &Column::new(nodes, |node| node.first_child.to_le_bytes()))?;
        columns.serialize_field("flags", &Column::new(nodes, |node| node.flags.to_le_bytes()))?;
        columns.serialize_field("actions", &Column::new(nodes, |node| node.action.to_le_bytes()))?;
        columns.serialize_field("visits", &Column::new(nodes, |node| node.visits.to_le_bytes()))?;
        columns.serialize_field("best", &Column::new(nodes, |node| node.best.to_le_bytes()))?;
        columns.serialize_field("sums", &Column::new(nodes, |node| node.sum.to_le_bytes()))?;
        columns.serialize_field("deviations", &Column::new(nodes, |node| node.deviations.to_le_bytes()))?;
        columns.end()
    }
}

fn section(tree: &Tree, part: impl fmt::Display) -> String {
    format!("tree {} {part}", tree.number)
}

/// Writes every tree.
pub(super) fn save<S: Sink>(uct: &Uct, sink: &mut S) -> Result<(), S::Error> {
    for tree in uct.trees() {
        let head = Head {
            nodes: tree.nodes.len() as u64,
            rng: tree.rng.clone(),
            iterations: tree.iterations,
            bounds: tree.bounds,
            best: tree.best.clone(),
        };
        sink.put(&section(tree, "head"), &head)?;
        let blocks: Vec<(String, Block<'_>)> = (0..)
            .zip(tree.nodes.chunks(BLOCK))
            .map(|(number, nodes): (u32, _)| (section(tree, number), Block(nodes)))
            .collect();
        sink.put_all(&blocks)?;
    }
    Ok(())
}

/// Reads every tree and checks it.
pub(super) fn load<G: Learn, S: Source>(uct: &mut Uct, game: &G, source: &mut S) -> Result<(), LoadError> {
    // A merged tree may be larger than its share, though all together keep to the bound.
    let most = uct.options().memory_bytes.max(uct.options().least_memory_bytes()) / NODE_BYTES;
    for tree in uct.trees_mut() {
        load_tree(tree, most, source)?;
        adopt(tree)?;
        check(tree, game)?;
        tree.rebuild_transpositions(game);
    }
    Ok(())
}

fn load_tree<S: Source>(tree: &mut Tree, most: u64, source: &mut S) -> Result<(), LoadError> {
    let name = section(tree, "head");
    let head: Head = source.take(&name)?;
    if !(1..=most.min(NOBODY.into())).contains(&head.nodes) {
        let reason = format!("{} nodes, but 1 to {most} have room", head.nodes);
        return Err(LoadError::Meaning { name, reason });
    }
    tree.rng = head.rng;
    tree.iterations = head.iterations;
    tree.bounds = head.bounds;
    tree.best = head.best;
    tree.nodes.clear();
    let mut left = usize::try_from(head.nodes).unwrap_or(usize::MAX);
    for number in 0_u32.. {
        let name = section(tree, number);
        let columns: Columns = source.take(&name)?;
        let start = tree.nodes.len();
        let count = left.min(BLOCK);
        tree.nodes.resize(start + count, Node::new(NOBODY, 0));
        if !columns.give(&mut tree.nodes[start..]) {
            return Err(LoadError::Meaning { name, reason: format!("not the values of {count} nodes") });
        }
        left -= count;
        if left == 0 {
            break;
        }
    }
    Ok(())
}

/// Tells every child its parent, and checks that each has exactly one, which lies before it.
fn adopt(tree: &mut Tree) -> Result<(), LoadError> {
    let name = section(tree, "nodes");
    let wrong = |reason: String| Err(LoadError::Meaning { name: name.clone(), reason });
    let nodes = &mut tree.nodes;
    nodes[ROOT as usize].parent = ROOT;
    for id in 0..nodes.len() {
        let children = nodes[id].children();
        if nodes[id].is_leaf() {
            if !children.is_empty() {
                return wrong(format!("leaf {id} has children"));
            }
            continue;
        }
        if children.is_empty() || children.start <= id || children.end > nodes.len() {
            return wrong(format!("node {id} has children {children:?}"));
        }
        for child in &mut nodes[children] {
            if child.parent != NOBODY {
                return wrong(format!("a child of node {id} has two parents"));
            }
            child.parent = NodeId::try_from(id).expect("the number of nodes was checked");
        }
    }
    match nodes.iter().position(|node| node.parent == NOBODY) {
        Some(id) => wrong(format!("node {id} has no parent")),
        None => Ok(()),
    }
}

/// Checks what the nodes say: visits add up, the explored mark holds below, the best line is worth its score.
pub(super) fn check<G: Learn>(tree: &Tree, game: &G) -> Result<(), LoadError> {
    let wrong = |part: &str, reason: String| Err(LoadError::Meaning { name: section(tree, part), reason });
    if u64::from(tree.root().visits) > tree.iterations {
        return wrong("head", "the root has more visits than there were iterations".to_owned());
    }
    for (id, node) in tree.nodes.iter().enumerate().filter(|(_, node)| !node.is_leaf()) {
        let children = &tree.nodes[node.children()];
        let visits: u64 = children.iter().map(|child| u64::from(child.visits)).sum();
        // The visits of a node end at the largest number; those of its children together go on.
        if visits > u64::from(node.visits) && node.visits < u32::MAX {
            return wrong("nodes", format!("the children of node {id} have more visits than it"));
        }
        if node.flags & EXPLORED != 0 && !children.iter().all(Node::is_explored) {
            return wrong("nodes", format!("node {id} is explored and a child is not"));
        }
    }
    match &tree.best {
        Some(best) => check_best(game, &best.line, best.score, &section(tree, "head")),
        None => Ok(()),
    }
}
