//! Evaluators side by side where the refill is random: whole games with common random refills.

#![expect(clippy::disallowed_types, reason = "a comparison is about time, and cli reads the clock")]

use super::show::{padded, seconds, write_charts, write_json};
use crate::advice::{
    BYTES_PER_ENTRY, Balanced, By, Classic, Evaluator, ExactRound, Games, Guided, MostEliminated, Policy, Potential,
    Rollout, Start, Table,
};
use crate::cli::args::CompareArgs;
use crate::cli::eval::{EvaluatorName, Played, random_game};
use crate::cli::exit::{Exit, Failure};
use crate::cli::files::as_file_name;
use crate::cli::lang::{Lang, say};
use crate::cli::options::first_given;
use crate::cli::ui::Ui;
use crate::games::sandbox::Sandbox;
use crate::plot::{LineChart, Series, YScale};
use crate::puzzle::Puzzle;
use crate::types::Seed;
use clap::ValueEnum;
use rayon::ThreadPool;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Games where no number is given.
const GAMES: u64 = 200;
/// Players where none are named.
const PLAYERS: [&str; 5] = ["greedy", "classic", "exact-round", "balanced", "rollout"];
/// Reduced boards that a table holds at most.
const TABLE_ENTRIES: usize = (448 << 20) / BYTES_PER_ENTRY;
/// Time between remarks.
const REMARK_EVERY: Duration = Duration::from_secs(30);

/// Who plays, and how many samples a decision may take.
struct Player {
    name: String,
    samples: u64,
    kind: Kind,
}

enum Kind {
    Greedy,
    Guided(Box<Potential>),
    Evaluator(Box<dyn Evaluator + Send>),
    Table(Box<Table>),
}

/// One player's games.
#[derive(Debug, Serialize)]
struct Entry {
    player: String,
    /// Samples per decision (per reduced board for `table`); 0 for players that draw none.
    samples: u64,
    games: usize,
    mean: f64,
    std_error: f64,
    q05: f64,
    q50: f64,
    q95: f64,
    decisions: u64,
    /// Seconds of all games on the threads used.
    seconds: f64,
    /// Thread-seconds per decision.
    decision_s: f64,
    /// Against the first player, over the games that both played: the quotient of the means, the mean difference and its
    /// standard error.
    over_first: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableUse>,
    totals: Vec<f64>,
}

/// What a table did over the games.
#[derive(Debug, Serialize)]
struct TableUse {
    lookups: u64,
    hits: u64,
    entries: usize,
}

/// Everything that was measured on one puzzle.
#[derive(Debug, Serialize)]
struct Contest {
    puzzle: String,
    fingerprint: String,
    seed: u64,
    threads: usize,
    own_board: bool,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Contests<'a> {
    contests: &'a [Contest],
}

/// Whether every puzzle has random refill, so that games are compared; a mixture is refused.
///
/// # Errors
/// When some refills are random and others are not, or options for games stand where there are none.
pub(super) fn are_random(puzzles: &[Puzzle], args: &CompareArgs, ui: &Ui) -> Result<bool, Failure> {
    let random = puzzles.iter().filter(|puzzle| puzzle.is_random()).count();
    let usage = |message: String| Err(Failure::new(Exit::Usage, message));
    let iterations = [("--iterations", args.iterations.is_some())];
    let given = [&iterations[..], &args.search.tree_options_given()].concat();
    match random {
        0 if args.games.games.is_some() || args.games.own_board => usage(say!(
            ui.lang,
            "--games and --own-board go with puzzles whose refill is random",
            "--games 和 --own-board 只用于补充随机的谜题"
        )),
        0 => Ok(false),
        _ if random < puzzles.len() => usage(say!(
            ui.lang,
            "puzzles with random and with fixed refill cannot be compared in one go",
            "补充随机与补充固定的谜题不能一起比较"
        )),
        _ => match first_given(&given) {
            None => Ok(true),
            Some(option) => usage(say!(
                ui.lang,
                "{option} means nothing where the refill is random: whole games are compared, see --games and --time",
                "补充随机时 {option} 无意义：比较的是整局，见 --games 和 --time"
            )),
        },
    }
}

/// Plays every player's games on every puzzle, prints the table, writes what was asked for.
///
/// # Errors
/// When a player is unknown or a file cannot be written.
pub(super) fn run(puzzles: &[Puzzle], args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let mut contests: Vec<Contest> = Vec::new();
    let mut charts = Vec::new();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let game = random_game(puzzle, ui)?;
        let names: Vec<String> = match args.strategies.as_slice() {
            [] => PLAYERS.map(str::to_owned).to_vec(),
            given => given.to_vec(),
        };
        let players = names.iter().map(|name| player(name, &game, ui)).collect::<Result<Vec<_>, _>>()?;
        contests.push(Contest {
            puzzle: puzzle.name.clone().unwrap_or_else(|| "–".to_owned()),
            fingerprint: format!("{:016x}", puzzle.fingerprint()),
            seed: args.search.seed,
            threads: pool.current_num_threads(),
            own_board: args.games.own_board,
            entries: Vec::new(),
        });
        let mut first: Option<Games> = None;
        for player in &players {
            let (games, took) = play(player, &game, args, pool, ui);
            let entry = entry(player, &games, first.as_ref(), took, pool);
            first.get_or_insert(games);
            if let Some(contest) = contests.last_mut() {
                contest.entries.push(entry);
            }
            // After each player, so that what was measured so far survives whatever happens.
            if let Some(path) = &args.json {
                write_json(path, "games", &Contests { contests: &contests })?;
            }
        }
        if let Some(contest) = contests.last() {
            if index > 0 {
                ui.print("\n");
            }
            print(contest, ui);
            charts.push((format!("{}-{}-games", index + 1, as_file_name(&contest.puzzle)), chart(contest, ui.lang)));
        }
    }
    match &args.svg {
        Some(folder) => write_charts(folder, &charts, ui),
        None => Ok(()),
    }
}

/// The player of a name, with `:SAMPLES` behind it where it draws any.
fn player(spec: &str, game: &Sandbox, ui: &Ui) -> Result<Player, Failure> {
    let (name, given) = spec.split_once(':').map_or((spec, None), |(name, samples)| (name, Some(samples)));
    let usage = |message: String| Failure::new(Exit::Usage, message);
    let given = given.map(str::parse::<u64>).transpose().ok().filter(|given| given.is_none_or(|given| given > 0));
    let Some(given) = given else {
        return Err(usage(say!(
            ui.lang,
            "{spec}: NAME:SAMPLES takes a whole number",
            "{spec}：NAME:SAMPLES 需要一个整数"
        )));
    };
    let evaluator = EvaluatorName::from_str(name, false).ok();
    let kind = match (name, evaluator) {
        ("greedy", _) => Kind::Greedy,
        ("guided", _) => Kind::Guided(Box::new(Potential::of(game.rules()))),
        (_, Some(EvaluatorName::Classic)) => Kind::Evaluator(Box::new(Classic::default())),
        (_, Some(EvaluatorName::ExactRound)) => Kind::Evaluator(Box::new(ExactRound::default())),
        (_, Some(EvaluatorName::Balanced)) => Kind::Evaluator(Box::new(Balanced::default())),
        (_, Some(EvaluatorName::Rollout)) => {
            Kind::Evaluator(Box::new(Rollout { ends_early: given.is_none(), ..Rollout::default() }))
        }
        (_, Some(EvaluatorName::Table)) => {
            let samples = given.unwrap_or(EvaluatorName::Table.default_samples());
            let samples = u32::try_from(samples).unwrap_or(u32::MAX);
            Kind::Table(Box::new(Table::new(game.rules().promotion, samples, TABLE_ENTRIES)))
        }
        _ => {
            return Err(usage(say!(
                ui.lang,
                "{name} plays no games where the refill is random: greedy, guided, classic, exact-round, balanced, table, \
                 rollout, the last three with :SAMPLES behind them if you like",
                "{name} 不能用于补充随机的对局：可用 greedy、guided、classic、exact-round、balanced、table、rollout，\
                 后三者后面可加 :样本数"
            )));
        }
    };
    let usual = evaluator.map_or(0, EvaluatorName::default_samples);
    if usual == 0 && given.is_some() {
        return Err(usage(say!(ui.lang, "{name} draws no samples", "{name} 不抽样")));
    }
    Ok(Player { name: spec.to_owned(), samples: given.unwrap_or(usual), kind })
}

/// Plays the games of one player in batches, until there are enough or the time is over.
fn play(player: &Player, game: &Sandbox, args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> (Games, f64) {
    let (greedy, guided, by);
    let policy: &dyn Policy = match &player.kind {
        Kind::Greedy => {
            greedy = MostEliminated;
            &greedy
        }
        Kind::Guided(potential) => {
            guided = Guided { potential };
            &guided
        }
        Kind::Evaluator(evaluator) => {
            by = By { evaluator: evaluator.as_ref(), samples: player.samples };
            &by
        }
        Kind::Table(table) => {
            by = By { evaluator: table.as_ref(), samples: player.samples };
            &by
        }
    };
    let started = Instant::now();
    let most = args.games.games.unwrap_or(GAMES);
    let start = if args.games.own_board { Start::Puzzle } else { Start::Random };
    let mut told = started;
    let played = Played { game, policy, start, seed: Seed(args.search.seed), most, time: args.time };
    let games = played.on(pool, |games, is_over| {
        if is_over || told.elapsed() >= REMARK_EVERY {
            told = Instant::now();
            let (name, played) = (&player.name, games.totals.len());
            let (mean, error) = (games.mean, games.std_error);
            ui.remark(&say!(
                ui.lang,
                "{name}: {played}/{most} games, mean {mean:.1} ± {error:.1}",
                "{name}：{played}/{most} 局，平均 {mean:.1} ± {error:.1}"
            ));
        }
    });
    (games, started.elapsed().as_secs_f64())
}

fn entry(player: &Player, games: &Games, first: Option<&Games>, took: f64, pool: &ThreadPool) -> Entry {
    let over_first = first.map(|first| {
        let both = first.totals.len().min(games.totals.len());
        let mean = |totals: &[f64]| totals[..both].iter().sum::<f64>() / both.max(1) as f64;
        let (lead, error) = games.lead_over(first);
        [mean(&games.totals) / mean(&first.totals), lead, error]
    });
    let table = match &player.kind {
        Kind::Table(table) => {
            let stats = table.stats();
            Some(TableUse { lookups: stats.lookups, hits: stats.hits, entries: stats.entries })
        }
        _ => None,
    };
    Entry {
        player: player.name.clone(),
        samples: player.samples,
        games: games.totals.len(),
        mean: games.mean,
        std_error: games.std_error,
        q05: games.spread.q05,
        q50: games.spread.q50,
        q95: games.spread.q95,
        decisions: games.decisions,
        seconds: took,
        decision_s: took * pool.current_num_threads() as f64 / games.decisions.max(1) as f64,
        over_first,
        table,
        totals: games.totals.clone(),
    }
}

fn print(contest: &Contest, ui: &Ui) {
    let head = say!(
        ui.lang,
        "{}|games|mean|± error|5 %|50 %|95 %|over the first|per decision",
        "{}|局数|平均|± 误差|5%|50%|95%|与第一个之比|每步用时",
        contest.puzzle
    );
    let mut rows: Vec<Vec<String>> = vec![head.split('|').map(str::to_owned).collect()];
    for entry in &contest.entries {
        let number = |number: f64| format!("{number:.1}");
        rows.push(vec![
            entry.player.clone(),
            entry.games.to_string(),
            number(entry.mean),
            number(entry.std_error),
            number(entry.q05),
            number(entry.q50),
            number(entry.q95),
            entry.over_first.map_or_else(|| "–".to_owned(), |[quotient, _, _]| format!("{quotient:.2}")),
            seconds(entry.decision_s),
        ]);
    }
    ui.print(&padded(&rows));
    for entry in &contest.entries {
        if let Some(TableUse { lookups, hits, entries }) = entry.table {
            let share = 100.0 * hits as f64 / lookups.max(1) as f64;
            let name = &entry.player;
            ui.print(&say!(
                ui.lang,
                "{name}: {lookups} look-ups, {share:.1} % known, {entries} reduced boards\n",
                "{name}：查询 {lookups} 次，{share:.1}% 已知，{entries} 个简化沙盘\n"
            ));
        }
    }
}

/// Each player's games from the worst to the best: the whole distribution.
fn chart(contest: &Contest, lang: Lang) -> LineChart {
    let series = |entry: &Entry| {
        let mut totals = entry.totals.clone();
        totals.sort_unstable_by(f64::total_cmp);
        let count = totals.len() as f64;
        let points = totals.into_iter().enumerate().map(|(rank, total)| (100.0 * (rank as f64 + 0.5) / count, total));
        Series { name: format!("{} ({:.0})", entry.player, entry.mean), points: points.collect(), is_stepped: false }
    };
    LineChart {
        title: contest.puzzle.clone(),
        x_label: say!(lang, "percent of the games", "对局百分位"),
        y_label: say!(lang, "end value", "最终价值"),
        y_scale: YScale::Linear,
        series: contest.entries.iter().map(series).collect(),
    }
}
