//! `eval` and what `solve` and `compare` do where the refill is random, through the real binary.
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
use std::path::Path;
use tempfile::TempDir;

/// Every evaluator with samples that a test can afford.
const EVALUATORS: [(&str, &[&str]); 5] = [
    ("classic", &[]),
    ("exact-round", &[]),
    ("balanced", &["--samples", "3000"]),
    ("table", &["--samples", "64"]),
    ("rollout", &["--samples", "600"]),
];

/// The JSON of one evaluation.
fn evaluated(path: &Path, extra: &[&str]) -> Value {
    let output = xiaochu("en").arg("eval").arg(path).arg("--json").args(extra).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn swap(cells: [u8; 4]) -> Value {
    let [a, b, c, d] = cells;
    serde_json::json!({ "swap": [[a, b], [c, d]] })
}

#[test]
fn every_evaluator_answers_the_articles_sample() {
    for (name, extra) in EVALUATORS {
        let answer = evaluated(&puzzle("article.toml"), &[&["--evaluator", name], extra].concat());
        let moves = answer["moves"].as_array().unwrap();
        assert!(moves.len() > 100, "{name}: {} moves", moves.len());
        assert_eq!(answer["evaluator"], name);
        for row in moves {
            let number = |key: &str| row[key].as_f64().unwrap();
            let parts = number("monsters") + number("sandbox") + number("vitality");
            assert!((parts - number("mean")).abs() < 1e-6, "{name}: {row}");
        }
        let values: Vec<f64> = moves.iter().filter_map(|row| row["value"].as_f64()).collect();
        let sampled = moves.iter().filter(|row| row["samples"] != 0 || name != "rollout").count();
        assert!(values[..sampled].windows(2).all(|pair| pair[0] >= pair[1]), "{name} is not sorted");
        let states_error = !["classic", "table"].contains(&name);
        assert_eq!(moves[0]["std_error"].is_number(), states_error, "{name}");
        let mut command = xiaochu("en");
        command.arg("eval").arg(puzzle("article.toml")).args(["--evaluator", name]).args(extra);
        command
            .assert()
            .success()
            .stdout(predicate::str::contains("monsters").and(predicate::str::contains("sandbox")));
    }
}

#[test]
fn sampling_finds_the_samples_best_move_and_its_mean() {
    for (name, samples, within) in [("rollout", "6000", 1.0), ("balanced", "60000", 3.0)] {
        let answer = evaluated(&puzzle("article.toml"), &["--evaluator", name, "--samples", samples, "--top", "3"]);
        let best = &answer["moves"][0];
        assert_eq!(best["move"], swap([2, 2, 2, 4]), "{name}");
        let mean = best["mean"].as_f64().unwrap();
        assert!((mean - 25.8).abs() < within, "{name}: {mean}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
        assert!(best["q05"].as_f64() <= best["q50"].as_f64() && best["q50"].as_f64() <= best["q95"].as_f64());
    }
}

#[test]
fn what_classic_answers_on_the_sample_is_known() {
    // The article prints (1,2)(2,2); its program as printed reads outside the board. Bounded reads give this.
    let answer = evaluated(&puzzle("article.toml"), &["--evaluator", "classic", "--top", "1"]);
    assert_eq!(answer["moves"][0]["move"], swap(CLASSIC_BEST));
}

/// What `classic` ranks first on the article's sample.
const CLASSIC_BEST: [u8; 4] = [2, 2, 2, 4];

#[test]
fn the_same_seed_and_samples_give_the_same_bytes_on_any_threads() {
    let run = |threads: &str, seed: &str| {
        let mut command = xiaochu("en");
        command.arg("eval").arg(puzzle("modes/mowang.toml")).args(["--json", "--samples", "500"]);
        command.args(["--threads", threads, "--seed", seed]).output().unwrap().stdout
    };
    assert_eq!(run("1", "5"), run("3", "5"));
    assert_ne!(run("1", "5"), run("1", "6"));
}

#[test]
fn every_mode_is_evaluated_by_every_evaluator() {
    for mode in ["mowang", "zhanqi", "kuangzhan", "mijing", "jingjichang", "tongguan"] {
        for (name, _) in EVALUATORS {
            let samples = if ["classic", "exact-round"].contains(&name) { vec![] } else { vec!["--samples", "64"] };
            let path = puzzle(&format!("modes/{mode}.toml"));
            let answer = evaluated(&path, &[&["--evaluator", name], samples.as_slice()].concat());
            assert!(!answer["moves"].as_array().unwrap().is_empty(), "{mode} {name}");
            assert_eq!(answer["mode"], mode);
        }
    }
}

#[test]
fn a_batch_answers_line_by_line_and_names_bad_lines() {
    let board = "[[11,11,21],[21,31,31],[11,21,31]]";
    let good = format!(r#"{{"name":"a","game":"sandbox","mode":"mowang","steps":3,"board":{board}}}"#);
    let fixed =
        format!(r#"{{"game":"sandbox","mode":"xiaochuwang","steps":3,"queue":"123123123123","board":{board}}}"#);
    let input = format!("{good}\n\nnot json\n{fixed}\n{{\"game\":\"sandbox\"}}\n{}\n", good.replace("\"a\"", "\"b\""));
    let mut command = xiaochu("en");
    let assert = command.args(["eval", "-", "--evaluator", "classic", "--top", "2"]).write_stdin(input).assert();
    let output = assert.code(3).get_output().clone();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!((&lines[0]["puzzle"], &lines[4]["puzzle"]), (&"a".into(), &"b".into()));
    for (index, line) in [(1, 3), (2, 4), (3, 5)] {
        assert_eq!(lines[index]["line"], line, "{}", lines[index]);
        assert!(lines[index]["error"].is_string());
    }
    assert!(lines[2]["error"].as_str().unwrap().contains("solve"));
}

#[test]
fn a_puzzle_file_may_come_through_the_pipe() {
    let text = fs::read_to_string(puzzle("article.toml")).unwrap();
    let mut command = xiaochu("en");
    command.args(["eval", "-", "--evaluator", "classic", "--top", "1"]).write_stdin(text).assert().success();
    xiaochu("en").args(["eval", "-"]).write_stdin("steps = x").assert().code(3);
    xiaochu("en").args(["eval", "-"]).write_stdin("").assert().success().stdout("");
    xiaochu("en").args(["eval", "-"]).write_stdin([0xff, 0xfe, b'\n']).assert().code(3);
}

#[test]
fn weights_and_ratios_change_the_worth_and_bad_ones_are_usage_errors() {
    let path = puzzle("modes/mowang.toml");
    let value =
        |extra: &[&str]| evaluated(&path, &[&["--evaluator", "classic"], extra].concat())["moves"][0]["value"].clone();
    let plain = value(&[]);
    assert!(value(&["--weights", "2,2,2"]).as_f64() > plain.as_f64().map(|plain| 1.5 * plain));
    assert_ne!(value(&["--evolve", "2"]), plain);
    assert_eq!(value(&["--evolve", "3.25,3.25,3.25,3.25"]), plain);
    assert_ne!(value(&["--in-out", "0.5"]), plain);
    assert_ne!(value(&["--vitality", "0.1"]), plain);
    for wrong in [
        ["--weights", "1,2"],
        ["--weights", "1,2,nan"],
        ["--weights", "-1,1,1"],
        ["--evolve", "1,2"],
        ["--evolve", "1e9"],
        ["--evolve", "0.5"],
        ["--evolve", "3.25,3.25,3.25,10.5"],
        ["--in-out", "1,2"],
        ["--in-out", "inf"],
        ["--vitality", "nan"],
        ["--evaluator", "magic"],
        ["--objective", "q99"],
        ["--samples", "0"],
        ["--think", "soon"],
        ["--table", "x"],
    ] {
        xiaochu("en").arg("eval").arg(&path).args(wrong).assert().code(2).stdout("");
    }
    let counting = puzzle("modes/kuangzhan.toml");
    xiaochu("en").arg("eval").arg(counting).args(["--weights", "1,1,1"]).assert().code(2);
}

#[test]
fn a_fixed_refill_and_other_games_are_sent_to_solve() {
    for name in ["modes/xiaochuwang.toml", "lab/sample.toml", "samegame/01.toml"] {
        for command in ["eval", "advise", "tune"] {
            let assert = xiaochu("en").arg(command).arg(puzzle(name)).assert();
            assert.code(3).stdout("").stderr(predicate::str::contains("xiaochu solve"));
        }
    }
}

#[test]
fn a_table_is_kept_between_runs() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("reduced");
    let ask = || {
        let path = file.to_str().unwrap();
        evaluated(&puzzle("modes/mowang.toml"), &["--evaluator", "table", "--samples", "32", "--table", path])
    };
    let (first, second) = (ask(), ask());
    assert_eq!(first["moves"], second["moves"]);
    assert_eq!(second["table"]["hits"], second["table"]["lookups"]);
    assert!(first["table"]["hits"].as_u64() < first["table"]["lookups"].as_u64());
    fs::write(&file, "no table").unwrap();
    let mut command = xiaochu("en");
    command.arg("eval").arg(puzzle("modes/mowang.toml")).args(["--evaluator", "table", "--samples", "32", "--table"]);
    command.arg(&file).assert().code(3).stderr(predicate::str::contains("table"));
}

#[test]
fn think_bounds_the_time_and_says_so() {
    let answer = evaluated(&puzzle("advice/mowang-5x5-s100.toml"), &["--samples", "100000000", "--think", "300ms"]);
    assert_eq!(answer["complete"], false);
    assert!(answer["sampled"].as_u64().unwrap() < 100_000_000);
    let quick = evaluated(&puzzle("modes/mowang.toml"), &["--samples", "64"]);
    assert_eq!(quick["complete"], true);
}

#[test]
fn solve_falls_back_where_the_refill_is_random() {
    let path = puzzle("modes/mowang.toml");
    let folder = TempDir::new().unwrap();
    let run = |lang: &str, extra: &[&str]| {
        let mut command = xiaochu(lang);
        command.current_dir(folder.path()).arg("solve").arg(&path).args(extra).assert().success().get_output().clone()
    };
    let output = run("en", &["--iterations", "20"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("best move now: ") && text.contains("expected end value: "), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("xiaochu advise"));
    let text = String::from_utf8(run("zh", &["--iterations", "20"]).stdout).unwrap();
    assert!(text.contains("最佳走法") && text.contains("预期最终价值"), "{text}");
    let event: Value = serde_json::from_slice(&run("en", &["--json", "--time", "200ms"]).stdout).unwrap();
    assert_eq!(event["event"], "advice");
    assert!(event["end_value"]["games"].as_u64().unwrap() > 0 && event["best"]["value"].is_number());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a run folder was left");
    xiaochu("en").arg("solve").arg(&path).args(["--run", "x"]).assert().code(2);
}

#[test]
fn compare_plays_whole_games_and_draws_them() {
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("games.json");
    let compare = |threads: &str| {
        let mut command = xiaochu("en");
        command.arg("compare").arg(puzzle("modes/mowang.toml"));
        command.args(["--strategies", "classic,greedy,guided,table:8,balanced:50,rollout:16", "--games", "6"]);
        command.args(["--threads", threads, "--json"]).arg(&json).arg("--svg").arg(folder.path());
        let output = command.assert().success().get_output().clone();
        (String::from_utf8(output.stdout).unwrap(), serde_json::from_slice::<Value>(&fs::read(&json).unwrap()).unwrap())
    };
    let (text, first) = compare("1");
    assert!(text.contains("rollout:16") && text.contains("reduced boards"), "{text}");
    let (_, second) = compare("3");
    let entries = |report: &Value| report["contests"][0]["entries"].as_array().unwrap().clone();
    for (one, other) in entries(&first).iter().zip(&entries(&second)) {
        assert_eq!(one["totals"], other["totals"], "{}", one["player"]);
        assert_eq!(one["totals"].as_array().unwrap().len(), 6);
    }
    assert!(folder.path().join("1-mowang-4x4-games.svg").exists());
    for wrong in ["uct", "rollout:0", "rollout:x", "greedy:3"] {
        let mut command = xiaochu("en");
        command.arg("compare").arg(puzzle("modes/mowang.toml")).args(["--strategies", wrong]).assert().code(2);
    }
}

#[test]
fn options_that_mean_nothing_are_refused_and_not_ignored() {
    let mowang = puzzle("modes/mowang.toml");
    let refused = |command: &str, options: &[&str]| {
        let said = predicate::str::contains(options[0]);
        xiaochu("en").arg(command).arg(&mowang).args(options).assert().code(2).stderr(said);
    };
    for options in [&["--trees", "2"][..], &["--playout", "uniform"], &["--workers", "2"], &["--memo"]] {
        refused("solve", options);
    }
    refused("compare", &["--iterations", "5"]);
    refused("compare", &["--forbid-drag", "1:4"]);
}

#[test]
fn a_puzzle_file_through_the_pipe_may_begin_with_empty_lines() {
    let text = fs::read_to_string(puzzle("modes/mowang.toml")).unwrap();
    let answer = |text: String| {
        let output = xiaochu("en").args(["eval", "-", "--evaluator", "classic"]).write_stdin(text).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(answer(format!("\n \n{text}")), answer(text.clone()));
    let wrong = text.replace("steps", "stops");
    let line = 2 + wrong.lines().position(|line| line.starts_with("stops")).unwrap() + 1;
    xiaochu("en")
        .args(["eval", "-"])
        .write_stdin(format!("\n\n{wrong}"))
        .assert()
        .code(3)
        .stderr(predicate::str::contains(format!("-:{line}:")));
}
