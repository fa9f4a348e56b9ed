//! Puzzle files: no panic, and what is accepted reads back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xiaochu::lang::Lang;
use xiaochu::puzzle::parse;

fuzz_target!(|text: &str| match parse(text, "fuzz") {
    Ok(puzzle) => assert_eq!(parse(&puzzle.to_toml(), "written"), Ok(puzzle)),
    Err(error) => assert!(!error.render(false, Lang::En).is_empty()),
});
