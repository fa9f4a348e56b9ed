//! From the arguments of `compare` to the comparison.

use super::puzzles::{Contest, contest};
use super::race::Budget;
use super::show::{write_charts, write_json};
use super::{games, lab, lab_large};
use crate::cli::args::{CompareArgs, CompareSet, SearchArgs};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::files::{as_file_name, check_place, read_puzzle};
use crate::cli::lang::{both, say};
use crate::cli::threads::{pool, threads};
use crate::cli::ui::Ui;
use rayon::ThreadPool;
use serde::Serialize;
use std::time::Duration;

/// Time of each search where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What `--json` holds of puzzle files.
#[derive(Serialize)]
struct Contests {
    contests: Vec<Contest>,
}

/// Runs `compare`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn compare(args: &CompareArgs, ui: &Ui) -> Result<Exit, Failure> {
    if let Some(path) = &args.json {
        check_place(path)?;
    }
    if let Some(folder) = &args.svg {
        let failed = || format!("failed to make the folder {}", folder.display());
        std::fs::create_dir_all(folder).or_exit(Exit::Io, failed)?;
    }
    let pool = pool(threads(args.search.threads))?;
    match args.set {
        Some(CompareSet::Lab) => lab::run(args, &pool, ui)?,
        Some(CompareSet::LabLarge) => lab_large::run(args, &pool, ui)?,
        None => puzzles(args, &pool, ui)?,
    }
    Ok(Exit::Done)
}

fn puzzles(args: &CompareArgs, pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    let time = args.time.or(args.iterations.is_none().then_some(DEFAULT_TIME));
    let budget = Budget { time, iterations: args.iterations };
    // Every file is read before the first search starts.
    let puzzles = args.puzzles.iter().map(|path| read_puzzle(path, ui)).collect::<Result<Vec<_>, _>>()?;
    if games::are_random(&puzzles, args, ui)? {
        return games::run(&puzzles, args, pool, ui);
    }
    let strategies = strategies(args)?;
    let mut contests = Vec::new();
    let mut charts = Vec::new();
    for (index, (path, puzzle)) in args.puzzles.iter().zip(&puzzles).enumerate() {
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let name = puzzle.name.clone().unwrap_or(stem);
        ui.remark(&say!(ui.lang, "searching {name} …", "正在搜索 {name} …"));
        let contest = contest(&name, puzzle, &strategies, &args.search, (budget, pool))?;
        if index > 0 {
            ui.print("\n");
        }
        contest.print(ui);
        charts.push((format!("{}-{}", index + 1, as_file_name(&name)), contest.chart(ui.lang)));
        contests.push(contest);
    }
    if let Some(path) = &args.json {
        write_json(path, "puzzles", &Contests { contests })?;
    }
    match &args.svg {
        Some(folder) => write_charts(folder, &charts, ui),
        None => Ok(()),
    }
}

/// The strategies asked for, by `--strategies` or `--strategy`; empty where it is left to the game.
fn strategies(args: &CompareArgs) -> Result<Vec<(String, SearchArgs)>, Failure> {
    if args.search.strategy.is_some() || args.search.memo || args.search.top_k.is_some() {
        return Err(Failure::told(
            Exit::Usage,
            both!(
                "compare takes --strategies NAME,NAME+memo,NAME+top-K in place of --strategy, --memo and --top-k",
                "compare 用 --strategies NAME,NAME+memo,NAME+top-K 代替 --strategy、--memo 和 --top-k"
            ),
        ));
    }
    args.strategies.iter().map(|spec| Ok((spec.clone(), args.search.for_strategy(spec)?))).collect()
}
