//! The fixed sets of puzzles, built into the program so that it measures the same wherever it is run.

use crate::cli::args::BenchSet;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::puzzle::{self, Puzzle};

/// Ten boards of 5×5 with 45 steps. Nothing is ever tuned or fitted on them.
static STANDARD: [&str; 10] = [
    include_str!("../../../puzzles/bench/bench-5x5-s45-01.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-02.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-03.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-04.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-05.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-06.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-07.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-08.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-09.toml"),
    include_str!("../../../puzzles/bench/bench-5x5-s45-10.toml"),
];

/// Larger boards.
static LARGE: [&str; 5] = [
    include_str!("../../../puzzles/bench/bench-6x6-s30-01.toml"),
    include_str!("../../../puzzles/bench/bench-6x6-s30-02.toml"),
    include_str!("../../../puzzles/bench/bench-6x6-s45-01.toml"),
    include_str!("../../../puzzles/bench/bench-6x6-s45-02.toml"),
    include_str!("../../../puzzles/bench/bench-7x7-s45-01.toml"),
];

/// Twenty more of 5×5 with 45 steps, made by `scripts/make-fresh-puzzles.py`.
static FRESH: [&str; 20] = [
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-01.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-02.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-03.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-04.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-05.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-06.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-07.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-08.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-09.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-10.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-11.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-12.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-13.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-14.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-15.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-16.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-17.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-18.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-19.toml"),
    include_str!("../../../puzzles/fresh/fresh-5x5-s45-20.toml"),
];

/// The field's standard positions of SameGame.
static SAMEGAME: [&str; 20] = [
    include_str!("../../../puzzles/samegame/01.toml"),
    include_str!("../../../puzzles/samegame/02.toml"),
    include_str!("../../../puzzles/samegame/03.toml"),
    include_str!("../../../puzzles/samegame/04.toml"),
    include_str!("../../../puzzles/samegame/05.toml"),
    include_str!("../../../puzzles/samegame/06.toml"),
    include_str!("../../../puzzles/samegame/07.toml"),
    include_str!("../../../puzzles/samegame/08.toml"),
    include_str!("../../../puzzles/samegame/09.toml"),
    include_str!("../../../puzzles/samegame/10.toml"),
    include_str!("../../../puzzles/samegame/11.toml"),
    include_str!("../../../puzzles/samegame/12.toml"),
    include_str!("../../../puzzles/samegame/13.toml"),
    include_str!("../../../puzzles/samegame/14.toml"),
    include_str!("../../../puzzles/samegame/15.toml"),
    include_str!("../../../puzzles/samegame/16.toml"),
    include_str!("../../../puzzles/samegame/17.toml"),
    include_str!("../../../puzzles/samegame/18.toml"),
    include_str!("../../../puzzles/samegame/19.toml"),
    include_str!("../../../puzzles/samegame/20.toml"),
];

/// The puzzles of a set.
///
/// # Errors
/// Never: a test reads every one of them.
pub(super) fn puzzles(set: BenchSet) -> Result<Vec<Puzzle>, Failure> {
    let texts: &[&str] = match set {
        BenchSet::Standard => &STANDARD,
        BenchSet::Large => &LARGE,
        BenchSet::Fresh => &FRESH,
        BenchSet::Samegame => &SAMEGAME,
    };
    let read = |text: &&str| puzzle::parse(text, "built-in puzzle");
    texts
        .iter()
        .map(read)
        .collect::<Result<_, _>>()
        .or_exit(Exit::Internal, || "failed to read a built-in puzzle".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_built_in_puzzle_reads() {
        for set in BenchSet::value_variants() {
            assert!(!puzzles(*set).expect("good puzzles").is_empty());
        }
    }
}
