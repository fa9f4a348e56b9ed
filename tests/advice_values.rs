//! The evaluators against known values, against their slow twins, and against each other.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use proptest::prelude::*;
use xiaochu::advice::*;
use xiaochu::game::{Chance, Game};
use xiaochu::games::sandbox::{Mode, Rules, Sandbox, SandboxMove, Setup, State};
use xiaochu::types::{Action, Place, Seed};

/// The article's sample, one step.
const SAMPLE: [[i16; 5]; 5] =
    [[11, 11, 21, 11, 11], [11, 11, 21, 11, 11], [21, 21, 31, 31, 21], [11, 11, 21, 11, 11], [11, 11, 21, 11, 11]];

fn sandbox(board: &[[i16; 5]], steps: u16, rules: Rules) -> Sandbox {
    let board = board.iter().map(|row| row.to_vec()).collect();
    Sandbox::new(&Setup { rules, board, steps, queue_pos: 0 }).unwrap()
}

fn sample() -> Sandbox {
    sandbox(&SAMPLE, 1, Rules::of(Mode::Mowang))
}

fn swap(game: &Sandbox, state: &State, [a, b, c, d]: [u8; 4]) -> SandboxMove {
    game.find(state, Action::Swap(Place::new(a, b), Place::new(c, d))).unwrap()
}

fn close(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() <= within
}

#[test]
fn the_articles_chain_values() {
    let x = |text: &str| chain(&text.chars().map(|c| c == '0').collect::<Vec<_>>());
    for (text, p, e) in [
        ("X000X", 1.0 / 9.0, 11.0 / 27.0),
        ("XXX", 1.0, 3.0),
        ("XX0", 1.0 / 3.0, 1.0),
        ("000", 1.0 / 27.0, 1.0 / 9.0),
        ("XX0X", 1.0 / 3.0, 4.0 / 3.0),
        ("XXX0", 1.0, 3.0 + 1.0 / 3.0),
        ("X0", 0.0, 0.0),
    ] {
        let found = x(text);
        assert!(close(found.p, p, 1e-12) && close(found.e, e, 1e-12), "{text}: {found:?}");
    }
}

#[test]
fn whole_cascades_of_the_sample_have_the_stated_means() {
    let game = sample();
    let state = game.root();
    // Every candidate halved away gets fewer samples; the four named ones are looked at alone, far beyond the bar.
    for (cells, mean) in [([2, 2, 2, 4], 25.8), ([0, 2, 2, 2], 22.1), ([2, 2, 4, 2], 20.8), ([1, 2, 2, 2], 18.2)] {
        let mv = swap(&game, &state, cells);
        let sampled = sample_move(&game, &state, mv, Seed(5), 40_000);
        assert!(close(sampled.mean(), mean, 0.2), "{cells:?}: {} ± {}", sampled.mean(), sampled.std_error);
    }
}

#[test]
fn rollout_finds_the_samples_best_move() {
    let game = sample();
    let state = game.root();
    let rollout = Rollout { ends_early: false, ..Rollout::default() };
    let evaluation = rollout.evaluate(&game, &state, &Ask::new(Seed(3), 20_000)).unwrap();
    let best = evaluation.best().unwrap();
    assert_eq!(best.mv, swap(&game, &state, [2, 2, 2, 4]));
    assert!(close(best.mean(), 25.8, 4.0 * best.std_error + 0.05), "{best:?}");
    assert!(!evaluation.is_tied());
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    assert_eq!(evaluation.moves.len(), legal.len());
}

#[test]
fn balanced_completions_add_up() {
    assert_eq!(completions_of([0; 3]), BALANCED_SEQUENCES);
    assert_eq!(
        (0..3).map(|f| completions_of(std::array::from_fn(|i| usize::from(i == f)))).sum::<u64>(),
        BALANCED_SEQUENCES
    );
    assert_eq!(completions_of([7, 0, 0]), 0);
    assert_eq!(completions_of([6, 3, 3]), 1);
}

#[test]
fn every_evaluator_values_every_move_of_every_mode() {
    for mode in Mode::ALL.into_iter().filter(|&mode| mode != Mode::Xiaochuwang) {
        let mut board = SAMPLE;
        if Rules::of(mode).stones {
            board[0][0] = -2;
        }
        let game = sandbox(&board, 5, Rules::of(mode));
        let state = game.root();
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let table = Table::new(Rules::of(mode).promotion, 16, 10_000);
        let all: [&dyn Evaluator; 5] =
            [&Classic::default(), &ExactRound::default(), &Balanced::default(), &table, &Rollout::default()];
        for evaluator in all {
            let evaluation = evaluator.evaluate(&game, &state, &Ask::new(Seed(1), 400)).unwrap();
            let mut moves: Vec<_> = evaluation.moves.iter().map(|row| row.mv).collect();
            moves.sort_unstable();
            assert_eq!(moves, legal, "{} {}", evaluator.name(), mode.name());
            assert!(evaluation.moves.iter().all(|row| row.value.is_finite()), "{} {}", evaluator.name(), mode.name());
        }
    }
}

#[test]
fn fixed_refill_and_pending_boards_are_refused() {
    let game = sandbox(&SAMPLE, 5, Rules::of(Mode::Xiaochuwang));
    let refused = Classic::default().evaluate(&game, &game.root(), &Ask::new(Seed(1), 1));
    assert_eq!(refused, Err(AdviceError::FixedRefill));
    let game = sample();
    let mut state = game.root();
    let mv = swap(&game, &state, [2, 2, 2, 4]);
    game.play_unchecked(&mut state, mv);
    let refused = Rollout::default().evaluate(&game, &state, &Ask::new(Seed(1), 1));
    assert_eq!(refused, Err(AdviceError::Pending));
}

#[test]
fn the_same_question_has_the_same_answer_on_any_number_of_threads() {
    let game = sandbox(&SAMPLE, 20, Rules::of(Mode::Mowang));
    let ask = Ask::new(Seed(9), 500);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let rollout = Rollout::default().evaluate(&game, &game.root(), &ask).unwrap();
            let balanced = Balanced::default().evaluate(&game, &game.root(), &ask).unwrap();
            (rollout, balanced, simulate(&game, &MostEliminated, Start::Random, Seed(4), 6))
        })
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn a_table_is_the_same_after_a_round_trip_and_refuses_damage() {
    let game = sandbox(&SAMPLE, 20, Rules::of(Mode::Mowang));
    let ask = Ask::new(Seed(1), 0);
    let table = Table::new(true, 32, 100_000);
    let first = table.evaluate(&game, &game.root(), &ask).unwrap();
    let asked = table.stats();
    assert!(asked.entries > 0);
    assert_eq!(asked.hits + asked.entries as u64, asked.lookups, "also where two threads ask the same at once");
    let bytes = table.to_bytes();
    let loaded = Table::new(true, 32, 100_000);
    assert_eq!(loaded.load(&*bytes).unwrap(), asked.entries);
    assert_eq!(loaded.evaluate(&game, &game.root(), &ask).unwrap(), first);
    assert_eq!(loaded.stats().hits, loaded.stats().lookups);
    // A full table answers the same; it only remembers less.
    let tiny = Table::new(true, 32, 3);
    assert_eq!(tiny.evaluate(&game, &game.root(), &ask).unwrap(), first);
    assert_eq!(tiny.stats().entries, 3);
    assert!(matches!(Table::new(false, 32, 100).load(&*bytes), Err(TableError::Options)));
    for (at, length) in [(40, bytes.len()), (0, bytes.len()), (8, bytes.len()), (40, bytes.len() - 1), (3, 5)] {
        let mut damaged = bytes[..length].to_vec();
        damaged[at] ^= 1;
        assert!(Table::new(true, 32, 100).load(&*damaged).is_err(), "byte {at} of {length}");
    }
}

#[test]
fn a_halt_comes_back_with_what_there_is() {
    let game = sandbox(&SAMPLE, 20, Rules::of(Mode::Mowang));
    let ask = Ask { seed: Seed(1), samples: 1_000_000_000, go_on: &|| false };
    let evaluation = Rollout::default().evaluate(&game, &game.root(), &ask).unwrap();
    assert_eq!(evaluation.samples, 0);
    assert!(evaluation.best().is_some_and(|row| row.std_error.is_infinite()));
}

#[test]
fn fits_are_reproducible_and_stop_when_told() {
    let game = sandbox(&SAMPLE, 6, Rules::of(Mode::Mowang));
    let fit = Fit { generations: 12, games: 12, report_games: 12, seed: Seed(5) };
    let start = Constants { in_out: [2.5, 0.1, 2.0, 0.1, 1.0], vitality: 0.8 };
    let fitted = fit.classic(&game, start, &|_| true);
    assert_eq!(fitted, fit.classic(&game, start, &|_| true));
    assert_eq!(fitted.generations, 12);
    assert!(fitted.accepted <= 12 && (fitted.accepted > 0) == (fitted.constants != start));
    assert!(close(fitted.gain.0, fitted.after.mean - fitted.before.mean, 1e-9));
    let none = fit.classic(&game, start, &|_| false);
    assert_eq!((none.generations, none.constants, none.gain), (0, start, (0.0, 0.0)));
    let some = fit.potential(&game, Potential::of(game.rules()), &|progress| progress.generation < 2);
    assert_eq!(some.generations, 2);
}

#[test]
fn games_in_batches_are_the_same_games() {
    let game = sandbox(&SAMPLE, 6, Rules::of(Mode::Mowang));
    let some = |numbers| simulate_some(&game, &MostEliminated, Start::Random, Seed(4), numbers);
    let whole = simulate(&game, &MostEliminated, Start::Random, Seed(4), 7);
    assert_eq!(some(0..3).and(some(3..7)), whole);
    assert_eq!(whole.lead_over(&whole), (0.0, 0.0));
}

#[test]
fn ties_are_moves_within_the_error_of_their_difference() {
    let game = sandbox(&SAMPLE, 20, Rules::of(Mode::Mowang));
    for objective in [Objective::Mean, Objective::Q10, Objective::Q50, Objective::Q90] {
        let rollout = Rollout { objective, ..Rollout::default() };
        let found = rollout.evaluate(&game, &game.root(), &Ask::new(Seed(2), 800)).unwrap();
        assert!(found.moves[0].is_tied && found.tied() >= 1);
        assert_eq!(found.is_tied(), found.moves[1].is_tied || found.lead() <= 2.0 * found.lead_error + 1e-9);
        let unsampled = found.moves.iter().find(|row| row.samples == 0);
        assert!(unsampled.is_none_or(|row| !row.is_tied));
        let top = found.moves[0].value;
        assert!(found.moves.iter().filter(|row| row.samples > 0).all(|row| row.value <= top + 1e-9));
    }
}

#[test]
fn recoloured_boards_share_their_reduced_boards_and_mirrored_ones_nearly_all() {
    let table = Table::new(true, 8, 100_000);
    let ask = Ask::new(Seed(1), 0);
    let game = sandbox(&SAMPLE, 20, Rules::of(Mode::Mowang));
    table.evaluate(&game, &game.root(), &ask).unwrap();
    let entries = table.stats().entries;
    let recoloured = SAMPLE.map(|row| row.map(|code| if code == 31 { 11 } else { code + 10 }));
    let game = sandbox(&recoloured, 20, Rules::of(Mode::Mowang));
    table.evaluate(&game, &game.root(), &ask).unwrap();
    assert_eq!(table.stats().entries, entries);
    // R3 breaks ties from left to right, so a few moves leave boards that are no mirror images.
    let mirrored = SAMPLE.map(|mut row| {
        row.reverse();
        row
    });
    let game = sandbox(&mirrored, 20, Rules::of(Mode::Mowang));
    table.evaluate(&game, &game.root(), &ask).unwrap();
    assert!(table.stats().entries - entries <= entries / 20);
}

/// A settled board on the way of a random game, and one of its moves.
fn on_the_way(mode: Mode, seed: u64, moves: u64) -> Option<(Sandbox, State)> {
    on_the_way_by(Rules::of(mode), seed, moves)
}

fn on_the_way_by(rules: Rules, seed: u64, moves: u64) -> Option<(Sandbox, State)> {
    let board =
        [[11, 11, 21, 21, 31], [21, 31, 31, 11, 11], [31, 11, 11, 21, 21], [11, 21, 21, 31, 31], [21, 31, 31, 11, 11]];
    let game = sandbox(&board, 60, rules);
    let mut state = game.root();
    for number in 0..moves {
        let mut rng = Seed(seed).stream("way", number);
        let mv = game.sample(&state, &mut rng)?;
        game.play_unchecked(&mut state, mv);
        game.settle(&mut state, &mut rng);
    }
    Some((game, state))
}

/// The position after one of the legal moves and how many of its cells are empty; `None` where there is no move.
fn after_a_move(game: &Sandbox, state: &State, pick: &prop::sample::Index) -> Option<(State, usize)> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let mut after = *state;
    game.play_unchecked(&mut after, *legal.get(pick.index(legal.len().max(1)))?);
    let empties = game.codes(&after).iter().flatten().filter(|&&code| code == 0).count();
    Some((after, empties))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_round_equals_all_refills(seed: u64, moves in 0_u64..12, pick: prop::sample::Index, counting: bool) {
        let mode = if counting { Mode::Kuangzhan } else { Mode::Mowang };
        let (game, state) = on_the_way(mode, seed, moves).unwrap();
        let moved = after_a_move(&game, &state, &pick);
        prop_assume!(moved.is_some());
        let (after, empties) = moved.unwrap();
        prop_assume!(empties <= 9);
        let (exact, tried) = (FirstRound::of(&game, &after).gain, enumerate_round(&game, &after));
        prop_assert!(close(exact, tried, 1e-9), "{exact} {tried} with {empties} empty");
    }

    #[test]
    fn the_exact_round_keeps_to_a_cap(seed: u64, moves in 0_u64..6, pick: prop::sample::Index, cap in 1_u32..12) {
        let rules = Rules { counted_cap: Some(cap), ..Rules::of(Mode::Zhanqi) };
        let (game, state) = on_the_way_by(rules, seed, moves).unwrap();
        let moved = after_a_move(&game, &state, &pick);
        prop_assume!(moved.is_some());
        let (after, empties) = moved.unwrap();
        prop_assume!(empties <= 7);
        let (exact, tried) = (FirstRound::of(&game, &after).gain, enumerate_round(&game, &after));
        prop_assert!(close(exact, tried, 1e-9), "{exact} {tried} with {empties} empty and a cap of {cap}");
    }
}
