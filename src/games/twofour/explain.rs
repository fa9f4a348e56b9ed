//! A line of moves between groups, told again with the piles of the input.

use super::play::{Group, Shift, start_groups};
use crate::game::Side;

/// A move between two piles, by their places in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileMove {
    /// Who moves.
    pub by: Side,
    /// The pile that a ball is taken from, from 0.
    pub from: usize,
    /// The pile that it is put on, from 0.
    pub to: usize,
    /// The piles after the move.
    pub after: Vec<u8>,
    /// The 2-piles after the move: player 1's and player 2's.
    pub owned: [usize; 2],
}

/// The moves of a line with piles in place of groups: of each group the first pile. It ends at a move that the piles do
/// not allow.
#[must_use]
pub fn pile_line(piles: &[u8], line: &[Shift]) -> Vec<PileMove> {
    let mut groups: Vec<Group> = start_groups(piles).collect();
    let mut by = Side::First;
    let mut told = Vec::new();
    for shift in line {
        let place = |group| groups.iter().position(|&other| other == group);
        let (Some(from), Some(to)) = (place(shift.from), place(shift.to)) else {
            break;
        };
        groups[from] = Group::made(shift.from.size().saturating_sub(1), by);
        groups[to] = Group::made(shift.to.size() + 1, by);
        let owned = [Group::TwoOfFirst, Group::TwoOfSecond].map(|twos| groups.iter().filter(|&&g| g == twos).count());
        let after = groups.iter().map(|group| group.size()).collect();
        told.push(PileMove { by, from, to, after, owned });
        by = by.other();
    }
    told
}
