//! `classic`: the published evaluator ("algorithm C" of the article), by linearity of expectation.
//!
//! A move is played to its first fall; what the empty cells may bring is estimated line by line, without sampling.
//! The article's plain bugs are not repeated: its program reads outside the board when it looks for neighbours and
//! when it follows chains, and it never ranks drags although it has the code. Its approximations stay: chains of one
//! cell are treated as independent, and everything after the first refill is left to a small "vitality" term.

use super::grid::{Grid, Tables, lines, worth_by_kind};
use super::value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, Parts, checked_moves};
use crate::game::{Chance, Game};
use crate::games::sandbox::rules::GroupValue;
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// The article's constants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constants {
    /// What a piece on the board is worth against one on the battlefield, by level (IN_OUT).
    pub in_out: [f64; 5],
    /// What one expected empty cell beside one lively cell is worth (K), in power units.
    pub vitality: f64,
}

impl Constants {
    /// The constants in a row: IN_OUT by level, then K.
    #[must_use]
    pub fn to_row(&self) -> [f64; 6] {
        let [a, b, c, d, e] = self.in_out;
        [a, b, c, d, e, self.vitality]
    }

    /// The constants of a row; `None` where it has another length.
    #[must_use]
    pub fn from_row(row: &[f64]) -> Option<Self> {
        row.try_into().ok().map(Self::of_row)
    }

    pub(super) fn of_row(&[a, b, c, d, e, vitality]: &[f64; 6]) -> Self {
        Self { in_out: [a, b, c, d, e], vitality }
    }
}

impl Default for Constants {
    fn default() -> Self {
        Self { in_out: [0.982; 5], vitality: 0.0004 }
    }
}

/// The published evaluator. Family weights and the ratio of levels (EVOLVE) are the rule set's `worth`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Classic {
    /// Its constants.
    pub constants: Constants,
}

/// What one chain that starts at a cell is expected to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chain {
    /// The probability that its first three cells become equal.
    pub p: f64,
    /// Expected cells that then vanish, weighted by that probability.
    pub e: f64,
}

/// The chain along cells that are each an empty cell (`true`) or a white of the family (`false`); zero under three.
#[must_use]
pub fn chain(is_empty: &[bool]) -> Chain {
    if is_empty.len() < 3 {
        return Chain::default();
    }
    let third = |is_empty: bool| if is_empty { 1.0 / 3.0 } else { 1.0 };
    let p = is_empty[..3].iter().map(|&cell| third(cell)).product();
    let mut reach = 1.0;
    let mut cells = 3.0;
    for &cell in &is_empty[3..] {
        reach *= third(cell);
        cells += reach;
    }
    Chain { p, e: p * cells }
}

/// Expected doings of the refill, by family.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outlook {
    /// Cells matched.
    pub(super) eliminated: [f64; 3],
    /// Of these, cells that stay as greens.
    pub(super) greens: [f64; 3],
}

impl Outlook {
    /// The article's estimate for a fallen board.
    pub(super) fn estimate(lines: &[Vec<Vec<u32>>; 4], grid: &Grid) -> Self {
        let mut outlook = Self::default();
        for family in 0..3 {
            let mut chains = [[Chain::default(); 4]; 64];
            for (direction, lines) in lines.iter().enumerate() {
                for line in lines {
                    chains_of_line(grid, family, line, |cell, chain| chains[cell as usize][direction] = chain);
                }
            }
            for directions in &chains {
                let (eliminated, greens) = combine(directions);
                outlook.eliminated[family] += eliminated;
                outlook.greens[family] += greens;
            }
        }
        outlook
    }
}

/// Visits the chains of one line, each thinned by those that start before it.
fn chains_of_line(grid: &Grid, family: usize, line: &[u32], mut visit: impl FnMut(u32, Chain)) {
    let whites = grid.whites(family + 1);
    let fits = |bit: u32| (whites | grid.empty) >> bit & 1 == 1;
    let mut unmatched = 1.0;
    for (start, &cell) in line.iter().enumerate() {
        if !fits(cell) {
            // The article thins along the whole line. A chain on the far side of another piece is another match, so
            // here the thinning ends with the run; boards under seven cells a line know no such pair.
            unmatched = 1.0;
            continue;
        }
        let run: Vec<bool> =
            line[start..].iter().take_while(|&&bit| fits(bit)).map(|&bit| grid.empty >> bit & 1 == 1).collect();
        let found = chain(&run);
        visit(cell, Chain { p: found.p * unmatched, e: found.e * unmatched });
        unmatched *= 1.0 - found.p;
    }
}

/// Inclusion and exclusion over the four directions of a cell, as published: cells eliminated, greens left.
fn combine(chains: &[Chain; 4]) -> (f64, f64) {
    let [a, b, c, d] = chains.map(|chain| chain.p);
    let pairs = a * b + a * c + a * d + b * c + b * d + c * d;
    let triples = a * b * c + a * b * d + a * c * d + b * c * d;
    let expected: f64 = chains.iter().map(|chain| chain.e).sum();
    (expected - pairs + triples - 2.0 * a * b * c * d, a + b + c + d - pairs + triples)
}

/// What a fallen board is expected to do, and what its whites gain by that in power units.
pub(super) type Foresight<'a> = dyn Fn(&State, &Grid) -> (Outlook, f64) + 'a;

/// What the evaluators of one refill round share: constants, the puzzle, the worth of kinds.
pub(super) struct OneRound<'a> {
    pub(super) constants: &'a Constants,
    pub(super) game: &'a Sandbox,
}

impl OneRound<'_> {
    fn scale(&self) -> f64 {
        self.game.rules().worth.scale as f64
    }

    /// A fallen board after a move that gained `gain`, its refill foreseen by `outlook`.
    pub(super) fn value(&self, state: &State, gain: Score, outlook: &Foresight<'_>) -> Parts {
        let rules = self.game.rules();
        let mut grid = Grid::of(self.game, state);
        let lively = grid.lively();
        let (outlook, white_gain) = outlook(state, &grid);
        let coloured = grid.settle_known(4, &Tables::of(rules));
        let emptied: f64 = (0..3).map(|family| outlook.eliminated[family] - outlook.greens[family]).sum();
        let empties = f64::from(grid.empty.count_ones()) + emptied;
        Parts {
            monsters: (gain + coloured) as f64 / self.scale() + white_gain,
            sandbox: self.sandbox(&grid, &outlook, state.steps()),
            vitality: empties * f64::from(lively) * self.constants.vitality,
        }
    }

    /// A board that has settled, nothing left to foresee.
    pub(super) fn settled(&self, state: &State, gain: Score) -> Parts {
        let grid = Grid::of(self.game, state);
        let sandbox = self.sandbox(&grid, &Outlook::default(), state.steps());
        Parts { monsters: gain as f64 / self.scale(), sandbox, vitality: 0.0 }
    }

    /// The gain of the matches that `outlook` foresees.
    pub(super) fn white_gain(&self, outlook: &Outlook) -> f64 {
        let rules = self.game.rules();
        let counted = |family: usize| match rules.group_value {
            GroupValue::Units => outlook.eliminated[family] - 2.0 * outlook.greens[family],
            GroupValue::Cells => outlook.eliminated[family],
        };
        (0..3).map(|family| counted(family) * rules.worth.by_family[family][0] as f64 / self.scale()).sum()
    }

    /// The best pieces that the steps left can still take out, and all of them where the board left over counts.
    fn sandbox(&self, grid: &Grid, outlook: &Outlook, steps_left: u16) -> f64 {
        let rules = self.game.rules();
        let mut pieces = Vec::with_capacity(64);
        for (kind, (plane, worth)) in grid.kinds.iter().zip(worth_by_kind(rules)).enumerate().skip(1) {
            let value = worth as f64 / self.scale() * self.constants.in_out[(kind - 1) / 3];
            let foreseen = match kind {
                #[expect(clippy::cast_possible_truncation, reason = "greens of a board of at most 64 cells")]
                #[expect(clippy::cast_sign_loss, reason = "clamped to 0")]
                4..=6 if rules.promotion => outlook.greens[kind - 4].max(0.0) as usize,
                _ => 0,
            };
            pieces.extend(std::iter::repeat_n(value, plane.count_ones() as usize + foreseen));
        }
        pieces.sort_unstable_by(|a, b| b.total_cmp(a));
        let cells = self.game.shape().board().count_ones() as usize;
        let counted = if rules.leftover { cells } else { cells.min(usize::from(steps_left)) };
        pieces.iter().take(counted).sum()
    }

    /// A move by the six points of the article: a swap to its first fall; a drag averaged over the piece that falls.
    pub(super) fn value_of(&self, state: &State, mv: SandboxMove, outlook: &Foresight<'_>) -> Parts {
        let mut after = *state;
        let gain = self.game.play_unchecked(&mut after, mv).gain;
        if !mv.is_drag() {
            let mut parts = self.value(&after, gain, outlook);
            if let Some(cap) = self.game.rules().counted_cap {
                // No more than the cap counts, whatever is foreseen.
                let most = self.game.rules().worth.by_family.map(|levels| levels.into_iter().max().unwrap_or(0));
                let most = most.into_iter().max().unwrap_or(0) as f64 / self.scale();
                parts.monsters = parts.monsters.min(f64::from(cap) * most);
            }
            return parts;
        }
        let mut parts = Parts::default();
        for family in 1..=3 {
            let mut filled = after;
            let more = self.game.resolve(&mut filled, family).gain;
            parts.add(&self.value(&filled, gain + more, outlook), 1.0 / 3.0);
        }
        parts
    }
}

impl Evaluator for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn states_error(&self) -> bool {
        false
    }

    fn evaluate(&self, game: &Sandbox, state: &State, _: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let round = OneRound { constants: &self.constants, game };
        let lines = lines(game);
        let outlook = |_: &State, grid: &Grid| {
            let outlook = Outlook::estimate(&lines, grid);
            let gain = round.white_gain(&outlook);
            (outlook, gain)
        };
        let moves = checked_moves(game, state)?;
        let rows = moves.into_iter().map(|mv| MoveValue::exact(mv, round.value_of(state, mv, &outlook)));
        Ok(Evaluation::ranked(self.name(), rows.collect()))
    }
}
