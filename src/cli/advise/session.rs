//! The loop: shows a move and the board after its first fall, takes what is typed, keeps the game file.
//!
//! Invariant: whatever a line changed is on disk before the next prompt, or the player has been told that it is not.

use super::entry::{BoardEntry, cells_of};
use super::file::{GameFile, holds_a_game};
use super::game::{Entry, Game, awaited};
use super::screen::Look;
use super::typed::{Typed, nearest, parse};
use crate::advice::MoveValue;
use crate::cli::eval::{Adviser, Answer};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::files::read_line;
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::game::Game as _;
use crate::games::sandbox::SandboxMove;
use crate::types::{Action, Place};
use crate::verify;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

/// Bytes of the longest line that is looked at.
const MOST_BYTES: usize = 1 << 16;

/// A game being advised.
pub(super) struct Session<'a> {
    pub game: Game,
    pub adviser: &'a Adviser,
    pub path: PathBuf,
    pub look: Look,
    pub ui: &'a Ui,
    /// The move that was shown, or chosen by hand.
    pub chosen: Option<Action>,
    /// A board being typed.
    pub entering: Option<BoardEntry>,
    /// The values of the moves here, once they were asked for.
    pub answer: Option<Answer>,
    /// Whether the file holds everything.
    pub is_saved: bool,
    /// Whether typed lines are shown, since no terminal does.
    pub echoes: bool,
}

/// What a line leads to.
enum Then {
    /// The position or the move changed: save, show.
    Changed,
    /// Something to be kept, nothing to be shown.
    Kept(String),
    /// Nothing changed; something to be said.
    Said(String),
    /// The end.
    Over,
}

impl Session<'_> {
    /// Runs the loop until `quit`, the end of the input, or when nobody reads its answers any more.
    ///
    /// # Errors
    /// When stdin cannot be read, or at the end when the game could not be saved.
    pub(super) fn run(&mut self, mut input: impl BufRead) -> Result<Exit, Failure> {
        self.changed();
        loop {
            // Whoever reads no answers cannot go by them: the game is kept as it stands.
            if !self.ui.print("> ") {
                break;
            }
            let failed = || say!(self.ui.lang, "failed to read stdin", "无法读取标准输入");
            let Some(line) = read_line(&mut input, MOST_BYTES).or_exit(Exit::Io, failed)? else {
                self.ui.print("\n");
                break;
            };
            if line.is_cut {
                self.say(&say!(self.ui.lang, "that line is too long", "这一行太长"));
                continue;
            }
            let line = String::from_utf8_lossy(&line.bytes);
            if self.echoes {
                self.say(&line.chars().filter(|c| !c.is_control()).take(200).collect::<String>());
            }
            match self.line(&line) {
                Then::Changed => self.changed(),
                Then::Kept(text) => {
                    self.save();
                    self.say(&text);
                }
                Then::Said(text) => self.say(&text),
                Then::Over => break,
            }
        }
        self.end()
    }

    /// Leaves: everything is on disk, or that is an error.
    fn end(&mut self) -> Result<Exit, Failure> {
        if !self.is_saved {
            self.save();
        }
        self.adviser.save_tables(self.ui)?;
        let shown = self.path.display();
        if !self.is_saved {
            let message =
                say!(self.ui.lang, "failed to write {shown}: the game is not saved", "无法写入 {shown}：对局没有保存");
            return Err(Failure::new(Exit::Io, message));
        }
        self.ui.remark(&say!(self.ui.lang, "go on with: xiaochu advise {shown}", "继续：xiaochu advise {shown}"));
        Ok(Exit::Done)
    }

    fn say(&self, text: &str) {
        if !text.is_empty() {
            self.ui.print(&format!("{}\n", text.trim_end()));
        }
    }

    /// After a change: values the moves where a move is due, saves, shows.
    fn changed(&mut self) {
        self.answer = None;
        if !self.game.is_pending() && self.entering.is_none() {
            self.value_moves();
        }
        self.save();
        let text = self.screen();
        self.say(&text);
    }

    /// Asks for the values of the moves and chooses the best, unless a move is chosen already.
    fn value_moves(&mut self) {
        if self.answer.is_none() && !self.game.moves().is_empty() {
            let now = self.game.now();
            self.answer = self.adviser.ask(&self.game.sandbox, &now.state, now.made).ok();
        }
        if self.chosen_move().is_none() {
            let best = self.answer.as_ref().and_then(|answer| answer.evaluation.best());
            self.chosen = best.map(|row| self.game.sandbox.action(row.mv));
        }
    }

    /// The chosen move, where it is legal here.
    pub(super) fn chosen_move(&self) -> Option<SandboxMove> {
        self.chosen.and_then(|action| self.game.sandbox.find(&self.game.now().state, action))
    }

    /// The moves with their values, best first.
    pub(super) fn rows(&self) -> &[MoveValue] {
        self.answer.as_ref().map_or(&[], |answer| &answer.evaluation.moves)
    }

    /// Writes the game file or a copy of it.
    fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = GameFile::of(&self.game, &self.adviser.settings, self.chosen);
        file.entering = self.entering.as_ref().map(|entry| entry.rows().to_vec());
        file.write(path)
    }

    fn save(&mut self) {
        let written = self.write(&self.path);
        self.is_saved = written.is_ok();
        if let Err(error) = written {
            let shown = self.path.display();
            // Whatever --quiet says: this is an error.
            Ui { quiet: false, ..*self.ui }.remark(&say!(
                self.ui.lang,
                "failed to write {shown}: {error}; the game goes on in memory and is written again after the next line \
                 (`save FILE` writes it elsewhere)",
                "无法写入 {shown}：{error}；对局仍在内存中，下一行之后会再写（`save 文件` 可另存别处）"
            ));
        }
    }

    /// What one line does.
    fn line(&mut self, line: &str) -> Then {
        let typed = parse(line, self.look.origin);
        if self.entering.is_some()
            && let Some(then) = self.board_line(&typed, line)
        {
            return then;
        }
        let lang = self.ui.lang;
        match typed {
            Typed::Nothing => Then::Said(self.hint()),
            Typed::Fell(words) => self.fell(&words),
            Typed::Where => Then::Said(self.show_order()),
            Typed::Other => self.other(),
            Typed::Best => {
                self.chosen = None;
                if self.game.is_pending() { Then::Said(self.hint()) } else { Then::Changed }
            }
            Typed::Top(count) => Then::Said(self.top(count)),
            Typed::Move(action) => self.choose(action),
            Typed::Undo if self.game.undo() => self.moved(),
            Typed::Undo => Then::Said(say!(lang, "nothing to undo: this is the start", "没有可撤销的：这是开局")),
            Typed::Redo if self.game.redo() => self.moved(),
            Typed::Redo => Then::Said(say!(lang, "nothing to redo", "没有可重做的")),
            Typed::Board(rows) => self.begin_board(&rows),
            Typed::Row(..) | Typed::Cancel => {
                Then::Said(say!(lang, "no board is being typed: `board` begins one", "没有在输入沙盘：用 `board` 开始"))
            }
            Typed::Set(cells) => self.set(&cells),
            Typed::Steps(steps) => self.replace_board(None, steps),
            Typed::Show => Then::Said(self.screen()),
            Typed::Save(path) => self.save_as(path.as_deref()),
            Typed::Quit => Then::Over,
            Typed::Help => Then::Said(self.look.help().to_owned()),
            Typed::Incomplete(name) => Then::Said(self.complete(name)),
            Typed::Unknown(word) => Then::Said(self.unknown(&word)),
        }
    }

    /// The position has changed: no move is chosen any more.
    fn moved(&mut self) -> Then {
        self.chosen = None;
        Then::Changed
    }

    /// New pieces: those of the move shown, or of the cascade under way.
    fn fell(&mut self, words: &[String]) -> Then {
        let lang = self.ui.lang;
        let (sandbox, now) = (&self.game.sandbox, self.game.now());
        let (count, action) = if self.game.is_pending() {
            (awaited(sandbox, &now.state), None)
        } else if let (Some(mv), Some(action)) = (self.chosen_move(), self.chosen) {
            (awaited(sandbox, &self.game.first_fall(mv).0), Some(action))
        } else {
            return Then::Said(say!(lang, "the game is over: no new pieces are awaited", "对局已结束：不需要新怪物"));
        };
        let fell = digits(words, count);
        let entry = match action {
            Some(action) => Entry::Turn { action, fell },
            None => Entry::Round { fell },
        };
        match self.game.add(entry) {
            Ok(()) => self.moved(),
            Err(misfit) => Then::Said(self.look.misfit(&misfit)),
        }
    }

    /// The next best move in place of the one shown.
    fn other(&mut self) -> Then {
        let lang = self.ui.lang;
        if self.game.is_pending() {
            return Then::Said(say!(
                lang,
                "the move is made: type the new pieces, or `undo` takes it back",
                "这一步已走：请输入新怪物，或用 `undo` 撤销"
            ));
        }
        self.value_moves();
        let shown = self.chosen_move();
        let at = self.rows().iter().position(|row| Some(row.mv) == shown);
        let next = self.rows().get(at.map_or(0, |at| at + 1)).map(|row| row.mv);
        match next {
            Some(mv) => self.show_move(self.game.sandbox.action(mv)),
            None => Then::Said(say!(
                lang,
                "there is no further move: `best` goes back to the first",
                "没有更多走法：`best` 回到第一个"
            )),
        }
    }

    /// A move by hand.
    fn choose(&mut self, action: Action) -> Then {
        if self.game.is_pending() {
            return Then::Said(self.look.misfit(&super::game::Misfit::Pending));
        }
        if self.game.sandbox.find(&self.game.now().state, action).is_some() {
            return self.show_move(action);
        }
        let legality = verify::Sandbox::new(&self.game.setup()).and_then(|sandbox| sandbox.legality(action));
        Then::Said(match legality {
            Err(reason) => self.look.reason(&reason, action),
            Ok(()) => self.look.misfit(&super::game::Misfit::Move(action)),
        })
    }

    /// Shows another move of the same position; its value is known already.
    fn show_move(&mut self, action: Action) -> Then {
        self.chosen = Some(action);
        Then::Kept(self.screen())
    }

    /// `board`: begins one, or takes the rows behind the word.
    fn begin_board(&mut self, rows: &[String]) -> Then {
        let shape = self.game.sandbox.shape();
        let mut entry = BoardEntry::new(usize::from(shape.rows()), usize::from(shape.cols()));
        for (row, cells) in rows.iter().enumerate() {
            if let Err(wrong) = entry.put(row, cells, self.ui.lang) {
                let number = row + usize::from(self.look.origin);
                return Then::Said(say!(self.ui.lang, "row {number}: {wrong}", "第 {number} 行：{wrong}"));
            }
        }
        self.entering = Some(entry);
        self.next_row(String::new())
    }

    /// A line while a board is being typed; `None` for commands that have nothing to do with it.
    fn board_line(&mut self, typed: &Typed, line: &str) -> Option<Then> {
        let lang = self.ui.lang;
        let entry = self.entering.as_mut()?;
        let put = match typed {
            Typed::Quit | Typed::Help | Typed::Save(_) => return None,
            Typed::Cancel => {
                self.entering = None;
                return Some(Then::Changed);
            }
            Typed::Undo => {
                let said = if entry.undo() {
                    String::new()
                } else {
                    say!(lang, "no row to take back", "没有可撤回的行")
                };
                return Some(self.next_row(said));
            }
            Typed::Nothing | Typed::Show => Ok(()),
            Typed::Row(row, cells) => entry.put(*row, cells, lang),
            Typed::Incomplete("row") => Err(self.complete("row")),
            Typed::Fell(_) | Typed::Unknown(_) => match entry.next() {
                Some(row) => entry.put(row, line.trim(), lang),
                None => Err(String::new()),
            },
            _ => Err(say!(
                lang,
                "a board is being typed: its next row, `row K …`, `undo` or `cancel`",
                "正在输入沙盘：请输入下一行、`row 行号 …`、`undo` 或 `cancel`"
            )),
        };
        Some(self.next_row(put.err().unwrap_or_default()))
    }

    /// Asks for the next row, or takes the whole board. `said` comes first.
    fn next_row(&mut self, said: String) -> Then {
        let lang = self.ui.lang;
        let Some(entry) = &self.entering else { return Then::Said(said) };
        let said = if said.is_empty() { said } else { format!("{said}\n") };
        if let Some(row) = entry.next() {
            let number = row + usize::from(self.look.origin);
            return Then::Kept(say!(
                lang,
                "{said}row {number} of the board as it is at rest:",
                "{said}静止沙盘的第 {number} 行："
            ));
        }
        let board = entry.board().unwrap_or_default();
        let kept = self.entering.take();
        match self.replace_board(Some(board), self.game.now().state.steps()) {
            Then::Said(wrong) => {
                self.entering = kept;
                Then::Kept(say!(
                    lang,
                    "{said}{wrong}\n`row K …` corrects a row, `cancel` gives up",
                    "{said}{wrong}\n`row 行号 …` 改正一行，`cancel` 放弃"
                ))
            }
            then => then,
        }
    }

    /// Puts a board, or only other steps, in place of what the game thinks.
    fn replace_board(&mut self, board: Option<Vec<Vec<i16>>>, steps: u16) -> Then {
        if board.is_none() && self.game.is_pending() {
            return Then::Said(self.look.misfit(&super::game::Misfit::Pending));
        }
        let board = board.unwrap_or_else(|| self.game.setup().board);
        match self.game.add(Entry::Board { board, steps }) {
            Ok(()) => self.moved(),
            Err(misfit) => Then::Said(self.look.misfit(&misfit)),
        }
    }

    /// `set`: corrects cells of a board at rest.
    fn set(&mut self, cells: &[(Place, String)]) -> Then {
        if self.game.is_pending() {
            return Then::Said(say!(
                self.ui.lang,
                "new pieces are still falling: `undo` and type them again, or `board` gives the whole board at rest",
                "新怪物还在落下：用 `undo` 撤销后重新输入，或用 `board` 给出静止后的整个沙盘"
            ));
        }
        let mut setup = self.game.setup();
        for (place, piece) in cells {
            let codes = match cells_of(piece, self.ui.lang) {
                Ok(codes) => codes,
                Err(wrong) => return Then::Said(wrong),
            };
            let cell = setup.board.get_mut(usize::from(place.row)).and_then(|row| row.get_mut(usize::from(place.col)));
            match (cell, codes.as_slice()) {
                (Some(cell), &[code]) => *cell = code,
                (Some(_), _) => return Then::Said(self.complete("set")),
                (None, _) => {
                    let place = self.look.place(*place);
                    return Then::Said(say!(self.ui.lang, "{place} is off the board", "{place}不在沙盘上"));
                }
            }
        }
        self.replace_board(Some(setup.board), setup.steps)
    }

    /// `save`, here or as a copy elsewhere; never over a file that is no game.
    fn save_as(&mut self, path: Option<&str>) -> Then {
        let lang = self.ui.lang;
        let Some(path) = path else {
            self.save();
            let shown = self.path.display();
            return Then::Said(if self.is_saved {
                say!(lang, "saved: {shown}", "已保存：{shown}")
            } else {
                String::new()
            });
        };
        let path = Path::new(path);
        let shown = path.display();
        if path.exists() && !holds_a_game(path) {
            return Then::Said(say!(
                lang,
                "{shown} is there already and is no game file: choose another name",
                "{shown} 已存在且不是对局文件：请换一个名字"
            ));
        }
        Then::Said(match self.write(path) {
            Ok(()) => say!(lang, "copied to {shown}", "已另存为 {shown}"),
            Err(error) => say!(lang, "failed to write {shown}: {error}", "无法写入 {shown}：{error}"),
        })
    }

    /// What the player would have to type after a command.
    fn complete(&self, name: &str) -> String {
        let first = self.look.origin;
        let (lang, next) = (self.ui.lang, first + 1);
        match name {
            "swap" => say!(
                lang,
                "swap ROW COLUMN ROW COLUMN, for instance: swap {first} {next} {next} {next}",
                "swap 行 列 行 列，例如：swap {first} {next} {next} {next}"
            ),
            "drag" => say!(
                lang,
                "drag ROW COLUMN, for instance: drag {first} {next}",
                "drag 行 列，例如：drag {first} {next}"
            ),
            "set" => say!(
                lang,
                "set ROW COLUMN PIECE, one cell or several, for instance: set {first} {next} 31",
                "set 行 列 怪物，一格或几格，例如：set {first} {next} 31"
            ),
            "row" => say!(
                lang,
                "row K and its cells, for instance: row {next} 11 21 31",
                "row 行号 各格，例如：row {next} 11 21 31"
            ),
            "steps" => say!(
                lang,
                "steps N, the number of steps left, for instance: steps 40",
                "steps 剩余步数，例如：steps 40"
            ),
            _ => say!(lang, "top N, for instance: top 5", "top N，例如：top 5"),
        }
    }

    fn unknown(&self, word: &str) -> String {
        let lang = self.ui.lang;
        let near = nearest(word).map(|name| say!(lang, "; did you mean `{name}`?", "；是不是 `{name}`？"));
        let near = near.unwrap_or_default();
        say!(
            lang,
            "`{word}` is no command{near} New pieces are digits 1 to 3; `help` lists what can be typed",
            "没有命令 `{word}`{near} 新怪物用数字 1 至 3；`help` 列出可输入的内容"
        )
    }
}

/// The digits of what fell. Where as many two-digit whites were typed as pieces are awaited, they are taken as such.
fn digits(words: &[String], awaited: usize) -> String {
    let white = |word: &String| ["11", "21", "31"].contains(&word.as_str()).then(|| word[..1].to_owned());
    let whites: Option<String> = words.iter().map(white).collect();
    match whites {
        Some(whites) if words.len() == awaited => whites,
        _ => words.concat(),
    }
}
