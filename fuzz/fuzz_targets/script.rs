//! Move scripts: no panic, and what is accepted reads back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xiaochu::lang::Lang;
use xiaochu::puzzle::{Origin, parse_script, write_script};

fuzz_target!(|text: &str| match parse_script(text, "fuzz") {
    Ok(moves) => assert_eq!(parse_script(&write_script(&moves, Origin::One), "written"), Ok(moves)),
    Err(error) => assert!(!error.render(false, Lang::En).is_empty()),
});
