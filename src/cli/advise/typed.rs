//! What a typed line asks for. Digits, blanks and punctuation of a Chinese keyboard are taken for the plain ones.

use crate::types::{Action, Place};

/// A wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// An empty line.
    Nothing,
    /// What fell: words of digits.
    Fell(Vec<String>),
    /// `?`
    Where,
    /// `other`
    Other,
    /// `best`
    Best,
    /// `top [N]`
    Top(usize),
    /// `swap …`, `drag …`: play this move instead.
    Move(Action),
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `board`, with the rows behind it if any.
    Board(Vec<String>),
    /// `row K …`: a row of a board being typed.
    Row(usize, String),
    /// `cancel`: no board after all.
    Cancel,
    /// `set R C PIECE …`
    Set(Vec<(Place, String)>),
    /// `steps N`
    Steps(u16),
    /// `show`
    Show,
    /// `save [FILE]`
    Save(Option<String>),
    /// `quit`
    Quit,
    /// `help`
    Help,
    /// Something that was meant but is not complete; the name of the command.
    Incomplete(&'static str),
    /// Nothing known.
    Unknown(String),
}

/// Moves shown by `top` alone.
const TOP: usize = 10;

/// The commands with what may be typed for them.
const NAMES: [(&str, &[&str]); 17] = [
    ("?", &["?", "where", "位置"]),
    ("other", &["other", "next", "o", "其他", "下一个"]),
    ("best", &["best", "最佳"]),
    ("top", &["top", "list", "列表"]),
    ("swap", &["swap", "交换"]),
    ("drag", &["drag", "拖出", "拖"]),
    ("undo", &["undo", "u", "撤销"]),
    ("redo", &["redo", "重做"]),
    ("board", &["board", "沙盘"]),
    ("row", &["row", "行"]),
    ("cancel", &["cancel", "取消"]),
    ("set", &["set", "改"]),
    ("steps", &["steps", "步数"]),
    ("show", &["show", "显示"]),
    ("save", &["save", "保存"]),
    ("quit", &["quit", "exit", "q", "退出"]),
    ("help", &["help", "h", "帮助"]),
];

/// The line with the characters of a plain keyboard.
fn plain(line: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')).unwrap_or(c),
        '\u{3000}' => ' ',
        '？' => '?',
        '－' => '-',
        '．' => '.',
        '，' | '、' => ',',
        c => c,
    };
    line.trim_start_matches('\u{feff}').chars().map(plain).collect()
}

/// What a line asks for; rows and columns count from `origin`.
pub(super) fn parse(line: &str, origin: u8) -> Typed {
    let line = plain(line);
    let line = line.trim();
    let Some(first) = line.split_whitespace().next() else { return Typed::Nothing };
    if line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == ',') {
        let words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        return Typed::Fell(words.map(str::to_owned).collect());
    }
    let rest = line[first.len()..].trim();
    let name = first.to_lowercase();
    let known = NAMES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(name, _)| *name);
    let numbers = || -> Option<Vec<u8>> {
        let words = rest.split(|c: char| c.is_whitespace() || ",()[];".contains(c)).filter(|word| !word.is_empty());
        words.map(|word| word.parse::<u8>().ok()?.checked_sub(origin)).collect()
    };
    match known {
        Some("?") => Typed::Where,
        Some("other") => Typed::Other,
        Some("best") => Typed::Best,
        Some("top") if rest.is_empty() => Typed::Top(TOP),
        Some("top") => rest.parse().map_or(Typed::Incomplete("top"), Typed::Top),
        Some("swap") => match numbers().as_deref() {
            Some(&[a, b, c, d]) => {
                let (first, second) = (Place::new(a, b), Place::new(c, d));
                Typed::Move(Action::Swap(first.min(second), first.max(second)))
            }
            _ => Typed::Incomplete("swap"),
        },
        Some("drag") => match numbers().as_deref() {
            Some(&[a, b]) => Typed::Move(Action::Drag(Place::new(a, b))),
            _ => Typed::Incomplete("drag"),
        },
        Some("undo") => Typed::Undo,
        Some("redo") => Typed::Redo,
        Some("board") => {
            Typed::Board(rest.split('/').map(str::trim).filter(|row| !row.is_empty()).map(str::to_owned).collect())
        }
        Some("row") => row(rest, origin),
        Some("cancel") => Typed::Cancel,
        Some("set") => set(rest, origin),
        Some("steps") => rest.parse().map_or(Typed::Incomplete("steps"), Typed::Steps),
        Some("show") => Typed::Show,
        Some("save") => Typed::Save(Some(rest.to_owned()).filter(|path| !path.is_empty())),
        Some("quit") => Typed::Quit,
        Some("help") => Typed::Help,
        _ => Typed::Unknown(first.chars().take(40).collect()),
    }
}

/// `row K CELLS`.
fn row(rest: &str, origin: u8) -> Typed {
    let parsed = rest
        .split_once(char::is_whitespace)
        .and_then(|(number, cells)| Some((number.parse::<u8>().ok()?.checked_sub(origin)?, cells.trim().to_owned())));
    parsed.map_or(Typed::Incomplete("row"), |(number, cells)| Typed::Row(usize::from(number), cells))
}

/// `set R C PIECE`, for one cell or several.
fn set(rest: &str, origin: u8) -> Typed {
    let words: Vec<&str> =
        rest.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|word| !word.is_empty()).collect();
    let cell = |words: &[&str]| -> Option<(Place, String)> {
        let [row, col, piece] = words else { return None };
        let number = |word: &str| word.parse::<u8>().ok()?.checked_sub(origin);
        Some((Place::new(number(row)?, number(col)?), (*piece).to_owned()))
    };
    let cells: Option<Vec<(Place, String)>> = words.chunks(3).map(cell).collect();
    match cells {
        Some(cells) if !cells.is_empty() => Typed::Set(cells),
        _ => Typed::Incomplete("set"),
    }
}

/// The commands, for whoever typed something else.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let names = NAMES.iter().map(|(name, _)| *name).filter(|name| name.len() > 1);
    let near = names.map(|name| (strsim::damerau_levenshtein(name, &word.to_lowercase()), name)).min()?;
    (near.0 <= 2 && near.0 < word.chars().count()).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_they_say() {
        let swap = Typed::Move(Action::Swap(Place::new(1, 2), Place::new(2, 2)));
        assert_eq!(parse("swap 2 3 3 3", 1), swap);
        assert_eq!(parse("  SWAP (3,3) (2,3) ", 1), swap);
        assert_eq!(parse("swap 1 2 2 2", 0), swap);
        assert_eq!(parse("交换 ２ ３　３ ３", 1), swap);
        assert_eq!(parse("drag 0 1", 1), Typed::Incomplete("drag"));
        assert_eq!(parse("12 3", 1), Typed::Fell(vec!["12".into(), "3".into()]));
        assert_eq!(parse("１２３", 1), Typed::Fell(vec!["123".into()]));
        assert_eq!(parse("？", 1), Typed::Where);
        assert_eq!(parse("", 1), Typed::Nothing);
        assert_eq!(parse("set 1 2 31 2 2 -3", 1), {
            Typed::Set(vec![(Place::new(0, 1), "31".into()), (Place::new(1, 1), "-3".into())])
        });
        assert_eq!(parse("set 1 2", 1), Typed::Incomplete("set"));
        assert_eq!(parse("board 11 21 / 31 11", 1), Typed::Board(vec!["11 21".into(), "31 11".into()]));
        assert_eq!(parse("row 2 11 21", 1), Typed::Row(1, "11 21".into()));
        assert_eq!(parse("steps -1", 1), Typed::Incomplete("steps"));
        assert_eq!(parse("save a b.json", 1), Typed::Save(Some("a b.json".into())));
        assert_eq!(parse("undp", 1), Typed::Unknown("undp".into()));
        assert_eq!(nearest("undp"), Some("undo"));
        assert_eq!(nearest("zzz"), None);
    }
}
