//! Saving and loading trees: a head per tree, then its arena column by column, which compresses well and needs no
//! second copy of the tree.

use super::parallel::Uct;
use super::tree::{EXPLORED, Node, ROOT, Tree};
use crate::game::{Learn, Move};
use crate::search::{Found, LoadError, Sink, Source};
use crate::types::{Pcg, Score};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

/// What a tree is apart from its nodes.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    nodes: u64,
    rng: Pcg,
    iterations: u64,
    bounds: (Score, Score),
    best: Option<Found>,
}

/// One field of all nodes.
struct Column<'a, T> {
    nodes: &'a [Node],
    field: fn(&Node) -> T,
}

impl<T: Serialize> Serialize for Column<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.nodes.iter().map(self.field))
    }
}

fn section(tree: &Tree, part: &str) -> String {
    format!("tree {} {part}", tree.number)
}

/// Writes every tree.
pub(super) fn save<S: Sink>(uct: &Uct, sink: &mut S) -> Result<(), S::Error> {
    for tree in uct.trees() {
        let nodes = tree.nodes.as_slice();
        let head = Head {
            nodes: nodes.len() as u64,
            rng: tree.rng.clone(),
            iterations: tree.iterations,
            bounds: tree.bounds,
            best: tree.best.clone(),
        };
        sink.put(&section(tree, "head"), &head)?;
        sink.put(&section(tree, "parents"), &Column { nodes, field: |node| node.parent })?;
        sink.put(&section(tree, "first children"), &Column { nodes, field: |node| node.first_child })?;
        sink.put(&section(tree, "flags"), &Column { nodes, field: |node| node.flags })?;
        sink.put(&section(tree, "actions"), &Column { nodes, field: |node| node.action })?;
        sink.put(&section(tree, "visits"), &Column { nodes, field: |node| node.visits })?;
        sink.put(&section(tree, "best"), &Column { nodes, field: |node| node.best })?;
        sink.put(&section(tree, "sums"), &Column { nodes, field: |node| node.sum })?;
        sink.put(&section(tree, "squares"), &Column { nodes, field: |node| node.squares })?;
    }
    Ok(())
}

/// Reads every tree and checks it.
pub(super) fn load<G: Learn, S: Source>(uct: &mut Uct, game: &G, source: &mut S) -> Result<(), LoadError> {
    for tree in uct.trees_mut() {
        load_tree(tree, source)?;
        check(tree, game)?;
        tree.rebuild_transpositions(game);
    }
    Ok(())
}

fn load_tree<S: Source>(tree: &mut Tree, source: &mut S) -> Result<(), LoadError> {
    let name = section(tree, "head");
    let head: Head = source.take(&name)?;
    let count = usize::try_from(head.nodes).unwrap_or(usize::MAX);
    if count == 0 || count > tree.room {
        let reason = format!("{count} nodes, but 1 to {} have room", tree.room);
        return Err(LoadError::Meaning { name, reason });
    }
    tree.rng = head.rng;
    tree.iterations = head.iterations;
    tree.bounds = head.bounds;
    tree.best = head.best;
    tree.nodes.clear();
    tree.nodes.resize(count, Node::new(ROOT, 0));
    column(tree, source, "parents", |node, value| node.parent = value)?;
    column(tree, source, "first children", |node, value| node.first_child = value)?;
    column(tree, source, "flags", |node, value| node.flags = value)?;
    column(tree, source, "actions", |node, value| node.action = value)?;
    column(tree, source, "visits", |node, value| node.visits = value)?;
    column(tree, source, "best", |node, value| node.best = value)?;
    column(tree, source, "sums", |node, value| node.sum = value)?;
    column(tree, source, "squares", |node, value| node.squares = value)
}

fn column<T: DeserializeOwned, S: Source>(
    tree: &mut Tree,
    source: &mut S,
    part: &str,
    set: impl Fn(&mut Node, T),
) -> Result<(), LoadError> {
    let name = section(tree, part);
    let values: Vec<T> = source.take(&name)?;
    if values.len() != tree.nodes.len() {
        let reason = format!("{} values for {} nodes", values.len(), tree.nodes.len());
        return Err(LoadError::Meaning { name, reason });
    }
    for (node, value) in tree.nodes.iter_mut().zip(values) {
        set(node, value);
    }
    Ok(())
}

/// Checks that the arena is a tree, that visits add up and that the best line is worth its score.
fn check<G: Learn>(tree: &Tree, game: &G) -> Result<(), LoadError> {
    let wrong = |part: &str, reason: String| Err(LoadError::Meaning { name: section(tree, part), reason });
    let mut expected = 1;
    let mut families: Vec<(usize, usize)> = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        let children = node.children();
        if node.is_leaf() {
            if node.flags & !EXPLORED != 0 {
                return wrong("flags", format!("leaf {id} has children"));
            }
            continue;
        }
        if children.is_empty() || children.start <= id || children.end > tree.nodes.len() {
            return wrong("first children", format!("node {id} has children {children:?}"));
        }
        if tree.nodes[children.clone()].iter().any(|child| child.parent as usize != id) {
            return wrong("parents", format!("a child of node {id} has another parent"));
        }
        let visits: u64 = tree.nodes[children.clone()].iter().map(|child| u64::from(child.visits)).sum();
        if visits > u64::from(node.visits) {
            return wrong("visits", format!("the children of node {id} have more visits than it"));
        }
        expected += children.len();
        families.push((children.start, children.end));
    }
    families.sort_unstable();
    if expected != tree.nodes.len() || families.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return wrong("first children", "some nodes have no parent or several".to_owned());
    }
    match &tree.best {
        Some(best) if replayed(game, &best.line) != Some(best.score) => {
            wrong("head", format!("the best line does not score {}", best.score))
        }
        _ => Ok(()),
    }
}

/// The score of a line of move codes; `None` when one of its moves is not legal.
fn replayed<G: Learn>(game: &G, line: &[u16]) -> Option<Score> {
    let mut state = game.root();
    let mut moves = Vec::new();
    let mut score = 0;
    for &code in line {
        let mv = G::Move::from_code(code);
        game.moves(&state, &mut moves);
        moves.binary_search(&mv).ok()?;
        score += game.play_unchecked(&mut state, mv).gain;
    }
    Some(score)
}
