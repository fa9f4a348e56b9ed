//! A saved line of move codes, played again from the start.

use crate::game::{Game, Move};
use crate::types::Score;

/// The position that a line leads to and its score; `None` when a code is no legal move where it stands.
///
/// Looks codes up among the listed moves, since a damaged save may hold numbers that no move has.
pub(super) fn replay<G: Game>(game: &G, line: &[u16]) -> Option<(G::State, Score)> {
    let (mut state, mut score) = (game.root(), 0);
    let mut moves = Vec::new();
    for &code in line {
        let mv = G::Move::from_code(code);
        game.moves(&state, &mut moves);
        moves.binary_search(&mv).ok()?;
        score += game.play_unchecked(&mut state, mv).gain;
    }
    Some((state, score))
}

/// The score of a line that is legal and counts as a solution.
pub(super) fn complete_score<G: Game>(game: &G, line: &[u16]) -> Option<Score> {
    replay(game, line).filter(|(end, _)| game.is_complete(end)).map(|(_, score)| score)
}
