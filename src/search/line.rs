//! Lines of move codes: unwound from the links that a beam keeps, played again from the start, and the line without a
//! move.

use crate::game::{Game, Move};
use crate::types::Score;

/// No link: the start of a pass.
pub(super) const NO_LINK: u32 = u32::MAX;

/// How a kept position was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The link of the position before, or [`NO_LINK`].
    pub(super) parent: u32,
    /// The move made there.
    pub(super) code: u16,
}

/// An index of a layer or of links, as four bytes. Widths and lengths are far below: four thousand million links would
/// take 32 GiB.
pub(super) fn index(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NO_LINK)
}

/// The moves from the start of a pass to a link, behind those of `prefix`.
pub(super) fn unwind(links: &[Link], mut link: u32, prefix: &[u16]) -> Vec<u16> {
    let mut codes = Vec::new();
    while let Some(step) = links.get(link as usize) {
        codes.push(step.code);
        link = step.parent;
    }
    codes.extend(prefix.iter().rev());
    codes.reverse();
    codes
}

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
