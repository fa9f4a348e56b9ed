//! The moves (R8 to R10): which are legal, listed in ascending order.
//!
//! Not by trying all pairs: for every kind, the cells where one more piece of it would complete a triple are found
//! with shifts; a swap is legal exactly when it brings a piece of the kind there from outside that triple.

#![expect(clippy::cast_possible_truncation, reason = "bit numbers are below 64")]

use super::piece::KINDS;
use super::play::Sandbox;
use super::rules::{SwapRule, TopMatch};
use super::shape::{BOTTOM_ROW, EIGHTH_ROW};
use super::state::State;
use crate::bits::each_bit;
use crate::game::Move;

/// A swap of two cells or a drag of one, as bit numbers: `first × 64 + second`, first < second for a swap, equal for
/// a drag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SandboxMove(u16);

impl SandboxMove {
    /// The swap of two different cells.
    #[must_use]
    pub fn swap(a: u32, b: u32) -> Self {
        Self((a.min(b) << 6 | a.max(b)) as u16)
    }

    /// The drag of the piece on a cell.
    #[must_use]
    pub fn drag(cell: u32) -> Self {
        Self((cell << 6 | cell) as u16)
    }

    /// The two cells of a swap, or the one of a drag twice.
    #[must_use]
    pub fn cells(self) -> (u32, u32) {
        (u32::from(self.0 >> 6 & 63), u32::from(self.0 & 63))
    }

    /// Whether this is a drag.
    #[must_use]
    pub fn is_drag(self) -> bool {
        let (first, second) = self.cells();
        first == second
    }
}

impl Move for SandboxMove {
    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Self {
        Self(code)
    }
}

/// For every cell the pairs of cells that complete a triple with it, on an 8×8 grid; absent ones are all ones, which
/// no plane contains.
static PAIRS: [[u64; 12]; 64] = pairs();

const fn pairs() -> [[u64; 12]; 64] {
    // (column, row-from-bottom) steps of the four directions.
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let offsets = [(-2, -1), (-1, 1), (1, 2)];
    let mut table = [[!0; 12]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut i = 0;
        while i < 12 {
            let (dx, dy) = directions[i / 3];
            let (one, two) = offsets[i % 3];
            if let (Some(a), Some(b)) = (step(cell, dx * one, dy * one), step(cell, dx * two, dy * two)) {
                table[cell as usize][i] = 1 << a | 1 << b;
            }
            i += 1;
        }
        cell += 1;
    }
    table
}

const fn step(cell: i32, dx: i32, dy: i32) -> Option<u32> {
    let (x, y) = (cell / 8 + dx, cell % 8 + dy);
    if x >= 0 && x < 8 && y >= 0 && y < 8 { Some((8 * x + y) as u32) } else { None }
}

/// The cells where one more piece would complete a triple with two cells of `plane`; cells of `plane` among them.
#[inline(always)]
pub(super) fn completions(plane: u64) -> u64 {
    let lines = |once: &dyn Fn(u64) -> u64, back: &dyn Fn(u64) -> u64| {
        let (ahead, behind) = (once(plane), back(plane));
        ahead & (once(ahead) | behind) | behind & back(behind)
    };
    lines(&|p| (p << 1) & !BOTTOM_ROW, &|p| (p >> 1) & !EIGHTH_ROW)
        | lines(&|p| p << 8, &|p| p >> 8)
        | lines(&|p| (p << 9) & !BOTTOM_ROW, &|p| (p >> 9) & !EIGHTH_ROW)
        | lines(&|p| (p << 7) & !EIGHTH_ROW, &|p| (p >> 7) & !BOTTOM_ROW)
}

/// Whether a piece on `cell` would stand in a triple with two cells of `plane`.
#[inline(always)]
pub(super) fn completes(cell: u32, plane: u64) -> bool {
    PAIRS[cell as usize & 63].iter().fold(false, |any, &pair| any | (plane & pair == pair))
}

/// The cells of `plane` whose piece, moved to `cell`, completes a triple there: those that not every pair needs.
#[inline(always)]
fn sources(cell: u32, plane: u64) -> u64 {
    let needed = PAIRS[cell as usize & 63]
        .iter()
        .fold(!0, |needed, &pair| if plane & pair == pair { needed & pair } else { needed });
    plane & !needed
}

impl Sandbox {
    /// The highest kind that matches (A1).
    #[inline(always)]
    pub(super) fn top_kind(&self) -> usize {
        match self.rules().top_match {
            TopMatch::Clear => KINDS,
            TopMatch::None => 12,
        }
    }

    /// Visits the legal moves in ascending order.
    #[inline(always)]
    pub(super) fn each_move(&self, state: &State, mut visit: impl FnMut(SandboxMove)) {
        if state.steps_left == 0 || self.awaits_refill(state) {
            return;
        }
        let pieces = state.pieces();
        let mut partners = [0_u64; 64];
        for &plane in &state.kind_planes()[1..=self.top_kind()] {
            if plane.count_ones() >= 3 {
                each_bit(completions(plane) & pieces & !plane, |target| {
                    let sources = sources(target, plane);
                    partners[target as usize] |= sources;
                    each_bit(sources, |source| partners[source as usize] |= 1 << target);
                });
            }
        }
        let adjacent_only = self.rules().swap == SwapRule::Adjacent;
        each_bit(pieces, |first| {
            if self.may_drag(state, first) {
                visit(SandboxMove::drag(first));
            }
            let mut later = partners[first as usize] & (!1 << first);
            if adjacent_only {
                later &= 1 << 8 << first | if first % 8 == 7 { 0 } else { 2 << first };
            }
            each_bit(later, |second| visit(SandboxMove::swap(first, second)));
        });
    }

    /// Whether a move is legal (R8, R9, R10).
    pub(super) fn is_legal(&self, state: &State, mv: SandboxMove) -> bool {
        let (a, b) = mv.cells();
        let pieces = state.pieces();
        if state.steps_left == 0 || self.awaits_refill(state) || (pieces >> a & pieces >> b & 1) == 0 {
            return false;
        }
        if mv.is_drag() {
            return self.may_drag(state, a);
        }
        let near = b - a == 8 || (b - a == 1 && b % 8 != 0);
        if self.rules().swap == SwapRule::Adjacent && !near {
            return false;
        }
        let (kind_a, kind_b) = (state.kind(a), state.kind(b));
        kind_a != kind_b && (self.brings(state, kind_a, a, b) || self.brings(state, kind_b, b, a))
    }

    /// Whether the piece of `kind` moved from one cell to another would stand in a triple there.
    #[inline(always)]
    pub(super) fn brings(&self, state: &State, kind: u8, from: u32, to: u32) -> bool {
        usize::from(kind) <= self.top_kind() && completes(to, state.kind_plane(kind) & !(1 << from))
    }
}
