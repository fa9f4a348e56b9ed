//! The program under test on some ranks, its run folders, and what is in them.

pub(crate) use crate::run::*;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Open MPI that accepts to be run by root, on fewer cores than ranks, in a container.
fn mpirun(ranks: usize) -> Command {
    let mut command = quiet("mpirun");
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1").env("OMPI_MCA_hwloc_base_binding_policy", "none");
    command.env("OMPI_MCA_btl_vader_single_copy_mechanism", "none").env("OMPI_MCA_plm_rsh_agent", "false");
    command.env("OMPI_MCA_btl_tcp_if_include", "lo");
    command.args(["-n", &ranks.to_string()]);
    command
}

/// The program on so many ranks; on none, without MPI.
pub(crate) fn program(ranks: usize) -> Command {
    if ranks == 0 {
        return quiet(env!("CARGO_BIN_EXE_xiaochu"));
    }
    let mut command = mpirun(ranks);
    command.arg(env!("CARGO_BIN_EXE_xiaochu"));
    command
}

/// The program on so many ranks of several machines: each has the folder `machine-M` for its own, in `place`.
pub(crate) fn machines(place: &Path, ranks: usize, machines: usize) -> Command {
    let mut command = mpirun(ranks);
    let script = format!(
        "M=$((OMPI_COMM_WORLD_RANK * {machines} / {ranks})); mkdir -p machine-$M && cd machine-$M && exec {} \"$@\"",
        env!("CARGO_BIN_EXE_xiaochu")
    );
    command.current_dir(place).args(["sh", "-c", &script, "sh"]);
    command
}

/// `solve` with five trees.
pub(crate) fn solve(mut command: Command, run: &Path) -> Command {
    command.arg("solve").arg(usual()).arg("--run").arg(run);
    command.args(["--strategy", "uct-classic", "--trees", "5", "--memory", "64MiB"]);
    command
}

pub(crate) fn resume(mut command: Command, run: &Path) -> Command {
    command.arg("resume").arg(run);
    command
}

/// What a search came to: its best line, as written, and the merged table at the root of its last checkpoint.
#[derive(Debug, PartialEq)]
pub(crate) struct Result {
    best: String,
    iterations: Value,
    table: Value,
}

pub(crate) fn result(run: &Path) -> Result {
    let events = events(run);
    let last = events.iter().rfind(|event| event["event"] == "checkpoint").unwrap();
    Result {
        best: fs::read_to_string(run.join("best.json")).unwrap(),
        iterations: last["iterations"].clone(),
        table: last["table"].clone(),
    }
}

/// Names of the files in a folder, sorted.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// The files of a folder whose names contain a text.
pub(crate) fn files_with(folder: &Path, part: &str) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|name| name.contains(part)).map(|name| folder.join(name)).collect()
}

impl Result {
    /// Iterations of the last checkpoint.
    pub(crate) fn iterations(&self) -> u64 {
        self.iterations.as_u64().unwrap()
    }
}
