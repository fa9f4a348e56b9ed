//! A monster: a family (1 to 3) and a level (1 to 5), written `FL` (R1).

#![expect(clippy::cast_possible_truncation, reason = "kinds are 1 to 15")]

use std::fmt;

/// Families, R1.
pub const FAMILIES: u8 = 3;
/// Levels: white, green, blue, purple, orange.
pub const LEVELS: u8 = 5;
/// Number of kinds of piece, and the highest kind.
pub const KINDS: usize = 15;

/// A monster. Its *kind* is `(level − 1) × 3 + family`, 1 to 15: promotion adds three, whites are 1, 2 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The piece of a family and a level.
    ///
    /// # Panics
    /// When the family is not 1 to 3 or the level not 1 to 5.
    #[must_use]
    pub const fn new(family: u8, level: u8) -> Self {
        assert!(family >= 1 && family <= FAMILIES && level >= 1 && level <= LEVELS, "no such piece");
        Self((level - 1) * FAMILIES + family)
    }

    /// The piece of a two-digit code, family then level; `None` where there is no such piece.
    #[must_use]
    pub const fn from_code(code: i16) -> Option<Self> {
        match code {
            11..=15 | 21..=25 | 31..=35 => {
                let code = code.unsigned_abs();
                Some(Self((((code % 10) - 1) * 3 + code / 10) as u8))
            }
            _ => None,
        }
    }

    /// The piece of a kind number.
    ///
    /// # Panics
    /// When the kind is not 1 to 15.
    #[must_use]
    pub const fn from_kind(kind: u8) -> Self {
        assert!(kind >= 1 && kind as usize <= KINDS, "no such kind");
        Self(kind)
    }

    /// The kind number, 1 to 15.
    #[must_use]
    pub const fn kind(self) -> u8 {
        self.0
    }

    /// The family, 1 to 3.
    #[must_use]
    pub const fn family(self) -> u8 {
        (self.0 - 1) % FAMILIES + 1
    }

    /// The level, 1 (white) to 5 (orange).
    #[must_use]
    pub const fn level(self) -> u8 {
        (self.0 - 1) / FAMILIES + 1
    }

    /// The two-digit code, family then level.
    #[must_use]
    pub const fn code(self) -> i16 {
        (self.family() * 10 + self.level()) as i16
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_codes_and_kinds_name_the_same_fifteen_pieces() {
        for kind in 1..=15 {
            let piece = Piece::from_kind(kind);
            assert_eq!(Piece::from_code(piece.code()), Some(piece));
            assert_eq!(Piece::new(piece.family(), piece.level()), piece);
        }
        for code in [0, 10, 16, 36, 41, -11, 111] {
            assert_eq!(Piece::from_code(code), None, "{code}");
        }
    }
}
