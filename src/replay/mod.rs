//! A verified solution, move by move, in the forms that people and programs read. One record, one writer per file.
//!
//! | file | writes |
//! |---|---|
//! | `record` | the record: puzzle, solution, and every board on the way, from `verify` |
//! | `words` | a move in words |
//! | `text` | boards before and after each move, the moved cells marked |
//! | `json` | one JSON object a line |
//! | `trace_file`, `trace_tree` | what an exact search visited, as JSON and as a drawn tree |

pub mod json;
mod record;
pub mod text;
pub mod trace_file;
pub mod trace_tree;
mod words;

pub use record::Record;
pub use words::{cells_of, in_words};
