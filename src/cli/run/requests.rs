//! What the user wants of a running search: signals from outside, keys on the terminal.
//!
//! The first SIGINT, SIGTERM or SIGHUP asks for an orderly end; the second leaves at once (files are replaced as a
//! whole, so the old ones are intact). The same signal again within a moment is the first one still: `timeout` and
//! some shells and job systems send each to the process and once more to its group. SIGUSR2 does as SIGTERM: `mpirun`
//! passes it on and waits, while it gives processes a second when it is itself told to end. SIGUSR1 asks for a status
//! line. Keys: `s` status, `c` checkpoint, `q` quit.

#![expect(
    clippy::disallowed_types,
    reason = "whether two signals are one is a matter of time, and cli reads the clock"
)]

use crate::cli::exit::Exit;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcgetpgrp, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::{Handle, Signals};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nobody presses Ctrl-C twice in so short a time.
const MOMENT: Duration = Duration::from_millis(150);

/// What a signal that asks for the end means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// An orderly end.
    End,
    /// Nothing that was not asked for a moment ago.
    Again,
    /// To leave at once.
    Leave,
}

/// The first signal that asked for the end, and when it came.
#[derive(Debug, Default)]
struct First(Option<(i32, Instant)>);

impl First {
    /// What a signal means that comes now.
    fn hear(&mut self, signal: i32, now: Instant) -> Asks {
        match self.0 {
            None => {
                self.0 = Some((signal, now));
                Asks::End
            }
            Some((same, at)) if same == signal && now.duration_since(at) < MOMENT => Asks::Again,
            Some(_) => Asks::Leave,
        }
    }
}

/// What was asked for and not yet taken up.
#[derive(Debug, Default)]
struct Pending {
    /// Number of the signal that asks for the end; 0 for none.
    end: AtomicI32,
    quit: AtomicBool,
    status: AtomicBool,
    checkpoint: AtomicBool,
}

/// Listens while it lives; the terminal is as before afterwards.
#[derive(Debug)]
pub(crate) struct Requests {
    pending: Arc<Pending>,
    signals: Handle,
    listener: Option<JoinHandle<()>>,
    keys: Option<Keys>,
}

/// The terminal's settings before single keys were asked for.
type Saved = Arc<Mutex<Option<Termios>>>;

/// Whether this process may use the terminal. In the background (`xiaochu … &`) a look at the keys or a change of
/// settings would stop it.
fn is_foreground() -> bool {
    tcgetpgrp(rustix::stdio::stdin()).is_ok_and(|group| group == getpgrp())
}

/// Puts the terminal back, unless the shell has it already.
fn restore(saved: &Saved) {
    if !is_foreground() {
        return;
    }
    if let Some(settings) = saved.lock().ok().and_then(|mut saved| saved.take()) {
        // A terminal that is gone needs no settings.
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &settings);
    }
}

impl Requests {
    /// Starts to listen to signals, and to keys where stdin and stderr are terminals.
    ///
    /// # Errors
    /// When the handlers cannot be installed.
    pub(crate) fn listen() -> io::Result<Self> {
        let pending = Arc::new(Pending::default());
        let saved: Saved = Arc::default();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2])?;
        let handle = signals.handle();
        let (noted, settings) = (Arc::clone(&pending), Arc::clone(&saved));
        let listener = std::thread::spawn(move || {
            let mut first = First::default();
            for signal in signals.forever() {
                if signal == SIGUSR1 {
                    noted.status.store(true, Ordering::Relaxed);
                    continue;
                }
                match first.hear(signal, Instant::now()) {
                    Asks::End => noted.end.store(signal, Ordering::Relaxed),
                    Asks::Again => {}
                    Asks::Leave => {
                        restore(&settings);
                        std::process::exit(exit_of(signal) as i32);
                    }
                }
            }
        });
        let keys = Keys::watch(&saved, Arc::clone(&pending));
        Ok(Self { pending, signals: handle, listener: Some(listener), keys })
    }

    /// The signal that asked for the end, if one did.
    #[must_use]
    pub(crate) fn end(&self) -> Option<i32> {
        Some(self.pending.end.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
    }

    /// Whether `q` was pressed.
    #[must_use]
    pub(crate) fn quit(&self) -> bool {
        self.pending.quit.load(Ordering::Relaxed)
    }

    /// Whether a status line is wanted, once per request.
    #[must_use]
    pub(crate) fn take_status(&self) -> bool {
        self.pending.status.swap(false, Ordering::Relaxed)
    }

    /// Whether a checkpoint is wanted, once per request.
    #[must_use]
    pub(crate) fn take_checkpoint(&self) -> bool {
        self.pending.checkpoint.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        self.keys = None;
        self.signals.close();
        if let Some(listener) = self.listener.take() {
            // A listener that panicked has nothing left to do.
            drop(listener.join());
        }
    }
}

/// The exit code of an end by a signal.
#[must_use]
pub(crate) fn exit_of(signal: i32) -> Exit {
    if signal == SIGINT { Exit::Interrupted } else { Exit::Terminated }
}

/// Single keys from the terminal.
#[derive(Debug)]
struct Keys {
    saved: Saved,
    done: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

impl Keys {
    /// Asks the terminal for single keys without echo; signals still come from Ctrl-C. `None` without a terminal.
    fn watch(saved: &Saved, pending: Arc<Pending>) -> Option<Self> {
        let stdin = rustix::stdio::stdin();
        if !isatty(stdin) || !isatty(rustix::stdio::stderr()) || !is_foreground() {
            return None;
        }
        let before = tcgetattr(stdin).ok()?;
        let mut single = before.clone();
        single.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(stdin, OptionalActions::Now, &single).ok()?;
        *saved.lock().ok()? = Some(before);
        let done = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&done);
        let reader = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                match read_key() {
                    Ok(Some(b's')) => pending.status.store(true, Ordering::Relaxed),
                    Ok(Some(b'c')) => pending.checkpoint.store(true, Ordering::Relaxed),
                    Ok(Some(b'q')) => pending.quit.store(true, Ordering::Relaxed),
                    Ok(_) => {}
                    Err(_) => return,
                }
            }
        });
        Some(Self { saved: Arc::clone(saved), done, reader: Some(reader) })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            // A reader that panicked has nothing left to do.
            drop(reader.join());
        }
        restore(&self.saved);
    }
}

/// Waits a tenth of a second for a key.
fn read_key() -> io::Result<Option<u8>> {
    let stdin = rustix::stdio::stdin();
    let wait = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut fds, Some(&wait)) {
        Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
        Ok(_) if !is_foreground() => {
            // The key is the shell's. It stays there to be read, so `poll` would come back at once.
            std::thread::sleep(Duration::from_millis(100));
            return Ok(None);
        }
        Ok(_) => {}
        Err(error) => return Err(error.into()),
    }
    let mut key = [0; 1];
    match rustix::io::read(stdin, &mut key)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(Some(key[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each of some signals means, with the milliseconds after which they come.
    fn meanings(signals: &[(i32, u64)]) -> Vec<Asks> {
        let (mut first, start) = (First::default(), Instant::now());
        signals.iter().map(|&(signal, ms)| first.hear(signal, start + Duration::from_millis(ms))).collect()
    }

    /// `timeout` sends its signal to the process and then to the group that the process is in.
    #[test]
    fn the_same_signal_within_a_moment_is_one() {
        let moment = u64::try_from(MOMENT.as_millis()).expect("a moment is short");
        let twice = meanings(&[(SIGTERM, 0), (SIGTERM, 2), (SIGTERM, moment - 1), (SIGTERM, moment)]);
        assert_eq!(twice, [Asks::End, Asks::Again, Asks::Again, Asks::Leave]);
    }

    #[test]
    fn another_signal_leaves_at_once() {
        assert_eq!(meanings(&[(SIGINT, 0), (SIGTERM, 0)]), [Asks::End, Asks::Leave]);
    }
}
