//! Boards of up to 16 × 16 cells as 256-bit sets, shared by SameGame and crush.
//!
//! A column is 16 bits with the bottom row lowest, four columns to a word: bit = 16 × column + height. Removing cells
//! and letting the rest fall is then one parallel extract per column and plane, and a neighbour is a shift away.
//! Invariant: no operation lets a cell wrap from the top of one column to the bottom of the next.

use crate::bits::{each_bit, extract, nth_set};
use crate::types::{Key, Pcg, Place, below};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Most rows and columns of a board.
pub const MAX_SIDE: usize = 16;
/// The bottom row.
const BOTTOM: u64 = 0x0001_0001_0001_0001;
/// The top row.
const TOP: u64 = BOTTOM << 15;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wide(pub(super) [u64; 4]);

macro_rules! bitwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }
    };
}
bitwise!(BitAnd, bitand, &);
bitwise!(BitOr, bitor, |);
bitwise!(BitXor, bitxor, ^);

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Wide {
    /// No cell.
    pub(super) const EMPTY: Self = Self([0; 4]);

    /// One cell. Only the low eight bits of the number count.
    #[inline(always)]
    pub(super) fn cell(bit: u32) -> Self {
        let mut words = [0; 4];
        words[(bit >> 6 & 3) as usize] = 1 << (bit & 63);
        Self(words)
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub(super) fn has(self, bit: u32) -> bool {
        self.0[(bit >> 6 & 3) as usize] >> (bit & 63) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// How many cells.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest cell.
    #[inline(always)]
    pub(super) fn lowest(self) -> Option<u32> {
        (0..4).zip(self.0).find(|&(_, word)| word != 0).map(|(i, word)| 64 * i + word.trailing_zeros())
    }

    /// Visits the cells, ascending.
    #[inline(always)]
    pub(super) fn each(self, mut visit: impl FnMut(u32)) {
        for (i, word) in (0..4).zip(self.0) {
            each_bit(word, |bit| visit(64 * i + bit));
        }
    }

    /// One cell, uniformly; `None` when there is none.
    #[inline(always)]
    pub(super) fn draw(self, rng: &mut Pcg) -> Option<u32> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let mut index = below(rng, count);
        for (i, word) in (0..4).zip(self.0) {
            let here = word.count_ones();
            if index < here {
                return Some(64 * i + nth_set(word, index));
            }
            index -= here;
        }
        None
    }

    /// Every cell moved one row up; the top row is lost.
    #[inline(always)]
    pub(super) fn up(self) -> Self {
        Self(self.0.map(|word| word << 1 & !BOTTOM))
    }

    /// Every cell moved one row down; the bottom row is lost.
    #[inline(always)]
    pub(super) fn down(self) -> Self {
        Self(self.0.map(|word| word >> 1 & !TOP))
    }

    /// Every cell moved one column to the right; the last is lost.
    #[inline(always)]
    pub(super) fn right(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    /// Every cell moved one column to the left; the first is lost.
    #[inline(always)]
    pub(super) fn left(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16])
    }

    /// The cells of a column and the three to its right, lowest column first.
    #[inline(always)]
    pub(super) fn window(self, col: u32) -> u64 {
        let (word, shift) = ((col >> 2 & 3) as usize, 16 * (col & 3));
        let next = if word < 3 { self.0[word + 1] } else { 0 };
        self.0[word] >> shift | (next << 1) << (63 - shift)
    }

    /// The set of cells that a [`window`](Self::window) at a column shows.
    #[inline(always)]
    pub(super) fn from_window(window: u64, col: u32) -> Self {
        let (word, shift) = ((col >> 2 & 3) as usize, 16 * (col & 3));
        let mut words = [0; 4];
        words[word] = window << shift;
        if word < 3 {
            words[word + 1] = (window >> 1) >> (63 - shift);
        }
        Self(words)
    }

    /// A mixing hash of the set and a number.
    #[inline(always)]
    pub(super) fn hash(self, number: u8) -> u64 {
        let [a, b, c, d] = self.0;
        let low = fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xb7e1_5162_8aed_2a6b ^ u64::from(number));
        fold(low ^ c ^ 0x1319_8a2e_0370_7345, low.rotate_left(32) ^ d ^ 0xa409_3822_299f_31d1)
    }

    /// The cells of one column, as the low 16 bits.
    #[inline(always)]
    pub(super) fn column(self, col: u32) -> u64 {
        self.0[(col >> 2 & 3) as usize] >> (16 * (col & 3)) & 0xffff
    }
}

/// What lies where: bit i of a cell's kind is its bit in plane i, and kind 0 is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planes<const N: usize>(pub(super) [Wide; N]);

impl<const N: usize> Planes<N> {
    /// Nothing anywhere.
    pub(super) const EMPTY: Self = Self([Wide::EMPTY; N]);

    /// The kind on a cell.
    #[inline(always)]
    pub(super) fn kind(&self, bit: u32) -> u8 {
        self.0.iter().enumerate().fold(0, |kind, (i, plane)| kind | u8::from(plane.has(bit)) << i)
    }

    /// Puts a kind on an empty cell.
    pub(super) fn put(&mut self, bit: u32, kind: u8) {
        for (i, plane) in self.0.iter_mut().enumerate() {
            if kind >> i & 1 == 1 {
                *plane = *plane | Wide::cell(bit);
            }
        }
    }

    /// The cells that hold anything.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Wide {
        self.0.iter().fold(Wide::EMPTY, |all, &plane| all | plane)
    }

    /// The cells of one kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: u8) -> Wide {
        let planes = self.0.iter().enumerate();
        planes.fold(!Wide::EMPTY, |cells, (i, &plane)| cells & if kind >> i & 1 == 1 { plane } else { !plane })
    }

    /// Which cells hold the same kind as the one above, and which the same as the one to the right.
    #[inline(always)]
    pub(super) fn links(&self) -> Links {
        let occupied = self.occupied();
        let (mut above, mut right) = (occupied, occupied);
        for &plane in &self.0 {
            above = above & !(plane ^ plane.down());
            right = right & !(plane ^ plane.left());
        }
        Links { above, right }
    }

    /// Exchanges two cells.
    #[inline(always)]
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        let both = Wide::cell(a) | Wide::cell(b);
        for plane in &mut self.0 {
            if plane.has(a) != plane.has(b) {
                *plane = *plane ^ both;
            }
        }
    }

    /// Removes cells and lets what lay above them fall.
    #[inline(always)]
    pub(super) fn remove(&mut self, cells: Wide) {
        for (i, word) in cells.0.into_iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let shift = rest.trailing_zeros() & 48;
                let lane = 0xffff << shift;
                rest &= !lane;
                let keep = lane & !word;
                let bottom = low_cells(keep, shift);
                for plane in &mut self.0 {
                    let fallen = extract(plane.0[i], keep) << shift & bottom;
                    plane.0[i] = plane.0[i] & !lane | fallen;
                }
            }
        }
    }

    /// Takes out empty columns: what lies to the right of one moves left.
    #[inline(always)]
    pub(super) fn close_columns(&mut self) {
        // Nothing hangs in the air, so a column is empty where its bottom cell is.
        let bottoms = self.occupied().0.map(|word| extract(word, BOTTOM));
        let filled = bottoms[0] | bottoms[1] << 4 | bottoms[2] << 8 | bottoms[3] << 12;
        if filled & (filled + 1) == 0 {
            return;
        }
        for plane in &mut self.0 {
            let old = *plane;
            *plane = Wide::EMPTY;
            let mut target = 0_u32;
            each_bit(filled, |col| {
                plane.0[(target >> 2) as usize & 3] |= old.column(col) << (16 * (target & 3));
                target += 1;
            });
        }
    }

    /// Mixes everything, and one more word, into a key.
    #[inline(always)]
    pub(super) fn key(&self, rest: u64) -> Key {
        let (mut low, mut high) = (rest ^ 0x9e37_79b9_7f4a_7c15, rest ^ 0x243f_6a88_85a3_08d3);
        for plane in &self.0 {
            let [a, b, c, d] = plane.0;
            low = fold(low ^ a, 0xb7e1_5162_8aed_2a6b) ^ fold(b ^ 0x1319_8a2e_0370_7345, c ^ 0xa409_3822_299f_31d1);
            high = fold(high ^ d, 0x082e_fa98_ec4e_6c89) ^ fold(a ^ 0x4528_21e6_38d0_1377, b ^ 0xbe54_66cf_34e9_0c6d);
            low = low.rotate_left(23).wrapping_add(d);
            high = high.rotate_left(41).wrapping_add(c);
        }
        low = fold(low ^ high, 0x9e37_79b9_7f4a_7c15);
        high = fold(high ^ low.rotate_left(32), 0xbe54_66cf_34e9_0c6d);
        Key(u128::from(high) << 64 | u128::from(low))
    }
}

/// The low bits of a column, as many as `keep` has cells.
#[inline(always)]
fn low_cells(keep: u64, shift: u32) -> u64 {
    ((1_u64 << keep.count_ones()) - 1) << shift
}

/// Multiplies to 128 bits and folds: every input bit reaches every output bit in two steps.
#[inline(always)]
fn fold(value: u64, factor: u64) -> u64 {
    let wide = u128::from(value) * u128::from(factor);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are meant")]
    let low = wide as u64;
    low ^ (wide >> 64) as u64
}

/// Equal neighbours: each cell that equals the one above it, and each that equals the one to its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    pub(super) above: Wide,
    pub(super) right: Wide,
}

/// Rows and columns of a board, and the way between places and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) rows: u8,
    pub(super) cols: u8,
}

impl Frame {
    /// The board that rows of kinds describe; what goes beyond 16 × 16 is left out.
    pub(super) fn lay_out<const N: usize>(board: &[Vec<u8>]) -> (Self, Planes<N>) {
        let side = |len: usize| u8::try_from(len.min(MAX_SIDE)).unwrap_or(0);
        let frame = Self { rows: side(board.len()), cols: side(board.first().map_or(0, Vec::len)) };
        let mut planes = Planes::EMPTY;
        for (row, cells) in (0..frame.rows).zip(board) {
            for (col, &kind) in (0..frame.cols).zip(cells) {
                if let Some(bit) = frame.bit(Place::new(row, col)) {
                    planes.put(bit, kind);
                }
            }
        }
        (frame, planes)
    }

    /// The bit of a place on the board; `None` off the board.
    pub(super) fn bit(self, place: Place) -> Option<u32> {
        let is_on = place.row < self.rows && place.col < self.cols;
        is_on.then(|| 16 * u32::from(place.col) + u32::from(self.rows - 1 - place.row))
    }

    /// The place of a bit of the board; off the board, some place.
    pub(super) fn place(self, bit: u32) -> Place {
        let height = (bit & 15) as u8;
        Place::new(self.rows.saturating_sub(height + 1), (bit >> 4 & 15) as u8)
    }

    /// The kinds on a board, row by row from the top.
    pub(super) fn kinds<const N: usize>(self, planes: &Planes<N>) -> Vec<Vec<u8>> {
        let kind = |row, col| self.bit(Place::new(row, col)).map_or(0, |bit| planes.kind(bit));
        (0..self.rows).map(|row| (0..self.cols).map(|col| kind(row, col)).collect()).collect()
    }
}
