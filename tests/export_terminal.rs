//! `replay` in a real terminal: a pseudo-terminal with keys typed into it, and put back at the end.

#![expect(clippy::unwrap_used, reason = "a terminal that cannot be had is a failed test")]

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use unicode_width::UnicodeWidthStr;

const SOLUTION: &str = "tests/fixtures/bench-5x5-s45-01.solution.json";

struct Terminal {
    ours: OwnedFd,
    theirs: OwnedFd,
    child: Child,
}

impl Terminal {
    fn start(columns: u16, args: &[&str]) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        tcsetwinsize(&theirs, Winsize { ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let child = Command::new(env!("CARGO_BIN_EXE_xiaochu"))
            .args(["--color", "never", "replay", SOLUTION])
            .args(args)
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        Self { ours, theirs, child }
    }

    fn press(&self, keys: &str) {
        rustix::io::write(&self.ours, keys.as_bytes()).unwrap();
    }

    /// Reads until a text has appeared; gives up after five minutes.
    fn until(&self, wanted: &str) -> String {
        let mut seen = Vec::new();
        for _ in 0..3000 {
            let mut fds = [PollFd::new(&self.ours, PollFlags::IN)];
            if poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 100_000_000 })).unwrap() > 0 {
                let mut buffer = [0; 4096];
                let read = rustix::io::read(&self.ours, &mut buffer).unwrap_or(0);
                seen.extend(&buffer[..read]);
            }
            let text = String::from_utf8_lossy(&seen);
            if text.contains(wanted) {
                return text.into_owned();
            }
        }
        panic!("no {wanted:?} in {:?}", String::from_utf8_lossy(&seen));
    }
}

/// A screen's text without its control sequences.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.find(|c| c.is_ascii_alphabetic());
        } else {
            out.push(c);
        }
    }
    out
}

#[test]
fn keys_step_jump_and_quit_and_the_terminal_is_put_back() {
    let mut terminal = Terminal::start(80, &["--lang", "en"]);
    let before = format!("{:?}", tcgetattr(&terminal.theirs).unwrap().local_modes);
    terminal.until("move 1/63");
    terminal.press(" ");
    terminal.until("round 1 of");
    terminal.press(" ");
    terminal.until("move 2/63");
    terminal.press("\u{1b}[D");
    terminal.until("move 1/63");
    terminal.press("40\r");
    terminal.until("move 40/63");
    terminal.press("G");
    terminal.until("the end: 63 moves");
    terminal.press("q");
    terminal.until("\u{1b}[?1049l");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
    let after = format!("{:?}", tcgetattr(&terminal.theirs).unwrap().local_modes);
    assert!(after.contains("ICANON") && after.contains("ECHO"), "{after} ({before} at the start)");
}

#[test]
fn a_signal_puts_the_terminal_back_too() {
    let mut terminal = Terminal::start(80, &["--lang", "en"]);
    terminal.until("move 1/63");
    let pid = rustix::process::Pid::from_child(&terminal.child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    terminal.until("\u{1b}[?1049l");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(143));
    let after = format!("{:?}", tcgetattr(&terminal.theirs).unwrap().local_modes);
    assert!(after.contains("ICANON") && after.contains("ECHO"), "{after}");
}

#[test]
fn no_line_is_wider_than_the_terminal_with_chinese_text() {
    for columns in [80, 40, 24] {
        let mut terminal = Terminal::start(columns, &["--lang", "zh"]);
        let shown = plain(&terminal.until("或空格"));
        assert!(shown.contains("1白"), "{shown}");
        for line in shown.split("\r\n") {
            assert!(line.width() <= usize::from(columns), "{} of {columns} columns: {line}", line.width());
        }
        // A row of the board is its number and cells of equal width, whatever stands in them.
        let rows: Vec<&str> =
            shown.split("\r\n").filter(|line| line.starts_with("  ") && line.contains('白')).collect();
        assert_eq!(rows.len(), 5);
        let cells = usize::from(columns - 4) / 6;
        assert!(rows.iter().all(|row| row.width() == 4 + 6 * cells.min(5)), "{rows:?}");
        terminal.press("q");
        assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn without_a_terminal_it_is_plain_text() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_xiaochu")).args(["--lang", "en", "replay", SOLUTION]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("63/63: swap") && !text.contains('\u{1b}'), "{text}");
}
