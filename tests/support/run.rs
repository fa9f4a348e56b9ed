//! Runs of the program under test: started, waited for, and what their logs say.

use crate::puzzle::puzzle;
use serde_json::Value;
use std::borrow::BorrowMut;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The puzzle that most tests search.
pub(crate) fn usual() -> PathBuf {
    puzzle("bench/bench-5x5-s45-01.toml")
}

/// A command that asks nobody and speaks English.
pub(crate) fn quiet(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("LC_ALL", "C");
    command
}

/// Runs a command to its end and checks its exit code.
#[track_caller]
pub(crate) fn finish(mut command: impl BorrowMut<Command>, code: i32) -> Output {
    let command = command.borrow_mut();
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{}", stderr(&output));
    output
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(300), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The whole lines of a run's log.
pub(crate) fn events(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("events.ndjson")).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

pub(crate) fn count(run: &Path, kind: &str) -> usize {
    events(run).iter().filter(|event| event["event"] == kind).count()
}
