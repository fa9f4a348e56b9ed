//! (seed, trees or workers, iterations) fixes the result, on however many ranks.

use crate::common::*;

#[test]
fn trees_give_the_same_line_and_table_on_any_number_of_ranks() {
    let place = tempfile::tempdir().unwrap();
    let alone = place.path().join("alone");
    let limit = ["--iterations", "3001"];
    let mut command = solve(program(0), &alone);
    command.args(limit).args(["--threads", "1"]);
    finish(command, 0);
    let expected = result(&alone);
    // Six ranks are more than there are trees.
    for ranks in [1, 2, 4, 6] {
        let run = place.path().join(ranks.to_string());
        let mut command = solve(program(ranks), &run);
        command.args(limit);
        let output = finish(command, 0);
        assert_eq!(result(&run), expected, "{ranks} ranks");
        assert_eq!(String::from_utf8_lossy(&output.stdout).matches("# bench").count(), 1, "one rank speaks");
        assert_eq!(count(&run, "start"), 1);
        assert_eq!(stderr(&output).contains("the search has 5 parts"), ranks == 6, "{}", stderr(&output));
        // The checkpoint is the same as well: whoever resumes it goes on alike.
        let more = ["--iterations", "4500"];
        let mut command = resume(program([2, 0, 3, 1][ranks % 4]), &run);
        command.args(more);
        finish(command, 0);
    }
    let mut command = resume(program(0), &alone);
    command.args(["--iterations", "4500"]);
    finish(command, 0);
    for ranks in [1, 2, 4, 6] {
        assert_eq!(result(&place.path().join(ranks.to_string())), result(&alone), "{ranks} ranks and others");
    }
}

#[test]
fn workers_give_the_same_line_on_any_number_of_ranks() {
    let place = tempfile::tempdir().unwrap();
    for strategy in ["auto", "nrpa"] {
        let iterations = if strategy == "auto" { "60000" } else { "400" };
        let mut results = Vec::new();
        for ranks in [0, 2, 3] {
            let run = place.path().join(format!("{strategy}-{ranks}"));
            let mut command = program(ranks);
            command.arg("solve").arg(usual()).arg("--run").arg(&run).args(["--strategy", strategy]);
            command.args(["--workers", "3", "--memory", "96MiB", "--iterations", iterations, "--threads", "1"]);
            finish(command, 0);
            results.push(result(&run));
        }
        assert_eq!(results[0], results[1], "{strategy}");
        assert_eq!(results[0], results[2], "{strategy}");
    }
}

#[test]
fn workers_default_to_one_per_rank_and_go_on_elsewhere() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("run");
    let mut command = program(2);
    command.arg("solve").arg(usual()).arg("--run").arg(&run).args(["--strategy", "beam", "--iterations", "20000"]);
    finish(command, 0);
    let mut command = resume(program(0), &run);
    command.args(["--iterations", "30000"]);
    finish(command, 0);
    assert_eq!(result(&run).iterations(), 30000);
}
