//! The engine on bit planes against the plain rules, move by move on random play: legal moves, gains, boards, steps,
//! queue positions, refill counts, groups and promotions, over every board size, mode and assumption.
//!
//! `XIAOCHU_TWIN_MOVES` sets how many moves are compared (default 6,000):
//! `XIAOCHU_TWIN_MOVES=1000000 cargo test --release --test twin random_play`.
#![expect(clippy::unwrap_used, reason = "what cannot be played is a failed test")]

use proptest::prelude::*;
use rand::RngExt;
use xiaochu::game::{Chance, Game, MoveClass};
use xiaochu::games::sandbox::rules::{GroupValue, SwapRule, TopMatch, Worth};
use xiaochu::games::sandbox::{Fault, Mode, Refill, Rules, Sandbox, SandboxMove, Setup, State};
use xiaochu::types::{Action, Pcg, Seed};
use xiaochu::verify::{Group, Replayer, Round, Start};

/// Compares two things of a move and says which when they differ.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, plain: &T) -> Result<(), String> {
    if engine == plain { Ok(()) } else { Err(format!("{what}: engine {engine:?}, plain {plain:?}")) }
}

/// Draws a board of pieces up to a random level (and stones) without a match.
fn random_setup(rules: Rules, rows: usize, cols: usize, steps: u16, rng: &mut Pcg) -> Setup {
    let top_level = rng.random_range(1..=5);
    let stones = if rules.stones { rng.random_range(0..=3) } else { 0 };
    let mut draw = || {
        if rng.random_range(0..10) < stones {
            return -rng.random_range(1..=4);
        }
        rng.random_range(1..=3) * 10 + rng.random_range(1..=top_level).min(rng.random_range(1..=5))
    };
    let board = (0..rows).map(|_| (0..cols).map(|_| draw()).collect()).collect();
    let mut setup = Setup { rules, board, steps, queue_pos: 0 };
    assert!(break_lines(&mut setup), "no board without a line in 200 passes");
    setup.queue_pos = if rules.refill == Refill::Random { 0 } else { rng.random_range(0..12) };
    setup
}

/// A mode's rules with some of its fields overridden.
fn random_rules(rng: &mut Pcg) -> Rules {
    let mut rules = Rules::of(Mode::ALL[rng.random_range(0..Mode::ALL.len())]);
    let mut one_in = |n: u32| rng.random_range(0..n) == 0;
    if one_in(8) {
        rules.promotion = !rules.promotion;
    }
    if one_in(4) {
        rules.stones = !rules.stones;
    }
    if one_in(6) {
        rules.top_match = TopMatch::None;
    }
    if one_in(6) {
        rules.swap = SwapRule::Adjacent;
    }
    if one_in(8) {
        let other = if rules.group_value == GroupValue::Units { GroupValue::Cells } else { GroupValue::Units };
        rules.group_value = other;
    }
    let (capped, other_refund, fixed, weighted) = (one_in(3), one_in(4), one_in(3), one_in(4));
    rules.counted_cap = capped.then(|| rng.random_range(1..30));
    if other_refund {
        rules.refund_level = rng.random_range(1..=6);
    }
    if fixed || rules.refill != Refill::Random {
        rules.refill = Refill::Fixed(std::array::from_fn(|_| rng.random_range(1..=3)));
    }
    if weighted {
        rules.worth = Worth::power([1.0, 2.0, 0.5]);
    }
    rules
}

/// The engine's rounds in the form of the plain rules.
fn rounds_of(rounds: Vec<xiaochu::games::sandbox::trace::Round>) -> Vec<Round> {
    let group = |g: xiaochu::games::sandbox::trace::Group| Group {
        piece: g.piece.code(),
        cells: g.cells,
        promoted: g.promoted,
    };
    let new =
        |(cell, piece): (_, xiaochu::games::sandbox::Piece)| xiaochu::verify::NewPiece { cell, piece: piece.code() };
    let round = |r: xiaochu::games::sandbox::trace::Round| Round {
        groups: r.groups.into_iter().map(group).collect(),
        refill: r.refill.into_iter().map(new).collect(),
    };
    rounds.into_iter().map(round).collect()
}

/// One puzzle in both implementations.
struct Twins {
    game: Sandbox,
    state: State,
    plain: Replayer,
}

impl Twins {
    fn new(setup: &Setup) -> Self {
        let game = Sandbox::new(setup).unwrap();
        Self { state: game.root(), game, plain: Replayer::new(Start::Sandbox(setup)).unwrap() }
    }

    /// The legal moves, which both must list alike.
    fn moves(&self) -> Result<Vec<SandboxMove>, String> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        let mut actions: Vec<Action> = moves.iter().map(|&mv| self.game.action(mv)).collect();
        actions.sort_unstable();
        same("legal moves", &actions, &self.plain.moves())?;
        Ok(moves)
    }

    /// Plays a legal move in both; with random refill the engine draws what falls and the plain rules are told.
    fn play(&mut self, mv: SandboxMove, rng: &mut Pcg) -> Result<(), String> {
        let action = self.game.action(mv);
        let mut traced = self.state;
        let (traced_played, rounds) = self.game.play_traced(&mut traced, mv);
        let mut played = self.game.play_unchecked(&mut self.state, mv);
        same("traced and untraced play", &(traced, traced_played), &(self.state, played))?;
        let rounds = rounds_of(rounds);
        let mut fell = Vec::new();
        while self.game.is_pending(&self.state) {
            let family = rng.random_range(1..=3);
            fell.push((self.game.next_refill(&self.state).unwrap(), family));
            let more = self.game.resolve(&mut self.state, family);
            played.gain += more.gain;
            played.refill += more.refill;
        }
        self.plain.feed(&fell.iter().map(|&(_, family)| family).collect::<Vec<_>>());
        let step = self.plain.play(action).map_err(|reason| format!("{action:?}: plain rules: {reason}"))?;
        let refill = u32::try_from(step.refill_count()).unwrap();
        same("gain", &played.gain, &step.gain)?;
        same("refill", &played.refill, &refill)?;
        same("board", &self.game.codes(&self.state), &step.board)?;
        same("steps left", &Some(self.state.steps()), &step.steps_left)?;
        same("queue position", &Some(self.state.queue_pos()), &step.queue_pos)?;
        if self.game.rules().refill == Refill::Random {
            same("groups of the first match", &rounds[0].groups, &step.rounds[0].groups)?;
            let plain_fell: Vec<_> = step.rounds.iter().flat_map(|round| &round.refill).collect();
            let plain_fell: Vec<_> = plain_fell.iter().map(|new| (new.cell, new.piece)).collect();
            let fell: Vec<_> = fell.iter().map(|&(cell, family)| (cell, i16::from(family) * 10 + 1)).collect();
            same("cells refilled", &fell, &plain_fell)
        } else {
            same("rounds", &rounds, &step.rounds)
        }
    }
}

/// A move to go on with: mostly what a playout would draw, at times a minor drag.
fn choose(twins: &Twins, moves: &[SandboxMove], rng: &mut Pcg) -> SandboxMove {
    let drawn = if rng.random_range(0..5) == 0 { None } else { twins.game.sample(&twins.state, rng) };
    drawn.unwrap_or_else(|| moves[rng.random_range(0..moves.len())])
}

/// Plays a puzzle to its end in both implementations; gives the number of moves compared.
fn compare_a_game(setup: &Setup, rng: &mut Pcg) -> Result<u64, String> {
    let mut twins = Twins::new(setup);
    let mut count = 0;
    loop {
        let moves = twins.moves()?;
        if moves.is_empty() {
            return Ok(count);
        }
        let mv = choose(&twins, &moves, rng);
        let before = twins.game.codes(&twins.state);
        twins.play(mv, rng).map_err(|error| format!("after {count} moves, {mv:?} on {before:?}: {error}"))?;
        count += 1;
    }
}

#[test]
fn random_play_agrees_over_all_sizes_and_modes() {
    let wanted: u64 = std::env::var("XIAOCHU_TWIN_MOVES").map_or(6_000, |moves| moves.parse().unwrap());
    let sizes: Vec<(usize, usize)> = (3..=8).flat_map(|rows| (3..=8).map(move |cols| (rows, cols))).collect();
    let mut compared = 0;
    let mut by_mode_and_size = std::collections::BTreeMap::new();
    for number in 0.. {
        if compared >= wanted {
            break;
        }
        let mut rng = Seed(17).stream("twin", number);
        let (rows, cols) = sizes[usize::try_from(number).unwrap() % sizes.len()];
        let steps = rng.random_range(1..=30);
        let setup = random_setup(random_rules(&mut rng), rows, cols, steps, &mut rng);
        let count = compare_a_game(&setup, &mut rng).unwrap_or_else(|error| panic!("game {number} {setup:?}: {error}"));
        *by_mode_and_size.entry((rows, cols)).or_insert(0) += count;
        compared += count;
    }
    assert_eq!(by_mode_and_size.len(), sizes.len(), "sizes met: {by_mode_and_size:?}");
}

#[test]
fn an_endless_cascade_ends_both_alike() {
    let rules = Rules { refill: Refill::Fixed([1; 12]), ..Rules::of(Mode::Xiaochuwang) };
    let rules = Rules { promotion: false, ..rules };
    let board = vec![vec![21, 11, 31], vec![21, 11, 31], vec![11, 21, 12]];
    let mut twins = Twins::new(&Setup { rules, board, steps: 9, queue_pos: 0 });
    let mut rng = Seed(1).stream("twin", 0);
    for _ in 0..9 {
        let moves = twins.moves().unwrap();
        let Some(&mv) = moves.first() else { break };
        twins.play(mv, &mut rng).unwrap();
    }
    assert_eq!(twins.state.steps(), 0);
}

/// Changes the middle of every line of three to the next piece until nothing lines up; true when that succeeded.
fn break_lines(setup: &mut Setup) -> bool {
    let pieces: Vec<i16> = (1..=5).flat_map(|level| (1..=3).map(move |family| family * 10 + level)).collect();
    for _ in 0..200 {
        let Err(error) = Sandbox::new(setup) else { return true };
        for fault in error.faults {
            let Fault::Match { cells } = fault else { panic!("{fault}") };
            let cell = &mut setup.board[usize::from(cells[1].row)][usize::from(cells[1].col)];
            let place = pieces.iter().position(|piece| piece == cell).unwrap();
            *cell = pieces[(place + 1) % pieces.len()];
        }
    }
    false
}

/// Boards of any size that shrink.
fn boards() -> impl Strategy<Value = Vec<Vec<i16>>> {
    let cell = prop_oneof![
        6 => (1_i16..=3, 1_i16..=2).prop_map(|(family, level)| family * 10 + level),
        3 => (1_i16..=3, 1_i16..=5).prop_map(|(family, level)| family * 10 + level),
        1 => (1_i16..=4).prop_map(|hit_points| -hit_points),
    ];
    (3_usize..=8, 3_usize..=8)
        .prop_flat_map(move |(rows, cols)| prop::collection::vec(prop::collection::vec(cell.clone(), cols), rows))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_board_agrees(board in boards(), queue in prop::array::uniform12(1_u8..=3), pick: u16, promotion: bool) {
        let rules = Rules { stones: true, promotion, refill: Refill::Fixed(queue), ..Rules::of(Mode::Xiaochuwang) };
        let mut setup = Setup { rules, board, steps: 5, queue_pos: 0 };
        // What lines up at the start both must refuse.
        prop_assert_eq!(Sandbox::new(&setup).is_ok(), Replayer::new(Start::Sandbox(&setup)).is_ok());
        prop_assume!(break_lines(&mut setup));
        let mut twins = Twins::new(&setup);
        let mut rng = Seed(u64::from(pick)).stream("twin", 1);
        for _ in 0..3 {
            let moves = twins.moves().map_err(TestCaseError::fail)?;
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(pick) % moves.len()];
            twins.play(mv, &mut rng).map_err(TestCaseError::fail)?;
        }
    }
}

/// The 99.99 % point of the chi-square distribution (Wilson and Hilferty's approximation).
fn chi_square_limit(degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 3.719 * spread.sqrt()).powi(3)
}

#[test]
fn sample_is_uniform_over_swaps_and_refunding_drags() {
    let mut rng = Seed(5).stream("uniform", 0);
    for (number, swap) in [SwapRule::Any, SwapRule::Any, SwapRule::Any, SwapRule::Adjacent].into_iter().enumerate() {
        let rules = Rules { swap, ..Rules::of(Mode::Xiaochuwang) };
        let mut setup = random_setup(rules, 4 + number, 5, 20, &mut rng);
        setup.board[0][0] = 14;
        setup.board[1][3] = 25;
        let game = Sandbox::new(&setup).unwrap();
        let mut state = game.root();
        for _ in 0..number {
            let mv = game.sample(&state, &mut rng).unwrap();
            game.play_unchecked(&mut state, mv);
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.retain(|&mv| game.class(&state, mv) != MoveClass::Minor);
        assert!(moves.iter().any(|mv| !mv.is_drag()), "a board with swaps");
        let per_move = 400;
        let draws = moves.len() * per_move;
        let mut counts = vec![0_u32; moves.len()];
        for _ in 0..draws {
            let mv = game.sample(&state, &mut rng).unwrap();
            counts[moves.binary_search(&mv).expect("a legal move that is not minor")] += 1;
        }
        let expected = f64::from(u32::try_from(per_move).unwrap());
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        let degrees = f64::from(u32::try_from(moves.len() - 1).unwrap());
        assert!(
            chi_square < chi_square_limit(degrees),
            "board {number}: {chi_square} at {degrees} degrees: {counts:?}"
        );
    }
}
