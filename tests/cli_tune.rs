//! `tune` through the real binary: reproducible, bounded, and its constants are taken by `eval`.
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
use std::path::PathBuf;
use tempfile::TempDir;

fn mowang() -> PathBuf {
    puzzle("modes/mowang.toml")
}

fn tuned(extra: &[&str]) -> Value {
    let mut command = xiaochu("en");
    command.arg("tune").arg(mowang()).args(["--json", "--fits", "2", "--games", "6", "--report-games", "8"]);
    if !extra.contains(&"--generations") {
        command.args(["--generations", "4"]);
    }
    let output = command.args(extra).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_same_seed_fits_the_same_constants_on_any_threads() {
    for what in ["classic", "potential"] {
        let one = tuned(&["--what", what, "--threads", "1"]);
        assert_eq!(one, tuned(&["--what", what, "--threads", "3"]), "{what}");
        assert_ne!(one["fits"], tuned(&["--what", what, "--seed", "9"])["fits"], "{what}");
        assert_eq!(one["complete"], true);
        assert_eq!(one["fits"].as_array().unwrap().len(), 2);
        assert!(one["constants"].as_array().unwrap().iter().all(|row| row["deviation"].is_number()));
    }
}

#[test]
fn time_bounds_it_and_the_report_says_so() {
    let cut = tuned(&["--generations", "1000000", "--time", "200ms"]);
    assert_eq!(cut["complete"], false);
    let text =
        xiaochu("en").arg("tune").arg(mowang()).args(["--time", "100ms", "--report-games", "4"]).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("cut short by --time") && text.contains("in_out 5") && text.contains("± over fits"),
        "{text}"
    );
}

#[test]
fn fitted_constants_are_taken_by_eval() {
    let folder = TempDir::new().unwrap();
    for (what, evaluator) in [("classic", "classic"), ("potential", "rollout")] {
        let file = folder.path().join(what);
        tuned(&["--what", what, "--output", file.to_str().unwrap()]);
        let mut command = xiaochu("en");
        command.arg("eval").arg(mowang()).args(["--evaluator", evaluator, "--constants"]).arg(&file).assert().success();
        xiaochu("en").arg("tune").arg(mowang()).args([
            "--generations",
            "1",
            "--games",
            "2",
            "--report-games",
            "2",
            "--start",
        ]);
    }
    let bad = folder.path().join("bad");
    for text in ["", "{}", "{\"format\":\"xiaochu-constants\",\"version\":2}"] {
        fs::write(&bad, text).unwrap();
        let mut command = xiaochu("en");
        command.arg("eval").arg(mowang()).arg("--constants").arg(&bad).assert().code(3);
    }
    xiaochu("en").arg("tune").arg(mowang()).args(["--output", "/nonexistent/x"]).assert().code(7).stdout("");
    xiaochu("en")
        .arg("tune")
        .arg(mowang())
        .args(["--games", "1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("1"));
}
