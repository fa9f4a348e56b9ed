//! Why a line or a claim is wrong, in the user's language. The English is what `verify` itself says; rows and columns
//! count from 1.

use super::help::chinese_reason;
use super::lang::Lang;
use crate::verify::{Reason, Spot, VerifyError};

/// What is wrong with a line, and where.
pub(crate) fn refusal(error: &VerifyError, lang: Lang) -> String {
    match (lang, error.step) {
        (Lang::Zh, Some(step)) => format!("第 {step} 步：{}", chinese(&error.reason)),
        (Lang::En, Some(_)) => error.to_string(),
        (_, None) => told(&error.reason, lang),
    }
}

/// What is wrong, without the place in a line.
pub(crate) fn told(reason: &Reason, lang: Lang) -> String {
    if lang == Lang::En { reason.to_string() } else { chinese(reason) }
}

fn at(spot: Spot) -> String {
    format!("第 {} 行第 {} 列", u16::from(spot.0.row) + 1, u16::from(spot.0.col) + 1)
}

fn chinese(reason: &Reason) -> String {
    match reason {
        Reason::Start { what } => format!("起始局面无效：{}", chinese_reason(what)),
        Reason::WrongGame { moves, .. } => {
            let moves = match *moves {
                "taps" => "点击",
                "swaps" => "交换",
                _ => "交换和拖出",
            };
            format!("本游戏没有这种着法，只有{moves}")
        }
        Reason::OffBoard { spot, rows, cols } => format!("{}不在 {rows} 行 {cols} 列的盘上", at(*spot)),
        Reason::NoSteps => "没有剩余步数".to_owned(),
        Reason::SameCell { spot } => format!("交换的两端都是{}", at(*spot)),
        Reason::Stone { spot } => format!("{}是石块，石块不能移动", at(*spot)),
        Reason::Empty { spot } => format!("{}是空的", at(*spot)),
        Reason::EqualPieces { piece } => format!("两个都是 {piece}；交换需要两个不同的"),
        Reason::NotAdjacent { first, second } => format!("{}和{}不相邻", at(*first), at(*second)),
        Reason::NoMatch => "交换之后没有连线".to_owned(),
        Reason::Alone { spot } => format!("{}是单独一格；点击需要两格以上相连", at(*spot)),
        Reason::UnknownRefill => "这里的补充是随机的，这一步之后落下了什么没有记录，无法重放".to_owned(),
        Reason::Family { family } => format!("新怪物的家族是 1、2 或 3，没有 {family}"),
        Reason::Length { made, wanted } => format!("谜题要求恰好 {wanted} 步，这里有 {made} 步"),
        Reason::Unfinished => "还有可以点的组，游戏没有下完".to_owned(),
        Reason::Score { claimed, actual } => format!("走法得 {actual} 分，而不是 {claimed} 分"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Place;

    #[test]
    fn a_refusal_is_in_one_language_only() {
        let spot = Spot(Place::new(1, 2));
        let reasons = [
            Reason::Start { what: "three equal pieces are in a line".to_owned() },
            Reason::WrongGame { game: "a crush", moves: "swaps" },
            Reason::OffBoard { spot, rows: 5, cols: 6 },
            Reason::NoSteps,
            Reason::SameCell { spot },
            Reason::Stone { spot },
            Reason::Empty { spot },
            Reason::EqualPieces { piece: 11 },
            Reason::NotAdjacent { first: spot, second: spot },
            Reason::NoMatch,
            Reason::Alone { spot },
            Reason::UnknownRefill,
            Reason::Family { family: 4 },
            Reason::Length { made: 3, wanted: 4 },
            Reason::Unfinished,
            Reason::Score { claimed: 9, actual: 8 },
        ];
        for reason in reasons {
            let error = VerifyError { step: Some(7), reason };
            assert!(refusal(&error, Lang::En).is_ascii());
            let told = refusal(&error, Lang::Zh);
            assert!(told.starts_with("第 7 步：") && !told.contains(|c: char| c.is_ascii_alphabetic()), "{told}");
        }
        let score = VerifyError { step: None, reason: Reason::Score { claimed: 9, actual: 8 } };
        assert_eq!(refusal(&score, Lang::Zh), "走法得 8 分，而不是 9 分");
    }
}
