//! Checkpoints in parts: one folder for all, one per machine, parts that are missing or damaged.

use crate::common::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Something that happens to a run's files.
type Harm<'a> = &'a dyn Fn(&Path);

/// A run of four ranks that has written two sets.
fn two_sets(run: &Path) {
    let mut command = solve(program(4), run);
    command.args(["--iterations", "1000"]);
    finish(command, 0);
    let mut command = resume(program(4), run);
    command.args(["--iterations", "2000"]);
    finish(command, 0);
    assert_eq!(files_with(run, "set.json").len(), 2);
    assert_eq!(files_with(run, ".part-").len(), 8);
}

/// Goes on to 3000 iterations, which must be those of a run without any harm; returns what it says.
#[track_caller]
fn goes_on(run: &Path, ranks: usize, warnings: usize) -> String {
    let mut command = resume(program(ranks), run);
    command.args(["--iterations", "3000"]);
    let output = finish(command, 0);
    assert_eq!(result(run).iterations(), 3000);
    let said = stderr(&output);
    assert_eq!(said.matches("\nduring the search: ").count(), warnings, "{said}");
    said
}

fn newest(run: &Path, part: &str) -> PathBuf {
    files_with(run, part).pop().unwrap()
}

#[test]
fn a_set_counts_only_when_it_is_whole() {
    let place = tempfile::tempdir().unwrap();
    let good = place.path().join("good");
    two_sets(&good);
    let harm: [(&str, Harm<'_>); 5] = [
        ("a missing part", &|run| fs::remove_file(newest(run, "part-2-of-4")).unwrap()),
        ("a part cut short", &|run| {
            let path = newest(run, "part-0-of-4");
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("a changed part", &|run| {
            let path = newest(run, "part-3-of-4");
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&path, bytes).unwrap();
        }),
        ("a damaged manifest", &|run| fs::write(newest(run, "set.json"), "{}").unwrap()),
        ("no manifest", &|run| fs::remove_file(newest(run, "set.json")).unwrap()),
    ];
    let mut results = Vec::new();
    for (at, (what, harm)) in harm.iter().enumerate() {
        let run = place.path().join(format!("harmed-{at}"));
        fs::create_dir(&run).unwrap();
        for name in files(&good) {
            fs::copy(good.join(&name), run.join(&name)).unwrap();
        }
        harm(&run);
        // Without a manifest there is nothing to warn of: the set was never finished.
        goes_on(&run, at % 4, usize::from(*what != "no manifest"));
        results.push((what, result(&run)));
    }
    goes_on(&good, 2, 0);
    for (what, harmed) in results {
        assert_eq!(harmed, result(&good), "{what}");
    }
}

#[test]
fn one_folder_per_machine_works_as_one_for_all() {
    let place = tempfile::tempdir().unwrap();
    let shared = place.path().join("shared");
    let mut command = solve(program(4), &shared);
    command.args(["--iterations", "1500"]);
    finish(command, 0);
    let run = Path::new("run");
    let mut command = solve(machines(place.path(), 4, 2), run);
    command.args(["--iterations", "1500"]);
    finish(command, 0);
    let [first, second] = [0, 1].map(|machine| place.path().join(format!("machine-{machine}/run")));
    assert_eq!(result(&first), result(&shared));
    assert_eq!(files_with(&first, ".part-").len(), 2, "{:?}", files(&first));
    assert_eq!(files_with(&second, ".part-").len(), 2, "{:?}", files(&second));
    assert_eq!(fs::read(first.join("best.json")).unwrap(), fs::read(second.join("best.json")).unwrap());
    // Another number of ranks, and a third machine that has nothing yet: parts travel to where they are needed.
    let mut command = resume(machines(place.path(), 3, 3), run);
    command.args(["--iterations", "2500"]);
    finish(command, 0);
    // On one machine, with all parts in one folder.
    let together = place.path().join("together");
    fs::create_dir(&together).unwrap();
    for machine in 0..3 {
        let folder = place.path().join(format!("machine-{machine}/run"));
        for name in files(&folder) {
            if machine == 0 || name.starts_with("checkpoint-") {
                fs::copy(folder.join(&name), together.join(&name)).unwrap();
            }
        }
    }
    for (ranks, run) in [(0, &together), (2, &shared)] {
        let mut command = resume(program(ranks), run);
        command.args(["--iterations", "4000"]);
        finish(command, 0);
    }
    assert_eq!(result(&together), result(&shared));
}

#[test]
fn a_machine_with_another_run_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for (machine, seed) in [(0, "1"), (1, "2")] {
        let mut command = solve(program(0), &place.path().join(format!("machine-{machine}/run")));
        command.args(["--iterations", "100", "--seed", seed]);
        finish(command, 0);
    }
    let output = finish(resume(machines(place.path(), 2, 2), Path::new("run")), 3);
    assert!(stderr(&output).contains("is another run on another machine"), "{}", stderr(&output));
}
