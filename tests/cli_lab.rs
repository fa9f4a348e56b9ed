//! The lab's match-3 through the real binary: the document's table, every exact strategy, impossible as an answer,
//! traces, and the comparisons.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

#[path = "support/program.rs"]
mod program;
#[path = "support/puzzle.rs"]
mod puzzle;

use predicates::prelude::*;
use program::xiaochu;
use puzzle::puzzle;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn sample() -> PathBuf {
    puzzle("lab/sample.toml")
}

/// Solves the document's sample with so many moves; what `best.json` then says.
fn solve(moves: u32, extra: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let mut command = xiaochu("en");
    command.arg("solve").arg(sample()).args(["--moves", &moves.to_string(), "--progress", "none"]).args(extra);
    command.arg("--run").arg(&run).assert().success();
    let best: Value = serde_json::from_slice(&fs::read(run.join("best.json")).unwrap()).unwrap();
    if best["claim"] != "impossible" {
        let score = format!("{}\n", best["score"]);
        xiaochu("en").arg("verify").arg(&run).assert().success().stdout(score);
    }
    best
}

#[test]
fn the_documents_table_is_proven_optimal() {
    for (moves, score) in (1..).zip([4, 9, 15, 17, 20, 21, 22, 20, 15]) {
        let best = solve(moves, &[]);
        assert_eq!((best["score"].as_i64(), best["claim"].as_str()), (Some(score), Some("optimal")), "X = {moves}");
        assert_eq!(best["moves"].as_array().unwrap().len(), moves as usize);
        assert_eq!(best["found_by"]["strategy"], "exact");
    }
}

#[test]
fn ten_moves_are_impossible_and_that_is_an_answer() {
    for (lang, word) in [("en", "impossible"), ("zh", "无解")] {
        let folder = TempDir::new().unwrap();
        let run = folder.path().join("run");
        let mut command = xiaochu(lang);
        command.arg("solve").arg(sample()).args(["--moves", "10", "--run"]).arg(&run);
        command.assert().success().stdout(predicate::str::contains(word).and(predicate::str::contains("10")));
        let best: Value = serde_json::from_slice(&fs::read(run.join("best.json")).unwrap()).unwrap();
        assert_eq!((&best["claim"], &best["score"]), (&Value::from("impossible"), &Value::Null));
        assert_eq!(best["moves"], Value::Array(Vec::new()));
        xiaochu(lang).arg("resume").arg(&run).assert().success().stdout(predicate::str::contains(word));
        for command in ["verify", "export", "replay"] {
            xiaochu(lang).arg(command).arg(&run).assert().success();
        }
    }
}

#[test]
fn every_strategy_claims_what_it_may() {
    for (extra, claim) in [
        (&["--strategy", "exact"][..], "optimal"),
        (&["--strategy", "backtrack"], "optimal"),
        (&["--strategy", "backtrack", "--memo"], "optimal"),
        (&["--strategy", "backtrack", "--top-k", "7"], "at-least"),
        (&["--strategy", "exact", "--top-k", "3"], "at-least"),
        (&["--strategy", "uct", "--iterations", "500"], "at-least"),
    ] {
        let best = solve(4, extra);
        assert_eq!(best["claim"], claim, "{extra:?}");
        assert!(best["score"].as_i64().unwrap() <= 17, "{extra:?}");
        assert!(claim == "at-least" || best["score"] == 17, "{extra:?}");
        assert_eq!(best["found_by"]["strategy"], extra[1], "{extra:?}");
    }
}

#[test]
fn a_restricted_search_that_finds_nothing_proves_nothing() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let options = ["--moves", "9", "--strategy", "backtrack", "--top-k", "1", "--run"];
    let output = xiaochu("en").arg("solve").arg(sample()).args(options).arg(&run).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("proves nothing"));
    assert!(!run.join("best.json").exists());
}

#[test]
fn the_visited_tree_is_written_as_json_and_as_a_picture() {
    let folder = TempDir::new().unwrap();
    let [json, svg] = ["tree.json", "tree.svg"].map(|name| folder.path().join(name));
    for path in [&json, &svg] {
        solve(3, &["--trace-nodes", "200", "--trace", path.to_str().unwrap()]);
    }
    let trace: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!((&trace["format"], &trace["version"]), (&Value::from("xiaochu-trace"), &Value::from(1)));
    let nodes = trace["nodes"].as_array().unwrap();
    assert!(nodes.len() == 200 && trace["omitted"].as_u64().unwrap() > 0);
    for (index, node) in nodes.iter().enumerate().skip(1) {
        let parent = &nodes[usize::try_from(node["parent"].as_u64().unwrap()).unwrap()];
        let total = parent["total"].as_i64().unwrap() + node["gain"].as_i64().unwrap();
        assert_eq!(node["total"].as_i64(), Some(total), "node {index}");
        assert!(node["move"]["swap"].is_array());
    }
    let mut page = xiaochu("en");
    let solution = folder.path().join("solution.json");
    fs::write(&solution, solve(3, &[]).to_string()).unwrap();
    page.arg("export").arg(&solution).args(["--format", "html", "--trace"]).arg(&json);
    page.assert()
        .success()
        .stdout(predicate::str::contains("<section id=\"tree\"").and(predicate::str::contains("<title>start")));
    for (format, file, code) in [("text", &json, 2), ("html", &svg, 3), ("html", &folder.path().join("none"), 7)] {
        let mut refused = xiaochu("en");
        refused.arg("export").arg(&solution).args(["--format", format, "--trace"]).arg(file);
        refused.assert().code(code).stdout("");
    }
    fs::write(&solution, solve(2, &[]).to_string()).unwrap();
    xiaochu("en").arg("export").arg(&solution).args(["--format", "html", "--trace"]).arg(&json).assert().code(3);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && (100..=200).contains(&picture.matches("<title>").count()));
}

#[test]
fn options_that_do_not_go_together_are_exit_2_and_leave_nothing() {
    let sandbox = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/bench/bench-5x5-s45-01.toml");
    for (puzzle, options) in [
        (sample(), &["--moves", "0"][..]),
        (sample(), &["--moves", "many"]),
        (sample(), &["--top-k", "0"]),
        (sample(), &["--strategy", "uct", "--memo"]),
        (sample(), &["--strategy", "uct", "--top-k", "3"]),
        (sample(), &["--strategy", "exact", "--memo"]),
        (sample(), &["--strategy", "uct", "--trace", "tree.json"]),
        (sample(), &["--candidates", "all"]),
        (sandbox.clone(), &["--moves", "3"]),
        (sandbox, &["--trace", "tree.json"]),
    ] {
        let folder = TempDir::new().unwrap();
        let mut command = xiaochu("en");
        command.current_dir(folder.path()).arg("solve").arg(puzzle).args(options).args(["--time", "1s"]);
        command.assert().code(2).stdout("");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{options:?}");
    }
    let missing = ["--trace", "/nonexistent/folder/tree.json"];
    let folder = TempDir::new().unwrap();
    xiaochu("en").current_dir(folder.path()).arg("solve").arg(sample()).args(missing).assert().code(7).stdout("");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn strategies_are_compared_on_any_game() {
    let folder = TempDir::new().unwrap();
    let (json, charts) = (folder.path().join("compare.json"), folder.path().join("charts"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let puzzles = [sample(), root.join("puzzles/samegame/01.toml"), root.join("puzzles/bench/bench-5x5-s45-01.toml")];
    let mut command = xiaochu("en");
    command.arg("compare").args(&puzzles).args([
        "--strategies",
        "exact,backtrack+memo+top-2,uct",
        "--iterations",
        "300",
    ]);
    command.arg("--json").arg(&json).arg("--svg").arg(&charts);
    command.assert().success().stdout(predicate::str::contains("backtrack+memo+top-2").count(3));
    let written: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(written["format"], "xiaochu-comparison");
    let contests = written["contests"].as_array().unwrap();
    assert_eq!(contests.len(), 3);
    for entry in contests.iter().flat_map(|contest| contest["entries"].as_array().unwrap()) {
        assert!(entry["iterations"].as_u64().unwrap() <= 300);
        let rises: Vec<i64> =
            entry["rises"].as_array().unwrap().iter().map(|rise| rise["score"].as_i64().unwrap()).collect();
        assert!(rises.is_sorted() && rises.last().copied() == entry["score"].as_i64(), "{entry}");
    }
    assert_eq!(fs::read_dir(charts).unwrap().count(), 3);
}

#[test]
fn the_labs_experiments_agree_wherever_they_are_exact() {
    let folder = TempDir::new().unwrap();
    let (json, charts) = (folder.path().join("lab.json"), folder.path().join("charts"));
    let mut command = xiaochu("en");
    command.args(["compare", "--set", "lab", "--instances", "1", "--budget", "40ms", "--seed", "3"]);
    command.arg("--json").arg(&json).arg("--svg").arg(&charts).assert().success();
    let lab: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let experiments = lab["experiments"].as_array().unwrap();
    assert_eq!(experiments.len(), 4);
    for cells in experiments.iter().flat_map(|experiment| experiment["cells"].as_array().unwrap()) {
        let outcomes = |of: std::ops::Range<usize>| {
            cells.as_array().unwrap()[of]
                .iter()
                .flat_map(|cell| cell["outcomes"].as_array().unwrap())
                .collect::<Vec<_>>()
        };
        let proven: Vec<&Value> =
            outcomes(0..3).into_iter().filter(|o| o["claim"] == "optimal" || o["claim"] == "impossible").collect();
        for outcome in &proven {
            assert_eq!(outcome["score"], proven[0]["score"]);
        }
        for restricted in outcomes(3..7) {
            assert!(restricted["claim"] == "at-least" || restricted["claim"] == "nothing");
            let best = proven.first().map_or(i64::MAX, |first| first["score"].as_i64().unwrap_or(i64::MIN));
            assert!(restricted["score"].as_i64().is_none_or(|score| score <= best));
        }
    }
    assert_eq!(fs::read_dir(charts).unwrap().count(), 5);
}

#[test]
fn comparisons_that_mean_nothing_are_refused() {
    for options in [
        &[][..],
        &["--set", "lab", "puzzle.toml"],
        &["--set", "lab", "--time", "1s"],
        &["--set", "labour"],
        &["puzzle.toml", "--budget", "1s"],
    ] {
        xiaochu("en").arg("compare").args(options).assert().code(2).stdout("");
    }
    for strategies in ["magic", "backtrack+top-0", "uct+memo", "exact+"] {
        xiaochu("en").arg("compare").arg(sample()).args(["--strategies", strategies]).assert().code(2).stdout("");
    }
    xiaochu("en").args(["compare", "/nonexistent.toml"]).assert().code(7).stdout("");
}
