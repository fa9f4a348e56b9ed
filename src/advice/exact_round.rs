//! `exact-round`: the article's evaluator with the first refill's expectation made exact.
//!
//! Whites of different families never share a group, so what a family does depends only on which empty cells it
//! gets: 2^k sets weighted `(1/3)^a (2/3)^(k−a)` stand for the 3^k refills. Only empty cells on a line that the family
//! could still complete count, and cells that no such line joins are independent, so k is that of one cluster.

use super::classic::{Constants, OneRound, Outlook};
use super::grid::{Grid, Scan, toward, worth_by_kind};
use super::value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, checked_moves};
use crate::bits::deposit;
use crate::game::Chance;
use crate::games::sandbox::rules::TopMatch;
use crate::games::sandbox::{Sandbox, State};
use crate::types::{Score, Seed};
use rand::Rng;
use rayon::prelude::*;

/// Empty cells of one cluster up to which it is enumerated.
const MAX_ENUMERATED: u32 = 16;
/// Sets drawn for a larger cluster, from a fixed stream: the estimate's error is then a few thousandths of a piece.
const DRAWN: u64 = 1 << 16;

/// The published evaluator on an exact first round. Later rounds are left to the vitality term, as published.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExactRound {
    /// Its constants.
    pub constants: Constants,
}

/// What the first refill and its match are expected to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FirstRound {
    /// Expected gain, in power units, of everything that this match matches.
    pub gain: f64,
    /// Expected whites matched, by family.
    pub eliminated: [f64; 3],
    /// Expected greens that the match leaves, by family; zeros without promotion.
    pub greens: [f64; 3],
    /// Sum over families of expected units (R21).
    units: [f64; 3],
}

impl FirstRound {
    /// The expectation for a board that awaits pieces. A cap on counted pieces (战棋) is not applied here: it couples
    /// the families, see [`enumerate_round`].
    #[must_use]
    pub fn of(game: &Sandbox, state: &State) -> Self {
        let grid = Grid::of(game, state);
        let rules = game.rules();
        let worth = worth_by_kind(rules);
        let mut round = Self::whites(&grid, rules.promotion);
        let top = if rules.top_match == TopMatch::None { 12 } else { 15 };
        let gain = |kind: usize| worth[kind] * Score::from(Scan::of(grid.kinds[kind]).counted(rules.group_value));
        let coloured: Score = (4..=top).map(gain).sum();
        round.gain = coloured as f64 / rules.worth.scale as f64 + round.white_gain(game);
        round
    }

    /// The whites' part.
    fn whites(grid: &Grid, promotion: bool) -> Self {
        let mut round = Self::default();
        for family in 0..3 {
            for cluster in clusters(grid.whites(family + 1), grid.empty) {
                let mean = cluster_mean(cluster & grid.whites(family + 1), cluster & grid.empty);
                round.eliminated[family] += mean[0];
                round.units[family] += mean[1];
                round.greens[family] += if promotion { mean[2] } else { 0.0 };
            }
        }
        round
    }

    fn white_gain(&self, game: &Sandbox) -> f64 {
        let rules = game.rules();
        let counted = match rules.group_value {
            crate::games::sandbox::rules::GroupValue::Units => self.units,
            crate::games::sandbox::rules::GroupValue::Cells => self.eliminated,
        };
        let gain = |family: usize| counted[family] * rules.worth.by_family[family][0] as f64;
        (0..3).map(gain).sum::<f64>() / rules.worth.scale as f64
    }
}

/// Sets of cells joined by lines of three that one family could complete; disjoint, each with its whites.
fn clusters(whites: u64, empty: u64) -> Vec<u64> {
    let usable = whites | empty;
    let mut clusters: Vec<u64> = Vec::new();
    for direction in 0..4 {
        let near = toward(usable, direction);
        crate::bits::each_bit(usable & near & toward(near, direction), |bit| {
            let step = [1, -7, 9, -8][direction];
            let near = bit.wrapping_add_signed(step);
            let mut line = 1 << bit | 1 << near | 1 << near.wrapping_add_signed(step);
            clusters.retain(|&cluster| {
                let joins = cluster & line != 0;
                line |= if joins { cluster } else { 0 };
                !joins
            });
            clusters.push(line);
        });
    }
    clusters
}

/// Expected cells, units and centres of one family's match in a cluster.
fn cluster_mean(whites: u64, empty: u64) -> [f64; 3] {
    let cells = empty.count_ones();
    let mut mean = [0.0; 3];
    let mut add = |filled: u64, weight: f64| {
        let scan = Scan::of(whites | filled);
        if scan.cells != 0 {
            mean[0] += weight * f64::from(scan.cells.count_ones());
            mean[1] += weight * f64::from(scan.units);
            mean[2] += weight * f64::from((scan.centres & scan.cells).count_ones());
        }
    };
    if cells <= MAX_ENUMERATED {
        let weights: Vec<f64> = (0..=i32::try_from(cells).unwrap_or(0))
            .map(|own| {
                2_f64.powi(i32::try_from(cells).unwrap_or(0) - own) / 3_f64.powi(i32::try_from(cells).unwrap_or(0))
            })
            .collect();
        for set in 0..1_u64 << cells {
            add(deposit(set, empty), weights[set.count_ones() as usize]);
        }
    } else {
        let mut rng = Seed(0).stream("exact-round", whites ^ empty.rotate_left(1));
        for _ in 0..DRAWN {
            let mut set = 0;
            crate::bits::each_bit(empty, |bit| set |= u64::from(rng.next_u32() < u32::MAX / 3) << bit);
            add(set, 1.0 / DRAWN as f64);
        }
    }
    mean
}

/// The mean gain of the first round in power units by trying all 3^k refills, whatever the mode. The slow twin of
/// [`FirstRound`], and the one that knows caps.
#[must_use]
pub fn enumerate_round(game: &Sandbox, pending: &State) -> f64 {
    fn sum(game: &Sandbox, state: &State) -> (Score, Score) {
        let mut total = (0, 0);
        for family in 1..=3 {
            let mut next = *state;
            let left = game.next_refill(state).is_some();
            let gain = game.resolve(&mut next, family).gain;
            // The last piece of the wave matches at once; before that the next empty cell is another one.
            let is_last = left && was_last(game, state);
            let (gains, leaves) = if is_last { (gain, 1) } else { sum(game, &next) };
            total = (total.0 + gains, total.1 + leaves);
        }
        total
    }
    if !game.is_pending(pending) {
        return 0.0;
    }
    let (gains, leaves) = sum(game, pending);
    gains as f64 / leaves as f64 / game.rules().worth.scale as f64
}

/// Whether one empty cell is left.
fn was_last(game: &Sandbox, state: &State) -> bool {
    game.shape().places().filter(|&place| state.code(game.shape().bit(place)) == 0).count() == 1
}

impl Evaluator for ExactRound {
    fn name(&self) -> &'static str {
        "exact-round"
    }

    fn evaluate(&self, game: &Sandbox, state: &State, _: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let round = OneRound { constants: &self.constants, game };
        let outlook = |grid: &Grid| {
            let whites = FirstRound::whites(grid, game.rules().promotion);
            (Outlook { eliminated: whites.eliminated, greens: whites.greens }, whites.white_gain(game))
        };
        let moves = checked_moves(game, state)?;
        let row = |mv| MoveValue::exact(mv, round.value_of(state, mv, &outlook));
        Ok(Evaluation::ranked(self.name(), moves.into_par_iter().map(row).collect()))
    }
}
