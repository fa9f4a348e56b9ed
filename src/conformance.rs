//! The conformance kit: what any [`Game`], [`Chance`] or [`Duel`] must keep to, checked on seeded random games.
//!
//! A new game calls [`check`] (and [`check_chance`] or [`check_duel`]) in its tests. The kit plays lines drawn from
//! all legal moves and reports the first [`Breach`] of the contract; it never asks what the game's rules are.

use crate::game::{Chance, Duel, Game, MAX_BOUND, Move, MoveClass, Played};
use crate::types::{Action, FixedMap, Key, Place, Score, Seed};
use rand::RngExt;
use std::fmt::Debug;
use thiserror::Error;

/// Moves after which a line counts as endless.
const LONGEST_LINE: usize = 100_000;

/// A promise that a game does not keep. The position is the one before the move in question, as `Debug` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (game {game}, move {ply}) in {position}")]
pub struct Breach {
    /// The promise.
    pub what: String,
    /// Number of the random game, from 0.
    pub game: u64,
    /// Moves made before, from 0.
    pub ply: usize,
    /// The position.
    pub position: String,
}

/// Where in the kit's play something happened.
#[derive(Clone, Copy)]
struct At<'a, S> {
    game: u64,
    ply: usize,
    state: &'a S,
}

impl<S: Debug> At<'_, S> {
    fn require(&self, holds: bool, what: impl Fn() -> String) -> Result<(), Breach> {
        if holds {
            return Ok(());
        }
        Err(Breach { what: what(), game: self.game, ply: self.ply, position: format!("{:?}", self.state) })
    }
}

/// What is remembered of a line to judge its bounds once it is over.
struct Visit<S> {
    state: S,
    bound: Score,
    steps_left: u32,
    gain: Score,
    is_free: bool,
}

/// What a key was seen with: the moves (by code) and what each gains and leads to.
type Future = Vec<(u16, Played, Key)>;

/// Checks the contract of [`Game`] on `games` random games.
///
/// # Errors
/// The first promise that is broken.
pub fn check<G: Game>(game: &G, seed: Seed, games: u64) -> Result<(), Breach> {
    let mut futures: FixedMap<Key, Future> = FixedMap::default();
    for number in 0..games {
        let mut rng = seed.stream("conformance", number);
        let mut state = game.root();
        let mut line: Vec<Visit<G::State>> = Vec::new();
        let mut moves = Vec::new();
        check_codes(game, &At { game: number, ply: 0, state: &state })?;
        loop {
            let at = At { game: number, ply: line.len(), state: &state };
            at.require(line.len() < LONGEST_LINE, || format!("no end after {LONGEST_LINE} moves"))?;
            game.moves(&state, &mut moves);
            check_moves(game, &at, &moves)?;
            check_sample(game, &at, &moves, seed)?;
            if line.len().is_multiple_of(8) {
                check_find(game, &at, &moves)?;
                check_future(game, &at, &moves, &mut futures)?;
                check_order(game, &at, &moves, &mut futures)?;
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            let mut after = state;
            let played = game.play_unchecked(&mut after, mv);
            if played.gain < 0 {
                game.moves(&after, &mut moves);
                at.require(moves.is_empty(), || format!("{mv:?} gains {} and the game goes on", played.gain))?;
            }
            let is_free = game.class(&state, mv) == MoveClass::Free;
            let (bound, steps_left) = (game.bound(&state), game.steps_left(&state));
            at.require(bound <= MAX_BOUND, || format!("the bound {bound} is beyond what may be added to"))?;
            line.push(Visit { state, bound, steps_left, gain: played.gain, is_free });
            state = after;
        }
        check_limits(number, &line)?;
    }
    Ok(())
}

/// The list is ascending without duplicates, codes order and read back as moves do, `find` knows each move.
fn check_moves<G: Game>(game: &G, at: &At<'_, G::State>, moves: &[G::Move]) -> Result<(), Breach> {
    at.require(moves.is_sorted_by(|a, b| a < b), || "moves are not strictly ascending".into())?;
    at.require(moves.is_sorted_by_key(|mv| mv.code()), || "codes do not order as moves do".into())?;
    for &mv in moves {
        at.require(G::Move::from_code(mv.code()) == mv, || format!("{mv:?} does not read back from its code"))?;
        let action = game.action(mv);
        at.require(game.find(at.state, action) == Some(mv), || {
            format!("find does not give {mv:?} for its own {action:?}")
        })?;
    }
    Ok(())
}

/// No number but its own is taken for a legal move.
fn check_codes<G: Game>(game: &G, at: &At<'_, G::State>) -> Result<(), Breach> {
    let mut moves = Vec::new();
    game.moves(at.state, &mut moves);
    for code in 0..=u16::MAX {
        let mv = G::Move::from_code(code);
        let is_own = mv.code() == code || moves.binary_search(&mv).is_err();
        at.require(is_own, || format!("the number {code} is taken for {mv:?}, whose code is {}", mv.code()))?;
    }
    Ok(())
}

/// `sample` gives listed moves that are not minor, and none exactly when there are none.
fn check_sample<G: Game>(game: &G, at: &At<'_, G::State>, moves: &[G::Move], seed: Seed) -> Result<(), Breach> {
    let mut rng = seed.stream("conformance sample", at.ply as u64);
    let any = moves.iter().any(|&mv| game.class(at.state, mv) != MoveClass::Minor);
    for _ in 0..4 {
        let drawn = game.sample(at.state, &mut rng);
        at.require(drawn.is_some() == any, || format!("sample gives {drawn:?}; a move to draw: {any}"))?;
        if let Some(mv) = drawn {
            let is_listed = moves.binary_search(&mv).is_ok();
            at.require(is_listed, || format!("sample gives {mv:?}, which is not legal"))?;
            let class = game.class(at.state, mv);
            at.require(class != MoveClass::Minor, || format!("sample gives {mv:?}, which is minor"))?;
        }
    }
    Ok(())
}

/// `find` accepts no action beyond the listed moves, on the board and a little outside of it.
fn check_find<G: Game>(game: &G, at: &At<'_, G::State>, moves: &[G::Move]) -> Result<(), Breach> {
    let ends = |mv: &G::Move| match game.action(*mv) {
        Action::Swap(a, b) => a.row.max(b.row).max(a.col).max(b.col),
        Action::Drag(a) | Action::Tap(a) => a.row.max(a.col),
    };
    let side = moves.iter().map(ends).max().unwrap_or(3).saturating_add(2);
    let places: Vec<Place> = (0..=side).flat_map(|row| (0..=side).map(move |col| Place::new(row, col))).collect();
    for &a in &places {
        let single = [Action::Drag(a), Action::Tap(a)];
        for action in places.iter().map(|&b| Action::Swap(a, b)).chain(single) {
            if let Some(mv) = game.find(at.state, action) {
                at.require(moves.binary_search(&mv).is_ok(), || format!("{action:?} is accepted but not listed"))?;
            }
        }
    }
    Ok(())
}

/// Playing is repeatable, and a key always comes with the same future.
fn check_future<G: Game>(
    game: &G,
    at: &At<'_, G::State>,
    moves: &[G::Move],
    futures: &mut FixedMap<Key, Future>,
) -> Result<(), Breach> {
    let future = future(game, at.state, moves);
    let again = self::future(game, at.state, moves);
    at.require(future == again, || "the same moves played twice do not do the same".into())?;
    let seen = futures.entry(game.key(at.state)).or_insert_with(|| future.clone());
    at.require(*seen == future, || "another position with this key has another future".into())
}

fn future<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> Future {
    let after = |&mv: &G::Move| {
        let mut after = *state;
        let played = game.play_unchecked(&mut after, mv);
        (mv.code(), played, game.key(&after))
    };
    moves.iter().map(after).collect()
}

/// Two moves in either order: where the keys agree, so do the futures. This is where positions meet.
fn check_order<G: Game>(
    game: &G,
    at: &At<'_, G::State>,
    moves: &[G::Move],
    futures: &mut FixedMap<Key, Future>,
) -> Result<(), Breach> {
    let (Some(&first), Some(&last)) = (moves.first(), moves.last()) else { return Ok(()) };
    for order in [[first, last], [last, first]] {
        let mut state = *at.state;
        let mut list = Vec::new();
        for mv in order {
            game.moves(&state, &mut list);
            if list.binary_search(&mv).is_err() {
                return Ok(());
            }
            game.play_unchecked(&mut state, mv);
        }
        game.moves(&state, &mut list);
        check_future(game, &At { state: &state, ..*at }, &list, futures)?;
    }
    Ok(())
}

/// Along a finished line no remainder gained more than `bound` or made more moves than `steps_left`.
fn check_limits<S: Debug>(number: u64, line: &[Visit<S>]) -> Result<(), Breach> {
    let (mut best, mut costly) = (0, 0);
    for (ply, visit) in line.iter().enumerate().rev() {
        // The best of stopping anywhere: a bound holds for every continuation, not just for the whole line.
        best = visit.gain + Score::max(best, 0);
        costly += u32::from(!visit.is_free);
        let at = At { game: number, ply, state: &visit.state };
        at.require(best <= visit.bound, || format!("a continuation gains {best}, the bound is {}", visit.bound))?;
        at.require(costly <= visit.steps_left, || {
            format!("{costly} moves that are not free follow, steps_left is {}", visit.steps_left)
        })?;
    }
    Ok(())
}

/// Checks the contract of [`Chance`] on `games` random games in which outcomes and moves are drawn evenly.
///
/// # Errors
/// The first promise that is broken.
pub fn check_chance<G: Chance>(game: &G, seed: Seed, games: u64) -> Result<(), Breach> {
    let (mut outcomes, mut moves) = (Vec::new(), Vec::new());
    for number in 0..games {
        let mut rng = seed.stream("conformance chance", number);
        let mut state = game.root();
        for ply in 0.. {
            let at = At { game: number, ply, state: &state };
            at.require(ply < LONGEST_LINE, || format!("no end after {LONGEST_LINE} moves and outcomes"))?;
            game.outcomes(&state, &mut outcomes);
            game.moves(&state, &mut moves);
            let is_pending = game.is_pending(&state);
            at.require(is_pending != outcomes.is_empty(), || "is_pending and outcomes disagree".into())?;
            at.require(outcomes.is_sorted_by(|a, b| a.0 < b.0), || "outcomes are not strictly ascending".into())?;
            at.require(outcomes.iter().all(|&(_, weight)| weight > 0), || "an outcome has no weight".into())?;
            check_settle(game, &at, &mut rng)?;
            if is_pending {
                at.require(moves.is_empty(), || "a pending position has moves".into())?;
                at.require(game.sample(&state, &mut rng).is_none(), || "sample moves while pending".into())?;
                let (outcome, _) = outcomes[rng.random_range(0..outcomes.len())];
                let (mut after, mut again) = (state, state);
                let same = game.resolve(&mut after, outcome) == game.resolve(&mut again, outcome) && after == again;
                at.require(same, || format!("{outcome:?} resolved twice does not do the same"))?;
                state = after;
            } else if moves.is_empty() {
                break;
            } else {
                game.play_unchecked(&mut state, moves[rng.random_range(0..moves.len())]);
            }
        }
    }
    Ok(())
}

/// `settle` ends every wait, draws from its generator alone and leaves settled positions as they are.
fn check_settle<G: Chance>(game: &G, at: &At<'_, G::State>, rng: &mut crate::types::Pcg) -> Result<(), Breach> {
    let (mut after, mut again) = (*at.state, *at.state);
    let played = game.settle(&mut after, &mut rng.clone());
    let same = game.settle(&mut again, &mut rng.clone()) == played && after == again;
    at.require(same, || "settle with equal generators does not do the same".into())?;
    at.require(!game.is_pending(&after), || "settle leaves the position pending".into())?;
    let is_quiet = game.is_pending(at.state) || (after == *at.state && played == Played::default());
    at.require(is_quiet, || "settle changes a settled position".into())
}

/// Checks the contract of [`Duel`] on `games` random games.
///
/// # Errors
/// The first promise that is broken.
pub fn check_duel<D: Duel>(game: &D, seed: Seed, games: u64) -> Result<(), Breach> {
    let mut moves = Vec::new();
    for number in 0..games {
        let mut rng = seed.stream("conformance duel", number);
        let mut state = game.root();
        for ply in 0.. {
            let at = At { game: number, ply, state: &state };
            at.require(ply < LONGEST_LINE, || format!("no end after {LONGEST_LINE} moves"))?;
            game.moves(&state, &mut moves);
            at.require(moves.is_sorted_by(|a, b| a < b), || "moves are not strictly ascending".into())?;
            if moves.is_empty() {
                let winner = game.winner(&state);
                at.require(game.winner(&state) == winner, || "the winner changes when asked twice".into())?;
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            let after = game.play(&state, mv);
            at.require(after == game.play(&state, mv), || format!("{mv:?} played twice does not do the same"))?;
            at.require(after != state, || format!("{mv:?} changes nothing"))?;
            state = after;
        }
    }
    Ok(())
}
