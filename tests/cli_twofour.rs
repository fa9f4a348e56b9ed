//! TwoFour through the real binary: every handed result, explanations, methods, and what bad input gets.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const SAMPLE: &str = "5 4\n0 3 4 1 2\n2 2 2 2 2\n1 1 2 2 4\n4 3 2 1 0\n";

fn twofour(lang: &str, input: impl Into<Vec<u8>>) -> Command {
    let mut command = Command::cargo_bin("xiaochu").unwrap();
    command.args(["--lang", lang, "--color", "never", "twofour"]).env_remove("RUST_BACKTRACE").write_stdin(input);
    command
}

#[test]
fn the_sample_from_a_file_and_from_stdin() {
    twofour("en", SAMPLE).assert().success().stdout("1\n2\n1\n1\n");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.txt");
    for text in [SAMPLE.to_owned(), SAMPLE.replace('\n', "\r\n"), format!("\u{feff}{SAMPLE}\n\n")] {
        fs::write(&file, text).unwrap();
        twofour("en", "").arg(&file).assert().success().stdout("1\n2\n1\n1\n");
    }
}

#[test]
fn every_handed_result_within_a_megabyte() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/twofour.json")).unwrap();
    for group in vectors.as_array().unwrap() {
        let games = group["games"].as_array().unwrap();
        let mut input = format!("{} {}\n", group["n"], games.len());
        for game in games {
            let piles: Vec<String> = game.as_array().unwrap().iter().map(Value::to_string).collect();
            input += &format!("{}\n", piles.join(" "));
        }
        let expected: String =
            group["results"].as_array().unwrap().iter().map(|result| format!("{result}\n")).collect();
        twofour("en", input.clone()).arg("-q").assert().success().stdout(expected).stderr("");
        let output = twofour("en", input).arg("--json").output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["methods"][0]["answers"], group["results"]);
        assert!(told["methods"][0]["bytes"].as_u64().unwrap() < 1_000_000, "{} piles", group["n"]);
    }
}

#[test]
fn the_winning_move_and_the_line_are_explained_in_both_languages() {
    for (lang, winning, losing) in [("en", "winning move", "player 2 has won"), ("zh", "制胜着", "后手胜")] {
        let output = twofour(lang, "5 2\n0 3 4 1 2\n4 0 2 2 2\n").arg("--explain").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(winning), "{text}");
        assert!(text.contains("2 2 2 2 2"), "the line ends with all piles at two: {text}");
        let lost = twofour(lang, "3 1\n2 2 2\n").arg("--explain").output().unwrap();
        assert!(String::from_utf8(lost.stdout).unwrap().contains(losing));
    }
}

#[test]
fn methods_agree_and_are_told_apart_by_what_they_cost() {
    let output = twofour("en", SAMPLE).args(["--method", "bfs,dfs,memo", "--json"]).output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let methods = told["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 3);
    let nodes: Vec<u64> = methods.iter().map(|method| method["nodes"].as_u64().unwrap()).collect();
    assert!(nodes[2] < nodes[1] && nodes[1] < nodes[0], "{nodes:?}");
    assert!(methods.iter().all(|method| method["answers"] == methods[0]["answers"]));
    let table = predicate::str::contains("bytes").count(3);
    twofour("en", SAMPLE).args(["--method", "bfs,dfs,memo"]).assert().success().stdout("1\n2\n1\n1\n").stderr(table);
}

#[test]
fn a_budget_that_is_too_small_is_said_and_never_guessed() {
    twofour("en", SAMPLE).args(["--method", "bfs", "--nodes", "3"]).assert().success().stdout("?\n2\n?\n?\n");
}

#[test]
fn everything_wrong_is_named_with_line_and_column_and_exit_3() {
    for (input, place) in [
        ("", "line 1, column 1"),
        ("  \n\n", "line 1, column 1"),
        ("5\n", "line 1, column 2"),
        ("2 1\n2 2\n", "line 1, column 1"),
        ("3 1001\n", "line 1, column 3"),
        ("3 99999999999999999999\n2 2 2\n", "line 1, column 3"),
        ("3 1\n2 2 5\n", "line 2, column 5"),
        ("3 1\n2 2 -1\n", "line 2, column 5"),
        ("3 1\n2 2 3\n", "line 2, column 1"),
        ("3 1\n2 2\n", "line 2, column 4"),
        ("3 1\n2 2 2 2\n", "line 2, column 7"),
        ("3 2\n2 2 2\n", "line 3, column 1"),
        ("3 1\n2 2 2\n1 2 3\n", "line 3, column 1"),
    ] {
        let expected = predicate::str::contains(place).and(predicate::str::contains("panicked").not());
        twofour("en", input).assert().code(3).stdout("").stderr(expected);
    }
    twofour("zh", "3 1\n2 2 5\n").assert().code(3).stderr(predicate::str::contains("第 2 行第 5 列"));
    twofour("en", vec![0xff, 0x00, 0xfe]).assert().code(3).stderr(predicate::str::contains("UTF-8"));
    twofour("en", vec![b'1'; 3 << 20]).assert().code(3).stderr(predicate::str::contains("longer"));
    let many = format!("30 1000\n{}", "x ".repeat(30).trim_end().to_owned() + "\n");
    twofour("en", many).assert().code(3).stderr(predicate::str::contains("more"));
    twofour("en", "").arg("/nonexistent/games.txt").assert().code(7);
    twofour("en", SAMPLE).args(["--method", "magic"]).assert().code(2);
}
