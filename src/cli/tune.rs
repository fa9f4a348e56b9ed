//! `tune`: fits constants on simulated games with common random refills, several times over, and reports how far the
//! fits lie apart and what they are worth on games that none of them has seen.

#![expect(clippy::disallowed_types, reason = "--time is about time, and cli reads the clock")]

use super::compare::padded;
use super::eval::{ConstantsFile, TuneArgs, TuneWhat, random_game};
use super::exit::{Exit, Failure, OrExit};
use super::files::{check_place, read_puzzle, write_result};
use super::lang::say;
use super::threads::{pool, threads};
use super::ui::Ui;
use crate::advice::{Constants, Fit, FitProgress, Fitted, Potential};
use crate::games::sandbox::Sandbox;
use crate::puzzle::Puzzle;
use crate::types::Seed;
use serde::Serialize;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Time between remarks.
const REMARK_EVERY: Duration = Duration::from_secs(10);

/// Every fit.
type Fits = Vec<Fitted<Vec<f64>>>;

/// One constant over the fits.
#[derive(Debug, Serialize)]
struct Constant {
    name: String,
    start: f64,
    /// Of the fit that did best.
    best: f64,
    mean: f64,
    /// Standard deviation over the fits; none of one fit.
    deviation: Option<f64>,
}

/// One fit.
#[derive(Debug, Serialize)]
struct One {
    generations: u64,
    accepted: u64,
    mean_before: f64,
    mean_after: f64,
    gain: f64,
    gain_error: f64,
    constants: Vec<f64>,
}

/// The report.
#[derive(Debug, Serialize)]
struct Report {
    format: &'static str,
    version: u64,
    what: &'static str,
    puzzle: Option<String>,
    fingerprint: String,
    seed: u64,
    games: u64,
    report_games: u64,
    /// Whether every fit came to its end; where `--time` cut in, the same `--generations` would not give the same.
    complete: bool,
    best: usize,
    constants: Vec<Constant>,
    fits: Vec<One>,
}

/// What is fitted, as a row of numbers.
struct Subject {
    what: &'static str,
    names: Vec<String>,
    start: Vec<f64>,
}

/// Runs `tune`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn tune(args: &TuneArgs, ui: &Ui) -> Result<Exit, Failure> {
    if let Some(path) = &args.output {
        check_place(path)?;
    }
    let puzzle = read_puzzle(&args.puzzle, ui)?;
    let game = random_game(&puzzle, ui)?;
    let start = args.start.as_ref().map(|path| ConstantsFile::read(path, ui)).transpose()?;
    let pool = pool(threads(args.threads))?;
    let classic = start.as_ref().and_then(|file| file.classic).unwrap_or_default();
    let potential = start.as_ref().and_then(|file| file.potential).unwrap_or(Potential::of(game.rules()));
    let subject = subject(args.what, &classic, &potential);
    let (fits, complete) = pool.install(|| match args.what {
        TuneWhat::Classic => {
            fits(args, ui, |fit, go_on| fit.classic(&game, classic, go_on).map(|c| c.to_row().to_vec()))
        }
        TuneWhat::Potential => {
            fits(args, ui, |fit, go_on| fit.potential(&game, potential, go_on).map(|p| p.to_row().to_vec()))
        }
    });
    let report = report(&subject, &puzzle, args, (fits, complete));
    if args.json {
        let text = serde_json::to_string(&report).or_exit(Exit::Internal, || "failed to write JSON".to_owned())?;
        ui.print(&format!("{text}\n"));
    } else {
        print(&report, &game, ui);
    }
    if let Some(path) = &args.output {
        let row = &report.fits[report.best].constants;
        let file = ConstantsFile {
            format: ConstantsFile::FORMAT.to_owned(),
            version: ConstantsFile::VERSION,
            classic: Constants::from_row(row).filter(|_| args.what == TuneWhat::Classic),
            potential: Potential::from_slice(row).filter(|_| args.what == TuneWhat::Potential),
        };
        let text = serde_json::to_string_pretty(&file).or_exit(Exit::Internal, || "failed to write JSON".to_owned())?;
        write_result(Some(path), format!("{text}\n").as_bytes(), ui)?;
    }
    Ok(Exit::Done)
}

fn subject(what: TuneWhat, classic: &Constants, potential: &Potential) -> Subject {
    match what {
        TuneWhat::Classic => Subject {
            what: "classic",
            names: (1..=5).map(|level| format!("in_out {level}")).chain(["vitality".to_owned()]).collect(),
            start: classic.to_row().to_vec(),
        },
        TuneWhat::Potential => {
            Subject { what: "potential", names: Potential::names(), start: potential.to_row().to_vec() }
        }
    }
}

/// Every fit, until the time is over; the first always gets at least its report.
fn fits(
    args: &TuneArgs,
    ui: &Ui,
    one: impl Fn(&Fit, &dyn Fn(FitProgress) -> bool) -> Fitted<Vec<f64>>,
) -> (Fits, bool) {
    let started = Instant::now();
    let is_over = || args.time.is_some_and(|time| started.elapsed() >= time);
    let mut fits = Vec::new();
    let told = Cell::new(started);
    for number in 0..args.fits {
        if number > 0 && is_over() {
            break;
        }
        let seed = Seed(args.seed).derive("fit", number);
        let (generations, games) = (args.generations(), args.games);
        let fit = Fit { generations, games, report_games: args.report_games, seed };
        let go_on = |progress: FitProgress| {
            if told.get().elapsed() >= REMARK_EVERY {
                told.set(Instant::now());
                let (done, accepted) = (progress.generation, progress.accepted);
                let (fit, fits) = (number + 1, args.fits);
                ui.remark(&say!(
                    ui.lang,
                    "fit {fit}/{fits}: trial {done}/{generations}, {accepted} stood",
                    "第 {fit}/{fits} 次拟合：试验 {done}/{generations}，采纳 {accepted}"
                ));
            }
            !is_over()
        };
        fits.push(one(&fit, &go_on));
    }
    let complete = fits.len() as u64 == args.fits && fits.iter().all(|fit| fit.generations == args.generations());
    (fits, complete)
}

fn report(subject: &Subject, puzzle: &Puzzle, args: &TuneArgs, (fits, complete): (Fits, bool)) -> Report {
    let best = (0..fits.len()).max_by(|&a, &b| fits[a].gain.0.total_cmp(&fits[b].gain.0)).unwrap_or(0);
    let constants = subject.names.iter().enumerate().map(|(i, name)| {
        let values: Vec<f64> = fits.iter().map(|fit| fit.constants[i]).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        Constant { name: name.clone(), start: subject.start[i], best: fits[best].constants[i], mean, deviation }
    });
    let constants = constants.collect();
    let one = |fit: &Fitted<Vec<f64>>| One {
        generations: fit.generations,
        accepted: fit.accepted,
        mean_before: fit.before.mean,
        mean_after: fit.after.mean,
        gain: fit.gain.0,
        gain_error: fit.gain.1,
        constants: fit.constants.clone(),
    };
    Report {
        format: "xiaochu-tune",
        version: 1,
        what: subject.what,
        puzzle: puzzle.name.clone(),
        fingerprint: format!("{:016x}", puzzle.fingerprint()),
        seed: args.seed,
        games: args.games,
        report_games: args.report_games,
        complete,
        best,
        constants,
        fits: fits.iter().map(one).collect(),
    }
}

fn print(report: &Report, game: &Sandbox, ui: &Ui) {
    let lang = ui.lang;
    let (rows, cols, steps) = (game.shape().rows(), game.shape().cols(), crate::game::Game::root(game).steps());
    let name = report.puzzle.clone().unwrap_or_default();
    let (games, unseen) = (report.games, report.report_games);
    ui.print(&say!(
        lang,
        "{name}: {rows}×{cols}, {steps} steps, random boards; {games} games a trial, {unseen} unseen ones in the report\n",
        "{name}：{rows}×{cols}，{steps} 步，随机沙盘；每次试验 {games} 局，报告用 {unseen} 局未见过的\n"
    ));
    let head = say!(lang, "fit|trials|stood|before|after|gain|± error", "拟合|试验|采纳|之前|之后|提高|± 误差");
    let mut table: Vec<Vec<String>> = vec![head.split('|').map(str::to_owned).collect()];
    for (number, fit) in report.fits.iter().enumerate() {
        table.push(vec![
            (number + 1).to_string(),
            fit.generations.to_string(),
            fit.accepted.to_string(),
            format!("{:.1}", fit.mean_before),
            format!("{:.1}", fit.mean_after),
            format!("{:+.1}", fit.gain),
            format!("{:.1}", fit.gain_error),
        ]);
    }
    ui.print(&padded(&table));
    let head = say!(lang, "constant|start|best fit|mean|± over fits", "常数|起点|最佳拟合|平均|± 各次之间");
    let mut table: Vec<Vec<String>> = vec![head.split('|').map(str::to_owned).collect()];
    for constant in &report.constants {
        table.push(vec![
            constant.name.clone(),
            format!("{:.4}", constant.start),
            format!("{:.4}", constant.best),
            format!("{:.4}", constant.mean),
            constant.deviation.map_or_else(|| "–".to_owned(), |deviation| format!("{deviation:.4}")),
        ]);
    }
    ui.print(&format!("\n{}", padded(&table)));
    let best = &report.fits[report.best];
    if best.gain <= 2.0 * best.gain_error {
        ui.print(&say!(
            lang,
            "no fit beats the start by more than twice the error: the constants do not matter more than that\n",
            "没有拟合比起点高出两倍误差以上：这些常数的影响不超过这个范围\n"
        ));
    }
    if !report.complete {
        ui.print(&say!(lang, "cut short by --time\n", "因 --time 提前停止\n"));
    }
}
