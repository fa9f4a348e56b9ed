//! How fast the sandbox engine is, one thread, on the puzzle `bench-5x5-s45-01`: random moves with their whole cascades, lists of
//! legal moves, keys. Figures are items (moves, lists, keys) per second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use xiaochu::game::Game;
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, Setup, State};
use xiaochu::types::{Pcg, Seed};

/// Moves (or positions) per timed iteration.
const BATCH: usize = 10_000;

fn main() {
    divan::main();
}

fn puzzle() -> Sandbox {
    let rules = Rules { refill: Refill::Fixed([1, 1, 2, 1, 2, 3, 2, 3, 2, 1, 3, 3]), ..Rules::of(Mode::Xiaochuwang) };
    let board = vec![
        vec![11, 21, 11, 11, 21],
        vec![11, 31, 31, 11, 31],
        vec![21, 31, 21, 21, 31],
        vec![11, 11, 31, 31, 21],
        vec![11, 31, 21, 11, 31],
    ];
    Sandbox::new(&Setup { rules, board, steps: 45, queue_pos: 0 }).expect("the bench puzzle is valid")
}

fn rng() -> Pcg {
    Seed(1).stream("bench", 0)
}

/// Positions on the way of random games.
fn positions(game: &Sandbox) -> Vec<State> {
    let mut rng = rng();
    let mut state = game.root();
    let mut positions = Vec::with_capacity(BATCH);
    while positions.len() < BATCH {
        match game.sample(&state, &mut rng) {
            Some(mv) => {
                game.play_unchecked(&mut state, mv);
                positions.push(state);
            }
            None => state = game.root(),
        }
    }
    positions
}

/// A uniformly random legal swap or refunding drag, drawn and played with its cascade, games restarting at their end.
#[divan::bench]
fn random_moves(bencher: Bencher<'_, '_>) {
    let game = puzzle();
    let mut rng = rng();
    let mut state = game.root();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        let mut score = 0;
        let mut made = 0;
        while made < BATCH {
            match game.sample(&state, &mut rng) {
                Some(mv) => {
                    score += game.play_unchecked(&mut state, mv).gain;
                    made += 1;
                }
                None => state = game.root(),
            }
        }
        score
    });
}

/// The drawing alone.
#[divan::bench]
fn samples(bencher: Bencher<'_, '_>) {
    let game = puzzle();
    let positions = positions(&game);
    let mut rng = rng();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        for state in &positions {
            black_box(game.sample(state, &mut rng));
        }
    });
}

/// All legal moves of a position.
#[divan::bench]
fn move_lists(bencher: Bencher<'_, '_>) {
    let game = puzzle();
    let positions = positions(&game);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        for state in &positions {
            game.moves(state, &mut moves);
            black_box(&moves);
        }
    });
}

/// The key of a position.
#[divan::bench]
fn keys(bencher: Bencher<'_, '_>) {
    let game = puzzle();
    let positions = positions(&game);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        for state in &positions {
            black_box(game.key(state));
        }
    });
}
