//! Every export of one solution: what it carries, and that it reads back to the same score; and positions on the way
//! as new puzzles. Through the program itself.

#![expect(clippy::unwrap_used, reason = "a failed command is a failed test")]

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use xiaochu::puzzle::{PuzzleGame, Solution};
use xiaochu::replay::{Record, frames};
use xiaochu::verify::{Start, check};

const SOLUTION: &str = "tests/fixtures/bench-5x5-s45-01.solution.json";
const SCORE: &str = "19610\n";

fn xiaochu(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("xiaochu").unwrap();
    command.args(args);
    command
}

fn stdout(args: &[&str]) -> String {
    let output = xiaochu(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn export(folder: &Path, format: &str, more: &[&str]) -> PathBuf {
    let file = folder.join(format!("solution.{format}"));
    let mut args = vec!["export", SOLUTION, "--format", format, "--output", file.to_str().unwrap()];
    args.extend(more);
    stdout(&args);
    file
}

fn record() -> Record {
    let solution = Solution::parse(&fs::read_to_string(SOLUTION).unwrap(), SOLUTION).unwrap();
    let PuzzleGame::Sandbox { setup, .. } = &solution.puzzle.game else { panic!("a sandbox") };
    let verified = check(Start::Sandbox(setup), &solution.moves, solution.score).unwrap();
    Record::new(solution, verified)
}

#[test]
fn what_can_be_read_back_has_the_same_score_without_another_file() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["json", "csv", "text", "html"] {
        for more in
            [&["--lang", "en"][..], &["--lang", "zh"], &["--lang", "zh", "--origin", "0", "--bom", "--thumbnail", "5"]]
        {
            let file = export(folder.path(), format, more);
            assert_eq!(stdout(&["verify", file.to_str().unwrap()]), SCORE, "{format} {more:?}");
            assert_eq!(stdout(&["verify", file.to_str().unwrap(), "--puzzle", SOLUTION]), SCORE, "{format} {more:?}");
        }
    }
}

#[test]
fn a_read_back_table_has_the_same_moves() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["csv", "text"] {
        let file = export(folder.path(), format, &["--origin", "0"]);
        let moves = stdout(&["export", file.to_str().unwrap(), "--format", "json"]);
        assert_eq!(Solution::parse(&moves, "again").unwrap().moves, record().solution.moves, "{format}");
    }
}

#[test]
fn every_export_carries_puzzle_score_claim_origin_and_check() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["text", "csv", "md", "svg", "html"] {
        let text = fs::read_to_string(export(folder.path(), format, &["--lang", "en"])).unwrap();
        for fact in ["bench-5x5-s45-01", "112123232133", "19610", "at least this much", "seed 1", "xiaochu verify "] {
            assert!(text.contains(fact), "{format}: {fact}");
        }
        let text = fs::read_to_string(export(folder.path(), format, &["--lang", "zh"])).unwrap();
        for fact in ["消除王", "至少可得此分", "种子 1", "检验"] {
            assert!(text.contains(fact), "{format}: {fact}");
        }
    }
}

#[test]
fn the_text_is_numbered_grouped_and_shows_both_origins_and_boards() {
    let text = stdout(&["--lang", "en", "export", SOLUTION, "--format", "text", "--thumbnail", "20"]);
    assert!(text.contains("# moves 1 to 10\n  1. swap 2 1 5 2"), "{text}");
    assert!(text.contains("row 2 column 1 with row 5 column 2 (1,0 ↔ 4,1) · 11 white ↔ 31 white · +240 = 240"));
    assert_eq!(text.matches("the board after move").count(), 3);
    let zh = stdout(&["--lang", "zh", "export", SOLUTION, "--format", "text"]);
    assert!(zh.contains("# 第 61 至 63 步\n 61. 交换"), "{zh}");
    assert!(!zh.contains("swap"));
}

#[test]
fn what_the_end_deducts_has_one_sign() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, line) = (folder.path().join("puzzle.toml"), folder.path().join("line.txt"));
    let board = "1 1 2 3 2 3 2 3 2";
    fs::write(&puzzle, format!("game = \"samegame\"\nleftover_penalty = true\nboard = \"\"\"\n{board}\n\"\"\"\n"))
        .unwrap();
    fs::write(&line, "tap 1 1\n").unwrap();
    let paths = ["--puzzle", puzzle.to_str().unwrap()];
    for format in ["text", "svg"] {
        let shown = stdout(&[&["export", line.to_str().unwrap(), "--format", format], &paths[..]].concat());
        assert!(shown.contains("· -5 = -5") && !shown.contains("+-"), "{shown}");
    }
    let replayed = stdout(&[&["replay", line.to_str().unwrap()], &paths[..]].concat());
    assert!(replayed.contains(": -5 = -5") && !replayed.contains("+-"), "{replayed}");
}

#[test]
fn a_byte_order_mark_only_where_it_is_wanted() {
    let marked = stdout(&["export", SOLUTION, "--format", "csv", "--bom"]);
    assert!(marked.starts_with('\u{feff}'));
    assert!(!stdout(&["export", SOLUTION, "--format", "csv"]).starts_with('\u{feff}'));
}

#[test]
fn a_lost_line_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = export(folder.path(), "text", &[]);
    let text: String = fs::read_to_string(&file)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with(" 33."))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&file, text).unwrap();
    let output = xiaochu(&["verify", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("where move 33 should be"));
}

#[test]
fn a_wrong_solution_is_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.json");
    fs::write(&wrong, fs::read_to_string(SOLUTION).unwrap().replace("19610", "19620")).unwrap();
    for format in ["text", "json", "csv", "md", "html", "svg"] {
        let target = folder.path().join(format);
        let args = ["export", wrong.to_str().unwrap(), "--format", format, "--output", target.to_str().unwrap()];
        assert_eq!(xiaochu(&args).output().unwrap().status.code(), Some(5), "{format}");
        assert!(!target.exists(), "{format}");
    }
}

#[test]
fn a_script_tag_in_a_name_stays_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let evil = folder.path().join("evil.json");
    let name = "</script><script>alert(1)</script><!--";
    fs::write(&evil, fs::read_to_string(SOLUTION).unwrap().replace("bench-5x5-s45-01", name)).unwrap();
    let page = stdout(&["export", evil.to_str().unwrap(), "--format", "html"]);
    assert!(!page.contains("<script>alert"), "markup from a name");
    assert_eq!(page.matches("</script>").count(), 3);
    let picture = stdout(&["export", evil.to_str().unwrap(), "--format", "svg"]);
    assert!(!picture.contains("<script"));
}

#[test]
fn the_last_frame_of_every_move_is_the_recorded_board() {
    let record = record();
    for (i, step) in record.steps.iter().enumerate() {
        let frames = frames(&record, i);
        assert_eq!(frames.last().unwrap().board, step.board, "move {}", i + 1);
    }
    assert!(frames(&record, record.steps.len()).is_empty());
}

#[test]
fn the_rest_of_a_solution_solves_the_puzzle_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let record = record();
    for step in [0, 1, 17, 40, 62] {
        let puzzle = folder.path().join("rest.toml");
        let number = step.to_string();
        stdout(&["resume-from", SOLUTION, "--step", &number, "--output", puzzle.to_str().unwrap()]);
        let rest = folder.path().join("rest.txt");
        fs::write(&rest, xiaochu::puzzle::write_script(&record.solution.moves[step..], Default::default())).unwrap();
        let so_far = step.checked_sub(1).map_or(0, |last| record.steps[last].score);
        let score = stdout(&["verify", rest.to_str().unwrap(), "--puzzle", puzzle.to_str().unwrap()]);
        assert_eq!(score, format!("{}\n", record.score() - so_far), "from step {step}");
    }
}

#[test]
fn a_board_that_was_typed_in_replaces_the_expected_one() {
    let board = "11 21 11 11 21\n11 31 31 11 31\n21 31 21 21 31\n11 11 31 31 21\n35 31 21 11 31\n";
    let args = ["resume-from", SOLUTION, "--step", "9", "--board", "-", "--steps", "7", "--queue-pos", "3"];
    let output = xiaochu(&args).write_stdin(board).output().unwrap();
    let puzzle = String::from_utf8(output.stdout).unwrap();
    assert!(puzzle.contains("steps = 7\n") && puzzle.contains("queue_pos = 3\n") && puzzle.contains(board), "{puzzle}");
    let lined_up = board.replace("11 21 11 11 21", "11 11 11 21 21");
    let output = xiaochu(&args).write_stdin(lined_up).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "three in a line");
    let output = xiaochu(&args).write_stdin("11 x 11\n").output().unwrap();
    assert_eq!(output.status.code(), Some(3), "no piece");
}

#[test]
fn there_is_nothing_to_resume_from_beyond_the_end() {
    assert_eq!(xiaochu(&["resume-from", SOLUTION, "--step", "64"]).output().unwrap().status.code(), Some(2));
    // No step is left after the last move.
    assert_eq!(xiaochu(&["resume-from", SOLUTION, "--step", "63"]).output().unwrap().status.code(), Some(3));
}

#[test]
fn help_and_errors_speak_both_languages() {
    let help = stdout(&["--lang", "zh", "export", "--help"]);
    assert!(help.contains("用法：") && help.contains("[默认：text]"), "{help}");
    assert!(stdout(&["--lang", "en", "export", "--help"]).contains("Usage:"));
    let wrong = xiaochu(&["--lang", "zh", "export"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("错误：缺少参数"));
    let missing = xiaochu(&["--lang", "zh", "verify", "no-such-file"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("无法打开 no-such-file"));
}
