//! From the start to the end of the game by a policy, and the same for a line that is known already.

use super::memo::Memo;
use super::options::NrpaOptions;
use super::policy::{Policy, Scratch, Trace, slot};
use crate::game::{Learn, Move};
use crate::types::{Key, Pcg, Score};

/// What every playout of a search needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a, G> {
    pub(super) game: &'a G,
    pub(super) options: &'a NrpaOptions,
    /// By which of the game's selections playouts pass over moves while there are others.
    pub(super) selection: Option<u32>,
}

/// Memory that the playouts of a worker share. Nothing in it changes a result.
#[derive(Debug)]
pub(super) struct Workspace {
    memo: Memo,
    pub(super) scratch: Scratch,
    /// The moves last offered, ascending.
    offered: Vec<u16>,
    policy_codes: Vec<u64>,
}

impl Workspace {
    pub(super) fn new() -> Self {
        Self { memo: Memo::new(), scratch: Scratch::default(), offered: Vec::new(), policy_codes: Vec::new() }
    }
}

impl<G: Learn> Scene<'_, G> {
    /// Finds the moves to choose from, and appends their entries to the trace's choices. Returns where these start.
    /// `moves` is memory to work in.
    fn offer(&self, state: &G::State, space: &mut Workspace, moves: &mut Vec<G::Move>, trace: &mut Trace) -> usize {
        let Workspace { memo, offered, policy_codes, .. } = space;
        let start = trace.choices.len();
        let key = Key(self.game.key(state).0 ^ self.selection.map_or(0, |rule| u128::from(rule) + 1));
        offered.clear();
        if let Some((codes, slots)) = memo.get(key) {
            offered.extend_from_slice(codes);
            trace.choices.extend_from_slice(slots);
        } else {
            policy_codes.clear();
            self.game.choices(state, self.selection, moves, policy_codes);
            offered.extend(moves.iter().map(|mv| mv.code()));
            trace.choices.extend(policy_codes.iter().map(|&code| slot(code)));
            memo.put(key, offered, &trace.choices[start..]);
        }
        start
    }

    /// Plays to the end and keeps the line up to where it scored best.
    pub(super) fn play(&self, policy: &Policy, rng: &mut Pcg, trace: &mut Trace, space: &mut Workspace) {
        let mut moves = Vec::new();
        let (mut state, mut score) = (self.game.root(), 0);
        let mut kept = 0;
        trace.clear();
        loop {
            if self.game.is_complete(&state) && trace.score.is_none_or(|best| score > best) {
                trace.score = Some(score);
                kept = trace.codes.len();
            }
            let start = self.offer(&state, space, &mut moves, trace);
            if space.offered.is_empty() {
                break;
            }
            let index = policy.draw(&trace.choices[start..], rng, &mut space.scratch);
            score += self.advance(&mut state, space.offered[index], index, trace);
        }
        if trace.score.is_some() {
            trace.cut(kept);
        }
    }

    /// Makes a move and notes it.
    fn advance(&self, state: &mut G::State, code: u16, index: usize, trace: &mut Trace) -> Score {
        trace.codes.push(code);
        trace.chosen.push(u32::try_from(index).unwrap_or(u32::MAX));
        trace.ends.push(u32::try_from(trace.choices.len()).unwrap_or(u32::MAX));
        self.game.play_unchecked(state, G::Move::from_code(code)).gain
    }

    /// Goes through a complete line again; `None` when it is not one that a playout can make.
    pub(super) fn retrace(&self, line: &[u16], space: &mut Workspace) -> Option<Trace> {
        let mut trace = Trace::default();
        let mut moves = Vec::new();
        let (mut state, mut score) = (self.game.root(), 0);
        for &code in line {
            self.offer(&state, space, &mut moves, &mut trace);
            let index = space.offered.binary_search(&code).ok()?;
            score += self.advance(&mut state, code, index, &mut trace);
        }
        trace.score = Some(score);
        self.game.is_complete(&state).then_some(trace)
    }
}
