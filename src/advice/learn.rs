//! Learns a [`Potential`] from self-play by temporal differences on the boards after a move.
//!
//! Plays whole games greedily; after each move the board it left is told what then happened: what chance brought,
//! the next move's gain and the potential of the board that move left. Deterministic in (puzzle, options).

use super::policy::Guide;
use super::potential::Potential;
use super::simulate::random_start;
use crate::game::Chance;
use crate::games::sandbox::Sandbox;
use crate::types::Seed;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lessons {
    /// Games to play.
    pub games: u64,
    /// Fixes every start and refill.
    pub seed: Seed,
    /// Learning rate of the first game, shared by the entries of a board.
    pub first_rate: f64,
    /// Learning rate of the last game; between them it falls geometrically.
    pub last_rate: f64,
}

impl Default for Lessons {
    fn default() -> Self {
        Self { games: 20_000, seed: Seed(1), first_rate: 0.3, last_rate: 0.003 }
    }
}

impl Potential {
    /// Goes on learning on a puzzle's rules, size and steps; starts are random boards of whites.
    pub fn learn_from(&mut self, game: &Sandbox, lessons: &Lessons) {
        for number in 0..lessons.games {
            let progress = number as f64 / lessons.games.max(2).saturating_sub(1) as f64;
            let rate = lessons.first_rate * (lessons.last_rate / lessons.first_rate).powf(progress);
            self.learn_game(game, lessons.seed, number, rate / 10.0);
        }
    }

    fn learn_game(&mut self, game: &Sandbox, seed: Seed, number: u64, rate: f64) {
        let mut rng = seed.stream("learn", number);
        let Some(mut state) = random_start(game, &mut rng) else { return };
        let mut before = None;
        loop {
            // The guide borrows the table, so it lives for one move.
            let (choice, units) = {
                let mut guide = Guide::new(game, self);
                (guide.best(&state), guide.factors().to_owned())
            };
            let Some(choice) = choice else {
                if let Some((active, bonus, value)) = before {
                    self.learn(&active, rate * (bonus - value));
                }
                return;
            };
            if let Some((active, bonus, value)) = before {
                self.learn(&active, rate * (bonus + choice.value - value));
            }
            state = choice.after;
            let (known, active) = Self::active(game, &units, &state);
            let value = self.sum(&active);
            // What is known to come is no news.
            let bonus = (game.settle(&mut state, &mut rng).gain - known) as f64 / game.rules().worth.scale as f64;
            before = Some((active, bonus, value));
        }
    }
}
