//! A number for every state, without gaps: what a table of two bits per state is indexed by.
//!
//! A state of N piles is settled by its zeros, ones and fours, the twos of player 1, and who moves: the balls are two
//! per pile, so 2 × zeros + ones = threes + 2 × fours, and what is left of N are twos. Each (zeros, ones, fours) that
//! can be has a block of 2 × (twos + 1) numbers. For N = 30 that is some ten thousand.

use super::play::{Group, State};
use crate::game::Side;

/// Numbers the states of games with so many piles.
#[derive(Clone, Debug)]
pub struct Slots {
    piles: usize,
    /// Start of each block, by (zeros, ones, fours).
    starts: Vec<u32>,
    len: usize,
}

impl Slots {
    /// The numbering for games of `piles` piles.
    #[must_use]
    pub fn new(piles: u8) -> Self {
        let piles = usize::from(piles);
        let half = piles / 2 + 1;
        let mut starts = Vec::with_capacity(half * (piles + 1) * half);
        let mut len = 0;
        for zeros in 0..half {
            for ones in 0..=piles {
                for fours in 0..half {
                    starts.push(u32::try_from(len).unwrap_or(u32::MAX));
                    let threes = (2 * zeros + ones).checked_sub(2 * fours);
                    let twos = threes.and_then(|threes| piles.checked_sub(zeros + ones + threes + fours));
                    len += twos.map_or(0, |twos| 2 * (twos + 1));
                }
            }
        }
        Self { piles, starts, len }
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none (never, for there is always the state of all twos).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes that the numbering takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>()
    }

    /// The number of a state, below [`len`](Self::len) for every state of a game with so many piles; beyond it, or
    /// another state's, for others.
    #[must_use]
    pub fn slot(&self, state: &State) -> usize {
        let count = |group| usize::from(state.count(group));
        let half = self.piles / 2 + 1;
        let block = (count(Group::Zero) * (self.piles + 1) + count(Group::One)) * half + count(Group::Four);
        let start = self.starts.get(block).map_or(self.len, |&start| start as usize);
        start + 2 * count(Group::TwoOfFirst) + usize::from(state.to_move() == Side::Second)
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::TwoFour;
    use super::*;
    use crate::game::Duel;
    use crate::types::{FixedMap, FixedSet};

    #[test]
    fn states_that_can_be_reached_have_numbers_of_their_own() {
        for piles in [
            &[4, 4, 4, 0, 0, 0, 1, 3, 2, 2][..],
            &[4, 4, 4, 1, 1, 1, 1, 1, 1],
            &[0, 0, 0, 0, 3, 3, 3, 3, 4, 4, 2],
            &[2, 2, 2],
        ] {
            let slots = Slots::new(u8::try_from(piles.len()).unwrap());
            let duel = TwoFour::new(piles).unwrap();
            let mut owner = FixedMap::default();
            let mut seen = FixedSet::default();
            let mut open = vec![duel.root()];
            let mut moves = Vec::new();
            while let Some(state) = open.pop() {
                if !seen.insert(state) {
                    continue;
                }
                let slot = slots.slot(&state);
                assert!(slot < slots.len());
                assert_eq!(*owner.entry(slot).or_insert(state), state);
                duel.moves(&state, &mut moves);
                open.extend(moves.iter().map(|&mv| duel.play(&state, mv)));
            }
        }
    }
}
