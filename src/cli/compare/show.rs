//! Tables, numbers and files of a comparison.

use super::race::{Answer, Ending, Outcome};
use crate::checkpoint::write_atomically;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::{Lang, say};
use crate::cli::ui::Ui;
use crate::plot::LineChart;
use serde::Serialize;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// Version of the JSON that `compare` writes.
const VERSION: u64 = 1;

/// Rows of cells as lines: the first column flush left, the others flush right.
#[must_use]
pub(in crate::cli) fn padded(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let blanks = " ".repeat(width - cell.width());
            if column == 0 { format!("{cell}{blanks}") } else { format!("  {blanks}{cell}") }
        });
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    rows.iter().map(line).collect()
}

/// Seconds with three figures.
#[must_use]
pub(in crate::cli) fn seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 10.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.1} s"),
    }
}

/// A score with its claim.
#[must_use]
pub(super) fn score(outcome: &Outcome, lang: Lang) -> String {
    let score = outcome.score.unwrap_or_default();
    match outcome.claim {
        Answer::Optimal => say!(lang, "{score} optimal", "{score} 最优"),
        Answer::Impossible => say!(lang, "impossible", "无解"),
        Answer::AtLeast => score.to_string(),
        Answer::Nothing => "–".to_owned(),
    }
}

/// The time a search took, marked where it was cut off.
#[must_use]
pub(super) fn time(outcome: &Outcome) -> String {
    let told = seconds(outcome.seconds);
    if outcome.ended_by == Ending::Exhausted { told } else { format!("≥ {told}") }
}

/// What `--json` writes.
#[derive(Serialize)]
struct Document<'a, T> {
    format: &'static str,
    version: u64,
    xiaochu: &'static str,
    set: &'a str,
    #[serde(flatten)]
    body: &'a T,
}

/// Writes a comparison as JSON.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write_json(path: &Path, set: &str, body: &impl Serialize) -> Result<(), Failure> {
    let document =
        Document { format: "xiaochu-comparison", version: VERSION, xiaochu: env!("CARGO_PKG_VERSION"), set, body };
    let text = serde_json::to_string_pretty(&document).or_exit(Exit::Internal, || "failed to write JSON".to_owned())?;
    write_atomically(path, format!("{text}\n").as_bytes())
        .or_exit(Exit::Io, || format!("failed to write {}", path.display()))
}

/// Draws charts into a folder, which is made if need be. Says where they are.
///
/// # Errors
/// When a chart cannot be drawn or written.
pub(super) fn write_charts(folder: &Path, charts: &[(String, LineChart)], ui: &Ui) -> Result<(), Failure> {
    let failed = |path: &Path| format!("failed to write {}", path.display());
    std::fs::create_dir_all(folder).or_exit(Exit::Io, || failed(folder))?;
    for (name, chart) in charts {
        let path = folder.join(format!("{name}.svg"));
        let text = chart.svg().or_exit(Exit::Internal, || failed(&path))?;
        write_atomically(&path, text.as_bytes()).or_exit(Exit::Io, || failed(&path))?;
        let shown = path.display();
        ui.remark(&say!(ui.lang, "chart: {shown}", "图：{shown}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_line_up_whatever_the_width_of_a_character() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        assert_eq!(padded(&[row("方法", "用时"), row("a", "1")]), "方法  用时\na        1\n");
    }

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let told: Vec<String> = [0.000_012, 0.0123, 0.5, 12.34].into_iter().map(seconds).collect();
        assert_eq!(told, ["12 µs", "12.3 ms", "0.50 s", "12.3 s"]);
    }
}
