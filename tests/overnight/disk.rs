//! A full disk, by the limit on the size of files; and places where nothing can be written.

use crate::common::*;
use rustix::process::Signal;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A run none of whose files can grow beyond 64 KiB, until the soft limit is lifted.
fn cramped(run: &Path) -> Child {
    let script = "trap '' XFSZ; ulimit -S -f 128; exec \"$@\"";
    let mut command = quiet("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_xiaochu"), "solve"]).arg(usual());
    command.arg("--run").arg(run).args(["--strategy", "uct-classic", "--trees", "2", "--memory", "64MiB"]);
    // So seldom that the log does not reach the limit before a checkpoint does, however slow the search is.
    command.args(["--checkpoint-every", "500ms"]).stdout(Stdio::null()).spawn().unwrap()
}

fn refusals(run: &Path) -> usize {
    let is_refusal = |message: &str| message.contains("no checkpoint could be written");
    events(run).iter().filter(|event| event["message"].as_str().is_some_and(is_refusal)).count()
}

#[test]
fn the_search_goes_on_and_saves_again_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let child = cramped(&run);
    until("a checkpoint is refused", || refusals(&run) > 0);
    let saved = count(&run, "checkpoint");
    let lifted = Command::new("prlimit").args(["--pid", &child.id().to_string(), "--fsize=unlimited"]).status();
    assert!(lifted.unwrap().success());
    until("a checkpoint is written", || count(&run, "checkpoint") > saved);
    send(&child, Signal::TERM);
    let said = leave(child, 143);
    assert!(said.contains("during the search: no checkpoint could be written"), "{said}");
    assert_eq!(end(&run)["reason"], "signal");
    finish(resume(&run).args(["--time", "100ms"]), 0);
}

#[test]
fn without_a_good_save_a_signal_does_not_claim_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let child = cramped(&run);
    until("a checkpoint is refused", || refusals(&run) > 0);
    let before = best(&run);
    let old = checkpoints(&run);
    send(&child, Signal::TERM);
    leave(child, 7);
    assert_eq!(checkpoints(&run), old, "older ones are intact");
    assert!(best(&run) >= before);
    assert_eq!(end(&run)["reason"], "signal");
}

#[test]
fn a_place_that_cannot_be_written_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output = finish(&mut solve(&file.join("run")), 7);
    assert!(stderr(&output).contains("failed to make the run folder"), "{}", stderr(&output));
}
