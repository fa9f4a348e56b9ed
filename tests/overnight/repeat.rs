//! The same bytes: whatever the threads, and whether the run was interrupted or not.

use crate::common::*;
use std::path::Path;
use std::time::Duration;

/// What a run leaves that must not depend on how it came about.
fn results(run: &Path) -> (Vec<u8>, Vec<u8>, Vec<u8>, serde_json::Value) {
    let read = |name: &str| std::fs::read(run.join(name)).unwrap();
    (newest(run), read("best.json"), read("best.txt"), status(run)["table"].clone())
}

/// N iterations, a save, kill −9 in the middle of going on, then N more: as 2N without a stop, on 1, 2 and 4 threads.
fn interrupted_is_unbroken(options: &[&str], half: u64) {
    let folder = tempfile::tempdir().unwrap();
    let start = |name: &str, threads: &str, iterations: u64| {
        let run = folder.path().join(name);
        let mut command = program();
        command.arg("solve").arg(usual()).arg("--run").arg(&run).args(["--threads", threads]);
        finish(command.args(options).args(["--iterations", &iterations.to_string()]), 0);
        run
    };
    let whole = 2 * half;
    let unbroken = results(&start("unbroken", "1", whole));
    for threads in ["1", "2", "4"] {
        let run = start(&format!("broken-{threads}"), threads, half);
        let mut killed = resume(&run).args(["--iterations", &whole.to_string()]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(30));
        killed.kill().unwrap();
        killed.wait().unwrap();
        finish(resume(&run).args(["--iterations", &whole.to_string()]), 0);
        assert!(results(&run) == unbroken, "{threads} threads, {options:?}");
        assert_eq!(end(&run)["iterations"], whole);
    }
}

#[test]
fn one_tree() {
    interrupted_is_unbroken(&["--strategy", "uct-classic", "--trees", "1", "--memory", "64MiB"], 1001);
}

#[test]
fn four_trees_of_different_kinds() {
    let vary = "exploration=0.1,0.9;candidates=top:1,top:2,all,top:3;backup=mean,max,mixed:0.5;eta=0.0001,running";
    let options =
        ["--strategy", "uct-classic", "--trees", "4", "--memory", "64MiB", "--vary", vary, "--deviation", "0.1"];
    interrupted_is_unbroken(&options, 1003);
}

#[test]
fn equal_states_and_greedy_playouts() {
    let playout = ["--playout", "greedy:0.8", "--seed", "7"];
    interrupted_is_unbroken(
        &[&["--strategy", "uct-classic", "--trees", "4", "--memory", "64MiB"][..], &["--transpositions"], &playout]
            .concat(),
        300,
    );
}

#[test]
fn folding_at_a_tiny_memory_bound() {
    // Half a mebibyte a tree: full after a few hundred iterations.
    let options = ["--strategy", "uct-classic", "--trees", "2", "--memory", "1MiB", "--candidates", "all"];
    interrupted_is_unbroken(&options, 1500);
    interrupted_is_unbroken(&[&options[..], &["--transpositions"]].concat(), 1500);
}

fn another_strategy(strategy: &str, half: u64) {
    interrupted_is_unbroken(&["--strategy", strategy, "--memory", "64MiB"], half);
}

#[test]
fn guided_trees() {
    another_strategy("uct", 20);
}

#[test]
fn beam() {
    another_strategy("beam", 10_000);
}

#[test]
fn nested_rollouts() {
    another_strategy("nrpa", 150);
}

#[test]
fn strata() {
    another_strategy("strata", 10_000);
}

/// So few iterations are the first turn of its first member.
#[test]
fn portfolio() {
    another_strategy("auto", 5_000);
}
