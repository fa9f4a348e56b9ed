//! What is wrong with a command line. clap says it in English; here is the same in Chinese.

use crate::cli::exit::Exit;
use crate::cli::lang::Lang;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::io::Write;

/// Prints help, the version, or what is wrong, and says how the program ends.
pub(crate) fn report(error: &Error, lang: Lang) -> Exit {
    if lang == Lang::En || !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // There is nobody else to tell.
        drop(error.print());
    } else {
        let text = format!("错误：{}\n\n更多信息请用 '--help'。", chinese(error));
        drop(writeln!(std::io::stderr().lock(), "{text}"));
    }
    if error.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// The mistake in a sentence.
fn chinese(error: &Error) -> String {
    let get = |kind| error.get(kind).map(said).unwrap_or_default();
    let (arg, value) = (get(ContextKind::InvalidArg), get(ContextKind::InvalidValue));
    let mut text = match error.kind() {
        ErrorKind::UnknownArgument => format!("没有参数 '{arg}'"),
        ErrorKind::InvalidSubcommand => format!("没有命令 '{}'", get(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingSubcommand => "缺少命令".to_owned(),
        ErrorKind::InvalidValue if value.is_empty() => format!("'{arg}' 需要一个值"),
        ErrorKind::InvalidValue => format!("'{arg}' 的值 '{value}' 无效"),
        ErrorKind::ValueValidation => {
            let why = error.source().map(|why| format!("（{why}）")).unwrap_or_default();
            format!("'{arg}' 的值 '{value}' 无效{why}")
        }
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{arg}"),
        ErrorKind::ArgumentConflict => format!("'{arg}' 不能与 '{}' 一起使用", get(ContextKind::PriorArg)),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("'{arg}' 的值的个数不对")
        }
        ErrorKind::NoEquals => format!("'{arg}' 后面要用 '='"),
        _ => format!("命令行有误：{error}"),
    };
    let valid = get(ContextKind::ValidValue);
    if !valid.is_empty() {
        text += &format!("；可选：{valid}");
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue] {
        let near = get(kind);
        if !near.is_empty() {
            text += &format!("；是不是 '{near}'？");
        }
    }
    text
}

/// What clap noted, in words.
fn said(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join("、"),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect::<Vec<_>>().join("、"),
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help::command;

    fn mistake(line: &str) -> String {
        chinese(&command(Lang::Zh).try_get_matches_from(line.split(' ')).expect_err("a bad command line"))
    }

    #[test]
    fn mistakes_are_named_in_chinese() {
        assert_eq!(mistake("xiaochu solvee x"), "没有命令 'solvee'；是不是 'solve'？");
        assert_eq!(mistake("xiaochu solve x --sed 1"), "没有参数 '--sed'；是不是 '--seed'？");
        assert_eq!(mistake("xiaochu verify"), "缺少参数：<RUN|SOLUTION>");
        assert_eq!(
            mistake("xiaochu replay x --format pdf"),
            "'--format <FORMAT>' 的值 'pdf' 无效；可选：auto、text、json"
        );
        assert!(mistake("xiaochu replay x --origin 7").starts_with("'--origin <0|1>' 的值 '7' 无效（"));
    }
}
