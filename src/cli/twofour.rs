//! `twofour`: who wins each game of piles, how, and what each method costs.

#![expect(clippy::disallowed_types, reason = "the methods are compared by time, and cli reads the clock")]

use super::args::{TwofourArgs, TwofourMethod};
use super::compare::{padded, seconds};
use super::exit::{Exit, Failure, OrExit};
use super::lang::{Lang, say};
use super::ui::Ui;
use crate::game::Side;
use crate::games::twofour::{Input, InputError, InputFault, PileMove, Slots, State, TwoFour, parse, pile_line};
use crate::puzzle::MAX_FILE_BYTES;
use crate::search::duel::{DenseTable, DuelMethod, DuelTable, Worth, best_line, solve};
use serde::Serialize;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::time::Instant;

/// Faults of one input that are shown.
const MOST_FAULTS: usize = 20;

/// What a method answered, and what it took.
#[derive(Debug, Serialize)]
struct Tally {
    method: &'static str,
    /// 1, 2 or 0 per game; none where the budget of nodes was not enough.
    answers: Vec<Option<u8>>,
    /// States looked into over all games, repetitions included.
    nodes: u64,
    /// Most bytes that states, lines and the table took at one time.
    bytes: usize,
    seconds: f64,
}

/// Runs `twofour`.
///
/// # Errors
/// When the input cannot be read, or with everything that is wrong in it.
pub(crate) fn twofour(args: &TwofourArgs, ui: &Ui) -> Result<Exit, Failure> {
    let name = args.file.as_ref().map_or_else(|| "stdin".to_owned(), |path| path.display().to_string());
    let text = read(args, &name, ui)?;
    let input = parse(text.trim_start_matches('\u{feff}')).map_err(|faults| bad_input(&faults, &name, ui.lang))?;
    let duels = input.games.iter().map(|piles| TwoFour::new(piles)).collect::<Result<Vec<_>, _>>();
    let duels = duels.or_exit(Exit::BadInput, || name.clone())?;
    let tallies: Vec<Tally> = args.method.iter().map(|&method| run(method, &input, &duels, args.nodes)).collect();
    if args.json {
        let text = serde_json::to_string(&serde_json::json!({ "piles": input.piles, "methods": tallies }));
        ui.print(&format!("{}\n", text.or_exit(Exit::Internal, || "failed to write JSON".to_owned())?));
        return Ok(Exit::Done);
    }
    let answers: Vec<Option<u8>> =
        (0..duels.len()).map(|game| tallies.iter().find_map(|tally| tally.answers[game])).collect();
    if args.explain {
        explain(&input, &duels, ui)?;
    } else {
        let line = |answer: &Option<u8>| answer.map_or_else(|| "?\n".to_owned(), |answer| format!("{answer}\n"));
        ui.print(&answers.iter().map(line).collect::<String>());
    }
    ui.remark(costs(&tallies, ui.lang).trim_end());
    Ok(Exit::Done)
}

/// Reads the input, as much of it as any good one has.
fn read(args: &TwofourArgs, name: &str, ui: &Ui) -> Result<String, Failure> {
    let reader: Box<dyn Read> = match &args.file {
        Some(path) => Box::new(File::open(path).or_exit(Exit::Io, || format!("failed to open {name}"))?),
        None => {
            if std::io::stdin().is_terminal() {
                ui.remark(&say!(ui.lang, "reading games from the terminal until Ctrl-D", "从终端读入，按 Ctrl-D 结束"));
            }
            Box::new(std::io::stdin().lock())
        }
    };
    let mut bytes = Vec::new();
    let most = MAX_FILE_BYTES;
    reader.take(most as u64 + 1).read_to_end(&mut bytes).or_exit(Exit::Io, || format!("failed to read {name}"))?;
    if bytes.len() > most {
        let message = say!(ui.lang, "{name} is longer than {most} bytes", "{name} 超过 {most} 字节");
        return Err(Failure::new(Exit::BadInput, message));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::new(Exit::BadInput, say!(ui.lang, "{name} is not UTF-8 text", "{name} 不是 UTF-8 文本")))
}

fn bad_input(faults: &[InputError], name: &str, lang: Lang) -> Failure {
    let told = faults.iter().take(MOST_FAULTS).map(|error| {
        let (line, column, fault) = (error.line, error.column, fault(&error.fault, lang));
        say!(lang, "{name}, line {line}, column {column}: {fault}", "{name} 第 {line} 行第 {column} 列：{fault}")
    });
    let mut told: Vec<String> = told.collect();
    if faults.len() > MOST_FAULTS {
        let more = faults.len() - MOST_FAULTS;
        told.push(say!(lang, "and {more} more", "另有 {more} 处"));
    }
    Failure::new(Exit::BadInput, told.join("\n"))
}

fn fault(fault: &InputFault, lang: Lang) -> String {
    match fault {
        _ if lang == Lang::En => fault.to_string(),
        InputFault::Empty => "空：第一行应为 N（堆数）和 G（局数）".to_owned(),
        InputFault::NotANumber { word } => format!("{word:?} 不是数字"),
        InputFault::Piles { piles } => format!("N 是 {piles}：每局应有 3 至 30 堆"),
        InputFault::Games { games } => format!("G 是 {games}：应有 1 至 1000 局"),
        InputFault::Pile { size } => format!("一堆 {size} 个：每堆应为 0 至 4 个球"),
        InputFault::TooFew { found, expected } => format!("有 {found} 个数，应有 {expected} 个"),
        InputFault::TooMany { expected } => format!("多于应有的 {expected} 个数"),
        InputFault::Sum { sum, expected } => format!("共 {sum} 个球，应为 {expected} 个（N 的两倍）"),
        InputFault::MissingGames { found, expected } => format!("只有 {found} 局，应有 {expected} 局"),
        InputFault::ExtraLine { expected } => format!("{expected} 局之后还有一行"),
    }
}

fn number(worth: Worth) -> u8 {
    match worth {
        Worth::First => 1,
        Worth::Second => 2,
        Worth::Draw => 0,
    }
}

/// The memo that all games of so many piles share: two bits per state.
fn table(slots: &Slots) -> impl DuelTable<State> {
    DenseTable::new(slots.len(), |state: &State| slots.slot(state), slots.bytes())
}

fn run(method: TwofourMethod, input: &Input, duels: &[TwoFour], most_nodes: u64) -> Tally {
    let (name, method) = match method {
        TwofourMethod::Bfs => ("bfs", DuelMethod::Bfs),
        TwofourMethod::Dfs => ("dfs", DuelMethod::Dfs),
        TwofourMethod::Memo => ("memo", DuelMethod::Memo),
    };
    let started = Instant::now();
    let slots = Slots::new(input.piles);
    let mut table = table(&slots);
    let mut tally = Tally { method: name, answers: Vec::new(), nodes: 0, bytes: 0, seconds: 0.0 };
    for duel in duels {
        let (answer, nodes, bytes) = match solve(duel, method, &mut table, most_nodes) {
            Ok(report) => (Some(number(report.worth)), report.nodes, report.bytes),
            Err(out) => (None, out.nodes, out.bytes),
        };
        tally.answers.push(answer);
        tally.nodes += nodes;
        tally.bytes = tally.bytes.max(bytes);
    }
    tally.seconds = started.elapsed().as_secs_f64();
    tally
}

/// A line per method: games solved, nodes, bytes, time.
fn costs(tallies: &[Tally], lang: Lang) -> String {
    let words = |en: &str, zh: &str| if lang == Lang::En { en.to_owned() } else { zh.to_owned() };
    let mut rows = vec![vec![
        words("method", "方法"),
        words("solved", "解出"),
        words("nodes", "节点"),
        words("search state", "搜索状态"),
        words("time", "用时"),
    ]];
    for tally in tallies {
        let (solved, games) = (tally.answers.iter().flatten().count(), tally.answers.len());
        rows.push(vec![
            tally.method.to_owned(),
            format!("{solved}/{games}"),
            tally.nodes.to_string(),
            format!("{} bytes", tally.bytes),
            seconds(tally.seconds),
        ]);
    }
    padded(&rows)
}

/// The winning move and a line of best play, game by game.
fn explain(input: &Input, duels: &[TwoFour], ui: &Ui) -> Result<(), Failure> {
    let slots = Slots::new(input.piles);
    let mut table = table(&slots);
    for (index, (piles, duel)) in input.games.iter().zip(duels).enumerate() {
        let report = solve(duel, DuelMethod::Memo, &mut table, u64::MAX);
        let worth = report.or_exit(Exit::Internal, || format!("failed to solve game {}", index + 1))?.worth;
        let told = pile_line(piles, &best_line(duel, &mut table));
        let (game, answer, verdict) = (index + 1, number(worth), verdict(worth, told.first(), ui.lang));
        let shown = piles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        ui.print(&say!(
            ui.lang,
            "game {game}: {shown} → {answer}: {verdict}\n",
            "第 {game} 局：{shown} → {answer}：{verdict}\n"
        ));
        let lines = told.iter().enumerate().map(|(step, mv)| line(step + 1, mv, ui.lang));
        ui.print(&lines.collect::<String>());
    }
    Ok(())
}

fn verdict(worth: Worth, first: Option<&PileMove>, lang: Lang) -> String {
    match (worth, first) {
        (Worth::First, Some(first)) => {
            let (from, to) = (first.from + 1, first.to + 1);
            say!(
                lang,
                "player 1 wins; winning move: a ball from pile {from} to pile {to}",
                "先手胜；制胜着：从第 {from} 堆取一球放到第 {to} 堆"
            )
        }
        (Worth::First, None) => say!(lang, "no move is left: player 1 has won", "已无着可走：先手胜"),
        (Worth::Second, Some(_)) => say!(lang, "player 2 wins, whatever player 1 does", "无论先手怎么走，后手胜"),
        (Worth::Second, None) => say!(lang, "no move is left: player 2 has won", "已无着可走：后手胜"),
        (Worth::Draw, _) => say!(lang, "a draw with best play", "双方最佳则平局"),
    }
}

fn line(step: usize, mv: &PileMove, lang: Lang) -> String {
    let player = if mv.by == Side::First { 1 } else { 2 };
    let (from, to, [first, second]) = (mv.from + 1, mv.to + 1, mv.owned);
    let after = mv.after.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    say!(
        lang,
        "  {step:>2}. player {player}: pile {from} → pile {to}   {after}   owned {first} : {second}\n",
        "  {step:>2}. 玩家 {player}：第 {from} 堆 → 第 {to} 堆   {after}   拥有 {first} : {second}\n"
    )
}
