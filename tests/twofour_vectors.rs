//! TwoFour: the handed results, the compact table, and a solver that keeps every pile and its owner apart.
#![expect(clippy::unwrap_used, reason = "a malformed vector is a failed test")]

use proptest::prelude::*;
use serde::Deserialize;
use xiaochu::game::{Duel, Side};
use xiaochu::games::twofour::{Slots, TwoFour, parse, pile_line};
use xiaochu::search::duel::{DenseTable, DuelMethod, DuelTable, MapTable, Worth, best_line, solve};
use xiaochu::types::FixedMap;

#[derive(Deserialize)]
struct Games {
    n: u8,
    games: Vec<Vec<u8>>,
    results: Vec<u8>,
}

fn vectors() -> Vec<Games> {
    serde_json::from_str(include_str!("vectors/twofour.json")).unwrap()
}

fn number(worth: Worth) -> u8 {
    match worth {
        Worth::First => 1,
        Worth::Second => 2,
        Worth::Draw => 0,
    }
}

#[test]
fn the_problem_statements_sample() {
    let input = parse("5 4\n0 3 4 1 2\n2 2 2 2 2\n1 1 2 2 4\n4 3 2 1 0\n").unwrap();
    let answer = |piles: &Vec<u8>| {
        let duel = TwoFour::new(piles).unwrap();
        number(solve(&duel, DuelMethod::Memo, &mut MapTable::default(), u64::MAX).unwrap().worth)
    };
    assert_eq!(input.games.iter().map(answer).collect::<Vec<_>>(), [1, 2, 1, 1]);
}

#[test]
fn every_handed_result_with_one_table_per_size() {
    for Games { n, games, results } in vectors() {
        let slots = Slots::new(n);
        let mut table = DenseTable::new(slots.len(), |state: &_| slots.slot(state), slots.bytes());
        for (piles, expected) in games.iter().zip(results) {
            let duel = TwoFour::new(piles).unwrap();
            let report = solve(&duel, DuelMethod::Memo, &mut table, u64::MAX).unwrap();
            assert_eq!(number(report.worth), expected, "{piles:?}");
            assert!(report.bytes < 1_000_000, "{} bytes for {n} piles", report.bytes);
        }
    }
}

#[test]
fn methods_agree_on_small_games() {
    for Games { games, results, .. } in vectors().into_iter().filter(|games| games.n <= 5) {
        for (piles, expected) in games.iter().zip(results) {
            let duel = TwoFour::new(piles).unwrap();
            for method in [DuelMethod::Bfs, DuelMethod::Dfs] {
                let report = solve(&duel, method, &mut MapTable::default(), 2_000_000).unwrap();
                assert_eq!(number(report.worth), expected, "{method:?} on {piles:?}");
            }
        }
    }
}

#[test]
fn the_explained_line_ends_as_announced() {
    for Games { n, games, results } in vectors() {
        let slots = Slots::new(n);
        let mut table = DenseTable::new(slots.len(), |state: &_| slots.slot(state), slots.bytes());
        for (piles, expected) in games.iter().zip(results) {
            let duel = TwoFour::new(piles).unwrap();
            let line = best_line(&duel, &mut table);
            let told = pile_line(piles, &line);
            assert_eq!(told.len(), line.len());
            let Some(last) = told.last() else { continue };
            assert!(last.after.iter().all(|&size| size == 2), "{piles:?}");
            let [first, second] = last.owned;
            let winner = if first > second {
                1
            } else if second > first {
                2
            } else {
                0
            };
            assert_eq!(winner, expected, "{piles:?}");
        }
    }
}

/// Every pile with its owner (1, 2, or 0 for none), straight from the rules.
type Piles = Vec<(u8, u8)>;

fn slow_worth(piles: &Piles, side: u8, known: &mut FixedMap<(Piles, u8), u8>) -> u8 {
    let entry = (piles.clone(), side);
    if let Some(&worth) = known.get(&entry) {
        return worth;
    }
    let mut results = Vec::new();
    for from in 0..piles.len() {
        for to in 0..piles.len() {
            if from != to && piles[to].0 + 1 < piles[from].0 {
                let mut after = piles.clone();
                let make = |size| (size, if size == 2 { side } else { 0 });
                after[from] = make(piles[from].0 - 1);
                after[to] = make(piles[to].0 + 1);
                results.push(slow_worth(&after, 3 - side, known));
            }
        }
    }
    let of = |owner| piles.iter().filter(|pile| pile.1 == owner).count();
    let worth = if results.is_empty() {
        match of(1).cmp(&of(2)) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2,
        }
    } else {
        [side, 0, 3 - side].into_iter().find(|wish| results.contains(wish)).unwrap()
    };
    known.insert(entry, worth);
    worth
}

fn slow(piles: &[u8]) -> u8 {
    let half = piles.iter().filter(|&&size| size == 2).count() / 2;
    let mut twos = 0;
    let own = |&size: &u8| {
        twos += usize::from(size == 2);
        (
            size,
            if size != 2 {
                0
            } else if twos <= half {
                1
            } else {
                2
            },
        )
    };
    slow_worth(&piles.iter().map(own).collect(), 1, &mut FixedMap::default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_slow_solver_agrees(mut piles in prop::collection::vec(0_u8..=4, 3..=6)) {
        // Bring the sum to two per pile, one ball at a time.
        let wanted = 2 * piles.len();
        for i in (0..piles.len()).cycle().take(4 * piles.len()) {
            let sum: usize = piles.iter().copied().map(usize::from).sum();
            if sum < wanted && piles[i] < 4 {
                piles[i] += 1;
            } else if sum > wanted && piles[i] > 0 {
                piles[i] -= 1;
            }
        }
        let duel = TwoFour::new(&piles).unwrap();
        prop_assert_eq!(duel.to_move(&duel.root()), Side::First);
        let report = solve(&duel, DuelMethod::Memo, &mut MapTable::default(), u64::MAX).unwrap();
        prop_assert_eq!(number(report.worth), slow(&piles));
    }
}

#[test]
fn thirty_piles_stay_far_below_a_megabyte() {
    let slots = Slots::new(30);
    let table = DenseTable::new(slots.len(), |state: &<TwoFour as Duel>::State| slots.slot(state), slots.bytes());
    assert!(table.bytes() < 100_000, "{} bytes", table.bytes());
}
