//! The lab's boards: the best score of every X, by every exact method, and the boards that X moves reach.
#![expect(clippy::unwrap_used, reason = "a malformed vector is a failed test")]

use serde::Deserialize;
use xiaochu::game::Game;
use xiaochu::games::crush::{Crush, CrushMove, CrushSetup};
use xiaochu::search::exact::{Engine, ExactOptions, ExactOutcome};
use xiaochu::types::{Action, FixedMap, Key, Place, Score};

#[derive(Deserialize)]
struct Board {
    #[serde(rename = "K")]
    kinds: u8,
    board: Vec<Vec<u8>>,
    results: Vec<Answer>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "X")]
    moves: u16,
    best: Option<Score>,
    #[serde(rename = "distinct_boards_after_X")]
    distinct_boards: usize,
    witness: Option<Vec<[u8; 4]>>,
}

fn boards() -> Vec<Board> {
    serde_json::from_str(include_str!("vectors/lab.json")).unwrap()
}

fn crush(board: &Board, moves: u16) -> Crush {
    Crush::new(&CrushSetup { board: board.board.clone(), kinds: board.kinds, moves }).unwrap()
}

fn solve(game: &Crush, options: ExactOptions) -> Option<Score> {
    let mut engine = Engine::new(game, options);
    match engine.run(game, u64::MAX, |_| false) {
        ExactOutcome::Optimal { score, line } => {
            assert_eq!(replay(game, &line), score);
            Some(score)
        }
        ExactOutcome::Impossible => None,
        ExactOutcome::Unproven(_) => unreachable!("there was no limit"),
    }
}

fn replay(game: &Crush, line: &[u16]) -> Score {
    let mut state = game.root();
    let play = |&code: &u16| {
        let mv = xiaochu::game::Move::from_code(code);
        assert_eq!(game.find(&state, game.action(mv)), Some(mv));
        game.play_unchecked(&mut state, mv).gain
    };
    let score = line.iter().map(play).sum();
    assert!(game.is_complete(&state));
    score
}

#[test]
fn branch_and_bound_finds_every_best_score() {
    for board in boards() {
        for answer in &board.results {
            let found = solve(&crush(&board, answer.moves), ExactOptions::default());
            assert_eq!(found, answer.best, "X = {} on {:?}", answer.moves, board.board);
        }
    }
}

#[test]
fn the_memo_alone_finds_every_best_score() {
    for board in boards() {
        for answer in &board.results {
            let found = solve(&crush(&board, answer.moves), ExactOptions::memo());
            assert_eq!(found, answer.best, "X = {} on {:?}", answer.moves, board.board);
        }
    }
}

#[test]
fn a_tiny_memo_and_plain_backtracking_find_the_same() {
    let tiny = ExactOptions { memo_entries: 64, ..ExactOptions::default() };
    let tiny_plain = ExactOptions { memo_entries: 64, ..ExactOptions::memo() };
    for board in boards() {
        for answer in board.results.iter().filter(|answer| answer.moves <= 4) {
            for options in [tiny, tiny_plain, ExactOptions::backtrack()] {
                let found = solve(&crush(&board, answer.moves), options);
                assert_eq!(found, answer.best, "X = {} on {:?}", answer.moves, board.board);
            }
        }
    }
}

#[test]
fn witnesses_replay_and_no_bound_is_too_low() {
    for board in boards() {
        for answer in &board.results {
            let (Some(best), Some(witness)) = (answer.best, &answer.witness) else { continue };
            let game = crush(&board, answer.moves);
            let mut state = game.root();
            let mut score = 0;
            for &[r1, c1, r2, c2] in witness {
                assert!(game.bound(&state) >= best - score);
                let swap = Action::Swap(Place::new(r1, c1), Place::new(r2, c2));
                let mv = game.find(&state, swap).unwrap();
                score += game.play_unchecked(&mut state, mv).gain;
            }
            assert_eq!(score, best);
        }
    }
}

/// The distinct states one layer further.
fn next_layer(game: &Crush, layer: FixedMap<Key, <Crush as Game>::State>) -> FixedMap<Key, <Crush as Game>::State> {
    let mut next = FixedMap::default();
    let mut moves: Vec<CrushMove> = Vec::new();
    for state in layer.into_values() {
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let mut after = state;
            game.play_unchecked(&mut after, mv);
            next.insert(game.key(&after), after);
        }
    }
    next
}

#[test]
fn as_many_distinct_boards_are_reached() {
    for board in boards() {
        for answer in &board.results {
            let game = crush(&board, answer.moves);
            let mut layer: FixedMap<_, _> = std::iter::once((game.key(&game.root()), game.root())).collect();
            for _ in 0..answer.moves {
                layer = next_layer(&game, layer);
            }
            assert_eq!(layer.len(), answer.distinct_boards, "X = {} on {:?}", answer.moves, board.board);
        }
    }
}
