//! What goes wrong goes wrong on all ranks: one message, one exit code, and nobody waits for another.

use crate::common::*;
use std::fs;

/// How often a text is in what was said.
fn times(output: &std::process::Output, text: &str) -> usize {
    stderr(output).matches(text).count()
}

#[test]
fn failures_are_told_once_with_their_exit_code() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("run");
    let mut command = program(3);
    command.arg("solve").arg(place.path().join("none.toml"));
    assert_eq!(times(&finish(command, 7), "error: "), 1);

    let mut command = solve(program(2), &run);
    command.args(["--iterations", "200"]);
    finish(command, 0);
    let output = finish(solve(program(3), &run), 2);
    assert_eq!(times(&output, "holds a run already"), 1, "{}", stderr(&output));

    let output = finish(resume(program(2), &place.path().join("nothing")), 3);
    assert_eq!(times(&output, "holds no run"), 1, "{}", stderr(&output));

    let mut command = program(2);
    command.args(["--lang", "zh", "solve"]).arg(usual()).args(["--strategy", "exact"]);
    let output = finish(command, 2);
    assert_eq!(times(&output, "本次搜索不可拆分"), 1, "{}", stderr(&output));

    for name in files(&run).iter().filter(|name| name.starts_with("checkpoint-")) {
        fs::write(run.join(name), "nothing").unwrap();
    }
    let output = finish(resume(program(2), &run), 4);
    assert_eq!(times(&output, "has no usable checkpoint"), 1, "{}", stderr(&output));
}

#[test]
fn a_run_in_use_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("run");
    let mut job = solve(program(2), &run).spawn().unwrap();
    until("it searches", || count(&run, "improvement") > 0);
    for ranks in [0, 2] {
        assert_eq!(times(&finish(resume(program(ranks), &run), 6), "is working on"), 1);
    }
    job.kill().unwrap();
    job.wait().unwrap();
}
