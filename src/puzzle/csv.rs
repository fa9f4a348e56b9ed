//! The exported table back to moves. Rows before the line of column names are comments.

use super::problem::{PuzzleError, Report, quoted};
use crate::lang::{Text, both};
use crate::types::{Action, Place};
use csv::{Position, ReaderBuilder, StringRecord};

/// The columns of a table. A drag and a tap leave `to_row` and `to_column` empty; rows and columns count from
/// `origin`; the columns after it are for people and are not read.
pub const CSV_COLUMNS: [&str; 13] = [
    "step",
    "move",
    "row",
    "column",
    "to_row",
    "to_column",
    "origin",
    "gain",
    "score",
    "steps_left",
    "queue_pos",
    "fall",
    "words",
];

/// What the line of column names begins with.
const NAMES: &str = "step,move,row,column,to_row,to_column,origin";

/// Whether a text is such a table.
pub(super) fn is_table(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(NAMES))
}

/// The first field of every row.
pub(super) fn first_fields(text: &str) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows = reader.records().map_while(Result::ok);
    rows.filter_map(|row| row.get(0).map(str::to_owned)).collect()
}

/// Reads a table. `file_name` is for messages only. Whether the moves are legal is not looked at.
///
/// # Errors
/// Every row that is no move, with its place.
pub(super) fn parse_table(text: &str, file_name: &str) -> Result<Vec<Action>, PuzzleError> {
    let mut report = Report::new(text, file_name);
    if !report.accepts_length() {
        return report.finish(None);
    }
    let text = report.text();
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut moves = Vec::new();
    let mut is_body = false;
    let mut number = 0_u16;
    for row in reader.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let at = beginning(text, error.position());
                let advice = both!("commas between fields, quotes in pairs", "字段之间用逗号，引号成对");
                report.add(at..at, both!("this is no row of a table", "这不是表格的一行"), advice);
                break;
            }
        };
        let first = row.get(0).unwrap_or_default();
        if !is_body {
            is_body = first == CSV_COLUMNS[0];
        } else if !first.is_empty() && !first.starts_with('#') {
            match action(&row, number.saturating_add(1)) {
                Ok(action) => moves.push(action),
                Err((message, advice)) => {
                    let at = beginning(text, row.position());
                    report.add(at..at + first.len(), message, advice);
                }
            }
            // The rows after one that is out of turn go by its number, so that it is the only one told of.
            number = first.trim().parse().unwrap_or(number.saturating_add(1));
        }
    }
    report.finish(Some(moves))
}

/// Where a row begins. The reader counts the second half of the line's end before it as its own.
fn beginning(text: &str, position: Option<&Position>) -> usize {
    let at = position.map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
    let rest = text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start_matches(['\r', '\n']).len()
}

/// The move of a row that should have a number, or what is wrong and what would be right.
fn action(row: &StringRecord, number: u16) -> Result<Action, (Text, Text)> {
    let field = |at: usize| row.get(at).unwrap_or_default().trim();
    if field(0) != number.to_string() {
        let found = quoted(field(0));
        let message = both!("step {found} where step {number} should be", "这里应是第 {number} 步，却写着 {found}");
        return Err((message, both!("one row a step", "每步一行")));
    }
    let origin = match field(6) {
        "0" => 0,
        "1" => 1,
        other => {
            let message = both!("{} is no origin", "{} 不是起始编号", quoted(other));
            return Err((message, both!("0 or 1 in the column `origin`", "`origin` 列应为 0 或 1")));
        }
    };
    let cell = |at: usize| -> Result<u8, (Text, Text)> {
        let number = field(at).parse::<u8>().ok().and_then(|number| number.checked_sub(origin));
        number.ok_or_else(|| {
            let (found, column) = (quoted(field(at)), CSV_COLUMNS[at]);
            let message =
                both!("{found} in column `{column}` is no row or column", "`{column}` 列的 {found} 不是行号或列号");
            (message, both!("a number from {origin}", "应为从 {origin} 起的数"))
        })
    };
    let from = Place::new(cell(2)?, cell(3)?);
    match field(1) {
        "swap" | "交换" => Ok(Action::Swap(from, Place::new(cell(4)?, cell(5)?))),
        "drag" | "拖出" => Ok(Action::Drag(from)),
        "tap" | "点" => Ok(Action::Tap(from)),
        other => Err((
            both!("{} is no move", "{} 不是走法", quoted(other)),
            both!("`swap`, `drag` or `tap`", "应为 `交换`、`拖出` 或 `点`"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_that_is_wrong_is_named() {
        let head = format!("# head\n{NAMES},gain\n");
        let good = format!("{head}1,swap,1,1,2,2,1,10\n2,拖出,0,4,,,0,\n");
        let swap = Action::Swap(Place::new(0, 0), Place::new(1, 1));
        assert_eq!(parse_table(&good, "t").unwrap(), [swap, Action::Drag(Place::new(0, 4))]);
        let rows = "2,swap,1,1,2,2,1\n3,hop,1,1,,,1\n4,drag,0,1,,,1\n5,drag,1,1,,,1\n";
        let told = "t:3:1: step `2` where step 1 should be; one row a step\n\
                    t:4:1: `hop` is no move; `swap`, `drag` or `tap`\n\
                    t:5:1: `0` in column `row` is no row or column; a number from 1";
        for text in [format!("{head}{rows}"), format!("{head}{rows}").replace('\n', "\r\n")] {
            assert_eq!(parse_table(&text, "t").unwrap_err().to_string(), told);
        }
    }
}
