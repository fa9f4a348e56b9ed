//! What an export can be told.

use super::trace_file::TraceFile;
use crate::lang::Lang;
use crate::puzzle::Origin;

/// How to write an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// What rows and columns count from in what a person reads.
    pub origin: Origin,
    /// The language.
    pub lang: Lang,
    /// A picture of the board every so many moves, in the text.
    pub thumbnail: Option<usize>,
    /// Whether a table starts with the byte order mark that Excel wants.
    pub bom: bool,
    /// The command that checks the export.
    pub check: String,
    /// In the page: the tree that the search visited.
    pub trace: Option<TraceFile>,
}
