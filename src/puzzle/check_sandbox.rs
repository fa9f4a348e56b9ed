//! The sandbox puzzle of a draft: mode, steps, queue and board, and where each of the engine's own faults lies.

use super::check::{Checker, Step};
use super::check_grid::{board_size, sides};
use super::model::PuzzleGame;
use crate::games::sandbox::setup::{MAX_HIT_POINTS, MAX_STEPS};
use crate::games::sandbox::shape::{MAX_SIDE, MIN_SIDE};
use crate::games::sandbox::{Fault, Mode, Refill, Rules, Sandbox, Setup};
use crate::lang::{Lang, Text, both, say};
use crate::types::Place;

/// The way to a cell of the board.
pub(super) fn cell(place: Place) -> Vec<Step> {
    vec![Step::Key("board"), Step::Item(place.row.into()), Step::Item(place.col.into())]
}

/// A cell as people count, from 1.
pub(super) fn spoken(place: Place, lang: Lang) -> String {
    let (row, col) = (u16::from(place.row) + 1, u16::from(place.col) + 1);
    say!(lang, "row {row} column {col}", "第 {row} 行第 {col} 列")
}

fn queue_families() -> Text {
    both!("a queue holds families 1 to 3", "补充队列里是家族 1 至 3")
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
            self.no_board();
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
                let advice =
                    both!("add `mode = \"xiaochuwang\"` or another mode", "请加上 `mode = \"xiaochuwang\"` 或其他模式");
                self.missing("mode", advice);
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
                    let message = both!("`{key}` means nothing where refill is random", "补充随机时 `{key}` 无意义");
                    let advice = both!(
                        "leave it out, or say `refill = \"fixed\"` under [rules]",
                        "请去掉，或在 `[rules]` 下写 `refill = \"fixed\"`"
                    );
                    self.complain(&[Step::Key(key)], message, advice);
                }
            }
            return;
        }
        let Some(queue) = &self.draft.queue else {
            if is_mode_known {
                let advice = both!(
                    "add `queue = \"…\"`, the 12 families of the refill cycle",
                    "请加上 `queue = \"…\"`，即补充队列的 12 个家族"
                );
                self.missing("queue", advice);
            }
            return;
        };
        let letters: Vec<char> = queue.chars().collect();
        if letters.len() != 12 {
            let message = both!("the queue has {} families", "补充队列有 {} 个家族", letters.len());
            self.complain(&at, message, both!("exactly 12", "应恰好有 12 个"));
        }
        let mut families = [1; 12];
        for (i, letter) in letters.into_iter().enumerate() {
            let digit = letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).filter(|_| letter.is_ascii());
            match (digit, families.get_mut(i)) {
                (Some(digit), Some(family)) => *family = digit,
                (Some(_), None) => {}
                (None, _) => {
                    let message = both!("`{}` is no family", "`{}` 不是家族", letter.escape_debug());
                    self.complain(&[at[0], Step::Item(i)], message, queue_families());
                }
            }
        }
        rules.refill = Refill::Fixed(families);
    }

    /// Says where a fault of the engine lies.
    fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::Size { rows, cols } => {
                let advice = sides(MIN_SIDE.into(), MAX_SIDE.into());
                self.complain(&[Step::Key("board")], board_size(rows, cols), advice);
            }
            Fault::Ragged { row, found, expected } => self.ragged(row, found, expected),
            Fault::Code { place, code } => self.code(place, code),
            Fault::Stone { place } => {
                let advice = both!(
                    "a piece, or `stones = true` under [rules], or a mode with stones",
                    "请改成怪物，或在 `[rules]` 下写 `stones = true`，或选有石块的模式"
                );
                self.complain(
                    &cell(place),
                    both!("a stone, but this mode has none", "这里是石块，但本模式没有石块"),
                    advice,
                );
            }
            Fault::Empty { place } => {
                let advice = both!("a puzzle starts from a full board", "谜题从填满的沙盘开始");
                self.complain(&cell(place), both!("an empty cell", "这一格是空的"), advice);
            }
            Fault::Match { cells } => self.ready_match(cells),
            Fault::Steps { steps } => {
                let message = both!("{steps} steps", "步数是 {steps}");
                self.complain(&[Step::Key("steps")], message, both!("1 to {MAX_STEPS}", "应为 1 至 {MAX_STEPS}"));
            }
            Fault::QueuePos { queue_pos } => {
                let message = both!("position {queue_pos}", "位置是 {queue_pos}");
                self.complain(&[Step::Key("queue_pos")], message, both!("0 to 11", "应为 0 至 11"));
            }
            Fault::Queue { index, family } => {
                let message = both!("{family} is no family", "{family} 不是家族");
                self.complain(&[Step::Key("queue"), Step::Item(index)], message, queue_families());
            }
        }
    }

    /// A code that is neither a piece nor a stone.
    fn code(&mut self, place: Place, code: i16) {
        let (message, advice) = if code < 0 {
            (
                both!("a stone of {} hit points", "耐久为 {} 的石块", -i32::from(code)),
                both!("1 to {MAX_HIT_POINTS} hit points", "耐久应为 1 至 {MAX_HIT_POINTS}"),
            )
        } else {
            let is_known = code != i16::MAX;
            let message = if is_known {
                both!("{code} is no piece", "{code} 不是怪物")
            } else {
                both!("no piece", "不是怪物")
            };
            (message, both!("family 1 to 3, then level 1 to 5", "应为家族 1 至 3，再是形态 1 至 5"))
        };
        self.complain(&cell(place), message, advice);
    }

    /// Three in a line before the first move.
    fn ready_match(&mut self, [first, second, third]: [Place; 3]) {
        let message = Text::in_each(|lang| {
            let (from, to) = (spoken(first, lang), spoken(third, lang));
            say!(lang, "three equal pieces in a line, from {from} to {to}", "三个相同的怪物连成一线，从{from}到{to}")
        });
        let advice = both!(
            "no line of three: the game would have matched it before the first move",
            "不能有三个连成一线：游戏在第一步之前就会消除它们"
        );
        self.complain_with(&cell(first), vec![cell(second), cell(third)], message, advice);
    }
}
