//! A board as one mask of cells per kind, and the lines on it (R2, R3), for evaluators that reason about boards
//! that the engine never reaches (half filled, one family alone).
//!
//! Bit numbers are the engine's, see [`Shape::bit`]: a byte per column, the bottom row lowest.

use crate::bits::each_bit;
use crate::games::sandbox::piece::KINDS;
use crate::games::sandbox::rules::{GroupValue, TopMatch};
use crate::games::sandbox::{Rules, Sandbox, State};
use crate::types::Score;

const BOTTOM_ROW: u64 = 0x0101_0101_0101_0101;
const EIGHTH_ROW: u64 = 0x8080_8080_8080_8080;

/// The cells of each kind; entry 0 unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) kinds: [u64; KINDS + 1],
    pub(super) empty: u64,
}

impl Grid {
    /// The board of a state, settled or awaiting pieces.
    #[inline]
    pub(super) fn of(game: &Sandbox, state: &State) -> Self {
        let mut kinds = [0; KINDS + 1];
        let mut empty = 0;
        each_bit(game.shape().board(), |bit| match state.piece(bit) {
            Some(piece) => kinds[usize::from(piece.kind())] |= 1 << bit,
            None => empty |= u64::from(state.code(bit) == 0) << bit,
        });
        Self { kinds, empty }
    }

    /// Cells of the whites of a family, 1 to 3.
    pub(super) fn whites(&self, family: usize) -> u64 {
        self.kinds[family]
    }

    /// The cells that hold a piece or may.
    #[inline]
    pub(super) fn free(&self) -> u64 {
        self.kinds.iter().fold(self.empty, |all, plane| all | plane)
    }

    /// Lets every piece fall (R13); `board` without its stones is what may hold pieces.
    pub(super) fn fall(&mut self) {
        let pieces = self.kinds.iter().fold(0, |all, plane| all | plane);
        let free = pieces | self.empty;
        let mut fallen = 0;
        for col in (0..64).step_by(8) {
            let count = (pieces >> col & 0xff).count_ones();
            fallen |= crate::bits::deposit((1 << count) - 1, free >> col & 0xff) << col;
        }
        for plane in &mut self.kinds {
            *plane = crate::bits::deposit(crate::bits::extract(*plane, pieces), fallen);
        }
        self.empty = free & !fallen;
    }

    /// Plays a swap of two cells up to its first fall, on a settled board without stones, and gives the gain (R11): what
    /// the engine does, on the two kinds that can match, without building a state.
    #[inline]
    pub(super) fn swap_and_fall(&mut self, cells: (u32, u32), kinds: (usize, usize), tables: &Tables) -> Score {
        let both = 1 << cells.0 | 1 << cells.1;
        self.kinds[kinds.0] ^= both;
        self.kinds[kinds.1] ^= both;
        let mut gain = 0;
        let mut promoted = [(0, 0); 2];
        for (kind, promoted) in [kinds.0, kinds.1].into_iter().zip(&mut promoted) {
            if kind > tables.top {
                continue;
            }
            let scan = Scan::of(self.kinds[kind]);
            gain += tables.worth[kind] * Score::from(scan.counted(tables.group_value));
            self.kinds[kind] &= !scan.cells;
            self.empty |= scan.cells;
            if tables.promotion && kind <= 12 {
                *promoted = (kind + 3, scan.cells & both);
            }
        }
        for (kind, cells) in promoted {
            self.kinds[kind] |= cells;
            self.empty &= !cells;
        }
        self.fall();
        gain
    }

    /// Plays a drag of a piece up to the fall.
    #[inline]
    pub(super) fn drag_and_fall(&mut self, cell: u32, kind: usize, tables: &Tables) -> Score {
        self.kinds[kind] ^= 1 << cell;
        self.empty |= 1 << cell;
        self.fall();
        tables.worth[kind]
    }

    /// Matches what lies in line, from the kind `lowest` up, until nothing does; empty cells stay empty. Gives the
    /// gain. From kind 4 up whites are left to the chains.
    pub(super) fn settle_known(&mut self, lowest: usize, tables: &Tables) -> Score {
        let mut gain = 0;
        loop {
            let lines = lines_of_kinds(&self.kinds);
            let mut promoted = [0; KINDS + 1];
            let mut any = false;
            for kind in lowest..=tables.top {
                if lines[kind] == 0 {
                    continue;
                }
                let scan = Scan::of(self.kinds[kind]);
                any = true;
                gain += tables.worth[kind] * Score::from(scan.counted(tables.group_value));
                self.kinds[kind] &= !scan.cells;
                self.empty |= scan.cells;
                if tables.promotion && kind <= 12 {
                    promoted[kind + 3] = scan.centres;
                }
            }
            if !any {
                return gain;
            }
            for (plane, more) in self.kinds.iter_mut().zip(promoted) {
                *plane |= more;
                self.empty &= !more;
            }
            self.fall();
        }
    }

    /// The expected number of triples of each family of white that a uniform refill completes.
    #[inline]
    pub(super) fn expected_triples(&self) -> [f64; 3] {
        let (mut ones, mut twos, mut three) = ([0; 3], [0; 3], 0);
        for direction in 0..4 {
            let [a, b, c] = line(self.empty, direction);
            let all = a & b & c;
            let two = (a & b | a & c | b & c) & !all;
            let one = (a ^ b ^ c) & !all;
            three += all.count_ones();
            for ((whites, ones), twos) in self.kinds[1..4].iter().zip(&mut ones).zip(&mut twos) {
                // The cells where a line of three holds nothing but whites of the family and empty cells.
                let [a, b, c] = line(whites | self.empty, direction);
                let usable = a & b & c;
                *ones += (usable & one).count_ones();
                *twos += (usable & two).count_ones();
            }
        }
        std::array::from_fn(|family| f64::from(9 * ones[family] + 3 * twos[family] + three) / 27.0)
    }

    /// How many cells hold a piece and touch an empty cell, or hang on one that does by a chain of equal whites.
    ///
    /// The article's program walks off the board at its edges here and counts what lies in memory beside it; these
    /// neighbours end at the edge.
    pub(super) fn lively(&self) -> u32 {
        let pieces = self.kinds.iter().fold(0, |all, plane| all | plane);
        let mut lively = around(self.empty) & pieces;
        loop {
            let grown = (1..=3).fold(lively, |all, family| {
                let whites = self.kinds[family];
                all | around(all & whites) & whites
            });
            if grown == lively {
                return lively.count_ones();
            }
            lively = grown;
        }
    }
}

/// What the rules say about matches, ready to be looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables {
    /// In units of the score, by kind; entry 0 is 0.
    pub(super) worth: [Score; KINDS + 1],
    /// The same in power units.
    pub(super) power: [f64; KINDS + 1],
    /// The highest kind that matches (A1).
    pub(super) top: usize,
    pub(super) promotion: bool,
    pub(super) group_value: GroupValue,
    /// Score of one power unit.
    pub(super) scale: f64,
}

impl Tables {
    /// The tables of a rule set.
    pub(super) fn of(rules: &Rules) -> Self {
        let worth = worth_by_kind(rules);
        Self {
            worth,
            power: worth.map(|worth| worth as f64 / rules.worth.scale as f64),
            top: if rules.top_match == TopMatch::None { 12 } else { KINDS },
            promotion: rules.promotion,
            group_value: rules.group_value,
            scale: rules.worth.scale as f64,
        }
    }
}

impl Tables {
    /// What a lone triple counts, in pieces.
    pub(super) fn per_triple(&self) -> f64 {
        if self.group_value == GroupValue::Units { 1.0 } else { 3.0 }
    }
}

/// The worth of every kind, in units of the score; entry 0 is 0.
pub(super) fn worth_by_kind(rules: &Rules) -> [Score; KINDS + 1] {
    std::array::from_fn(|kind| if kind == 0 { 0 } else { rules.worth.by_family[(kind - 1) % 3][(kind - 1) / 3] })
}

/// The eight neighbours of cells; may name cells outside the board.
fn around(cells: u64) -> u64 {
    let column = cells | (cells << 1) & !BOTTOM_ROW | (cells >> 1) & !EIGHTH_ROW;
    column | column << 8 | column >> 8
}

/// Moves every cell one step back along a direction of R3 (up, up-left, up-right, left): bit c is set where the
/// neighbour of c in that direction was.
#[inline(always)]
pub(super) const fn toward(cells: u64, direction: usize) -> u64 {
    match direction {
        0 => (cells >> 1) & !EIGHTH_ROW,
        1 => (cells << 7) & !EIGHTH_ROW,
        2 => (cells >> 9) & !EIGHTH_ROW,
        _ => cells << 8,
    }
}

/// The other way: bit c is set where the neighbour of c against that direction was.
#[inline(always)]
const fn against(cells: u64, direction: usize) -> u64 {
    match direction {
        0 => (cells << 1) & !BOTTOM_ROW,
        1 => (cells >> 7) & !BOTTOM_ROW,
        2 => (cells << 9) & !BOTTOM_ROW,
        _ => cells >> 8,
    }
}

/// The cells where one more piece would complete a line of three with two cells of `plane`.
#[inline(always)]
pub(super) fn completions(plane: u64) -> u64 {
    let mut cells = 0;
    for direction in 0..4 {
        let (ahead, behind) = (toward(plane, direction), against(plane, direction));
        cells |= ahead & (toward(ahead, direction) | behind) | behind & against(behind, direction);
    }
    cells
}

/// A plane and what lies one and two steps back along a direction.
#[inline(always)]
const fn line(plane: u64, direction: usize) -> [u64; 3] {
    let near = toward(plane, direction);
    [plane, near, toward(near, direction)]
}

/// For every kind the last cells of its lines of three. Kind by kind without branches, so that one vector instruction
/// serves eight kinds.
#[inline]
fn lines_of_kinds(kinds: &[u64; KINDS + 1]) -> [u64; KINDS + 1] {
    kinds.map(|plane| {
        let one = |direction| {
            let [a, b, c] = line(plane, direction);
            a & b & c
        };
        one(0) | one(1) | one(2) | one(3)
    })
}

/// What the potential reads off each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    /// Pieces.
    pub(super) counts: [u64; KINDS + 1],
    /// Other cells that would complete a line of three with them.
    pub(super) targets: [u64; KINDS + 1],
    /// Of these the ones under a piece of the kind: falling one cell it completes the line.
    pub(super) drops: [u64; KINDS + 1],
}

impl Traits {
    /// Of all kinds; `free` are the cells that hold a piece or may.
    #[inline]
    pub(super) fn of(kinds: &[u64; KINDS + 1], free: u64) -> Self {
        let targets = kinds.map(|plane| completions(plane) & free & !plane);
        let drops = std::array::from_fn(|kind| targets[kind] & toward(kinds[kind], 0));
        let count = |planes: &[u64; KINDS + 1]| planes.map(|plane| u64::from(plane.count_ones()));
        Self { counts: count(kinds), targets: count(&targets), drops: count(&drops) }
    }
}

/// The bits of every row, column and diagonal that is long enough to match, cell after cell.
pub(super) fn lines(game: &Sandbox) -> [Vec<Vec<u32>>; 4] {
    let board = game.shape().board();
    std::array::from_fn(|direction| {
        let mut lines = Vec::new();
        // A line starts where nothing lies before it.
        each_bit(board & !toward(board, direction), |start| {
            let mut line = vec![start];
            let mut next = toward(1 << start, direction) & board;
            while next != 0 {
                line.push(next.trailing_zeros());
                next = toward(next, direction) & board;
            }
            if line.len() >= 3 {
                lines.push(line);
            }
        });
        lines
    })
}

/// The match of one kind alone, by the scan of R3. Kinds never share a group, so the match of a board is that of its
/// kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) cells: u64,
    pub(super) centres: u64,
    /// `max(1, size − 2)` summed over groups (R5, R21).
    pub(super) units: u32,
}

impl Scan {
    /// Scans the cells of one kind.
    #[inline]
    pub(super) fn of(plane: u64) -> Self {
        if plane.count_ones() < 3 {
            return Self::default();
        }
        let triples: [u64; 4] = std::array::from_fn(|direction| {
            let near = toward(plane, direction);
            plane & near & toward(near, direction)
        });
        let any = triples.iter().fold(0, |any, cells| any | cells);
        if any == 0 {
            return Self::default();
        }
        // A lone triple, by far the most common match.
        if triples.iter().map(|cells| cells.count_ones()).sum::<u32>() == 1 {
            let direction = triples.iter().position(|&cells| cells != 0).unwrap_or(0);
            let near = against(any, direction);
            return Self { cells: any | near | against(near, direction), centres: near, units: 1 };
        }
        Self::groups(&triples, any)
    }

    fn groups(triples: &[u64; 4], any: u64) -> Self {
        let mut groups: Vec<u64> = Vec::new();
        let mut centres = 0;
        for row in (0..8).rev() {
            each_bit(any & (BOTTOM_ROW << row), |bit| {
                for (direction, cells) in triples.iter().enumerate() {
                    if cells >> bit & 1 == 0 {
                        continue;
                    }
                    let near = bit.wrapping_add_signed([1, -7, 9, -8][direction]);
                    let far = near.wrapping_add_signed([1, -7, 9, -8][direction]);
                    let of = |cell: u32| groups.iter().position(|cells| cells >> cell & 1 == 1);
                    let group = of(near).or_else(|| of(far)).or_else(|| of(bit)).unwrap_or_else(|| {
                        centres |= 1 << near;
                        groups.push(0);
                        groups.len() - 1
                    });
                    let triple = 1 << bit | 1 << near | 1 << far;
                    groups.iter_mut().for_each(|cells| *cells &= !triple);
                    groups[group] |= triple;
                }
            });
        }
        let sizes = groups.iter().map(|cells| cells.count_ones()).filter(|&size| size > 0);
        let cells = groups.iter().fold(0, |all, cells| all | cells);
        Self { cells, centres, units: sizes.map(|size| size.saturating_sub(2).max(1)).sum() }
    }

    /// What the match counts, in pieces of its kind.
    pub(super) fn counted(&self, value: GroupValue) -> u32 {
        match value {
            GroupValue::Units => self.units,
            GroupValue::Cells => self.cells.count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The cells of every line of three that starts at a cell and goes one way, by coordinates; 8 × 8.
    fn lines_of_three() -> Vec<[u32; 3]> {
        let mut lines = Vec::new();
        for (col, row) in (0..8_i32).flat_map(|col| (0..8_i32).map(move |row| (col, row))) {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (last_col, last_row) = (col + 2 * right, row + 2 * up);
                if (0..8).contains(&last_col) && (0..8).contains(&last_row) {
                    let cell = |i: i32| u32::try_from(8 * (col + i * right) + row + i * up).expect("on the board");
                    lines.push([cell(0), cell(1), cell(2)]);
                }
            }
        }
        lines
    }

    /// A grid in which every cell is empty, of one kind, or nothing at all.
    fn grid(cells: &[u8]) -> Grid {
        let mut grid = Grid { kinds: [0; KINDS + 1], empty: 0 };
        for (cell, &what) in cells.iter().enumerate() {
            match what {
                0 => grid.empty |= 1 << cell,
                1..=15 => grid.kinds[usize::from(what)] |= 1 << cell,
                _ => {}
            }
        }
        grid
    }

    proptest! {
        #[test]
        fn what_is_read_off_planes_is_what_cells_say(cells in prop::collection::vec(0_u8..6, 64)) {
            let grid = grid(&cells);
            let lines = lines_of_three();
            let at = |cell: u32| cells[cell as usize];
            for family in 1..=3_u8 {
                let chance = |line: &[u32; 3]| {
                    let fits = line.iter().all(|&cell| at(cell) == 0 || at(cell) == family);
                    let empty = line.iter().filter(|&&cell| at(cell) == 0).count();
                    if fits && empty > 0 { 3_f64.powi(-i32::try_from(empty).expect("three at most")) } else { 0.0 }
                };
                let plain: f64 = lines.iter().map(chance).sum();
                prop_assert!((grid.expected_triples()[usize::from(family) - 1] - plain).abs() < 1e-9);
            }
            let Traits { counts, targets, drops } = Traits::of(&grid.kinds, grid.free());
            let matched = lines_of_kinds(&grid.kinds);
            for kind in 1..=5_u8 {
                let is = |cell: u32| at(cell) == kind;
                let completes = |&cell: &u32| {
                    at(cell) <= 15 && !is(cell)
                        && lines.iter().any(|line| {
                            line.contains(&cell) && line.iter().all(|&other| other == cell || is(other))
                        })
                };
                let index = usize::from(kind);
                prop_assert_eq!(counts[index], (0..64).filter(|&cell| is(cell)).count() as u64);
                prop_assert_eq!(targets[index], (0..64).filter(completes).count() as u64);
                let falls_in = |&cell: &u32| cell % 8 != 7 && is(cell + 1) && completes(&cell);
                prop_assert_eq!(drops[index], (0..64).filter(falls_in).count() as u64);
                prop_assert_eq!(matched[index] != 0, lines.iter().any(|line| line.iter().all(|&cell| is(cell))));
            }
        }
    }
}
