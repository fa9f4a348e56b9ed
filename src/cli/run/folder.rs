//! The run folder: `run.toml`, `checkpoint-N.bin`, `best.json`, `best.txt`, `events.ndjson`, `lock` (SPEC).

use super::together::{is_keeper, together};
use crate::checkpoint::{Identity, Lock, LockError, Store, write_atomically};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::{Lang, Text, both, say};
use crate::cluster::{Peers, tell};
use crate::puzzle::{self, Puzzle};
use crate::search::StrategyOptions;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of `run.toml`.
const FORMAT: u32 = 1;

/// Most threads that `--threads` takes.
const MOST_THREADS: usize = 1024;

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
    /// Threads of each process, 0 for as many as it has cores; they change the speed, never the result.
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

    /// What cannot be right, of that which a checkpoint does not vouch for.
    fn wrong(&self) -> Option<Text> {
        let (threads, every) = (self.threads, self.checkpoint_every_s);
        if threads > MOST_THREADS {
            return Some(both!(
                "threads = {threads}: 0 to {MOST_THREADS}",
                "threads = {threads}：应为 0 至 {MOST_THREADS}"
            ));
        }
        (!every.is_finite() || every < 0.0).then(|| {
            both!(
                "checkpoint_every_s = {every}: a number of at least 0",
                "checkpoint_every_s = {every}：应为不小于 0 的数"
            )
        })
    }

    /// The puzzle.
    ///
    /// # Errors
    /// When the text in `run.toml` is no puzzle any more.
    pub(crate) fn puzzle(&self, folder: &Path, lang: Lang) -> Result<Puzzle, Failure> {
        puzzle::parse(&self.puzzle, &folder.join("run.toml").display().to_string()).map_err(|error| {
            let list = error.list(lang);
            let message = say!(lang, "failed to read the puzzle of the run: {list}", "无法读取该搜索的谜题：{list}");
            Failure::new(Exit::BadInput, message)
        })
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
    /// Of several processes that see this folder, whether this is the one that writes what is there once only.
    pub is_keeper: bool,
    /// The keeper's.
    _lock: Option<Lock>,
}

impl Folder {
    /// Makes a new run folder, or one on each machine.
    ///
    /// # Errors
    /// When there is a run already (says how to resume it), another process holds it, or the disk refuses.
    pub(crate) fn create(path: &Path, run: &RunFile, lang: Lang, peers: &dyn Peers) -> Result<Self, Failure> {
        together(peers, refuse_run(path, lang))?;
        let folder = Self::hold(path, lang, peers)?;
        // Another process may have come and gone in between.
        together(peers, refuse_run(path, lang))?;
        let text = toml::to_string(run).or_exit(Exit::Internal, || "failed to write run.toml".to_owned());
        folder.write_run_file(&together(peers, text)?, peers)?;
        Ok(folder)
    }

    /// Opens an existing run folder. Where several machines have one each, they must hold the same run; a machine that
    /// has none yet gets one.
    ///
    /// # Errors
    /// When it holds no run, another process works on it, or the disk refuses.
    pub(crate) fn open(path: &Path, lang: Lang, peers: &dyn Peers) -> Result<(Self, RunFile), Failure> {
        let own = read_run_text(path, lang);
        let holder = peers.first(own.is_ok());
        let own = if holder.is_none() { Ok(together(peers, own)?) } else { own };
        let told = own.as_ref().map_or(Vec::new(), |text| text.clone().into_bytes());
        let text = String::from_utf8_lossy(&tell(peers, holder.unwrap_or(0), told)).into_owned();
        let run = together(peers, parse_run(&text, path, lang))?;
        let is_other = path.join("run.toml").exists() && own.is_ok_and(|own| own != text);
        let shown = path.display();
        let same = if is_other {
            Err(Failure::new(
                Exit::BadInput,
                say!(lang, "{shown} is another run on another machine", "各台机器上的 {shown} 不是同一次搜索"),
            ))
        } else {
            Ok(())
        };
        together(peers, same)?;
        let folder = Self::hold(path, lang, peers)?;
        if peers.is_many() {
            folder.write_run_file(&text, peers)?;
        }
        Ok((folder, run))
    }

    /// Writes `run.toml` where it is missing.
    fn write_run_file(&self, text: &str, peers: &dyn Peers) -> Result<(), Failure> {
        let file = self.path.join("run.toml");
        let written = match self.is_keeper && !file.exists() {
            true => write_atomically(&file, text.as_bytes())
                .or_exit(Exit::Io, || format!("failed to write {}", file.display())),
            false => Ok(()),
        };
        together(peers, written)
    }

    fn hold(path: &Path, lang: Lang, peers: &dyn Peers) -> Result<Self, Failure> {
        let made =
            fs::create_dir_all(path).or_exit(Exit::Io, || format!("failed to make the run folder {}", path.display()));
        together(peers, made)?;
        let is_keeper = is_keeper(peers, path)?;
        let store = Store::new(path);
        let lock = match is_keeper {
            true => lock(path, &store, lang).map(Some),
            false => Ok(None),
        };
        Ok(Self { path: path.to_owned(), store, is_keeper, _lock: together(peers, lock)? })
    }
}

/// Takes the lock of a run folder and tidies it.
fn lock(path: &Path, store: &Store, lang: Lang) -> Result<Lock, Failure> {
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
    store.remove_remains().or_exit(Exit::Io, || format!("failed to tidy the run folder {}", path.display()))?;
    Ok(lock)
}

/// Refuses a folder that holds a run, or a training, whose checkpoints have the same names.
fn refuse_run(path: &Path, lang: Lang) -> Result<(), Failure> {
    if path.join("train.toml").exists() {
        let path = path.display();
        return Err(Failure::new(
            Exit::Usage,
            say!(lang, "{path} holds a training: give another --run", "{path} 里是一次训练：请换一个 --run"),
        ));
    }
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

/// Takes the lock of a folder. `status` holds it for a moment when it looks who works there, so a few attempts.
pub(crate) fn take_lock(path: &Path) -> Result<Lock, LockError> {
    take_lock_by(path, || std::thread::sleep(LOCK_PAUSE))
}

fn take_lock_by(path: &Path, mut pause: impl FnMut()) -> Result<Lock, LockError> {
    let mut attempts = 1..LOCK_ATTEMPTS;
    loop {
        match Lock::take(path, std::process::id()) {
            Err(LockError::Taken { .. }) if attempts.next().is_some() => pause(),
            outcome => return outcome,
        }
    }
}

/// Reads `run.toml` of a run folder.
///
/// # Errors
/// When it is not there or not what this program writes.
pub(crate) fn read_run_file(path: &Path, lang: Lang) -> Result<RunFile, Failure> {
    parse_run(&read_run_text(path, lang)?, path, lang)
}

fn read_run_text(path: &Path, lang: Lang) -> Result<String, Failure> {
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
    fs::read_to_string(&file).or_exit(Exit::Io, || format!("failed to read {}", file.display()))
}

/// Understands the text of the `run.toml` of a folder.
fn parse_run(text: &str, path: &Path, lang: Lang) -> Result<RunFile, Failure> {
    let (file, shown) = (path.join("run.toml"), path.display());
    let run: RunFile =
        toml::from_str(text).or_exit(Exit::BadInput, || format!("failed to understand {}", file.display()))?;
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
    match run.wrong() {
        Some(wrong) => {
            let (file, wrong) = (file.display(), wrong.get(lang));
            Err(Failure::new(Exit::BadInput, say!(lang, "{file}: {wrong}", "{file}：{wrong}")))
        }
        None => Ok(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_locks_nobody_out_and_who_works_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = fs::File::create(folder.path().join("lock")).expect("a lock file");
        let mut pauses = 0;
        file.lock_shared().expect("a look");
        let taken = take_lock_by(folder.path(), || {
            pauses += 1;
            if pauses == 2 {
                file.unlock().expect("the end of the look");
            }
        });
        assert!(taken.is_ok() && pauses == 2);
        pauses = 0;
        let refused = take_lock_by(folder.path(), || pauses += 1);
        assert!(matches!(refused, Err(LockError::Taken { .. })) && pauses + 1 == LOCK_ATTEMPTS);
        assert!(Lock::owner(folder.path()).is_some());
    }
}
