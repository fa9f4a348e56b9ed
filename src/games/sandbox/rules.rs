//! The rule set: the modes of the seed article as presets, every field of which a puzzle file may override.

use super::piece::{KINDS, Piece};
use crate::types::Score;
use std::ops::RangeInclusive;

/// A mode of the game; each is a preset of [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// 消除王: fixed refill, promotion, points.
    Xiaochuwang,
    /// 魔王: random refill, promotion, power.
    Mowang,
    /// 战棋: random refill, no promotion, pieces eliminated.
    Zhanqi,
    /// 矿战: random refill, no promotion, pieces eliminated.
    Kuangzhan,
    /// 秘境: as 魔王, the board left over matters.
    Mijing,
    /// 竞技场: random refill, no promotion, stones, the board left over matters.
    Jingjichang,
    /// 正常通关: as 魔王, with stones.
    Tongguan,
}

impl Mode {
    /// Every mode, in the order of the table in RULES.
    pub const ALL: [Self; 7] = [
        Self::Xiaochuwang,
        Self::Mowang,
        Self::Zhanqi,
        Self::Kuangzhan,
        Self::Mijing,
        Self::Jingjichang,
        Self::Tongguan,
    ];

    /// The mode's name in puzzle files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiaochuwang => "xiaochuwang",
            Self::Mowang => "mowang",
            Self::Zhanqi => "zhanqi",
            Self::Kuangzhan => "kuangzhan",
            Self::Mijing => "mijing",
            Self::Jingjichang => "jingjichang",
            Self::Tongguan => "tongguan",
        }
    }

    /// The mode's Chinese name.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Xiaochuwang => "消除王",
            Self::Mowang => "魔王",
            Self::Zhanqi => "战棋",
            Self::Kuangzhan => "矿战",
            Self::Mijing => "秘境",
            Self::Jingjichang => "竞技场",
            Self::Tongguan => "正常通关",
        }
    }

    /// The mode of a name in a puzzle file.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Where new pieces come from (R15, R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refill {
    /// Families 1 to 3, read in a cycle.
    Fixed([u8; 12]),
    /// Uniform over the three families.
    Random,
}

/// Whether matched oranges vanish or never match (A1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TopMatch {
    /// They score and vanish (R7).
    #[default]
    Clear,
    /// Oranges never match.
    None,
}

/// Which pairs may be swapped (A3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SwapRule {
    /// Any two pieces.
    #[default]
    Any,
    /// Orthogonal neighbours.
    Adjacent,
}

/// What a matched group of `size` cells is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupValue {
    /// `max(1, size − 2)` times the worth of its piece (R5, R21).
    Units,
    /// One per piece eliminated: `size` times the worth of its piece.
    Cells,
}

/// What a piece is worth, in units of the score (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// By family − 1 and level − 1.
    pub by_family: [[Score; 5]; 3],
    /// Units of the score per point or per unit of power: 1 where points are whole, 256 where `3.25^(level − 1)` is
    /// kept exactly.
    pub scale: Score,
}

impl Worth {
    /// The same points for every family, whole.
    #[must_use]
    pub const fn points(points: [Score; 5]) -> Self {
        Self { by_family: [points; 3], scale: 1 }
    }

    /// The article's power ratio of neighbouring levels.
    pub const EVOLVE: f64 = 3.25;
    /// The most that a puzzle may say a piece is worth, in points or units of power.
    pub const MOST: f64 = 1_000_000.0;
    /// The family weights that a puzzle may name.
    pub const WEIGHTS: RangeInclusive<f64> = 0.0..=1000.0;
    /// The power ratios of neighbouring levels that a puzzle may name.
    pub const RATIOS: RangeInclusive<f64> = 1.0..=10.0;

    /// Power: `weight × 3.25^(level − 1)` (article), kept in units of 1/256, exact for whole weights.
    #[must_use]
    pub fn power(weights: [f64; 3]) -> Self {
        Self::power_with(weights, Self::EVOLVE)
    }

    /// Power with another ratio of neighbouring levels, rounded to units of 1/256.
    #[must_use]
    pub fn power_with(weights: [f64; 3], evolve: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "rounded; weights are bounded when a puzzle is read")]
        let by_family = weights
            .map(|weight| std::array::from_fn(|level| (weight * 256.0 * evolve.powi(level as i32)).round() as Score));
        Self { by_family, scale: 256 }
    }

    /// What the dearest piece is worth with these weights and a ratio of at least 1.
    #[must_use]
    pub fn highest(weights: [f64; 3], evolve: f64) -> f64 {
        weights.into_iter().fold(0.0, f64::max) * evolve.powi(4)
    }

    /// The worth of a piece.
    #[must_use]
    pub fn of(&self, piece: Piece) -> Score {
        self.by_family[usize::from(piece.family() - 1)][usize::from(piece.level() - 1)]
    }

    /// The worth by kind number; entry 0 is 0.
    pub(super) fn by_kind(&self) -> [Score; KINDS + 1] {
        let mut table = [0; KINDS + 1];
        for kind in 1..=15 {
            table[usize::from(kind)] = self.of(Piece::from_kind(kind));
        }
        table
    }
}

/// A rule set. [`Rules::of`] gives a mode's; a puzzle file may override each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Where new pieces come from (R15, R18).
    pub refill: Refill,
    /// Whether swapped cells and centres are promoted (R6) or all matched cells become empty (R19).
    pub promotion: bool,
    /// Whether the board may hold stones (R20).
    pub stones: bool,
    /// What a matched group is worth.
    pub group_value: GroupValue,
    /// What a piece is worth, dragged or matched.
    pub worth: Worth,
    /// At most so many eliminated pieces count per move in modes that count them (战棋's cap); `None` for all.
    pub counted_cap: Option<u32>,
    /// Whether the board left at the end is worth something; evaluators add it (秘境, 竞技场).
    pub leftover: bool,
    /// A1.
    pub top_match: TopMatch,
    /// A drag of this level or higher gives its step back (A2, R10).
    pub refund_level: u8,
    /// A3.
    pub swap: SwapRule,
}

impl Rules {
    /// The preset of a mode. 消除王's queue is a placeholder of whites in turn: a puzzle brings its own.
    #[must_use]
    pub fn of(mode: Mode) -> Self {
        let power = Self {
            refill: Refill::Random,
            promotion: true,
            stones: false,
            group_value: GroupValue::Units,
            worth: Worth::power([1.0; 3]),
            counted_cap: None,
            leftover: false,
            top_match: TopMatch::Clear,
            refund_level: 4,
            swap: SwapRule::Any,
        };
        let counting = Self { promotion: false, group_value: GroupValue::Cells, worth: Worth::points([1; 5]), ..power };
        match mode {
            Mode::Xiaochuwang => Self {
                refill: Refill::Fixed([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]),
                worth: Worth::points([10, 40, 160, 640, 4000]),
                ..power
            },
            Mode::Mowang => power,
            Mode::Zhanqi | Mode::Kuangzhan => counting,
            Mode::Mijing => Self { leftover: true, ..power },
            Mode::Jingjichang => Self { stones: true, leftover: true, ..counting },
            Mode::Tongguan => Self { stones: true, ..power },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_exact_in_256ths() {
        let worth = Worth::power([1.0; 3]);
        assert_eq!(worth.by_family[0], [256, 832, 2704, 8788, 28561]);
        assert_eq!(worth.of(Piece::new(2, 5)), 28561);
    }

    #[test]
    fn mode_names_read_back() {
        for mode in Mode::ALL {
            assert_eq!(Mode::from_name(mode.name()), Some(mode));
        }
        assert_eq!(Mode::from_name("消除王"), None);
    }
}
