//! Boards and sentences of the loop.

use super::game::Misfit;
use crate::cli::lang::{Lang, say};
use crate::cli::reasons::told;
use crate::games::sandbox::Piece;
use crate::games::sandbox::setup::Fault;
use crate::types::{Action, Place};
use crate::verify::Reason;
use anstyle::{Effects, Style};
use std::fmt::Write;

/// Columns of a cell with its brackets.
const CELL: usize = 5;

/// How to show boards and places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub lang: Lang,
    /// What rows and columns count from.
    pub origin: u8,
    /// Whether marked cells are also shown in reverse video.
    pub color: bool,
}

fn token(code: i16) -> String {
    if code == 0 { "..".to_owned() } else { code.to_string() }
}

impl Look {
    /// A board with the numbers of its rows and columns, some cells marked.
    pub(super) fn board(self, codes: &[Vec<i16>], marked: &[Place]) -> String {
        self.grid(codes, |place, code| (token(code), marked.contains(&place)))
    }

    /// A board on which the awaited cells carry their number in the order of falling.
    pub(super) fn order(self, codes: &[Vec<i16>], order: &[Place]) -> String {
        self.grid(codes, |place, code| match order.iter().position(|&cell| cell == place) {
            Some(at) => (format!("#{}", at + 1), false),
            None => (token(code), false),
        })
    }

    fn grid(self, codes: &[Vec<i16>], cell: impl Fn(Place, i16) -> (String, bool)) -> String {
        let bold = if self.color { Style::new().effects(Effects::INVERT | Effects::BOLD) } else { Style::new() };
        let cols = codes.first().map_or(0, Vec::len);
        let head = (0..cols).map(|col| format!("{:>width$} ", col + usize::from(self.origin), width = CELL - 1));
        let mut out = format!("    {}\n", head.collect::<String>().trim_end());
        for (row, codes) in (0_u8..).zip(codes) {
            let mut line = format!("{:>3} ", u16::from(row) + u16::from(self.origin));
            for (col, &code) in (0_u8..).zip(codes) {
                let (text, is_marked) = cell(Place::new(row, col), code);
                if is_marked {
                    let text = format!("[{text}]");
                    let blanks = " ".repeat(CELL.saturating_sub(text.len()));
                    line += &format!("{blanks}{bold}{text}{bold:#}");
                } else {
                    line += &format!("{text:>width$} ", width = CELL - 1);
                }
            }
            out += line.trim_end();
            out.push('\n');
        }
        out
    }

    /// A board as a puzzle file has it, ready to be copied.
    pub(super) fn plain(codes: &[Vec<i16>]) -> String {
        let width = codes.iter().flatten().map(|&code| token(code).len()).max().unwrap_or(2);
        let row = |row: &Vec<i16>| row.iter().map(|&code| format!("{:>width$}", token(code))).collect::<Vec<_>>();
        let lines = codes.iter().map(|codes| format!("{}\n", row(codes).join(" ")));
        lines.collect()
    }

    /// A place in words.
    pub(super) fn place(self, place: Place) -> String {
        let [row, col] = [place.row, place.col].map(|number| u16::from(number) + u16::from(self.origin));
        say!(self.lang, "row {row} column {col}", "第 {row} 行第 {col} 列")
    }

    /// A piece in words.
    pub(super) fn piece(self, piece: Piece) -> String {
        let level = match (piece.level(), self.lang) {
            (1, Lang::En) => " white",
            (2, Lang::En) => " green",
            (3, Lang::En) => " blue",
            (4, Lang::En) => " purple",
            (_, Lang::En) => " orange",
            (1, Lang::Zh) => "白",
            (2, Lang::Zh) => "绿",
            (3, Lang::Zh) => "蓝",
            (4, Lang::Zh) => "紫",
            (_, Lang::Zh) => "橙",
        };
        format!("{piece}{level}")
    }

    /// What is wrong with something typed, and what would be right.
    pub(super) fn misfit(self, misfit: &Misfit) -> String {
        let lang = self.lang;
        match misfit {
            Misfit::Count { typed, awaited } => say!(
                lang,
                "{awaited} new pieces are awaited, you typed {typed}: one digit each, 1 to 3, in the order they fall (`?` \
                 shows the cells)",
                "应有 {awaited} 个新怪物，你输入了 {typed} 个：每个一位数字 1 至 3，按落下的顺序（`?` 显示位置）"
            ),
            Misfit::Family(c) => say!(
                lang,
                "new pieces are whites of family 1, 2 or 3, not {c}",
                "新怪物是家族 1、2 或 3 的白，没有 {c}"
            ),
            Misfit::Move(_) => say!(lang, "that move is not legal here", "此处不能这样走"),
            Misfit::Pending => say!(
                lang,
                "the cascade is not over: type the new pieces first (`undo` takes the move back)",
                "连消还没有结束：请先输入新怪物（`undo` 撤销该步）"
            ),
            Misfit::Settled => say!(lang, "no new pieces are awaited", "现在不需要新怪物"),
            Misfit::Size { found: (rows, 0) } => {
                say!(lang, "the {rows} rows do not have the same number of cells", "{rows} 行的格数不一致")
            }
            Misfit::Size { found: (rows, cols) } => say!(
                lang,
                "that is a board of {rows} rows and {cols} columns; this game's has another size",
                "这是 {rows} 行 {cols} 列的沙盘，与本局大小不同"
            ),
            Misfit::Board(faults) => {
                let told = faults.iter().take(5).map(|fault| self.fault(fault));
                told.collect::<Vec<_>>().join(&say!(lang, "; ", "；"))
            }
        }
    }

    fn fault(self, fault: &Fault) -> String {
        let lang = self.lang;
        match fault {
            Fault::Match { cells } => {
                let [a, b, c] = cells.map(|cell| self.place(cell));
                say!(
                    lang,
                    "three equal pieces in a line ({a}; {b}; {c}): the game would have matched them; correct several \
                     cells in one `set`",
                    "三个相同的怪物连成一线（{a}；{b}；{c}）：游戏早已消除；请用一个 `set` 同时改几格"
                )
            }
            Fault::Empty { place } => {
                let place = self.place(*place);
                say!(
                    lang,
                    "{place} is empty: give the board as it is when all has come to rest",
                    "{place}是空的：请给出静止后的沙盘"
                )
            }
            Fault::Stone { place } => {
                let place = self.place(*place);
                say!(lang, "a stone on {place}: this mode has none", "{place}是石块：本模式没有石块")
            }
            Fault::Code { place, code } => {
                let place = self.place(*place);
                say!(
                    lang,
                    "{code} on {place} is no piece: family 1 to 3, then level 1 to 5; a stone is -1 to -99",
                    "{place}的 {code} 不是怪物：家族 1 至 3，形态 1 至 5；石块为 -1 至 -99"
                )
            }
            Fault::Steps { .. } => say!(
                lang,
                "the steps left have to be 1 to 10000: `steps N` says how many there are",
                "剩余步数应为 1 至 10000：用 `steps N` 说明"
            ),
            other => other.to_string(),
        }
    }

    /// Why a move is not legal.
    pub(super) fn reason(self, reason: &Reason, action: Action) -> String {
        let lang = self.lang;
        let cells = match action {
            Action::Swap(a, b) => say!(lang, "{} and {}", "{}和{}", self.place(a), self.place(b)),
            Action::Drag(a) | Action::Tap(a) => self.place(a),
        };
        match reason {
            Reason::NoMatch => say!(
                lang,
                "after swapping {cells} nothing lines up: a swap has to make a line of three",
                "交换{cells}之后没有连线：交换必须使三个连成一线"
            ),
            Reason::SameCell { .. } => say!(lang, "a swap needs two different cells", "交换需要两个不同的格"),
            Reason::OffBoard { rows, cols, .. } => {
                let first = self.origin;
                let (last_row, last_col) = (rows + usize::from(first) - 1, cols + usize::from(first) - 1);
                say!(
                    lang,
                    "off the board: rows are {first} to {last_row}, columns {first} to {last_col}",
                    "不在沙盘上：行为 {first} 至 {last_row}，列为 {first} 至 {last_col}"
                )
            }
            Reason::Stone { .. } => say!(lang, "stones cannot be moved ({cells})", "石块不能移动（{cells}）"),
            Reason::NotAdjacent { .. } => say!(
                lang,
                "{cells} are not orthogonal neighbours, and here only those may be swapped",
                "{cells}不相邻，而这里只能交换相邻的格"
            ),
            // What a move on a full board can be refused for besides names no place.
            other => told(other, lang),
        }
    }

    /// The help page.
    pub(super) fn help(self) -> &'static str {
        match self.lang {
            Lang::En => HELP_EN,
            Lang::Zh => HELP_ZH,
        }
    }
}

/// Groups that were matched, in words.
pub(super) fn matched(groups: &[crate::games::sandbox::trace::Group], look: Look) -> String {
    let mut out = String::new();
    for group in groups {
        let (piece, size) = (look.piece(group.piece), group.cells.len());
        // Writing to a string cannot fail.
        let _ = if out.is_empty() { write!(out, "{size} × {piece}") } else { write!(out, ", {size} × {piece}") };
    }
    out
}

const HELP_EN: &str = "\
 1231        the new pieces, a digit each (family 1 to 3), in the order they fell; the move shown counts as played
 ?           which cells the new pieces go to, and in what order
 other       the next best move          best   back to the best        top 5   the five best
 swap R C R C, drag R C                  play this move instead
 undo  redo                              take back, and again
 set R C PIECE …                         correct cells: two digits, family and level; one digit a white; -N a stone
 board                                   enter the whole board, row by row (`row K …` corrects a row, `cancel` gives up)
 steps N                                 how many steps are really left
 show        the position again          save FILE   a copy of the game file
 quit        (or end of input)           everything is saved after every line
";
const HELP_ZH: &str = "\
 1231        新怪物，每个一位数字（家族 1 至 3），按落下的顺序；视为已走所示的走法
 ?           新怪物落在哪些格、按什么顺序
 other       次佳走法      best   回到最佳      top 5   最好的五个
 swap 行 列 行 列，drag 行 列             改走这一步
 undo  redo                              撤销，重做
 set 行 列 怪物 …                        改正几格：两位数字为家族和形态，一位数字为白，-N 为石块
 board                                   逐行输入整个沙盘（`row 行号 …` 改正一行，`cancel` 放弃）
 steps N                                 真正剩余的步数
 show        再显示一次局面               save 文件   另存一份对局文件
 quit        （或输入结束）               每输入一行都已保存
";
