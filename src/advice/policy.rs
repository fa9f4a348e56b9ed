//! The greedy player inside playouts: every legal move by its gain and the potential of the board it leaves.

use super::grid::{Grid, Tables};
use super::potential::Potential;
use crate::bits::each_bit;
use crate::game::{Chance, Game};
use crate::games::sandbox::{Sandbox, SandboxMove, State};
use crate::types::{Pcg, Score};

/// Moves greedily by gain plus potential. Owns its move list, so a playout allocates nothing.
#[derive(Debug)]
pub(super) struct Guide<'a> {
    pub(super) game: &'a Sandbox,
    potential: &'a Potential,
    tables: Tables,
    /// Neither caps nor stones: moves can be tried on the grid alone.
    is_plain: bool,
    moves: Vec<SandboxMove>,
}

/// A move, the state it leaves and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) after: State,
    pub(super) gain: Score,
    pub(super) value: f64,
}

/// What one playout came to, in power units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Future {
    /// What its moves and cascades gained, that of the last valued move left out.
    pub(super) gained: f64,
    /// The blend of all its values.
    pub(super) blended: f64,
    /// Its last value.
    pub(super) end: f64,
}

impl<'a> Guide<'a> {
    pub(super) fn new(game: &'a Sandbox, potential: &'a Potential) -> Self {
        let rules = game.rules();
        let is_plain = !rules.stones && rules.counted_cap.is_none();
        Self { game, potential, tables: Tables::of(rules), is_plain, moves: Vec::new() }
    }

    /// A score in power units.
    pub(super) fn units(&self, score: Score) -> f64 {
        score as f64 / self.tables.scale
    }

    fn worth(&self, grid: Grid, gain: Score, steps: u16) -> f64 {
        self.units(gain) + self.potential.value(self.game.rules().leftover, &self.tables, grid, steps)
    }

    /// One legal move, played and valued.
    pub(super) fn choice(&self, state: &State, mv: SandboxMove) -> Choice {
        let mut after = *state;
        let gain = self.game.play_unchecked(&mut after, mv).gain;
        let value = self.worth(Grid::of(self.game, &after), gain, after.steps());
        Choice { after, gain, value }
    }

    /// The best move and its value; among equals the lowest. `None` where the game is over.
    pub(super) fn best(&mut self, state: &State) -> Option<(SandboxMove, f64)> {
        let mut moves = std::mem::take(&mut self.moves);
        self.game.moves(state, &mut moves);
        let grid = Grid::of(self.game, state);
        let kinds = kinds_by_cell(&grid);
        let mut best: Option<(SandboxMove, f64)> = None;
        for &mv in &moves {
            let value = if self.is_plain {
                self.value_on_grid(&grid, &kinds, mv, state.steps())
            } else {
                self.choice(state, mv).value
            };
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((mv, value));
            }
        }
        self.moves = moves;
        best
    }

    /// A move's value without a state: the same as [`choice`](Self::choice) where there are no stones and no caps.
    #[inline]
    pub(super) fn value_on_grid(&self, grid: &Grid, kinds: &[u8; 64], mv: SandboxMove, steps: u16) -> f64 {
        let mut grid = *grid;
        let (a, b) = mv.cells();
        let [kind_a, kind_b] = [a, b].map(|cell| usize::from(kinds[cell as usize & 63]));
        let (gain, refunds) = if a == b {
            let refunds = kind_a > 3 * usize::from(self.game.rules().refund_level.saturating_sub(1));
            (grid.drag_and_fall(a, kind_a, &self.tables), refunds)
        } else {
            (grid.swap_and_fall((a, b), (kind_a, kind_b), &self.tables), false)
        };
        self.worth(grid, gain, steps.saturating_sub(u16::from(!refunds)))
    }

    /// Plays on from a board after a move: greedily, up to the first move made with no more than `until` steps left.
    ///
    /// Before each move the future can be valued by what it gained so far and the move's own value. The early of these
    /// values know little of the luck to come, the late ones lean less on the potential; `blend` of the weight goes on
    /// from each to the next.
    pub(super) fn playout(&mut self, after: &State, until: u16, blend: f64, rng: &mut Pcg) -> Future {
        let mut state = *after;
        let mut gained = self.units(self.game.settle(&mut state, rng).gain);
        let (mut blended, mut weight) = (0.0, 1.0);
        let end = loop {
            let Some((mv, value)) = self.best(&state) else { break gained + super::value::leftover(self.game, &state) };
            if state.steps() <= until {
                break gained + value;
            }
            blended += weight * (1.0 - blend) * (gained + value);
            weight *= blend;
            gained += self.units(self.game.play_unchecked(&mut state, mv).gain);
            gained += self.units(self.game.settle(&mut state, rng).gain);
        };
        Future { gained, blended: blended + weight * end, end }
    }
}

/// The kind on each cell, 0 for none.
pub(super) fn kinds_by_cell(grid: &Grid) -> [u8; 64] {
    let mut kinds = [0; 64];
    for (kind, &plane) in (0_u8..).zip(&grid.kinds) {
        each_bit(plane, |bit| kinds[bit as usize] = kind);
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::{MostEliminated, Start, simulate};
    use crate::games::sandbox::{Mode, Rules, Setup};
    use crate::types::Seed;

    #[test]
    fn moves_on_the_grid_are_worth_what_the_engine_says() {
        for mode in [Mode::Mowang, Mode::Kuangzhan, Mode::Mijing] {
            let board = [[11, 11, 21, 21, 31], [21, 31, 31, 11, 11], [31, 11, 11, 21, 21], [11, 21, 21, 31, 31]];
            let board = board.map(|row| row.to_vec()).to_vec();
            let game = Sandbox::new(&Setup { rules: Rules::of(mode), board, steps: 60, queue_pos: 0 }).expect("valid");
            let potential = Potential::of(game.rules());
            let guide = Guide::new(&game, &potential);
            let mut state = game.root();
            let mut moves = Vec::new();
            for number in 0..60 {
                let mut rng = Seed(7).stream("grid", number);
                game.moves(&state, &mut moves);
                let grid = Grid::of(&game, &state);
                for &mv in &moves {
                    let on_grid = guide.value_on_grid(&grid, &kinds_by_cell(&grid), mv, state.steps());
                    let by_engine = guide.choice(&state, mv).value;
                    assert!((on_grid - by_engine).abs() < 1e-9, "{mode:?} {mv:?}: {on_grid} {by_engine}");
                }
                let Some(mv) = game.sample(&state, &mut rng) else { break };
                game.play_unchecked(&mut state, mv);
                game.settle(&mut state, &mut rng);
            }
            assert!(simulate(&game, &MostEliminated, Start::Puzzle, Seed(1), 1).mean > 0.0);
        }
    }
}
