//! From the arguments to the command, and from its outcome to the exit code.

use super::allocator::return_large_blocks;
use super::args::{Cli, Command};
use super::exit::{Exit, Failure};
use super::run::ProgressMode;
use super::ui::{Ui, stdout_failure};
use super::{
    advise, bench, compare, eval, export, generated, help, lang, merge, perft, replay, resume_from, solve, status,
    train, tune, twofour, verify,
};
use clap::{ColorChoice, FromArgMatches};
use lang::{Lang, say};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    return_large_blocks();
    let env = |name: &str| std::env::var(name).ok();
    let args: Vec<_> = std::env::args_os().collect();
    let lang = help::requested(&args, env);
    let parsed = help::command(lang).try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(help::report(&error, lang) as u8),
    };
    let color = match cli.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stdout().is_terminal() && std::io::stderr().is_terminal() && env("NO_COLOR").is_none()
        }
    };
    let ui = Ui {
        lang: cli.lang.resolve(env),
        json: false,
        progress: ProgressMode::Auto,
        quiet: cli.quiet,
        // Clap refuses both only where they stand at the same command.
        verbose: cli.verbose && !cli.quiet,
        color,
    };
    let exit = run(&cli.command, &ui).and_then(|exit| arrived(exit, ui.lang)).unwrap_or_else(|failure| {
        complain(&failure, ui.lang);
        failure.exit
    });
    ExitCode::from(exit as u8)
}

fn run(command: &Command, ui: &Ui) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::solve(args, ui),
        Command::Resume(args) => solve::resume(args, ui),
        Command::Status(args) => status::status(args, ui),
        Command::Merge(args) => merge::merge(args, ui),
        Command::Export(args) => export::export(args, ui),
        Command::Replay(args) => replay::replay(args, ui),
        Command::ResumeFrom(args) => resume_from::resume_from(args, ui),
        Command::Verify(args) => verify::verify(args, ui),
        Command::Bench(args) => bench::bench(args, ui),
        Command::Train(args) => train::train(args, ui),
        Command::Perft(args) => perft::perft(args, ui),
        Command::Eval(args) => eval::eval(args, ui),
        Command::Advise(args) => advise::advise(args, ui),
        Command::Tune(args) => tune::tune(args, ui),
        Command::Twofour(args) => twofour::twofour(args, ui),
        Command::Compare(args) => compare::compare(args, ui),
        Command::Completions { shell } => Ok(generated::completions(*shell, ui)),
        Command::Man => generated::man(ui),
    }
}

/// The exit code of a command that is through: it is not done if what it printed got lost.
fn arrived(exit: Exit, lang: Lang) -> Result<Exit, Failure> {
    match stdout_failure() {
        Some(error) if exit == Exit::Done => Err(Failure::new(
            Exit::Io,
            say!(
                lang,
                "failed to write to stdout: {error}; what was printed is not complete",
                "无法写入标准输出：{error}；输出不完整"
            ),
        )),
        _ => Ok(exit),
    }
}

/// Says what went wrong, on stderr.
fn complain(failure: &Failure, lang: Lang) {
    let message = failure.message(lang);
    let text = if failure.is_headed { message } else { say!(lang, "error: {message}", "错误：{message}") };
    // There is nobody else to tell.
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}
