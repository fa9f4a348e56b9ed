//! Which moves the playouts of a round choose from: all of them, or by one of the game's selections.
//!
//! A selection makes playouts much better, and may shut out what the best line needs. So the first rounds, which are
//! short, are one of each *kind*: the game's first selection, all moves, the other selections. After that, of two
//! neighbouring workers (or of two rounds of one worker) one goes by the kind that has brought most so far, the other
//! through all kinds in turn, the first selection first.

use super::options::NrpaOptions;
use crate::game::Learn;
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// Most kinds.
const MOST: u32 = 8;

/// How many kinds of rounds there are.
pub(super) fn count<G: Learn>(game: &G, options: &NrpaOptions) -> u32 {
    if options.selective { game.selections().saturating_add(1).min(MOST) } else { 1 }
}

/// The selection of a kind; `None` for all moves.
pub(super) fn selection(kind: u32, kinds: u32) -> Option<u32> {
    match kind {
        0 => (kinds > 1).then_some(0),
        1 => None,
        _ => Some(kind - 1),
    }
}

/// The kind of the round under way, and what each has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Turns {
    pub(super) kind: u32,
    bests: [Option<Score>; MOST as usize],
}

impl Turns {
    /// Takes note of a playout.
    pub(super) fn note(&mut self, score: Option<Score>) {
        if let Some(best) = self.bests.get_mut(self.kind as usize) {
            *best = score.max(*best);
        }
    }

    /// Gets ready for a round.
    pub(super) fn advance(&mut self, round: u32, worker: u32, kinds: u32) {
        self.kind = match round.checked_sub(kinds) {
            None => round,
            Some(later) if later.wrapping_add(worker).is_multiple_of(2) => self.best(kinds),
            Some(later) => later / 2 % kinds,
        };
    }

    /// The kind that has brought most, the first of equals.
    fn best(&self, kinds: u32) -> u32 {
        let score = |&kind: &u32| (self.bests.get(kind as usize).copied().flatten(), std::cmp::Reverse(kind));
        (0..kinds).max_by_key(score).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of the first twelve rounds when the playouts of each kind bring these scores.
    fn rounds(worker: u32, scores: &[Score]) -> Vec<u32> {
        let kinds = u32::try_from(scores.len()).unwrap();
        let mut turns = Turns::default();
        let mut round = |round: u32| {
            turns.advance(round, worker, kinds);
            turns.note(Some(scores[turns.kind as usize]));
            turns.kind
        };
        (0..12).map(&mut round).collect()
    }

    #[test]
    fn every_kind_has_its_turn_and_the_best_has_more() {
        assert_eq!(rounds(0, &[5, 4, 3, 7]), [0, 1, 2, 3, 3, 0, 3, 1, 3, 2, 3, 3]);
        assert_eq!(rounds(1, &[5, 4, 3, 7]), [0, 1, 2, 3, 0, 3, 1, 3, 2, 3, 3, 3]);
        assert_eq!(rounds(0, &[5, 5]), [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
        assert_eq!(rounds(0, &[5]), [0; 12]);
    }

    #[test]
    fn the_second_kind_chooses_from_all_moves() {
        assert_eq!([0, 1, 2, 3].map(|kind| selection(kind, 4)), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(selection(0, 1), None);
    }
}
