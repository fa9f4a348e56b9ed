//! Puzzle files, solution files and move scripts: what a person or another program writes, checked and located.
//!
//! | file | what it holds |
//! |---|---|
//! | `model` | a checked puzzle |
//! | `problem` | what is wrong with a file, with line, column and a source excerpt |
//! | `toml_reader`, `board` | TOML text to a draft, every key and token with its place |
//! | `draft` | a puzzle as written, shared by TOML and JSON |
//! | `check`, `check_rules`, `check_sandbox`, `check_grid` | a draft to a puzzle |
//! | `write`, `fingerprint` | a puzzle back to TOML; a number that names its contents |
//! | `solution`, `json_place` | the JSON solution |
//! | `foreign` | what the TOML and JSON libraries say, in both languages |
//! | `script`, `csv`, `moves` | the move script; the exported table; whichever a file holds |
//!
//! Invariant: nothing here panics on any text, and every problem of a text is reported at once.

mod board;
mod check;
mod check_grid;
mod check_rules;
mod check_sandbox;
mod csv;
mod draft;
mod fingerprint;
mod foreign;
mod json_place;
mod model;
mod moves;
mod problem;
mod script;
mod solution;
mod toml_reader;
mod write;

pub use csv::CSV_COLUMNS;
pub use model::{Puzzle, PuzzleGame};
pub use moves::{CARRIED, PAGE_SOLUTION, WrittenMoves, carried_puzzle, is_json, read_moves};
pub use problem::{MAX_FILE_BYTES, Problem, PuzzleError};
pub use script::{Origin, parse_script, write_script};
pub use solution::{Claim, FORMAT, FoundBy, Solution, VERSION};
pub use toml_reader::{parse, parse_board, parse_kinds};
