//! The arguments of `eval`, `advise` and `tune`, and of `compare` where the refill is random.

use super::settings::{EvaluatorName, ObjectiveName};
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// How positions are valued. What is not given comes from the game file, or is the default.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Evaluation")]
pub(crate) struct EvaluatorArgs {
    /// What values the moves [default: rollout]
    #[arg(long, value_enum, value_name = "NAME")]
    pub evaluator: Option<EvaluatorName>,
    /// What sampled moves are ranked by [default: mean]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub objective: Option<ObjectiveName>,
    /// Sampled futures per decision (rollout: 4096, balanced: 10000), or cascades per reduced board (table: 256)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub samples: Option<u64>,
    /// Most time per decision; an answer that it cut short says so [default: 900ms, without limit where --samples is given]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub think: Option<Duration>,
    /// Seed of every random stream [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Constants that `tune --output` wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub constants: Option<PathBuf>,
    /// Article's evaluators: what a piece in the sandbox is worth against one outside, one number or one per level
    #[arg(long, value_name = "X,…", value_delimiter = ',', allow_negative_numbers = true)]
    pub in_out: Vec<f64>,
    /// Article's evaluators: what an empty cell beside a lively one is worth
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub vitality: Option<f64>,
    /// Weight of each family, in place of the puzzle's
    #[arg(long, value_name = "W1,W2,W3", value_delimiter = ',')]
    pub weights: Vec<f64>,
    /// Power ratio of neighbouring levels, one number or four, in place of the puzzle's
    #[arg(long, value_name = "R,…", value_delimiter = ',')]
    pub evolve: Vec<f64>,
    /// table: the file that keeps the reduced boards between runs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub table: Option<PathBuf>,
}

/// `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Puzzle files; `-` reads puzzles from stdin, one JSON object a line, and answers with one JSON object a line
    #[arg(required = true, value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    pub puzzles: Vec<PathBuf>,
    /// Show only the N best moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// One JSON object per puzzle
    #[arg(long)]
    pub json: bool,
    /// What rows and columns count from in what a person reads
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    pub origin: u8,
    /// How to value
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
}

/// `advise`.
#[derive(Debug, Args)]
pub(crate) struct AdviseArgs {
    /// The puzzle to begin with, or the game file to go on with
    #[arg(value_name = "PUZZLE|GAMEFILE", value_hint = ValueHint::FilePath)]
    pub source: PathBuf,
    /// The game file of a new game [default: runs/NAME-DATE-TIME.game.json]
    #[arg(long, value_name = "GAMEFILE", value_hint = ValueHint::FilePath)]
    pub game: Option<PathBuf>,
    /// What rows and columns count from, shown and typed
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    pub origin: u8,
    /// How to value
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
}

/// What `tune` fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TuneWhat {
    /// The article's constants: IN_OUT of each level, K
    #[default]
    Classic,
    /// The constants of the potential that guides rollouts
    Potential,
}

/// `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The puzzle whose size, rules and steps the games have
    #[arg(value_hint = ValueHint::FilePath)]
    pub puzzle: PathBuf,
    /// What to fit
    #[arg(long, value_enum, default_value_t)]
    pub what: TuneWhat,
    /// Independent fits; how far they lie apart is the error of the constants
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub fits: u64,
    /// Trials of each fit [default: 60, potential: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub generations: Option<u64>,
    /// Games of a trial: both constants play them (classic), or the new ones are learned from them (potential)
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub games: u64,
    /// Games, unseen by the fit, for the report
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub report_games: u64,
    /// No new trial begins after this time: one of --what potential takes minutes, and the report comes after
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Seed of every random stream
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Constants to begin with, as `--output` writes them [default: the program's own]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub start: Option<PathBuf>,
    /// Write the fitted constants, for `eval --constants` and others
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl TuneArgs {
    /// Trials of each fit.
    pub(crate) fn generations(&self) -> u64 {
        self.generations.unwrap_or(match self.what {
            TuneWhat::Classic => 60,
            TuneWhat::Potential => 6,
        })
    }
}

/// `compare`, where the refill is random.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Random refill")]
pub(crate) struct GamesArgs {
    /// Whole games that every evaluator plays, with the same refills [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), conflicts_with = "set")]
    pub games: Option<u64>,
    /// Begin every game with the puzzle's own board, not with a random one of its size
    #[arg(long, conflicts_with = "set")]
    pub own_board: bool,
}
