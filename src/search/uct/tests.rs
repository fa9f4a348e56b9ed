//! The trees against their slow twin, against brute force, and against themselves at a tiny memory bound.

use super::expand::Scratch;
use super::reference::{PlainNode, PlainTree};
use super::tree::{MOST_CHILDREN, NODE_BYTES, Node, NodeId, ROOT, Tree};
use super::*;
use crate::search::toy::{MOST_MOVES, Toy, ToyState};
use crate::search::value::Estimator;
use crate::search::{Control, Halt, Meter, Search};
use crate::types::Seed;
use proptest::prelude::*;
use proptest::strategy::Strategy as Values;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const LARGE: u64 = 1 << 30;

/// Room for about a thousand nodes besides the reserve for one expansion.
const TINY: u64 = (MOST_CHILDREN as u64 + 1000) * NODE_BYTES;

fn guide() -> Arc<Estimator> {
    Arc::new(Estimator::by_potential())
}

fn tree(options: &TreeOptions, seed: u64, budget_bytes: u64) -> Tree {
    Tree::new(0, options.clone(), guide(), Seed(seed).stream("uct tree", 0), budget_bytes)
}

/// Iterates up to so many times or until the root is explored.
fn iterate(tree: &mut Tree, game: &Toy, iterations: u64) {
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    let control = Control { stop: &stop, meter: &meter, found: &|_| {} };
    let mut scratch = Scratch::default();
    for _ in 0..iterations {
        if tree.root().is_explored() {
            return;
        }
        tree.iterate(game, &mut scratch, "uct", &control);
    }
}

/// An iteration whose simulation is stopped at once.
fn interrupt(tree: &mut Tree, game: &Toy) {
    let (stop, meter) = (AtomicBool::new(true), Meter::default());
    let control = Control { stop: &stop, meter: &meter, found: &|_| {} };
    tree.iterate(game, &mut Scratch::default(), "uct", &control);
}

fn compare(tree: &Tree, id: NodeId, plain: &PlainNode<ToyState>) {
    let node = &tree.nodes[id as usize];
    assert_eq!(node.visits as usize, plain.scores.len());
    assert_eq!(node.best(), plain.scores.iter().copied().max());
    assert_eq!(node.is_explored(), plain.is_explored());
    let sum: i64 = plain.scores.iter().sum();
    assert!((node.sum - sum as f64).abs() < 1e-6);
    if tree.options.deviation.is_some() && node.visits > 0 {
        let expected = plain.deviations();
        assert!((f64::from(node.deviations) - expected).abs() <= 1e-3 * expected.max(1.0), "{node:?} {expected}");
    }
    let children = node.children();
    assert_eq!(children.len(), plain.children.len());
    for (child, twin) in children.zip(&plain.children) {
        assert_eq!(tree.nodes[child].action, twin.action);
        compare(tree, NodeId::try_from(child).expect("a node"), twin);
    }
}

fn all() -> TreeOptions {
    TreeOptions { candidates: Candidates::All, ..TreeOptions::default() }
}

fn variants() -> impl Values<Value = TreeOptions> {
    let backup = prop_oneof![Just(Backup::Mean), Just(Backup::Max), Just(Backup::Mixed(0.25))];
    let scaling = prop_oneof![Just(Scaling::Factor(0.02)), Just(Scaling::Running)];
    (backup, scaling, prop::option::of(Just(0.1)), 0.0..1.0).prop_map(|(backup, scaling, deviation, exploration)| {
        TreeOptions { exploration, scaling, backup, deviation, ..all() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Selection, expansion, simulation, back-up and the explored marks, node by node.
    #[test]
    fn a_tree_is_its_slow_twin(options in variants(), salt: u64, seed: u64, steps in 1_u8..6, count in 1_u64..300) {
        let game = Toy { salt, steps };
        let mut quick = tree(&options, seed, LARGE);
        let mut plain = PlainTree::new(&game, options, Seed(seed).stream("uct tree", 0));
        iterate(&mut quick, &game, count);
        while (plain.root.scores.len() as u64) < quick.iterations {
            plain.iterate();
        }
        compare(&quick, ROOT, &plain.root);
        prop_assert_eq!(quick.best.map(|best| best.score), plain.best);
    }

    /// An explored root is a proof, also when subtrees were folded on the way and equal states cut off. Where nothing
    /// is folded, each iteration visits a node for the first time or marks one as explored, so all is explored after
    /// two for each node that there can be.
    #[test]
    fn explored_means_optimal(salt: u64, seed: u64, steps in 1_u8..8, transpositions: bool, is_tiny: bool) {
        let game = Toy { salt, steps };
        let options = TreeOptions { transpositions, ..all() };
        let mut tree = tree(&options, seed, if is_tiny { TINY } else { LARGE });
        let most_nodes: u64 = (0..=u32::from(steps)).map(|ply| MOST_MOVES.pow(ply)).sum();
        iterate(&mut tree, &game, 2 * most_nodes);
        assert_sound(&tree, &game);
        prop_assert!(tree.root().is_explored() || is_tiny);
        let (found, optimum) = (tree.best.as_ref().map(|best| best.score), Some(game.optimum()));
        prop_assert!(if tree.root().is_explored() { found == optimum } else { found <= optimum }, "{found:?}");
    }

    /// Where stops interrupt iterations changes nothing: such an iteration has never been.
    #[test]
    fn an_interrupted_iteration_has_never_been(
        options in variants(), salt: u64, seed: u64, transpositions: bool, is_tiny: bool, width in 0_u32..3,
    ) {
        let game = Toy { salt, steps: 12 };
        let playout = if width == 0 { Playout::Uniform } else { Playout::Beam(width) };
        let options = TreeOptions { transpositions, playout, ..options };
        let room = if is_tiny { TINY } else { LARGE };
        let (mut whole, mut broken) = (tree(&options, seed, room), tree(&options, seed, room));
        iterate(&mut whole, &game, 400);
        while broken.iterations < whole.iterations {
            interrupt(&mut broken, &game);
            if broken.iterations < whole.iterations {
                iterate(&mut broken, &game, 1);
            }
        }
        prop_assert_eq!(&broken.nodes, &whole.nodes);
        prop_assert_eq!(&broken.transpositions, &whole.transpositions);
        prop_assert_eq!(&broken.best, &whole.best);
        prop_assert_eq!(&broken.rng, &whole.rng);
    }

    /// At the bound a tree stays a tree, within its budget, and its best line and visits stay.
    #[test]
    fn folding_keeps_a_tree_sound(options in variants(), salt: u64, seed: u64, transpositions: bool) {
        let game = Toy { salt, steps: 30 };
        // Room for 2,600 nodes at most: the two iterations for each are fewer than the 6,000 made, unless all is explored.
        let mut tree = tree(&TreeOptions { transpositions, ..options }, seed, TINY + 50_000);
        let mut folded = 0;
        for _ in 0..60 {
            let (nodes, visits, best) = (tree.nodes.len(), tree.root().visits, tree.best.clone());
            iterate(&mut tree, &game, 100);
            folded += u32::from(tree.nodes.len() < nodes);
            assert_sound(&tree, &game);
            prop_assert!(tree.bytes() <= tree.budget_bytes);
            prop_assert!(tree.root().visits >= visits);
            prop_assert!(best.is_none_or(|best| tree.best.as_ref().is_some_and(|now| now.score >= best.score)));
        }
        let is_explored = tree.root().is_explored();
        prop_assert!(folded > 0 || is_explored, "only a tree without more to add keeps off the bound");
        prop_assert!(!is_explored || tree.best.map(|best| best.score) == Some(game.optimum()));
    }
}

/// Where few states are within reach, the table of equal states lets a long game end with room to spare.
#[test]
fn equal_states_end_a_game_before_anything_is_folded() {
    let game = Toy { salt: 7_472_595_552_868_495_183, steps: 30 };
    let (exploration, scaling, deviation) = (0.346_630_744_227_892_75, Scaling::Factor(0.02), Some(0.1));
    let options = TreeOptions { exploration, scaling, backup: Backup::Mean, deviation, transpositions: true, ..all() };
    let mut tree = tree(&options, 7_441_748_413_248_420_035, TINY + 100_000);
    let mut nodes = 0;
    while !tree.root().is_explored() {
        iterate(&mut tree, &game, 100);
        assert!(tree.nodes.len() >= nodes, "nothing is folded");
        nodes = tree.nodes.len();
    }
    assert_sound(&tree, &game);
    assert_eq!(tree.best.map(|best| best.score), Some(game.optimum()));
}

/// With little room and no table of equal states, much is folded and searched again before all is explored.
#[test]
fn a_tiny_tree_gets_to_its_end() {
    let game = Toy { salt: 7_698_448_841_077_615_338, steps: 7 };
    let mut tree = tree(&all(), 0, TINY);
    iterate(&mut tree, &game, 4_000_000);
    assert!(tree.root().is_explored());
    assert_eq!(tree.best.map(|best| best.score), Some(game.optimum()));
}

/// Every node but the root is the child of the node that it names as its parent, of it alone, and lies behind it; the
/// rest is what loading checks as well. The table of equal states is the one that the tree implies.
fn assert_sound(tree: &Tree, game: &Toy) {
    let mut claimed = vec![false; tree.nodes.len()];
    claimed[ROOT as usize] = true;
    for (id, node) in tree.nodes.iter().enumerate() {
        assert!(node.is_leaf() == node.children().is_empty());
        for child in node.children() {
            assert!(child > id && !claimed[child]);
            assert_eq!(tree.nodes[child].parent as usize, id);
            claimed[child] = true;
        }
        assert!(node.is_leaf() || id == ROOT as usize || node.visits > 0);
        assert!((node.visits == 0) == (node.best().is_none()), "every line of a toy is complete");
    }
    assert!(claimed.into_iter().all(|claimed| claimed));
    super::record::check(tree, game).expect("a sound tree");
    if tree.options.transpositions {
        let mut twin = self::tree(&tree.options, 0, LARGE);
        twin.nodes.clone_from(&tree.nodes);
        twin.rebuild_transpositions(game);
        assert_eq!(twin.transpositions, tree.transpositions);
    }
}

#[test]
fn a_large_tree_beyond_its_share_is_cut_back() {
    let game = Toy { salt: 5, steps: 40 };
    let mut tree = tree(&all(), 1, LARGE);
    iterate(&mut tree, &game, 20_000);
    assert!(tree.bytes() > 10 * TINY / 8);
    tree.budget_bytes = TINY;
    iterate(&mut tree, &game, 1);
    assert!(tree.bytes() <= TINY);
    assert_sound(&tree, &game);
}

fn run(uct: &mut Uct, game: &Toy, iterations: u64) -> Halt {
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    uct.run(game, iterations, &Control { stop: &stop, meter: &meter, found: &|_| {} })
}

fn nodes(uct: &Uct) -> Vec<&[Node]> {
    uct.trees().iter().map(|tree| tree.nodes.as_slice()).collect()
}

#[test]
fn threads_and_halts_change_nothing() {
    let game = Toy { salt: 9, steps: 25 };
    let options = UctOptions::uniform("uct", Seed(3), 5, &TreeOptions::default(), LARGE);
    let mut once = Uct::new(options.clone(), &guide());
    run(&mut once, &game, 5003);
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut halting = Uct::new(options.clone(), &guide());
        for iterations in [1, 7, 2000, 5003] {
            assert_eq!(pool.install(|| run(&mut halting, &game, iterations)), Halt::Iterations);
        }
        assert_eq!(nodes(&halting), nodes(&once));
        assert_eq!(Search::<Toy>::summary(&halting).best, Search::<Toy>::summary(&once).best);
    }
}

#[test]
fn merged_tables_are_sums_and_maxima_and_streams_stay_distinct() {
    let game = Toy { salt: 11, steps: 20 };
    let part = |seed| {
        let mut part = Uct::new(UctOptions::uniform("uct", Seed(seed), 2, &TreeOptions::default(), LARGE), &guide());
        run(&mut part, &game, 600);
        part
    };
    let tables = [part(1).root_table(&game), part(2).root_table(&game), part(1).root_table(&game)];
    let best = tables.iter().flatten().filter_map(|row| row.best).max();
    let mut merged = Uct::merge(vec![part(1), part(2), part(1)]);
    for row in merged.root_table(&game) {
        let parts: Vec<_> = tables.iter().filter_map(|table| table.iter().find(|part| part.code == row.code)).collect();
        assert_eq!(row.visits, parts.iter().map(|part| part.visits).sum::<u64>());
        assert_eq!(row.best, parts.iter().filter_map(|part| part.best).max());
        assert_eq!(row.sum, parts.iter().map(|part| part.sum).sum::<i128>());
    }
    let summary = Search::<Toy>::summary(&merged);
    assert_eq!((summary.iterations, summary.best.map(|best| best.score)), (1800, best));
    assert_eq!(merged.renewed(), 2);
    let mut streams = merged.options().streams.clone();
    streams.sort_unstable();
    streams.dedup();
    assert_eq!(streams.len(), 6);
    // From here on the twins part.
    run(&mut merged, &game, 3600);
    let grown = nodes(&merged);
    assert_ne!(grown[0], grown[4]);
}

#[test]
fn counts_that_are_at_their_end_keep_their_means_and_spoil_no_save() {
    let game = Toy { salt: 5, steps: 20 };
    let mut tree = tree(&all(), 3, LARGE);
    iterate(&mut tree, &game, 400);
    tree.iterations = u64::from(u32::MAX);
    let first = tree.root().children().start;
    for id in [ROOT as usize, first] {
        let node = &mut tree.nodes[id];
        node.sum *= f64::from(u32::MAX) / f64::from(node.visits.max(1));
        node.visits = u32::MAX;
    }
    let sum = tree.root().sum;
    iterate(&mut tree, &game, 50);
    assert_eq!((tree.root().visits, tree.root().sum.to_bits()), (u32::MAX, sum.to_bits()));
    assert_eq!(tree.iterations, u64::from(u32::MAX) + 50);
    super::record::check(&tree, &game).expect("the save is good");
}
