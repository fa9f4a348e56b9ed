//! What is wrong with a puzzle, a solution or a script is told in Chinese as completely as in English.
//! `UPDATE_GOLDEN=1` writes the golden file anew.
#![expect(clippy::unwrap_used, reason = "an unreadable fixture is a failed test")]

#[path = "support/program.rs"]
mod program;

use predicates::prelude::*;
use program::xiaochu;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use xiaochu::lang::Lang;
use xiaochu::puzzle::{Puzzle, PuzzleError, Solution, parse, parse_script, read_moves};

/// What a foreign parser says behind these words stays English.
const FOREIGN: [&str; 2] = ["不是合法的 TOML：", "不是合法的 JSON："];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn refused<T: Debug>(read: Result<T, PuzzleError>) -> PuzzleError {
    read.unwrap_err()
}

fn invalid_puzzles() -> Vec<PuzzleError> {
    let entries = fs::read_dir(root().join("puzzles/invalid")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().display().to_string();
    paths.iter().map(|path| refused(parse(&fs::read_to_string(path).unwrap(), &name(path)))).collect()
}

/// Slips that no file of `puzzles/invalid` has.
fn more_puzzles() -> Vec<PuzzleError> {
    let sandbox = "game='sandbox'\nmode='mowang'\nsteps=3\nboard='''\n11 21 31\n21 31 11\n31 21 11\n'''\n";
    let ends = [
        "name=''",
        "name=\"a\\u0007\"",
        "kinds=3\nmoves=2",
        "kinds=1.5\nmoves=1979-05-27",
        "mode={}",
        "refill='random'",
        "[rules]\npoints=[[1,2,3,4,5]]\npowers=[1,2,3,4,0.001]",
        "[rules]\nweights=[1,2,'x']\nevolve='x'\nname='x'",
        "[rules]\npoints=[[1,2,3,4,5],1]\nweights=1",
        "[rules]\nevolve=nan",
        "[rules]\nevolve=10\nweights=[1000,1,1]\nrefill='fixed'",
    ];
    let mut errors: Vec<_> = ends.iter().map(|end| refused(parse(&format!("{end}\n{sandbox}"), "head"))).collect();
    errors.extend(ends.iter().map(|end| refused(parse(&format!("{sandbox}{end}\n"), "tail"))));
    errors.extend(["game='samegame'", "game='crush'", ""].map(|text| refused(parse(text, "short"))));
    errors.push(refused(parse(&"#".repeat(2 << 20), "huge")));
    errors
}

fn scripts_and_tables() -> Vec<PuzzleError> {
    let script = "swp 1 1 2 2\njump\nswap 0 1 1 300\nswap 1\ndrag 1\ntap 一 1\norigin\norigin x\n9. tap 1 1\norigin 0";
    let head = "step,move,row,column,to_row,to_column,origin\n";
    let rows = ["2,swap,1,1,2,2,1", "3,hop,1,1,,,1", "4,drag,0,1,,,1", "5,drag,0,1,,,7"].join("\n");
    vec![
        refused(parse_script(script, "script")),
        refused(parse_script("tap 1 1\norigin 0", "late")),
        refused(read_moves(&format!("{head}{rows}\n"), "table")),
    ]
}

fn solutions() -> Vec<PuzzleError> {
    let text = fs::read_to_string(root().join("tests/golden/solution.json")).unwrap();
    let slips = [
        ("xiaochu-solution", "other"),
        ("\"format\"", "\"form\""),
        ("\"version\": 1", "\"version\": 2"),
        ("\"version\": 1", "\"version\": 0"),
        ("\"version\": 1,", ""),
        ("\"score\": 12340", "\"score\": \"x\""),
        ("\"score\": 12340", "\"score\": null"),
        ("\"claim\": \"at-least\"", "\"claim\": \"best\""),
        ("{\"drag\":[2,2]}", "{\"drag\":[2,-2]}"),
        ("{\"drag\":[2,2]}", "{\"drag\":[2,true]}"),
        ("{\"drag\":[2,2]}", "{\"drag\":[2]}"),
        ("\"steps\":4", "\"steps\":0"),
        ("\"steps\":4", "\"setps\":4"),
        ("\"steps\":4", "\"steps\":4,\"steps\":4"),
        ("\"board\":[[", "\"board\":[[77,"),
        ("\"strategy\"", "\"tactics\""),
        ("{\"drag\":[2,2]}", "\"drag\""),
        ("{\"drag\":[2,2]}", "{\"swap\":{}}"),
        ("{\"drag\":[2,2]}", "{\"swap\":[[0,0]]}"),
        ("\"claim\": \"at-least\"", "\"claim\": \"a, expected b\""),
        ("\"steps\":4", "\"steps\":\"a, expected b\""),
        ("\"steps\":4", "\"steps\":4,\"rules\":5"),
        ("\"steps\":4", "\"steps\":4,\"rules\":{\"points\":\"x\"}"),
        ("\"moves\": [", "\"moves\": [,"),
        ("  \"claim\"", "  claim"),
    ];
    let slip = |(from, to): (&str, &str)| {
        assert!(text.contains(from), "{from}");
        refused(Solution::parse(&text.replacen(from, to, 1), "solution"))
    };
    slips.into_iter().map(slip).collect()
}

fn all() -> Vec<PuzzleError> {
    [invalid_puzzles(), more_puzzles(), scripts_and_tables(), solutions()].concat()
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// A Chinese text without what is quoted in it, keys and words of the file, and without what a foreign parser says.
fn own_words(text: &str) -> String {
    let known = FOREIGN.iter().find_map(|begin| text.split_once(begin).map(|(before, _)| before));
    let unquoted: String = known.unwrap_or(text).split('`').step_by(2).collect();
    unquoted.split('"').step_by(2).collect()
}

#[test]
fn every_problem_is_told_in_chinese_only() {
    let mut sites = BTreeSet::new();
    for error in all() {
        for problem in &error.problems {
            let (message, advice) = (problem.message.get(Lang::Zh), problem.advice.get(Lang::Zh));
            assert!(message.chars().any(is_chinese), "{problem}: {message}");
            assert_eq!(problem.advice.get(Lang::En).is_empty(), advice.is_empty(), "{problem}");
            assert!(advice.is_empty() || advice.chars().any(is_chinese), "{problem}: {advice}");
            for text in [message, advice] {
                let own = own_words(text);
                assert!(!own.contains(|c: char| c.is_ascii_alphabetic()), "{problem}: {text}");
                assert!(!own.contains([',', ';', ':', '?', '(']), "{problem}: {text}");
                sites.insert(own.replace(|c: char| c.is_ascii_digit(), ""));
            }
        }
    }
    // A set that has shrunk does not look at every site any more.
    assert!(sites.len() >= 100, "{} different texts", sites.len());
}

#[test]
fn the_chinese_problems_are_as_they_were_read_and_found_good() {
    let lines: BTreeSet<String> = all().iter().flat_map(|error| told(error, Lang::Zh)).collect();
    let text = lines.into_iter().collect::<Vec<_>>().join("\n") + "\n";
    let path = root().join("tests/golden/problems-zh.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text);
}

fn told(error: &PuzzleError, lang: Lang) -> Vec<String> {
    error.list(lang).lines().map(str::to_owned).collect()
}

#[test]
fn a_list_and_an_excerpt_are_in_one_language() {
    let text: String = (0..50).map(|i| format!("x{i} = 1\n")).collect();
    let error = refused(parse(&text, "many"));
    assert_eq!(error.list(Lang::En), error.to_string());
    assert!(error.list(Lang::Zh).ends_with("\nmany: 还有 11 个问题"));
    let (en, zh) = (error.render(false, Lang::En), error.render(false, Lang::Zh));
    assert!(en.ends_with("and 11 more problems\n") && zh.ends_with("还有 11 个问题\n"));
    assert!(!en.contains(is_chinese));
    assert!(zh.contains("错误: ") && zh.contains("提示: ") && !zh.contains("error") && !zh.contains("help"), "{zh}");
}

#[test]
fn a_puzzle_in_json_is_refused_in_both_languages() {
    let cases = [
        ("{\"game\":\"crush\",\"board\":[[1]]}", "puzzle: `kinds` is missing", "`puzzle`：缺少 `kinds`（请加上"),
        (
            "{\"steps\":\"x\"}",
            "invalid type: string \"x\", expected i64 at line 1 column 12",
            "第 1 行第 12 列：不能是字符串",
        ),
        ("{\"steps\"", "EOF while parsing an object at line 1 column 8", "第 1 行第 8 列：不是合法的 JSON"),
    ];
    for (text, en, zh) in cases {
        let wrong = Puzzle::from_json(text).unwrap_err();
        assert!(wrong.get(Lang::En).starts_with(en) && wrong.get(Lang::Zh).starts_with(zh), "{wrong:?}");
    }
}

#[test]
fn the_program_tells_what_is_wrong_in_the_language_of_its_user() {
    let folder = tempfile::TempDir::new().unwrap();
    let puzzle = root().join("puzzles/invalid/three-faults.toml");
    let script = folder.path().join("moves.txt");
    fs::write(&script, "jump 1 1\n").unwrap();
    let chinese = |told: &'static str| predicate::str::contains(told).and(predicate::str::starts_with("错误: "));
    let english = predicate::str::contains("error").or(predicate::str::contains("means nothing"));
    let told = chinese("补充队列里是家族 1 至 3").and(english.not());
    xiaochu("zh").arg("eval").arg(&puzzle).assert().code(3).stderr(told);
    for (lang, heading) in [("zh", "错误"), ("en", "error")] {
        let output = xiaochu(lang).arg("eval").arg(&puzzle).args(["--color", "always"]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with('\u{1b}') && told.lines().next().unwrap().matches(heading).count() == 1, "{told}");
    }
    let told = chinese("`jump` 不是走法");
    xiaochu("zh").arg("verify").arg(&script).arg("--puzzle").arg(&puzzle).assert().code(3).stderr(told);
    let line = predicate::str::contains("缺少 `game`");
    xiaochu("zh").args(["eval", "-"]).write_stdin("{}\n").assert().code(3).stdout(line);
}
