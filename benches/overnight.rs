//! What an overnight run costs: iterations per second with one tree and with many, and a checkpoint of ten million
//! nodes. Prints one JSON object a line.
//!
//! `cargo bench --bench overnight` on a quiet machine; `-- --nodes 1000000` for a smaller checkpoint.
#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_types, reason = "a bench measures and prints")]

use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use xiaochu::checkpoint::{Identity, Store};
use xiaochu::games::sandbox::Sandbox;
use xiaochu::puzzle::{PuzzleGame, parse};
use xiaochu::search::uct::{TreeOptions, Uct, UctOptions};
use xiaochu::search::value::Estimator;
use xiaochu::search::{Control, Meter, Search};
use xiaochu::types::Seed;

const IDENTITY: Identity = Identity { puzzle: 1, options: 2 };
const MEMORY: u64 = 4 << 30;
/// Iterations per tree and measurement.
const ITERATIONS: u64 = 40_000;
const ROUNDS: usize = 5;

fn game() -> Sandbox {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/bench/bench-5x5-s45-01.toml");
    let puzzle = parse(&std::fs::read_to_string(path).unwrap(), "bench").unwrap();
    let PuzzleGame::Sandbox { setup, .. } = &puzzle.game else { unreachable!("a sandbox puzzle") };
    Sandbox::new(setup).unwrap()
}

fn search(trees: u32) -> Uct {
    Uct::new(
        UctOptions::uniform("uct", Seed(1), trees, &TreeOptions::default(), MEMORY),
        &Arc::new(Estimator::by_potential()),
    )
}

fn run(search: &mut Uct, game: &Sandbox, iterations: u64, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    pool.install(|| search.run(game, iterations, &Control { stop: &stop, meter: &meter, found: &|_| {} }));
}

/// Iterations per second.
fn rate(game: &Sandbox, trees: u32, threads: usize) -> f64 {
    let mut search = search(trees);
    let iterations = ITERATIONS * u64::from(trees);
    let start = Instant::now();
    run(&mut search, game, iterations, threads);
    iterations as f64 / start.elapsed().as_secs_f64()
}

/// One tree on one thread against as many as there are threads, in turn; the best of each.
fn scaling(game: &Sandbox) {
    let (mut one, mut two, mut four) = (0.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        one = one.max(rate(game, 1, 1));
        two = two.max(rate(game, 2, 2));
        four = four.max(rate(game, 4, 2));
    }
    println!(
        "{}",
        json!({"measure": "scaling", "per_second_1_tree_1_thread": one, "per_second_2_trees_2_threads": two,
               "per_second_4_trees_2_threads": four, "factor_2": two / one, "factor_4": four / one})
    );
}

/// Grows two trees to so many nodes together and saves and loads them.
fn checkpoint(game: &Sandbox, nodes: u64) {
    let mut grown = search(2);
    let mut iterations = 0;
    while Search::<Sandbox>::summary(&grown).nodes < nodes {
        iterations += 20_000;
        run(&mut grown, game, iterations, 2);
    }
    let folder = tempfile::tempdir_in(".").unwrap();
    let store = Store::new(folder.path());
    let summary = Search::<Sandbox>::summary(&grown);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let start = Instant::now();
        let written = pool.install(|| store.write(IDENTITY, |writer| Search::<Sandbox>::save(&grown, writer)));
        let save_s = start.elapsed().as_secs_f64();
        let (_, bytes) = written.unwrap();
        println!(
            "{}",
            json!({"measure": "checkpoint", "threads": threads, "iterations": summary.iterations, "nodes": summary.nodes,
                   "tree_bytes": summary.bytes, "file_bytes": bytes, "bytes_per_node": bytes as f64 / summary.nodes as f64,
                   "save_s": save_s, "share_at_5_min": save_s / 300.0})
        );
    }
    let start = Instant::now();
    let mut loaded = search(2);
    store.load_newest(IDENTITY, |reader| Ok(loaded.load(game, reader)?)).unwrap().value.unwrap();
    println!("{}", json!({"measure": "load", "load_s": start.elapsed().as_secs_f64()}));
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let nodes =
        arguments.iter().position(|argument| argument == "--nodes").map(|at| arguments[at + 1].parse().unwrap());
    let game = game();
    scaling(&game);
    checkpoint(&game, nodes.unwrap_or(10_000_000));
}
