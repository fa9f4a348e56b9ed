//! Failures in Chinese: a headline for what is told in English by the layers below, which know no language.

use crate::cli::exit::Exit;

/// What was being done, as the commands say it in English. A test finds those that are missing.
const DOING: &[(&str, &str)] = &[
    ("failed to join the other processes", "无法加入其他进程"),
    ("failed to listen to signals", "无法监听信号"),
    ("failed to go on in", "无法接着进行："),
    ("failed to lock the run folder", "无法锁定搜索文件夹"),
    ("failed to lock", "无法锁定"),
    ("failed to make the folder", "无法建立文件夹"),
    ("failed to make the run folder", "无法建立搜索文件夹"),
    ("failed to open", "无法打开"),
    ("failed to pack the weights", "无法打包权重"),
    ("failed to read a built-in puzzle", "无法读取内置谜题"),
    ("failed to read the checkpoints of", "无法读取存档："),
    ("failed to read the log of", "无法读取日志："),
    ("failed to read", "无法读取"),
    ("failed to render the manual page", "无法生成手册页"),
    ("failed to render the report", "无法生成报告"),
    ("failed to render the status", "无法生成状态"),
    ("failed to set up the puzzle", "无法摆出谜题"),
    ("failed to solve game", "无法求解第几局："),
    ("failed to start threads", "无法启动线程"),
    ("failed to tidy the run folder", "无法清理搜索文件夹"),
    ("failed to tidy", "无法清理"),
    ("failed to understand", "无法理解"),
    ("failed to use the weights", "无法使用权重"),
    ("failed to use the newest checkpoint of", "无法使用最新存档："),
    ("failed to write JSON", "无法写出 JSON"),
    ("failed to write the checkpoint of", "无法写入存档："),
    ("failed to write", "无法写入"),
];

/// A failure's message, in Chinese or under a Chinese headline.
#[must_use]
pub(crate) fn chinese_failure(exit: Exit, message: &str) -> String {
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if message.chars().any(is_chinese) {
        return message.to_owned();
    }
    if let Some((english, chinese)) = DOING.iter().find(|(english, _)| message.starts_with(english)) {
        return format!("{chinese}{}", &message[english.len()..]);
    }
    let headline = match exit {
        Exit::Usage => "用法有误",
        Exit::BadInput => "输入有误",
        Exit::NoCheckpoint => "没有可用的存档",
        Exit::VerificationFailed => "复核未通过",
        Exit::Locked => "该搜索正被另一进程使用",
        Exit::Io => "文件读写失败",
        Exit::TargetMissed => "未达到目标分",
        _ => "内部错误",
    };
    let separator = if message.contains('\n') { '\n' } else { ' ' };
    format!("{headline}：{separator}{message}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn sources(folder: &Path, visit: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, visit);
            } else if !path.ends_with("help/failures.rs") {
                visit(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn whatever_the_commands_fail_to_do_has_a_chinese_text() {
        let mut missing = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), &mut |text| {
            for (at, _) in text.match_indices("\"failed to ") {
                let rest = &text[at + 1..];
                let phrase = &rest[..rest.find('"').unwrap_or(rest.len())];
                // A Chinese text on the same or the next line stands beside it in a `say!`.
                let is_said = rest.lines().take(2).any(|line| line.contains('无'));
                if !is_said && !DOING.iter().any(|(english, _)| phrase.starts_with(english)) {
                    missing.push(phrase.to_owned());
                }
            }
        });
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn a_longer_phrase_comes_before_its_beginning() {
        for (i, (english, _)) in DOING.iter().enumerate() {
            assert!(!DOING[..i].iter().any(|(before, _)| english.starts_with(before)), "{english} is never met");
        }
        assert_eq!(chinese_failure(Exit::Io, "failed to read the log of runs/x: gone"), "无法读取日志： runs/x: gone");
        assert_eq!(chinese_failure(Exit::VerificationFailed, "move 3: no"), "复核未通过： move 3: no");
        assert_eq!(chinese_failure(Exit::Usage, "名称不对"), "名称不对");
    }
}
