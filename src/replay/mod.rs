//! A verified solution, move by move, in the forms that people and programs read. One record, one writer per file.
//!
//! | file | writes |
//! |---|---|
//! | `record` | the record: puzzle, solution, and every board on the way, from `verify` |
//! | `options`, `facts` | what an export can be told; the head that every export carries |
//! | `words` | a move and a piece in words |
//! | `frames` | the boards within a move, round by round |
//! | `text` | boards before and after each move, the moved cells marked |
//! | `screen` | one position on a terminal, with the round under way |
//! | `json` | one JSON object a line |
//! | `trace_file`, `trace_tree` | what an exact search visited, as JSON and as a drawn tree |
//! | `script`, `csv`, `md`, `svg`, `html` | the exports of these names (`script` is the text) |
//! | `shapes` | the pieces as SVG, shared by `svg` and `html` |

pub mod csv;
mod facts;
mod frames;
pub mod html;
pub mod json;
pub mod md;
mod options;
mod record;
pub mod screen;
pub mod script;
mod shapes;
pub mod svg;
pub mod text;
pub mod trace_file;
pub mod trace_tree;
mod words;

pub use facts::{Fact, facts};
pub use frames::{Frame, Phase, frames};
pub use options::ExportOptions;
pub use record::Record;
pub use words::{cells_of, in_words};
