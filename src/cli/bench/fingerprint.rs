//! The program's behaviour in one line per strategy: total nodes and a hash of all best lines, at fixed seeds and
//! iterations. A change that moves it changes what searches do, and its commit message says so.

use super::sets;
use crate::cli::args::{BenchSet, Cli, Command};
use crate::cli::compare::{Budget, race};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::both;
use crate::cli::ui::Ui;
use crate::types::mix;
use clap::Parser;
use rayon::ThreadPool;

/// Strategies, their iterations per puzzle, the set and how many of its puzzles.
const PARTS: [(&str, u64, BenchSet, usize); 9] = [
    ("auto", 6_000, BenchSet::Standard, 2),
    ("beam", 6_000, BenchSet::Standard, 4),
    ("beam", 3_000, BenchSet::Large, 5),
    ("strata", 6_000, BenchSet::Samegame, 2),
    ("nrpa", 4_000, BenchSet::Samegame, 2),
    ("uct-classic", 400, BenchSet::Standard, 4),
    ("uct", 20, BenchSet::Standard, 4),
    ("uct-classic", 200, BenchSet::Large, 5),
    ("uct", 20, BenchSet::Samegame, 2),
];

/// Prints the fingerprint.
///
/// # Errors
/// When a search reports a line that the rules refuse.
pub(super) fn run(pool: &ThreadPool, ui: &Ui) -> Result<(), Failure> {
    for (strategy, iterations, set, count) in PARTS {
        let (mut nodes, mut hash) = (0, 0);
        for puzzle in sets::puzzles(set)?.iter().take(count) {
            // The options as the command line resolves them, with nothing that depends on the machine.
            let line = ["xiaochu", "solve", "-", "--trees", "2", "--memory", "64MiB"];
            let Command::Solve(args) =
                Cli::try_parse_from(line).or_exit(Exit::Internal, || strategy.to_owned())?.command
            else {
                return Err(Failure::told(Exit::Internal, both!("solve is a command", "solve 是一个命令")));
            };
            let options = args.search.for_strategy(strategy)?.to_options(&puzzle.game)?;
            let budget = Budget { time: None, iterations: Some(iterations) };
            let outcome = race(puzzle, &options, budget, pool)?;
            nodes += outcome.nodes;
            hash = outcome.line.iter().fold(mix(hash), |hash, &code| mix(hash ^ u64::from(code)));
        }
        let set = format!("{set:?}").to_lowercase();
        ui.print(&format!("{strategy} {set} {iterations}: {nodes} nodes, lines {hash:016x}\n"));
    }
    Ok(())
}
