//! kill −9 at random moments, most of them while a checkpoint is being written.

use crate::common::*;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use xiaochu::types::mix;

/// Whether a file is being written under its temporary name.
fn is_writing(run: &Path) -> bool {
    let is_temporary = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".xiaochu-");
    fs::read_dir(run).is_ok_and(|entries| entries.flatten().any(is_temporary))
}

/// Kills a run so many times; every time it must go on, with a best line that is at least as good. Returns how many of
/// the kills came while a file was being written.
fn kill_and_resume(kills: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut amid_writing = 0;
    for kill in 0..kills {
        let before = best(&run);
        let mut command = if kill == 0 { solve(&run) } else { resume(&run) };
        if kill == 0 {
            command.args(["--checkpoint-every", "50ms"]);
        }
        let mut child = command.spawn().unwrap();
        until("there is something to resume", || run.join("run.toml").exists());
        let random = mix(kill);
        let wait = Duration::from_millis(random % 400);
        if random & (1 << 40) == 0 {
            std::thread::sleep(wait);
        } else {
            // At a checkpoint: after the random time, as soon as one is under way.
            let start = Instant::now();
            while start.elapsed() < wait || !is_writing(&run) && start.elapsed() < Duration::from_secs(5) {}
            std::thread::sleep(Duration::from_micros((random >> 20) % 2000));
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), None, "kill {kill}: {}", stderr(&output));
        amid_writing += u64::from(is_writing(&run));
        assert!(best(&run) >= before, "kill {kill}");
    }
    let before = best(&run);
    // To the first line, for which there may have been no time between two kills.
    let output = finish(resume(&run).args(["--target", "1"]), 0);
    assert!(!stderr(&output).contains("set aside"), "{}", stderr(&output));
    assert!(best(&run) >= before);
    assert!(!is_writing(&run), "remains of a crash were left");
    finish(program().arg("verify").arg(&run), 0);
    println!("{kills} kills, {amid_writing} of them while a file was being written");
    amid_writing
}

/// Whether any of so few kills comes while a file is being written is chance.
#[test]
fn killed_a_few_times() {
    kill_and_resume(12);
}

#[test]
#[ignore = "takes minutes: cargo test --test overnight -- --ignored killed_200_times --nocapture"]
fn killed_200_times() {
    assert!(kill_and_resume(200) > 0);
}

#[test]
fn killed_before_the_first_checkpoint_starts_anew() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut child = solve(&run).spawn().unwrap();
    until("a line is written", || best(&run).is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    let before = best(&run);
    assert!(checkpoints(&run).is_empty());
    let output = finish(resume(&run).args(["--iterations", "10"]), 0);
    assert!(stderr(&output).contains("before its first checkpoint"), "{}", stderr(&output));
    assert!(best(&run) >= before);
    assert_eq!(end(&run)["iterations"], 10);
}
