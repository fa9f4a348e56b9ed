//! What a learned value sees of a board, and the hand-made potential it starts from.
//!
//! Features are the patterns of three and four cells in a line and of two by two cells, read straight off the kinds
//! (four bits a cell), and how many pieces of each family a level has. Patterns that mean the same share a weight:
//! families may be renamed, left and right exchanged. Lines of three are told apart by how high they lie, because
//! pieces fall: the two lowest rows, the two highest, and what is between, so that weights carry over to other sizes.

use super::Sandbox;
use super::piece::{LEVELS, Piece};
use super::rules::{Mode, Refill, Rules};
use super::state::State;
use crate::bits::deposit;
use crate::game::{Game, Learn};

/// Features of one line of three: three kinds of four bits.
const THREE: usize = 1 << 12;
/// Features of one pattern of four.
const FOUR: usize = 1 << 16;
/// Tables of lines of three: rows at five heights, columns at three, diagonals at three.
const THREE_TABLES: usize = 11;
/// Tables of four cells: rows, columns, diagonals, squares.
const FOUR_TABLES: usize = 4;
/// Where the patterns of four start among the features.
const FOURS: usize = THREE_TABLES * THREE;
/// Where the counts start among the features.
const COUNTS: usize = FOURS + FOUR_TABLES * FOUR;
/// Most pieces of one kind that are told apart.
const MOST: u32 = 7;
/// Features of one level's counts: three counts of three bits.
const COUNT: usize = 1 << 9;
/// All features; the last is the bias, seen on every board.
const FEATURES: usize = COUNTS + LEVELS as usize * COUNT + 1;

/// Weights of a pattern of three: levels, and which cells share a family.
const THREE_WEIGHTS: usize = 125 * 5;
/// Weights of a pattern of four.
const FOUR_WEIGHTS: usize = 625 * 14;
/// Where the weights of the patterns of four start.
const FOURS_AT: usize = THREE_TABLES * THREE_WEIGHTS;
/// Where the weights of the counts start.
const COUNTS_AT: usize = FOURS_AT + FOUR_TABLES * FOUR_WEIGHTS;
/// All weights; the last is the bias.
const WEIGHTS: usize = COUNTS_AT + LEVELS as usize * COUNT + 1;

/// Steps left below which the ladder fades. Fading from the start (over 45 steps) costs a beam of 100 one point in
/// seven and nearly all its oranges: a value has to be optimistic about what can still be built.
const FADE: f32 = 4.0;
/// What a step brings on the whole, in points: where the bias starts.
const INCOME: f32 = 560.0;

/// A byte's lowest bit in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The height of a line of `count` possible places, lowest first, in classes that carry over from size to size.
#[inline(always)]
fn height(place: u32, count: u32, classes: u32) -> usize {
    let half = classes / 2;
    let class = if place < half {
        place
    } else if count - 1 - place < half {
        classes + place - count
    } else {
        half
    };
    class as usize
}

/// Byte `row` of a column, as part of a feature.
#[inline(always)]
fn byte(column: u64, row: u32) -> usize {
    (column >> (8 * row) & 0xff) as usize
}

/// The kinds of every column, a byte per cell with the lowest row first.
#[inline(always)]
fn columns(state: &State, cols: u32) -> [u64; 8] {
    let mut columns = [0; 8];
    for (col, column) in (0..cols).zip(&mut columns) {
        for (i, plane) in state.planes.iter().enumerate() {
            *column |= deposit(plane >> (8 * col) & 0xff, BYTES << i);
        }
    }
    columns
}

/// Visits the patterns that start in one column and go right: rows, diagonals, squares.
#[inline(always)]
fn visit_right(columns: &[u64; 8], col: usize, rows: u32, cols: usize, visit: &mut impl FnMut(usize)) {
    let at = |col: usize| columns[col & 7];
    if col + 1 < cols {
        let (left, right) = (at(col) | at(col) >> 8 << 4, at(col + 1) | at(col + 1) >> 8 << 4);
        for row in 0..rows - 1 {
            visit(FOURS + 3 * FOUR + (byte(left, row) | byte(right, row) << 8));
        }
    }
    if col + 2 < cols {
        let pair = at(col) | at(col + 1) << 4;
        let rising = at(col) | at(col + 1) >> 8 << 4;
        let falling = at(col + 2) | at(col + 1) >> 8 << 4;
        for row in 0..rows {
            visit(height(row, rows, 5) * THREE + (byte(pair, row) | byte(at(col + 2), row) << 8));
        }
        for row in 0..rows - 2 {
            let table = (8 + height(row, rows - 2, 3)) * THREE;
            visit(table + (byte(rising, row) | byte(at(col + 2), row + 2) << 8));
            // Read from its low end, like its mirror image.
            visit(table + (byte(falling, row) | byte(at(col), row + 2) << 8));
        }
    }
    if col + 3 < cols {
        let (first, second) = (at(col) | at(col + 1) << 4, at(col + 2) | at(col + 3) << 4);
        for row in 0..rows {
            visit(FOURS + (byte(first, row) | byte(second, row) << 8));
        }
        let (low, high) = (at(col) | at(col + 1) >> 8 << 4, at(col + 2) >> 16 | at(col + 3) >> 24 << 4);
        let (fall_low, fall_high) = (at(col + 3) | at(col + 2) >> 8 << 4, at(col + 1) >> 16 | at(col) >> 24 << 4);
        for row in 0..rows.saturating_sub(3) {
            visit(FOURS + 2 * FOUR + (byte(low, row) | byte(high, row) << 8));
            visit(FOURS + 2 * FOUR + (byte(fall_low, row) | byte(fall_high, row) << 8));
        }
    }
}

/// Visits the patterns within one column.
#[inline(always)]
fn visit_up(column: u64, rows: u32, visit: &mut impl FnMut(usize)) {
    let pair = column | column >> 8 << 4;
    for row in 0..rows - 2 {
        visit((5 + height(row, rows - 2, 3)) * THREE + (byte(pair, row) | byte(column, row + 2) << 8));
    }
    for row in 0..rows.saturating_sub(3) {
        visit(FOURS + FOUR + (byte(pair, row) | byte(pair, row + 2) << 8));
    }
}

/// The level and family, both from 0, of each of `count` cells of a feature; `None` where one is empty.
fn cells(pattern: usize, count: usize) -> Option<Vec<(usize, usize)>> {
    let kind = |i: usize| pattern >> (4 * i) & 15;
    (0..count).map(|i| kind(i).checked_sub(1).map(|kind| (kind / 3, kind % 3))).collect()
}

/// Numbers patterns by their levels and by which cells share a family: 125 × 5 for three cells, 625 × 14 for four.
fn number(cells: &[(usize, usize)]) -> usize {
    let mut names = [usize::MAX; 3];
    let mut seen = 0;
    let mut number = 0;
    let mut partition = 0;
    for &(level, family) in cells {
        if names[family] == usize::MAX {
            names[family] = seen;
            seen += 1;
        }
        number = 5 * number + level;
        partition = 3 * partition + names[family];
    }
    // Restricted growth strings over three names in order; their ranks are small and dense.
    let rank = |strings: &[usize]| strings.iter().position(|&string| string == partition).unwrap_or(0);
    let (rank, partitions) = match cells.len() {
        3 => (rank(&[0, 1, 3, 4, 5]), 5),
        _ => (rank(&[0, 1, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15, 16, 17]), 14),
    };
    number * partitions + rank
}

/// The number of a pattern or of its mirror image, whichever is lower.
fn number_either(cells: &[(usize, usize)], mirrored: &[(usize, usize)]) -> usize {
    number(cells).min(number(mirrored))
}

impl Sandbox {
    /// Whether the shipped weights fit: 消除王 as it is, apart from the queue.
    fn is_plain_xiaochuwang(&self) -> bool {
        let plain = Rules { refill: self.rules().refill, ..Rules::of(Mode::Xiaochuwang) };
        self.rules().refill != Refill::Random && *self.rules() == plain && self.root().stones == 0
    }

    /// What one piece of a level is worth on the ladder: a third of what its triple brings, the promoted piece
    /// included.
    fn ladder(&self, level: u8) -> f32 {
        let points = |level| self.rules().worth.of(Piece::new(1, level)) as f32;
        let mut worth = points(LEVELS);
        for level in (level..LEVELS).rev() {
            worth = (points(level) + worth) / 3.0;
        }
        worth
    }

    /// The share of its ladder value that a piece still has.
    fn fade(&self, level: u8, steps_left: u32) -> f32 {
        match steps_left {
            0 => 0.0,
            _ if level == LEVELS => 1.0,
            _ => (steps_left as f32 / FADE).min(1.0),
        }
    }
}

impl Learn for Sandbox {
    fn potential(&self, state: &State) -> f32 {
        (1..=LEVELS)
            .map(|level| {
                let pieces: u32 =
                    (1..=3).map(|family| state.kind_plane(Piece::new(family, level).kind()).count_ones()).sum();
                pieces as f32 * self.ladder(level) * self.fade(level, u32::from(state.steps_left))
            })
            .sum()
    }

    fn feature_count(&self) -> usize {
        if self.is_plain_xiaochuwang() { FEATURES } else { 0 }
    }

    #[inline(always)]
    fn features(&self, state: &State, mut visit: impl FnMut(usize)) {
        let (rows, cols) = (u32::from(self.shape().rows()), u32::from(self.shape().cols()));
        let columns = columns(state, cols);
        for col in 0..cols as usize {
            visit_right(&columns, col, rows, cols as usize, &mut visit);
            visit_up(columns[col & 7], rows, &mut visit);
        }
        let planes = state.kind_planes();
        for level in 0..LEVELS as usize {
            let count = |family: usize| planes[3 * level + family].count_ones().min(MOST) as usize;
            visit(COUNTS + level * COUNT + (count(1) | count(2) << 3 | count(3) << 6));
        }
        visit(FEATURES - 1);
    }

    fn weight_count(&self) -> usize {
        if self.is_plain_xiaochuwang() { WEIGHTS } else { 0 }
    }

    fn weight_of(&self, feature: usize) -> Option<usize> {
        if feature < FOURS {
            let (table, pattern) = (feature / THREE, feature % THREE);
            let line = cells(pattern, 3)?;
            let mirrored: Vec<_> = line.iter().rev().copied().collect();
            let number = if table < 5 { number_either(&line, &mirrored) } else { number(&line) };
            Some(table * THREE_WEIGHTS + number)
        } else if feature < COUNTS {
            let (table, pattern) = ((feature - FOURS) / FOUR, (feature - FOURS) % FOUR);
            let four = cells(pattern, 4)?;
            let number = match table {
                0 => number_either(&four, &[four[3], four[2], four[1], four[0]]),
                3 => number_either(&four, &[four[2], four[3], four[0], four[1]]),
                _ => number(&four),
            };
            Some(FOURS_AT + table * FOUR_WEIGHTS + number)
        } else if feature == FEATURES - 1 {
            Some(WEIGHTS - 1)
        } else {
            let (level, counts) = ((feature - COUNTS) / COUNT, (feature - COUNTS) % COUNT);
            let mut counts = [counts & 7, counts >> 3 & 7, counts >> 6 & 7];
            counts.sort_unstable();
            Some(COUNTS_AT + level * COUNT + (counts[0] | counts[1] << 3 | counts[2] << 6))
        }
    }

    fn prior(&self, weight: usize, steps_left: u32) -> f32 {
        if weight == WEIGHTS - 1 {
            return INCOME * steps_left as f32;
        }
        let Some(index) = weight.checked_sub(COUNTS_AT) else { return 0.0 };
        let (level, counts) = (index / COUNT, index % COUNT);
        let pieces = (counts & 7) + (counts >> 3 & 7) + (counts >> 6 & 7);
        let level = u8::try_from(level).map_or(LEVELS, |level| level + 1);
        pieces as f32 * self.ladder(level) * self.fade(level, steps_left)
    }
}
