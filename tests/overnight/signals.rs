//! Signals and keys.

use crate::common::*;
use rustix::process::Signal;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};

fn started(run: &Path) -> Child {
    let child = solve(run).args(["--progress", "none"]).spawn().unwrap();
    until("a line is written", || best(run).is_some());
    child
}

#[test]
fn the_first_signal_saves_and_leaves() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 143)] {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run");
        let child = started(&run);
        send(&child, signal);
        let said = leave(child, code);
        assert!(said.contains(&format!("xiaochu resume {}", run.display())), "{said}");
        assert_eq!(end(&run)["reason"], "signal");
        assert!(!checkpoints(&run).is_empty());
        let more = end(&run)["iterations"].as_u64().unwrap() + 10;
        finish(resume(&run).args(["--iterations", &more.to_string()]), 0);
        assert_eq!(end(&run)["iterations"], more);
    }
}

/// Both signals come while the process is stopped, so both are there when it goes on. Where the thread that listens is
/// held up between the two, the save may still come first; hence more than one try.
#[test]
fn the_second_signal_leaves_at_once_with_the_old_files_intact() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    finish(solve(&run).args(["--iterations", "100"]), 0);
    let left_at_once = (0..20).any(|_| {
        let (starts, old) = (count(&run, "start"), (checkpoints(&run), newest(&run)));
        let child = resume(&run).spawn().unwrap();
        until("it listens to signals", || count(&run, "start") > starts);
        for signal in [Signal::STOP, Signal::INT, Signal::TERM, Signal::CONT] {
            send(&child, signal);
        }
        let code = child.wait_with_output().unwrap().status.code();
        assert!([Some(130), Some(143)].contains(&code), "{code:?}");
        code == Some(143) && (checkpoints(&run), newest(&run)) == old
    });
    assert!(left_at_once, "no second signal came before the save was done");
    finish(resume(&run).args(["--time", "100ms"]), 0);
}

#[test]
fn sigusr1_prints_a_status_line() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut child = started(&run);
    send(&child, Signal::USR1);
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("best ") && line.contains("iterations"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A shell line on a terminal of its own; what is written to the child is typed there.
fn on_a_terminal(line: &str) -> Child {
    let mut command = quiet("script");
    command.args(["--quiet", "--return", "--command", line, "/dev/null"]).env("TERM", "xterm");
    command.stdin(Stdio::piped()).spawn().expect("`script` of util-linux")
}

#[test]
fn keys_ask_for_status_checkpoint_and_end_and_the_terminal_is_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let solve = format!(
        "{} solve {} --run {} --trees 2 --memory 64MiB --progress none",
        env!("CARGO_BIN_EXE_xiaochu"),
        usual().display(),
        run.display()
    );
    let mut child = on_a_terminal(&format!("stty -a; {solve}; echo code $?; stty -a"));
    let mut keys = child.stdin.take().unwrap();
    until("a line is written", || best(&run).is_some());
    keys.write_all(b"c").unwrap();
    until("the key made a checkpoint", || count(&run, "checkpoint") > 0);
    keys.write_all(b"s").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    while !shown.contains("iterations, ") {
        assert!(output.read_line(&mut shown).unwrap() > 0, "no status line in {shown}");
    }
    keys.write_all(b"q").unwrap();
    output.read_to_string(&mut shown).unwrap();
    child.wait().unwrap();
    assert_eq!(end(&run)["reason"], "key");
    assert!(shown.contains("code 0"), "{shown}");
    let settings: Vec<&str> = shown.lines().filter(|line| line.contains("icanon")).map(str::trim).collect();
    assert_eq!(settings.len(), 2, "{shown}");
    assert!(settings[0] == settings[1] && !settings[0].contains("-icanon"), "{settings:?}");
}

/// In the background of a shell with job control a look at the terminal would stop the process.
#[test]
fn in_the_background_the_terminal_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let solve = format!(
        "set -m; {} solve {} --run {} --trees 1 --memory 64MiB --time 500ms & wait $!; echo code $?",
        env!("CARGO_BIN_EXE_xiaochu"),
        usual().display(),
        run.display()
    );
    let mut child = on_a_terminal(&solve);
    let _open = child.stdin.take();
    let mut shown = String::new();
    child.stdout.take().unwrap().read_to_string(&mut shown).unwrap();
    child.wait().unwrap();
    assert!(shown.contains("code 0"), "{shown}");
    assert_eq!(end(&run)["reason"], "time");
}

/// The resident set keeps to the bound, and the search improves beyond the moment it is full.
#[test]
fn memory_is_bounded() {
    const MEMORY: u64 = 16 << 20;
    /// The program itself with its threads (12 MiB with the smallest trees) and the buffers of a checkpoint.
    const FIXED: u64 = 16 << 20;
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut command = program();
    command.arg("solve").arg(usual()).arg("--run").arg(&run).args([
        "--strategy",
        "uct-classic",
        "--trees",
        "2",
        "--threads",
        "2",
    ]);
    command.args(["--candidates", "all", "--memory", "16MiB", "--checkpoint-every", "200ms", "--transpositions"]);
    let mut child = command.spawn().unwrap();
    let mut folds = 0;
    let mut last = 0;
    until("trees were folded twice", || {
        let bytes = events(&run).iter().rev().find_map(|event| event["bytes"].as_u64()).unwrap_or(0);
        assert!(bytes <= MEMORY);
        folds += u32::from(bytes < last);
        last = bytes;
        folds >= 2
    });
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")).unwrap();
    let peak: u64 = peak.trim().parse::<u64>().unwrap() << 10;
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(peak <= MEMORY + MEMORY / 10 + FIXED, "{} MiB", peak >> 20);
}
