//! Several processes that start, go wrong and end as one.
//!
//! Whatever one process does not manage, all give up with its message and its exit code, so none waits for another.

use crate::cli::exit::{Exit, Failure};
use crate::cli::lang::{Lang, both};
use crate::cli::threads::cores;
use crate::cluster::{Alone, Peers, tell};
use crate::types::mix;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// What launchers of MPI programs set in the environment of what they start.
#[cfg(feature = "mpi")]
const LAUNCHED: [&str; 5] = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"];

/// The other processes that were started with this one, if a launcher started it.
///
/// # Errors
/// When MPI cannot be had.
#[cfg(feature = "mpi")]
pub(crate) fn join(_: Lang) -> Result<Box<dyn Peers>, Failure> {
    if LAUNCHED.iter().all(|name| std::env::var_os(name).is_none()) {
        return Ok(Box::new(Alone));
    }
    match crate::cluster::Mpi::join() {
        Some(peers) => Ok(Box::new(peers)),
        None => Err(Failure::told(
            Exit::Internal,
            both!(
                "failed to join the other processes: this MPI allows no threads",
                "无法加入其他进程：这个 MPI 不支持多线程"
            ),
        )),
    }
}

/// Nobody: this build knows no MPI.
///
/// # Errors
/// When `mpirun` started several, which would all do the same.
#[cfg(not(feature = "mpi"))]
pub(crate) fn join(lang: Lang) -> Result<Box<dyn Peers>, Failure> {
    let ranks = std::env::var("OMPI_COMM_WORLD_SIZE").ok().and_then(|ranks| ranks.parse::<usize>().ok());
    match ranks {
        Some(ranks) if ranks > 1 => Err(Failure::new(
            Exit::Usage,
            crate::cli::lang::say!(
                lang,
                "mpirun started {ranks} processes, but this build knows no MPI: install it with `cargo install --path . --features mpi`",
                "mpirun 启动了 {ranks} 个进程，但本程序未启用 MPI：请用 `cargo install --path . --features mpi` 安装"
            ),
        )),
        _ => Ok(Box::new(Alone)),
    }
}

/// Exit codes of failures.
const EXITS: [Exit; 8] = [
    Exit::Internal,
    Exit::Usage,
    Exit::BadInput,
    Exit::NoCheckpoint,
    Exit::VerificationFailed,
    Exit::Locked,
    Exit::Io,
    Exit::TargetMissed,
];

/// This process's value, when no process has failed.
///
/// # Errors
/// The failure of the lowest rank that has one, on every rank.
pub(crate) fn together<T>(peers: &dyn Peers, result: Result<T, Failure>) -> Result<T, Failure> {
    if !peers.is_many() {
        return result;
    }
    let Some(rank) = peers.first(result.is_err()) else { return result };
    let told = result
        .err()
        .map(|failure| (failure.exit as u8, failure.is_headed, failure.message(Lang::En), failure.message(Lang::Zh)));
    let told = tell(peers, rank, serde_json::to_vec(&told).unwrap_or_default());
    let told: Option<(u8, bool, String, String)> = serde_json::from_slice(&told).unwrap_or_default();
    let (code, is_headed, en, zh) = told.unwrap_or_default();
    let exit = EXITS.into_iter().find(|exit| *exit as u8 == code).unwrap_or(Exit::Internal);
    let text = if rank > 0 { both!("{en} (rank {rank})", "{zh}（进程号 {rank}）") } else { both!("{en}", "{zh}") };
    Err(Failure { is_headed, ..Failure::told(exit, text) })
}

/// A value that the head works out, told to all as text.
///
/// # Errors
/// The head's failure, on every rank.
pub(crate) fn by_head(peers: &dyn Peers, work: impl FnOnce() -> Result<String, Failure>) -> Result<String, Failure> {
    let own = if peers.is_head() { work() } else { Ok(String::new()) };
    let text = together(peers, own)?;
    Ok(String::from_utf8_lossy(&tell(peers, 0, text.into_bytes())).into_owned())
}

/// How it ends for this process: what went wrong, and the exit code, are told by the head alone. A launcher that sees
/// another process fail would end the head before it has spoken.
///
/// # Errors
/// The head's.
pub(crate) fn leave(peers: &dyn Peers, outcome: Result<Exit, Failure>) -> Result<Exit, Failure> {
    if peers.is_head() { outcome } else { Ok(Exit::Done) }
}

/// Threads of this process: so many as are wanted, but no more than its share of the cores that it has together with
/// others. 0 wants them all.
pub(crate) fn threads(peers: &dyn Peers, wanted: usize) -> usize {
    if !peers.is_many() {
        return if wanted == 0 { cores() } else { wanted };
    }
    let mut seats = vec![0_i64; peers.count()];
    let seat = i64::from_le_bytes(seat().to_le_bytes());
    seats[peers.rank()] = seat;
    peers.sum(&mut seats);
    let sharers = seats.iter().filter(|&&other| other == seat).count().max(1);
    let fair = (cores() / sharers).max(1);
    if wanted == 0 { fair } else { wanted.min(fair) }
}

/// A number that is equal for processes that run on the same cores of the same machine.
fn seat() -> u64 {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let cores = status.lines().find(|line| line.starts_with("Cpus_allowed:")).unwrap_or_default();
    host.bytes().chain(cores.bytes()).fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// Whether this process is the keeper of its folder: the lowest rank of those that see the same one. Each leaves a
/// file and looks for those of the others, so it does not matter how the folder is shared.
///
/// # Errors
/// When the folder cannot be written, on every rank.
pub(crate) fn is_keeper(peers: &dyn Peers, folder: &Path) -> Result<bool, Failure> {
    if !peers.is_many() {
        return Ok(true);
    }
    let token = by_head(peers, || Ok(format!("{}-{}", std::process::id(), jiff::Timestamp::now().as_nanosecond())))?;
    let path = |rank: usize| folder.join(format!(".xiaochu-rank-{token}-{rank}"));
    let failed = |error: io::Error| Failure::new(Exit::Io, format!("failed to write {}: {error}", folder.display()));
    let left = File::create(path(peers.rank())).map(drop);
    together(peers, left.map_err(failed))?;
    let lowest = (0..peers.rank()).find(|&rank| path(rank).exists());
    together(peers, Ok(()))?;
    let removed = fs::remove_file(path(peers.rank()));
    together(peers, removed.map_err(failed))?;
    Ok(lowest.is_none())
}
