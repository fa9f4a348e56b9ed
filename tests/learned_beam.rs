//! The learned value and the beam on random puzzles of 消除王: same result for any threads and halts, tables equal to
//! their slow twin, weights that mean the same shared, files that refuse damage.
#![expect(clippy::unwrap_used, reason = "a failed setup is a failed test")]

#[path = "support/sections.rs"]
mod sections;

use proptest::prelude::*;
use sections::Sections;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use xiaochu::game::{Game, Learn, Move};
use xiaochu::games::sandbox::{Refill, Rules, Sandbox, Setup, Shape};
use xiaochu::search::beam::{Beam, BeamOptions};
use xiaochu::search::portfolio::{Member, PortfolioOptions};
use xiaochu::search::train::{TrainOptions, Trainer};
use xiaochu::search::uct::{Candidates, Playout, TreeOptions, UctOptions};
use xiaochu::search::value::{Estimator, FADE, UNIT, Weights};
use xiaochu::search::{Control, Found, Halt, LoadError, Meter, Search, StrategyOptions};
use xiaochu::types::Seed;

fn puzzle(seed: u64, side: usize, steps: u16) -> Sandbox {
    let shape = Shape::try_new(side, side).unwrap();
    Sandbox::random(shape, steps, &mut Seed(seed).stream("test", 0)).unwrap()
}

fn options() -> BeamOptions {
    BeamOptions { first_width: 8, widest: 40, cut_width: 10, ..BeamOptions::default() }
}

fn beam(game: &Sandbox) -> Beam<Sandbox> {
    Beam::new(Estimator::shipped(game).unwrap(), options())
}

fn run(search: &mut impl Search<Sandbox>, game: &Sandbox, iterations: u64) -> Vec<Found> {
    let (stop, meter, told) = (AtomicBool::new(false), Meter::default(), Mutex::new(Vec::new()));
    let found = |found: &Found| told.lock().unwrap().push(found.clone());
    let control = Control { stop: &stop, meter: &meter, found: &found };
    assert_eq!(search.run(game, iterations, &control), Halt::Iterations);
    told.into_inner().unwrap()
}

fn in_pool<T: Send>(threads: usize, job: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(job)
}

/// The best line of a search that is halted after so many iterations in total, saved, and loaded into a new one each
/// time; `show` is called before it goes on.
fn best_with_halts<S: Search<Sandbox> + Send>(
    game: &Sandbox,
    start: impl Fn() -> S,
    show: impl Fn(&mut S),
    halts: &[u64],
) -> Option<Found> {
    let mut search = start();
    for &iterations in halts {
        show(&mut search);
        in_pool(3, || run(&mut search, game, iterations));
        assert_eq!(search.summary().iterations, iterations);
        let mut sections = Sections::default();
        search.save(&mut sections).unwrap();
        search = start();
        search.load(game, &mut sections).unwrap();
    }
    search.summary().best
}

#[test]
fn threads_halts_and_checkpoints_change_nothing() {
    let game = puzzle(1, 5, 20);
    let mut whole = beam(&game);
    let told = in_pool(1, || run(&mut whole, &game, 3000));
    let expected = whole.summary();
    assert_eq!(told.last(), expected.best.as_ref());
    assert!(told.is_sorted_by(|a, b| a.score < b.score));

    let halts = [1, 2, 90, 91, 517, 1200, 2999, 3000];
    assert_eq!(best_with_halts(&game, || beam(&game), |_| {}, &halts), expected.best);
}

#[test]
fn the_best_line_replays_to_its_score() {
    for (seed, side) in [(2, 5), (3, 6), (4, 7)] {
        let game = puzzle(seed, side, 12);
        let mut beam = beam(&game);
        run(&mut beam, &game, 2000);
        assert_best_replays(&game, &beam);
    }
}

fn assert_best_replays(game: &Sandbox, beam: &Beam<Sandbox>) {
    let best = beam.summary().best.unwrap();
    let (mut state, mut score) = (game.root(), 0);
    for code in best.line {
        let action = game.action(Move::from_code(code));
        let mv = game.find(&state, action).expect("every move of the line is legal");
        score += game.play_unchecked(&mut state, mv).gain;
    }
    assert_eq!(score, best.score);
}

#[test]
fn a_stop_is_obeyed_and_a_damaged_checkpoint_refused() {
    let game = puzzle(5, 5, 20);
    let (stop, meter) = (AtomicBool::new(true), Meter::default());
    let control = Control { stop: &stop, meter: &meter, found: &|_| {} };
    let mut search = beam(&game);
    assert_eq!(search.run(&game, 1000, &control), Halt::Stopped);
    assert_eq!(search.summary().iterations, 0);

    // Somewhere within a layer, so that there are candidates.
    let sections = (500..)
        .map(|iterations| {
            run(&mut search, &game, iterations);
            let mut sections = Sections::default();
            search.save(&mut sections).unwrap();
            sections
        })
        .find(|sections| sections.0[0].1.contains("\"pool\":[["))
        .unwrap();
    let score = search.summary().best.unwrap().score;
    let saved = sections.0[0].1.clone();
    let refused = |changed: String| {
        assert_ne!(changed, saved);
        let mut sections = Sections(vec![("beam".into(), changed)]);
        matches!(beam(&game).load(&game, &mut sections), Err(LoadError::Meaning { .. }))
    };
    assert!(refused(saved.replace(&format!("\"score\":{score}"), "\"score\":999999")));
    // Whatever a checksum says: no move off the board, no candidate of a position that was not expanded, no other pass.
    let change = |path: &str, value: serde_json::Value| {
        let mut changed: serde_json::Value = serde_json::from_str(&saved).unwrap();
        *changed.pointer_mut(path).unwrap() = value;
        changed.to_string()
    };
    for code in [u16::MAX, 0x7fff] {
        assert!(refused(change("/under_way/pool/0/1", code.into())), "candidate {code}");
        assert!(refused(change("/under_way/lines/0/0", code.into())), "line {code}");
    }
    assert!(refused(change("/under_way/pool/0/0", u32::MAX.into())));
    assert!(refused(change("/under_way/done", 1000.into())));
    assert!(refused(change("/under_way/spec/width", 0.into())));
    assert!(refused(change("/under_way/spec/noise", i64::MAX.into())));
    assert!(refused(change("/under_way/lines", serde_json::json!([]))));
}

#[test]
fn cuts_alone_go_on_from_the_line_that_they_are_shown_and_report_only_better_ones() {
    let game = puzzle(8, 5, 20);
    let mut narrow = beam(&game);
    run(&mut narrow, &game, 200);
    let shown = narrow.summary().best.unwrap();

    let start = || Beam::new(Estimator::shipped(&game).unwrap(), BeamOptions { first_width: 0, ..options() });
    let mut whole = start();
    whole.adopt(&game, &shown);
    let told = run(&mut whole, &game, 6000);
    assert!(told.iter().all(|found| found.score > shown.score));
    let best = whole.summary().best.expect("far more iterations than the line was found in");
    assert_eq!(told.last(), Some(&best));
    // Most cuts lie beyond the first move.
    assert!(told.iter().any(|found| found.line[0] == shown.line[0]), "{told:?}");

    // What was shown is not saved.
    let show = |cuts: &mut Beam<Sandbox>| cuts.adopt(&game, &shown);
    assert_eq!(best_with_halts(&game, start, show, &[1, 700, 6000]), Some(best));
}

#[test]
fn a_portfolio_cuts_the_best_line_of_all_wherever_it_is_halted() {
    let game = puzzle(9, 5, 20);
    let member = |turn, from, options| Member { turn, from, options: StrategyOptions::Beam(options) };
    let members = vec![
        member(300, 0, BeamOptions { cut_width: 0, ..options() }),
        member(700, 1, BeamOptions { first_width: 0, cut_width: 40, ..options() }),
    ];
    let start = || {
        let options = PortfolioOptions { strategy: "auto".into(), seed: Seed(1), members: members.clone() };
        StrategyOptions::Portfolio(options).start(&game)
    };
    let mut whole = start();
    let told = run(&mut whole, &game, 9000);
    let best = whole.summary().best.unwrap();
    assert_eq!(told.last(), Some(&best));
    assert!(told.is_sorted_by(|a, b| a.score < b.score));
    // Cuts find more than beams of these widths do alone.
    let mut alone = Beam::new(Estimator::shipped(&game).unwrap(), BeamOptions { cut_width: 0, ..options() });
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    alone.run(&game, u64::MAX, &Control { stop: &stop, meter: &meter, found: &|_| {} });
    assert!(best.score > alone.summary().best.unwrap().score);

    let halts = [299, 301, 950, 1000, 1001, 4444, 9000];
    assert_eq!(best_with_halts(&game, start, |_| {}, &halts), Some(best));
}

#[test]
fn trees_that_cannot_use_their_turn_do_not_hold_up_a_portfolio() {
    let game = puzzle(10, 5, 8);
    // The first tree is a chain and soon explored; the rest of what it is dealt goes to nobody.
    let wide = TreeOptions { playout: Playout::Guided(0.05), ..TreeOptions::guided() };
    let chain = TreeOptions { candidates: Candidates::Guided(1), ..wide.clone() };
    let trees =
        UctOptions { trees: vec![chain, wide.clone()], ..UctOptions::uniform("uct", Seed(1), 2, &wide, 8 << 20) };
    let members = vec![
        Member { turn: 200, from: 0, options: StrategyOptions::Uct(trees) },
        Member { turn: 100, from: 0, options: StrategyOptions::Beam(options()) },
    ];
    let options = PortfolioOptions { strategy: "auto".into(), seed: Seed(1), members };
    let mut search = StrategyOptions::Portfolio(options).start(&game);
    run(&mut search, &game, 3000);
    assert_eq!(search.summary().iterations, 3000);
}

#[test]
fn a_long_game_takes_no_more_room_than_its_width() {
    let game = puzzle(2, 3, 3_000);
    let options = BeamOptions { first_width: 8, widest: 8, cut_width: 0, ..BeamOptions::default() };
    let mut search = Beam::new(Estimator::shipped(&game).unwrap(), options);
    let mut most = 0;
    for iterations in (0..20_000).step_by(500) {
        run(&mut search, &game, iterations);
        most = search.summary().bytes.max(most);
    }
    // All its links would take 160 KiB.
    assert!(most < 48 << 10, "{most} bytes");
    assert_best_replays(&game, &search);
}

#[test]
fn random_queues_hold_each_family_four_times() {
    for seed in 0..20 {
        let Refill::Fixed(queue) = puzzle(seed, 5, 20).rules().refill else { panic!("a fixed queue") };
        assert!((1..=3).all(|family| queue.iter().filter(|&&white| white == family).count() == 4), "{queue:?}");
    }
}

#[test]
fn without_cuts_the_search_ends() {
    let game = puzzle(6, 5, 8);
    let (stop, meter) = (AtomicBool::new(false), Meter::default());
    let control = Control { stop: &stop, meter: &meter, found: &|_| {} };
    let mut search = Beam::new(Estimator::by_potential(), BeamOptions { cut_width: 0, ..options() });
    assert_eq!(search.run(&game, u64::MAX, &control), Halt::Exhausted);
    assert!(search.summary().best.is_some());
}

/// Random weights, so that a mistake in any table shows.
fn noisy(game: &Sandbox) -> Weights {
    let noise = |weight| (xiaochu::types::mix(weight as u64) % 2000) as f32 - 1000.0;
    Weights::new((0..game.weight_count()).map(noise).collect())
}

/// A position some random moves into a game.
fn midgame(game: &Sandbox, seed: u64, moves: usize) -> <Sandbox as Game>::State {
    let mut rng = Seed(seed).stream("midgame", 0);
    let mut state = game.root();
    for _ in 0..moves {
        if let Some(mv) = game.sample(&state, &mut rng) {
            game.play_unchecked(&mut state, mv);
        }
    }
    state
}

fn weights_of(game: &Sandbox, state: &<Sandbox as Game>::State) -> Vec<usize> {
    let mut weights = Vec::new();
    game.features(state, |feature| weights.push(game.weight_of(feature).expect("boards are full")));
    weights.sort_unstable();
    weights
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn values_equal_the_potential_and_the_sum_of_the_weights(seed: u64, side in 3_usize..=8, moves in 0_usize..30) {
        let game = puzzle(seed, side, 30);
        let state = midgame(&game, seed, moves);
        let weights = noisy(&game);
        let sum: f32 = weights_of(&game, &state).into_iter().map(|weight| weights.values()[weight]).sum();
        let slow = game.potential(&state) + sum * game.steps_left(&state).min(FADE) as f32 / FADE as f32;
        let fast = Estimator::learned(&game, &weights).unwrap().value(&game, &state) as f32 / UNIT as f32;
        // Each weight is rounded to 1/16, and single precision adds its own: up to 200 lines and counts.
        prop_assert!((slow - fast).abs() < 32.0, "{slow} {fast}");
    }

    #[test]
    fn mirror_images_and_renamed_families_share_their_weights(seed: u64, side in 3_usize..=8, moves in 0_usize..25) {
        let game = puzzle(seed, side, 30);
        let state = midgame(&game, seed, moves);
        let rename = |code: i16| match code / 10 { 0 => code, family => family % 3 * 10 + 10 + code % 10 };
        let board = game.codes(&state).into_iter().map(|row| row.into_iter().rev().map(rename).collect()).collect();
        let rules = Rules { refill: Refill::Fixed([1; 12]), ..*game.rules() };
        let twin = Sandbox::new(&Setup { rules, board, steps: 30, queue_pos: 0 }).unwrap();
        prop_assert_eq!(weights_of(&game, &state), weights_of(&twin, &twin.root()));
    }
}

#[test]
fn weights_files_round_trip_and_refuse_damage() {
    let game = puzzle(7, 5, 10);
    let weights = noisy(&game);
    let bytes = weights.to_bytes().unwrap();
    let read = Weights::from_bytes(&bytes).unwrap();
    assert_eq!(read.values().len(), weights.values().len());
    for (a, b) in read.values().iter().zip(weights.values()) {
        assert!((a - b).abs() < 0.05, "{a} {b}");
    }
    assert_eq!(read.to_bytes().unwrap().len(), bytes.len());
    for length in 0..bytes.len().min(200) {
        assert!(Weights::from_bytes(&bytes[..length]).is_err());
    }
    let mut other = bytes.clone();
    other[8] = 99;
    assert!(Weights::from_bytes(&other).unwrap_err().to_string().contains("version 99"));
    assert!(Estimator::learned(&game, &Weights::new(vec![0.0; 3])).is_err());
}

#[test]
fn training_does_not_depend_on_threads_or_halts() {
    let train = |threads, halts: &[u64]| {
        in_pool(threads, || {
            let options =
                TrainOptions { widths: vec![4, 9], samples: 3, ahead_width: 4, batch: 2, ..TrainOptions::default() };
            let mut trainer = Trainer::new(&puzzle(0, 5, 8), options);
            for &games in halts {
                let make =
                    |rng: &mut xiaochu::types::Pcg| Sandbox::random(Shape::try_new(5, 5).unwrap(), 8, rng).unwrap();
                trainer.run(make, games, |_, _| true).unwrap();
                let mut saved = serde_json::to_vec(&trainer).unwrap();
                trainer = serde_json::from_slice(&std::mem::take(&mut saved)).unwrap();
            }
            trainer.weights().clone()
        })
    };
    let once = train(1, &[6]);
    assert_eq!(once, train(2, &[2, 6]));
    assert_ne!(once, train(1, &[2]));
}
