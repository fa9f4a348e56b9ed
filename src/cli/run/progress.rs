//! What a person sees of a running search, on stderr: a bar where stderr is a terminal, elsewhere a line per 30
//! seconds and per improvement.

use super::events::Figures;
use crate::cli::lang::{Lang, say};
use bytesize::ByteSize;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// What `--progress` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A bar where stderr is a terminal, lines elsewhere.
    #[default]
    Auto,
    /// A bar.
    Bar,
    /// Lines.
    Plain,
    /// Nothing.
    None,
}

/// Seconds between two plain lines.
const LINE_EVERY_S: f64 = 30.0;

/// The display.
#[derive(Debug)]
pub(crate) struct Progress {
    lang: Lang,
    bar: Option<ProgressBar>,
    plain: bool,
    last_line_s: f64,
}

impl Progress {
    /// A display; `quiet` wins over the mode.
    #[must_use]
    pub(crate) fn new(mode: ProgressMode, quiet: bool, lang: Lang) -> Self {
        let is_bar = match mode {
            ProgressMode::Auto => std::io::stderr().is_terminal(),
            ProgressMode::Bar => true,
            ProgressMode::Plain | ProgressMode::None => false,
        };
        let bar = (is_bar && !quiet).then(|| {
            let style =
                ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let plain = bar.is_none() && !quiet && mode != ProgressMode::None;
        Self { lang, bar, plain, last_line_s: 0.0 }
    }

    /// Shows new figures: always in the bar, every 30 seconds as a line.
    pub(crate) fn tick(&mut self, figures: &Figures) {
        if let Some(bar) = &self.bar {
            bar.set_message(describe(figures, self.lang));
        }
        if self.plain && figures.elapsed_s - self.last_line_s >= LINE_EVERY_S {
            self.last_line_s = figures.elapsed_s;
            self.note(&describe(figures, self.lang));
        }
    }

    /// Shows an improvement where there is no bar to show it.
    pub(crate) fn improvement(&self, figures: &Figures) {
        if self.plain {
            self.note(&describe(figures, self.lang));
        }
    }

    /// Writes a line, whatever the mode: something the user asked for or must know.
    pub(crate) fn note(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| write_line(line)),
            None => write_line(line),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn write_line(line: &str) {
    // Nobody listens: the search goes on all the same.
    drop(writeln!(std::io::stderr().lock(), "{line}"));
}

/// The figures in one line.
#[must_use]
pub(crate) fn describe(figures: &Figures, lang: Lang) -> String {
    let best = figures.best.map_or_else(|| "-".to_owned(), |best| best.to_string());
    let elapsed = clock(figures.elapsed_s);
    let total = if figures.total_s - figures.elapsed_s >= 1.0 {
        let total = clock(figures.total_s);
        say!(lang, " ({total} in all)", "（共 {total}）")
    } else {
        String::new()
    };
    let (iterations, nodes, memory) =
        (count(figures.iterations as f64), count(figures.nodes as f64), ByteSize(figures.bytes));
    let rate = count(figures.per_second);
    say!(
        lang,
        "best {best} · {elapsed}{total} · {iterations} iterations, {rate}/s · {nodes} nodes · {memory}",
        "最高 {best} · {elapsed}{total} · 迭代 {iterations}，每秒 {rate} · 节点 {nodes} · {memory}"
    )
}

/// Hours, minutes and seconds.
#[must_use]
pub(crate) fn clock(seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "saturates, and no search runs that long")]
    let seconds = seconds.max(0.0) as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A count: whole below ten thousand, then three figures and a unit.
fn count(value: f64) -> String {
    let (scaled, unit) = match value {
        ..9995.0 => return format!("{value:.0}"),
        ..9.995e5 => (value / 1e3, "k"),
        ..9.995e8 => (value / 1e6, "M"),
        _ => (value / 1e9, "G"),
    };
    match scaled {
        ..9.995 => format!("{scaled:.2}{unit}"),
        ..99.95 => format!("{scaled:.1}{unit}"),
        _ => format!("{scaled:.0}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_three_figures() {
        let shown = [0.0, 9994.0, 9995.0, 99_949.0, 99_950.0, 999_499.0, 999_500.0, 9.5e6, 1.2345e9];
        let told = ["0", "9994", "10.0k", "99.9k", "100k", "999k", "1.00M", "9.50M", "1.23G"];
        assert_eq!(shown.map(count), told.map(str::to_owned));
    }

    #[test]
    fn figures_read_in_both_languages() {
        let figures = Figures {
            elapsed_s: 61.0,
            total_s: 3661.0,
            iterations: 123_456,
            per_second: 50_000.0,
            nodes: 20_000_000,
            bytes: 1 << 30,
            best: Some(19_610),
        };
        assert_eq!(
            describe(&figures, Lang::En),
            "best 19610 · 0:01:01 (1:01:01 in all) · 123k iterations, 50.0k/s · 20.0M nodes · 1.0 GiB"
        );
        assert_eq!(
            describe(&figures, Lang::Zh),
            "最高 19610 · 0:01:01（共 1:01:01） · 迭代 123k，每秒 50.0k · 节点 20.0M · 1.0 GiB"
        );
    }
}
