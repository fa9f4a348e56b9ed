//! Whole lines through the plain rules: published `SameGame` games, the lab's crush vectors, and every way in which a
//! line can be wrong.
#![expect(clippy::unwrap_used, reason = "a malformed vector is a failed test")]

use serde::Deserialize;
use std::fs;
use xiaochu::games::sandbox::rules::SwapRule;
use xiaochu::games::sandbox::{Mode, Refill, Rules, Setup};
use xiaochu::types::{Action, Place};
use xiaochu::verify::{Reason, Replayer, Start, check};

fn vectors(name: &str) -> String {
    fs::read_to_string(format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[derive(Deserialize)]
struct Published {
    position: u32,
    board: Vec<Vec<u8>>,
    moves: Vec<Place>,
    group_sizes: Vec<usize>,
    score: i64,
    cleared: bool,
}

#[test]
fn published_samegame_lines_score_what_they_say() {
    for line in vectors("samegame.jsonl").lines() {
        let game: Published = serde_json::from_str(line).unwrap();
        let taps: Vec<Action> = game.moves.iter().map(|&place| Action::Tap(place)).collect();
        let start = Start::Samegame { board: &game.board, leftover_penalty: false };
        let verified = check(start, &taps, Some(game.score)).unwrap_or_else(|e| panic!("{}: {e}", game.position));
        let sizes: Vec<usize> = verified.steps.iter().map(|step| step.rounds[0].groups[0].cells.len()).collect();
        assert_eq!(sizes, game.group_sizes, "{}", game.position);
        let is_clear = verified.steps.last().unwrap().board.iter().flatten().all(|&code| code == 0);
        assert_eq!(is_clear, game.cleared, "{}", game.position);
    }
}

#[test]
fn samegame_deducts_what_is_left_over_at_the_end_only() {
    // The first tap joins two threes, so the game goes on and nothing is deducted.
    let board = vec![vec![1, 1, 2, 3, 2, 2, 3, 2]];
    let start = Start::Samegame { board: &board, leftover_penalty: true };
    let step = Replayer::new(start).unwrap().play(Action::Tap(Place::new(0, 4))).unwrap();
    assert_eq!((step.gain, &step.board[0][..]), (0, &[1, 1, 2, 3, 3, 2, 0, 0][..]));
    let board = vec![vec![1, 1, 2, 3, 2, 3, 2, 3, 2]];
    let end = |leftover_penalty| {
        check(Start::Samegame { board: &board, leftover_penalty }, &[Action::Tap(Place::new(0, 1))], None)
            .unwrap()
            .score
    };
    // Four twos and three threes stay: 2² + 1².
    assert_eq!((end(false), end(true)), (0, -5));
}

/// Stopping early would dodge what the end deducts.
#[test]
fn a_samegame_line_ends_only_where_nothing_is_left_to_tap() {
    let board = vec![vec![1, 1, 2, 3, 2, 3, 2, 3, 2]];
    let tap = Action::Tap(Place::new(0, 0));
    for leftover_penalty in [false, true] {
        let start = Start::Samegame { board: &board, leftover_penalty };
        let error = check(start, &[], Some(0)).unwrap_err();
        assert_eq!((error.step, error.reason), (None, Reason::Unfinished));
        assert!(check(start, &[tap], None).is_ok());
    }
    let over = vec![vec![1, 2, 1]];
    assert!(check(Start::Samegame { board: &over, leftover_penalty: true }, &[], Some(0)).is_ok());
}

#[derive(Deserialize)]
struct Lab {
    board: Vec<Vec<u8>>,
    results: Vec<LabResult>,
}

#[derive(Deserialize)]
struct LabResult {
    #[serde(rename = "X")]
    moves: u16,
    best: Option<i64>,
    witness: Option<Vec<[u8; 4]>>,
}

#[test]
fn crush_witnesses_score_what_the_lab_says() {
    let mut checked = 0;
    for lab in serde_json::from_str::<Vec<Lab>>(&vectors("lab_vectors.json")).unwrap() {
        for result in &lab.results {
            let (Some(best), Some(witness)) = (result.best, &result.witness) else { continue };
            let swap = |&[r1, c1, r2, c2]: &[u8; 4]| Action::Swap(Place::new(r1, c1), Place::new(r2, c2));
            let line: Vec<Action> = witness.iter().map(swap).collect();
            let start = Start::Crush { board: &lab.board, moves: result.moves };
            assert_eq!(check(start, &line, Some(best)).map(|verified| verified.score), Ok(best));
            let short = check(start, &line[1..], None).unwrap_err();
            assert!(short.step.is_some() || matches!(short.reason, Reason::Length { .. }), "{short}");
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} witnesses");
}

fn setup() -> Setup {
    let rules = Rules { refill: Refill::Fixed([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]), ..Rules::of(Mode::Tongguan) };
    let board = vec![vec![11, 21, 11, -2], vec![21, 11, 31, 32], vec![31, 22, 31, 12]];
    Setup { rules, board, steps: 2, queue_pos: 0 }
}

fn swap(a: (u8, u8), b: (u8, u8)) -> Action {
    Action::Swap(Place::new(a.0, a.1), Place::new(b.0, b.1))
}

#[test]
fn every_wrong_move_is_named() {
    let setup = setup();
    let drag = |row, col| Action::Drag(Place::new(row, col));
    for (action, message) in [
        (Action::Tap(Place::new(0, 0)), "move 1: a sandbox has no such move; its moves are swaps and drags"),
        (drag(0, 3), "move 1: a stone lies on row 1, column 4; stones cannot be moved"),
        (swap((0, 0), (3, 0)), "move 1: row 4, column 1 is off the board of 3 rows and 4 columns"),
        (swap((0, 0), (0, 0)), "move 1: both ends of the swap are row 1, column 1"),
        (swap((0, 0), (0, 2)), "move 1: both pieces are 11; a swap needs two different ones"),
        (swap((1, 3), (2, 3)), "move 1: nothing matches after the swap"),
    ] {
        let error = check(Start::Sandbox(&setup), &[action], None).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let line = [drag(0, 0), drag(2, 0), drag(2, 0)];
    assert_eq!(check(Start::Sandbox(&setup), &line, None).unwrap_err().to_string(), "move 3: no step is left");
}

#[test]
fn claims_assumptions_and_starts_are_checked() {
    let mut setup = setup();
    let line = [swap((0, 1), (1, 1))];
    let score = check(Start::Sandbox(&setup), &line, None).unwrap().score;
    let error = check(Start::Sandbox(&setup), &line, Some(score + 1)).unwrap_err();
    assert_eq!(error.reason, Reason::Score { claimed: score + 1, actual: score });
    setup.rules.swap = SwapRule::Adjacent;
    let far = check(Start::Sandbox(&setup), &[swap((0, 0), (1, 2))], None).unwrap_err();
    assert!(matches!(far.reason, Reason::NotAdjacent { .. }), "{far}");
    setup.rules.refill = Refill::Random;
    let unknown = check(Start::Sandbox(&setup), &line, None).unwrap_err();
    assert_eq!((unknown.step, unknown.reason), (Some(1), Reason::UnknownRefill));
    setup.board[0][1] = 0;
    assert!(matches!(check(Start::Sandbox(&setup), &line, None).unwrap_err().reason, Reason::Start { .. }));
}

#[test]
fn a_step_is_written_as_the_replay_format_says() {
    let setup = setup();
    let mut replayer = Replayer::new(Start::Sandbox(&setup)).unwrap();
    let opening = serde_json::to_string(&replayer.opening()).unwrap();
    let board = "[[11,21,11,-2],[21,11,31,32],[31,22,31,12]]";
    assert_eq!(opening, format!(r#"{{"step":0,"board":{board},"score":0,"steps_left":2,"queue_pos":0}}"#));
    let step = replayer.play(swap((0, 1), (1, 1))).unwrap();
    let json = serde_json::to_value(&step).unwrap();
    assert_eq!(json["move"], serde_json::json!({"swap": [[0, 1], [1, 1]]}));
    assert_eq!(
        json["rounds"][0]["groups"][0],
        serde_json::json!({"piece": 11, "cells": [[0, 0], [0, 1], [0, 2]], "promoted": [[0, 1]]})
    );
    assert_eq!(json["rounds"][0]["refill"][0], serde_json::json!({"cell": [0, 0], "piece": 11}));
}
