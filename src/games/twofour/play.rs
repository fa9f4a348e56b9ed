//! The rules on counts of piles.

use crate::game::{Duel, Side};
use thiserror::Error;

/// The piles that are alike: by size, and the twos by owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Empty piles.
    Zero,
    /// Piles of one.
    One,
    /// Piles of two that player 1 owns.
    TwoOfFirst,
    /// Piles of two that player 2 owns.
    TwoOfSecond,
    /// Piles of three.
    Three,
    /// Piles of four.
    Four,
}

impl Group {
    /// Every group, ascending.
    pub const ALL: [Self; 6] = [Self::Zero, Self::One, Self::TwoOfFirst, Self::TwoOfSecond, Self::Three, Self::Four];

    /// The balls in each of its piles.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
            Self::TwoOfFirst | Self::TwoOfSecond => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// The group of a pile that a player has just made this big.
    pub(super) const fn made(size: u8, by: Side) -> Self {
        match (size, by) {
            (0, _) => Self::Zero,
            (1, _) => Self::One,
            (2, Side::First) => Self::TwoOfFirst,
            (2, Side::Second) => Self::TwoOfSecond,
            (3, _) => Self::Three,
            _ => Self::Four,
        }
    }
}

/// A move: one ball from a pile of one group to a pile of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shift {
    /// Where the ball is taken.
    pub from: Group,
    /// Where it is put.
    pub to: Group,
}

/// How many piles of each group, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    counts: [u8; 6],
    to_move: Side,
}

impl State {
    /// Piles of a group.
    #[must_use]
    pub fn count(&self, group: Group) -> u8 {
        self.counts[group as usize]
    }

    /// Who moves.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }
}

/// Why piles are no game of TwoFour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TwoFourError {
    /// More piles than a count can hold.
    #[error("{piles} piles: at most 255 can be played")]
    Piles {
        /// How many were given.
        piles: usize,
    },
    /// A pile too big.
    #[error("pile {} holds {size} balls: at most 4 are allowed", index + 1)]
    Pile {
        /// The pile, from 0.
        index: usize,
        /// Its balls.
        size: u8,
    },
    /// Not two balls per pile.
    #[error("{piles} piles must hold {} balls in all, not {sum}", 2 * piles)]
    Sum {
        /// How many piles.
        piles: usize,
        /// The balls in them.
        sum: usize,
    },
}

/// One game, ready to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoFour {
    root: State,
}

impl TwoFour {
    /// The game of some piles.
    ///
    /// # Errors
    /// When there are more than 255, one holds more than four balls, or they do not hold two each on average.
    pub fn new(piles: &[u8]) -> Result<Self, TwoFourError> {
        if piles.len() > 255 {
            return Err(TwoFourError::Piles { piles: piles.len() });
        }
        if let Some((index, &size)) = piles.iter().enumerate().find(|&(_, &size)| size > 4) {
            return Err(TwoFourError::Pile { index, size });
        }
        let sum: usize = piles.iter().copied().map(usize::from).sum();
        if sum != 2 * piles.len() {
            return Err(TwoFourError::Sum { piles: piles.len(), sum });
        }
        let mut counts = [0; 6];
        for group in start_groups(piles) {
            counts[group as usize] += 1;
        }
        Ok(Self { root: State { counts, to_move: Side::First } })
    }
}

/// The group of each pile at the start: the first half of the twos is player 1's.
pub(super) fn start_groups(piles: &[u8]) -> impl Iterator<Item = Group> {
    let half = piles.iter().filter(|&&size| size == 2).count() / 2;
    let mut twos = 0;
    piles.iter().map(move |&size| {
        twos += usize::from(size == 2);
        Group::made(size, if twos <= half { Side::First } else { Side::Second })
    })
}

impl Duel for TwoFour {
    type State = State;
    type Move = Shift;

    fn root(&self) -> State {
        self.root
    }

    fn moves(&self, state: &State, out: &mut Vec<Shift>) {
        out.clear();
        let present = || Group::ALL.into_iter().filter(|&group| state.count(group) > 0);
        for from in present() {
            let targets = present().filter(|to| to.size() + 2 <= from.size());
            out.extend(targets.map(|to| Shift { from, to }));
        }
    }

    fn play(&self, state: &State, Shift { from, to }: Shift) -> State {
        let mut counts = state.counts;
        let mut change = |group: Group, by: i8| {
            let count = &mut counts[group as usize];
            *count = count.saturating_add_signed(by);
        };
        change(from, -1);
        change(to, -1);
        change(Group::made(from.size().saturating_sub(1), state.to_move), 1);
        change(Group::made(to.size() + 1, state.to_move), 1);
        State { counts, to_move: state.to_move.other() }
    }

    fn to_move(&self, state: &State) -> Side {
        state.to_move
    }

    fn winner(&self, state: &State) -> Option<Side> {
        match state.count(Group::TwoOfFirst).cmp(&state.count(Group::TwoOfSecond)) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Side::Second),
        }
    }
}
