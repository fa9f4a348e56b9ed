//! Every puzzle of the repository parses, every invalid one shows its golden problems, and what is written reads
//! back. `UPDATE_GOLDEN=1` writes the golden files anew.
#![expect(clippy::unwrap_used, reason = "an unreadable fixture is a failed test")]

use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use xiaochu::game::Game;
use xiaochu::games::sandbox::rules::{GroupValue, SwapRule, TopMatch, Worth};
use xiaochu::games::sandbox::{Fault, Mode, Refill, Rules, Sandbox, Setup};
use xiaochu::lang::Lang;
use xiaochu::puzzle::{
    Claim, FoundBy, Origin, Puzzle, PuzzleGame, Solution, WrittenMoves, parse, parse_board, parse_script, read_moves,
    write_script,
};
use xiaochu::types::{Action, Place};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All puzzle files below a folder, sorted, with the invalid ones where they are asked for.
fn files(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, is_wanted));
        } else if path.extension().is_some_and(|end| end == "toml") && is_wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn valid_files() -> Vec<PathBuf> {
    files(&root().join("puzzles"), &|path| !path.components().any(|part| part.as_os_str() == "invalid"))
}

fn load(path: &Path) -> Puzzle {
    let name = path.strip_prefix(root()).unwrap().display().to_string();
    parse(&fs::read_to_string(path).unwrap(), &name).unwrap_or_else(|error| panic!("{}", error.render(false, Lang::En)))
}

#[test]
fn every_puzzle_parses_and_reads_back() {
    let paths = valid_files();
    assert!(paths.len() >= 46, "{}", paths.len());
    let mut fingerprints = std::collections::BTreeSet::new();
    for path in &paths {
        let puzzle = load(path);
        let text = puzzle.to_toml();
        assert_eq!(parse(&text, "written"), Ok(puzzle.clone()), "{}\n{text}", path.display());
        assert!(fingerprints.insert(puzzle.fingerprint()), "{} is another puzzle's twin", path.display());
    }
}

#[test]
fn every_mode_has_a_puzzle_with_a_swap_to_make() {
    for mode in Mode::ALL {
        let puzzle = load(&root().join(format!("puzzles/modes/{}.toml", mode.name())));
        let PuzzleGame::Sandbox { mode: found, setup } = puzzle.game else { panic!("{}", mode.name()) };
        assert_eq!(found, mode);
        let game = Sandbox::new(&setup).unwrap();
        let mut moves = Vec::new();
        game.moves(&game.root(), &mut moves);
        assert!(moves.iter().any(|&mv| matches!(game.action(mv), Action::Swap(..))), "{}", mode.name());
    }
}

#[test]
fn every_mistake_has_its_golden_problems() {
    let paths = files(&root().join("puzzles/invalid"), &|_| true);
    assert!(paths.len() >= 50);
    let mut wrong = Vec::new();
    for path in paths {
        let name = format!("puzzles/invalid/{}", path.file_name().unwrap().display());
        let Err(error) = parse(&fs::read_to_string(&path).unwrap(), &name) else { panic!("{name} parses") };
        let shown = format!("{error}\n\n{}", error.render(false, Lang::En));
        let golden = path.with_extension("stderr");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&golden, &shown).unwrap();
        } else if fs::read_to_string(&golden).ok().as_ref() != Some(&shown) {
            wrong.push(format!("{}:\n{shown}", golden.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn three_faults_are_shown_at_once_with_their_places() {
    let error = parse(&fs::read_to_string(root().join("puzzles/invalid/three-faults.toml")).unwrap(), "f").unwrap_err();
    let places: Vec<_> = error.problems.iter().map(|problem| (problem.line, problem.column)).collect();
    assert_eq!(places, [(4, 9), (5, 21), (8, 4)]);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    for path in valid_files() {
        let text = fs::read_to_string(&path).unwrap();
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(parse(&other, "crlf"), Ok(load(&path)), "{}", path.display());
    }
}

#[test]
fn a_huge_file_is_refused_unread() {
    let error = parse(&"#".repeat(2 << 20), "huge").unwrap_err();
    assert_eq!(error.to_string(), "huge:1:1: the file has 2097152 bytes; at most 1048576");
    assert!(error.render(false, Lang::En).len() < 1000);
}

#[test]
fn many_problems_are_counted_beyond_the_first() {
    let text: String = (0..1000).map(|i| format!("x{i} = 1\n")).collect();
    let error = parse(&text, "many").unwrap_err();
    assert_eq!(error.problems.len(), 1001);
    assert!(error.to_string().ends_with("many: and 961 more problems"));
    assert!(error.render(true, Lang::En).ends_with("and 961 more problems\n"));
}

#[test]
fn presets_can_be_overridden_field_by_field() {
    let text = fs::read_to_string(root().join("puzzles/modes/mowang.toml")).unwrap();
    let rules = |body: &str| -> Rules {
        let text = format!("{text}\n[rules]\n{body}");
        match parse(&text, "rules").unwrap_or_else(|error| panic!("{error}")).game {
            PuzzleGame::Sandbox { setup, .. } => setup.rules,
            _ => unreachable!("a sandbox"),
        }
    };
    let preset = Rules::of(Mode::Mowang);
    assert_eq!(rules(""), preset);
    assert!(!rules("promotion = false").promotion);
    assert_eq!(rules("group_value = \"cells\"").group_value, GroupValue::Cells);
    assert_eq!(rules("points = [1, 2, 3, 4, 5]").worth, Worth::points([1, 2, 3, 4, 5]));
    assert_eq!(rules("points = [[1,2,3,4,5],[1,2,3,4,5],[0,0,0,0,0]]").worth.by_family[2], [0; 5]);
    assert_eq!(rules("weights = [1, 2, 0.5]").worth, Worth::power([1.0, 2.0, 0.5]));
    assert_eq!(rules("evolve = 3").worth.by_family[0], [256, 768, 2304, 6912, 20736]);
    assert_eq!(rules("powers = [1, 2, 3.5, 4, 5]").worth.by_family[1], [256, 512, 896, 1024, 1280]);
    assert_eq!(rules("counted_cap = 7").counted_cap, Some(7));
    assert_eq!(rules("top_match = \"none\"").top_match, TopMatch::None);
    assert_eq!(rules("refund_level = 6").refund_level, 6);
    assert_eq!(rules("swap = \"adjacent\"").swap, SwapRule::Adjacent);
    assert!(rules("leftover = true").leftover && rules("stones = true").stones);
}

/// The number of a puzzle must never change: runs and merges are told apart by it.
#[test]
fn fingerprints_are_stable_and_see_contents_only() {
    let path = root().join("puzzles/bench/bench-5x5-s45-01.toml");
    let puzzle = load(&path);
    assert_eq!(puzzle.fingerprint(), BENCH_01);
    assert_eq!(load(&root().join("puzzles/samegame/01.toml")).fingerprint(), SAMEGAME_01);
    assert_eq!(load(&root().join("puzzles/lab/sample.toml")).fingerprint(), LAB_SAMPLE);
    assert_eq!(Puzzle { name: None, ..puzzle.clone() }.fingerprint(), puzzle.fingerprint());
    let text = fs::read_to_string(&path).unwrap();
    let other = parse(&text.replace("steps = 45", "steps = 44"), "other").unwrap();
    assert_ne!(other.fingerprint(), puzzle.fingerprint());
}

/// Computed by a second implementation of the documented hash.
const BENCH_01: u64 = 0xce45_1ea2_8d4d_5a9f;
const SAMEGAME_01: u64 = 0x6a4e_eac3_5aec_4923;
const LAB_SAMPLE: u64 = 0xe436_cb50_529a_288d;

#[test]
fn a_board_alone_can_be_read() {
    assert_eq!(parse_board("11 .. 3\n-2 0 25\n", "board"), Ok(vec![vec![11, 0, 31], vec![-2, 0, 25]]));
    assert_eq!(parse_board("11 x", "board").unwrap_err().problems[0].column, 4);
}

fn solution(puzzle: Puzzle, moves: Vec<Action>) -> Solution {
    let found_by =
        FoundBy { strategy: "uct-classic".into(), seed: Some(u64::MAX), elapsed_s: Some(1.5), ..FoundBy::default() };
    Solution { puzzle, score: Some(12_340), claim: Claim::AtLeast, moves, found_by }
}

#[test]
fn a_solution_is_written_as_specified_and_reads_back() {
    let puzzle = load(&root().join("puzzles/modes/xiaochuwang.toml"));
    let moves = vec![Action::Swap(Place::new(0, 1), Place::new(3, 2)), Action::Drag(Place::new(2, 2))];
    let solution = solution(puzzle, moves);
    let text = solution.to_json();
    golden("tests/golden/solution.json", &text);
    assert_eq!(read_moves(&text, "s"), Ok(WrittenMoves::Solution(Box::new(solution.clone()))));
    let impossible = Solution { score: None, claim: Claim::Impossible, moves: Vec::new(), ..solution };
    assert_eq!(Solution::parse(&impossible.to_json(), "s"), Ok(impossible));
}

/// Compares with a committed file, or writes it.
fn golden(name: &str, text: &str) {
    let path = root().join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
}

#[test]
fn a_wrong_solution_is_refused_with_line_column_and_field() {
    let text = fs::read_to_string(root().join("tests/golden/solution.json")).unwrap();
    let problem = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Solution::parse(&text.replacen(from, to, 1), "s").unwrap_err().to_string()
    };
    let cases = [
        problem("xiaochu-solution", "other"),
        problem("\"version\": 1", "\"version\": 2"),
        problem("\"version\": 1", "\"version\": 0"),
        problem("\"version\": 1,", ""),
        problem("\"score\": 12340", "\"score\": \"x\""),
        problem("\"score\": 12340", "\"score\": null"),
        problem("\"claim\": \"at-least\"", "\"claim\": \"best\""),
        problem("\"claim\": \"at-least\"", "\"claim\": \"impossible\""),
        problem("{\"drag\":[2,2]}", "{\"drag\":[2,-2]}"),
        problem("{\"drag\":[2,2]}", "{\"drop\":[2,2]}"),
        problem("\"steps\":4", "\"steps\":0"),
        problem("\"steps\":4", "\"setps\":4"),
        problem("\"steps\":4", "\"steps\":4,\"steps\":4"),
        problem("\"board\":[[", "\"board\":[[77,"),
        problem("\"strategy\"", "\"tactics\""),
        problem("\"moves\": [", "\"moves\": [,"),
        problem("  \"claim\"", "  claim"),
    ];
    golden("tests/golden/solution-problems.txt", &(cases.join("\n") + "\n"));
}

fn place(side: u8) -> impl Strategy<Value = Place> {
    (0..side, 0..side).prop_map(|(row, col)| Place::new(row, col))
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (place(255), place(255)).prop_map(|(a, b)| Action::Swap(a, b)),
        place(255).prop_map(Action::Drag),
        place(255).prop_map(Action::Tap),
    ]
}

fn worth() -> impl Strategy<Value = Option<Worth>> {
    let power = (prop::array::uniform3(0.0..1000.0), 1.0..5.0).prop_map(|(w, e)| Some(Worth::power_with(w, e)));
    let weights = prop::array::uniform3(0_u16..1000).prop_map(|w| Some(Worth::power(w.map(f64::from))));
    let table = (prop::array::uniform3(prop::array::uniform5(0_i64..=1_000_000)), any::<bool>())
        .prop_map(|(by_family, is_points)| Some(Worth { by_family, scale: if is_points { 1 } else { 256 } }));
    let points = prop::array::uniform5(0_i64..=1_000_000).prop_map(|points| Some(Worth::points(points)));
    // Geometric, with weights and ratios that no file may name as such.
    let geometric = (0.0_f64..6.0, prop::array::uniform3(0.0..=1.0), 0.05..20.0)
        .prop_map(|(digits, shares, ratio)| Worth::power_with(shares.map(|share| 10_f64.powf(digits) * share), ratio))
        .prop_filter("too dear", |worth| worth.by_family.iter().flatten().all(|&units| units <= 256_000_000))
        .prop_map(Some);
    let level = (0..=256_000_000_i64).prop_map(|units| Some(Worth { by_family: [[units; 5]; 3], scale: 256 }));
    prop_oneof![Just(None), power, weights, table, points, geometric, level]
}

/// Rules in which every field may differ from the preset.
fn rules() -> impl Strategy<Value = (Mode, Rules)> {
    let refill = prop::option::of(prop::array::uniform12(1_u8..=3));
    let flags = prop::array::uniform6(prop::option::of(any::<bool>()));
    let numbers = (prop::option::of(1_u32..=10_000), prop::option::of(2_u8..=6));
    (prop::sample::select(Mode::ALL.to_vec()), refill, worth(), flags, numbers).prop_map(
        |(mode, refill, worth, [promotion, stones, cells, leftover, none, adjacent], (cap, refund))| {
            let preset = Rules::of(mode);
            let rules = Rules {
                refill: refill.map_or(Refill::Random, Refill::Fixed),
                promotion: promotion.unwrap_or(preset.promotion),
                stones: stones.unwrap_or(preset.stones),
                group_value: cells
                    .map_or(preset.group_value, |cells| if cells { GroupValue::Cells } else { GroupValue::Units }),
                worth: worth.unwrap_or(preset.worth),
                counted_cap: cap,
                leftover: leftover.unwrap_or(preset.leftover),
                top_match: if none == Some(true) { TopMatch::None } else { TopMatch::Clear },
                refund_level: refund.unwrap_or(preset.refund_level),
                swap: if adjacent == Some(true) { SwapRule::Adjacent } else { SwapRule::Any },
            };
            (mode, rules)
        },
    )
}

/// A board of any pieces and, where the rules have them, stones; lines of three are broken piece by piece.
fn sandbox() -> impl Strategy<Value = PuzzleGame> {
    let cells = prop::collection::vec((1_u8..=3, 1_u8..=5, 0_u8..20, 1_i16..=99), 64);
    (rules(), 3_usize..=8, 3_usize..=8, cells, 1_u16..=10_000, 0_u8..12).prop_filter_map(
        "some line will not break",
        |((mode, rules), rows, cols, cells, steps, queue_pos)| {
            let code = |row: usize, col: usize| {
                let (family, level, dice, hit_points) = cells[8 * row + col];
                if rules.stones && dice == 0 { -hit_points } else { i16::from(10 * family + level) }
            };
            let board: Vec<Vec<i16>> = (0..rows).map(|row| (0..cols).map(|col| code(row, col)).collect()).collect();
            let queue_pos = if rules.refill == Refill::Random { 0 } else { queue_pos };
            let mut setup = Setup { rules, board, steps, queue_pos };
            // Breaks lines at their last cell until none is left.
            for round in 0_u8..100 {
                let Err(error) = Sandbox::new(&setup) else {
                    return Some(PuzzleGame::Sandbox { mode, setup });
                };
                for fault in error.faults {
                    let Fault::Match { cells: [_, _, last] } = fault else { panic!("{fault}") };
                    let code = &mut setup.board[usize::from(last.row)][usize::from(last.col)];
                    *code = i16::from((round + last.row + 2 * last.col) % 3 * 10) + 10 + (*code % 10) % 5 + 1;
                }
            }
            None
        },
    )
}

fn samegame() -> impl Strategy<Value = PuzzleGame> {
    (1_usize..=16, 1_usize..=16, any::<bool>()).prop_flat_map(|(rows, cols, leftover_penalty)| {
        prop::collection::vec(prop::collection::vec(1_u8..=7, cols), rows)
            .prop_map(move |board| PuzzleGame::Samegame { board, leftover_penalty })
    })
}

/// Diagonal stripes hold no line of three along rows and columns.
fn crush() -> impl Strategy<Value = PuzzleGame> {
    (1_usize..=16, 1_usize..=16, 2_u8..=15, 1_u16..=10_000).prop_map(|(rows, cols, kinds, moves)| {
        let cell = |row, col| u8::try_from((row + col) % usize::from(kinds)).unwrap() + 1;
        let board = (0..rows).map(|row| (0..cols).map(|col| cell(row, col)).collect()).collect();
        PuzzleGame::Crush { board, kinds, moves }
    })
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    let name = prop::option::of("[^\\p{Cc}]{1,40}");
    (name, prop_oneof![sandbox(), samegame(), crush()]).prop_map(|(name, game)| Puzzle { name, game })
}

proptest! {
    #[test]
    fn a_puzzle_written_reads_back(puzzle in puzzle()) {
        let text = puzzle.to_toml();
        let read = parse(&text, "written").map_err(|error| TestCaseError::fail(error.render(false, Lang::En)))?;
        prop_assert_eq!(read.fingerprint(), puzzle.fingerprint());
        prop_assert_eq!(read, puzzle);
    }

    #[test]
    fn a_solution_written_reads_back(puzzle in puzzle(), moves in prop::collection::vec(action(), 0..20)) {
        let solution = solution(puzzle, moves);
        let read = Solution::parse(&solution.to_json(), "written");
        prop_assert_eq!(read.map_err(|error| TestCaseError::fail(error.render(false, Lang::En)))?, solution);
    }

    #[test]
    fn a_script_written_reads_back(
        moves in prop::collection::vec(action(), 0..40),
    ) {
        for origin in [Origin::Zero, Origin::One] {
            let text = write_script(&moves, origin);
            prop_assert_eq!(parse_script(&text, "written"), Ok(moves.clone()));
            prop_assert_eq!(read_moves(&text, "written"), Ok(WrittenMoves::Script(moves.clone())));
        }
    }
}
