//! A board that is being typed in, row by row. Rows already typed survive a crash like everything else.

use crate::cli::lang::{Lang, say};
use crate::puzzle::parse_board;

/// The rows so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardEntry {
    rows: Vec<Option<Vec<i16>>>,
    cols: usize,
}

impl BoardEntry {
    /// Nothing yet of a board of this size.
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        Self { rows: vec![None; rows], cols }
    }

    /// What a game file kept, where it is of the board's size.
    pub(super) fn of(kept: Vec<Option<Vec<i16>>>, rows: usize, cols: usize) -> Option<Self> {
        let fits = kept.len() == rows && kept.iter().flatten().all(|row| row.len() == cols);
        fits.then_some(Self { rows: kept, cols })
    }

    /// What a game file keeps.
    pub(super) fn rows(&self) -> &[Option<Vec<i16>>] {
        &self.rows
    }

    /// The row to be typed next, from 0; `None` when all are there.
    pub(super) fn next(&self) -> Option<usize> {
        self.rows.iter().position(Option::is_none)
    }

    /// The board, when it is whole.
    pub(super) fn board(&self) -> Option<Vec<Vec<i16>>> {
        self.rows.iter().cloned().collect()
    }

    /// Takes a row.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn put(&mut self, row: usize, cells: &str, lang: Lang) -> Result<(), String> {
        let codes = cells_of(cells, lang)?;
        if codes.len() != self.cols {
            let (found, cols) = (codes.len(), self.cols);
            return Err(say!(
                lang,
                "a row has {cols} cells, this one has {found}",
                "一行有 {cols} 格，这一行有 {found} 格"
            ));
        }
        match self.rows.get_mut(row) {
            Some(place) => {
                *place = Some(codes);
                Ok(())
            }
            None => {
                let rows = self.rows.len();
                Err(say!(lang, "the board has {rows} rows", "沙盘有 {rows} 行"))
            }
        }
    }

    /// Takes the last row back. False where there is none.
    pub(super) fn undo(&mut self) -> bool {
        let last = self.next().unwrap_or(self.rows.len()).checked_sub(1);
        last.and_then(|last| self.rows[last].take()).is_some()
    }
}

/// The codes of cells as a puzzle file writes them.
///
/// # Errors
/// The first word that is no cell.
pub(super) fn cells_of(cells: &str, lang: Lang) -> Result<Vec<i16>, String> {
    match parse_board(cells, "-") {
        Ok(rows) => Ok(rows.concat()),
        Err(error) => {
            let problem = error.problems.first().map_or("", |problem| problem.message.get(lang));
            Err(say!(
                lang,
                "{problem}; two digits are family and level (11 to 35), one digit is a white, -N a stone",
                "{problem}；两位数字是家族和形态（11 至 35），一位数字是白，-N 是石块"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_order_and_can_be_taken_back() {
        let mut entry = BoardEntry::new(3, 3);
        assert_eq!(entry.next(), Some(0));
        entry.put(0, "11 21 31", Lang::En).expect("a row");
        assert!(entry.put(1, "11 21", Lang::En).expect_err("short").contains("3 cells"));
        assert!(entry.put(1, "11 21 xx", Lang::En).expect_err("no piece").contains("`xx`"));
        assert!(entry.put(3, "11 21 31", Lang::En).is_err());
        entry.put(1, "123", Lang::En).expect("digits");
        entry.put(2, "1 2 3", Lang::En).expect("whites");
        assert_eq!(entry.board().map(|board| board[1].clone()), Some(vec![11, 21, 31]));
        assert!(entry.undo() && entry.undo() && entry.undo() && !entry.undo());
        assert_eq!(BoardEntry::of(vec![None, Some(vec![1, 2])], 2, 3), None);
    }
}
