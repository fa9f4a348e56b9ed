//! Ranks that are killed and jobs that are told to end.

use crate::common::*;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// More than a job comes to before it is killed.
const ENDLESS: [&str; 2] = ["--iterations", "1000000000000"];
const OFTEN: [&str; 2] = ["--checkpoint-every", "100ms"];
/// How long `mpirun` may stay when no process of its is left. Now and then Open MPI 4.1 does so for ever when it was told to
/// end just as they did.
const WINDING_UP: Duration = Duration::from_secs(30);

/// The processes that `mpirun` has started and that still run, by id.
fn ranks_of(job: &Child) -> Vec<i32> {
    let parent = format!(" {} ", job.id());
    let mut ranks: Vec<i32> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter(|id| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            // Behind the name come the state and the parent.
            let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
            rest.get(2..).is_some_and(|rest| rest.starts_with(&parent)) && !rest.starts_with(" Z")
        })
        .collect();
    ranks.sort_unstable();
    ranks
}

fn kill(id: i32, signal: Signal) {
    kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
}

/// Waits for a job that does not end well.
fn fails(mut job: Child) {
    let mut alone_since = None;
    loop {
        if let Some(status) = job.try_wait().unwrap() {
            return assert!(!status.success());
        }
        let since = *alone_since.get_or_insert_with(Instant::now);
        if !ranks_of(&job).is_empty() {
            alone_since = None;
        } else if since.elapsed() > WINDING_UP {
            job.kill().unwrap();
            job.wait().unwrap();
            return;
        }
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_killed_rank_ends_the_job_and_others_go_on_to_the_same_result() {
    let place = tempfile::tempdir().unwrap();
    for (before, victim, after) in [(4, 2, 2), (2, 0, 3), (3, 1, 0)] {
        let [run, unbroken] = ["killed", "unbroken"].map(|name| place.path().join(format!("{name}-{before}")));
        let mut command = solve(program(before), &run);
        let job = command.args(ENDLESS).args(OFTEN).spawn().unwrap();
        until("there is a checkpoint", || count(&run, "checkpoint") > 0);
        kill(ranks_of(&job)[victim], Signal::KILL);
        fails(job);
        assert_eq!(count(&run, "end"), 0);
        // As many for each of the five trees as all have together, so none is ahead of its share.
        let iterations = (5 * result(&run).iterations()).to_string();
        for mut command in [resume(program(after), &run), solve(program(0), &unbroken)] {
            command.args(["--iterations", &iterations]);
            finish(command, 0);
        }
        assert_eq!(result(&run), result(&unbroken), "{before} ranks, then {after}");
    }
}

#[test]
fn a_signal_to_one_rank_ends_all_after_a_save() {
    let place = tempfile::tempdir().unwrap();
    for (signal, to_rank) in [(Signal::TERM, Some(1)), (Signal::USR2, None), (Signal::TERM, None)] {
        let run = place.path().join(format!("{signal:?}-{to_rank:?}"));
        let mut command = solve(program(3), &run);
        if signal == Signal::TERM && to_rank.is_none() {
            // Seconds to save for those that mpirun has told to end before it kills them; it waits as long before it tells them.
            command.env("OMPI_MCA_odls_base_sigkill_timeout", "20");
        }
        let job = command.spawn().unwrap();
        until("it searches", || count(&run, "improvement") > 0);
        let target = to_rank.map_or_else(|| i32::try_from(job.id()).unwrap(), |rank| ranks_of(&job)[rank]);
        kill(target, signal);
        fails(job);
        assert_eq!(events(&run).pop().unwrap()["reason"], "signal", "{signal:?} to {to_rank:?}");
        assert_eq!(count(&run, "checkpoint"), 1);
        let mut command = resume(program(2), &run);
        command.args(["--time", "1s"]);
        finish(command, 0);
        assert_eq!(events(&run).pop().unwrap()["reason"], "time");
    }
}
