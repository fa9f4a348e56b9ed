//! Learns the potential's constants from what rollouts say.
//!
//! A round plays games, some by the rollout and some by the potential alone, so that the boards which its own greed
//! brings about are among them (Ross, Gordon, Bagnell 2011). At every second decision it samples futures for the boards that
//! some moves leave; the potential is linear in its constants, `fade` apart, and least squares fit it to these means. Only
//! the differences between the moves of one decision count: what they share decides nothing. The next round goes on
//! from the fit, since its leaves are worth more now; the constants that played best by themselves are the result.

use super::fit::{Fit, FitProgress, Fitted};
use super::grid::{Grid, Tables};
use super::potential::{CONSTANTS, Potential};
use super::rollout::Rollout;
use super::simulate::{Games, Guided, Policy, Start, random_start, simulate};
use super::value::{Ask, Evaluator};
use crate::game::{Chance, Game};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::Seed;
use rand::Rng;
use rayon::prelude::*;

/// Boards per decision: the best guesses, and others.
const BOARDS: (usize, usize) = (16, 10);
/// Futures of each.
const FUTURES: u64 = 8;
/// Samples of a decision when the rollout plays.
const PLAYED: u64 = 48;
/// One game in so many is played by the potential alone.
const ALONE: u64 = 3;
/// So many decisions' worth of doubt hold a constant where it was.
const RIDGE: f64 = 100.0;
/// Games by which constants are compared, for each game of a round: playing by the potential alone costs little.
const TRIED: u64 = 5;

/// Sums of products of features and of features with targets.
#[derive(Clone)]
struct Squares {
    rows: f64,
    features: [[f64; CONSTANTS]; CONSTANTS],
    targets: [f64; CONSTANTS],
}

impl Squares {
    const ZERO: Self = Self { rows: 0.0, features: [[0.0; CONSTANTS]; CONSTANTS], targets: [0.0; CONSTANTS] };

    /// The rows of one decision, less what they have in common.
    fn add(&mut self, mut rows: Vec<([f64; CONSTANTS], f64)>) {
        let count = rows.len() as f64;
        let mut mean = ([0.0; CONSTANTS], 0.0);
        for (features, target) in &rows {
            mean.0.iter_mut().zip(features).for_each(|(mean, feature)| *mean += feature / count);
            mean.1 += target / count;
        }
        for (features, target) in &mut rows {
            features.iter_mut().zip(&mean.0).for_each(|(feature, mean)| *feature -= mean);
            *target -= mean.1;
        }
        self.rows += count;
        for (features, target) in &rows {
            for i in 0..CONSTANTS {
                self.targets[i] += features[i] * target;
                for j in 0..CONSTANTS {
                    self.features[i][j] += features[i] * features[j];
                }
            }
        }
    }

    fn join(&mut self, other: &Self) {
        self.rows += other.rows;
        for i in 0..CONSTANTS {
            self.targets[i] += other.targets[i];
            for j in 0..CONSTANTS {
                self.features[i][j] += other.features[i][j];
            }
        }
    }

    /// The constants nearest to the targets; one that no row tells anything of stays as it was.
    fn solve(&self, old: &[f64; CONSTANTS]) -> [f64; CONSTANTS] {
        let mut matrix = self.features;
        let mut change: [f64; CONSTANTS] = std::array::from_fn(|i| {
            self.targets[i] - (0..CONSTANTS).map(|j| self.features[i][j] * old[j]).sum::<f64>()
        });
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += RIDGE * row[i] / self.rows.max(1.0) + 1e-3;
        }
        // Gauss, without pivots: the matrix is positive definite.
        for pivot in 0..CONSTANTS {
            let above = matrix[pivot];
            for row in pivot + 1..CONSTANTS {
                let factor = matrix[row][pivot] / above[pivot];
                (pivot..CONSTANTS).for_each(|col| matrix[row][col] -= factor * above[col]);
                change[row] -= factor * change[pivot];
            }
        }
        for row in (0..CONSTANTS).rev() {
            let known: f64 = (row + 1..CONSTANTS).map(|col| matrix[row][col] * change[col]).sum();
            change[row] = (change[row] - known) / matrix[row][row];
        }
        std::array::from_fn(|i| old[i] + change[i])
    }
}

/// What the constants are multiplied with on a board, and what is added whatever they are. `fade` is taken as it is: its
/// features are zero.
fn features(potential: &Potential, game: &Sandbox, tables: &Tables, after: &State) -> ([f64; CONSTANTS], f64) {
    let grid = Grid::of(game, after);
    let leftover = game.rules().leftover;
    let with = |constant: Option<usize>| {
        let mut row = [0.0; CONSTANTS];
        if let Some(constant) = constant {
            row[constant] = 1.0;
        }
        let one = Potential { fade: potential.fade, ..Potential::from_row(&row) };
        one.value(leftover, tables, grid, after.steps())
    };
    let fixed = with(None);
    (std::array::from_fn(|constant| with(Some(constant)) - fixed), fixed)
}

/// One game, and what there was to learn from it.
fn learn_from(game: &Sandbox, rollout: &Rollout, potential: &Potential, (seed, number): (Seed, u64)) -> Squares {
    let tables = Tables::of(game.rules());
    let mut squares = Squares::ZERO;
    let mut rng = seed.stream("lessons", number);
    let mut state = random_start(game, &mut rng).unwrap_or_else(|| game.root());
    let alone = Guided { potential };
    for decision in 0_u64.. {
        let mut ask = Ask::new(Seed(rng.next_u64()), PLAYED);
        let mv: Option<SandboxMove> = if number % ALONE == 0 {
            alone.choose(game, &state, ask.seed)
        } else {
            rollout.evaluate(game, &state, &ask).ok().and_then(|evaluation| evaluation.best().map(|row| row.mv))
        };
        let Some(mv) = mv else { break };
        // One game learns at the first, third … decision, the next at the second, fourth …: together they see them all.
        if decision % 2 == number % 2 {
            ask.samples = FUTURES;
            let lessons = rollout.lessons(game, &state, &ask, BOARDS);
            // Without a step left the potential has no say.
            let lessons = lessons.into_iter().filter(|(after, _)| after.steps() > 0);
            let rows = lessons.map(|(after, value)| {
                let (features, fixed) = features(potential, game, &tables, &after);
                (features, value - fixed)
            });
            squares.add(rows.collect());
        }
        game.play_unchecked(&mut state, mv);
        game.settle(&mut state, &mut rng);
    }
    squares
}

impl Fit {
    /// Learns the potential's constants, `fade` apart, in as many rounds as there are trials. A round's constants stand
    /// when they play better by themselves than the best so far, by more than the error of that lead.
    #[must_use]
    pub fn potential(
        &self,
        game: &Sandbox,
        start: Potential,
        go_on: &dyn Fn(FitProgress) -> bool,
    ) -> Fitted<Potential> {
        let play = |potential: &Potential, seed, games| -> Games {
            simulate(game, &Guided { potential }, Start::Random, seed, games)
        };
        let (mut latest, mut best) = (start, start);
        let mut progress = FitProgress { generation: 0, accepted: 0 };
        while progress.generation < self.generations && go_on(progress) {
            let seed = self.seed.derive("learn", progress.generation);
            let rollout = Rollout { potential: Some(latest), ..Rollout::default() };
            let learned: Vec<Squares> = (0..self.games)
                .into_par_iter()
                .map(|number| learn_from(game, &rollout, &latest, (seed, number)))
                .collect();
            let mut squares = Squares::ZERO;
            learned.iter().for_each(|more| squares.join(more));
            latest = Potential::from_row(&squares.solve(&latest.to_row()));
            let (old, new) = (play(&best, seed, TRIED * self.games), play(&latest, seed, TRIED * self.games));
            let (lead, error) = new.lead_over(&old);
            if lead > error {
                best = latest;
                progress.accepted += 1;
            }
            progress.generation += 1;
        }
        self.fitted((start, best), progress, &play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sandbox::{Mode, Rules, Setup};

    #[test]
    fn least_squares_find_the_constants_that_made_the_targets() {
        let made: [f64; CONSTANTS] = std::array::from_fn(|i| if i == 7 { 0.0 } else { (i as f64).sin() });
        let mut rng = Seed(1).stream("squares", 0);
        let mut squares = Squares::ZERO;
        for _ in 0..2000 {
            let shared = f64::from(rng.next_u32() % 100);
            let row = |_| {
                // Trait 7 never shows.
                let features: [f64; CONSTANTS] =
                    std::array::from_fn(|i| if i == 7 { 0.0 } else { f64::from(rng.next_u32() % 8) });
                let target: f64 = features.iter().zip(&made).map(|(feature, made)| feature * made).sum();
                (features, target + shared)
            };
            squares.add((0..5).map(row).collect());
        }
        let mut old = [0.5; CONSTANTS];
        old[7] = 0.25;
        let found = squares.solve(&old);
        for (i, (found, made)) in found.iter().zip(&made).enumerate() {
            let expected = if i == 7 { 0.25 } else { *made };
            assert!((found - expected).abs() < 0.02, "constant {i}: {found} for {expected}");
        }
    }

    #[test]
    fn features_times_constants_are_the_potential() {
        for mode in [Mode::Mowang, Mode::Mijing, Mode::Kuangzhan] {
            let board = [[11, 11, 21, 21, 31], [21, 31, 31, 11, 11], [31, 11, 11, 21, 21], [11, 21, 21, 31, 31]];
            let board = board.map(|row| row.to_vec()).to_vec();
            let game = Sandbox::new(&Setup { rules: Rules::of(mode), board, steps: 12, queue_pos: 0 }).expect("valid");
            let (potential, tables) = (Potential::of(game.rules()), Tables::of(game.rules()));
            let mut state = game.root();
            let mut rng = Seed(2).stream("features", 0);
            while let Some(mv) = game.sample(&state, &mut rng) {
                game.play_unchecked(&mut state, mv);
                if state.steps() > 0 {
                    let (features, fixed) = features(&potential, &game, &tables, &state);
                    let sum: f64 = features.iter().zip(potential.to_row()).map(|(feature, row)| feature * row).sum();
                    let grid = Grid::of(&game, &state);
                    let value = potential.value(game.rules().leftover, &tables, grid, state.steps());
                    assert!((fixed + sum - value).abs() < 1e-6, "{mode:?}: {fixed} + {sum} for {value}");
                }
                game.settle(&mut state, &mut rng);
            }
        }
    }
}
