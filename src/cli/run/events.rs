//! `events.ndjson`: what happened in a run, one JSON object a line, for people and for programs.
//!
//! Every line has `schema` (1), `event` and `at` (RFC 3339, UTC). Kinds: `start`, `progress`, `improvement`,
//! `checkpoint`, `warning`, `cluster`, `end`. `end` is always written when a process leaves in an orderly way. What every field
//! means is in `docs/events.md`.

use super::limits::Reason;
use crate::cli::lang::{Lang, say};
use crate::types::{Action, Score};
use bytesize::ByteSize;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Version of the schema of the lines.
const SCHEMA: u32 = 1;

/// One move at the root, as status shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableRow {
    /// The move.
    #[serde(rename = "move")]
    pub action: Action,
    /// How often it was searched.
    pub visits: u64,
    /// Mean quality.
    pub quality: f64,
    /// Best total score of a line that starts with it.
    pub best: Option<Score>,
    /// Nothing below it is left to search.
    pub explored: bool,
}

/// The figures of a run at a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// Seconds since this process started to search.
    pub elapsed_s: f64,
    /// Seconds over all processes that worked on the run.
    pub total_s: f64,
    /// Iterations over the whole run.
    pub iterations: u64,
    /// Iterations per second of this process.
    pub per_second: f64,
    /// Nodes or states held.
    pub nodes: u64,
    /// Bytes that they take.
    pub bytes: u64,
    /// Best score so far.
    pub best: Option<Score>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Event {
    /// A process began to work on the run.
    Start {
        /// Its id.
        pid: u32,
        /// Version of the program.
        version: String,
        /// Strategy.
        strategy: String,
        /// Whether it went on from a checkpoint.
        resumed: bool,
        /// Threads it uses.
        threads: usize,
    },
    /// The figures, now and then.
    Progress {
        /// The figures.
        #[serde(flatten)]
        figures: Figures,
    },
    /// A better line.
    Improvement {
        /// Its score.
        score: Score,
        /// Seconds of this process.
        elapsed_s: f64,
        /// Seconds over the whole run.
        total_s: f64,
        /// Strategy that found it.
        strategy: String,
        /// Its tree.
        tree: u32,
        /// That tree's iteration.
        iteration: u64,
    },
    /// A checkpoint was written.
    Checkpoint {
        /// Its number.
        number: u64,
        /// Length of the file in bytes.
        file_bytes: u64,
        /// Seconds it took.
        took_s: f64,
        /// The figures.
        #[serde(flatten)]
        figures: Figures,
        /// The moves at the root, most visited first.
        table: Vec<TableRow>,
    },
    /// Something went wrong and the search goes on.
    Warning {
        /// What.
        message: String,
    },
    /// What it cost that several processes worked together.
    Cluster {
        /// Processes.
        ranks: usize,
        /// How often they talked.
        rounds: u64,
        /// Seconds of processor time that talking took, of the process that it took most.
        talking_s: f64,
        /// Seconds that the search stood still to be saved, of the process where it did longest.
        halted_s: f64,
    },
    /// The process leaves.
    End {
        /// Why: `time`, `until`, `iterations`, `target`, `stagnation`, `exhausted`, `signal`, `key`, `error` or `merge`.
        reason: String,
        /// `optimal`, `at-least` or `impossible`; none without a line and after `merge`.
        claim: Option<String>,
        /// The figures.
        #[serde(flatten)]
        figures: Figures,
    },
}

impl Event {
    /// What `--verbose` tells of it; nothing of what is shown anyway.
    #[must_use]
    pub(crate) fn in_words(&self, lang: Lang) -> Option<String> {
        match self {
            Self::Start { version, strategy, threads, .. } => Some(say!(
                lang,
                "xiaochu {version}: {strategy} on {threads} threads",
                "xiaochu {version}：{strategy}，{threads} 个线程"
            )),
            Self::Checkpoint { number, file_bytes, took_s, .. } => {
                let size = ByteSize(*file_bytes);
                Some(say!(
                    lang,
                    "checkpoint {number}: {size}, written in {took_s:.2} s",
                    "存档 {number}：{size}，写入用时 {took_s:.2} 秒"
                ))
            }
            Self::Cluster { ranks, rounds, talking_s, halted_s } => Some(say!(
                lang,
                "{ranks} processes: {rounds} rounds, {talking_s:.1} s of talking, {halted_s:.1} s halted",
                "{ranks} 个进程：{rounds} 轮，通信 {talking_s:.1} 秒，暂停 {halted_s:.1} 秒"
            )),
            Self::End { reason, .. } => {
                let chinese = Reason::chinese(reason);
                Some(say!(lang, "ended by: {reason}", "结束原因：{chinese}"))
            }
            Self::Progress { .. } | Self::Improvement { .. } | Self::Warning { .. } => None,
        }
    }

    /// Seconds over the whole run, of events that say it.
    #[must_use]
    pub(crate) fn total_s(&self) -> Option<f64> {
        match self {
            Self::Progress { figures } | Self::Checkpoint { figures, .. } | Self::End { figures, .. } => {
                Some(figures.total_s)
            }
            Self::Improvement { total_s, .. } => Some(*total_s),
            Self::Start { .. } | Self::Warning { .. } | Self::Cluster { .. } => None,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    schema: u32,
    at: String,
    #[serde(flatten)]
    event: Event,
}

/// Renders an event as one line without its end.
///
/// # Panics
/// Never: events hold nothing that JSON cannot.
#[must_use]
pub(crate) fn to_line(event: &Event) -> String {
    let line = Line { schema: SCHEMA, at: jiff::Timestamp::now().to_string(), event: event.clone() };
    serde_json::to_string(&line).expect("numbers, strings and lists")
}

/// Appends events to a run's log.
#[derive(Debug)]
pub(crate) struct Log {
    file: File,
    /// Whether the last line may lack its end: a crash or a full disk cut it short.
    is_cut: bool,
}

impl Log {
    /// Opens or starts the log of a run folder. A line cut short by a crash is ended before the next.
    ///
    /// # Errors
    /// Whatever the disk says.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let path = folder.join("events.ndjson");
        let is_cut = std::fs::read(&path).is_ok_and(|bytes| bytes.last().is_some_and(|&byte| byte != b'\n'));
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self { file, is_cut })
    }

    /// Appends one rendered event.
    ///
    /// # Errors
    /// Whatever the disk says; the next event may fare better.
    pub(crate) fn append(&mut self, line: &str) -> io::Result<()> {
        let start = if self.is_cut { "\n" } else { "" };
        self.is_cut = true;
        self.file.write_all(format!("{start}{line}\n").as_bytes())?;
        self.is_cut = false;
        Ok(())
    }
}

/// Seconds over the whole run, as the last event that says it has it.
#[must_use]
pub(crate) fn total_s(folder: &Path) -> f64 {
    let events = read(folder).unwrap_or_default();
    events.iter().rev().find_map(|(_, event)| event.total_s()).unwrap_or(0.0)
}

/// All events of a run that can be read, with their times, oldest first. Lines cut short are skipped.
///
/// # Errors
/// When the log is there but cannot be read.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<(String, Event)>> {
    let file = match File::open(folder.join("events.ndjson")) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut events = Vec::new();
    for line in BufReader::new(file).split(b'\n') {
        if let Ok(line) = serde_json::from_slice::<Line>(&line?) {
            events.push((line.at, line.event));
        }
    }
    Ok(events)
}
