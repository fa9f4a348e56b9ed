//! The figures of the evaluators: games played by each, and the article's sample. Slow, so ignored by default:
//! `cargo test --release --test advice_report -- --ignored --nocapture NAME`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a report, run by hand")]

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

#[test]
#[ignore = "minutes"]
fn learning() {
    let game = board(5, 100, Mode::Mowang);
    let seed = Seed(77);
    let show = |games: &Games| println!("{:>10} {:7.1} ± {:.1} decisions {}", games.policy, games.mean, games.std_error, games.decisions);
    show(&simulate(&game, &MostEliminated, Start::Random, seed, 200));
    show(&simulate(&game, &By { evaluator: &Classic::default(), samples: 0 }, Start::Random, seed, 200));
    let games: u64 = std::env::var("GAMES").map_or(2000, |s| s.parse().unwrap());
    let mut potential = Potential::unlearned();
    for round in 0..5 {
        let rate = [0.1, 0.05, 0.02, 0.01, 0.005][round as usize];
        let start = std::time::SystemTime::now();
        potential.learn_from(&game, &Lessons { games, seed: Seed(round), first_rate: rate, last_rate: rate });
        println!("{:?}", start.elapsed());
        show(&simulate(&game, &Guided { potential: &potential }, Start::Random, seed, 200));
    }
    std::fs::write("/tmp/potential.json", serde_json::to_string(&potential).unwrap()).unwrap();
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |s| s.parse().unwrap())
}

#[test]
#[ignore = "minutes"]
fn rolling() {
    let game = board(5, 100, Mode::Mowang);
    let potential: Potential = serde_json::from_str(&std::fs::read_to_string("/tmp/potential.json").unwrap()).unwrap();
    let games = env("GAMES", 10);
    let show = |games: &Games| println!("{:>10} {:7.1} ± {:.1} decisions {}", games.policy, games.mean, games.std_error, games.decisions);
    show(&simulate(&game, &Guided { potential: &potential }, Start::Random, Seed(78), games));
    for (depth, candidates, samples) in [(1, 16, 128), (1, 16, 512), (3, 16, 128), (6, 16, 128)] {
        let rollout = Rollout { depth, candidates, potential: Some(potential.clone()), ..Rollout::default() };
        let start = std::time::SystemTime::now();
        print!("depth {depth} candidates {candidates} samples {samples}: ");
        show(&simulate(&game, &By { evaluator: &rollout, samples }, Start::Random, Seed(78), games));
        println!("{:?}", start.elapsed());
    }
}
