//! A verified solution, move by move, in the forms that people and programs read. One record, one writer per file.
//!
//! | file | writes |
//! |---|---|
//! | `record` | the record: puzzle, solution, and every board on the way, from `verify` |
//! | `words` | a move in words |
//! | `text` | boards before and after each move, the moved cells marked |
//! | `json` | one JSON object a line |

pub mod json;
mod record;
pub mod text;
mod words;

pub use record::Record;
pub use words::{cells_of, in_words};
