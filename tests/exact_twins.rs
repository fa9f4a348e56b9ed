//! The exact engine against brute force on small random boards of every one-player game, with and without each aid;
//! and the games against slow readings of their rules.
#![expect(clippy::cast_possible_truncation, reason = "boards of at most sixteen rows and columns")]

use proptest::prelude::*;
use xiaochu::game::{Game, Move, MoveClass};
use xiaochu::games::crush::{Crush, CrushSetup};
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, Setup};
use xiaochu::search::exact::{Engine, ExactOptions, ExactOutcome};
use xiaochu::types::{Pcg, Score, Seed};

/// The best complete continuation, by trying everything.
fn brute<G: Game>(game: &G, state: &G::State) -> Option<Score> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.into_iter().filter_map(|mv| {
        let mut after = *state;
        let gain = game.play_unchecked(&mut after, mv).gain;
        brute(game, &after).map(|rest| rest + gain)
    });
    after.chain(game.is_complete(state).then_some(0)).max()
}

/// Every way of searching exactly finds what brute force finds, with a line that scores it.
fn agree<G: Game>(game: &G) -> Result<(), TestCaseError> {
    let expected = brute(game, &game.root());
    let tiny = |options| ExactOptions { memo_entries: 16, ..options };
    let bound_alone = ExactOptions { memo_entries: 0, ..ExactOptions::default() };
    let all = [
        ExactOptions::default(),
        ExactOptions::memo(),
        ExactOptions::backtrack(),
        bound_alone,
        tiny(ExactOptions::default()),
        tiny(ExactOptions::memo()),
    ];
    for options in all {
        let mut engine = Engine::new(game, options);
        match engine.run(game, u64::MAX, |_| false) {
            ExactOutcome::Optimal { score, line } => {
                prop_assert_eq!(Some(score), expected, "{:?}", options);
                prop_assert_eq!(replay(game, &line), Some(score), "{:?}", options);
            }
            outcome => {
                prop_assert_eq!(outcome, ExactOutcome::Impossible);
                prop_assert_eq!(expected, None, "{:?}", options);
            }
        }
    }
    Ok(())
}

fn replay<G: Game>(game: &G, line: &[u16]) -> Option<Score> {
    let mut state = game.root();
    let mut score = 0;
    let mut moves = Vec::new();
    for &code in line {
        let mv = G::Move::from_code(code);
        game.moves(&state, &mut moves);
        if !moves.contains(&mv) || game.find(&state, game.action(mv)) != Some(mv) {
            return None;
        }
        score += game.play_unchecked(&mut state, mv).gain;
    }
    game.is_complete(&state).then_some(score)
}

/// The contract along one random line: draws are listed, ascending; bounds and step counts hold.
fn keeps_the_contract<G: Game>(game: &G, rng: &mut Pcg) -> Result<(), TestCaseError> {
    let mut state = game.root();
    let mut moves = Vec::new();
    let mut met = vec![(game.bound(&state), game.steps_left(&state), 0)];
    let mut score = 0;
    while let Some(mv) = game.sample(&state, rng) {
        game.moves(&state, &mut moves);
        prop_assert!(moves.is_sorted_by(|a, b| a < b) && moves.contains(&mv));
        prop_assert_eq!(G::Move::from_code(mv.code()), mv);
        prop_assert_eq!(game.class(&state, mv), MoveClass::Ordinary);
        score += game.play_unchecked(&mut state, mv).gain;
        met.push((game.bound(&state), game.steps_left(&state), score));
    }
    game.moves(&state, &mut moves);
    prop_assert!(moves.is_empty());
    for (made, &(bound, steps, before)) in met.iter().enumerate() {
        prop_assert!(bound >= score - before && steps as usize >= met.len() - 1 - made);
    }
    Ok(())
}

fn boards(rows: usize, cols: usize, kinds: u8) -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(1..=kinds, cols), rows)
}

/// Taps and lines cell by cell, columns as lists from the bottom.
mod slow {
    use super::Score;

    type Columns = Vec<Vec<u8>>;

    pub(super) fn columns(board: &[Vec<u8>]) -> Columns {
        (0..board[0].len())
            .map(|col| board.iter().rev().map(|row| row[col]).filter(|&kind| kind != 0).collect())
            .collect()
    }

    pub(super) fn at(columns: &Columns, col: i32, height: i32) -> u8 {
        let cell = usize::try_from(col).ok().zip(usize::try_from(height).ok());
        cell.and_then(|(col, height)| columns.get(col)?.get(height).copied()).unwrap_or(0)
    }

    fn flood(columns: &Columns, cell: (i32, i32), group: &mut Vec<(i32, i32)>) {
        group.push(cell);
        let (col, height) = cell;
        for next in [(col + 1, height), (col - 1, height), (col, height + 1), (col, height - 1)] {
            if at(columns, next.0, next.1) == at(columns, col, height) && !group.contains(&next) {
                flood(columns, next, group);
            }
        }
    }

    fn without(columns: &Columns, gone: &[(i32, i32)]) -> Columns {
        let stays = |col: usize, height: usize| !gone.contains(&(col as i32, height as i32));
        let fall = |(col, cells): (usize, &Vec<u8>)| {
            cells.iter().enumerate().filter(|&(height, _)| stays(col, height)).map(|(_, &kind)| kind).collect()
        };
        columns.iter().enumerate().map(fall).collect()
    }

    /// Every group of two or more: its lowest cell in column order, its size, the board without it.
    pub(super) fn taps(columns: &Columns) -> Vec<((i32, i32), usize, Columns)> {
        let mut seen = Vec::new();
        let mut taps = Vec::new();
        for (col, cells) in columns.iter().enumerate() {
            for height in 0..cells.len() {
                let cell = (col as i32, height as i32);
                if seen.contains(&cell) {
                    continue;
                }
                let mut group = Vec::new();
                flood(columns, cell, &mut group);
                if group.len() > 1 {
                    let mut after = without(columns, &group);
                    after.retain(|cells| !cells.is_empty());
                    taps.push((cell, group.len(), after));
                }
                seen.extend(group);
            }
        }
        taps
    }

    /// The cells and the score of all lines.
    fn lines(columns: &Columns) -> (Vec<(i32, i32)>, Score) {
        let mut cells = Vec::new();
        let mut score = 0;
        let (width, tallest) = (columns.len() as i32, columns.iter().map(Vec::len).max().unwrap_or(0) as i32);
        for (right, up) in [(1, 0), (0, 1)] {
            for col in 0..width {
                for height in 0..tallest {
                    let kind = at(columns, col, height);
                    if kind == 0 || at(columns, col - right, height - up) == kind {
                        continue;
                    }
                    let mut line = vec![(col, height)];
                    while at(columns, line.len() as i32 * right + col, line.len() as i32 * up + height) == kind {
                        line.push((line.len() as i32 * right + col, line.len() as i32 * up + height));
                    }
                    if line.len() >= 3 {
                        score += match line.len() as Score {
                            3 => 1,
                            4 => 4,
                            5 => 10,
                            length => 6 * length - 20,
                        };
                        cells.extend(line);
                    }
                }
            }
        }
        (cells, score)
    }

    /// What a swap of two cells scores, and the board after it.
    pub(super) fn swap(columns: &Columns, a: (i32, i32), b: (i32, i32)) -> Option<(Score, Columns)> {
        let (from, to) = (at(columns, a.0, a.1), at(columns, b.0, b.1));
        if from == 0 || to == 0 {
            return None;
        }
        let mut board = columns.clone();
        board[a.0 as usize][a.1 as usize] = to;
        board[b.0 as usize][b.1 as usize] = from;
        let mut total = 0;
        loop {
            let (cells, score) = lines(&board);
            if cells.is_empty() {
                return (total > 0).then_some((total, board));
            }
            total += score;
            board = without(&board, &cells);
        }
    }

    pub(super) fn has_line(columns: &Columns) -> bool {
        !lines(columns).0.is_empty()
    }
}

/// A board whose lines are broken up by changing cells until none is left.
fn lineless(mut board: Vec<Vec<u8>>, kinds: u8) -> Vec<Vec<u8>> {
    for row in 0..board.len() {
        for col in 0..board[0].len() {
            let clashes = |board: &Vec<Vec<u8>>, kind: u8| {
                (row >= 2 && board[row - 1][col] == kind && board[row - 2][col] == kind)
                    || (col >= 2 && board[row][col - 1] == kind && board[row][col - 2] == kind)
            };
            while clashes(&board, board[row][col]) {
                board[row][col] = board[row][col] % kinds + 1;
            }
        }
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn crush_agrees_with_brute_force(board in boards(5, 5, 4), moves in 1_u16..5) {
        let setup = CrushSetup { board: lineless(board, 4), kinds: 4, moves };
        agree(&Crush::new(&setup).unwrap())?;
    }

    #[test]
    fn samegame_agrees_with_brute_force(board in boards(3, 4, 3), leftover_penalty: bool) {
        agree(&SameGame::new(&SameGameSetup { board, leftover_penalty }).unwrap())?;
    }

    #[test]
    fn games_keep_the_contract(board in boards(9, 10, 3), leftover_penalty: bool, seed: u64) {
        let mut rng = Seed(seed).stream("test", 0);
        keeps_the_contract(&SameGame::new(&SameGameSetup { board: board.clone(), leftover_penalty }).unwrap(), &mut rng)?;
        let setup = CrushSetup { board: lineless(board, 3), kinds: 3, moves: 40 };
        keeps_the_contract(&Crush::new(&setup).unwrap(), &mut rng)?;
    }

    #[test]
    fn samegame_follows_its_rules_cell_by_cell(board in boards(7, 16, 3), choices in prop::collection::vec(0_usize..1000, 60)) {
        let game = SameGame::new(&SameGameSetup { board: board.clone(), leftover_penalty: false }).unwrap();
        let mut state = game.root();
        let mut columns = slow::columns(&board);
        let mut moves = Vec::new();
        for choice in choices {
            game.moves(&state, &mut moves);
            let taps = slow::taps(&columns);
            let codes: Vec<u16> = taps.iter().map(|&((col, height), ..)| (16 * col + height) as u16).collect();
            prop_assert_eq!(moves.iter().map(|mv| mv.code()).collect::<Vec<_>>(), codes);
            let Some((_, size, after)) = taps.get(choice % taps.len().max(1)).cloned() else { break };
            let played = game.play_unchecked(&mut state, moves[choice % taps.len()]);
            let bonus = if after.is_empty() { 1000 } else { 0 };
            prop_assert_eq!(played.gain, (size as Score - 2).pow(2) + bonus);
            columns = after;
            prop_assert_eq!(&slow::columns(&game.colours(&state))[..columns.len()], &columns[..]);
        }
    }

    #[test]
    fn crush_follows_its_rules_cell_by_cell(board in boards(16, 6, 4), choices in prop::collection::vec(0_usize..1000, 12)) {
        let board = lineless(board, 4);
        let game = Crush::new(&CrushSetup { board: board.clone(), kinds: 4, moves: 99 }).unwrap();
        let mut state = game.root();
        let mut columns = slow::columns(&board);
        prop_assert!(!slow::has_line(&columns));
        let mut moves = Vec::new();
        for choice in choices {
            game.moves(&state, &mut moves);
            let pairs = (0..6).flat_map(|col| (0..16).flat_map(move |height| {
                [((col, height), (col, height + 1)), ((col, height), (col + 1, height))]
            }));
            let swaps: Vec<_> = pairs.filter_map(|(a, b)| slow::swap(&columns, a, b)).collect();
            prop_assert_eq!(moves.len(), swaps.len());
            let Some((score, after)) = swaps.get(choice % swaps.len().max(1)).cloned() else { break };
            prop_assert_eq!(game.play_unchecked(&mut state, moves[choice % swaps.len()]).gain, score);
            columns = after;
            prop_assert_eq!(&slow::columns(&game.board(&state)), &columns);
        }
    }
}

#[test]
fn sandboxes_of_few_steps_agree_with_brute_force() {
    let rules = Rules { refill: Refill::Fixed([2, 1, 3, 2, 2, 1, 1, 3, 1, 2, 3, 3]), ..Rules::of(Mode::Xiaochuwang) };
    let boards = [
        vec![vec![11, 12, 11, 21], vec![11, 31, 21, 21], vec![21, 11, 24, 31]],
        vec![vec![15, 21, 31], vec![21, 14, 21], vec![31, 15, 31]],
    ];
    for board in boards {
        let game = Sandbox::new(&Setup { rules, board, steps: 2, queue_pos: 3 }).unwrap();
        agree(&game).unwrap();
    }
}
