//! The page to play from: one file, no network, for a phone beside the game.
//!
//! The parts lie in `html/`; this file joins them and embeds the solution (so that the page can be checked like a
//! solution file) and the boards of every round, encoded one character a cell.

use super::facts::facts;
use super::frames::{Frame, Phase, frames};
use super::options::ExportOptions;
use super::record::Record;
use super::script;
use super::shapes::SHAPES;
use super::svg::escape;
use super::trace_file::TraceFile;
use super::trace_tree::{self, MOST_DRAWN};
use crate::games::sandbox::rules::{SwapRule, TopMatch};
use crate::games::sandbox::{Refill, Rules};
use crate::lang::{Lang, say};
use crate::puzzle::{PAGE_SOLUTION, PuzzleGame};
use crate::types::{Action, Score, mix};
use serde::Serialize;
use std::io::{self, Write};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const SCRIPTS: [&str; 5] = [
    include_str!("html/words.js"),
    include_str!("html/rules.js"),
    include_str!("html/view.js"),
    include_str!("html/doubt.js"),
    include_str!("html/app.js"),
];

/// What the page's script starts from.
#[derive(Serialize)]
struct Data<'a> {
    lang: &'static str,
    name: &'a str,
    game: &'static str,
    rows: usize,
    cols: usize,
    scale: Score,
    origin: u8,
    /// Names this solution in the browser's store.
    key: String,
    board: String,
    steps_left: Option<u16>,
    queue_pos: Option<u8>,
    rules: Option<PageRules>,
    steps: Vec<PageStep>,
    facts: [Vec<[String; 2]>; 2],
}

/// The rules that the page needs to find a slip.
#[derive(Serialize)]
struct PageRules {
    queue: Option<[u8; 12]>,
    promotion: bool,
    adjacent: bool,
    top_clears: bool,
    refund: u8,
}

impl PageRules {
    fn of(rules: &Rules) -> Self {
        Self {
            queue: match rules.refill {
                Refill::Fixed(families) => Some(families),
                Refill::Random => None,
            },
            promotion: rules.promotion,
            adjacent: rules.swap == SwapRule::Adjacent,
            top_clears: rules.top_match == TopMatch::Clear,
            refund: rules.refund_level,
        }
    }
}

/// A move with its frames.
#[derive(Serialize)]
struct PageStep {
    #[serde(rename = "move")]
    action: Action,
    gain: Score,
    score: Score,
    left: Option<u16>,
    queue: Option<u8>,
    falls: usize,
    frames: Vec<(Phase, usize, String)>,
}

/// Writes the page.
///
/// # Errors
/// Whatever the writer says.
pub fn write(record: &Record, options: &ExportOptions, out: &mut dyn Write) -> io::Result<()> {
    let data = serde_json::to_string(&data(record, options))?;
    let mut plain = Vec::new();
    script::write(record, options, &mut plain)?;
    let plain = escape(&String::from_utf8_lossy(&plain));
    let shapes: String = SHAPES
        .iter()
        .enumerate()
        .map(|(i, shape)| format!("<symbol id=\"s{i}\" viewBox=\"0 0 100 100\">{shape}</symbol>"))
        .collect();
    let (begin, end) = PAGE_SOLUTION;
    let solution = format!("{begin}{}{end}", inert(&record.solution.to_json()));
    let scripts = SCRIPTS.join("\n");
    let parts = [
        ("LANG", if options.lang == Lang::Zh { "zh-CN" } else { "en" }),
        ("TITLE", &escape(record.name())),
        ("STYLE", STYLE),
        ("SHAPES", &shapes),
        ("PLAIN", &plain),
        ("TREE", &options.trace.as_ref().map_or_else(String::new, |trace| tree(trace, options.lang))),
        ("SOLUTION", &solution),
        ("DATA", &inert(&data)),
        ("SCRIPT", &scripts),
    ];
    let mut rest = PAGE;
    for (name, part) in parts {
        let mark = format!("{{{{{name}}}}}");
        let (before, after) =
            rest.split_once(&mark).ok_or_else(|| io::Error::other(format!("no {mark} in the page")))?;
        out.write_all(before.as_bytes())?;
        out.write_all(part.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// The visited tree, which scrolls on its own.
fn tree(trace: &TraceFile, lang: Lang) -> String {
    let title = say!(lang, "What the search visited", "搜索访问过的节点");
    let drawn = trace_tree::svg(trace, MOST_DRAWN, lang);
    format!(
        "<section id=\"tree\" aria-labelledby=\"tree-title\">\n  <h2 id=\"tree-title\">{title}</h2>\n  \
         <div tabindex=\"0\" style=\"overflow:auto;max-height:85vh;background:#fff\">\n{drawn}</div>\n</section>\n"
    )
}

/// JSON that no HTML parser finds a tag in.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn data<'a>(record: &'a Record, options: &ExportOptions) -> Data<'a> {
    let board = &record.opening.board;
    let moves = &record.solution.moves;
    let key = moves.iter().fold(record.solution.puzzle.fingerprint(), |hash, action| {
        let cells = super::cells_of(*action);
        cells.iter().fold(mix(hash), |hash, cell| mix(hash ^ (u64::from(cell.row) << 8) ^ u64::from(cell.col)))
    });
    let head = |lang| {
        let options = ExportOptions { lang, ..options.clone() };
        facts(record, &options).into_iter().map(|fact| [fact.label, fact.value]).collect()
    };
    let (game, rules) = match &record.solution.puzzle.game {
        PuzzleGame::Sandbox { setup, .. } => ("sandbox", Some(PageRules::of(&setup.rules))),
        other => (other.name(), None),
    };
    Data {
        lang: if options.lang == Lang::Zh { "zh" } else { "en" },
        name: record.name(),
        game,
        rows: board.len(),
        cols: board.first().map_or(0, Vec::len),
        scale: record.scale(),
        origin: options.origin.number(),
        key: format!("{key:016x}"),
        board: encode(board),
        steps_left: record.opening.steps_left,
        queue_pos: record.opening.queue_pos,
        rules,
        steps: (0..record.steps.len()).map(|step| page_step(record, step)).collect(),
        facts: [head(Lang::En), head(Lang::Zh)],
    }
}

fn page_step(record: &Record, index: usize) -> PageStep {
    let step = &record.steps[index];
    let frame = |Frame { phase, round, board }: Frame| (phase, round, encode(&board));
    PageStep {
        action: step.action,
        gain: step.gain,
        score: step.score,
        left: step.steps_left,
        queue: step.queue_pos,
        falls: step.refill_count(),
        frames: frames(record, index).into_iter().map(frame).collect(),
    }
}

/// A board row by row: `.` for empty, the code from `@` on for a piece, minus the code from U+0100 on for a stone.
fn encode(board: &[Vec<i16>]) -> String {
    let cell = |&code: &i16| match code {
        0 => '.',
        1.. => char::from_u32(64 + u32::from(code.unsigned_abs())).unwrap_or('.'),
        ..0 => char::from_u32(0x100 + u32::from(code.unsigned_abs())).unwrap_or('.'),
    };
    board.iter().flatten().map(cell).collect()
}
