//! The advisor's loop through the real binary: through a pipe, killed, resumed, and with everything one can mistype.
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
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use tempfile::TempDir;

/// A game of the 4×4 魔王 puzzle, fed with these lines; what was printed.
fn play(game: &Path, input: &str) -> String {
    let mut command = xiaochu("en");
    command.arg("advise");
    if game.exists() {
        command.arg(game);
    } else {
        command.arg(puzzle("modes/mowang.toml")).arg("--game").arg(game).args(["--samples", "64"]);
    }
    let output = command.write_stdin(input).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

fn kept(game: &Path) -> Value {
    serde_json::from_slice(&fs::read(game).unwrap()).unwrap()
}

/// How many pieces the last prompt awaits.
fn awaited(text: &str) -> usize {
    let line = text.lines().rev().find(|line| line.contains("new pieces fall")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Digits for so many pieces.
fn pieces(count: usize) -> String {
    (0..count).map(|i| ["1", "2", "3"][i % 3]).collect()
}

/// Types pieces, one line a run, until the first move is made and the cascade is over; how many lines that took.
fn first_move(game: &Path) -> usize {
    let mut text = play(game, "");
    for lines in 1.. {
        text = play(game, &format!("{}\n", pieces(awaited(&text))));
        if text.contains("move 2:") {
            return lines;
        }
    }
    unreachable!()
}

#[test]
fn a_game_goes_from_the_first_move_to_the_last() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let mut text = play(&game, "");
    assert!(text.contains("best move: ") && text.contains("after the first fall") && text.contains(".. "), "{text}");
    assert_eq!(text.lines().find(|line| line.contains('[')).map(|line| line.contains(']')), Some(true));
    for _ in 0..100 {
        if text.contains("the game is over") {
            break;
        }
        text = play(&game, &format!("{}\n", pieces(awaited(&text))));
    }
    assert!(text.contains("the game is over"), "{text}");
    let text = play(&game, "123\nother\nundo\nquit\n");
    assert!(text.contains("no new pieces are awaited") && text.contains("new pieces fall"), "{text}");
}

#[test]
fn what_is_typed_in_one_go_and_line_by_line_is_the_same_game() {
    let folder = TempDir::new().unwrap();
    let (one, other) = (folder.path().join("one.json"), folder.path().join("other.json"));
    let lines = first_move(&one);
    let log = kept(&one)["log"].clone();
    let typed: String = log
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            let entry = entry.get("turn").unwrap_or_else(|| &entry["round"]);
            format!("{}\n", entry["fell"].as_str().unwrap())
        })
        .collect();
    assert_eq!(typed.lines().count(), lines);
    play(&other, &typed);
    assert_eq!(kept(&other)["log"], log);
    assert_eq!(kept(&other)["chosen"], kept(&one)["chosen"]);
}

#[test]
fn undo_and_redo_reach_every_position_again() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let lines = first_move(&game);
    let after = kept(&game);
    let text = play(&game, &"undo\n".repeat(lines + 1));
    assert!(text.contains("move 1:") && text.contains("nothing to undo"), "{text}");
    assert_eq!(kept(&game)["log"], Value::Array(Vec::new()));
    let text = play(&game, &"redo\n".repeat(lines + 1));
    assert!(text.contains("move 2:") && text.contains("nothing to redo"), "{text}");
    assert_eq!(kept(&game)["log"], after["log"]);
    assert_eq!(kept(&game)["chosen"], after["chosen"]);
}

#[test]
fn bad_typing_never_ends_the_loop_and_is_told_what_would_be_right() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let start = play(&game, "");
    let before = kept(&game);
    let long = "1".repeat(200_000);
    for (typed, told) in [
        ("1", "new pieces are awaited, you typed 1"),
        (&"4".repeat(awaited(&start)), "family 1, 2 or 3, not 4"),
        ("undp", "did you mean `undo`"),
        ("hello world", "is no command"),
        ("swap", "for instance: swap 1 2 2 2"),
        ("swap 1 1 1 1", "two different cells"),
        ("swap 9 9 1 1", "rows are 1 to 4"),
        ("swap 0 1 1 1", "for instance: swap"),
        ("swap 1 1 1 2", "two different ones"),
        ("drag 5 1", "off the board"),
        ("drag 99999999999 1", "drag ROW COLUMN"),
        ("set 1 1", "set ROW COLUMN PIECE"),
        ("set 1 1 99", "is no piece"),
        ("set 1 1 x", "is no piece"),
        ("set 7 1 11", "off the board"),
        ("set 1 1 -3", "this mode has none"),
        ("set 1 1 ..", "is empty"),
        ("set 1 1 11 1 2 11 1 3 11", "three equal pieces in a line"),
        ("steps 0", "have to be 1 to 10000"),
        ("steps x", "steps N"),
        ("row 1 11", "no board is being typed"),
        ("cancel", "no board is being typed"),
        ("redo", "nothing to redo"),
        ("save /nonexistent/folder/x.json", "failed to write"),
        ("?", "come to rest in this order"),
        ("help", "undo  redo"),
        ("top 3", "1"),
        ("", "type the"),
        ("\u{0}\u{7}\u{1b}[31m", "is no command"),
        (&long, "too long"),
        (&format!("{}steps 3", "x".repeat(1 << 16)), "too long"),
    ] {
        let text = play(&game, &format!("{typed}\nquit\n"));
        assert!(text.contains(told), "{:?}: {text}", typed.chars().take(40).collect::<String>());
        assert_eq!(kept(&game), before, "{:?} changed the game", typed.chars().take(40).collect::<String>());
    }
    let mut command = xiaochu("en");
    command.arg("advise").arg(&game).write_stdin([0xff, 0xfe, 0x80, b'\n', 0xff]).assert().success();
}

#[test]
fn other_moves_can_be_chosen_and_are_kept() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    play(&game, "");
    let best = kept(&game)["chosen"].clone();
    let text = play(&game, "other\n");
    assert!(text.contains("move ranked 2: "), "{text}");
    let second = kept(&game)["chosen"].clone();
    assert_ne!(best, second);
    // It is still the one shown after a restart.
    assert!(play(&game, "").contains("move ranked 2: "));
    play(&game, "best\n");
    assert_eq!(kept(&game)["chosen"], best);
    let text = play(&game, "drag 1 1\n2\n");
    assert!(text.contains("drag out row 1 column 1"), "{text}");
    assert_eq!(kept(&game)["log"][0]["turn"]["move"], serde_json::json!({ "drag": [0, 0] }));
    assert_eq!(kept(&game)["log"][0]["turn"]["fell"], "2");
}

#[test]
fn a_board_can_be_entered_whole_and_survives_on_the_way() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let text = play(&game, "board\n31 31 11 21\n31 31 21\n");
    assert!(text.contains("row 2 of the board") && text.contains("4 cells, this one has 3"), "{text}");
    // The first row is still there after a restart; a bad board is told and can be corrected.
    let text = play(&game, "31 31 31 31\n21 11 12 12\n31 21 31 11\n");
    assert!(text.contains("three equal pieces in a line") && text.contains("corrects a row"), "{text}");
    let text = play(&game, "undo\n31 21 31 11\nrow 2 31 31 21 31\n");
    assert!(text.contains("move 1: steps left: 4"), "{text}");
    assert_eq!(kept(&game)["log"][0]["board"]["board"][1], serde_json::json!([31, 31, 21, 31]));
    assert_eq!(kept(&game)["entering"], Value::Null);
    let text = play(&game, "board 11 11 21 31 / 1 2 3 / 11\n");
    assert!(text.contains("row 2: a row has 4 cells"), "{text}");
    let text = play(&game, "board\n1231\ncancel\nsteps 40\nset 1 1 35 1 2 34\n");
    assert!(text.contains("steps left: 40") && text.contains(" 35 "), "{text}");
}

#[test]
fn a_copy_holds_the_board_that_is_being_typed() {
    let folder = TempDir::new().unwrap();
    let (game, copy) = (folder.path().join("game.json"), folder.path().join("copy.json"));
    play(&game, &format!("board\n31 31 11 21\nsave {}\n", copy.display()));
    assert_eq!(kept(&copy)["entering"][0], serde_json::json!([31, 31, 11, 21]));
    assert_eq!(kept(&copy), kept(&game));
}

#[test]
fn corrections_wait_until_nothing_falls() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let text = play(&game, "drag 1 1\n");
    assert_eq!(awaited(&text), 1);
    // Families that make the cascade go on are found by trying.
    for typed in ["drag 1 1\n1\n", "drag 1 1\n2\n", "drag 1 1\n3\n"] {
        let text = play(&game, typed);
        if text.contains("it goes on") {
            for (typed, told) in [("set 1 1 11", "still falling"), ("drag 1 1", "not over"), ("other", "is made")] {
                assert!(play(&game, &format!("{typed}\n")).contains(told));
            }
        }
        play(&game, "undo\n");
    }
}

/// A running advisor that is spoken to line by line.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn with(game: &Path) -> Self {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("xiaochu"));
        command.args(["--lang", "en", "--quiet", "advise"]).arg(game);
        Self::start(command)
    }

    fn start(mut command: std::process::Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    /// Reads to the next prompt.
    fn answer(&mut self) -> String {
        let mut text = Vec::new();
        loop {
            self.output.read_until(b' ', &mut text).unwrap();
            if text.ends_with(b"\n> ") || text == b"> " {
                return String::from_utf8(text).unwrap();
            }
        }
    }

    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.answer()
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// `--threads` says how many there are, not what rayon finds in the environment.
#[test]
#[cfg(target_os = "linux")]
fn threads_do_not_come_from_the_environment() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    play(&game, "");
    let threads = |wanted: Option<&str>| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("xiaochu"));
        command.args(["--lang", "en", "--quiet", "advise"]).arg(&game).env_remove("RAYON_NUM_THREADS");
        command.envs(wanted.map(|wanted| ("RAYON_NUM_THREADS", wanted)));
        let mut talk = Talk::start(command);
        talk.answer();
        let count = fs::read_dir(format!("/proc/{}/task", talk.child.id())).unwrap().count();
        talk.kill();
        count
    };
    let usual = threads(None);
    assert_eq!(threads(Some("1")), usual);
    assert_eq!(threads(Some(&(usual + 3).to_string())), usual);
}

#[test]
fn a_kill_loses_at_most_the_line_being_typed() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let mut text = play(&game, "steps 30\n");
    for round in 0..12 {
        let mut talk = Talk::with(&game);
        let shown = talk.answer();
        assert_eq!(awaited(&shown), awaited(&text), "round {round}: {shown}");
        text = talk.say(&pieces(awaited(&shown)));
        let log = kept(&game)["log"].as_array().unwrap().len();
        assert_eq!(log, round + 2, "what was answered is on disk");
        // Half a line, then the end.
        talk.input.write_all(b"12").unwrap();
        talk.input.flush().unwrap();
        talk.kill();
        assert_eq!(kept(&game)["log"].as_array().unwrap().len(), log);
    }
}

#[test]
fn game_files_are_neither_overwritten_nor_trusted() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    play(&game, "");
    let again = || {
        let mut command = xiaochu("en");
        command.arg("advise").arg(puzzle("modes/mowang.toml")).arg("--game").arg(&game);
        command
    };
    again().assert().code(2).stderr(predicate::str::contains("there already"));
    let other = folder.path().join("notes.txt");
    fs::write(&other, "mine").unwrap();
    assert!(play(&game, &format!("save {}\n", other.display())).contains("no game file"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    let copy = folder.path().join("copy.json");
    play(&game, &format!("save {}\n", copy.display()));
    assert_eq!(kept(&copy)["log"], kept(&game)["log"]);
    let good = fs::read_to_string(&game).unwrap();
    let bad = |text: String, told: &str| {
        fs::write(&game, text).unwrap();
        xiaochu("en").arg("advise").arg(&game).assert().code(3).stderr(predicate::str::contains(told));
    };
    bad(good.replace("xiaochu-game", "xiaochu-solution"), "no game file");
    bad(good.replace("\"version\": 1", "\"version\": 2"), "version 2");
    bad(good[..good.len() / 2].to_owned(), "no game file");
    bad(good.replace("\"log\": []", "\"log\": [{\"round\": {\"fell\": \"12\"}}]"), "entry 1");
    bad("{}".to_owned(), "no game file");
    xiaochu("en").args(["advise", "/nonexistent"]).assert().code(7);
}

#[test]
fn a_game_with_a_table_may_go_on_with_another_evaluator() {
    let folder = TempDir::new().unwrap();
    let game = folder.path().join("game.json");
    let table = folder.path().join("reduced");
    let go_on = |options: &[&str]| {
        let mut command = xiaochu("en");
        command.arg("advise").arg(&game).args(["--samples", "64"]).args(options).write_stdin("quit\n").assert()
    };
    let mut command = xiaochu("en");
    command.arg("advise").arg(puzzle("modes/mowang.toml")).arg("--game").arg(&game).args(["--samples", "64"]);
    command.args(["--evaluator", "table", "--table"]).arg(&table).write_stdin("quit\n").assert().success();
    go_on(&[]).success();
    assert_eq!(kept(&game)["settings"]["table"], table.to_str().unwrap());
    go_on(&["--evaluator", "rollout"]).success();
    assert_eq!(kept(&game)["settings"]["table"], Value::Null);
    go_on(&["--evaluator", "balanced", "--table", "x"]).code(2);
}

#[test]
fn whatever_pieces_are_worth_the_game_file_reads_back() {
    let folder = TempDir::new().unwrap();
    let (usual, dear) = (puzzle("modes/mowang.toml"), folder.path().join("dear.toml"));
    let text = fs::read_to_string(&usual).unwrap();
    fs::write(&dear, format!("{text}\n[rules]\npowers = [2000, 2000, 2000, 2000, 2000]\n")).unwrap();
    let begin = |puzzle: &Path, game: &Path, ratios: &[&str]| {
        let mut command = xiaochu("en");
        command.arg("advise").arg(puzzle).arg("--game").arg(game).args(["--samples", "16"]).args(ratios);
        command.write_stdin("").assert()
    };
    for (name, puzzle, ratios) in [("dear", &dear, &[][..]), ("steep", &usual, &["--evolve", "1,10,1,10"])] {
        let game = folder.path().join(name);
        begin(puzzle, &game, ratios).success();
        play(&game, "");
    }
    let game = folder.path().join("flat");
    let refused = begin(&usual, &game, &["--evolve", "0.5"]).code(2);
    refused.stderr(predicate::str::contains("from 1 to 10"));
    assert!(!game.exists());
}

#[test]
fn the_default_game_file_lies_in_runs_and_the_loop_speaks_chinese() {
    let folder = TempDir::new().unwrap();
    let mut command = xiaochu("zh");
    command.current_dir(folder.path()).arg("advise").arg(puzzle("modes/jingjichang.toml")).args(["--samples", "64"]);
    let output = command.write_stdin("帮助\n？\n其他\n撤销\n改 1 1 11\n退出\n").assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    for word in ["最佳走法", "交换", "个新怪物", "排第 2 的走法", "没有可撤销的"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let names: Vec<String> = fs::read_dir(folder.path().join("runs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 1);
    assert!(names[0].starts_with("jingjichang-4x4-") && names[0].ends_with(".game.json"), "{names:?}");
}

#[test]
fn every_mode_can_be_advised_and_every_evaluator_asked() {
    for mode in ["mowang", "zhanqi", "kuangzhan", "mijing", "jingjichang", "tongguan"] {
        for evaluator in ["classic", "exact-round", "balanced", "table", "rollout"] {
            let folder = TempDir::new().unwrap();
            let game = folder.path().join("game.json");
            let mut command = xiaochu("en");
            command.arg("advise").arg(puzzle(&format!("modes/{mode}.toml"))).arg("--game").arg(&game);
            command.args(["--evaluator", evaluator, "--origin", "0"]);
            if !["classic", "exact-round"].contains(&evaluator) {
                command.args(["--samples", "40"]);
            }
            let output = command.write_stdin("?\ntop\nother\n").assert().success().get_output().clone();
            let text = String::from_utf8(output.stdout).unwrap();
            let text = play(&game, &format!("{}\n", pieces(awaited(&text))));
            assert!(!text.contains("awaited, you typed"), "{mode} {evaluator}: {text}");
            assert_eq!(kept(&game)["settings"]["evaluator"], evaluator);
            assert_eq!(kept(&game)["log"].as_array().unwrap().len(), 1, "{mode} {evaluator}");
        }
    }
}
