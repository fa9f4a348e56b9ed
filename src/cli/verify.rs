//! `verify`: replay by rules code of its own, print the score or the first move that is wrong.

use super::args::VerifyArgs;
use super::exit::{Exit, Failure};
use super::files::read_solution;
use super::lang::{Lang, say};
use super::moves::start_of;
use super::reasons::refusal;
use super::ui::Ui;
use crate::puzzle::{Claim, Solution};
use crate::verify::{Verified, check};

/// Runs `verify`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn verify(args: &VerifyArgs, ui: &Ui) -> Result<Exit, Failure> {
    let solution = read_solution(&args.source, args.puzzle.as_deref(), ui)?;
    if solution.claim == Claim::Impossible {
        ui.print(&say!(
            ui.lang,
            "claimed to have no solution: a replay cannot check that, `xiaochu solve --strategy exact` can\n",
            "声称无解：重放无法检验，可用 `xiaochu solve --strategy exact` 检验\n"
        ));
        return Ok(Exit::Done);
    }
    let score = verified(&solution, ui.lang)?.score;
    ui.print(&format!("{score}\n"));
    Ok(Exit::Done)
}

/// Replays a solution by the independent rules.
///
/// # Errors
/// With the first move that is wrong, or when the score is not what was claimed.
pub(crate) fn verified(solution: &Solution, lang: Lang) -> Result<Verified, Failure> {
    check(start_of(&solution.puzzle), &solution.moves, solution.score)
        .map_err(|error| Failure::new(Exit::VerificationFailed, refusal(&error, lang)))
}
