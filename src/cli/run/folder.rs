//! The run folder: `run.toml`, `checkpoint-N.bin`, `best.json`, `best.txt`, `events.ndjson`, `lock` (SPEC).

use crate::checkpoint::{Identity, Lock, LockError, Store, write_atomically};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::{Lang, say};
use crate::puzzle::{self, Puzzle};
use crate::search::StrategyOptions;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of `run.toml`.
const FORMAT: u32 = 1;

/// Attempts to take a lock that is held.
const LOCK_ATTEMPTS: u32 = 5;

/// Time between them.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// `run.toml`: the puzzle and the options as resolved. Everything a resumed run needs besides its checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunFile {
    format: u32,
    /// Version of the program that made it.
    pub version: String,
    /// Threads; they change the speed, never the result.
    pub threads: usize,
    /// Seconds between checkpoints.
    pub checkpoint_every_s: f64,
    /// Codes of pieces that this search does not drag.
    pub forbid_drag: Vec<i16>,
    /// The puzzle file.
    puzzle: String,
    /// The strategy.
    pub search: StrategyOptions,
}

impl RunFile {
    /// What a new run starts from.
    #[must_use]
    pub(crate) fn new(puzzle: &Puzzle, search: StrategyOptions, threads: usize, checkpoint_every_s: f64) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            threads,
            checkpoint_every_s,
            forbid_drag: Vec::new(),
            puzzle: puzzle.to_toml(),
            search,
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// When the text in `run.toml` is no puzzle any more.
    pub(crate) fn puzzle(&self, folder: &Path) -> Result<Puzzle, Failure> {
        puzzle::parse(&self.puzzle, &folder.join("run.toml").display().to_string())
            .or_exit(Exit::BadInput, || "failed to read the puzzle of the run".to_owned())
    }

    /// What the run's checkpoints belong to.
    #[must_use]
    pub(crate) fn identity(&self, puzzle: &Puzzle) -> Identity {
        let drags =
            self.forbid_drag.iter().fold(0, |hash, &code| crate::types::mix(hash ^ u64::from(code.unsigned_abs())));
        Identity { puzzle: puzzle.fingerprint(), options: self.search.fingerprint() ^ drags }
    }
}

/// A run folder that this process holds.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its checkpoints.
    pub store: Store,
    _lock: Lock,
}

impl Folder {
    /// Makes a new run folder.
    ///
    /// # Errors
    /// When there is a run already (says how to resume it), another process holds it, or the disk refuses.
    pub(crate) fn create(path: &Path, run: &RunFile, lang: Lang) -> Result<Self, Failure> {
        refuse_run(path, lang)?;
        fs::create_dir_all(path).or_exit(Exit::Io, || format!("failed to make the run folder {}", path.display()))?;
        let folder = Self::hold(path, lang)?;
        // Another process may have come and gone in between.
        refuse_run(path, lang)?;
        let text = toml::to_string(run).or_exit(Exit::Internal, || "failed to write run.toml".to_owned())?;
        write_atomically(&path.join("run.toml"), text.as_bytes())
            .or_exit(Exit::Io, || format!("failed to write {}", path.join("run.toml").display()))?;
        Ok(folder)
    }

    /// Opens an existing run folder.
    ///
    /// # Errors
    /// When it holds no run, another process works on it, or the disk refuses.
    pub(crate) fn open(path: &Path, lang: Lang) -> Result<(Self, RunFile), Failure> {
        let run = read_run_file(path, lang)?;
        Ok((Self::hold(path, lang)?, run))
    }

    fn hold(path: &Path, lang: Lang) -> Result<Self, Failure> {
        let lock = take_lock(path).map_err(|error| match error {
            LockError::Taken { owner } => {
                let path = path.display();
                Failure::new(
                    Exit::Locked,
                    say!(
                        lang,
                        "process {owner} is working on {path}: wait for it, or stop it with `kill {owner}` (it saves first)",
                        "进程 {owner} 正在使用 {path}：请等它结束，或用 `kill {owner}` 让它存盘后退出"
                    ),
                )
            }
            LockError::Io(error) => {
                Failure::new(Exit::Io, format!("failed to lock the run folder {}: {error}", path.display()))
            }
        })?;
        let store = Store::new(path);
        store.remove_remains().or_exit(Exit::Io, || format!("failed to tidy the run folder {}", path.display()))?;
        Ok(Self { path: path.to_owned(), store, _lock: lock })
    }
}

/// Refuses a folder that holds a run.
fn refuse_run(path: &Path, lang: Lang) -> Result<(), Failure> {
    if !path.join("run.toml").exists() {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::new(
        Exit::Usage,
        say!(
            lang,
            "{path} holds a run already: go on with `xiaochu resume {path}`, or give another --run",
            "{path} 里已有一次搜索：用 `xiaochu resume {path}` 接着搜，或换一个 --run"
        ),
    ))
}

/// Takes the lock of a run folder. `status` holds it for a moment when it looks who works there, so a few attempts.
fn take_lock(path: &Path) -> Result<Lock, LockError> {
    let mut attempts = 1..LOCK_ATTEMPTS;
    loop {
        match Lock::take(path, std::process::id()) {
            Err(LockError::Taken { .. }) if attempts.next().is_some() => std::thread::sleep(LOCK_PAUSE),
            outcome => return outcome,
        }
    }
}

/// Reads `run.toml` of a run folder.
///
/// # Errors
/// When it is not there or not what this program writes.
pub(crate) fn read_run_file(path: &Path, lang: Lang) -> Result<RunFile, Failure> {
    let file = path.join("run.toml");
    let shown = path.display();
    if !file.exists() {
        return Err(Failure::new(
            Exit::BadInput,
            say!(
                lang,
                "{shown} holds no run (there is no run.toml in it): `xiaochu solve PUZZLE --run {shown}` starts one",
                "{shown} 里没有搜索记录（缺少 run.toml）：用 `xiaochu solve PUZZLE --run {shown}` 开始"
            ),
        ));
    }
    let text = fs::read_to_string(&file).or_exit(Exit::Io, || format!("failed to read {}", file.display()))?;
    let run: RunFile =
        toml::from_str(&text).or_exit(Exit::BadInput, || format!("failed to understand {}", file.display()))?;
    if run.format != FORMAT {
        let (found, version) = (run.format, &run.version);
        return Err(Failure::new(
            Exit::BadInput,
            say!(
                lang,
                "{shown} has run format {found} and this program knows {FORMAT}: use xiaochu {version}",
                "{shown} 的格式是 {found}，本程序只认 {FORMAT}：请用 xiaochu {version}"
            ),
        ));
    }
    Ok(run)
}
