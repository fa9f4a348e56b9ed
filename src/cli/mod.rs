//! The program: arguments, terminal, clock and signals. Everything below this module is silent and blind.
//!
//! | file | what |
//! |---|---|
//! | `app` | from the arguments to the command |
//! | `args`, `options`, `trees`, `threads` | the command line, and what it resolves to |
//! | `run/` | a search under way, see there |
//! | `compare/` | several strategies side by side, see there |
//! | `eval/`, `advise/`, `tune` | random refill: values of moves, the step-by-step loop, the fit of constants |
//! | `twofour` | the two-player pile game |
//! | `solve`, `status`, `merge`, `verify`, `replay`, `export`, `resume_from`, `perft`, `generated` | a command each |
//! | `train` | learning the value's weights |
//! | `trace` | the visited tree of `solve --trace` |
//! | `player` | `replay` where there is a terminal |
//! | `files`, `moves`, `games` | reading what the user names, setting it up |
//! | `help/` | help and usage errors in Chinese |
//! | `exit`, `lang`, `reasons`, `ui` | exit codes, languages, why a line is wrong, output |

mod advise;
mod allocator;
mod app;
mod args;
mod bench;
mod compare;
mod eval;
mod exit;
mod export;
mod files;
mod games;
mod generated;
mod help;
mod lang;
mod merge;
mod moves;
mod options;
mod perft;
mod player;
mod reasons;
mod replay;
mod resume_from;
mod run;
mod solve;
mod status;
mod threads;
mod trace;
mod train;
mod trees;
mod tune;
mod twofour;
mod ui;
mod verify;

pub use app::main;
