//! The sandbox puzzle of a draft: mode, steps, queue and board, and where each of the engine's own faults lies.

use super::check::{Checker, Step};
use super::model::PuzzleGame;
use crate::games::sandbox::setup::{MAX_HIT_POINTS, MAX_STEPS};
use crate::games::sandbox::shape::{MAX_SIDE, MIN_SIDE};
use crate::games::sandbox::{Fault, Mode, Refill, Rules, Sandbox, Setup};
use crate::types::Place;

fn cell(place: Place) -> Vec<Step> {
    vec![Step::Key("board"), Step::Item(place.row.into()), Step::Item(place.col.into())]
}

/// A cell as people count, from 1.
pub(super) fn spoken(place: Place) -> String {
    format!("row {} column {}", u16::from(place.row) + 1, u16::from(place.col) + 1)
}

impl Checker<'_> {
    pub(super) fn sandbox(&mut self) -> Option<PuzzleGame> {
        let mode = self.mode();
        // An unknown mode may have stones, so that its board is still checked for all else.
        let preset = mode.map_or(Rules { stones: true, ..Rules::of(Mode::Xiaochuwang) }, Rules::of);
        let mut rules = self.rules(preset);
        let steps = self.required("steps", self.draft.steps, 1..=i64::from(MAX_STEPS));
        let queue_pos = self.draft.queue_pos.map_or(Some(0), |pos| self.whole(&[Step::Key("queue_pos")], pos, 0..=11));
        self.queue(&mut rules, mode.is_some());
        let Some(rows) = &self.draft.board else {
            self.missing("board", "add `board = \"\"\"`, the rows from top to bottom, and `\"\"\"`");
            return None;
        };
        // A code out of bounds stays a code that means nothing.
        let code = |&code: &i64| i16::try_from(code).unwrap_or(i16::MAX);
        let board = rows.iter().map(|row| row.iter().map(code).collect()).collect();
        let setup = Setup { rules, board, steps: steps.unwrap_or(1), queue_pos: queue_pos.unwrap_or(0) };
        if let Err(error) = Sandbox::new(&setup) {
            for fault in error.faults {
                self.fault(fault);
            }
        }
        Some(PuzzleGame::Sandbox { mode: mode?, setup })
    }

    fn mode(&mut self) -> Option<Mode> {
        match &self.draft.mode {
            Some(word) => self.choice(&[Step::Key("mode")], word, &Mode::ALL.map(|mode| (mode.name(), mode))),
            None => {
                self.missing("mode", "add `mode = \"xiaochuwang\"` or another mode");
                None
            }
        }
    }

    fn queue(&mut self, rules: &mut Rules, is_mode_known: bool) {
        let at = [Step::Key("queue")];
        if rules.refill == Refill::Random {
            for (key, is_there) in
                [("queue", self.draft.queue.is_some()), ("queue_pos", self.draft.queue_pos.is_some())]
            {
                if is_there {
                    let message = format!("`{key}` means nothing where refill is random");
                    self.complain(
                        &[Step::Key(key)],
                        message,
                        "leave it out, or say `refill = \"fixed\"` under [rules]",
                    );
                }
            }
            return;
        }
        let Some(queue) = &self.draft.queue else {
            if is_mode_known {
                self.missing("queue", "add `queue = \"…\"`, the 12 families of the refill cycle");
            }
            return;
        };
        let letters: Vec<char> = queue.chars().collect();
        if letters.len() != 12 {
            self.complain(&at, format!("the queue has {} families", letters.len()), "exactly 12");
        }
        let mut families = [1; 12];
        for (i, letter) in letters.into_iter().enumerate() {
            let digit = letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).filter(|_| letter.is_ascii());
            match (digit, families.get_mut(i)) {
                (Some(digit), Some(family)) => *family = digit,
                (Some(_), None) => {}
                (None, _) => {
                    let message = format!("`{}` is no family", letter.escape_debug());
                    self.complain(&[at[0], Step::Item(i)], message, "a queue holds families 1 to 3");
                }
            }
        }
        rules.refill = Refill::Fixed(families);
    }

    /// Says where a fault of the engine lies.
    fn fault(&mut self, fault: Fault) {
        let board = [Step::Key("board")];
        match fault {
            Fault::Size { rows, cols } => {
                let advice = format!("{MIN_SIDE} to {MAX_SIDE} rows and columns");
                self.complain(&board, format!("a board of {rows} rows and {cols} columns"), advice);
            }
            Fault::Ragged { row, found, expected } => {
                let advice = format!("{expected} cells as in the first row");
                self.complain(&[board[0], Step::Item(row)], format!("row {} has {found} cells", row + 1), advice);
            }
            Fault::Code { place, code } if code < 0 => {
                let advice = format!("1 to {MAX_HIT_POINTS} hit points");
                self.complain(&cell(place), format!("a stone of {} hit points", -i32::from(code)), advice);
            }
            Fault::Code { place, code } => {
                let message = if code == i16::MAX { "no piece".into() } else { format!("{code} is no piece") };
                self.complain(&cell(place), message, "family 1 to 3, then level 1 to 5");
            }
            Fault::Stone { place } => self.complain(
                &cell(place),
                "a stone, but this mode has none",
                "a piece, or `stones = true` under [rules], or a mode with stones",
            ),
            Fault::Empty { place } => self.complain(&cell(place), "an empty cell", "a puzzle starts from a full board"),
            Fault::Match { cells } => {
                let [first, second, third] = cells;
                let message = format!("three equal pieces in a line, from {} to {}", spoken(first), spoken(third));
                let advice = "no line of three: the game would have matched it before the first move";
                self.complain_with(&cell(first), vec![cell(second), cell(third)], message, advice.into());
            }
            Fault::Steps { steps } => {
                self.complain(&[Step::Key("steps")], format!("{steps} steps"), format!("1 to {MAX_STEPS}"));
            }
            Fault::QueuePos { queue_pos } => {
                self.complain(&[Step::Key("queue_pos")], format!("position {queue_pos}"), "0 to 11");
            }
            Fault::Queue { index, family } => {
                let at = [Step::Key("queue"), Step::Item(index)];
                self.complain(&at, format!("{family} is no family"), "a queue holds families 1 to 3");
            }
        }
    }
}
