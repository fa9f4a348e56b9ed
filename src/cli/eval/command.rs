//! `eval`: every legal move of a position with its value and error; puzzles by file, or one a line through a pipe.

use super::adviser::Adviser;
use super::args::EvalArgs;
use super::report;
use super::settings::Settings;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::export::origin;
use crate::cli::files::{Line, bad_input, read_line, read_puzzle};
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::games::sandbox::Sandbox;
use crate::puzzle::{self, MAX_FILE_BYTES, Puzzle, PuzzleGame};
use std::io::{BufRead, Read};
use std::path::Path;

/// Runs `eval`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn eval(args: &EvalArgs, ui: &Ui) -> Result<Exit, Failure> {
    let settings = args.evaluator.settings(Settings::default(), ui)?;
    let is_piped = |path: &Path| path == Path::new("-");
    if args.puzzles.len() > 1 && args.puzzles.iter().any(|path| is_piped(path)) {
        let message =
            say!(ui.lang, "`-` stands alone: it reads puzzles from stdin", "`-` 只能单独使用：从标准输入读谜题");
        return Err(Failure::new(Exit::Usage, message));
    }
    let adviser = Adviser::new(settings, args.evaluator.threads, ui)?;
    let command = Eval { args, ui, adviser: &adviser };
    let exit = if is_piped(&args.puzzles[0]) { command.batch(std::io::stdin().lock())? } else { command.files()? };
    adviser.save_tables(ui)?;
    Ok(exit)
}

/// A command under way.
struct Eval<'a> {
    args: &'a EvalArgs,
    ui: &'a Ui,
    adviser: &'a Adviser,
}

impl Eval<'_> {
    /// Every file, each checked before the first is evaluated.
    fn files(&self) -> Result<Exit, Failure> {
        let read = |path: &std::path::PathBuf| {
            let mut puzzle = read_puzzle(path, self.ui)?;
            let game = playable(&mut puzzle, self.args, self.ui)?;
            Ok((puzzle, game))
        };
        let puzzles = self.args.puzzles.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        for (index, (puzzle, game)) in puzzles.iter().enumerate() {
            if index > 0 && !self.args.json {
                self.ui.print("\n");
            }
            let text = self.answer(puzzle, game, self.args.json)?;
            self.ui.print(&text);
        }
        Ok(Exit::Done)
    }

    /// One puzzle a line, one answer a line, as they come; a bad line is answered with what is wrong with it. A text
    /// that does not begin like JSON is one puzzle file.
    fn batch(&self, mut input: impl BufRead) -> Result<Exit, Failure> {
        let failed = || say!(self.ui.lang, "failed to read stdin", "无法读取标准输入");
        let mut exit = Exit::Done;
        let mut is_first = true;
        for number in 1_u64.. {
            let Some(Line { bytes, is_cut }) = read_line(&mut input, MAX_FILE_BYTES).or_exit(Exit::Io, failed)? else {
                break;
            };
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() {
                continue;
            }
            if std::mem::take(&mut is_first) && !line.starts_with('{') {
                // The empty lines before it count in what is said of its own.
                let mut whole = vec![b'\n'; usize::try_from(number - 1).unwrap_or(0)];
                whole.extend(&bytes);
                // One byte more than is good lets the parser see that it is too long.
                input.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut whole).or_exit(Exit::Io, failed)?;
                return self.whole(&whole);
            }
            let answered = if is_cut {
                Err(say!(self.ui.lang, "a line of more than {MAX_FILE_BYTES} bytes", "一行超过 {MAX_FILE_BYTES} 字节"))
            } else {
                self.line(line)
            };
            let text = answered.unwrap_or_else(|error| {
                exit = Exit::BadInput;
                format!("{}\n", serde_json::json!({ "line": number, "error": error }))
            });
            if !self.ui.print(&text) {
                break;
            }
        }
        Ok(exit)
    }

    /// A puzzle file that came through the pipe.
    fn whole(&self, bytes: &[u8]) -> Result<Exit, Failure> {
        let text = std::str::from_utf8(bytes).map_err(|_| {
            Failure::new(Exit::BadInput, say!(self.ui.lang, "stdin is not UTF-8 text", "标准输入不是 UTF-8 文本"))
        })?;
        let mut puzzle = puzzle::parse(text, "-").map_err(|error| bad_input(&error, self.ui))?;
        let game = playable(&mut puzzle, self.args, self.ui)?;
        let text = self.answer(&puzzle, &game, self.args.json)?;
        self.ui.print(&text);
        Ok(Exit::Done)
    }

    /// The answer to a line.
    fn line(&self, line: &str) -> Result<String, String> {
        let mut puzzle = Puzzle::from_json(line).map_err(|wrong| wrong.get(self.ui.lang).to_owned())?;
        let told = |failure: Failure| failure.message(self.ui.lang);
        let game = playable(&mut puzzle, self.args, self.ui).map_err(told)?;
        self.answer(&puzzle, &game, true).map_err(told)
    }

    fn answer(&self, puzzle: &Puzzle, game: &Sandbox, as_json: bool) -> Result<String, Failure> {
        let answer = self
            .adviser
            .ask(game, &crate::game::Game::root(game), 0)
            .map_err(|error| Failure::new(Exit::BadInput, error))?;
        let top = self.args.top.map_or(usize::MAX, |top| usize::try_from(top).unwrap_or(usize::MAX));
        if as_json {
            let report = report::report(puzzle, game, self.adviser, &answer, top);
            let text = serde_json::to_string(&report).or_exit(Exit::Internal, || "failed to write JSON".to_owned())?;
            return Ok(format!("{text}\n"));
        }
        let shown = (origin(self.args.origin), top);
        Ok(report::text(puzzle, game, (self.adviser, &answer), shown, self.ui.lang))
    }
}

/// The game of a puzzle with random refill, with the weights asked for.
fn playable(puzzle: &mut Puzzle, args: &EvalArgs, ui: &Ui) -> Result<Sandbox, Failure> {
    let game = random_game(puzzle, ui)?;
    if args.evaluator.weights.is_empty() && args.evaluator.evolve.is_empty() {
        return Ok(game);
    }
    if let PuzzleGame::Sandbox { setup, .. } = &mut puzzle.game {
        args.evaluator.apply(setup, ui)?;
    }
    random_game(puzzle, ui)
}

/// The game of a puzzle with random refill.
///
/// # Errors
/// When it is another game, its refill is fixed, or it cannot be played.
pub(crate) fn random_game(puzzle: &Puzzle, ui: &Ui) -> Result<Sandbox, Failure> {
    match &puzzle.game {
        PuzzleGame::Sandbox { setup, .. } if puzzle.is_random() => {
            Sandbox::new(setup).or_exit(Exit::BadInput, || say!(ui.lang, "failed to set up the puzzle", "无法摆出谜题"))
        }
        PuzzleGame::Sandbox { .. } => Err(Failure::new(
            Exit::BadInput,
            say!(
                ui.lang,
                "the refill is fixed here, nothing is left to chance: use `xiaochu solve`",
                "这里的补充是固定的，没有随机：请用 `xiaochu solve`"
            ),
        )),
        game => {
            let name = game.name();
            Err(Failure::new(
                Exit::BadInput,
                say!(
                    ui.lang,
                    "{name} knows no chance: use `xiaochu solve`",
                    "{name} 没有随机成分：请用 `xiaochu solve`"
                ),
            ))
        }
    }
}
