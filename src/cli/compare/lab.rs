//! The lab's experiments on random boards: every method against X, and time against K, m and n.
//!
//! One experiment varies one number of a base shape. Each of its points is the same few boards, drawn by seed, for
//! every method; the boards of two points differ only by what is varied. A method that was cut off at a point is not
//! tried on harder ones.

use super::lab_report::report;
use super::race::{Budget, Ending, Outcome, race};
use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::games::crush::random_board;
use crate::puzzle::{Puzzle, PuzzleGame};
use crate::search::StrategyOptions;
use crate::search::exact::ExactOptions;
use crate::types::Seed;
use rayon::ThreadPool;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Most time of each search where nothing is said.
const DEFAULT_BUDGET: Duration = Duration::from_secs(5);
/// Boards per point where nothing is said.
const DEFAULT_INSTANCES: u32 = 3;
/// K of the report's top-K searches.
const TOP: [usize; 4] = [1, 3, 5, 7];

/// What a random puzzle looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Shape {
    /// m.
    pub rows: u8,
    /// n.
    pub cols: u8,
    /// K.
    pub kinds: u8,
    /// X.
    pub moves: u16,
}

impl Shape {
    /// The board of a seed and a number, with X moves to make. X is not part of the draw.
    #[must_use]
    pub(super) fn puzzle(self, seed: Seed, instance: u32) -> Puzzle {
        let Self { rows, cols, kinds, moves } = self;
        let mut rng = seed.stream(&format!("lab-{rows}x{cols}-{kinds}"), u64::from(instance));
        let board = random_board(rows, cols, kinds, &mut rng);
        let name = Some(format!("lab-{rows}x{cols}-k{kinds}-x{moves}-{}-{instance}", seed.0));
        Puzzle { name, game: PuzzleGame::Crush { board, kinds, moves } }
    }
}

/// The number that an experiment varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Axis {
    /// X.
    Moves,
    /// K.
    Kinds,
    /// m.
    Rows,
    /// n.
    Cols,
}

impl Axis {
    /// The letter of the lab's document.
    #[must_use]
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Moves => 'X',
            Self::Kinds => 'K',
            Self::Rows => 'm',
            Self::Cols => 'n',
        }
    }

    /// The values from the easiest to the hardest, as places in the list: the more kinds, the fewer moves are legal.
    fn by_hardness(self, values: &[u8]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..values.len()).collect();
        places.sort_by_key(|&place| if self == Self::Kinds { u8::MAX - values[place] } else { values[place] });
        places
    }

    /// A shape with this number in place of its own.
    const fn set(self, shape: Shape, value: u8) -> Shape {
        match self {
            Self::Moves => Shape { moves: value as u16, ..shape },
            Self::Kinds => Shape { kinds: value, ..shape },
            Self::Rows => Shape { rows: value, ..shape },
            Self::Cols => Shape { cols: value, ..shape },
        }
    }
}

/// A method at a point: one outcome a board; empty where it was not tried.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Cell {
    /// One a board.
    pub outcomes: Vec<Outcome>,
}

impl Cell {
    /// Whether every search came to its end.
    #[must_use]
    pub(super) fn is_whole(&self) -> bool {
        !self.outcomes.is_empty() && self.outcomes.iter().all(|outcome| outcome.ended_by == Ending::Exhausted)
    }

    /// Median seconds of a search (of an even number the lower): other work on the machine disturbs it least.
    #[must_use]
    pub(super) fn median_s(&self) -> f64 {
        let mut seconds: Vec<f64> = self.outcomes.iter().map(|outcome| outcome.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        seconds.get(seconds.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }

    /// Mean score; a board without a line counts 0.
    #[must_use]
    pub(super) fn mean_score(&self) -> f64 {
        let sum: i64 = self.outcomes.iter().filter_map(|outcome| outcome.score).sum();
        sum as f64 / self.outcomes.len().max(1) as f64
    }
}

/// One experiment.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Experiment {
    /// What is varied.
    pub axis: Axis,
    /// All other numbers.
    pub base: Shape,
    /// The values tried.
    pub values: Vec<u8>,
    /// The methods' names.
    pub methods: Vec<String>,
    /// By value, then by method.
    pub cells: Vec<Vec<Cell>>,
}

/// Everything that was measured.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Lab {
    /// The seed of the boards.
    pub seed: u64,
    /// Boards per point.
    pub instances: u32,
    /// Most seconds of each search.
    pub budget_s: f64,
    /// The experiments.
    pub experiments: Vec<Experiment>,
}

/// Base shape and values of each experiment: small enough that the whole set takes a few minutes, large enough that the
/// methods part.
fn plan() -> Vec<(Axis, Shape, Vec<u8>)> {
    let base = Shape { rows: 8, cols: 8, kinds: 6, moves: 5 };
    vec![
        (Axis::Moves, base, (1..=10).collect()),
        (Axis::Kinds, base, (4..=10).collect()),
        (Axis::Rows, base, (4..=14).collect()),
        (Axis::Cols, base, (4..=14).collect()),
    ]
}

/// Plain, memo, exact and top-K.
fn methods(memo_entries: usize) -> Vec<(String, ExactOptions)> {
    let mut methods = vec![
        ("plain".to_owned(), ExactOptions::backtrack()),
        ("memo".to_owned(), ExactOptions { memo_entries, ..ExactOptions::memo() }),
        ("exact".to_owned(), ExactOptions { memo_entries, ..ExactOptions::default() }),
    ];
    let top = TOP.into_iter().filter_map(NonZeroUsize::new);
    methods.extend(top.map(|k| (format!("top-{k}"), ExactOptions::top(k))));
    methods
}

/// Runs every experiment, prints the tables, writes what was asked for.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn run(args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let budget = args.budget.unwrap_or(DEFAULT_BUDGET);
    let instances = args.instances.unwrap_or(DEFAULT_INSTANCES);
    let methods = methods(memo_entries(args)?);
    let seed = Seed(args.search.seed);
    let mut lab = Lab { seed: seed.0, instances, budget_s: budget.as_secs_f64(), experiments: Vec::new() };
    for (axis, base, values) in plan() {
        let names = methods.iter().map(|(name, _)| name.clone()).collect();
        let mut cells = vec![Vec::new(); values.len()];
        let mut is_tired = vec![false; methods.len()];
        for place in axis.by_hardness(&values) {
            let value = values[place];
            let letter = axis.letter();
            ui.remark(&say!(ui.lang, "measuring {letter} = {value} …", "正在测量 {letter} = {value} …"));
            let boards = Boards { shape: axis.set(base, value), seed, instances };
            for ((_, options), is_tired) in methods.iter().zip(&mut is_tired) {
                let cell = if *is_tired { Cell::default() } else { measure(boards, *options, budget, pool)? };
                *is_tired = !cell.is_whole();
                cells[place].push(cell);
            }
        }
        lab.experiments.push(Experiment { axis, base, values, methods: names, cells });
    }
    report(&lab, args, ui)
}

/// The boards of a point.
#[derive(Clone, Copy)]
struct Boards {
    shape: Shape,
    seed: Seed,
    instances: u32,
}

fn measure(boards: Boards, options: ExactOptions, budget: Duration, pool: &ThreadPool) -> Result<Cell, Failure> {
    let Boards { shape, seed, instances } = boards;
    let budget = Budget { time: Some(budget), iterations: None };
    let outcome = |instance| race(&shape.puzzle(seed, instance), &StrategyOptions::Exact(options), budget, pool);
    Ok(Cell { outcomes: (1..=instances).map(outcome).collect::<Result<_, _>>()? })
}

/// How many states a memo may hold.
///
/// # Errors
/// When `--memory` is too little.
pub(super) fn memo_entries(args: &CompareArgs) -> Result<usize, Failure> {
    args.search.check_memory()?;
    Ok(ExactOptions::entries_within(args.search.memory.as_u64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_depends_on_seed_and_shape_but_not_on_the_moves() {
        let shape = Shape { rows: 6, cols: 5, kinds: 4, moves: 2 };
        let board = |shape: Shape, seed, instance| match shape.puzzle(Seed(seed), instance).game {
            PuzzleGame::Crush { board, .. } => board,
            _ => Vec::new(),
        };
        let first = board(shape, 1, 1);
        assert_eq!(first, board(Axis::Moves.set(shape, 9), 1, 1));
        assert!(first != board(shape, 1, 2) && first != board(shape, 2, 1));
    }

    #[test]
    fn harder_points_come_later() {
        assert_eq!(Axis::Moves.by_hardness(&[1, 2, 3]), [0, 1, 2]);
        assert_eq!(Axis::Kinds.by_hardness(&[4, 5, 6]), [2, 1, 0], "fewer kinds make more legal moves");
    }

    #[test]
    fn a_method_that_was_cut_off_is_not_whole() {
        assert!(!Cell::default().is_whole());
    }
}
