//! The engine's position counts against the committed ones, which the plain rules wrote.
//!
//! `XIAOCHU_PERFT_WRITE=1 cargo test --release --test perft` writes the counts anew, by the plain rules alone.
//! `XIAOCHU_PERFT_NODES` caps how many positions a checked count may have (default 300,000).
//!
//! A `.perft` file is a puzzle in TOML and, after a line of dashes, one line per depth: depth, lines of that many
//! moves, different positions at their ends. Every mode is given a fixed queue: counts behind random refill would
//! depend on what fell.
#![expect(clippy::unwrap_used, reason = "a malformed fixture is a failed test")]

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use xiaochu::games::sandbox::rules::{SwapRule, TopMatch};
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, Setup};
use xiaochu::perft::{distinct, divide, perft};
use xiaochu::verify::{Replayer, Start};

/// The keys of a puzzle file that these fixtures use.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "game")]
    _game: String,
    mode: String,
    steps: u16,
    queue: String,
    #[serde(default)]
    queue_pos: u8,
    board: String,
    #[serde(default)]
    rules: Overrides,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Overrides {
    refill: Option<String>,
    swap: Option<String>,
    top_match: Option<String>,
}

struct Fixture {
    path: PathBuf,
    /// The puzzle as written, up to the line of dashes.
    puzzle: String,
    /// Depth, lines, different positions.
    counts: Vec<(u32, u64, usize)>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles/perft");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "perft"));
    paths.sort_unstable();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let (puzzle, table) = text.split_once("\n---\n").unwrap_or((text.trim_end(), ""));
        let count = |line: &str| {
            let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
            (numbers[0].try_into().unwrap(), numbers[1], numbers[2].try_into().unwrap())
        };
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        Fixture { counts: lines.map(count).collect(), puzzle: puzzle.to_owned(), path }
    };
    paths.into_iter().map(read).collect()
}

fn setup(text: &str) -> Setup {
    let puzzle: Puzzle = toml::from_str(text).unwrap();
    let mut rules = Rules::of(Mode::from_name(&puzzle.mode).unwrap());
    assert!(puzzle.rules.refill.is_none_or(|refill| refill == "fixed"));
    let families: Vec<u8> = puzzle.queue.bytes().map(|digit| digit - b'0').collect();
    rules.refill = Refill::Fixed(families.try_into().unwrap());
    if let Some(swap) = puzzle.rules.swap {
        rules.swap = if swap == "adjacent" { SwapRule::Adjacent } else { SwapRule::Any };
    }
    if let Some(top_match) = puzzle.rules.top_match {
        rules.top_match = if top_match == "none" { TopMatch::None } else { TopMatch::Clear };
    }
    let code = |token: &str| token.parse().unwrap();
    let board = puzzle.board.trim().lines().map(|row| row.split_whitespace().map(code).collect()).collect();
    Setup { rules, board, steps: puzzle.steps, queue_pos: puzzle.queue_pos }
}

/// Counts by the plain rules: lines of `depth` moves, and the positions they end in.
fn plain_count(at: &Replayer, depth: u32, ends: &mut BTreeSet<String>) -> u64 {
    if depth == 0 {
        ends.insert(format!("{:?} {:?} {:?}", at.board(), at.steps_left(), at.queue_pos()));
        return 1;
    }
    let after = |action| {
        let mut after = at.clone();
        after.play(action).unwrap();
        plain_count(&after, depth - 1, ends)
    };
    at.moves().into_iter().map(after).sum()
}

/// Rewrites a fixture's counts; depth by depth while a count stays small enough for the plain rules.
fn write(fixture: &Fixture) {
    let setup = setup(&fixture.puzzle);
    let start = Replayer::new(Start::Sandbox(&setup)).unwrap();
    let mut text =
        format!("{}\n---\n# depth, lines, different positions; written by the plain rules\n", fixture.puzzle);
    let mut previous = 1;
    for depth in 1..=6 {
        let mut ends = BTreeSet::new();
        let lines = plain_count(&start, depth, &mut ends);
        if lines == 0 {
            break;
        }
        writeln!(text, "{depth} {lines} {}", ends.len()).unwrap();
        if lines * (lines / previous + 1) > 200_000 {
            break;
        }
        previous = lines;
    }
    fs::write(&fixture.path, text).unwrap();
}

#[test]
fn counts_equal_those_of_the_plain_rules() {
    let cap: u64 = std::env::var("XIAOCHU_PERFT_NODES").map_or(300_000, |nodes| nodes.parse().unwrap());
    let fixtures = fixtures();
    if std::env::var_os("XIAOCHU_PERFT_WRITE").is_some() {
        fixtures.iter().for_each(write);
        return;
    }
    for fixture in &fixtures {
        let name = fixture.path.file_name().unwrap().display();
        let game = Sandbox::new(&setup(&fixture.puzzle)).unwrap();
        assert!(!fixture.counts.is_empty(), "{name} has no counts");
        for &(depth, lines, positions) in fixture.counts.iter().filter(|count| count.1 <= cap) {
            assert_eq!(perft(&game, depth), lines, "{name}, depth {depth}");
            assert_eq!(distinct(&game, depth), positions, "{name}, different positions at depth {depth}");
            assert_eq!(divide(&game, depth).iter().map(|part| part.1).sum::<u64>(), lines, "{name}, divided");
        }
    }
}

#[test]
fn every_mode_has_a_fixture() {
    let modes: BTreeSet<String> =
        fixtures().iter().map(|fixture| toml::from_str::<Puzzle>(&fixture.puzzle).unwrap().mode).collect();
    for mode in Mode::ALL {
        assert!(modes.contains(mode.name()), "{} has none", mode.name());
    }
}
