//! The figures of the evaluators: games played by each, and the article's sample. Slow, so ignored by default:
//! `cargo test --release --test advice_report -- --ignored --nocapture NAME`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::disallowed_types,
    reason = "a report with times, run by hand"
)]

use xiaochu::advice::*;
use xiaochu::game::Game;
use xiaochu::games::sandbox::{Mode, Rules, Sandbox, Setup};
use xiaochu::types::Seed;

fn board(size: usize, steps: u16, mode: Mode) -> Sandbox {
    let families = [11, 11, 21, 21, 31, 31];
    let code = |row: usize, col: usize| families[(row * 2 + col) % 6];
    let board = (0..size).map(|row| (0..size).map(|col| code(row, col)).collect()).collect();
    Sandbox::new(&Setup { rules: Rules::of(mode), board, steps, queue_pos: 0 }).unwrap()
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |s| s.parse().unwrap())
}

#[test]
#[ignore = "minutes"]
fn rolling() {
    let game = board(5, 100, Mode::Mowang);
    let stored = std::env::var("POTENTIAL").ok().map(|path| std::fs::read_to_string(path).unwrap());
    let potential = stored.map_or(Potential::of(game.rules()), |text| serde_json::from_str(&text).unwrap());
    let games = env("GAMES", 10);
    let show = |games: &Games| {
        println!("{:>10} {:7.1} ± {:.1} decisions {}", games.policy, games.mean, games.std_error, games.decisions)
    };
    show(&simulate(&game, &Guided { potential: &potential }, Start::Random, Seed(78), games));
    let plans = std::env::var("PLANS").unwrap_or_else(|_| "3,12,96".into());
    for plan in plans.split_whitespace() {
        let numbers: Vec<u64> = plan.split(',').map(|number| number.parse().unwrap()).collect();
        let (depth, candidates, samples) = (numbers[0] as u16, numbers[1] as usize, numbers[2]);
        let guess_weight = numbers.get(3).copied().unwrap_or(0) as f64;
        let rollout = Rollout { depth, candidates, potential: Some(potential), guess_weight, ..Rollout::default() };
        let start = std::time::SystemTime::now();
        print!("{numbers:?}: ");
        show(&simulate(&game, &By { evaluator: &rollout, samples }, Start::Random, Seed(78), games));
        println!("{:?}", start.elapsed());
    }
}

#[test]
#[ignore = "minutes"]
fn fitting() {
    let game = board(5, 100, Mode::Mowang);
    let mut start = Potential::of(game.rules());
    for round in 0..env("ROUNDS", 4) {
        let fit = Fit { generations: env("GENERATIONS", 60), games: 60, report_games: 100, seed: Seed(1000 + round) };
        let fitted = fit.potential(&game, start, &|_| true);
        println!(
            "{:.1} -> {:.1} ± {:.1} accepted {} {:.3?}",
            fitted.before.mean, fitted.after.mean, fitted.gain.1, fitted.accepted, fitted.constants
        );
        start = fitted.constants;
        println!("{}", serde_json::to_string(&start).unwrap());
    }
}

/// The five policies of the issue on the same games; reported on seeds that nothing was tuned on.
#[test]
#[ignore = "an hour on two cores"]
fn policies() {
    let game = board(5, 100, Mode::Mowang);
    let games = env("GAMES", 200);
    let rollout = Rollout::default();
    let (classic, exact, balanced) = (Classic::default(), ExactRound::default(), Balanced::default());
    let by = |evaluator, samples| By { evaluator, samples };
    let names = std::env::var("ONLY").unwrap_or_else(|_| "greedy classic exact-round balanced rollout".into());
    let all: [&dyn Policy; 5] = [
        &MostEliminated,
        &by(&classic as &dyn Evaluator, 0),
        &by(&exact, 0),
        &by(&balanced, env("BALANCED", 1_000)),
        &by(&rollout, env("SAMPLES", 192)),
    ];
    for policy in all.into_iter().filter(|policy| names.split(' ').any(|name| name == policy.name())) {
        let found = simulate(&game, policy, Start::Random, Seed(2026), games);
        println!(
            "{:>12} {:7.1} ± {:4.1} power, median {:.1}, {} decisions",
            found.policy, found.mean, found.std_error, found.spread.q50, found.decisions
        );
    }
}

/// The article's sample by every evaluator.
#[test]
#[ignore = "seconds"]
fn article_sample() {
    let board =
        [[11, 11, 21, 11, 11], [11, 11, 21, 11, 11], [21, 21, 31, 31, 21], [11, 11, 21, 11, 11], [11, 11, 21, 11, 11]];
    let board = board.map(|row| row.to_vec()).to_vec();
    let game = Sandbox::new(&Setup { rules: Rules::of(Mode::Mowang), board, steps: 1, queue_pos: 0 }).unwrap();
    let table = Table::new(true, 2_000, 100_000);
    let all: [&dyn Evaluator; 5] =
        [&Classic::default(), &ExactRound::default(), &Balanced::default(), &table, &Rollout::default()];
    for evaluator in all {
        let found = evaluator.evaluate(&game, &game.root(), &Ask::new(Seed(1), 200_000)).unwrap();
        println!(
            "{} ({} moves, {} samples, tied: {})",
            found.evaluator,
            found.moves.len(),
            found.samples,
            found.is_tied()
        );
        for row in found.moves.iter().take(8) {
            println!("  {:?} {:.2} ± {:.2} {:.2?}", game.action(row.mv), row.value, row.std_error, row.parts);
        }
    }
    println!("{:?}", table.stats());
}

/// Other modes: what the default makes against the published evaluator.
#[test]
#[ignore = "minutes"]
fn modes() {
    for mode in [Mode::Kuangzhan, Mode::Zhanqi, Mode::Mijing, Mode::Jingjichang, Mode::Tongguan] {
        let game = board(5, 30, mode);
        let games = env("GAMES", 20);
        let (classic, rollout) = (Classic::default(), Rollout::default());
        let play = |evaluator: &dyn Evaluator, samples| {
            simulate(&game, &By { evaluator, samples }, Start::Random, Seed(2026), games)
        };
        for found in [play(&classic, 0), play(&rollout, env("SAMPLES", 192))] {
            println!("{:>12} {:>8} {:7.1} ± {:.1}", mode.name(), found.policy, found.mean, found.std_error);
        }
    }
}
