//! Solution files: no panic, and what is accepted reads back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xiaochu::lang::Lang;
use xiaochu::puzzle::Solution;

fuzz_target!(|text: &str| match Solution::parse(text, "fuzz") {
    Ok(solution) => assert_eq!(Solution::parse(&solution.to_json(), "written"), Ok(solution)),
    Err(error) => assert!(!error.render(false, Lang::En).is_empty()),
});
