//! The program under test, its run folders, and what is in them.

pub(crate) use crate::puzzle::puzzle;
pub(crate) use crate::run::*;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// A small puzzle whose lines can all be tried.
pub(crate) fn tiny(folder: &Path) -> PathBuf {
    let path = folder.join("tiny.toml");
    let text = "game = \"sandbox\"\nmode = \"xiaochuwang\"\nsteps = 1\nqueue = \"123123123123\"\n\
                board = \"\"\"\n112\n331\n122\n\"\"\"\n";
    fs::write(&path, text).unwrap();
    path
}

pub(crate) fn program() -> Command {
    quiet(env!("CARGO_BIN_EXE_xiaochu"))
}

/// `solve` of the usual puzzle into a run folder, on two trees and two threads; more arguments may follow.
pub(crate) fn solve(run: &Path) -> Command {
    let mut command = program();
    command.arg("solve").arg(usual()).arg("--run").arg(run);
    command.args(["--strategy", "uct-classic", "--trees", "2", "--threads", "2", "--memory", "64MiB"]);
    command
}

pub(crate) fn resume(run: &Path) -> Command {
    let mut command = program();
    command.arg("resume").arg(run);
    command
}

pub(crate) fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits for the end of a child and checks its exit code; returns its stderr.
#[track_caller]
pub(crate) fn leave(child: Child, code: i32) -> String {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    stderr(&output)
}

/// The last event, which must be the end.
#[track_caller]
pub(crate) fn end(run: &Path) -> Value {
    let last = events(run).pop().unwrap();
    assert_eq!(last["event"], "end", "{last}");
    last
}

/// Numbers of the checkpoints, newest first.
pub(crate) fn checkpoints(run: &Path) -> Vec<u64> {
    let number = |entry: fs::DirEntry| {
        entry.file_name().to_str()?.strip_prefix("checkpoint-")?.strip_suffix(".bin")?.parse().ok()
    };
    let mut numbers: Vec<u64> = fs::read_dir(run).unwrap().filter_map(|entry| number(entry.unwrap())).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers
}

pub(crate) fn checkpoint(run: &Path, number: u64) -> PathBuf {
    run.join(format!("checkpoint-{number}.bin"))
}

pub(crate) fn newest(run: &Path) -> Vec<u8> {
    fs::read(checkpoint(run, checkpoints(run)[0])).unwrap()
}

pub(crate) fn best(run: &Path) -> Option<i64> {
    let text = fs::read_to_string(run.join("best.json")).ok()?;
    serde_json::from_str::<Value>(&text).unwrap()["score"].as_i64()
}

pub(crate) fn status(run: &Path) -> Value {
    let output = finish(program().arg("status").arg(run).arg("--json"), 0);
    serde_json::from_slice(&output.stdout).unwrap()
}
