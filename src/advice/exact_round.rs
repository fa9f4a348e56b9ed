//! `exact-round`: the article's evaluator with the first refill's expectation made exact.
//!
//! Whites of different families never share a group, so what a family does depends only on which empty cells it
//! gets: 2^k sets weighted `(1/3)^a (2/3)^(k−a)` stand for the 3^k refills. Only empty cells on a line that the family
//! could still complete count, and cells that no such line joins are independent, so k is that of one cluster.

use super::classic::{Constants, OneRound, Outlook};
use super::grid::{Grid, Scan, toward, worth_by_kind};
use super::value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, checked_moves, mean_and_error};
use crate::bits::deposit;
use crate::game::Chance;
use crate::games::sandbox::rules::{GroupValue, TopMatch};
use crate::games::sandbox::{Rules, Sandbox, State};
use crate::types::{Score, Seed};
use rand::Rng;
use rayon::prelude::*;
use std::cell::Cell;

/// Empty cells of one cluster up to which it is enumerated.
const MAX_ENUMERATED: i32 = 12;
/// Sets drawn for a larger cluster, from a fixed stream; the error is then about a hundredth of a piece, and stated.
const DRAWN: u64 = 1 << 12;
/// Empty cells up to which every refill is tried where a cap couples the families, and refills drawn beyond.
const MAX_TRIED: u32 = 7;
const DRAWN_CAPPED: u64 = 1 << 11;

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
    /// Squared standard error of what each family is expected to count, in pieces; 0 where every set was tried.
    variance: [f64; 3],
}

impl FirstRound {
    /// The expectation for a board that awaits pieces. A cap on counted pieces (战棋) couples the families: where it
    /// may bind, whole refills are tried, or drawn where there are too many.
    #[must_use]
    pub fn of(game: &Sandbox, state: &State) -> Self {
        let grid = Grid::of(game, state);
        let rules = game.rules();
        let worth = worth_by_kind(rules);
        let mut round = Self::whites(&grid, rules);
        if may_be_capped(game, state) {
            let (gain, variance) = capped_round(game, state);
            round.gain = gain;
            let white = rules.worth.by_family[0][0] as f64 / rules.worth.scale as f64;
            round.variance = [variance / white.powi(2).max(f64::MIN_POSITIVE), 0.0, 0.0];
            return round;
        }
        let top = if rules.top_match == TopMatch::None { 12 } else { 15 };
        let gain = |kind: usize| worth[kind] * Score::from(Scan::of(grid.kinds[kind]).counted(rules.group_value));
        let coloured: Score = (4..=top).map(gain).sum();
        round.gain = coloured as f64 / rules.worth.scale as f64 + round.white_gain(game);
        round
    }

    /// The whites' part.
    fn whites(grid: &Grid, rules: &Rules) -> Self {
        let mut round = Self::default();
        for family in 0..3 {
            for cluster in clusters(grid.whites(family + 1), grid.empty) {
                let mean = cluster_mean(cluster & grid.whites(family + 1), cluster & grid.empty, rules.group_value);
                round.eliminated[family] += mean.cells;
                round.units[family] += mean.units;
                round.greens[family] += if rules.promotion { mean.centres } else { 0.0 };
                round.variance[family] += mean.variance;
            }
        }
        round
    }

    /// Standard error of [`gain`](Self::gain), in power units: 0 unless a cluster was too large to try every set.
    #[must_use]
    pub fn std_error(&self, game: &Sandbox) -> f64 {
        let worth = &game.rules().worth;
        let one =
            |family: usize| self.variance[family] * (worth.by_family[family][0] as f64 / worth.scale as f64).powi(2);
        (0..3).map(one).sum::<f64>().sqrt()
    }

    fn white_gain(&self, game: &Sandbox) -> f64 {
        let rules = game.rules();
        let counted = match rules.group_value {
            GroupValue::Units => self.units,
            GroupValue::Cells => self.eliminated,
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

/// One family's match in a cluster.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterMean {
    /// Expected cells, units, centres that stay.
    cells: f64,
    units: f64,
    centres: f64,
    /// Squared standard error of whichever of cells and units counts; 0 where every set was tried.
    variance: f64,
}

/// What one family's match in a cluster is expected to do.
fn cluster_mean(whites: u64, empty: u64, value: GroupValue) -> ClusterMean {
    let cells = i32::try_from(empty.count_ones()).unwrap_or(i32::MAX);
    let mut mean = ClusterMean::default();
    let mut squares = 0.0;
    let mut add = |filled: u64, weight: f64| {
        let scan = Scan::of(whites | filled);
        if scan.cells != 0 {
            mean.cells += weight * f64::from(scan.cells.count_ones());
            mean.units += weight * f64::from(scan.units);
            mean.centres += weight * f64::from((scan.centres & scan.cells).count_ones());
            squares += weight * f64::from(scan.counted(value)).powi(2);
        }
    };
    if cells <= MAX_ENUMERATED {
        let weights: Vec<f64> = (0..=cells).map(|own| 2_f64.powi(cells - own) / 3_f64.powi(cells)).collect();
        for set in 0..1_u64 << cells {
            add(deposit(set, empty), weights[set.count_ones() as usize]);
        }
        return mean;
    }
    let mut rng = Seed(0).stream("exact-round", whites ^ empty.rotate_left(1));
    for _ in 0..DRAWN {
        let mut set = 0;
        crate::bits::each_bit(empty, |bit| set |= u64::from(rng.next_u32() < u32::MAX / 3) << bit);
        add(set, 1.0 / DRAWN as f64);
    }
    let counted = if value == GroupValue::Units { mean.units } else { mean.cells };
    mean.variance = (squares - counted * counted).max(0.0) / DRAWN as f64;
    mean
}

/// Whether a cap on counted pieces may bind in the round to come: what is empty now was counted at most, what the round
/// matches is at most the board.
fn may_be_capped(game: &Sandbox, state: &State) -> bool {
    let cells = game.shape().board().count_ones();
    game.rules().counted_cap.is_some_and(|cap| cap < Grid::of(game, state).empty.count_ones() + cells)
}

/// The mean gain of the round in power units with its cap, and the squared standard error of that mean.
fn capped_round(game: &Sandbox, state: &State) -> (f64, f64) {
    let empty = Grid::of(game, state).empty.count_ones();
    if empty <= MAX_TRIED {
        return (enumerate_round(game, state), 0.0);
    }
    let mut rng = Seed(0).stream("capped round", u64::from(empty));
    let gains: Vec<f64> = (0..DRAWN_CAPPED)
        .map(|_| {
            let mut next = *state;
            let mut family = || [1, 2, 3][((u64::from(rng.next_u32()) * 3) >> 32) as usize];
            let fill = |_| game.resolve(&mut next, family()).gain;
            (0..empty).map(fill).sum::<Score>() as f64 / game.rules().worth.scale as f64
        })
        .collect();
    let (mean, error) = mean_and_error(&gains);
    (mean, error * error)
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

    fn evaluate(&self, game: &Sandbox, state: &State, ask: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let round = OneRound { constants: &self.constants, game };
        let moves = checked_moves(game, state)?;
        let row = |mv| {
            // A drag asks once per family that may fall.
            let asked = Cell::new((0.0, 0.0));
            let outlook = |state: &State, grid: &Grid| {
                let whites = FirstRound::whites(grid, game.rules());
                let gain = whites.white_gain(game);
                let (gain, error) = if may_be_capped(game, state) {
                    let capped = FirstRound::of(game, state);
                    (gain.min(capped.gain), capped.std_error(game))
                } else {
                    (gain, whites.std_error(game))
                };
                let (times, squares) = asked.get();
                asked.set((times + 1.0, squares + error * error));
                (Outlook { eliminated: whites.eliminated, greens: whites.greens }, gain)
            };
            let parts = round.value_of(state, mv, &outlook);
            let (times, squares): (f64, f64) = asked.get();
            MoveValue { std_error: squares.sqrt() / times.max(1.0), ..MoveValue::exact(mv, parts) }
        };
        // A halt leaves the moves not yet looked at out.
        let rows = moves.into_par_iter().filter_map(|mv| (ask.go_on)().then(|| row(mv)));
        Ok(Evaluation::ranked(self.name(), rows.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sampled_cluster_lies_within_its_stated_error() {
        // Thirteen empty cells in two full columns and a bit, one too many to be tried.
        let (whites, empty) = (0b1_0000 << 16, 0b1111_u64 << 16 | 0b1_1111 << 8 | 0b1111);
        assert_eq!(empty.count_ones(), 13);
        for value in [GroupValue::Units, GroupValue::Cells] {
            let sampled = cluster_mean(whites, empty, value);
            let mut exact = 0.0;
            for set in 0..1_u64 << 13 {
                let own = i32::try_from(set.count_ones()).expect("13 at most");
                let weight = 2_f64.powi(13 - own) / 3_f64.powi(13);
                exact += weight * f64::from(Scan::of(whites | deposit(set, empty)).counted(value));
            }
            let mean = if value == GroupValue::Units { sampled.units } else { sampled.cells };
            assert!(sampled.variance > 0.0);
            assert!((mean - exact).abs() < 5.0 * sampled.variance.sqrt(), "{value:?}: {mean} {exact} {sampled:?}");
        }
        assert!(cluster_mean(whites, 0b111, GroupValue::Cells).variance <= 0.0);
    }
}
