//! `status`: look at a run from another terminal. Reads only what the run has written; never disturbs it.

use super::args::StatusArgs;
use super::exit::{Exit, Failure, OrExit};
use super::lang::{Lang, say};
use super::run::events::{self, Event, Figures, TableRow};
use super::run::folder::read_run_file;
use super::run::limits::Reason;
use super::run::{clock, describe};
use super::ui::Ui;
use crate::checkpoint::Lock;
use crate::puzzle::Origin;
use crate::replay::in_words;
use crate::types::Score;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Rows of the table that a person is shown.
const ROWS: usize = 12;

/// What is known of a run.
#[derive(Debug, Serialize)]
struct Status {
    schema: u32,
    run: String,
    strategy: String,
    /// Process that works on it.
    pid: Option<String>,
    figures: Figures,
    /// Best score, from the latest event that names one.
    best: Option<Score>,
    checkpoint: Option<CheckpointStatus>,
    /// Why the last process left; none while one works.
    ended: Option<String>,
    warnings: Vec<String>,
    table: Vec<TableRow>,
}

#[derive(Debug, Serialize)]
struct CheckpointStatus {
    number: u64,
    bytes: u64,
    age_s: f64,
}

/// Runs `status`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn status(args: &StatusArgs, ui: &Ui) -> Result<Exit, Failure> {
    let path = match &args.run {
        Some(path) => path.clone(),
        None => latest_run(ui.lang)?,
    };
    let status = look(&path, ui.lang)?;
    if args.json {
        let text =
            serde_json::to_string(&status).or_exit(Exit::Internal, || "failed to render the status".to_owned())?;
        ui.print(&format!("{text}\n"));
    } else {
        ui.print(&show(&status, ui.lang));
    }
    Ok(Exit::Done)
}

/// The run in `runs/` whose log was written last.
fn latest_run(lang: Lang) -> Result<PathBuf, Failure> {
    let changed = |path: &Path| fs::metadata(path.join("events.ndjson")).and_then(|data| data.modified()).ok();
    let runs = fs::read_dir("runs").map(|entries| entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>());
    let latest =
        runs.unwrap_or_default().into_iter().filter(|path| changed(path).is_some()).max_by_key(|path| changed(path));
    latest.ok_or_else(|| {
        Failure::new(
            Exit::BadInput,
            say!(lang, "there is no run in runs/: name its folder", "runs/ 里没有搜索记录：请指定文件夹"),
        )
    })
}

fn look(path: &Path, lang: Lang) -> Result<Status, Failure> {
    let run = read_run_file(path, lang)?;
    let events = events::read(path).or_exit(Exit::Io, || format!("failed to read the log of {}", path.display()))?;
    let mut status = Status {
        schema: 1,
        run: path.display().to_string(),
        strategy: run.search.name().to_owned(),
        pid: Lock::owner(path),
        figures: Figures::default(),
        best: None,
        checkpoint: None,
        ended: None,
        warnings: Vec::new(),
        table: Vec::new(),
    };
    for (at, event) in events {
        status.take(&at, event);
    }
    Ok(status)
}

impl Status {
    /// Takes an event of the log into account, oldest first.
    fn take(&mut self, at: &str, event: Event) {
        match event {
            Event::Start { .. } => {
                self.ended = None;
                self.warnings.clear();
            }
            Event::Progress { figures } => self.figure(figures),
            Event::Improvement { score, elapsed_s, total_s, .. } => {
                self.best = Some(score);
                self.figures.elapsed_s = elapsed_s;
                self.figures.total_s = total_s;
            }
            Event::Checkpoint { number, file_bytes, figures, table, .. } => {
                self.checkpoint = Some(CheckpointStatus { number, bytes: file_bytes, age_s: age(at) });
                self.table = table;
                self.figure(figures);
            }
            Event::Cluster { .. } => {}
            Event::Warning { message } => self.warnings.push(message),
            Event::End { reason, figures, .. } => {
                self.ended = Some(reason);
                self.figure(figures);
            }
        }
    }

    fn figure(&mut self, figures: Figures) {
        self.best = figures.best.or(self.best);
        self.figures = figures;
    }
}

/// Seconds since a moment of the log.
fn age(at: &str) -> f64 {
    let at: jiff::Timestamp = at.parse().unwrap_or_else(|_| jiff::Timestamp::now());
    jiff::Timestamp::now().duration_since(at).as_secs_f64()
}

fn show(status: &Status, lang: Lang) -> String {
    let Status { run, strategy, figures, .. } = status;
    let figures = Figures { best: status.best, ..figures.clone() };
    let state = match (&status.pid, &status.ended) {
        (Some(pid), _) => say!(lang, "process {pid} is working on it", "进程 {pid} 正在搜索"),
        (None, Some(reason)) => {
            let chinese = Reason::chinese(reason);
            say!(lang, "at rest, ended by: {reason}", "已停止，原因：{chinese}")
        }
        (None, None) => say!(lang, "at rest, the last process left without a word", "已停止，上次进程未正常退出"),
    };
    let mut text = format!("{run} · {strategy}\n{state}\n{}\n", describe(&figures, lang));
    if let Some(checkpoint) = &status.checkpoint {
        let (number, age) = (checkpoint.number, clock(checkpoint.age_s));
        let size = bytesize::ByteSize(checkpoint.bytes);
        text += &say!(lang, "checkpoint {number}: {age} ago, {size}\n", "存档 {number}：{age} 前，{size}\n");
    }
    for warning in &status.warnings {
        text += &say!(lang, "warning: {warning}\n", "警告：{warning}\n");
    }
    for row in status.table.iter().take(ROWS) {
        let words = in_words(row.action, Origin::One, lang);
        let best = row.best.map_or_else(|| "-".to_owned(), |best| best.to_string());
        let explored = if row.explored { say!(lang, ", explored", "，已搜尽") } else { String::new() };
        let (visits, quality) = (row.visits, row.quality);
        text += &say!(
            lang,
            "  {words}: {visits} visits, quality {quality:.4}, best {best}{explored}\n",
            "  {words}：访问 {visits}，均值 {quality:.4}，最高 {best}{explored}\n"
        );
    }
    text
}
