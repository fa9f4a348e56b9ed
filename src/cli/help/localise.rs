//! The command line with the texts of a language.

use super::zh::{ABOUTS, ARGUMENTS, HEADINGS};
use crate::cli::args::Cli;
use crate::cli::lang::{Lang, LangChoice};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory, ValueEnum};
use std::ffi::OsString;

/// The layout of a help page; clap's own has English headings.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}";

/// What `compare` has `--strategies` for: it refuses these with a word of its own, and its help leaves them out.
const SAID_BY_STRATEGIES: [&str; 3] = ["strategy", "memo", "top_k"];

/// The language that the arguments ask for. Help is printed while they are parsed, so this looks at them before.
#[must_use]
pub(crate) fn requested(args: &[OsString], env: impl Fn(&str) -> Option<String>) -> Lang {
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).take_while(|arg| *arg != "--").collect();
    let value = |at: usize| match words[at].strip_prefix("--lang")? {
        "" => words.get(at + 1).copied(),
        rest => rest.strip_prefix('='),
    };
    let choice = (0..words.len()).rev().find_map(value);
    choice.and_then(|choice| LangChoice::from_str(choice, true).ok()).unwrap_or_default().resolve(env)
}

/// The command line in a language.
#[must_use]
pub(crate) fn command(lang: Lang) -> Command {
    // A negative number is a wrong value, not an option that nobody knows.
    let command = Cli::command()
        .mut_subcommands(|command| command.mut_args(negative))
        .mut_subcommand("bench", |bench| bench.mut_args(|arg| search_option(arg, &[], |arg| arg.requires("set"))))
        .mut_subcommand("compare", |compare| {
            let restrict = |arg| search_option(arg, &["seed", "memory"], |arg| arg.conflicts_with("set"));
            SAID_BY_STRATEGIES.into_iter().fold(compare.mut_args(restrict), hide)
        });
    match lang {
        Lang::En => command,
        Lang::Zh => chinese(command),
    }
}

fn hide(command: Command, id: &str) -> Command {
    command.mut_arg(id, |arg| arg.hide(true))
}

/// Restricts what makes up a search, which a fixed experiment has its own of; its threads and the named ones apart.
fn search_option(arg: Arg, except: &[&str], restrict: impl FnOnce(Arg) -> Arg) -> Arg {
    let id = arg.get_id().as_str();
    let is_free = arg.get_help_heading() != Some("Search") || id == "threads" || except.contains(&id);
    if is_free { arg } else { restrict(arg) }
}

fn negative(arg: Arg) -> Arg {
    let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
    arg.allow_negative_numbers(is_option)
}

fn chinese(mut command: Command) -> Command {
    // Only a built command has its help arguments, its global ones and its usage.
    command.build();
    translate(&mut command);
    command
}

fn translate(command: &mut Command) {
    let name = command.get_name().to_owned();
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("[OPTIONS]", "[选项]").replace("<COMMAND>", "<命令>");
    let mut changed = std::mem::take(command)
        .help_template(TEMPLATE)
        .override_usage(usage.replace("[COMMAND]", "[命令]"))
        .subcommand_help_heading("命令")
        .mut_args(|arg| argument(&name, arg));
    if let Some(about) = about_of(&name) {
        changed = changed.about(about);
    }
    changed.get_subcommands_mut().for_each(translate);
    *command = changed;
}

/// The Chinese line about a command.
pub(super) fn about_of(command: &str) -> Option<&'static str> {
    ABOUTS.iter().find(|(name, _)| *name == command).map(|(_, text)| *text)
}

/// The Chinese help of an argument: that of its command, else that of its name anywhere.
pub(super) fn help_of(command: &str, id: &str) -> Option<&'static str> {
    let of = |wanted: &str| ARGUMENTS.iter().find(|(name, arg, _)| *name == wanted && *arg == id);
    of(command).or_else(|| of("*")).map(|(_, _, text)| *text)
}

fn argument(command: &str, arg: Arg) -> Arg {
    let Some(text) = help_of(command, arg.get_id().as_str()) else { return arg };
    let mut text = text.to_owned();
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let takes_value = arg.get_action().takes_values();
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        text += &format!(" [默认：{}]", defaults.join(","));
    }
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if takes_value && !values.is_empty() {
        text += &format!(" [可选：{}]", values.join("、"));
    }
    let heading = match arg.get_help_heading() {
        Some(heading) => {
            HEADINGS.iter().find(|(english, _)| *english == heading).map_or(heading, |(_, chinese)| chinese).to_owned()
        }
        None if arg.is_positional() => "参数".to_owned(),
        None => "选项".to_owned(),
    };
    let arg = arg.help(text).long_help(Resettable::<StyledStr>::Reset);
    arg.hide_default_value(true).hide_possible_values(true).help_heading(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(command: &Command, visit: &mut dyn FnMut(&Command)) {
        visit(command);
        command.get_subcommands().filter(|sub| sub.get_name() != "help").for_each(|sub| all(sub, visit));
    }

    #[test]
    fn every_command_and_every_argument_has_a_chinese_text() {
        let mut built = Cli::command();
        built.build();
        let mut missing = Vec::new();
        all(&built, &mut |command| {
            let name = command.get_name();
            if about_of(name).is_none() {
                missing.push(name.to_owned());
            }
            for arg in command.get_arguments().filter(|arg| help_of(name, arg.get_id().as_str()).is_none()) {
                missing.push(format!("{name} {}: {}", arg.get_id(), arg.get_help().cloned().unwrap_or_default()));
            }
            for heading in command.get_arguments().filter_map(Arg::get_help_heading) {
                if !HEADINGS.iter().any(|(english, _)| *english == heading) {
                    missing.push(format!("the heading {heading}"));
                }
            }
        });
        assert!(missing.is_empty(), "without a Chinese text in cli/help/zh.rs:\n{}", missing.join("\n"));
    }

    #[test]
    fn no_help_page_in_chinese_has_an_english_heading() {
        let mut command = command(Lang::Zh);
        let mut pages = vec![command.render_long_help().to_string()];
        for sub in command.get_subcommands_mut() {
            pages.push(sub.render_long_help().to_string());
        }
        assert!(pages.len() > 10);
        for page in pages {
            for word in
                ["Usage", "Options:", "Commands:", "Arguments:", "default:", "possible values", "OPTIONS", "Print"]
            {
                assert!(!page.contains(word), "{word} in\n{page}");
            }
        }
    }

    #[test]
    fn both_languages_take_the_same_arguments() {
        command(Lang::Zh).debug_assert();
        for lang in [Lang::En, Lang::Zh] {
            let matches = command(lang).try_get_matches_from(["xiaochu", "verify", "a", "--lang", "zh"]);
            assert_eq!(matches.expect("a good command line").subcommand_name(), Some("verify"));
        }
    }

    #[test]
    fn the_last_lang_decides_wherever_it_stands() {
        let lang = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            requested(&args, |name| (name == "LANG").then(|| "zh_CN.UTF-8".to_owned()))
        };
        assert_eq!(lang("xiaochu --lang en solve"), Lang::En);
        assert_eq!(lang("xiaochu solve --lang=en"), Lang::En);
        assert_eq!(lang("xiaochu --lang=en solve --lang zh"), Lang::Zh);
        assert_eq!(lang("xiaochu solve"), Lang::Zh);
        assert_eq!(lang("xiaochu solve --lang"), Lang::Zh);
    }
}
