//! A number that names what is played, for checkpoints and merges: equal contents, equal number, on every machine
//! and in every version.

use super::model::{Puzzle, PuzzleGame};
use crate::games::sandbox::rules::{GroupValue, SwapRule, TopMatch};
use crate::games::sandbox::{Refill, Rules};
use crate::types::mix;

/// Changes only if the meaning of a fingerprint ever has to.
const VERSION: u64 = 1;

impl Puzzle {
    /// A 64-bit hash of the resolved contents: game, rules, steps, queue and board. Name, comments, layout and the
    /// name of the mode do not enter, only what the mode stands for.
    ///
    /// Words are absorbed one by one, `hash = mix(hash ^ word)` with [`mix`]; every list is preceded by
    /// its length, numbers are taken as 64-bit two's complement. The order is that of the code below and must stay.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Absorber(mix(VERSION));
        match &self.game {
            PuzzleGame::Sandbox { setup, .. } => {
                hash.word(1);
                hash.rules(&setup.rules);
                hash.word(setup.steps.into());
                hash.word(if setup.rules.refill == Refill::Random { 0 } else { setup.queue_pos.into() });
                hash.board(&setup.board);
            }
            PuzzleGame::Samegame { board, leftover_penalty } => {
                hash.word(2);
                hash.word((*leftover_penalty).into());
                hash.board(board);
            }
            PuzzleGame::Crush { board, kinds, moves } => {
                hash.word(3);
                hash.word((*kinds).into());
                hash.word((*moves).into());
                hash.board(board);
            }
        }
        hash.0
    }
}

struct Absorber(u64);

impl Absorber {
    fn word(&mut self, word: i64) {
        self.0 = mix(self.0 ^ word.cast_unsigned());
    }

    fn list<T: Copy + Into<i64>>(&mut self, items: &[T]) {
        self.word(i64::try_from(items.len()).unwrap_or(i64::MAX));
        for &item in items {
            self.word(item.into());
        }
    }

    fn board<T: Copy + Into<i64>>(&mut self, rows: &[Vec<T>]) {
        self.word(i64::try_from(rows.len()).unwrap_or(i64::MAX));
        for row in rows {
            self.list(row);
        }
    }

    fn rules(&mut self, rules: &Rules) {
        match rules.refill {
            Refill::Fixed(families) => self.list(&families),
            Refill::Random => self.word(0),
        }
        self.word(rules.promotion.into());
        self.word(rules.stones.into());
        self.word(match rules.group_value {
            GroupValue::Units => 0,
            GroupValue::Cells => 1,
        });
        self.word(rules.worth.scale);
        for row in &rules.worth.by_family {
            self.list(row);
        }
        self.word(rules.counted_cap.map_or(-1, i64::from));
        self.word(rules.leftover.into());
        self.word(match rules.top_match {
            TopMatch::Clear => 0,
            TopMatch::None => 1,
        });
        self.word(rules.refund_level.into());
        self.word(match rules.swap {
            SwapRule::Any => 0,
            SwapRule::Adjacent => 1,
        });
    }
}
