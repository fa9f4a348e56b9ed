//! What a learned value sees of a board, and the hand-made potential that it corrects.
//!
//! Features are the patterns of three cells in a line, read straight off the kinds (four bits a cell), and how many
//! pieces of each family a level has. Patterns that mean the same share a weight: families may be renamed, left and
//! right exchanged. Lines are told apart by how high they lie, because pieces fall: the two lowest rows, the two
//! highest, and what is between, so that weights carry over to other sizes.

use super::Sandbox;
use super::piece::{LEVELS, Piece};
use super::rules::{Mode, Refill, Rules};
use super::state::State;
use crate::bits::deposit;
use crate::game::{Game, Learn};

/// Features of one line of three: three kinds of four bits.
const THREE: usize = 1 << 12;
/// Tables of lines of three: rows at five heights, columns at three, diagonals at three.
const THREE_TABLES: usize = 11;
/// Where the counts start among the features.
const COUNTS: usize = THREE_TABLES * THREE;
/// Most pieces of one kind that are told apart.
const MOST: u32 = 7;
/// Features of one level's counts: three counts of three bits.
const COUNT: usize = 1 << 9;
/// All features.
const FEATURES: usize = COUNTS + LEVELS as usize * COUNT;

/// Weights of a line: levels, and which cells share a family.
const THREE_WEIGHTS: usize = 125 * 5;
/// Where the weights of the counts start.
const COUNTS_AT: usize = THREE_TABLES * THREE_WEIGHTS;
/// All weights.
const WEIGHTS: usize = COUNTS_AT + LEVELS as usize * COUNT;

/// Steps left below which the ladder fades. Fading from the start (over 45 steps) costs a beam of 100 one point in
/// seven and nearly all its oranges: a value has to be optimistic about what can still be built.
const FADE: f32 = 4.0;
/// Learned from 5×5 boards by `xiaochu train` (figures and command in BENCHMARKS.md); they help on larger boards too.
static WEIGHTS_FILE: &[u8] = include_bytes!("weights.bin");

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

/// Visits the lines that start in one column and go right: rows and diagonals.
#[inline(always)]
fn visit_right(columns: &[u64; 8], col: usize, rows: u32, cols: usize, visit: &mut impl FnMut(usize)) {
    if col + 2 >= cols {
        return;
    }
    let at = |col: usize| columns[col & 7];
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

/// Visits the lines within one column.
#[inline(always)]
fn visit_up(column: u64, rows: u32, visit: &mut impl FnMut(usize)) {
    let pair = column | column >> 8 << 4;
    for row in 0..rows - 2 {
        visit((5 + height(row, rows - 2, 3)) * THREE + (byte(pair, row) | byte(column, row + 2) << 8));
    }
}

/// The level and family, both from 0, of each cell of a line; `None` where one is empty.
fn cells(pattern: usize) -> Option<[(usize, usize); 3]> {
    let cell = |i: usize| (pattern >> (4 * i) & 15).checked_sub(1).map(|kind| (kind / 3, kind % 3));
    Some([cell(0)?, cell(1)?, cell(2)?])
}

/// Numbers lines by their levels and by which cells share a family: 125 × 5.
fn number([(first, a), (second, b), (third, c)]: [(usize, usize); 3]) -> usize {
    let sharing = match (a == b, a == c, b == c) {
        (true, true, _) => 0,
        (true, false, _) => 1,
        (false, true, _) => 2,
        (false, false, true) => 3,
        (false, false, false) => 4,
    };
    (first * 25 + second * 5 + third) * 5 + sharing
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
    }

    fn learned(&self) -> Option<&'static [u8]> {
        self.is_plain_xiaochuwang().then_some(WEIGHTS_FILE)
    }

    fn weight_count(&self) -> usize {
        if self.is_plain_xiaochuwang() { WEIGHTS } else { 0 }
    }

    fn weight_of(&self, feature: usize) -> Option<usize> {
        if feature < COUNTS {
            let (table, pattern) = (feature / THREE, feature % THREE);
            let [first, second, third] = cells(pattern)?;
            let number = match number([first, second, third]) {
                // A row and its mirror image are the same; columns and diagonals have a low end.
                number if table < 5 => number.min(self::number([third, second, first])),
                number => number,
            };
            Some(table * THREE_WEIGHTS + number)
        } else {
            let (level, counts) = ((feature - COUNTS) / COUNT, (feature - COUNTS) % COUNT);
            let mut counts = [counts & 7, counts >> 3 & 7, counts >> 6 & 7];
            counts.sort_unstable();
            Some(COUNTS_AT + level * COUNT + (counts[0] | counts[1] << 3 | counts[2] << 6))
        }
    }
}
