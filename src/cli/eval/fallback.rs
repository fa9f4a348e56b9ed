//! `solve` where the refill is random: no move list has a fixed score, so it says what can be said. The best move now,
//! what the game is expected to end with, and where to go on.

use super::adviser::{Adviser, Answer};
use super::played::Played;
use super::report::{method, mode, row_of, ties};
use super::settings::Settings;
use crate::advice::{By, Games, Guided, Policy, Potential, Rollout, Start};
use crate::cli::args::SolveArgs;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::options::first_given;
use crate::cli::ui::Ui;
use crate::game::Game;
use crate::games::sandbox::Sandbox;
use crate::puzzle::{Origin, Puzzle};
use crate::replay::in_words;
use crate::types::Seed;

/// Games where neither `--iterations` nor `--time` is given.
const GAMES: u64 = 200;
/// Samples per decision of the games that `--time` pays for.
const SAMPLES: u64 = 64;

/// Says the best move now and the expected end value, and points to `advise`.
///
/// # Errors
/// When the puzzle cannot be played or an option does not go with it.
pub(crate) fn fall_back(puzzle: &Puzzle, args: &SolveArgs, ui: &Ui) -> Result<Exit, Failure> {
    refuse_foreign(args, ui)?;
    let mut game = super::command::random_game(puzzle, ui)?;
    for piece in args.forbidden()? {
        game.forbid_drag(piece);
    }
    let settings = Settings { seed: args.search.seed, ..Settings::default() };
    let adviser = Adviser::new(settings, args.search.threads, ui)?;
    let answer = adviser.ask(&game, &game.root(), 0).map_err(|error| Failure::new(Exit::BadInput, error))?;
    let potential = Potential::of(game.rules());
    let rollout = Rollout::default();
    let guided = Guided { potential: &potential };
    let sampled = By { evaluator: &rollout, samples: SAMPLES };
    let policy: &dyn Policy = if args.limits.time.is_some() { &sampled } else { &guided };
    let time = args.limits.time;
    // As many as asked for, as many as the time allows, or the usual number.
    let most = args.limits.iterations.unwrap_or(if time.is_some() { u64::MAX } else { GAMES });
    let played = Played { game: &game, policy, start: Start::Puzzle, seed: Seed(args.search.seed), most, time };
    let games = played.on(adviser.pool(), |_, _| {});
    if ui.json {
        let games = serde_json::json!({
            "player": games.policy, "games": games.totals.len(), "mean": games.mean, "std_error": games.std_error,
            "q05": games.spread.q05, "q50": games.spread.q50, "q95": games.spread.q95,
        });
        let states_error = adviser.evaluator(&game).states_error();
        let best = answer.evaluation.best().map(|row| row_of(&game, row, states_error));
        let event = serde_json::json!({
            "event": "advice", "puzzle": puzzle.name, "seed": args.search.seed, "samples": answer.evaluation.samples,
            "complete": answer.is_complete, "best": best, "end_value": games,
        });
        let text = serde_json::to_string(&event).or_exit(Exit::Internal, || "failed to write JSON".to_owned())?;
        ui.print(&format!("{text}\n"));
    } else {
        print(puzzle, (&game, &adviser, &answer), &games, ui);
    }
    let shown = args.puzzle.display();
    ui.remark(&say!(ui.lang, "step by step with: xiaochu advise {shown}", "逐步建议：xiaochu advise {shown}"));
    Ok(Exit::Done)
}

/// Refuses what only a search can do.
fn refuse_foreign(args: &SolveArgs, ui: &Ui) -> Result<(), Failure> {
    let given = [
        ("--run", args.run.is_some()),
        ("--trace", args.trace.is_some()),
        ("--workers", args.workers.is_some()),
        ("--strategy", args.search.strategy.is_some()),
        ("--memo", args.search.memo),
        ("--top-k", args.search.top_k.is_some()),
        ("--checkpoint-every", args.checkpoint_every.is_some()),
        ("--target", args.limits.target.is_some()),
        ("--until", args.limits.until.is_some()),
        ("--stagnation", args.limits.stagnation.is_some()),
    ];
    match first_given(&given).or_else(|| first_given(&args.search.tree_options_given())) {
        None => Ok(()),
        Some(option) => Err(Failure::new(
            Exit::Usage,
            say!(
                ui.lang,
                "{option} means nothing here: the refill is random, so no move list has a fixed score; leave it out for \
                 the best move now, or use `xiaochu advise`",
                "{option} 在此无意义：补充是随机的，走法没有固定得分；去掉它可得到当前最佳走法，或用 `xiaochu advise`"
            ),
        )),
    }
}

fn print(puzzle: &Puzzle, (game, adviser, answer): (&Sandbox, &Adviser, &Answer), games: &Games, ui: &Ui) {
    let lang = ui.lang;
    let (mode, method) = (mode(puzzle, lang), method(adviser, answer, lang));
    let mut out = say!(
        lang,
        "the refill is random ({mode}): no move list has a fixed score. Rows and columns count from 1.\n",
        "补充是随机的（{mode}）：走法没有固定得分。行和列从 1 数起。\n"
    );
    match answer.evaluation.best() {
        Some(best) => {
            let words = in_words(game.action(best.mv), Origin::One, lang);
            let (value, error) = (best.value, best.std_error);
            out += &say!(
                lang,
                "best move now: {words} (value {value:.2} ± {error:.2}; {method})\n",
                "当前最佳走法：{words}（估值 {value:.2} ± {error:.2}；{method}）\n"
            );
            out += &ties_without_marks(adviser, game, answer, ui);
        }
        None => out += &say!(lang, "no move is left\n", "已无着可走\n"),
    }
    let player = if games.policy == "guided" {
        say!(
            lang,
            "played on by the quick guide; with --time by the advisor itself on {SAMPLES} samples a move, which makes more",
            "由快速向导走完；给出 --time 则由建议器以每步 {SAMPLES} 个样本走完，结果更高"
        )
    } else {
        say!(lang, "played on by the advisor on {SAMPLES} samples a move", "由建议器以每步 {SAMPLES} 个样本走完")
    };
    let (count, mean, error, spread) = (games.totals.len(), games.mean, games.std_error, games.spread);
    let (q05, q50, q95) = (spread.q05, spread.q50, spread.q95);
    out += &say!(
        lang,
        "expected end value: {mean:.1} ± {error:.1}; 5 % {q05:.1}, 50 % {q50:.1}, 95 % {q95:.1} \
         ({count} games, {player})\n",
        "预期最终价值：{mean:.1} ± {error:.1}；5% {q05:.1}，50% {q50:.1}，95% {q95:.1}（{count} 局，{player}）\n"
    );
    ui.print(&out);
}

/// As in `eval`, without the table's marks.
fn ties_without_marks(adviser: &Adviser, game: &Sandbox, answer: &Answer, ui: &Ui) -> String {
    if ties(adviser, game, answer, ui.lang).is_empty() {
        return String::new();
    }
    let tied = answer.evaluation.tied() - 1;
    say!(ui.lang, "{tied} more moves cannot be told apart from it\n", "另有 {tied} 个走法与它难分高下\n")
}
