//! What the loop shows: the position with its move and the board after the first fall, the order of new pieces, the end.

use super::game::awaited;
use super::screen::{Look, matched};
use super::session::Session;
use crate::cli::eval::method;
use crate::cli::lang::say;
use crate::game::Game as _;
use crate::games::sandbox::{SandboxMove, State};
use crate::puzzle::Origin;
use crate::replay::{cells_of as cells_moved, in_words};
use crate::types::Action;

impl Session<'_> {
    /// The position, ready for the next line.
    pub(super) fn screen(&self) -> String {
        let lang = self.ui.lang;
        let now = self.game.now();
        if let Some(entry) = &self.entering {
            let number = entry.next().unwrap_or(0) + usize::from(self.look.origin);
            return say!(lang, "row {number} of the board as it is at rest:", "静止沙盘的第 {number} 行：");
        }
        let codes = self.game.sandbox.codes(&now.state);
        if self.game.is_pending() {
            let (gain, count) = (self.points(now.gain), awaited(&self.game.sandbox, &now.state));
            let plain = Look::plain(&codes);
            return say!(
                lang,
                "it goes on: {gain} so far in this move\n{plain}{count} new pieces fall again:",
                "连消继续：这一步目前 {gain}\n{plain}又落下 {count} 个新怪物："
            );
        }
        let (made, steps, score) = (now.made + 1, now.state.steps(), self.points(now.score));
        let Some(mv) = self.chosen_move() else { return self.over() };
        let head = say!(
            lang,
            "move {made}: steps left: {steps}, so far: {score}",
            "第 {made} 步：剩 {steps} 步，目前 {score}"
        );
        let action = self.game.sandbox.action(mv);
        let board = self.look.board(&codes, &cells_moved(action));
        let advice = self.advice(mv, action);
        let (fallen, groups) = self.game.first_fall(mv);
        let after = Look::plain(&self.game.sandbox.codes(&fallen));
        let count = awaited(&self.game.sandbox, &fallen);
        let matched = matched(&groups, self.look);
        let matched =
            if matched.is_empty() { matched } else { say!(lang, " ({matched} matched)", "（消除 {matched}）") };
        say!(
            lang,
            "\n{head}\n{board}{advice}after the first fall{matched}:\n{after}{count} new pieces fall; type them in that order:",
            "\n{head}\n{board}{advice}第一次下落之后{matched}：\n{after}落下 {count} 个新怪物，请按顺序输入："
        )
    }

    /// The move in words, with its value.
    fn advice(&self, mv: SandboxMove, action: Action) -> String {
        let lang = self.ui.lang;
        let origin = if self.look.origin == 0 { Origin::Zero } else { Origin::One };
        let words = in_words(action, origin, lang);
        let (a, b) = mv.cells();
        let state = &self.game.now().state;
        let mut pieces: Vec<String> =
            [a, b].into_iter().filter_map(|bit| state.piece(bit)).map(|piece| self.look.piece(piece)).collect();
        pieces.truncate(if mv.is_drag() { 1 } else { 2 });
        // The cells in the order of the words.
        if !mv.is_drag() && self.game.sandbox.shape().place(a) > self.game.sandbox.shape().place(b) {
            pieces.reverse();
        }
        let pieces = pieces.join(" ↔ ");
        let at = self.rows().iter().position(|row| row.mv == mv);
        let (Some(answer), Some(at)) = (&self.answer, at) else {
            return say!(lang, "your move: {words} ({pieces})\n", "你的走法：{words}（{pieces}）\n");
        };
        let row = &self.rows()[at];
        let (value, how) = (row.value, method(self.adviser, answer, lang));
        let states_error = self.adviser.evaluator(&self.game.sandbox).states_error() && row.std_error.is_finite();
        let error = if states_error { format!(" ± {:.2}", row.std_error) } else { String::new() };
        let tied = answer.evaluation.tied().saturating_sub(1);
        let head = match at {
            0 => say!(lang, "best move", "最佳走法"),
            at => say!(lang, "move ranked {}", "排第 {} 的走法", at + 1),
        };
        let ties = match (at, tied) {
            (0, 1..) => say!(
                lang,
                "; {tied} more cannot be told apart from it (`other`)",
                "；另有 {tied} 个与它难分高下（`other`）"
            ),
            _ => String::new(),
        };
        let seconds = answer.seconds;
        say!(
            lang,
            "{head}: {words} ({pieces})\n  value {value:.2}{error}{ties} ({how}, {seconds:.2} s)\n",
            "{head}：{words}（{pieces}）\n  估值 {value:.2}{error}{ties}（{how}，{seconds:.2} 秒）\n"
        )
    }

    /// The end of the game.
    fn over(&self) -> String {
        let lang = self.ui.lang;
        let now = self.game.now();
        let board = self.look.board(&self.game.sandbox.codes(&now.state), &[]);
        let score = self.points(now.score);
        let left = crate::advice::leftover(&self.game.sandbox, &now.state);
        let left = if left > 0.0 {
            say!(lang, ", and {left:.1} for the board left over", "，剩余沙盘另值 {left:.1}")
        } else {
            String::new()
        };
        say!(
            lang,
            "\n{board}the game is over: {score}{left} (`undo`, `steps N` and `quit` still work)",
            "\n{board}对局结束：{score}{left}（`undo`、`steps N`、`quit` 仍可用）"
        )
    }

    /// The position that waits for new pieces: as it is, or after the chosen move's first fall; `None` when the game is
    /// over.
    fn awaiting(&self) -> Option<State> {
        if self.game.is_pending() {
            return Some(self.game.now().state);
        }
        self.chosen_move().map(|mv| self.game.first_fall(mv).0)
    }

    /// What to do, in a line.
    pub(super) fn hint(&self) -> String {
        let lang = self.ui.lang;
        let Some(state) = self.awaiting() else {
            return say!(
                lang,
                "the game is over: `undo`, `steps N` or `quit`",
                "对局已结束：`undo`、`steps N` 或 `quit`"
            );
        };
        let count = awaited(&self.game.sandbox, &state);
        say!(
            lang,
            "type the {count} new pieces, a digit each (1 to 3) in the order they fell; `?` shows the cells, `help` the rest",
            "请输入 {count} 个新怪物，每个一位数字（1 至 3），按落下的顺序；`?` 显示位置，`help` 显示其余"
        )
    }

    /// `?`
    pub(super) fn show_order(&self) -> String {
        let lang = self.ui.lang;
        let Some(state) = self.awaiting() else { return self.hint() };
        let order = self.game.order(&state);
        let board = self.look.order(&self.game.sandbox.codes(&state), &order);
        let columns: Vec<String> =
            order.iter().map(|place| (u16::from(place.col) + u16::from(self.look.origin)).to_string()).collect();
        let columns = columns.join(" ");
        say!(
            lang,
            "{board}the new pieces come to rest in this order, by column: {columns}",
            "{board}新怪物按此顺序落定，各在列：{columns}"
        )
    }

    /// `top N`
    pub(super) fn top(&self, count: usize) -> String {
        let lang = self.ui.lang;
        if self.rows().is_empty() {
            return self.hint();
        }
        let origin = if self.look.origin == 0 { Origin::Zero } else { Origin::One };
        let mut out = String::new();
        for (rank, row) in self.rows().iter().take(count.max(1)).enumerate() {
            let words = in_words(self.game.sandbox.action(row.mv), origin, lang);
            let mark = if row.is_tied { "=" } else { " " };
            out += &format!("{:>3}{mark} {:>9.2}  {words}\n", rank + 1, row.value);
        }
        out
    }

    /// A score in power units or points.
    fn points(&self, score: i64) -> String {
        match self.game.sandbox.rules().worth.scale {
            1 => score.to_string(),
            scale => format!("{:.1}", score as f64 / scale as f64),
        }
    }
}
