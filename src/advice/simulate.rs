//! Whole games with common random refills: what a policy is worth from start to end.

use super::policy::Guide;
use super::potential::Potential;
use super::value::{Ask, Evaluator, Spread, leftover, mean_and_error};
use crate::game::{Chance, Game};
use crate::games::sandbox::{Sandbox, SandboxMove, Setup, State, fitting_whites};
use crate::types::{Pcg, Seed, pick};
use rayon::prelude::*;
use std::ops::Range;

/// A random start on a puzzle's board size, rules and steps: whites without a line of three, drawn cell by cell among
/// the families that complete none; stones stay where the puzzle has them. `None` should none turn up in many tries.
pub(super) fn random_start(game: &Sandbox, rng: &mut Pcg) -> Option<State> {
    let root = game.root();
    let mut board = game.codes(&root);
    (0..100).find_map(|_| {
        for row in 0..board.len() {
            for col in 0..board[row].len() {
                if board[row][col] >= 0 {
                    board[row][col] = pick(rng, &fitting_whites(&board, row, col))?;
                }
            }
        }
        let setup = Setup { rules: *game.rules(), board: board.clone(), steps: root.steps(), queue_pos: 0 };
        Sandbox::new(&setup).ok().map(|start| start.root())
    })
}

/// What plays a game to its end.
pub trait Policy: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The move to make in the `number`-th decision of a game; `None` ends the game.
    fn choose(&self, game: &Sandbox, state: &State, seed: Seed) -> Option<SandboxMove>;
}

/// Plays what an evaluator ranks first.
#[derive(Clone, Copy)]
pub struct By<'a> {
    /// The evaluator.
    pub evaluator: &'a dyn Evaluator,
    /// Samples per decision.
    pub samples: u64,
}

impl std::fmt::Debug for By<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("By").field("evaluator", &self.evaluator.name()).field("samples", &self.samples).finish()
    }
}

impl Policy for By<'_> {
    fn name(&self) -> &'static str {
        self.evaluator.name()
    }

    fn choose(&self, game: &Sandbox, state: &State, seed: Seed) -> Option<SandboxMove> {
        let evaluation = self.evaluator.evaluate(game, state, &Ask::new(seed, self.samples)).ok()?;
        evaluation.best().map(|row| row.mv)
    }
}

/// Plays the swap or drag that eliminates most pieces at once, the lowest among equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostEliminated;

impl Policy for MostEliminated {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&self, game: &Sandbox, state: &State, _: Seed) -> Option<SandboxMove> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let emptied = |mv: &SandboxMove| game.play_unchecked(&mut state.clone(), *mv).refill;
        moves.into_iter().rev().max_by_key(emptied)
    }
}

/// Plays greedily by gain plus a learned potential.
#[derive(Clone, Copy, Debug)]
pub struct Guided<'a> {
    /// What a board is still worth.
    pub potential: &'a Potential,
}

impl Policy for Guided<'_> {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn choose(&self, game: &Sandbox, state: &State, _: Seed) -> Option<SandboxMove> {
        Guide::new(game, self.potential).best(state).map(|(mv, _)| mv)
    }
}

/// How simulated games went, in power units.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// The policy's name.
    pub policy: &'static str,
    /// Each game's end value, in the order of their numbers.
    pub totals: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Their quantiles.
    pub spread: Spread,
    /// Decisions made, over all games.
    pub decisions: u64,
}

impl Games {
    /// These games and more of the same policy behind them.
    #[must_use]
    pub fn and(self, more: Self) -> Self {
        let mut totals = self.totals;
        totals.extend(more.totals);
        Self::from_totals(self.policy, totals, self.decisions + more.decisions)
    }

    /// Game by game, how much more these made than others of the same seed: the mean and its standard error, over the
    /// games that both played.
    #[must_use]
    pub fn lead_over(&self, other: &Self) -> (f64, f64) {
        let differences: Vec<f64> = self.totals.iter().zip(&other.totals).map(|(own, other)| own - other).collect();
        mean_and_error(&differences)
    }

    fn from_totals(policy: &'static str, totals: Vec<f64>, decisions: u64) -> Self {
        let (mean, std_error) = mean_and_error(&totals);
        Self { policy, mean, std_error, spread: Spread::of(&totals), totals, decisions }
    }

    fn of(policy: &'static str, played: Vec<(f64, u64)>) -> Self {
        let totals: Vec<f64> = played.iter().map(|&(total, _)| total).collect();
        let decisions = played.iter().map(|&(_, decisions)| decisions).sum();
        Self::from_totals(policy, totals, decisions)
    }
}

/// Where simulated games start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the puzzle's own position.
    Puzzle,
    /// From a random board of whites for each game, of the puzzle's size, rules, stones and steps.
    Random,
}

/// Plays `games` whole games. Game `n` of one seed starts alike and meets the same refills for the `k`-th settling,
/// whatever the policy, so two policies are best compared game by game. Runs on the rayon pool it is called in.
#[must_use]
pub fn simulate(game: &Sandbox, policy: &dyn Policy, start: Start, seed: Seed, games: u64) -> Games {
    simulate_some(game, policy, start, seed, 0..games)
}

/// The games of these numbers alone, so that a caller can look at the clock between batches.
#[must_use]
pub fn simulate_some(game: &Sandbox, policy: &dyn Policy, start: Start, seed: Seed, numbers: Range<u64>) -> Games {
    let played = numbers.into_par_iter().map(|number| play_game(game, policy, start, seed, number)).collect();
    Games::of(policy.name(), played)
}

/// One game's end value and its decisions.
fn play_game(game: &Sandbox, policy: &dyn Policy, start: Start, seed: Seed, number: u64) -> (f64, u64) {
    let mut state = match start {
        Start::Puzzle => Some(game.root()),
        Start::Random => random_start(game, &mut seed.stream("start", number)),
    }
    .unwrap_or_else(|| game.root());
    let own = seed.derive("decisions", number);
    let refills = seed.derive("refills", number);
    let mut score = 0;
    let mut decisions = 0;
    while let Some(mv) = policy.choose(game, &state, own.derive("decision", decisions)) {
        score += game.play_unchecked(&mut state, mv).gain;
        score += game.settle(&mut state, &mut refills.stream("refill", decisions)).gain;
        decisions += 1;
    }
    (score as f64 / game.rules().worth.scale as f64 + leftover(game, &state), decisions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sandbox::{Mode, Rules};

    #[test]
    fn random_starts_are_settled_whites_on_every_size() {
        for side in [3, 5, 8] {
            let board =
                (0..side).map(|row| (0..side).map(|col| [11, 11, 21, 21, 31, 31][(2 * row + col) % 6]).collect());
            let setup = Setup { rules: Rules::of(Mode::Mowang), board: board.collect(), steps: 7, queue_pos: 0 };
            let game = Sandbox::new(&setup).expect("no line of three");
            let starts: Vec<State> =
                (0..20).filter_map(|n| random_start(&game, &mut Seed(1).stream("test", n))).collect();
            assert_eq!(starts.len(), 20, "{side}");
            assert!(starts.iter().all(|start| start.steps() == 7));
            assert!(starts.windows(2).any(|pair| pair[0] != pair[1]));
        }
    }

    #[test]
    fn games_of_one_seed_start_alike_whatever_the_policy() {
        let setup = Setup {
            rules: Rules::of(Mode::Mowang),
            board: vec![vec![11, 21, 11], vec![21, 31, 21], vec![11, 21, 31]],
            steps: 1,
            queue_pos: 0,
        };
        let game = Sandbox::new(&setup).expect("no line of three");
        let play = |seed| simulate(&game, &MostEliminated, Start::Puzzle, Seed(seed), 40);
        let once = play(3);
        assert_eq!(once, play(3));
        assert!(once.spread.q05 <= once.spread.q50 && once.spread.q50 <= once.spread.q95);
        assert!(once.totals != play(4).totals);
    }
}
