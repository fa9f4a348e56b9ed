//! Published games on the field's twenty standard SameGame positions, replayed move by move to their scores.

use serde::Deserialize;
use xiaochu::game::Game;
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::types::{Action, Place, Score};

#[derive(Deserialize)]
struct Published {
    position: u32,
    board: Vec<String>,
    moves: Vec<Place>,
    group_sizes: Vec<u32>,
    score: Score,
    cleared: bool,
}

#[test]
fn published_games_replay_to_their_scores() {
    let games: Vec<Published> = serde_json::from_str(include_str!("vectors/samegame.json")).unwrap();
    assert_eq!(games.len(), 20);
    for published in games {
        let row = |row: &String| row.bytes().map(|digit| digit - b'0').collect();
        let board = published.board.iter().map(row).collect();
        let game = SameGame::new(&SameGameSetup { board, leftover_penalty: false }).unwrap();
        let mut state = game.root();
        let mut score = 0;
        let mut bounds = vec![(game.bound(&state), 0)];
        let mut taps = Vec::new();
        for (&place, &size) in published.moves.iter().zip(&published.group_sizes) {
            let tap = game.find(&state, Action::Tap(place)).unwrap();
            game.moves(&state, &mut taps);
            assert!(taps.contains(&tap), "position {}", published.position);
            assert_eq!(game.group(&state, tap).len(), size as usize);
            let played = game.play_unchecked(&mut state, tap);
            assert_eq!(played.refill, size, "position {}", published.position);
            score += played.gain;
            bounds.push((game.bound(&state), score));
        }
        assert_eq!(score, published.score, "position {}", published.position);
        assert!(game.is_complete(&state));
        assert_eq!(game.colours(&state).iter().flatten().all(|&colour| colour == 0), published.cleared);
        assert!(bounds.iter().all(|&(bound, before)| bound >= score - before), "position {}", published.position);
    }
}
