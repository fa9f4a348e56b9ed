//! Parallel bit extract and deposit on 64-bit boards, the two operations that make falling and refilling cheap.
//!
//! With BMI2 (any x86-64 of the last ten years; `.cargo/config.toml` builds for the machine at hand) each is one
//! instruction; elsewhere a loop over the mask does the same.

/// Gathers the bits of `value` under `mask` into the low bits, keeping their order.
#[inline(always)]
#[must_use]
pub fn extract(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        #[expect(
            unsafe_code,
            reason = "the instruction: random moves take about twice as long without it (benches/moves)"
        )]
        // SAFETY: the `cfg` above compiles this call only where the target has BMI2.
        unsafe {
            std::arch::x86_64::_pext_u64(value, mask)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        extract_by_loop(value, mask)
    }
}

/// Scatters the low bits of `value` to the set bits of `mask`, keeping their order.
#[inline(always)]
#[must_use]
pub fn deposit(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        #[expect(
            unsafe_code,
            reason = "the instruction: random moves take about twice as long without it (benches/moves)"
        )]
        // SAFETY: the `cfg` above compiles this call only where the target has BMI2.
        unsafe {
            std::arch::x86_64::_pdep_u64(value, mask)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        deposit_by_loop(value, mask)
    }
}

/// The position of the `index`-th set bit of `mask`, counted from 0; 64 when there are not so many.
#[inline(always)]
#[must_use]
pub fn nth_set(mask: u64, index: u32) -> u32 {
    deposit(1 << index, mask).trailing_zeros()
}

/// Visits the positions of the set bits of `mask`, ascending.
#[inline(always)]
pub fn each_bit(mut mask: u64, mut visit: impl FnMut(u32)) {
    while mask != 0 {
        visit(mask.trailing_zeros());
        mask &= mask - 1;
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn extract_by_loop(value: u64, mask: u64) -> u64 {
    let mut out = 0;
    let mut next = 1;
    each_bit(mask, |bit| {
        if value >> bit & 1 == 1 {
            out |= next;
        }
        next <<= 1;
    });
    out
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn deposit_by_loop(mut value: u64, mask: u64) -> u64 {
    let mut out = 0;
    each_bit(mask, |bit| {
        out |= (value & 1) << bit;
        value >>= 1;
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn instructions_equal_the_loops(value: u64, mask: u64) {
            prop_assert_eq!(extract(value, mask), extract_by_loop(value, mask));
            prop_assert_eq!(deposit(value, mask), deposit_by_loop(value, mask));
        }

        #[test]
        fn nth_set_counts_from_zero(mask: u64, index in 0_u32..64) {
            let mut bits = Vec::new();
            each_bit(mask, |bit| bits.push(bit));
            prop_assert_eq!(nth_set(mask, index), bits.get(index as usize).copied().unwrap_or(64));
        }
    }
}
