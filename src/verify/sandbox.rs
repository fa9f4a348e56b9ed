//! The sandbox by its numbered rules, one cell at a time (R1 to R21).

use super::matching::{self, Matched, place};
use super::record::{Group, NewPiece, Reason, Round, Spot};
use crate::games::sandbox::rules::{GroupValue, SwapRule, TopMatch};
use crate::games::sandbox::{Piece, Refill, Setup};
use crate::types::{Action, Place, Score};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Matching rounds after which a cascade ends the game. Not in RULES: a queue of few families can cascade for ever.
const MAX_ROUNDS: usize = 1000;

/// One cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing; only while a move is being played.
    Empty,
    /// A stone with its hit points.
    Stone(i16),
    /// A monster.
    Piece {
        /// 1 to 3.
        family: u8,
        /// 1 to 5.
        level: u8,
    },
}

/// The board, row by row from the top.
pub(super) type Grid = Vec<Vec<Cell>>;

/// The board of a file's codes; `None` where a code means nothing, the rows differ in length or there is no cell.
pub(super) fn grid_of(codes: &[Vec<i16>]) -> Option<Grid> {
    let cell = |&code: &i16| match code {
        0 => Some(Cell::Empty),
        11..=15 | 21..=25 | 31..=35 => {
            let (family, level) = (u8::try_from(code / 10).ok()?, u8::try_from(code % 10).ok()?);
            Some(Cell::Piece { family, level })
        }
        _ if code < 0 => Some(Cell::Stone(-code)),
        _ => None,
    };
    let cols = codes.first()?.len();
    let is_rectangle = cols > 0 && codes.iter().all(|row| row.len() == cols);
    codes.iter().map(|row| row.iter().map(cell).collect()).collect::<Option<Grid>>().filter(|_| is_rectangle)
}

/// A sandbox being replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    setup: Setup,
    grid: Grid,
    steps_left: u16,
    queue_pos: u8,
    /// Families that fell, in order, where refill is random and they are known.
    known: VecDeque<u8>,
}

/// What one move did.
#[derive(Debug, Default)]
struct Effect {
    gain: Score,
    /// Pieces eliminated in matches so far, for modes that cap how many count.
    eliminated: u32,
    rounds: Vec<Round>,
}

impl Sandbox {
    /// The start of a puzzle.
    ///
    /// # Errors
    /// When the board is not a full rectangle of pieces and stones without a match. The numbers beside it (steps,
    /// queue) are taken as given, apart from a queue position that does not exist.
    pub fn new(setup: &Setup) -> Result<Self, Reason> {
        let wrong = |what: &str| Reason::Start { what: what.to_owned() };
        let grid = grid_of(&setup.board).ok_or_else(|| wrong("not a rectangle of pieces and stones"))?;
        if grid.len() > 255 || grid[0].len() > 255 {
            return Err(wrong("more than 255 rows or columns"));
        }
        if grid.iter().flatten().any(|&cell| cell == Cell::Empty) {
            return Err(wrong("a cell is empty"));
        }
        if setup.queue_pos > 11 {
            return Err(wrong("queue_pos is not 0 to 11"));
        }
        if let Refill::Fixed(families) = setup.rules.refill
            && families.iter().any(|family| !(1..=3).contains(family))
        {
            return Err(wrong("the queue holds a family other than 1 to 3"));
        }
        let queue_pos = if setup.rules.refill == Refill::Random { 0 } else { setup.queue_pos };
        let start = Self { grid, steps_left: setup.steps, queue_pos, known: VecDeque::new(), setup: setup.clone() };
        if matching::has_line(&start.grid, start.tops_match()) {
            Err(wrong("three equal pieces are in a line"))
        } else {
            Ok(start)
        }
    }

    /// Tells which families fall next, in the order of R14, where refill is random.
    pub fn feed(&mut self, families: &[u8]) {
        self.known.extend(families);
    }

    /// The board's codes: a piece `FL`, 0 for empty, minus the hit points for a stone.
    #[must_use]
    pub fn codes(&self) -> Vec<Vec<i16>> {
        let code = |cell: &Cell| match *cell {
            Cell::Empty => 0,
            Cell::Stone(hit_points) => -hit_points,
            Cell::Piece { family, level } => i16::from(family) * 10 + i16::from(level),
        };
        self.grid.iter().map(|row| row.iter().map(code).collect()).collect()
    }

    /// Steps left.
    #[must_use]
    pub fn steps_left(&self) -> u16 {
        self.steps_left
    }

    /// Place in the refill cycle, 0 to 11; 0 where refill is random.
    #[must_use]
    pub fn queue_pos(&self) -> u8 {
        self.queue_pos
    }

    /// Every legal move, ascending; found by trying all pairs.
    #[must_use]
    pub fn moves(&self) -> Vec<Action> {
        let places: Vec<Place> =
            (0..self.grid.len()).flat_map(|row| (0..self.grid[0].len()).map(move |col| place((row, col)))).collect();
        let swaps = places.iter().enumerate().flat_map(|(i, &a)| places[i + 1..].iter().map(move |&b| (a, b)));
        let actions = swaps.map(|(a, b)| Action::Swap(a, b)).chain(places.iter().map(|&a| Action::Drag(a)));
        let mut legal: Vec<Action> = actions.filter(|&action| self.legality(action).is_ok()).collect();
        legal.sort_unstable();
        legal
    }

    /// Whether a move is legal (R8 to R10, R20).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn legality(&self, action: Action) -> Result<(), Reason> {
        match action {
            Action::Tap(_) => Err(Reason::WrongGame { game: "a sandbox", moves: "swaps and drags" }),
            _ if self.steps_left == 0 => Err(Reason::NoSteps),
            Action::Drag(a) => self.piece_at(a).map(|_| ()),
            Action::Swap(a, b) => {
                let (first, second) = (self.piece_at(a)?, self.piece_at(b)?);
                if a == b {
                    return Err(Reason::SameCell { spot: Spot(a) });
                }
                if first == second {
                    return Err(Reason::EqualPieces { piece: i16::from(first.0) * 10 + i16::from(first.1) });
                }
                let distance = a.row.abs_diff(b.row) + a.col.abs_diff(b.col);
                if self.setup.rules.swap == SwapRule::Adjacent && distance != 1 {
                    return Err(Reason::NotAdjacent { first: Spot(a), second: Spot(b) });
                }
                let mut after = self.grid.clone();
                exchange(&mut after, a, b);
                if matching::has_line(&after, self.tops_match()) { Ok(()) } else { Err(Reason::NoMatch) }
            }
        }
    }

    /// Plays a move: points and rounds. After an error nothing has changed.
    ///
    /// # Errors
    /// When the move is not legal, or refill is random and not enough families were fed.
    pub fn play(&mut self, action: Action) -> Result<(Score, Vec<Round>), Reason> {
        self.legality(action)?;
        let mut after = self.clone();
        let mut effect = Effect::default();
        match action {
            Action::Swap(a, b) => {
                // R9, R11.
                after.steps_left -= 1;
                exchange(&mut after.grid, a, b);
                let found = after.matched();
                after.eliminate(&found, &[a, b], &mut effect);
            }
            Action::Drag(a) => {
                // R10, R11.
                let (family, level) = after.piece_at(a)?;
                effect.gain += after.worth(family, level);
                if level < after.setup.rules.refund_level {
                    after.steps_left -= 1;
                }
                after.set(a, Cell::Empty);
                effect.rounds.push(Round::default());
            }
            Action::Tap(_) => {}
        }
        after.cascade(&mut effect)?;
        *self = after;
        Ok((effect.gain, effect.rounds))
    }

    /// R12.
    fn cascade(&mut self, effect: &mut Effect) -> Result<(), Reason> {
        for _ in 0..MAX_ROUNDS {
            self.fall();
            self.refill(effect)?;
            let found = self.matched();
            if found.groups.is_empty() {
                return Ok(());
            }
            let centres = found.centres.clone();
            self.eliminate(&found, &centres, effect);
        }
        self.fall();
        self.refill(effect)?;
        self.steps_left = 0;
        Ok(())
    }

    /// Scores the groups of a match (R5, R21), promotes or empties their cells (R6, R7, R19), hits stones (R20).
    fn eliminate(&mut self, found: &Matched, chosen: &[Place], effect: &mut Effect) {
        let mut round = Round::default();
        for cells in &found.groups {
            let Ok((family, level)) = self.piece_at(cells[0]) else { continue };
            effect.gain += self.group_score(family, level, cells.len(), &mut effect.eliminated);
            let mut promoted = Vec::new();
            for &cell in cells {
                if self.setup.rules.promotion && level < 5 && chosen.contains(&cell) {
                    self.set(cell, Cell::Piece { family, level: level + 1 });
                    promoted.push(cell);
                } else {
                    self.set(cell, Cell::Empty);
                }
            }
            let piece = i16::from(family) * 10 + i16::from(level);
            round.groups.push(Group { piece, cells: cells.clone(), promoted });
        }
        self.hit_stones(&found.groups.concat());
        effect.rounds.push(round);
    }

    /// One hit point from every stone with a matched cell beside it, however many (R20).
    fn hit_stones(&mut self, matched: &[Place]) {
        for row in 0..self.grid.len() {
            for col in 0..self.grid[row].len() {
                let beside =
                    |cell: &Place| usize::from(cell.row).abs_diff(row) + usize::from(cell.col).abs_diff(col) == 1;
                if let Cell::Stone(hit_points) = self.grid[row][col]
                    && matched.iter().any(beside)
                {
                    self.grid[row][col] = if hit_points > 1 { Cell::Stone(hit_points - 1) } else { Cell::Empty };
                }
            }
        }
    }

    /// R13: from the bottom up, every piece moves to the lowest free cell of its column.
    fn fall(&mut self) {
        let rows = self.grid.len();
        for col in 0..self.grid[0].len() {
            for row in (0..rows).rev() {
                let cell = self.grid[row][col];
                if let Cell::Piece { .. } = cell {
                    self.grid[row][col] = Cell::Empty;
                    let free = self.lowest_free(col).unwrap_or(row);
                    self.grid[free][col] = cell;
                }
            }
        }
    }

    /// R14, R15, R18, R20: waves over the columns that lack a piece, longer runs of stones from row 0 first.
    fn refill(&mut self, effect: &mut Effect) -> Result<(), Reason> {
        loop {
            let mut wave: Vec<usize> = (0..self.grid[0].len()).filter(|&col| self.lowest_free(col).is_some()).collect();
            if wave.is_empty() {
                return Ok(());
            }
            wave.sort_by_key(|&col| (Reverse(self.stones_from_the_top(col)), col));
            for col in wave {
                let Some(row) = self.lowest_free(col) else { continue };
                let family = self.next_family()?;
                self.grid[row][col] = Cell::Piece { family, level: 1 };
                let new = NewPiece { cell: place((row, col)), piece: i16::from(family) * 10 + 1 };
                if let Some(round) = effect.rounds.last_mut() {
                    round.refill.push(new);
                }
            }
        }
    }

    /// The family of the next new piece.
    fn next_family(&mut self) -> Result<u8, Reason> {
        let family = match self.setup.rules.refill {
            Refill::Fixed(families) => {
                let family = families[usize::from(self.queue_pos)];
                self.queue_pos = (self.queue_pos + 1) % 12;
                family
            }
            Refill::Random => self.known.pop_front().ok_or(Reason::UnknownRefill)?,
        };
        if (1..=3).contains(&family) { Ok(family) } else { Err(Reason::Family { family }) }
    }

    fn stones_from_the_top(&self, col: usize) -> usize {
        self.grid.iter().take_while(|row| matches!(row[col], Cell::Stone(_))).count()
    }

    fn lowest_free(&self, col: usize) -> Option<usize> {
        (0..self.grid.len()).rev().find(|&row| self.grid[row][col] == Cell::Empty)
    }

    /// R5 and R21, or the pieces eliminated where the mode counts those: as many as the cap leaves.
    fn group_score(&self, family: u8, level: u8, size: usize, eliminated: &mut u32) -> Score {
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let units = match self.setup.rules.group_value {
            GroupValue::Units => {
                if size > 3 {
                    size - 2
                } else {
                    1
                }
            }
            GroupValue::Cells => {
                let cap = self.setup.rules.counted_cap.unwrap_or(u32::MAX);
                let counted_before = cap.min(*eliminated);
                *eliminated += size;
                cap.min(*eliminated) - counted_before
            }
        };
        self.worth(family, level) * Score::from(units)
    }

    fn worth(&self, family: u8, level: u8) -> Score {
        self.setup.rules.worth.of(Piece::new(family, level))
    }

    fn matched(&self) -> Matched {
        matching::scan(&self.grid, self.tops_match())
    }

    /// A1.
    fn tops_match(&self) -> bool {
        self.setup.rules.top_match == TopMatch::Clear
    }

    /// Family and level of the piece on a cell, or why there is none.
    fn piece_at(&self, at: Place) -> Result<(u8, u8), Reason> {
        match self.grid.get(usize::from(at.row)).and_then(|row| row.get(usize::from(at.col))) {
            Some(&Cell::Piece { family, level }) => Ok((family, level)),
            Some(Cell::Stone(_)) => Err(Reason::Stone { spot: Spot(at) }),
            Some(Cell::Empty) => Err(Reason::Empty { spot: Spot(at) }),
            None => Err(Reason::OffBoard { spot: Spot(at), rows: self.grid.len(), cols: self.grid[0].len() }),
        }
    }

    /// Overwrites a cell of the board.
    fn set(&mut self, at: Place, cell: Cell) {
        self.grid[usize::from(at.row)][usize::from(at.col)] = cell;
    }
}

/// Exchanges two cells of a board.
fn exchange(grid: &mut Grid, a: Place, b: Place) {
    let first = grid[usize::from(a.row)][usize::from(a.col)];
    let second = std::mem::replace(&mut grid[usize::from(b.row)][usize::from(b.col)], first);
    grid[usize::from(a.row)][usize::from(a.col)] = second;
}
