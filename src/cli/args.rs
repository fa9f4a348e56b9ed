//! The command line, as clap sees it. Each group of arguments is resolved once, in the file of its command.

use super::eval::{AdviseArgs, EvalArgs, GamesArgs, TuneArgs};
use super::lang::LangChoice;
use super::run::ProgressMode;
use super::train::TrainArgs;
use bytesize::ByteSize;
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Finds leaderboard solutions for 消除王, the fixed-queue puzzle of 召唤与合成, and advises in its random modes.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// Language of everything a person reads
    #[arg(long, global = true, value_enum, default_value_t)]
    pub lang: LangChoice,
    /// Colours
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: ColorChoice,
    /// Say nothing on stderr but errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more on stderr: what a search runs with, its checkpoints, why it ended
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search for the move list with the highest score
    Solve(Box<SolveArgs>),
    /// Go on with a run from its newest good checkpoint
    Resume(ResumeArgs),
    /// Look at a run from another terminal
    Status(StatusArgs),
    /// Join the trees of several runs of one puzzle into one run that `resume` accepts
    Merge(MergeArgs),
    /// Write a solution as a script to replay by hand
    Export(ExportArgs),
    /// Step through a solution in the terminal
    Replay(ReplayArgs),
    /// Make a new puzzle from a position on the way of a solution
    ResumeFrom(ResumeFromArgs),
    /// Replay a solution by independent rules and print its score
    Verify(VerifyArgs),
    /// The fixed benchmark: its fingerprint, or the strength of a strategy
    Bench(Box<BenchArgs>),
    /// Learn the weights of the value of a board
    Train(TrainArgs),
    /// Count the lines of legal moves: the yardstick of the rules
    Perft(PerftArgs),
    /// Every legal move of a position with random refill, with its value and error
    Eval(Box<EvalArgs>),
    /// Advice step by step where the refill is random
    Advise(Box<AdviseArgs>),
    /// Fit the article's constants on simulated games, reproducibly
    Tune(Box<TuneArgs>),
    /// The two-player pile game: who wins, 1, 2 or 0 per game
    Twofour(TwofourArgs),
    /// Several strategies side by side: score, time, nodes
    Compare(Box<CompareArgs>),
    /// Write a completion script for a shell to stdout
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual page to stdout
    Man,
}

/// `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The puzzle file
    #[arg(value_hint = ValueHint::FilePath)]
    pub puzzle: PathBuf,
    /// The run folder [default: runs/NAME-DATE-TIME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub run: Option<PathBuf>,
    /// Crush puzzles: exactly so many moves, in place of the file's
    #[arg(long, value_name = "X", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub moves: Option<u16>,
    /// auto, beam, strata, nrpa: so many independent searches with seeds of their own, the memory shared; with --seed and
    /// --iterations they fix the result [default: 1; under mpirun one per process]
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub workers: Option<u32>,
    /// exact, backtrack: write the visited tree to a file, as JSON, or as a picture where its name ends in .svg
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub trace: Option<PathBuf>,
    /// Most nodes of the visited tree to keep
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "trace", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub trace_nodes: u32,
    /// Time between checkpoints [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub checkpoint_every: Option<Duration>,
    /// Never drag this kind of piece, for instance 1:4 for the purples of family 1 (may be repeated)
    #[arg(long, value_name = "FAMILY:LEVEL")]
    pub forbid_drag: Vec<String>,
    /// The search
    #[command(flatten)]
    pub search: SearchArgs,
    /// When to end
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What to show
    #[command(flatten)]
    pub show: ShowArgs,
}

/// `resume`.
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The run folder
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub run: PathBuf,
    /// When to end
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What to show
    #[command(flatten)]
    pub show: ShowArgs,
}

/// `status`.
#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// The run folder [default: the one in runs/ that was worked on last]
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub run: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The runs to join
    #[arg(required = true, num_args = 2.., value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub runs: Vec<PathBuf>,
    /// The new run folder
    #[arg(long, value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
}

/// Formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A numbered move script to follow; it reads back
    Text,
    /// A solution file
    Json,
    /// A table for spreadsheets; it reads back
    Csv,
    /// Markdown
    Md,
    /// A page to play from, for a phone, without network; it reads back
    Html,
    /// A picture of all boards
    Svg,
}

/// `export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A run folder, a solution, or a move script with --puzzle
    #[arg(value_name = "RUN|SOLUTION", value_hint = ValueHint::AnyPath)]
    pub source: PathBuf,
    /// The puzzle of a move script
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value = "text")]
    pub format: ExportFormat,
    /// Where to write, as a whole or not at all [default: stdout]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// In the text: show the board every K moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub thumbnail: Option<u16>,
    /// In the page: also show the tree that the search visited, from the JSON of `solve --trace`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub trace: Option<PathBuf>,
    /// In the table: begin with a byte order mark, for Excel
    #[arg(long)]
    pub bom: bool,
    /// What rows and columns count from in what a person reads
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    pub origin: u8,
}

/// Formats of `replay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayFormat {
    /// Step by step with keys in a terminal, text elsewhere
    Auto,
    /// Boards before and after, the moved cells highlighted
    Text,
    /// One JSON object a line
    Json,
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// A run folder, a solution, or a move script with --puzzle
    #[arg(value_name = "RUN|SOLUTION", value_hint = ValueHint::AnyPath)]
    pub source: PathBuf,
    /// The puzzle of a move script
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value = "auto")]
    pub format: ReplayFormat,
    /// What rows and columns count from in what a person reads
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    pub origin: u8,
}

/// `resume-from`.
#[derive(Debug, Args)]
pub(crate) struct ResumeFromArgs {
    /// A run folder, a solution, an export, or a move script with --puzzle
    #[arg(value_name = "RUN|SOLUTION", value_hint = ValueHint::AnyPath)]
    pub source: PathBuf,
    /// The puzzle of a move script
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Option<PathBuf>,
    /// How many moves of the solution have been made
    #[arg(long, value_name = "K")]
    pub step: usize,
    /// The board that was really there then, in the tokens of a puzzle file; `-` reads it from stdin
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub board: Option<PathBuf>,
    /// Steps really left [default: as after that move]
    #[arg(long, value_name = "N")]
    pub steps: Option<u16>,
    /// Place really reached in the refill queue, 0 to 11 [default: as after that move]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=11))]
    pub queue_pos: Option<u8>,
    /// Where to write, as a whole or not at all [default: stdout]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// `verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A run folder, a solution, or a move script with --puzzle
    #[arg(value_name = "RUN|SOLUTION", value_hint = ValueHint::AnyPath)]
    pub source: PathBuf,
    /// The puzzle of a move script
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Option<PathBuf>,
}

/// `perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The puzzle file
    #[arg(value_hint = ValueHint::FilePath)]
    pub puzzle: PathBuf,
    /// Moves per line
    #[arg(long)]
    pub depth: u32,
    /// Split the count by first move
    #[arg(long)]
    pub divide: bool,
}

/// Methods of `twofour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TwofourMethod {
    /// The whole tree, layer by layer
    Bfs,
    /// Line by line, nothing remembered
    Dfs,
    /// Line by line, each state once
    Memo,
}

/// `twofour`.
#[derive(Debug, Args)]
pub(crate) struct TwofourArgs {
    /// Games: a line `N G`, then G lines of N pile sizes [default: stdin]
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Print the winning move and a line of best play of each game
    #[arg(long)]
    pub explain: bool,
    /// How to solve; several (bfs,dfs,memo) are compared
    #[arg(long, value_enum, value_delimiter = ',', default_value = "memo")]
    pub method: Vec<TwofourMethod>,
    /// Most nodes per game; a game that needs more is answered with `?`
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Print one JSON object
    #[arg(long, conflicts_with = "explain")]
    pub json: bool,
}

/// Fixed experiments of `compare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareSet {
    /// The lab's experiments: plain, memo, top-K and exact search against X, K, m and n
    Lab,
    /// The largest boards that the lab's report solved, and how far X goes within the budget
    LabLarge,
}

/// `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Puzzle files
    #[arg(required_unless_present = "set", conflicts_with = "set", value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    pub puzzles: Vec<PathBuf>,
    /// A fixed set of experiments in place of puzzles
    #[arg(long, value_enum)]
    pub set: Option<CompareSet>,
    /// Strategies to compare, each a name of --strategy, with +memo or +top-K behind it where that applies [default: all
    /// that suit the game]
    #[arg(long, value_delimiter = ',', value_name = "NAME,…", conflicts_with_all = ["set", "strategy", "memo", "top_k"])]
    pub strategies: Vec<String>,
    /// Time of each search [default: 10s, unless --iterations is given]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, conflicts_with = "set")]
    pub time: Option<Duration>,
    /// Iterations of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "set")]
    pub iterations: Option<u64>,
    /// With --set: most time of each search [default: 5s for lab, 60s for lab-large]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, conflicts_with = "puzzles")]
    pub budget: Option<Duration>,
    /// With --set: boards per measurement [default: 3 for lab, 5 for lab-large]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), conflicts_with = "puzzles")]
    pub instances: Option<u32>,
    /// Write everything that was measured as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Draw the figures into a folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub svg: Option<PathBuf>,
    /// Whole games where the refill is random
    #[command(flatten)]
    pub games: GamesArgs,
    /// The searches
    #[command(flatten)]
    pub search: SearchArgs,
}

/// Fixed sets of `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchSet {
    /// Ten 5×5 boards with 45 steps
    Standard,
    /// Five larger boards
    Large,
    /// Twenty more 5×5 boards with 45 steps that nobody tuned on
    Fresh,
    /// The 20 standard positions of SameGame
    Samegame,
}

/// `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Measure the strength of a strategy on a set [default: print the fingerprint]
    #[arg(long, value_enum)]
    pub set: Option<BenchSet>,
    /// Time of each search [default: 10s, unless --iterations is given]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, requires = "set")]
    pub time: Option<Duration>,
    /// Iterations of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "set")]
    pub iterations: Option<u64>,
    /// Write everything that was measured as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "set")]
    pub json: Option<PathBuf>,
    /// The search
    #[command(flatten)]
    pub search: SearchArgs,
}

/// Strategies that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyName {
    /// A portfolio that starts with what is best in seconds and moves to what improves for hours
    Auto,
    /// Beam search by a learned value of the board, then cuts of the best line
    Beam,
    /// Root-parallel UCT, guided by the learned value
    Uct,
    /// The forum's UCT
    UctClassic,
    /// Beam search by strata of what is left to play
    Strata,
    /// Nested rollout policy adaptation
    Nrpa,
    /// Branch and bound with a memo: proves the optimum of small puzzles
    Exact,
    /// Plain backtracking, as a yardstick: see --memo and --top-k
    Backtrack,
}

/// What a search is made of.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// The strategy [default: auto]
    #[arg(long, value_enum)]
    pub strategy: Option<StrategyName>,
    /// backtrack: search no state twice
    #[arg(long)]
    pub memo: bool,
    /// exact, backtrack: keep only the K children of each node that gain most at once; then nothing is proven
    #[arg(long, value_name = "K")]
    pub top_k: Option<NonZeroUsize>,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Root-parallel trees; with --seed and --iterations they fix the result [default: as many as there are cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub trees: Option<u32>,
    /// Seed of every random stream
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Room for trees and tables
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = super::options::memory_size)]
    pub memory: ByteSize,
    /// UCT: which moves become children: the N most promising by the learned value, those of the N largest refill
    /// counts, or all
    #[arg(long, value_name = "guided:N|top:N|all")]
    pub candidates: Option<String>,
    /// UCT: c of UCB1
    #[arg(long, short = 'c', value_name = "C")]
    pub exploration: Option<f64>,
    /// UCT: η of quality = η · score, or `running` to normalise by the lowest and highest score met
    #[arg(long, value_name = "ETA|running")]
    pub eta: Option<String>,
    /// UCT: what a node is worth, mean, max or mixed:SHARE of the maximum
    #[arg(long, value_name = "mean|max|mixed:SHARE")]
    pub backup: Option<String>,
    /// UCT: D of the single-player deviation term
    #[arg(long, value_name = "D")]
    pub deviation: Option<f64>,
    /// UCT: how simulations move: by a narrow beam, by the learned value or by refill count, each with EPSILON of uniform
    /// moves, or uniform
    #[arg(long, value_name = "beam:WIDTH|guided:EPSILON|greedy:EPSILON|uniform")]
    pub playout: Option<String>,
    /// UCT: cut off states that another node of the tree reaches with at least the same score
    #[arg(long)]
    pub transpositions: bool,
    /// UCT: different parameters for different trees, for instance "exploration=0.3,1;candidates=top:1,top:2,all"
    #[arg(long, value_name = "SPEC")]
    pub vary: Option<String>,
}

/// When a search shall end. Without any it runs until it is stopped or nothing is left.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Time from this start, for instance 8h, 90s, "1h 30m"
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Time of day
    #[arg(long, value_name = "HH:MM")]
    pub until: Option<String>,
    /// Iterations over all trees and the whole run, resumed or not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,
    /// Score that is enough
    #[arg(long, value_name = "SCORE")]
    pub target: Option<i64>,
    /// Time without improvement
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub stagnation: Option<Duration>,
    /// Fail (exit 8) when the target was not reached
    #[arg(long, requires = "target")]
    pub require_target: bool,
}

/// What a search shows.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ShowArgs {
    /// Events as NDJSON on stdout
    #[arg(long)]
    pub json: bool,
    /// What to show on stderr
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressMode,
}
