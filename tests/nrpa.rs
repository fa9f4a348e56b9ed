//! Nested rollout policy adaptation: its result depends on options and iterations alone, it halts and goes on
//! anywhere, and on small puzzles it finds what the exact search proves.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "support/sections.rs"]
mod sections;

use proptest::prelude::*;
use rand::RngExt;
use sections::Sections;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use xiaochu::game::{Game, Learn, Move};
use xiaochu::games::crush::{Crush, CrushSetup};
use xiaochu::games::samegame::{SameGame, SameGameSetup, State, Tap};
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, Setup};
use xiaochu::search::exact::{Engine, ExactOptions, ExactOutcome};
use xiaochu::search::nrpa::{Nrpa, NrpaOptions};
use xiaochu::search::{Control, Found, Halt, LoadError, Meter, Search};
use xiaochu::types::{Score, Seed};

fn samegame(seed: u64, side: usize, colours: u8) -> SameGame {
    let mut rng = Seed(seed).stream("test board", 0);
    let board = (0..side).map(|_| (0..side).map(|_| rng.random_range(1..=colours)).collect()).collect();
    SameGame::new(&SameGameSetup { board, leftover_penalty: false }).unwrap()
}

fn sandbox(steps: u16) -> Sandbox {
    let rules = Rules { refill: Refill::Fixed([1, 1, 2, 1, 2, 3, 2, 3, 2, 1, 3, 3]), ..Rules::of(Mode::Xiaochuwang) };
    let board = vec![vec![11, 21, 11, 11], vec![11, 31, 31, 11], vec![21, 31, 21, 21], vec![11, 11, 31, 31]];
    Sandbox::new(&Setup { rules, board, steps, queue_pos: 0 }).unwrap()
}

/// A crush that its exact number of moves makes hard to complete.
fn crush(moves: u16) -> Crush {
    let rows = ["3343", "3233", "2434", "1343", "3311", "3433", "1443", "1232"];
    let board = rows.iter().map(|row| row.bytes().map(|digit| digit - b'0').collect()).collect();
    Crush::new(&CrushSetup { board, kinds: 4, moves }).unwrap()
}

/// Small levels, so that a few hundred playouts go through all of them.
fn options(seed: u64) -> NrpaOptions {
    NrpaOptions { seed: Seed(seed), workers: 3, level: 3, playouts: 6, stable: 2, ..NrpaOptions::default() }
}

fn start(options: &NrpaOptions) -> Nrpa {
    Nrpa::new(options.clone())
}

fn run<G: Learn>(search: &mut Nrpa, game: &G, iterations: u64) -> Halt {
    let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &|_| {} };
    search.run(game, iterations, &control)
}

/// Everything that the future of a search depends on.
fn saved<G: Learn>(search: &Nrpa, _: &G) -> Sections {
    let mut sections = Sections::default();
    Search::<G>::save(search, &mut sections).unwrap();
    sections
}

fn best<G: Learn>(search: &Nrpa, _: &G) -> Option<Found> {
    Search::<G>::summary(search).best
}

fn replayed<G: Game>(game: &G, line: &[u16]) -> Score {
    let mut state = game.root();
    let mut moves = Vec::new();
    let mut play = |&code: &u16| {
        game.moves(&state, &mut moves);
        let mv = G::Move::from_code(code);
        assert!(moves.contains(&mv));
        game.play_unchecked(&mut state, mv).gain
    };
    line.iter().map(&mut play).sum()
}

fn threads(count: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap()
}

/// Choices found move by move, by the definition.
fn choices_slowly(game: &SameGame, state: &State, selection: Option<u32>) -> Vec<(Tap, u64)> {
    let mut taps = Vec::new();
    game.moves(state, &mut taps);
    if let Some(rule) = selection
        && taps.iter().any(|&tap| game.is_promising(state, tap, rule))
    {
        taps.retain(|&tap| game.is_promising(state, tap, rule));
    }
    taps.into_iter().map(|tap| (tap, game.policy_code(state, tap))).collect()
}

proptest! {
    #[test]
    fn choices_are_the_moves_that_promise_with_their_codes(seed in 0_u64..10_000, side in 2_usize..=16, colours in 2_u8..=7) {
        let game = samegame(seed, side, colours);
        let (mut state, mut rng) = (game.root(), Seed(seed).stream("test game", 0));
        loop {
            for selection in std::iter::once(None).chain((0..game.selections()).map(Some)) {
                let (mut taps, mut codes) = (Vec::new(), Vec::new());
                game.choices(&state, selection, &mut taps, &mut codes);
                let choices: Vec<(Tap, u64)> = taps.into_iter().zip(codes).collect();
                prop_assert_eq!(choices, choices_slowly(&game, &state, selection));
            }
            let Some(tap) = game.sample(&state, &mut rng) else { break };
            game.play_unchecked(&mut state, tap);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let game = samegame(1, 8, 3);
    let states = [1, 2, 4].map(|count| {
        let mut search = start(&options(7));
        assert_eq!(threads(count).install(|| run(&mut search, &game, 700)), Halt::Iterations);
        saved(&search, &game)
    });
    assert!(states[0] == states[1] && states[1] == states[2]);
}

#[test]
fn another_seed_is_another_search() {
    let game = samegame(1, 8, 3);
    let states = [7, 8].map(|seed| {
        let mut search = start(&options(seed));
        run(&mut search, &game, 100);
        saved(&search, &game)
    });
    assert_ne!(states[0], states[1]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn halts_saves_and_loads_leave_no_trace(cuts in prop::collection::vec(1_u64..300, 1..4)) {
        let game = samegame(2, 7, 3);
        let options = options(3);
        let mut whole = start(&options);
        run(&mut whole, &game, 900);
        let mut search = start(&options);
        let mut done = 0;
        for cut in cuts {
            done += cut;
            run(&mut search, &game, done);
            let mut copy = start(&options);
            copy.load(&game, &mut saved(&search, &game)).unwrap();
            search = copy;
        }
        run(&mut search, &game, 900);
        prop_assert_eq!(saved(&search, &game), saved(&whole, &game));
    }
}

#[test]
fn what_is_told_rises_and_the_best_line_replays_to_its_score() {
    let game = sandbox(8);
    let mut search = start(&options(1));
    let told = std::sync::Mutex::new(Vec::new());
    let found = |found: &Found| told.lock().unwrap().push(found.clone());
    let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &found };
    threads(1).install(|| search.run(&game, 1_000, &control));
    let told = told.lock().unwrap().clone();
    assert!(told.len() > 1 && told.is_sorted_by(|a, b| a.score < b.score));
    for found in &told {
        assert_eq!(replayed(&game, &found.line), found.score);
    }
    assert_eq!(told.last().map(|found| found.score), best(&search, &game).map(|found| found.score));
    assert_eq!(control.meter.iterations(), 1_000);
}

#[test]
fn a_stop_halts_at_once_and_no_iterations_do_nothing() {
    let game = samegame(1, 8, 3);
    let mut search = start(&options(1));
    assert_eq!(run(&mut search, &game, 0), Halt::Iterations);
    let stop = AtomicBool::new(true);
    let control = Control { stop: &stop, meter: &Meter::default(), found: &|_| {} };
    assert_eq!(search.run(&game, 10, &control), Halt::Stopped);
    assert_eq!(best(&search, &game), None);
    stop.store(false, Ordering::Relaxed);
    assert_eq!(search.run(&game, 1, &control), Halt::Iterations);
    assert!(best(&search, &game).is_some());
}

#[test]
fn a_save_that_means_nothing_is_refused() {
    let game = samegame(2, 7, 3);
    let options = options(3);
    let mut search = start(&options);
    run(&mut search, &game, 60);
    let good = saved(&search, &game);
    let refused = |bad: &mut Sections| matches!(start(&options).load(&game, bad), Err(LoadError::Meaning { .. }));
    assert!(!refused(&mut good.clone()));
    let mut bad = good.clone();
    bad.0[0].1 = bad.0[0].1.replace("\"score\":", "\"score\":1");
    assert!(refused(&mut bad));
    let changes: [fn(&mut Value); 5] = [
        |levels| levels[1]["done"] = 12.into(),
        |levels| levels[1]["weights"][0][0] = 70_000.into(),
        |levels| levels[1]["best"][0] = 5.into(),
        |levels| levels[1]["best"][1][0] = 9_999.into(),
        |levels| levels.as_array_mut().unwrap().truncate(1),
    ];
    for change in changes {
        let mut bad = good.clone();
        let mut levels = serde_json::from_str(&bad.0[1].1).unwrap();
        change(&mut levels);
        bad.0[1].1 = levels.to_string();
        assert!(refused(&mut bad), "{levels}");
    }
}

/// What the exact search proves of a game.
fn optimum<G: Learn>(game: &G) -> Score {
    let outcome = Engine::new(game, ExactOptions::default()).run(game, u64::MAX, |_| false);
    let ExactOutcome::Optimal { score, .. } = outcome else { panic!("{outcome:?}") };
    score
}

fn finds<G: Learn>(game: &G, optimum: Score) {
    let options = NrpaOptions { level: 2, playouts: 20, selective: false, ..NrpaOptions::default() };
    let mut search = start(&options);
    run(&mut search, game, 60_000);
    let best = best(&search, game).unwrap();
    assert_eq!((best.score, replayed(game, &best.line)), (optimum, optimum));
}

#[test]
fn it_finds_the_optimum_of_small_samegames() {
    for seed in 0..6 {
        let game = samegame(seed, 5, 3);
        finds(&game, optimum(&game));
    }
}

#[test]
fn it_finds_the_optimum_of_a_short_sandbox() {
    let game = sandbox(3);
    finds(&game, optimum(&game));
}

/// One that is not complete scores nothing, so the policy must first find its way to the exact number of moves.
#[test]
fn it_completes_a_crush_of_exactly_so_many_moves() {
    let game = crush(7);
    let mut search = start(&NrpaOptions { level: 3, playouts: 20, ..NrpaOptions::default() });
    run(&mut search, &game, 16_000);
    let best = best(&search, &game).unwrap();
    assert_eq!((best.line.len(), replayed(&game, &best.line)), (7, best.score));
    assert!(best.score <= optimum(&game));
}
