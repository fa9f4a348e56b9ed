//! The exact engine as a strategy: budgets and claims, halting anywhere, saving and loading, what it tells its caller.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "support/sections.rs"]
mod sections;

use sections::Sections;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use xiaochu::game::Game;
use xiaochu::games::crush::{Crush, CrushSetup};
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::games::sandbox::rules::Worth;
use xiaochu::games::sandbox::{Mode, Rules, Sandbox, Setup};
use xiaochu::search::exact::{Engine, Exact, ExactOptions, ExactOutcome, Fate};
use xiaochu::search::{Control, Found, Halt, LoadError, Meter, Search, Summary};
use xiaochu::types::Score;

/// The document's sample.
fn sample(moves: u16) -> Crush {
    let rows = ["3343", "3233", "2434", "1343", "3311", "3433", "1443", "1232"];
    let board = rows.iter().map(|row| row.bytes().map(|digit| digit - b'0').collect()).collect();
    Crush::new(&CrushSetup { board, kinds: 4, moves }).unwrap()
}

/// Runs to a total of iterations; what was told on the way.
fn run<G: Game>(search: &mut Exact<G>, game: &G, iterations: u64) -> (Halt, Vec<Score>) {
    let told = Mutex::new(Vec::new());
    let found = |found: &Found| told.lock().unwrap().push(found.score);
    let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &found };
    let halt = search.run(game, iterations, &control);
    (halt, told.into_inner().unwrap())
}

/// The dearest pieces that a puzzle file may name: a bound so high that adding a gain wraps would cut every move.
#[test]
fn the_dearest_pieces_prove_nothing_without_a_search() {
    let pieces = [11, 21, 31, 12, 22];
    let board = (0..8).map(|row| (0..8).map(|col| pieces[(row + 2 * col) % 5]).collect()).collect();
    let dear = Worth { by_family: [[999_999 * 256, 999_998 * 256, 1_000_000 * 256, 256, 256]; 3], scale: 256 };
    for (worth, steps) in [(dear, 12), (Worth::points([1, 2, 3, 4, 1_000_000]), 2_300), (dear, 10_000)] {
        let rules = Rules { worth, ..Rules::of(Mode::Xiaochuwang) };
        let game = Sandbox::new(&Setup { rules, board: Vec::clone(&board), steps, queue_pos: 0 }).unwrap();
        for options in [ExactOptions::default(), ExactOptions::memo()] {
            let mut engine = Engine::new(&game, options);
            let ExactOutcome::Unproven(Some((score, _))) = engine.run(&game, 200, |_| false) else {
                panic!("{steps} steps: a proof after {} nodes", engine.nodes());
            };
            assert!(score > 0);
        }
    }
}

/// One node of a large board takes milliseconds, so a slice of them would keep whoever waits for a halt waiting.
#[test]
fn a_stop_is_heard_at_the_next_node() {
    let game = sample(7);
    let mut search = Exact::new(&game, ExactOptions::default());
    let stop = AtomicBool::new(false);
    let found = |_: &Found| stop.store(true, Ordering::Relaxed);
    let halt = search.run(&game, u64::MAX, &Control { stop: &stop, meter: &Meter::default(), found: &found });
    assert_eq!(halt, Halt::Stopped);
    let Summary { iterations, best, .. } = search.summary();
    assert_eq!(Some(iterations), best.map(|best| best.origin.iteration));
}

#[test]
fn budgets_of_nothing_one_and_enough() {
    let game = sample(7);
    let mut engine = Engine::new(&game, ExactOptions::default());
    assert_eq!(engine.run(&game, 0, |_| false), ExactOutcome::Unproven(None));
    assert_eq!(engine.run(&game, 1, |_| false), ExactOutcome::Unproven(None));
    let outcome = engine.run(&game, u64::MAX, |_| false);
    assert!(matches!(outcome, ExactOutcome::Optimal { score: 22, .. }), "{outcome:?}");
}

#[test]
fn impossible_is_an_answer_and_out_of_budget_is_not() {
    let game = sample(10);
    let mut search = Exact::new(&game, ExactOptions::default());
    assert_eq!(run(&mut search, &game, 5).0, Halt::Iterations);
    assert_eq!(search.outcome(), ExactOutcome::Unproven(None));
    assert_eq!(run(&mut search, &game, u64::MAX).0, Halt::Exhausted);
    assert_eq!(search.outcome(), ExactOutcome::Impossible);
    assert!(search.summary().is_proof && search.summary().best.is_none());
}

#[test]
fn the_k_best_children_prove_nothing_and_more_of_them_find_no_less() {
    let game = sample(7);
    let mut last = Score::MIN;
    for k in [1, 3, 5, 7] {
        let mut engine = Engine::new(&game, ExactOptions::top(NonZeroUsize::new(k).unwrap()));
        let ExactOutcome::Unproven(best) = engine.run(&game, u64::MAX, |_| false) else {
            panic!("top-{k} claims a proof");
        };
        assert!(engine.is_exhausted() && !engine.is_proof());
        let score = best.map_or(Score::MIN, |best| best.0);
        assert!((last..=22).contains(&score), "top-{k} found {score} after {last}");
        last = score;
    }
}

#[test]
fn a_run_in_slices_saved_and_loaded_each_time_equals_one_run() {
    let game = sample(7);
    for options in
        [ExactOptions::default(), ExactOptions::memo(), ExactOptions { memo_entries: 64, ..Default::default() }]
    {
        for total in [1, 100, 1000, 3000, u64::MAX] {
            let mut whole = Exact::new(&game, options);
            let halt = run(&mut whole, &game, total).0;
            let mut sliced = Exact::new(&game, options);
            let mut last = Halt::Iterations;
            for end in (0..8000).step_by(777).map(|end| total.min(end)).chain([total]) {
                last = run(&mut sliced, &game, end).0;
                let mut sections = Sections::default();
                sliced.save(&mut sections).unwrap();
                sliced = Exact::new(&game, options);
                sliced.load(&game, &mut sections).unwrap();
            }
            assert_eq!(last, halt);
            assert_eq!(sliced.outcome(), whole.outcome());
            assert_eq!(sliced.summary().iterations, whole.summary().iterations);
            assert_eq!(sliced.summary().best, whole.summary().best);
            assert_eq!(sliced.summary().is_proof, whole.summary().is_proof);
        }
    }
}

#[test]
fn a_save_that_lies_is_refused() {
    let game = sample(3);
    let mut search = Exact::new(&game, ExactOptions::default());
    run(&mut search, &game, u64::MAX);
    let mut sections = Sections::default();
    search.save(&mut sections).unwrap();
    let mut saved: Value = serde_json::from_str(&sections.0[0].1).unwrap();
    saved["best"][0] = Value::from(99);
    sections.0[0].1 = saved.to_string();
    assert!(matches!(search.load(&game, &mut sections), Err(LoadError::Meaning { .. })));
    assert!(matches!(search.load(&game, &mut Sections::default()), Err(LoadError::Section { .. })));
}

#[test]
fn each_line_told_is_better_than_the_last() {
    let game = sample(7);
    let mut search = Exact::new(&game, ExactOptions::default());
    let (halt, told) = run(&mut search, &game, u64::MAX);
    assert_eq!(halt, Halt::Exhausted);
    assert!(told.is_sorted_by(|a, b| a < b) && told.last() == Some(&22), "{told:?}");
    let rows = search.root_table(&game);
    let mut moves = Vec::new();
    game.moves(&game.root(), &mut moves);
    assert!(rows.len() <= moves.len() && rows.iter().filter_map(|row| row.best).max() == Some(22));
}

#[test]
fn the_trace_is_a_tree_that_adds_up_and_stays_within_its_bound() {
    let game =
        SameGame::new(&SameGameSetup { board: vec![vec![1, 2, 1], vec![2, 2, 1]], leftover_penalty: false }).unwrap();
    for most in [3, 1000] {
        let mut engine = Engine::new(&game, ExactOptions { trace_nodes: most, ..ExactOptions::backtrack() });
        engine.run(&game, u64::MAX, |_| false);
        let trace = engine.trace();
        assert_eq!(trace.nodes.len() as u64 + trace.omitted, engine.nodes());
        assert!(trace.nodes.len() <= most && trace.nodes[0].parent.is_none());
        for (index, node) in trace.nodes.iter().enumerate().skip(1) {
            let parent = node.parent.unwrap() as usize;
            assert!(parent < index && node.total == trace.nodes[parent].total + node.gain);
        }
        if most == 1000 {
            assert!(trace.nodes.iter().all(|node| node.fate != Fate::Open));
            assert_eq!(trace.nodes[0].value, engine.best().map(|best| best.0));
        }
    }
}
