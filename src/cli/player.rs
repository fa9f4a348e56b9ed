//! `replay` in a terminal: one key a move, the cascade round by round.
//!
//! The terminal is put back however the player is left: `q`, an error, a panic, Ctrl-C (a key in raw mode), SIGTERM or
//! SIGHUP.

use super::exit::{Exit, Failure, OrExit};
use super::lang::say;
use super::run::requests::exit_of;
use super::ui::Ui;
use crate::puzzle::Origin;
use crate::replay::screen::{Scene, ScreenOptions, lines};
use crate::replay::{Frame, Record, frames};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode, size};
use crossterm::{execute, queue};
use signal_hook::consts::{SIGHUP, SIGTERM};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long a board of a cascade stays.
const FRAME: Duration = Duration::from_millis(350);
/// How long to wait for a key before looking for signals.
const TICK: Duration = Duration::from_millis(100);
/// Most digits of a step to jump to.
const DIGITS: usize = 6;

/// A terminal in raw mode on its second screen, while it lives.
struct Stage;

impl Stage {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        let stage = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(stage)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing put back.
        drop(execute!(io::stdout(), Show, LeaveAlternateScreen));
        drop(disable_raw_mode());
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Next,
    Back,
    First,
    Last,
    Digit(char),
    Erase,
    Enter,
    Redraw,
    Quit,
}

/// Plays a record until the user leaves.
///
/// # Errors
/// When the terminal refuses.
pub(crate) fn play(record: &Record, origin: Origin, ui: &Ui) -> Result<Exit, Failure> {
    let signal = Arc::new(AtomicUsize::new(0));
    let refused = || say!(ui.lang, "failed to use the terminal", "无法使用终端");
    for number in [SIGTERM, SIGHUP] {
        let value = usize::try_from(number).unwrap_or(0);
        signal_hook::flag::register_usize(number, Arc::clone(&signal), value).or_exit(Exit::Io, refused)?;
    }
    let stage = Stage::enter().or_exit(Exit::Io, refused)?;
    let mut player = Player { record, origin, ui, signal: &signal, position: 0, typed: String::new() };
    let played = player.run();
    drop(stage);
    played.or_exit(Exit::Io, refused)?;
    match i32::try_from(signal.load(Ordering::Relaxed)) {
        Ok(number) if number != 0 => Ok(exit_of(number)),
        _ => Ok(Exit::Done),
    }
}

struct Player<'a> {
    record: &'a Record,
    origin: Origin,
    ui: &'a Ui,
    signal: &'a AtomicUsize,
    position: usize,
    typed: String,
}

impl Player<'_> {
    fn run(&mut self) -> io::Result<()> {
        let last = self.record.steps.len();
        self.draw(None)?;
        while self.signal.load(Ordering::Relaxed) == 0 {
            let Some(wish) = wait(TICK)? else { continue };
            match wish {
                Wish::Quit => break,
                Wish::Enter if !self.typed.is_empty() => {
                    let step: usize = self.typed.parse().unwrap_or(last);
                    // Move 12 is shown when eleven are made.
                    self.position = step.saturating_sub(1).min(last);
                    self.typed.clear();
                }
                Wish::Next | Wish::Enter => {
                    self.typed.clear();
                    if self.position < last {
                        self.cascade()?;
                        self.position += 1;
                    }
                }
                Wish::Back => self.position = self.position.saturating_sub(1),
                Wish::First => self.position = 0,
                Wish::Last => self.position = last,
                Wish::Digit(digit) if self.typed.len() < DIGITS => self.typed.push(digit),
                Wish::Erase => drop(self.typed.pop()),
                Wish::Digit(_) | Wish::Redraw => {}
            }
            self.draw(None)?;
        }
        Ok(())
    }

    /// Shows the boards of the next move; any key cuts it short.
    fn cascade(&self) -> io::Result<()> {
        let frames = frames(self.record, self.position);
        let mut before = self.record.before(self.position);
        for frame in &frames {
            self.draw(Some((frame, before)))?;
            before = &frame.board;
            if self.signal.load(Ordering::Relaxed) != 0 || wait(FRAME)?.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn draw(&self, frame: Option<(&Frame, &[Vec<i16>])>) -> io::Result<()> {
        let width = size().map_or(80, |(columns, _)| if columns == 0 { 80 } else { usize::from(columns) });
        let scene = Scene { position: self.position, frame, typed: &self.typed };
        let options = ScreenOptions { origin: self.origin, lang: self.ui.lang, color: self.ui.color, width };
        let mut out = io::stdout().lock();
        queue!(out, MoveTo(0, 0))?;
        for line in lines(self.record, scene, options) {
            queue!(out, Clear(ClearType::CurrentLine))?;
            write!(out, "{line}\r\n")?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        out.flush()
    }
}

/// Waits so long for a key that means something.
fn wait(time: Duration) -> io::Result<Option<Wish>> {
    if !poll(time)? {
        return Ok(None);
    }
    Ok(match read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => wish(key),
        Event::Resize(..) => Some(Wish::Redraw),
        _ => None,
    })
}

/// What a key means.
fn wish(key: KeyEvent) -> Option<Wish> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Wish::Quit);
    }
    Some(match key.code {
        KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'n' | 'l') => Wish::Next,
        KeyCode::Left | KeyCode::Up | KeyCode::Char('b' | 'p' | 'h') => Wish::Back,
        KeyCode::Home | KeyCode::Char('g') => Wish::First,
        KeyCode::End | KeyCode::Char('G') => Wish::Last,
        KeyCode::Char(digit) if digit.is_ascii_digit() => Wish::Digit(digit),
        KeyCode::Backspace => Wish::Erase,
        KeyCode::Enter => Wish::Enter,
        KeyCode::Char('q') | KeyCode::Esc => Wish::Quit,
        _ => return None,
    })
}
