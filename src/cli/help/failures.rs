//! Failures in Chinese: a headline for what is told in English by the layers below, which know no language.

use crate::cli::exit::Exit;

/// What was being done, as the commands say it in English. A test finds those that are missing.
const DOING: &[(&str, &str)] = &[
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

/// What is wrong with checkpoints and starts, as the layers below say it in English. A test finds those of damaged
/// checkpoints that are missing.
const WRONG: &[(&str, &str)] = &[
    ("it is damaged: ", "它已损坏："),
    ("it cannot be read: ", "无法读取："),
    ("it belongs to another puzzle", "它属于另一道谜题"),
    ("it belongs to a search with other options", "它属于选项不同的搜索"),
    ("it is shorter than a header", "比文件头还短"),
    ("it does not begin like a checkpoint", "开头不是存档"),
    ("its header fails its checksum", "文件头的校验和不符"),
    ("it has another length than its header says", "长度与文件头所说的不符"),
    ("its directory is absurdly long", "目录长得离谱"),
    ("its directory fails its checksum", "目录的校验和不符"),
    ("its directory cannot be decoded", "目录无法解码"),
    ("its directory does not fit the file", "目录与文件不符"),
    ("a section fails its checksum", "有一节的校验和不符"),
    ("it is no manifest", "它不是清单"),
    ("there is no file to read", "没有可读的文件"),
    (" is nowhere to be found, or not what it was", " 找不到，或已不是原来的内容"),
    ("not a rectangle of pieces and stones", "不是由怪物和石块组成的矩形"),
    ("not a rectangle of 1 to 255 rows and columns", "不是 1 至 255 行、列的矩形"),
    ("more than 255 rows or columns", "超过 255 行或列"),
    ("a cell is empty", "有空格"),
    ("queue_pos is not 0 to 11", "queue_pos 不是 0 至 11"),
    ("the queue holds a family other than 1 to 3", "补充队列里有 1 至 3 以外的家族"),
    ("three equal pieces are in a line", "有三个相同的怪物连成一线"),
];

/// A reason with what the layers below say in English told in Chinese.
#[must_use]
pub(crate) fn chinese_reason(reason: &str) -> String {
    WRONG.iter().fold(reason.to_owned(), |told, (english, chinese)| told.replace(english, chinese))
}

/// A failure's message, in Chinese or under a Chinese headline.
#[must_use]
pub(crate) fn chinese_failure(exit: Exit, message: &str) -> String {
    // First, since a path in an English message may be Chinese.
    if let Some((english, chinese)) = DOING.iter().find(|(english, _)| message.starts_with(english)) {
        return format!("{chinese}{}", chinese_reason(&message[english.len()..]));
    }
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if message.chars().any(is_chinese) {
        return message.to_owned();
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

    /// Every source file in a folder of `src`.
    fn sources(folder: &str, visit: &mut dyn FnMut(&str)) {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), visit);
    }

    fn files(folder: &Path, visit: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, visit);
            } else if !path.ends_with("help/failures.rs") {
                visit(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn whatever_the_commands_fail_to_do_has_a_chinese_text() {
        let mut missing = Vec::new();
        sources("cli", &mut |text| {
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
        assert_eq!(chinese_failure(Exit::Io, "failed to read the log of 搜索"), "无法读取日志： 搜索");
    }

    #[test]
    fn what_is_wrong_with_a_checkpoint_is_told_in_chinese() {
        let mut count = 0;
        sources("checkpoint", &mut |text| {
            for (at, begin) in text.match_indices("Damaged(\"") {
                let rest = &text[at + begin.len()..];
                let told = chinese_reason(&format!("it is damaged: {}", &rest[..rest.find('"').unwrap_or(0)]));
                assert!(!told.contains(|c: char| c.is_ascii_alphabetic()), "{told}");
                count += 1;
            }
        });
        assert!(count > 5, "{count} reasons");
    }

    #[test]
    fn no_failure_is_told_in_english_alone() {
        sources("cli", &mut |text| {
            for (at, begin) in text.match_indices("Failure::new(") {
                let rest = text[at + begin.len()..].trim_start();
                let (_, message) = rest.split_once(',').unwrap_or_default();
                let message = message.trim_start();
                let text = message.strip_prefix("format!(").unwrap_or(message).strip_prefix('"');
                let is_known = text.is_none_or(|text| DOING.iter().any(|(english, _)| text.starts_with(english)));
                assert!(is_known, "{message:.80}");
            }
        });
    }
}
