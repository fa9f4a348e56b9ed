//! An exhausted search is a proof: the trees, with and without equal states cut off, against exact search and against
//! trying all lines.

use std::sync::Arc;
use xiaochu::game::Game;
use xiaochu::games::sandbox::Sandbox;
use xiaochu::puzzle::{PuzzleGame, parse};
use xiaochu::search::exact::{Exact, ExactOptions};
use xiaochu::search::uct::{Candidates, TreeOptions, Uct, UctOptions};
use xiaochu::search::value::Estimator;
use xiaochu::search::{Control, Halt, Meter, Search, Summary};
use xiaochu::types::{Score, Seed, mix};

fn exhaust<G: Game>(game: &G, search: &mut impl Search<G>) -> Summary {
    let (stop, meter) = (Default::default(), Meter::default());
    let halt = search.run(game, u64::MAX, &Control { stop: &stop, meter: &meter, found: &|_| {} });
    assert_eq!(halt, Halt::Exhausted);
    search.summary()
}

/// The best score of any line, by trying all.
fn brute_force<G: Game>(game: &G, state: &G::State) -> Score {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut next = *state;
        game.play_unchecked(&mut next, mv).gain + brute_force(game, &next)
    };
    moves.into_iter().map(after).max().unwrap_or(0)
}

/// A small sandbox with something to swap, or none when the random board is not stable.
fn small_puzzle(number: u64, steps: u32) -> Option<Sandbox> {
    let digit = |at: u64| 1 + mix(number << 8 | at) % 3;
    let row = |row: u64| (0..3).map(|col| digit(row * 3 + col).to_string()).collect::<String>();
    let queue: String = (0..12).map(|at| digit(100 + at).to_string()).collect();
    let (first, second, third) = (row(0), row(1), row(2));
    let text = format!(
        "game = \"sandbox\"\nmode = \"xiaochuwang\"\nsteps = {steps}\nqueue = \"{queue}\"\nboard = \"\"\"\n{first}\n{second}\n{third}\n\"\"\"\n"
    );
    let puzzle = parse(&text, "small").ok()?;
    let PuzzleGame::Sandbox { setup, .. } = &puzzle.game else { return None };
    let game = Sandbox::new(setup).ok()?;
    let mut moves = Vec::new();
    game.moves(&game.root(), &mut moves);
    (moves.len() > 2).then_some(game)
}

#[test]
fn proven_means_optimal_on_small_puzzles() {
    let guide = Arc::new(Estimator::by_potential());
    let mut proven = 0;
    for number in 0..4000 {
        if proven == 24 {
            return;
        }
        let Some(game) = small_puzzle(number, 2) else { continue };
        let optimum = brute_force(&game, &game.root());
        let exact = exhaust(&game, &mut Exact::new(&game, ExactOptions::default()));
        assert_eq!(exact.best.map(|best| best.score), Some(optimum), "puzzle {number}");
        for transpositions in [false, true] {
            let options = TreeOptions { candidates: Candidates::All, transpositions, ..TreeOptions::default() };
            let mut uct = Uct::new(UctOptions::uniform("uct", Seed(number), 2, &options, 64 << 20), &guide);
            let summary = exhaust(&game, &mut uct);
            assert!(summary.is_proof);
            assert_eq!(summary.best.map(|best| best.score), Some(optimum), "puzzle {number}, {transpositions}");
        }
        // A few candidates give a line, not a proof.
        let mut uct = Uct::new(UctOptions::uniform("uct", Seed(number), 1, &TreeOptions::default(), 64 << 20), &guide);
        let summary = exhaust(&game, &mut uct);
        assert!(!summary.is_proof && summary.best.is_some_and(|best| best.score <= optimum));
        proven += 1;
    }
    panic!("only {proven} of the random boards were puzzles");
}
