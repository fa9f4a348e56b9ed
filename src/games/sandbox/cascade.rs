//! The cascade: fall, refill, match, until nothing matches (R12 to R15, R18, R20).
//!
//! A fixed queue of few families can cascade for ever (a queue of whites of one family matches itself on every refill).
//! A cascade of [`MAX_ROUNDS`] rounds therefore ends the game: no step is left afterwards (A6).

#![expect(clippy::cast_possible_truncation, reason = "families are 1 to 3, bit numbers below 64, columns below 8")]

use super::matching::{self, MatchRules, Promote};
use super::shape::BOTTOM_ROW;
use super::state::State;
use super::trace::Watch;
use crate::bits::{deposit, each_bit, extract};
use crate::game::Played;
use crate::types::Pcg;
use rand::Rng;

/// Rounds after which a cascade ends the game (A6).
pub const MAX_ROUNDS: u16 = 1000;

/// What the cascade needs of board and rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct CascadeRules {
    pub(super) board: u64,
    pub(super) cols: u32,
    pub(super) promotion: bool,
    pub(super) matching: MatchRules,
    /// The queue's families as two bit planes, five cycles of twelve; 0 where refill is random.
    pub(super) queue: [u64; 2],
}

/// Matches, carries the match out and hits the stones beside it (R20). False where nothing matched.
#[inline(always)]
pub(super) fn match_once<W: Watch>(
    state: &mut State,
    rules: &CascadeRules,
    promote: Promote,
    played: &mut Played,
    watch: &mut W,
) -> bool {
    let Some(found) = matching::find(state, &rules.matching, promote, watch) else { return false };
    matching::apply(state, &found);
    played.gain += found.gain;
    if state.stones != 0 {
        hit_stones(state, found.cells);
    }
    true
}

/// Takes a hit point from every stone orthogonally next to a matched cell (R20).
#[cold]
fn hit_stones(state: &mut State, matched: u64) {
    let up = (matched << 1) & !BOTTOM_ROW;
    let down = (matched & !BOTTOM_ROW) >> 1;
    each_bit((up | down | matched << 8 | matched >> 8) & state.stones, |bit| {
        let left = &mut state.hit_points[bit as usize];
        *left -= 1;
        if *left == 0 {
            state.stones &= !(1 << bit);
        }
    });
}

/// Lets pieces drop to the lowest free cells of their columns, keeping their order; stones stay (R13).
///
/// Extract keeps the order of the pieces and deposit puts as many into each column as came out of it, so the whole
/// plane falls at once.
#[inline(always)]
pub(super) fn fall(state: &mut State, rules: &CascadeRules, played: &mut Played) {
    let pieces = state.pieces();
    let mut settled = 0;
    for col in 0..rules.cols {
        let count = (pieces >> (8 * col) & 0xff).count_ones();
        let lowest = (1 << count) - 1;
        let column = if state.stones == 0 { lowest } else { deposit(lowest, !(state.stones >> (8 * col)) & 0xff) };
        settled |= column << (8 * col);
    }
    for plane in &mut state.planes {
        *plane = deposit(extract(*plane, pieces), settled);
    }
    played.refill += (rules.board & !settled & !state.stones).count_ones();
}

/// The cells that await a piece.
#[inline(always)]
pub(super) fn empties(state: &State, rules: &CascadeRules) -> u64 {
    rules.board & !state.pieces() & !state.stones
}

/// Refills a fallen board without stones from the fixed queue, wave by wave (R14, R15).
#[inline(always)]
fn refill_waves<W: Watch>(state: &mut State, rules: &CascadeRules, watch: &mut W) {
    let mut empty = empties(state, rules);
    while empty != 0 {
        let wave = empty & !((empty << 1) & !BOTTOM_ROW);
        let [low, high] = rules.queue.map(|plane| deposit(plane >> state.queue_pos, wave));
        state.planes[0] |= low;
        state.planes[1] |= high;
        each_bit(wave, |bit| watch.refill(bit, (low >> bit & 1 | (high >> bit & 1) << 1) as u8));
        let pos = state.queue_pos + wave.count_ones() as u8;
        state.queue_pos = if pos >= 12 { pos - 12 } else { pos };
        empty &= !wave;
    }
}

/// The cell that the next new piece drops to, and its column is marked as served; `None` on a full board.
///
/// Columns whose unbroken run of stones from the top is longer are served first in a wave (R20, A5).
pub(super) fn next_empty(state: &mut State, rules: &CascadeRules) -> Option<u32> {
    let empty = empties(state, rules);
    let columns = (0..rules.cols).filter(|col| empty >> (8 * col) & 0xff != 0);
    if columns.clone().all(|col| state.served >> col & 1 == 1) {
        state.served = 0;
    }
    let rows = (rules.board & 0xff).count_ones();
    let run = |col: &u32| {
        let stones = (state.stones >> (8 * col) & 0xff) as u8;
        (stones << (8 - rows)).leading_ones()
    };
    let col = columns.filter(|col| state.served >> col & 1 == 0).max_by_key(|col| (run(col), rules.cols - col))?;
    state.served |= 1 << col;
    Some(8 * col + (empty >> (8 * col) & 0xff).trailing_zeros())
}

/// Drops one new white of a family to the next cell (R14).
pub(super) fn refill_one<W: Watch>(state: &mut State, rules: &CascadeRules, family: u8, watch: &mut W) {
    if let Some(bit) = next_empty(state, rules) {
        state.put(bit, family);
        watch.refill(bit, family);
    }
}

/// The match of a full board and the fall after it; true when the board awaits a refill again.
#[inline(always)]
pub(super) fn match_and_fall<W: Watch>(
    state: &mut State,
    rules: &CascadeRules,
    played: &mut Played,
    watch: &mut W,
) -> bool {
    state.served = 0;
    let promote = if rules.promotion { Promote::Centres } else { Promote::Nothing };
    state.rounds += 1;
    if state.rounds > MAX_ROUNDS {
        state.steps_left = 0;
    } else if match_once(state, rules, promote, played, watch) {
        fall(state, rules, played);
        return true;
    }
    state.rounds = 0;
    state.counted = 0;
    false
}

/// The cascade of a fallen board with fixed refill (R12).
#[inline(always)]
pub(super) fn settle_fixed<W: Watch>(state: &mut State, rules: &CascadeRules, played: &mut Played, watch: &mut W) {
    loop {
        if state.stones == 0 {
            refill_waves(state, rules, watch);
        } else {
            while empties(state, rules) != 0 {
                let family =
                    (rules.queue[0] >> state.queue_pos & 1 | (rules.queue[1] >> state.queue_pos & 1) << 1) as u8;
                refill_one(state, rules, family, watch);
                state.queue_pos = (state.queue_pos + 1) % 12;
            }
        }
        if !match_and_fall(state, rules, played, watch) {
            return;
        }
    }
}

/// The cascade of a fallen board with random refill (R18): every empty cell gets a uniform white, whatever the order.
#[inline(always)]
pub(super) fn settle_random<W: Watch>(
    state: &mut State,
    rules: &CascadeRules,
    rng: &mut Pcg,
    played: &mut Played,
    watch: &mut W,
) {
    loop {
        each_bit(empties(state, rules), |bit| {
            let family = ((u64::from(rng.next_u32()) * 3) >> 32) as u8 + 1;
            state.put(bit, family);
            watch.refill(bit, family);
        });
        if !match_and_fall(state, rules, played, watch) {
            return;
        }
    }
}
