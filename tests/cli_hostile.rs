//! Puzzles and options at the edge of what is allowed: every search ends in time and says something true.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

#[path = "support/puzzle.rs"]
mod puzzle;

use assert_cmd::Command;
use predicates::prelude::*;
use puzzle::puzzle;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Who takes longer hangs, however loaded the machine is.
const FOREVER: Duration = Duration::from_secs(300);

fn xiaochu() -> Command {
    let mut command = Command::cargo_bin("xiaochu").unwrap();
    command.args(["--lang", "en", "--color", "never"]).env_remove("RUST_BACKTRACE").timeout(FOREVER);
    command
}

/// A sandbox of 消除王 without a line of three, in the given folder.
fn sandbox(folder: &TempDir, side: usize, head: &str, rules: &str) -> PathBuf {
    let piece = |row: usize, col: usize| format!("{}1", 1 + (2 * row + col + col / 2) % 3);
    let row = |row: usize| (0..side).map(|col| piece(row, col)).collect::<Vec<_>>().join(" ");
    let board = (0..side).map(row).collect::<Vec<_>>().join("\n");
    let path = folder.path().join("puzzle.toml");
    let text = format!(
        "game = \"sandbox\"\nmode = \"xiaochuwang\"\n{head}\nboard = \"\"\"\n{board}\n\"\"\"\n[rules]\n{rules}\n"
    );
    fs::write(&path, text).unwrap();
    path
}

fn solve(puzzle: &Path, run: &Path, strategy: &str) -> Command {
    let mut command = xiaochu();
    command.arg("solve").arg(puzzle).arg("--run").arg(run).args(["--progress", "none", "--strategy", strategy]);
    command
}

/// One simulation of ten thousand steps by beam takes minutes. It is cut short, not waited for: there is no line.
#[test]
fn a_simulation_without_end_is_stopped() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 8, "steps = 10000\nqueue = \"221313211323\"", "");
    let run = folder.path().join("run");
    solve(&puzzle, &run, "uct").args(["--time", "500ms"]).assert().success();
    xiaochu().arg("resume").arg(&run).args(["--time", "500ms"]).assert().success();
    assert!(!run.join("best.json").exists());
}

/// Greens are dragged for nothing, so chains of free moves are without number.
#[test]
fn a_board_full_of_free_moves_does_not_hold_a_beam_up() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 8, "steps = 10000\nqueue = \"123123123123\"", "refund_level = 2");
    solve(&puzzle, &folder.path().join("run"), "beam").args(["--time", "500ms"]).assert().success();
}

#[test]
fn a_puzzle_that_is_over_before_it_begins_is_answered_at_once() {
    let folder = TempDir::new().unwrap();
    let over = folder.path().join("over.toml");
    fs::write(&over, "game = \"samegame\"\nleftover_penalty = false\nboard = \"\"\"\n1 2\n2 1\n\"\"\"\n").unwrap();
    let impossible = folder.path().join("impossible.toml");
    fs::write(&impossible, "game = \"crush\"\nkinds = 3\nmoves = 2\nboard = \"0\"\n").unwrap();
    for strategy in ["beam", "strata", "nrpa", "auto"] {
        let run = folder.path().join(strategy);
        // Without a limit: it has to find its end by itself.
        solve(&over, &run, strategy)
            .assert()
            .success()
            .stdout(predicate::str::contains("0 points, proven optimal, 0 moves"));
        xiaochu().arg("verify").arg(&run).assert().success().stdout("0\n");
        xiaochu().arg("resume").arg(&run).assert().success();
        solve(&impossible, &folder.path().join(format!("{strategy}-2")), strategy)
            .assert()
            .success()
            .stdout(predicate::str::contains("impossible, proven"));
    }
}

#[test]
fn a_run_without_a_line_says_so() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    // No line has exactly ten moves, and a few iterations prove nothing.
    solve(&puzzle("lab/sample.toml"), &run, "uct").args(["--moves", "10", "--iterations", "3"]).assert().success();
    assert!(!run.join("best.json").exists());
    for command in ["verify", "replay", "export"] {
        xiaochu()
            .arg(command)
            .arg(&run)
            .assert()
            .code(3)
            .stderr(predicate::str::contains("no complete line yet: go on with `xiaochu resume"));
        xiaochu().arg(command).arg(folder.path()).assert().code(3).stderr(predicate::str::contains("holds no run"));
    }
}

#[test]
fn too_little_memory_is_told_with_what_would_be_enough() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 5, "steps = 5\nqueue = \"221313211323\"", "");
    let run = folder.path().join("run");
    let with = |memory: &str| {
        let mut command = solve(&puzzle, &run, "auto");
        command.args(["--iterations", "10", "--trees", "2", "--memory", memory]);
        command
    };
    let output = with("1MiB").assert().code(2).get_output().stderr.clone();
    let text = String::from_utf8(output).unwrap();
    let enough = text.trim_end().rsplit_once("at least ").unwrap().1;
    with(&enough.replace(' ', "")).assert().success();
    for memory in ["99999999999999999999", "abc", "", "1e10GiB"] {
        with(memory).assert().code(2).stderr(predicate::str::contains("a size like 512MiB or 4GiB"));
    }
}

/// A disk that is full swallows what is redirected to it: that is not "done".
#[test]
#[cfg(target_os = "linux")]
fn results_that_cannot_be_printed_are_a_failure() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 5, "steps = 5\nqueue = \"221313211323\"", "");
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("xiaochu");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(binary);
        let command = command.args(["--lang", "en"]).args(arguments).current_dir(folder.path()).stdout(full());
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(7), "{arguments:?}: {told}");
        assert!(told.contains("failed to write to stdout"), "{arguments:?}: {told}");
    };
    let puzzle = puzzle.to_str().unwrap();
    run(&["solve", puzzle, "--run", "run", "--iterations", "100"]);
    run(&["solve", puzzle, "--run", "events", "--iterations", "100", "--json"]);
    run(&["verify", "run"]);
    run(&["export", "run"]);
    run(&["export", "run", "--format", "html"]);
    run(&["replay", "run", "--format", "json"]);
    run(&["status", "run"]);
    run(&["completions", "bash"]);
    run(&["man"]);
}

/// `run.toml` may be edited by hand; what no checkpoint vouches for is checked.
#[test]
fn a_run_file_with_impossible_values_is_refused() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 5, "steps = 5\nqueue = \"221313211323\"", "");
    let run = folder.path().join("run");
    solve(&puzzle, &run, "beam").args(["--iterations", "100", "--threads", "1"]).assert().success();
    let file = run.join("run.toml");
    let good = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("checkpoint_every_s = 300.0", "checkpoint_every_s = nan"),
        ("checkpoint_every_s = 300.0", "checkpoint_every_s = -1.0"),
        ("threads = 1", "threads = 99999999"),
    ] {
        assert!(good.contains(from), "{from}: {good}");
        fs::write(&file, good.replace(from, to)).unwrap();
        let key = from.split(' ').next().unwrap();
        xiaochu().arg("resume").arg(&run).assert().code(3).stderr(predicate::str::contains(key));
    }
}

/// A training whose checkpoints are all damaged does not start anew over the weights that it has learned.
#[test]
fn a_training_without_a_usable_checkpoint_keeps_its_weights() {
    let folder = TempDir::new().unwrap();
    let training = folder.path().join("training");
    let train = |games: &str| {
        let mut command = xiaochu();
        command.arg("train").arg(&training).args(["--games", games, "--size", "3", "--steps", "8", "--threads", "1"]);
        command
    };
    train("8").assert().success();
    let weights = fs::read(training.join("weights.bin")).unwrap();
    for entry in fs::read_dir(&training).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.extension().is_some_and(|kind| kind == "bin") && !entry.ends_with("weights.bin") {
            fs::write(entry, "").unwrap();
        }
    }
    // The first time the damaged ones are set aside, the second time they are gone.
    for _ in 0..2 {
        train("16").assert().code(4).stderr(predicate::str::contains("weights.bin is still good"));
        assert_eq!(fs::read(training.join("weights.bin")).unwrap(), weights);
    }
}

/// `… | xiaochu eval - | head -1` ends, however many lines are to come.
#[test]
fn a_batch_ends_when_nobody_reads_it() {
    use std::io::Write;
    use std::process::Stdio;
    let binary = assert_cmd::cargo::cargo_bin!("xiaochu");
    let mut command = std::process::Command::new(binary);
    command.args(["eval", "-", "--evaluator", "classic"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let line = r#"{"game":"sandbox","mode":"mowang","steps":3,"board":[[11,11,21],[21,31,31],[11,21,31]]}"#;
    let is_gone = (0..20_000).any(|_| writeln!(input, "{line}").is_err());
    assert!(is_gone, "it goes on and on");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// `yes board | xiaochu advise … | head -1` ends as well, and keeps the game.
#[test]
fn the_advisor_ends_when_nobody_reads_it() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let binary = assert_cmd::cargo::cargo_bin!("xiaochu");
    let mut command = std::process::Command::new(binary);
    command.arg("advise").arg(puzzle("modes/mowang.toml")).args(["--samples", "64", "--game"]).arg(&game);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let is_gone = (0..200_000).any(|_| writeln!(input, "board").is_err());
    assert!(is_gone, "it goes on and on");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(game.is_file());
}

#[test]
fn a_bad_line_of_a_batch_is_told_with_what_would_be_right() {
    let line = r#"{"game":"sandbox","mode":"mowang","steps":-3,"board":[[11,11,21],[21,31,31],[11,21,31]]}"#;
    xiaochu()
        .args(["eval", "-"])
        .write_stdin(format!("{line}\n"))
        .assert()
        .code(3)
        .stdout(predicate::str::contains("a whole number from 1 to 10000"));
}

#[test]
fn a_negative_number_is_a_wrong_value() {
    for arguments in [["--threads", "-1"], ["--seed", "-5"], ["--iterations", "-1"], ["--target", "-1.5"]] {
        xiaochu()
            .args(["solve", "puzzle.toml"])
            .args(arguments)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("invalid value '-").and(predicate::str::contains(arguments[0])));
    }
}

/// Checkpoints of searches and of trainings have the same names: one folder cannot hold both.
#[test]
fn a_search_and_a_training_do_not_share_a_folder() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 5, "steps = 5\nqueue = \"221313211323\"", "");
    let (run, training) = (folder.path().join("run"), folder.path().join("training"));
    solve(&puzzle, &run, "beam").args(["--iterations", "10"]).assert().success();
    xiaochu().arg("train").arg(&run).assert().code(2).stderr(predicate::str::contains("holds a search"));
    assert!(!run.join("train.toml").exists());
    fs::create_dir(&training).unwrap();
    fs::write(training.join("train.toml"), "").unwrap();
    solve(&puzzle, &training, "beam").assert().code(2).stderr(predicate::str::contains("holds a training"));
    assert!(!training.join("run.toml").exists());
}

/// Minutes of measurements are not begun when their report cannot be written.
#[test]
fn reports_that_cannot_be_written_are_refused_before_the_work() {
    let folder = TempDir::new().unwrap();
    let puzzle = sandbox(&folder, 5, "steps = 5\nqueue = \"221313211323\"", "");
    let nowhere = folder.path().join("nowhere/report");
    let refused = |command: &mut Command| {
        command.assert().code(7).stdout("").stderr(predicate::str::contains("failed to"));
    };
    refused(xiaochu().args(["bench", "--set", "standard", "--time", "60s", "--json"]).arg(&nowhere));
    refused(xiaochu().arg("compare").arg(&puzzle).args(["--time", "60s", "--json"]).arg(&nowhere));
    refused(xiaochu().arg("compare").arg(&puzzle).args(["--time", "60s", "--svg"]).arg(puzzle.join("charts")));
}
