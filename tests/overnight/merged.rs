//! Runs of several machines joined in one.

use crate::common::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Visits and best score by move.
fn table(run: &Path) -> BTreeMap<String, (u64, Option<i64>)> {
    let rows = status(run)["table"].as_array().unwrap().clone();
    let row = |row: Value| (row["move"].to_string(), (row["visits"].as_u64().unwrap(), row["best"].as_i64()));
    rows.into_iter().map(row).collect()
}

#[test]
fn sums_maxima_and_going_on() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
    finish(solve(&a).args(["--iterations", "200", "--seed", "1"]), 0);
    let mut other = program();
    other.arg("solve").arg(usual()).arg("--run").arg(&b).args([
        "--strategy",
        "uct-classic",
        "--trees",
        "3",
        "--memory",
        "2MiB",
        "--seed",
        "2",
    ]);
    finish(other.args(["--exploration", "0.9", "--candidates", "all", "--iterations", "300"]), 0);
    // The same seed as the first: its trees would repeat each other.
    finish(solve(&c).args(["--iterations", "100", "--seed", "1"]), 0);
    let out = folder.path().join("out");
    let output = finish(program().arg("merge").args([&a, &b, &c]).arg("--out").arg(&out), 0);
    assert!(stderr(&output).contains("2 trees had the same stream"), "{}", stderr(&output));
    let highest = [&a, &b, &c].into_iter().map(|run| best(run)).max().unwrap();
    assert_eq!(best(&out), highest);
    assert!(out.join("best.txt").exists());

    assert_eq!(status(&out)["ended"], "merge");

    let (tables, merged) = ([table(&a), table(&b), table(&c)], table(&out));
    for (action, (visits, best)) in &merged {
        let rows: Vec<_> = tables.iter().filter_map(|table| table.get(action)).collect();
        assert_eq!(*visits, rows.iter().map(|row| row.0).sum::<u64>());
        assert_eq!(*best, rows.iter().filter_map(|row| row.1).max());
    }
    assert!(tables.iter().flat_map(BTreeMap::keys).all(|action| merged.contains_key(action)));
    finish(resume(&out).args(["--iterations", "700"]), 0);
    assert_eq!(end(&out)["iterations"], 700);
    assert!(best(&out) >= highest);
    finish(program().arg("verify").arg(&out), 0);
    // A merged run can be merged again.
    let again = folder.path().join("again");
    finish(program().arg("merge").args([&out, &a]).arg("--out").arg(&again), 0);
    finish(resume(&again).args(["--iterations", "1000"]), 0);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| folder.path().join(name));
    finish(solve(&a).args(["--iterations", "10"]), 0);
    let mut other = program();
    other.arg("solve").arg(puzzle("bench/bench-5x5-s45-02.toml")).arg("--run").arg(&b);
    finish(other.args(["--iterations", "10", "--memory", "64MiB"]), 0);
    finish(solve(&c).args(["--iterations", "10", "--forbid-drag", "1:4"]), 0);
    let merge = |other: &Path, code: i32, says: &str| {
        let output = finish(program().arg("merge").arg(&a).arg(other).arg("--out").arg(&d), code);
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
        assert!(!d.exists());
    };
    merge(&b, 3, "another puzzle");
    merge(&c, 3, "forbids other drags");
    merge(&a, 2, "the same run");
}
