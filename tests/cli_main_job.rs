//! The main job through the real binary: solve, verify, replay, export, perft, and what bad input gets.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

#[path = "support/program.rs"]
mod program;

use predicates::prelude::*;
use program::xiaochu;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn bench_puzzle() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/bench/bench-5x5-s45-01.toml")
}

fn solve_into(folder: &Path, extra: &[&str]) {
    xiaochu("en")
        .arg("solve")
        .arg(bench_puzzle())
        .args(["--strategy", "uct-classic", "--trees", "2", "--progress", "none"])
        .arg("--run")
        .arg(folder)
        .args(extra)
        .assert()
        .success();
}

#[test]
fn what_solve_finds_verify_confirms() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    solve_into(&run, &["--iterations", "600", "--seed", "7"]);
    let best: Value = serde_json::from_slice(&fs::read(run.join("best.json")).unwrap()).unwrap();
    let score = best["score"].as_i64().unwrap();
    assert!(score > 3000, "a few hundred iterations bring more than {score}");
    let expected = format!("{score}\n");
    xiaochu("en").arg("verify").arg(&run).assert().success().stdout(expected.clone());
    // A solution names the puzzle as well, also as Windows writes it.
    let marked = folder.path().join("marked.json");
    fs::write(&marked, format!("\u{feff}{best}")).unwrap();
    let mut command = xiaochu("en");
    command.args(["verify", "--puzzle"]).arg(&marked).arg(run.join("best.txt"));
    command.assert().success().stdout(expected.clone());
    xiaochu("en")
        .args(["verify", "--puzzle"])
        .arg(bench_puzzle())
        .arg(run.join("best.txt"))
        .assert()
        .success()
        .stdout(expected);
}

#[test]
fn verbose_tells_of_checkpoints_and_of_the_end() {
    let folder = TempDir::new().unwrap();
    let solve = |lang: &str, run: &str, how: &[&str]| {
        let mut command = xiaochu(lang);
        command.arg("solve").arg(bench_puzzle()).args(["--strategy", "beam", "--iterations", "50", "--run"]);
        command.arg(folder.path().join(run)).args(how).assert()
    };
    let told = predicate::str::contains("beam on").and(predicate::str::contains("checkpoint 1: "));
    let ended = predicate::str::contains("ended by: iterations");
    solve("en", "1", &["-v"]).success().stderr(told.and(ended.clone()));
    solve("en", "2", &[]).success().stderr(ended.not().and(predicate::str::contains("checkpoint").not()));
    solve("zh", "3", &["--verbose"]).success().stderr(predicate::str::contains("结束原因：迭代数够了"));
    solve("en", "4", &["-v", "-q"]).code(2);
}

#[test]
fn the_same_seed_and_iterations_write_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let runs: Vec<PathBuf> = ["1", "2"].iter().map(|name| folder.path().join(name)).collect();
    solve_into(&runs[0], &["--iterations", "400", "--threads", "1"]);
    solve_into(&runs[1], &["--iterations", "400", "--threads", "2"]);
    for file in ["best.json", "best.txt", "checkpoint-1.bin"] {
        assert_eq!(fs::read(runs[0].join(file)).unwrap(), fs::read(runs[1].join(file)).unwrap(), "{file}");
    }
}

#[test]
fn exports_read_back_to_the_same_score() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    solve_into(&run, &["--iterations", "100"]);
    let score = xiaochu("en").arg("verify").arg(&run).output().unwrap().stdout;
    for format in ["text", "json"] {
        let file = folder.path().join(format);
        xiaochu("en").arg("export").arg(&run).args(["--format", format, "--output"]).arg(&file).assert().success();
        let verified = xiaochu("en").args(["verify", "--puzzle"]).arg(bench_puzzle()).arg(&file).output().unwrap();
        assert_eq!(verified.stdout, score, "{format}");
    }
    let zero = xiaochu("en").arg("export").arg(&run).args(["--origin", "0"]).output().unwrap().stdout;
    let file = folder.path().join("zero.txt");
    fs::write(&file, &zero).unwrap();
    assert!(String::from_utf8(zero).unwrap().contains("origin 0"));
    let verified = xiaochu("en").args(["verify", "--puzzle"]).arg(bench_puzzle()).arg(&file).output().unwrap();
    assert_eq!(verified.stdout, score, "origin 0");
}

/// A whole handed game as a puzzle file and a move script.
fn as_files(game: &Value, folder: &Path) -> (PathBuf, PathBuf) {
    let digits = |values: &Value| -> String {
        values.as_array().unwrap().iter().map(|value| value.to_string()).collect::<Vec<_>>().join("")
    };
    let rows: Vec<String> = game["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let puzzle = folder.join("puzzle.toml");
    let text = format!(
        "game = \"sandbox\"\nmode = \"xiaochuwang\"\nsteps = 100\nqueue = \"{}\"\nqueue_pos = {}\nboard = \"\"\"\n{}\n\"\"\"\n",
        digits(&game["queue"]),
        game["queue_pos"],
        rows.join("\n")
    );
    fs::write(&puzzle, text).unwrap();
    let mut script = "origin 0\n".to_owned();
    for step in game["moves"].as_array().unwrap() {
        let numbers =
            |value: &Value| value.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
        let mv = &step["move"];
        script += &match mv.get("swap") {
            Some(swap) => format!("swap {}\n", numbers(swap)),
            None => format!("drag {}\n", numbers(&mv["drag"])),
        };
    }
    let moves = folder.join("moves.txt");
    fs::write(&moves, script).unwrap();
    (puzzle, moves)
}

#[test]
fn replay_gives_the_numbers_of_the_handed_games() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/games.jsonl")).unwrap();
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let folder = TempDir::new().unwrap();
        let (puzzle, moves) = as_files(&game, folder.path());
        let output =
            xiaochu("en").args(["replay", "--format", "json", "--puzzle"]).arg(&puzzle).arg(&moves).output().unwrap();
        assert!(output.status.success(), "{}: {}", game["id"], String::from_utf8_lossy(&output.stderr));
        let lines: Vec<Value> =
            String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["board"], game["board"], "{} start", game["id"]);
        let steps = game["moves"].as_array().unwrap();
        assert_eq!(lines.len(), steps.len() + 1);
        for (ours, theirs) in lines[1..].iter().zip(steps) {
            let at = format!("{} step {}", game["id"], ours["step"]);
            assert_eq!(ours["gain"], theirs["score"], "{at}");
            assert_eq!(ours["board"], theirs["after"], "{at}");
            assert_eq!(ours["queue_pos"], theirs["queue_pos_after"], "{at}");
        }
        assert_eq!(lines.last().unwrap()["score"], game["total_score"], "{}", game["id"]);
    }
}

#[test]
fn replay_in_text_marks_the_moved_cells() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("moves.txt");
    fs::write(&script, "swap 1 2 2 1\n").unwrap();
    xiaochu("en")
        .args(["replay", "--puzzle"])
        .arg(bench_puzzle())
        .arg(&script)
        .assert()
        .code(predicate::in_iter([0, 5]));
    let run = folder.path().join("run");
    solve_into(&run, &["--iterations", "20"]);
    let text = xiaochu("en").arg("replay").arg(&run).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    let first = text.lines().skip_while(|line| !line.contains("1/")).take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(first.matches('[').count(), if first.contains("swap") { 2 } else { 1 }, "{first}");
}

#[test]
fn perft_counts_and_divides() {
    let one = xiaochu("en").arg("perft").arg(bench_puzzle()).args(["--depth", "1"]).output().unwrap().stdout;
    let one: u64 = String::from_utf8(one).unwrap().trim().parse().unwrap();
    let divided =
        xiaochu("en").arg("perft").arg(bench_puzzle()).args(["--depth", "1", "--divide"]).output().unwrap().stdout;
    let divided = String::from_utf8(divided).unwrap();
    assert_eq!(divided.lines().count() as u64, one + 1);
    assert!(divided.lines().all(|line| line.ends_with(": 1") || line == one.to_string()));
    let nothing = xiaochu("en").arg("perft").arg(bench_puzzle()).args(["--depth", "0", "--divide"]).output().unwrap();
    assert_eq!(nothing.stdout, b"1\n");
}

#[test]
fn completions_and_manual_are_generated() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        xiaochu("en").args(["completions", shell]).assert().success().stdout(predicate::str::contains("resume"));
    }
    xiaochu("en").arg("man").assert().success().stdout(predicate::str::contains(".TH xiaochu"));
}

#[test]
fn every_invalid_puzzle_is_refused_with_exit_3_and_leaves_nothing() {
    let invalid = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/invalid");
    let mut count = 0;
    for entry in fs::read_dir(invalid).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ext| ext == "toml") {
            let folder = TempDir::new().unwrap();
            xiaochu("en")
                .current_dir(folder.path())
                .arg("solve")
                .arg(&path)
                .args(["--time", "1s"])
                .assert()
                .code(3)
                .stdout("")
                .stderr(predicate::str::contains("error").and(predicate::str::contains("panicked").not()));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 20, "{count} invalid puzzles");
}

#[test]
fn an_illegal_move_is_named_with_its_step() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("moves.txt");
    let run = folder.path().join("run");
    solve_into(&run, &["--iterations", "20"]);
    let good = fs::read_to_string(run.join("best.txt")).unwrap();
    let cut: Vec<&str> = good.lines().take(4).chain(["swap 1 1 1 1"]).collect();
    fs::write(&script, cut.join("\n")).unwrap();
    xiaochu("en")
        .args(["verify", "--puzzle"])
        .arg(bench_puzzle())
        .arg(&script)
        .assert()
        .code(5)
        .stdout("")
        .stderr(predicate::str::contains("move 3"));
}

#[test]
fn a_wrong_claim_is_exit_5_and_says_the_true_score() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    solve_into(&run, &["--iterations", "20"]);
    let mut best: Value = serde_json::from_slice(&fs::read(run.join("best.json")).unwrap()).unwrap();
    let score = best["score"].as_i64().unwrap();
    best["score"] = (score + 10).into();
    let file = folder.path().join("wrong.json");
    fs::write(&file, best.to_string()).unwrap();
    xiaochu("en").arg("verify").arg(&file).assert().code(5).stderr(predicate::str::contains(score.to_string()));
}

#[test]
fn files_that_cannot_be_read_are_exit_7_and_scripts_without_a_puzzle_exit_2() {
    let folder = TempDir::new().unwrap();
    xiaochu("en").args(["verify", "/nonexistent/solution.json"]).assert().code(7);
    xiaochu("en").args(["solve", "/nonexistent/puzzle.toml"]).assert().code(7);
    let script = folder.path().join("moves.txt");
    fs::write(&script, "drag 1 1\n").unwrap();
    xiaochu("en").arg("verify").arg(&script).assert().code(2).stderr(predicate::str::contains("--puzzle"));
    let binary = folder.path().join("binary.toml");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    xiaochu("en").arg("solve").arg(&binary).assert().code(3).stderr(predicate::str::contains("UTF-8"));
}

#[test]
fn options_that_mean_nothing_are_exit_2() {
    for options in [
        ["--candidates", "top:0"],
        ["--candidates", "best"],
        ["--eta", "fast"],
        ["--backup", "mixed:2"],
        ["--playout", "greedy"],
        ["--vary", "speed=1"],
        ["--until", "7"],
        ["--time", "soon"],
        ["--threads", "0"],
        ["--trees", "0"],
        ["--memory", "lots"],
        ["--forbid-drag", "4:1"],
        ["--strategy", "magic"],
    ] {
        xiaochu("en").arg("solve").arg(bench_puzzle()).args(options).assert().code(2).stdout("");
    }
}
