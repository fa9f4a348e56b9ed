//! The beam by strata on SameGame: its result depends on options and iterations alone, it proves itself on small
//! boards, and passes with noise pay on large ones.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "support/sections.rs"]
mod sections;

use rand::RngExt;
use sections::Sections;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xiaochu::game::{Game, Learn, Move};
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, Setup};
use xiaochu::search::exact::{Engine, ExactOptions, ExactOutcome};
use xiaochu::search::strata::{Strata, StrataOptions};
use xiaochu::search::value::Estimator;
use xiaochu::search::{Control, Halt, LoadError, Meter, Search, Summary};
use xiaochu::types::{Score, Seed};

fn samegame(seed: u64, side: usize, colours: u8) -> SameGame {
    let mut rng = Seed(seed).stream("strength board", 0);
    let board = (0..side).map(|_| (0..side).map(|_| rng.random_range(1..=colours)).collect()).collect();
    SameGame::new(&SameGameSetup { board, leftover_penalty: false }).unwrap()
}

fn start<G: Learn>(options: &StrataOptions) -> Strata<G> {
    Strata::new(options.clone(), &Arc::new(Estimator::by_potential()))
}

fn run<G: Learn>(search: &mut Strata<G>, game: &G, iterations: u64) -> Summary {
    let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &|_| {} };
    assert_eq!(search.run(game, iterations, &control), Halt::Iterations);
    search.summary()
}

fn saved<G: Learn>(search: &Strata<G>) -> Sections {
    let mut saved = Sections::default();
    search.save(&mut saved).unwrap();
    saved
}

fn replayed<G: Game>(game: &G, line: &[u16]) -> Score {
    let mut state = game.root();
    let mut moves = Vec::new();
    let mut score = 0;
    for &code in line {
        game.moves(&state, &mut moves);
        let mv = G::Move::from_code(code);
        assert!(moves.contains(&mv));
        score += game.play_unchecked(&mut state, mv).gain;
    }
    score
}

/// Passes that a few thousand iterations go through, those with noise included.
fn narrow() -> StrataOptions {
    StrataOptions { first_width: 4, widest: 16, ..StrataOptions::default() }
}

#[test]
fn threads_halts_saves_and_loads_change_nothing() {
    let game = samegame(1, 8, 4);
    let mut whole = start(&narrow());
    let end = run(&mut whole, &game, 6_000);
    for (threads, cuts) in [(1, vec![]), (4, vec![]), (2, vec![1, 17, 900, 901, 3_333, 5_999])] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut search = start(&narrow());
            for cut in cuts {
                run(&mut search, &game, cut);
                let mut copy = start(&narrow());
                copy.load(&game, &mut saved(&search)).unwrap();
                search = copy;
            }
            assert_eq!(run(&mut search, &game, 6_000).best, end.best);
            assert_eq!(saved(&search), saved(&whole));
        });
    }
}

#[test]
fn a_save_that_means_nothing_is_refused() {
    let game = samegame(1, 8, 4);
    let mut search = start(&narrow());
    let best = run(&mut search, &game, 3_000).best.unwrap();
    let good = saved(&search);
    assert!(start(&narrow()).load(&game, &mut good.clone()).is_ok());
    let score = format!("\"score\":{}", best.score);
    for (old, new) in [(score.as_str(), "\"score\":1"), ("\"expanded\":", "\"expanded\":99999")] {
        let mut bad = good.clone();
        bad.0[0].1 = bad.0[0].1.replace(old, new);
        assert!(matches!(start(&narrow()).load(&game, &mut bad), Err(LoadError::Meaning { .. })), "{old}");
    }
}

#[test]
fn it_finds_what_the_exact_search_proves() {
    for seed in 0..8 {
        let game = samegame(seed, 6, 3);
        let outcome = Engine::new(&game, ExactOptions::default()).run(&game, u64::MAX, |_| false);
        let ExactOutcome::Optimal { score, .. } = outcome else { panic!("{outcome:?}") };
        let best = run(&mut start(&StrataOptions::default()), &game, 40_000).best.unwrap();
        assert_eq!((best.score, replayed(&game, &best.line)), (score, score), "board {seed}");
    }
}

/// Free moves stay in their stratum.
#[test]
fn it_searches_a_sandbox_too() {
    let rules = Rules { refill: Refill::Fixed([1, 1, 2, 1, 2, 3, 2, 3, 2, 1, 3, 3]), ..Rules::of(Mode::Xiaochuwang) };
    let board = vec![vec![11, 21, 14, 11], vec![15, 31, 31, 11], vec![21, 31, 21, 21], vec![11, 11, 31, 31]];
    let game = Sandbox::new(&Setup { rules, board, steps: 6, queue_pos: 0 }).unwrap();
    let best = run(&mut start(&narrow()), &game, 3_000).best.unwrap();
    assert_eq!(replayed(&game, &best.line), best.score);
    assert!(best.score >= 4_640, "not even the orange and the purple on the board: {}", best.score);
}

#[test]
fn passes_with_noise_pay_on_large_boards() {
    let mean = |iterations: u64| {
        let scores = (0..4).map(|seed| {
            let game = samegame(100 + seed, 15, 5);
            let options = StrataOptions { first_width: 100, ..StrataOptions::default() };
            let best = run(&mut start(&options), &game, iterations).best.unwrap();
            assert_eq!(replayed(&game, &best.line), best.score);
            best.score
        });
        scores.sum::<Score>() / 4
    };
    // A pass of 100 expands at most 100 positions for each of the 225 cells.
    let (one, seven) = (mean(22_500), mean(7 * 22_500));
    assert!(seven >= one + 400, "{one} on average after one pass, {seven} after seven");
}
