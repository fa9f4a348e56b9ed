//! Time of one decision of each evaluator: a 魔王 board of 5×5 in the middle of a game.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot start is a broken one")]

use divan::Bencher;
use xiaochu::advice::{Ask, Balanced, Classic, Evaluator, ExactRound, Rollout, Table};
use xiaochu::game::Game;
use xiaochu::games::sandbox::{Mode, Rules, Sandbox, Setup};
use xiaochu::types::Seed;

fn main() {
    divan::main();
}

fn evaluate(bencher: Bencher, evaluator: &dyn Evaluator, samples: u64) {
    let board =
        [[11, 21, 32, 11, 21], [21, 12, 31, 22, 11], [31, 11, 23, 21, 32], [12, 22, 33, 31, 21], [21, 33, 31, 12, 22]];
    let board = board.map(|row| row.to_vec()).to_vec();
    let game = Sandbox::new(&Setup { rules: Rules::of(Mode::Mowang), board, steps: 50, queue_pos: 0 }).unwrap();
    let ask = Ask::new(Seed(1), samples);
    bencher.bench(|| evaluator.evaluate(&game, &game.root(), &ask).unwrap());
}

#[divan::bench]
fn classic(bencher: Bencher) {
    evaluate(bencher, &Classic::default(), 0);
}

#[divan::bench]
fn exact_round(bencher: Bencher) {
    evaluate(bencher, &ExactRound::default(), 0);
}

#[divan::bench(args = [1_000, 10_000])]
fn balanced(bencher: Bencher, samples: u64) {
    evaluate(bencher, &Balanced::default(), samples);
}

#[divan::bench]
fn table_cold(bencher: Bencher) {
    bencher.with_inputs(|| Table::new(true, 64, 100_000)).bench_refs(|table| {
        let board = [[11, 21, 31], [21, 31, 11], [11, 11, 21]].map(|row| row.to_vec()).to_vec();
        let game = Sandbox::new(&Setup { rules: Rules::of(Mode::Mowang), board, steps: 50, queue_pos: 0 }).unwrap();
        table.evaluate(&game, &game.root(), &Ask::new(Seed(1), 0)).unwrap()
    });
}

#[divan::bench(args = [96, 1_000])]
fn rollout(bencher: Bencher, samples: u64) {
    evaluate(bencher, &Rollout::default(), samples);
}
