//! The fuzz targets as ordinary tests with a bound: no text, and no mutation of a good text, makes a parser panic,
//! and whatever a parser accepts reads back after it is written.
#![expect(clippy::unwrap_used, reason = "an unreadable fixture is a failed test")]

use proptest::prelude::*;
use std::fs;
use xiaochu::lang::Lang;
use xiaochu::puzzle::{Origin, PuzzleError, Solution, parse, parse_script, read_moves, write_script};

fn check_error(error: &PuzzleError) {
    assert!(!error.problems.is_empty());
    for problem in &error.problems {
        assert!(error.text.get(problem.span.clone()).is_some(), "{problem}");
        assert!(problem.line >= 1 && problem.column >= 1 && !problem.message.is_empty());
        let line = error.text.lines().nth(problem.line - 1).unwrap_or("");
        assert!(problem.column <= line.chars().count() + 2, "{problem} lies outside its line");
    }
    assert!(!error.to_string().chars().any(|c| c.is_control() && c != '\n'), "{error:?}");
    for lang in [Lang::En, Lang::Zh] {
        assert!(!error.render(false, lang).is_empty());
    }
}

fn check_puzzle(text: &str) {
    match parse(text, "puzzle") {
        Ok(puzzle) => assert_eq!(parse(&puzzle.to_toml(), "written"), Ok(puzzle)),
        Err(error) => check_error(&error),
    }
}

fn check_script(text: &str) {
    match parse_script(text, "script") {
        Ok(moves) => assert_eq!(parse_script(&write_script(&moves, Origin::One), "written"), Ok(moves)),
        Err(error) => check_error(&error),
    }
}

fn check_solution(text: &str) {
    match Solution::parse(text, "solution") {
        Ok(solution) => assert_eq!(Solution::parse(&solution.to_json(), "written"), Ok(solution)),
        Err(error) => check_error(&error),
    }
}

fn check_all(text: &str) {
    check_puzzle(text);
    check_script(text);
    check_solution(text);
    if let Err(error) = read_moves(text, "moves") {
        check_error(&error);
    }
}

fn seeds() -> Vec<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |name: &str| fs::read_to_string(format!("{root}/{name}")).unwrap();
    let rules = "\n[rules]\nrefill = \"random\"\nweights = [1, 2, 3.5]\nevolve = 3\nswap = \"any\"\ncounted_cap = 9\n";
    vec![
        read("puzzles/modes/xiaochuwang.toml"),
        read("puzzles/modes/tongguan.toml") + rules,
        read("puzzles/modes/mowang.toml") + "[rules]\npowers = [[1,2,3,4,5],[1,2,3,4,5],[1,2,3,4,5]]",
        read("puzzles/lab/sample.toml"),
        read("puzzles/samegame/01.toml"),
        read("tests/golden/solution.json"),
        "origin 0\nswap 0 1 2 3\n# 注\n拖出 1 2\ntap 3 3\n交换 0 0 1 1".to_owned(),
    ]
}

/// Pieces of text that mean something to one of the parsers.
const TOKENS: [&str; 30] = [
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "\n",
    "\r\n",
    "\u{feff}",
    "\0",
    "\u{1b}[31m",
    "=",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "0",
    "-1",
    "99999999999999999999",
    "1e308",
    "nan",
    "inf",
    "true",
    "null",
    "é",
    "魔",
    "\\u0031",
    "\\",
    "board",
];

/// One change to a text: where (in 1/65536 of its length), how many characters go, which token comes.
type Edit = (u16, u8, Option<usize>);

fn mutate(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, removed, token) in edits {
        let at = usize::from(at) * letters.len() / 65_536;
        let end = (at + usize::from(removed)).min(letters.len());
        letters.splice(at..end, token.map_or("", |token| TOKENS[token]).chars());
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn tokens_never_panic(tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60)) {
        check_all(&tokens.concat());
    }

    #[test]
    fn mutated_files_never_panic(
        seed in prop::sample::select(seeds()),
        edits in prop::collection::vec((any::<u16>(), 0_u8..6, prop::option::of(0..TOKENS.len())), 1..5),
    ) {
        check_all(&mutate(&seed, &edits));
    }
}

#[test]
fn deep_nesting_ends() {
    for text in
        ["[".repeat(100_000), "{\"a\":".repeat(100_000), "a=".to_owned() + &"{b=".repeat(50_000), "a.".repeat(50_000)]
    {
        check_all(&text);
    }
}
