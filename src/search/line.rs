//! Lines of move codes: unwound from the links that a beam keeps, played again from the start, and the line without a
//! move.

use super::contract::LoadError;
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

/// Links per position of a beam's width above which those that nothing comes from are dropped. Games of some dozen steps
/// never get there.
const MOST_LINKS: usize = 128;

/// Whether a beam of this width shall [`prune`] its links.
pub(super) fn is_overgrown(links: &[Link], width: usize) -> bool {
    links.len() / MOST_LINKS > width
}

/// Keeps the links that `ends` come from, in their order. Returns the new number of each by its old one; a dropped one
/// has none.
pub(super) fn prune(links: &mut Vec<Link>, ends: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers = vec![NO_LINK; links.len()];
    for mut link in ends {
        // Anything but NO_LINK marks a link as kept until it gets its number.
        while let Some(number) = numbers.get_mut(link as usize).filter(|number| **number == NO_LINK) {
            *number = 0;
            link = links[link as usize].parent;
        }
    }
    let mut kept = 0;
    for old in 0..links.len() {
        if numbers[old] != NO_LINK {
            let Link { parent, code } = links[old];
            // A parent stands before its children, so it has its number.
            links[kept] = Link { parent: renumbered(&numbers, parent), code };
            numbers[old] = index(kept);
            kept += 1;
        }
    }
    links.truncate(kept);
    numbers
}

/// The new number of a link that was kept; the start stays without one.
pub(super) fn renumbered(numbers: &[u32], link: u32) -> u32 {
    numbers.get(link as usize).copied().unwrap_or(NO_LINK)
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

/// Refuses the best line of a saved section unless it is legal, counts as a solution and is worth its score.
pub(super) fn check_best<G: Game>(game: &G, line: &[u16], score: Score, section: &str) -> Result<(), LoadError> {
    match replay(game, line) {
        Some((end, actual)) if actual == score && game.is_complete(&end) => Ok(()),
        _ => Err(LoadError::Meaning {
            name: section.to_owned(),
            reason: format!("the best line is no solution worth {score}"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pruned_links_lead_from_the_same_ends_to_the_same_lines() {
        let parents = [NO_LINK, 0, 0, 1, 2, 1, 3, 5, NO_LINK];
        let mut links: Vec<Link> = (0..).zip(parents).map(|(code, parent)| Link { parent, code }).collect();
        let ends = [6, NO_LINK, 7, 6];
        let lines = |links: &[Link], ends: &[u32]| -> Vec<Vec<u16>> {
            ends.iter().map(|&end| unwind(links, end, &[99])).collect()
        };
        let before = lines(&links, &ends);
        assert_eq!(before, [vec![99, 0, 1, 3, 6], vec![99], vec![99, 0, 1, 5, 7], vec![99, 0, 1, 3, 6]]);
        let numbers = prune(&mut links, ends.into_iter());
        let ends = ends.map(|end| renumbered(&numbers, end));
        assert_eq!(lines(&links, &ends), before);
        assert_eq!(links.len(), 6, "2, 4 and 8 are gone");
    }
}
