//! One match over the whole board: triples, groups, centres, score and promotion (R2 to R7, R19).
//!
//! All kinds are compared at once: two cells are equal where all four planes agree, so a direction costs four shifts
//! and XORs. Nearly every match is a single triple, which needs no groups; only the rest pays for the scan of R3.

#![expect(clippy::cast_possible_truncation, reason = "a board has at most 64 cells")]

use super::rules::{GroupValue, TopMatch};
use super::shape::{BOTTOM_ROW, EIGHTH_ROW};
use super::state::State;
use super::trace::Watch;
use crate::bits::each_bit;
use crate::types::Score;

/// Which matched cells are promoted (R6, R19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promote {
    /// The swapped cells, in the match that a swap makes.
    Swapped(u64),
    /// The centres, in every later match.
    Centres,
    /// None: the mode has no promotion.
    Nothing,
}

/// What the matching needs of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchRules {
    pub(super) top_match: TopMatch,
    pub(super) group_value: GroupValue,
    /// By kind; entry 0 is 0.
    pub(super) worth: [Score; 16],
    /// Most pieces that count in one move.
    pub(super) counted_cap: u32,
}

/// A match that was found and not yet carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// All matched cells.
    pub(super) cells: u64,
    /// Those that stay, one level higher.
    pub(super) promoted: u64,
    /// Points.
    pub(super) gain: Score,
}

/// Steps from a triple's cell to near, per direction of R3: up, up-left, up-right, left.
const NEAR: [i32; 4] = [1, -7, 9, -8];

/// The triples of the board as masks of their *cell* (the one of the three that the scan meets last), per direction.
#[inline(always)]
fn triples(state: &State, top_match: TopMatch) -> [u64; 4] {
    let mut pieces = state.pieces();
    if top_match == TopMatch::None {
        pieces &= !state.oranges();
    }
    let equal = |distance: u32, wraps: u64| {
        let differ = state.planes.iter().fold(0, |differ, plane| differ | (plane ^ (plane >> distance)));
        pieces & !differ & !wraps
    };
    let up = equal(1, EIGHTH_ROW);
    let down_right = equal(7, BOTTOM_ROW);
    let right = equal(8, 0);
    let up_right = equal(9, EIGHTH_ROW);
    [up & (up >> 1), (down_right & (down_right >> 7)) << 14, up_right & (up_right >> 9), (right & (right >> 8)) << 16]
}

/// The cells of the triple that ends at `cell` in one of the directions of R3.
#[inline(always)]
fn triple(cell: u32, direction: usize) -> (u64, u64, u64) {
    let near = cell.wrapping_add_signed(NEAR[direction]);
    let far = near.wrapping_add_signed(NEAR[direction]);
    (1 << cell, 1 << near, 1 << far)
}

/// Finds the board's match; `None` where nothing lines up.
#[inline(always)]
pub(super) fn find<W: Watch>(state: &mut State, rules: &MatchRules, promote: Promote, watch: &mut W) -> Option<Match> {
    let triples = triples(state, rules.top_match);
    let [up, up_left, up_right, left] = triples;
    let any = up | up_left | up_right | left;
    if any == 0 {
        return None;
    }
    let is_single = any & (any - 1) == 0
        && u32::from(up != 0) + u32::from(up_left != 0) + u32::from(up_right != 0) + u32::from(left != 0) == 1;
    if !is_single {
        return Some(find_groups(state, rules, promote, &triples, watch));
    }
    let direction = usize::from(up_left != 0) + 2 * usize::from(up_right != 0) + 3 * usize::from(left != 0);
    let (cell, near, far) = triple(any.trailing_zeros(), direction);
    let cells = cell | near | far;
    let promoted = promoted(state, promote, cells, near);
    let kind = state.kind(any.trailing_zeros());
    watch.group(kind, cells, promoted);
    Some(Match { cells, promoted, gain: value(state, rules, kind, 3) })
}

/// The matched cells that stay, one level higher (R6, R7, R19).
#[inline(always)]
fn promoted(state: &State, promote: Promote, cells: u64, centres: u64) -> u64 {
    match promote {
        Promote::Swapped(swapped) => cells & swapped & !state.oranges(),
        Promote::Centres => centres & !state.oranges(),
        Promote::Nothing => 0,
    }
}

/// Points of one group (R5, R21), or pieces eliminated up to the mode's cap.
#[inline(always)]
fn value(state: &mut State, rules: &MatchRules, kind: u8, size: u32) -> Score {
    let worth = rules.worth[usize::from(kind)];
    match rules.group_value {
        GroupValue::Units => worth * Score::from(size.saturating_sub(2).max(1)),
        GroupValue::Cells => {
            let counted = size.min(rules.counted_cap.saturating_sub(u32::from(state.counted)));
            state.counted = state.counted.saturating_add(size as u16);
            worth * Score::from(counted)
        }
    }
}

/// The groups under construction during the scan of R3.
struct Groups {
    cells: [u64; 64],
    len: usize,
    centres: u64,
}

impl Groups {
    /// The group that a cell belongs to.
    #[inline(always)]
    fn of(&self, cell: u64) -> Option<usize> {
        self.cells[..self.len].iter().position(|cells| cells & cell != 0)
    }

    /// Lets one triple join (R3.1 to R3.5).
    #[inline(always)]
    fn join(&mut self, cell: u64, near: u64, far: u64) {
        let group = match (self.of(near).or_else(|| self.of(far)), self.of(cell)) {
            (Some(group), _) | (None, Some(group)) => group,
            (None, None) => {
                self.centres |= near;
                self.len += 1;
                self.len - 1
            }
        };
        let triple = cell | near | far;
        for cells in &mut self.cells[..self.len] {
            *cells &= !triple;
        }
        self.cells[group] |= triple;
    }
}

/// R3 in full: scans the triples' cells in row-major order and grows groups.
#[inline(never)]
fn find_groups<W: Watch>(
    state: &mut State,
    rules: &MatchRules,
    promote: Promote,
    triples: &[u64; 4],
    watch: &mut W,
) -> Match {
    let mut groups = Groups { cells: [0; 64], len: 0, centres: 0 };
    let any = triples[0] | triples[1] | triples[2] | triples[3];
    for row in (0..8).rev() {
        each_bit(any & (BOTTOM_ROW << row), |bit| {
            for (direction, cells) in triples.iter().enumerate() {
                if cells >> bit & 1 == 1 {
                    let (cell, near, far) = triple(bit, direction);
                    groups.join(cell, near, far);
                }
            }
        });
    }
    let matched = groups.cells[..groups.len].iter().fold(0, |all, cells| all | cells);
    let promoted = promoted(state, promote, matched, groups.centres);
    let mut gain = 0;
    for &cells in &groups.cells[..groups.len] {
        // R4: a group that lost all its cells counts for nothing.
        if cells != 0 {
            let kind = state.kind(cells.trailing_zeros());
            gain += value(state, rules, kind, cells.count_ones());
            watch.group(kind, cells, cells & promoted);
        }
    }
    Match { cells: matched, promoted, gain }
}

/// Carries a match out: promoted cells go up one level, the other matched cells become empty.
#[inline(always)]
pub(super) fn apply(state: &mut State, found: &Match) {
    let gone = found.cells & !found.promoted;
    for plane in &mut state.planes {
        *plane &= !gone;
    }
    // A level is three kinds: add 0b0011 to the four-bit numbers under the mask.
    let [a, b, c, d] = &mut state.planes;
    let mask = found.promoted;
    let carry = *a & mask;
    *a ^= mask;
    let carry_high = mask & (*b | carry);
    *b ^= mask ^ carry;
    let carry_top = *c & carry_high;
    *c ^= carry_high;
    *d ^= carry_top;
}
