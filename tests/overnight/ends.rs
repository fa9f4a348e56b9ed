//! Every reason to end, every exit code, and what `status` and the log say meanwhile.

use crate::common::*;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Ends a run that has a line already: how long the first takes depends on the machine.
#[track_caller]
fn ends(arguments: &[&str], reason: &str, code: i32) {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "4"]), 0);
    finish(resume(&run).args(arguments), code);
    assert_eq!(end(&run)["reason"], reason);
    assert_eq!(end(&run)["claim"], "at-least");
    assert_eq!(checkpoints(&run), [2, 1]);
}

#[test]
fn by_time() {
    ends(&["--time", "300ms"], "time", 0);
}

#[test]
fn by_iterations() {
    ends(&["--iterations", "50"], "iterations", 0);
}

#[test]
fn by_target() {
    ends(&["--target", "1", "--require-target"], "target", 0);
}

#[test]
fn by_stagnation() {
    ends(&["--stagnation", "400ms"], "stagnation", 0);
}

#[test]
fn by_a_missed_target() {
    ends(&["--iterations", "50", "--target", "99999999", "--require-target"], "iterations", 8);
}

#[test]
fn by_exhaustion() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let puzzle = tiny(folder.path());
    let solve = |strategy: &[&str], run: &Path| {
        finish(program().arg("solve").arg(&puzzle).arg("--run").arg(run).args(strategy), 0)
    };
    solve(&["--trees", "2", "--candidates", "all"], &run);
    let last = end(&run);
    assert_eq!((&last["reason"], &last["claim"]), (&"exhausted".into(), &"optimal".into()));
    let exact = folder.path().join("exact");
    solve(&["--strategy", "exact"], &exact);
    assert_eq!(best(&run), best(&exact));
    assert!(status(&run)["table"].as_array().unwrap().iter().all(|row| row["explored"] == true));
    // What is exhausted stays so.
    finish(&mut resume(&run), 0);
    assert_eq!(end(&run)["claim"], "optimal");
}

#[test]
fn usage_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "10"]), 0);
    let output = finish(&mut solve(&run), 2);
    assert!(stderr(&output).contains(&format!("xiaochu resume {}", run.display())), "{}", stderr(&output));
    let other = |arguments: &[&str]| {
        let mut command = program();
        command.arg("solve").arg(usual()).arg("--run").arg(folder.path().join("other")).args(arguments);
        stderr(&finish(&mut command, 2))
    };
    // A quarter of it is for the trees.
    let said = other(&["--trees", "1000", "--memory", "64MiB"]);
    assert!(said.contains("--memory 64.0 MiB is too little for 1000 trees: at least 2000 MiB"), "{said}");
    for wrong in [["--until", "25:00"], ["--candidates", "some"], ["--time", "soon"], ["--memory", "1KiB"]] {
        other(&wrong);
    }
    assert!(!folder.path().join("other").exists());
}

#[test]
fn bad_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "game = \"chess\"").unwrap();
    finish(program().arg("solve").arg(&bad), 3);
    finish(&mut resume(folder.path()), 3);
    finish(program().arg("status").arg(folder.path()), 3);
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "10"]), 0);
    fs::write(run.join("run.toml"), "format = 1").unwrap();
    finish(&mut resume(&run), 3);
}

#[test]
fn a_wrong_score_fails_verification() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "10"]), 0);
    let text = fs::read_to_string(run.join("best.json")).unwrap();
    let mut solution: Value = serde_json::from_str(&text).unwrap();
    solution["score"] = (best(&run).unwrap() + 1).into();
    fs::write(run.join("best.json"), solution.to_string()).unwrap();
    finish(program().arg("verify").arg(&run), 5);
    // A resumed run does not believe it either.
    finish(resume(&run).args(["--iterations", "20"]), 0);
    finish(program().arg("verify").arg(&run), 0);
}

#[test]
fn another_terminal_sees_the_run_and_cannot_disturb_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let begun = Instant::now();
    let child = solve(&run).args(["--checkpoint-every", "200ms", "--time", "10m"]).spawn().unwrap();
    until("figures and a checkpoint are there", || count(&run, "progress") > 0 && count(&run, "checkpoint") > 0);
    let seen = status(&run);
    let pid = child.id().to_string();
    assert_eq!(seen["pid"], *pid);
    assert!(seen["figures"]["iterations"].as_u64() > Some(0) && seen["figures"]["bytes"].as_u64() > Some(0));
    assert!(seen["checkpoint"]["age_s"].as_f64().unwrap() < begun.elapsed().as_secs_f64() && seen["ended"].is_null());
    assert!(seen["table"].as_array().unwrap().len() > 1 && seen["best"].as_i64() == best(&run));
    let text = finish(program().arg("status").arg(&run), 0).stdout;
    assert!(String::from_utf8(text).unwrap().contains(&format!("process {pid} is working on it")));

    for command in [&mut resume(&run), program().arg("merge").arg(&run).arg(&run).arg("--out").arg("x")] {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("process {pid} is working")), "{}", stderr(&output));
    }
    send(&child, Signal::TERM);
    leave(child, 143);
    assert_eq!(status(&run)["ended"], "signal");
    assert!(status(&run)["pid"].is_null());
}

#[test]
fn the_log_keeps_to_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let child = solve(&run).arg("--json").spawn().unwrap();
    until("there are events of every kind", || count(&run, "progress") > 0 && count(&run, "improvement") > 0);
    send(&child, Signal::TERM);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143), "{}", stderr(&output));
    let log = fs::read_to_string(run.join("events.ndjson")).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), log, "--json prints what the log holds");
    let manual = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/events.md")).unwrap();
    let events = events(&run);
    assert_eq!(events.len(), log.lines().count());
    for event in &events {
        assert_eq!(event["schema"], 1);
        assert!(event["at"].as_str().unwrap().ends_with('Z'));
        for key in event.as_object().unwrap().keys() {
            assert!(manual.contains(&format!("`{key}`")), "docs/events.md does not explain {key}");
        }
    }
    for kind in ["start", "improvement", "progress", "checkpoint", "end"] {
        assert!(count(&run, kind) > 0, "{kind}");
    }
}

/// Total time and iterations go on from the checkpoint.
#[test]
fn a_resumed_run_counts_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "50"]), 0);
    let first = events(&run).into_iter().rfind(|event| event["event"] == "checkpoint").unwrap();
    finish(resume(&run).args(["--iterations", "100"]), 0);
    let second = end(&run);
    let number = |event: &Value, key: &str| event[key].as_f64().unwrap();
    assert!(number(&first, "total_s") > 0.0 && number(&second, "elapsed_s") > 0.0);
    let sum = number(&first, "total_s") + number(&second, "elapsed_s");
    assert!((number(&second, "total_s") - sum).abs() < 1e-6, "{first} {second}");
    assert_eq!((&first["iterations"], &second["iterations"]), (&50.into(), &100.into()));
}

/// The best line says after how many seconds it was found, unless the result may not depend on time.
#[test]
fn the_best_line_says_when_it_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let (timed, counted) = (folder.path().join("timed"), folder.path().join("counted"));
    let elapsed = |run: &Path| {
        let text = fs::read_to_string(run.join("best.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["found_by"]["elapsed_s"].clone()
    };
    // One tree: of two that find equally good lines, the one told of first need not be the one that counts in the end.
    let mut command = program();
    command.arg("solve").arg(usual()).arg("--run").arg(&timed).args(["--strategy", "uct-classic", "--trees", "1"]);
    finish(command.args(["--memory", "64MiB", "--target", "1"]), 0);
    let last = events(&timed).into_iter().rfind(|event| event["event"] == "improvement").unwrap();
    let (found, told) = (elapsed(&timed).as_f64().unwrap(), last["total_s"].as_f64().unwrap());
    assert!((found - told).abs() < 0.001, "{found} {told}");
    finish(solve(&counted).args(["--iterations", "50"]), 0);
    assert!(elapsed(&counted).is_null());
}
