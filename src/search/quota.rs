//! Iterations in total, dealt to workers that share nothing.

use std::ops::Range;

/// How many iterations each worker shall have done in the end, given what each has done: the total dealt evenly, the
/// first ones one more where it does not divide.
///
/// Workers that are past their even share, since a halt by time or signal finds them wherever they are, keep what they
/// have, and the others get so much less that the sum is the total.
pub(super) fn deal(iterations: u64, done: &[u64]) -> Vec<u64> {
    let mut quotas = done.to_vec();
    let mut open: Vec<usize> = (0..done.len()).collect();
    loop {
        let taken: u64 = (0..done.len()).filter(|worker| !open.contains(worker)).map(|worker| done[worker]).sum();
        let left = iterations.saturating_sub(taken);
        let count = open.len() as u64;
        let share = |place: usize| left / count + u64::from((place as u64) < left % count);
        let past = |&(place, &worker): &(usize, &usize)| done[worker] > share(place);
        let ahead: Vec<usize> = open.iter().enumerate().filter(past).map(|(_, &worker)| worker).collect();
        if ahead.is_empty() || ahead.len() == open.len() {
            if ahead.is_empty() {
                open.iter().enumerate().for_each(|(place, &worker)| quotas[worker] = share(place));
            }
            return quotas;
        }
        open.retain(|worker| !ahead.contains(worker));
    }
}

/// The iterations that the workers of `own` numbers shall have done together, of a total dealt to all of them.
///
/// Dealt to those workers alone, this sum gives each what it gets of the whole: so a search that holds some of the
/// workers needs to know no more.
///
/// # Panics
/// When `own` goes beyond `done`.
#[must_use]
pub fn share(iterations: u64, done: &[u64], own: &Range<u32>) -> u64 {
    deal(iterations, done)[own.start as usize..own.end as usize].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::{deal, share};
    use proptest::prelude::*;

    #[test]
    fn from_nothing_the_shares_are_even() {
        assert_eq!(deal(11, &[0, 0, 0]), [4, 4, 3]);
        assert_eq!(deal(11, &[4, 0, 3]), [4, 4, 3]);
    }

    #[test]
    fn who_is_ahead_keeps_it_and_the_others_share_the_rest() {
        assert_eq!(deal(20, &[12, 1, 2]), [12, 4, 4]);
        assert_eq!(deal(10, &[12, 1, 2]), [12, 1, 2]);
    }

    proptest! {
        #[test]
        fn the_sum_is_the_total_and_nobody_loses(
            done in proptest::collection::vec(0_u64..50, 1..6),
            more in 0_u64..100,
        ) {
            let total = done.iter().sum::<u64>() + more;
            let quotas = deal(total, &done);
            prop_assert_eq!(quotas.iter().sum::<u64>(), total);
            prop_assert!(quotas.iter().zip(&done).all(|(quota, done)| quota >= done));
        }

        #[test]
        fn parts_deal_their_share_as_the_whole_does(
            done in proptest::collection::vec(0_u64..50, 1..9),
            total in 0_u64..400,
            cut in 0_usize..9,
        ) {
            let whole = deal(total, &done);
            let cut = cut.min(done.len());
            for own in [0..cut, cut..done.len()].into_iter().filter(|own| !own.is_empty()) {
                let numbers = u32::try_from(own.start).unwrap()..u32::try_from(own.end).unwrap();
                let part = deal(share(total, &done, &numbers), &done[own.clone()]);
                prop_assert_eq!(&part, &whole[own]);
            }
        }
    }
}
