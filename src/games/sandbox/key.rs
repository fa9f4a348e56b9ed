//! Equal board, steps and queue position have equal futures (R16): the key mixes exactly these.

#![expect(clippy::cast_possible_truncation, reason = "the halves of a product are what is wanted")]

use super::state::State;
use crate::types::Key;

/// Odd constants, one per word mixed in (digits of the golden ratio, π and e).
const ODD: [u64; 8] = [
    0x9e37_79b9_7f4a_7c15,
    0x243f_6a88_85a3_08d3,
    0xb7e1_5162_8aed_2a6b,
    0x1319_8a2e_0370_7345,
    0xa409_3822_299f_31d1,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6d,
];

/// Multiplies to 128 bits and folds: every input bit reaches every output bit in two steps.
#[inline(always)]
fn fold(value: u64, factor: u64) -> u64 {
    let wide = u128::from(value) * u128::from(factor);
    (wide as u64) ^ (wide >> 64) as u64
}

/// The key of a state.
#[inline(always)]
pub(super) fn key(state: &State) -> Key {
    let [a, b, c, d] = state.planes;
    let rest = u64::from(state.steps_left)
        | u64::from(state.queue_pos) << 16
        | u64::from(state.served) << 24
        | u64::from(state.rounds) << 32
        | u64::from(state.counted) << 48;
    let mut low = fold(a ^ ODD[0], b ^ ODD[1]) ^ fold(c ^ ODD[2], d ^ ODD[3]).rotate_left(23);
    let mut high = fold(a ^ ODD[4], c ^ ODD[5]) ^ fold(d ^ ODD[6], b ^ ODD[7]).rotate_left(41);
    if state.stones != 0 {
        for chunk in state.hit_points.chunks_exact(8) {
            let word =
                u64::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7]]);
            low = fold(low ^ word, ODD[0]);
            high = fold(high ^ word, ODD[5]);
        }
    }
    low = fold(low ^ rest, ODD[2]).wrapping_add(high);
    high = fold(high ^ rest ^ low.rotate_left(32), ODD[7]);
    Key(u128::from(high) << 64 | u128::from(low))
}
