//! The game file: the puzzle, how it is valued, and what was typed. Written as a whole after every step, so a crash loses
//! at most the line being typed.
//!
//! History of the version: 1, the first.

use super::game::{Entry, Game};
use crate::checkpoint::write_atomically;
use crate::cli::eval::Settings;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::puzzle::Puzzle;
use crate::types::Action;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// What the file calls itself.
const FORMAT: &str = "xiaochu-game";
/// Its version.
const VERSION: u64 = 1;

/// The file's contents.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameFile {
    format: String,
    version: u64,
    puzzle: Puzzle,
    /// How positions are valued.
    pub settings: Settings,
    log: Vec<Entry>,
    #[serde(default)]
    undone: Vec<Entry>,
    /// The move that was shown last, which the next new pieces follow.
    #[serde(default)]
    pub chosen: Option<Action>,
    /// Rows of a board typed so far; one per row of the board, none where it is still to come.
    #[serde(default)]
    pub entering: Option<Vec<Option<Vec<i16>>>>,
}

/// The first keys of any JSON file of this program.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

/// Whether a file there is a game file, of whatever version.
pub(super) fn holds_a_game(path: &Path) -> bool {
    let head = std::fs::read_to_string(path).ok().and_then(|text| serde_json::from_str::<Head>(&text).ok());
    head.and_then(|head| head.format).as_deref() == Some(FORMAT)
}

impl GameFile {
    /// What is to be kept of a game.
    pub(super) fn of(game: &Game, settings: &Settings, chosen: Option<Action>) -> Self {
        let (log, undone) = game.log();
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            puzzle: game.puzzle.clone(),
            settings: settings.clone(),
            log: log.to_vec(),
            undone: undone.to_vec(),
            chosen,
            entering: None,
        }
    }

    /// Reads a game file.
    ///
    /// # Errors
    /// When it is none, of another version, or damaged.
    pub(super) fn parse(text: &str, shown: &str, ui: &Ui) -> Result<Self, Failure> {
        let wrong = |message: String| Failure::new(Exit::BadInput, message);
        let text = text.trim_start_matches('\u{feff}');
        let none = || say!(ui.lang, "{shown} is no game file", "{shown} 不是对局文件");
        let head: Head = serde_json::from_str(text).or_exit(Exit::BadInput, none)?;
        if head.format.as_deref() != Some(FORMAT) {
            return Err(wrong(say!(
                ui.lang,
                "{shown} is no game file: `xiaochu advise PUZZLE` begins a game and says where its file is",
                "{shown} 不是对局文件：`xiaochu advise 谜题` 会开始一局并说明文件在哪里"
            )));
        }
        if head.version != Some(VERSION) {
            let found = head.version.unwrap_or(0);
            return Err(wrong(say!(
                ui.lang,
                "{shown} is a game file of version {found}, this program reads {VERSION}: use the program that wrote it",
                "{shown} 是版本 {found} 的对局文件，本程序只读版本 {VERSION}：请用写出它的程序"
            )));
        }
        serde_json::from_str(text).or_exit(Exit::BadInput, none)
    }

    /// The game, replayed.
    ///
    /// # Errors
    /// When something in it is against the rules.
    pub(super) fn game(&self, shown: &str, ui: &Ui) -> Result<Game, Failure> {
        let mut game = Game::new(self.puzzle.clone(), ui)?;
        for (index, entry) in self.log.iter().enumerate() {
            game.add(entry.clone()).map_err(|_| {
                let number = index + 1;
                let message = say!(
                    ui.lang,
                    "{shown}: entry {number} of its log does not follow from those before",
                    "{shown}：记录的第 {number} 项与之前的不相符"
                );
                Failure::new(Exit::BadInput, message)
            })?;
        }
        game.set_undone(self.undone.clone());
        Ok(game)
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// Whatever the disk says; an older file is then untouched.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        write_atomically(path, format!("{text}\n").as_bytes())
    }
}
