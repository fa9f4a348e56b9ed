//! A puzzle back to a puzzle file: only what differs from the mode's preset, the board in aligned columns.

use super::draft::{Draft, RulesDraft, Table};
use super::model::Puzzle;
use std::fmt::Display;

impl Puzzle {
    /// The puzzle as a file that [`parse`](super::parse) reads back to the same puzzle.
    ///
    /// Worths that no file can express (a scale other than 1 and 256) do not occur in a puzzle that was parsed.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let draft = Draft::from(self.clone());
        let mut out = Lines::default();
        out.string("name", draft.name.as_deref());
        out.string("game", draft.game.as_deref());
        out.string("mode", draft.mode.as_deref());
        out.plain("steps", draft.steps);
        out.string("queue", draft.queue.as_deref());
        out.plain("queue_pos", draft.queue_pos);
        out.plain("kinds", draft.kinds);
        out.plain("moves", draft.moves);
        out.plain("leftover_penalty", draft.leftover_penalty);
        out.board(&draft.board.unwrap_or_default());
        if let Some(rules) = &draft.rules {
            out.rules(rules);
        }
        out.0
    }
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn plain(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.0.push_str(&format!("{key} = {value}\n"));
        }
    }

    fn string(&mut self, key: &str, value: Option<&str>) {
        self.plain(key, value.map(|text| toml::Value::String(text.to_owned())));
    }

    fn numbers(&mut self, key: &str, value: Option<&[f64]>) {
        self.plain(key, value.map(list));
    }

    fn table(&mut self, key: &str, value: Option<&Table>) {
        match value {
            Some(Table::Same(row)) => self.numbers(key, Some(row)),
            Some(Table::ByFamily(rows)) => {
                let rows: Vec<String> = rows.iter().map(|row| list(row)).collect();
                self.plain(key, Some(format!("[{}]", rows.join(", "))));
            }
            None => {}
        }
    }

    fn board(&mut self, rows: &[Vec<i64>]) {
        let width = rows.iter().flatten().map(|code| code.to_string().len()).max().unwrap_or(1);
        self.0.push_str("board = \"\"\"\n");
        for row in rows {
            let cells: Vec<String> = row.iter().map(|code| format!("{code:>width$}")).collect();
            self.0.push_str(&cells.join(" "));
            self.0.push('\n');
        }
        self.0.push_str("\"\"\"\n");
    }

    fn rules(&mut self, rules: &RulesDraft) {
        self.0.push_str("\n[rules]\n");
        self.string("refill", rules.refill.as_deref());
        self.plain("promotion", rules.promotion);
        self.plain("stones", rules.stones);
        self.string("group_value", rules.group_value.as_deref());
        self.table("points", rules.points.as_ref());
        self.numbers("weights", rules.weights.as_deref());
        self.plain("evolve", rules.evolve);
        self.table("powers", rules.powers.as_ref());
        self.plain("counted_cap", rules.counted_cap);
        self.plain("leftover", rules.leftover);
        self.string("top_match", rules.top_match.as_deref());
        self.plain("refund_level", rules.refund_level);
        self.string("swap", rules.swap.as_deref());
    }
}

/// Numbers in the shortest form that reads back to the same.
fn list(row: &[f64]) -> String {
    format!("[{}]", row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
