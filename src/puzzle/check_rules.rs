//! The rule set of a draft: the mode's preset with what `[rules]` overrides.

use super::check::{Checker, Step};
use super::draft::{RulesDraft, Table};
use crate::games::sandbox::rules::{GroupValue, SwapRule, TopMatch, Worth};
use crate::games::sandbox::{Refill, Rules};
use crate::lang::{Text, both};
use crate::types::Score;
use std::ops::RangeInclusive;

/// The queue of a fixed refill until the puzzle's own replaces it; a puzzle without one is refused.
const PLACEHOLDER: Refill = Refill::Fixed([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);

fn rule(key: &'static str) -> [Step; 2] {
    [Step::Key("rules"), Step::Key(key)]
}

fn number_in(range: &RangeInclusive<f64>) -> Text {
    both!("a number from {} to {}", "应为 {} 至 {} 的数", range.start(), range.end())
}

impl Checker<'_> {
    /// The preset with its overrides; a fixed refill has a placeholder queue.
    pub(super) fn rules(&mut self, preset: Rules) -> Rules {
        let Some(draft) = &self.draft.rules else { return preset };
        let mut rules = preset;
        if let Some(word) = &draft.refill {
            let known = [("fixed", PLACEHOLDER), ("random", Refill::Random)];
            rules.refill = self.choice(&rule("refill"), word, &known).unwrap_or(rules.refill);
        }
        rules.promotion = draft.promotion.unwrap_or(rules.promotion);
        rules.stones = draft.stones.unwrap_or(rules.stones);
        rules.leftover = draft.leftover.unwrap_or(rules.leftover);
        if let Some(word) = &draft.group_value {
            let known = [("units", GroupValue::Units), ("cells", GroupValue::Cells)];
            rules.group_value = self.choice(&rule("group_value"), word, &known).unwrap_or(rules.group_value);
        }
        if let Some(word) = &draft.top_match {
            let known = [("clear", TopMatch::Clear), ("none", TopMatch::None)];
            rules.top_match = self.choice(&rule("top_match"), word, &known).unwrap_or(rules.top_match);
        }
        if let Some(word) = &draft.swap {
            let known = [("any", SwapRule::Any), ("adjacent", SwapRule::Adjacent)];
            rules.swap = self.choice(&rule("swap"), word, &known).unwrap_or(rules.swap);
        }
        if let Some(cap) = draft.counted_cap {
            rules.counted_cap = self.whole(&rule("counted_cap"), cap, 1..=10_000).or(rules.counted_cap);
        }
        if let Some(level) = draft.refund_level {
            // Level 1 is left out: whites never run out, so a game could go on for ever.
            rules.refund_level = self.whole(&rule("refund_level"), level, 2..=6).unwrap_or(rules.refund_level);
        }
        rules.worth = self.worth(draft, rules.worth);
        rules
    }

    fn worth(&mut self, draft: &RulesDraft, preset: Worth) -> Worth {
        let ways = [
            ("points", draft.points.is_some()),
            ("powers", draft.powers.is_some()),
            ("weights", draft.weights.is_some()),
            ("evolve", draft.evolve.is_some()),
        ];
        let used: Vec<&'static str> = ways.into_iter().filter(|(_, is_there)| *is_there).map(|(key, _)| key).collect();
        if let [first, .., last] = used[..]
            && used != ["weights", "evolve"]
        {
            let message = both!(
                "`{first}` and `{last}` both say what a piece is worth",
                "`{first}` 和 `{last}` 都规定了怪物的价值"
            );
            let advice = both!(
                "`points`, or `powers`, or `weights` with `evolve`",
                "只写 `points`，或 `powers`，或 `weights` 和 `evolve`"
            );
            self.complain(&rule(last), message, advice);
        }
        let points = draft.points.as_ref().and_then(|table| self.table("points", table, 1.0));
        let powers = draft.powers.as_ref().and_then(|table| self.table("powers", table, 256.0));
        let weighted = (draft.weights.is_some() || draft.evolve.is_some()).then(|| self.power(draft)).flatten();
        let points = points.map(|by_family| Worth { by_family, scale: 1 });
        let powers = powers.map(|by_family| Worth { by_family, scale: 256 });
        points.or(powers).or(weighted).unwrap_or(preset)
    }

    fn power(&mut self, draft: &RulesDraft) -> Option<Worth> {
        let mut weights = [1.0; 3];
        let mut good = true;
        if let Some(given) = &draft.weights {
            good &= self.row(&rule("weights"), given, 3, Worth::WEIGHTS);
            weights = <[f64; 3]>::try_from(given.as_slice()).unwrap_or(weights);
        }
        let evolve = draft.evolve.unwrap_or(Worth::EVOLVE);
        if !Worth::RATIOS.contains(&evolve) {
            let message = both!("`evolve` cannot be {evolve}", "`evolve` 不能是 {evolve}");
            self.complain(&rule("evolve"), message, number_in(&Worth::RATIOS));
            good = false;
        }
        let highest = Worth::highest(weights, evolve);
        if good && highest > Worth::MOST {
            let key = if draft.weights.is_some() { "weights" } else { "evolve" };
            let message = both!("an orange would be worth {highest}", "一个橙的价值将是 {highest}");
            self.complain(&rule(key), message, both!("at most {}", "至多 {}", Worth::MOST));
            good = false;
        }
        good.then(|| Worth::power_with(weights, evolve))
    }

    /// A table of worths by family and level, in units of 1/`scale`.
    fn table(&mut self, key: &'static str, table: &Table, scale: f64) -> Option<[[Score; 5]; 3]> {
        let at = rule(key);
        let rows: Vec<&Vec<f64>> = match table {
            Table::Same(row) => vec![row; 3],
            Table::ByFamily(rows) => rows.iter().collect(),
        };
        let Ok(rows) = <[&Vec<f64>; 3]>::try_from(rows) else {
            let message = both!("`{key}` has the wrong number of rows", "`{key}` 的行数不对");
            let advice = both!("five numbers, or three rows of five", "应为五个数，或三行、每行五个");
            self.complain(&at, message, advice);
            return None;
        };
        let mut good = true;
        let shown = if matches!(table, Table::Same(_)) { 1 } else { 3 };
        for (family, row) in rows.into_iter().enumerate().take(shown) {
            let place = [at[0], at[1], Step::Item(family)];
            let place = if shown == 1 { &at[..] } else { &place[..] };
            good &= self.row(place, row, 5, 0.0..=Worth::MOST);
            for (i, value) in row.iter().enumerate().filter(|(_, value)| value.is_finite()) {
                if (value * scale).fract() != 0.0 {
                    let advice = if scale > 1.0 {
                        both!("a multiple of 1/256", "应为 1/256 的倍数")
                    } else {
                        both!("a whole number", "应为整数")
                    };
                    let message = both!("{value} is not exact", "{value} 不够精确");
                    self.complain(&[place, &[Step::Item(i)]].concat(), message, advice);
                    good = false;
                }
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and within 0 to 256 million, checked above")]
        let units = |value: &f64| (value * scale) as Score;
        let rows = rows.map(|row| <[Score; 5]>::try_from(row.iter().map(units).collect::<Vec<_>>()).ok());
        let [Some(first), Some(second), Some(third)] = rows else { return None };
        good.then_some([first, second, third])
    }

    /// Whether a row has so many numbers, all in a range.
    fn row(&mut self, at: &[Step], row: &[f64], len: usize, range: RangeInclusive<f64>) -> bool {
        if row.len() != len {
            let message = both!("{} numbers", "有 {} 个数", row.len());
            self.complain(at, message, both!("exactly {len}", "应恰好有 {len} 个"));
            return false;
        }
        let mut good = true;
        for (i, value) in row.iter().enumerate().filter(|(_, value)| !range.contains(value)) {
            let message = both!("{value} is out of range", "{value} 超出范围");
            self.complain(&[at, &[Step::Item(i)]].concat(), message, number_in(&range));
            good = false;
        }
        good
    }
}
