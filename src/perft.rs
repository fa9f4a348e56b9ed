//! Counting positions: the yardstick of the rules (`perft`).
//!
//! [`perft`] counts the lines of exactly `depth` moves from a position, so a rule that is off by one move somewhere
//! shows at once; [`divide`] splits the count by first move to find where; [`distinct`] counts the different positions
//! those lines end in. All three count every legal move, minor ones too. A position that awaits chance has no moves: a
//! count that shall go beyond the first refill needs a puzzle with a fixed queue.

use crate::game::Game;
use crate::types::{Action, FixedMap, Key};

/// The number of lines of exactly `depth` legal moves from the start; lines that end earlier do not count.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    count(game, &game.root(), depth)
}

/// [`perft`] split by first move, ascending; empty at depth 0.
#[must_use]
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let root = game.root();
    let mut moves = Vec::new();
    game.moves(&root, &mut moves);
    let mut parts: Vec<(Action, u64)> = moves
        .into_iter()
        .map(|mv| {
            let mut state = root;
            game.play_unchecked(&mut state, mv);
            (game.action(mv), count(game, &state, rest))
        })
        .collect();
    parts.sort_unstable();
    parts
}

/// How many different positions (by [`Game::key`]) the lines of exactly `depth` moves end in.
#[must_use]
pub fn distinct<G: Game>(game: &G, depth: u32) -> usize {
    let root = game.root();
    let mut layer: FixedMap<Key, G::State> = FixedMap::default();
    layer.insert(game.key(&root), root);
    let mut moves = Vec::new();
    for _ in 0..depth {
        let mut next: FixedMap<Key, G::State> = FixedMap::default();
        for state in layer.values() {
            game.moves(state, &mut moves);
            for &mv in &moves {
                let mut after = *state;
                game.play_unchecked(&mut after, mv);
                next.insert(game.key(&after), after);
            }
        }
        layer = next;
    }
    layer.len()
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut after = *state;
        game.play_unchecked(&mut after, mv);
        count(game, &after, depth - 1)
    };
    moves.into_iter().map(after).sum()
}
