//! What the TOML and JSON libraries say of a text, in both languages. They speak English; the usual sentences are told
//! apart by their first words, and what else there is stays English inside a Chinese sentence.

use crate::lang::{Lang, Text, both};

/// What `serde` calls the kinds of values, and what they are in Chinese.
const KINDS: [(&str, &str); 17] = [
    ("string", "字符串"),
    ("a string", "字符串"),
    ("integer", "整数"),
    ("i64", "整数"),
    ("u64", "非负整数"),
    ("u32", "非负整数"),
    ("u8", " 0 至 255 的整数"),
    ("floating point", "小数"),
    ("boolean", "真假值"),
    ("a boolean", "真假值"),
    ("null", "空值"),
    ("sequence", "列表"),
    ("a sequence", "列表"),
    ("an array of length", "列表，长度为"),
    ("map", "对象"),
    ("f64", "数"),
    ("a puzzle: an object with the keys of a puzzle file", "谜题，即带有谜题文件各键的对象"),
];

/// The kinds that `serde` tells with a name of the code behind them.
const NAMED: [(&str, &str); 4] =
    [("struct ", "对象"), ("tuple variant", "列表"), ("newtype variant", "对象"), ("unit variant", "单独的词")];

/// What `serde` says where `points` or `powers` are neither of the two things they may be. It names the code, and not
/// what would be right.
const NO_TABLE: &str = "data did not match any variant of untagged enum Table";

/// What is wrong with a text that is no TOML.
pub(super) fn toml_fault(error: &toml::de::Error) -> Text {
    both!("{}", "不是合法的 TOML：{}", error.message())
}

/// What is wrong with a JSON text, without the place.
pub(super) fn json_fault(error: &serde_json::Error) -> Text {
    let full = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = full.strip_suffix(&place).unwrap_or(&full);
    if what == NO_TABLE {
        return both!("neither five numbers nor three rows of five", "既不是五个数，也不是三行、每行五个数");
    }
    Text::in_each(|lang| match lang {
        Lang::En => what.to_owned(),
        Lang::Zh if error.is_data() => chinese(what),
        Lang::Zh => format!("不是合法的 JSON：{what}"),
    })
}

/// What `serde` says of a value that does not fit.
fn chinese(what: &str) -> String {
    let (found, right) = what.rsplit_once(", expected ").unwrap_or((what, ""));
    let names = || right.trim_start_matches("one of ").replace(", ", "、").replace(" or ", " 或 ");
    if let Some(name) = found.strip_prefix("missing field ") {
        format!("缺少 {name}")
    } else if let Some(name) = found.strip_prefix("duplicate field ") {
        format!("{name} 写了两次")
    } else if let Some(name) = found.strip_prefix("unknown field ") {
        format!("没有 {name} 这个键；应为其中之一：{}", names())
    } else if let Some(name) = found.strip_prefix("unknown variant ") {
        format!("{name} 在此无意义；应为其中之一：{}", names())
    } else if let Some(value) = found.strip_prefix("invalid type: ").or_else(|| found.strip_prefix("invalid value: ")) {
        format!("不能是{}；应为{}", kind(value), kind(right))
    } else if let Some(length) = found.strip_prefix("invalid length ") {
        format!("长度不能是 {length}；应为{}", kind(right))
    } else {
        format!("内容不对：{what}")
    }
}

/// The kind of a value in Chinese, with the value where it stands behind it.
fn kind(words: &str) -> String {
    // Behind these stand names that only the code knows.
    if let Some((_, zh)) = NAMED.iter().find(|(begin, _)| words.starts_with(begin)) {
        return (*zh).to_owned();
    }
    let begins = |name: &str| words.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let known = KINDS.iter().find_map(|(name, zh)| begins(name).map(|rest| format!("{zh}{rest}")));
    known.unwrap_or_else(|| format!(" {words}"))
}
