//! One JSON object a line: the start, then every move with everything that happened in it (SPEC).

use super::record::Record;
use std::io::{self, Write};

/// Writes a record as NDJSON.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(&record.opening)?)?;
    for step in &record.steps {
        writeln!(out, "{}", serde_json::to_string(step)?)?;
    }
    Ok(())
}
