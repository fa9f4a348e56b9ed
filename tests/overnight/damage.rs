//! Checkpoints that were changed, cut short or written by another version.

use crate::common::*;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use xiaochu::checkpoint::{CheckpointError, Identity, Store, VERSION};
use xiaochu::game::Learn;
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::search::uct::{TreeOptions, Uct, UctOptions};
use xiaochu::search::value::Estimator;
use xiaochu::search::{Control, Meter, Search};
use xiaochu::types::Seed;

const IDENTITY: Identity = Identity { puzzle: 1, options: 2 };

fn small_game() -> SameGame {
    let board = vec![vec![1, 2, 1, 2], vec![2, 1, 2, 1], vec![1, 1, 2, 2], vec![2, 2, 1, 1]];
    SameGame::new(&SameGameSetup { board, leftover_penalty: true }).unwrap()
}

fn options() -> UctOptions {
    UctOptions::uniform("uct", Seed(1), 1, &TreeOptions::default(), 1 << 20)
}

/// A search after so many iterations.
fn searched<G: Learn>(game: &G, iterations: u64) -> Uct {
    let (stop, meter) = (Default::default(), Meter::default());
    let mut search = Uct::new(options(), &Arc::new(Estimator::by_potential()));
    search.run(game, iterations, &Control { stop: &stop, meter: &meter, found: &|_| {} });
    search
}

/// Iterations of what is loaded, and how many files were set aside.
fn load(folder: &Path) -> Result<(Option<u64>, usize), CheckpointError> {
    let game = small_game();
    let loaded = Store::new(folder).load_newest(IDENTITY, |reader| {
        let mut search = Uct::new(options(), &Arc::new(Estimator::by_potential()));
        search.load(&game, reader)?;
        Ok(Search::<SameGame>::summary(&search).iterations)
    })?;
    Ok((loaded.value.map(|(_, iterations)| iterations), loaded.set_aside.len()))
}

/// Writes checkpoints of 5 and then of 20 iterations; returns the bytes of the second.
fn two_checkpoints(folder: &Path) -> Vec<u8> {
    let (store, game) = (Store::new(folder), small_game());
    for iterations in [5, 20] {
        let search = searched(&game, iterations);
        store.write(IDENTITY, |writer| Search::<SameGame>::save(&search, writer)).unwrap();
    }
    fs::read(store.path(2)).unwrap()
}

/// With these bytes for the newest, the one before is loaded, or nothing when that is gone as well.
#[track_caller]
fn falls_back(folder: &Path, bytes: &[u8], what: &str) {
    let store = Store::new(folder);
    fs::write(store.path(2), bytes).unwrap();
    assert_eq!(load(folder).unwrap(), (Some(5), 1), "{what}");
    let bad = folder.join("checkpoint-2.bin.bad");
    assert_eq!(fs::read(&bad).unwrap(), bytes, "{what}: set aside as it was");
    fs::remove_file(bad).unwrap();
}

#[test]
fn every_flipped_byte_and_every_length_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let good = two_checkpoints(folder.path());
    assert_eq!(load(folder.path()).unwrap(), (Some(20), 0));
    for at in 0..good.len() {
        for mask in [0x01, 0x80, 0xff] {
            let mut bytes = good.clone();
            bytes[at] ^= mask;
            falls_back(folder.path(), &bytes, &format!("byte {at} ^ {mask:#x}"));
        }
    }
    for length in 0..good.len() {
        falls_back(folder.path(), &good[..length], &format!("length {length}"));
    }
    falls_back(folder.path(), &[&good[..], b"!"].concat(), "a byte too many");
}

/// A header with a version of our choice and a checksum that fits.
fn with_version(good: &[u8], major: u16, minor: u16) -> Vec<u8> {
    let mut bytes = good.to_vec();
    bytes[8..10].copy_from_slice(&major.to_le_bytes());
    bytes[10..12].copy_from_slice(&minor.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..124]);
    bytes[124..128].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn other_versions_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let good = two_checkpoints(folder.path());
    let path = Store::new(folder.path()).path(2);
    for (major, is_good) in [(VERSION.major - 1, false), (VERSION.major + 1, false), (VERSION.major, true)] {
        let bytes = with_version(&good, major, VERSION.minor + 1);
        fs::write(&path, &bytes).unwrap();
        match load(folder.path()) {
            Ok(loaded) => assert!(is_good && loaded == (Some(20), 0)),
            Err(CheckpointError::Version { found, .. }) => assert!(!is_good && found.major == major),
            Err(error) => panic!("{error}"),
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn another_puzzle_or_other_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    two_checkpoints(folder.path());
    let open = |identity| Store::new(folder.path()).load_newest(identity, |_| Ok(())).unwrap_err();
    assert!(matches!(open(Identity { puzzle: 9, ..IDENTITY }), CheckpointError::OtherPuzzle));
    assert!(matches!(open(Identity { options: 9, ..IDENTITY }), CheckpointError::OtherOptions));
}

#[test]
fn the_program_falls_back_and_says_so_or_leaves_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "100"]), 0);
    finish(resume(&run).args(["--iterations", "200"]), 0);
    let unbroken = newest(&run);
    let mut bytes = unbroken.clone();
    bytes[300] ^= 4;
    fs::write(checkpoint(&run, 2), &bytes).unwrap();
    let output = finish(resume(&run).args(["--iterations", "200"]), 0);
    assert!(stderr(&output).contains("checkpoint-2.bin.bad"), "{}", stderr(&output));
    assert!(status(&run)["warnings"][0].as_str().unwrap().contains("set aside"));
    assert!(newest(&run) == unbroken, "done again from the older one");

    fs::write(checkpoint(&run, 2), with_version(&unbroken, VERSION.major + 1, 0)).unwrap();
    let output = finish(&mut resume(&run), 4);
    assert!(stderr(&output).contains("use the xiaochu version that wrote it"), "{}", stderr(&output));

    for number in checkpoints(&run) {
        fs::write(checkpoint(&run, number), b"nonsense").unwrap();
    }
    for _ in 0..2 {
        let output = finish(&mut resume(&run), 4);
        assert!(stderr(&output).contains("best.json is still good"), "{}", stderr(&output));
        assert_eq!(end(&run)["reason"], "error");
    }
    assert!(checkpoints(&run).is_empty() && run.join("checkpoint-2.bin.1.bad").exists());
    finish(program().arg("verify").arg(&run), 0);
}

#[test]
fn a_lost_best_line_comes_back_from_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "300"]), 0);
    let before = fs::read(run.join("best.json")).unwrap();
    fs::write(run.join("best.json"), &before[..before.len() / 2]).unwrap();
    fs::remove_file(run.join("best.txt")).unwrap();
    finish(resume(&run).args(["--iterations", "300"]), 0);
    assert_eq!(fs::read(run.join("best.json")).unwrap(), before);
    assert!(run.join("best.txt").exists());
}
