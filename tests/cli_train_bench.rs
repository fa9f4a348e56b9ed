//! `train` and the fingerprint of `bench` through the real binary.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

#[path = "support/program.rs"]
mod program;

use predicates::prelude::*;
use program::xiaochu;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A short training on small boards.
fn train(folder: &Path, games: u64, threads: u8) -> assert_cmd::assert::Assert {
    let (games, threads) = (games.to_string(), threads.to_string());
    xiaochu("en")
        .arg("train")
        .arg(folder)
        .args(["--size", "3", "--steps", "8", "--games", &games, "--threads", &threads])
        .assert()
}

#[test]
fn training_goes_on_to_the_same_weights_with_any_number_of_threads() {
    let place = TempDir::new().unwrap();
    let (whole, halted) = (place.path().join("whole"), place.path().join("halted"));
    train(&whole, 16, 1).success().stderr(predicate::str::contains("16 games: mean score"));
    train(&halted, 8, 2).success().stdout(predicate::str::contains("learned from 8 games"));
    assert_ne!(fs::read(whole.join("weights.bin")).unwrap(), fs::read(halted.join("weights.bin")).unwrap());
    train(&halted, 16, 2).success();
    assert_eq!(fs::read(whole.join("weights.bin")).unwrap(), fs::read(halted.join("weights.bin")).unwrap());
    // Nothing is left to do.
    train(&halted, 16, 1).success().stdout(predicate::str::contains("learned from 16 games"));
}

#[test]
fn a_training_refuses_other_options_and_survives_damage() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("training");
    train(&folder, 16, 2).success();
    let before = fs::read(folder.join("weights.bin")).unwrap();
    xiaochu("en")
        .arg("train")
        .arg(&folder)
        .args(["--size", "3", "--steps", "8", "--seed", "2"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--seed 1 --size 3 --steps 8"));
    fs::write(folder.join("checkpoint-2.bin"), b"cut short").unwrap();
    train(&folder, 16, 2).success().stderr(predicate::str::contains("set aside"));
    assert_eq!(fs::read(folder.join("weights.bin")).unwrap(), before);
    fs::write(folder.join("train.toml"), "nonsense").unwrap();
    train(&folder, 24, 1).code(3);
    fs::write(place.path().join("file"), "in the way").unwrap();
    train(&place.path().join("file"), 8, 1).code(7);
}

/// The fingerprint is made with options of its own: others would only seem to count.
#[test]
fn options_of_a_search_go_with_a_set_to_search() {
    let options = [["--strategy", "beam"], ["--seed", "2"], ["--trees", "2"], ["--memory", "1GiB"], ["--top-k", "2"]];
    for option in options.iter().map(|option| &option[..]).chain([&["--memo"][..], &["--transpositions"]]) {
        xiaochu("en").arg("bench").args(option).assert().code(2).stdout("").stderr(predicate::str::contains("--set"));
    }
    let (every, set) = (["--checkpoint-every", "1s"], ["bench", "--set", "standard"]);
    xiaochu("en").args(set).args(every).assert().code(2).stdout("");
    for option in [["--strategy", "beam"], ["--top-k", "2"]] {
        xiaochu("en").args(["compare", "--set", "lab"]).args(option).assert().code(2).stdout("");
    }
}

/// What searches do is fixed by seed and iterations. Strategies that take logarithms are left out: the last bit of
/// those depends on the machine's mathematical library.
#[test]
fn the_fingerprint_is_the_committed_one() {
    let output = xiaochu("en").arg("bench").output().unwrap();
    assert!(output.status.success());
    let found = String::from_utf8(output.stdout).unwrap();
    let committed = include_str!("golden/fingerprint.txt");
    let exact = |text: &str| {
        let lines = text.lines().filter(|line| ["beam", "strata", "nrpa"].iter().any(|name| line.starts_with(name)));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(exact(&found), exact(committed), "if a search was meant to change, commit what `xiaochu bench` prints");
    assert_eq!(exact(&found).len(), 4);
}
