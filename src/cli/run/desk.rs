//! What is done with everything a search reports: improvements are verified and written down, figures shown,
//! warnings kept for the end. A full disk never stops a search: it is warned about and tried again.

use super::events::{self, Event, Figures, Log};
use super::limits::Watch;
use super::progress::Progress;
use crate::checkpoint::write_atomically;
use crate::cli::lang::{Lang, say};
use crate::cli::moves::start_of;
use crate::cli::reasons::refusal;
use crate::cli::ui::print;
use crate::puzzle::{Claim, FoundBy, Origin, Puzzle, PuzzleGame, Solution, write_script};
use crate::search::{Found, StrategyOptions};
use crate::types::{Action, Score};
use crate::verify;
use std::path::{Path, PathBuf};

/// Least and most seconds between two figures in the log.
const PROGRESS_EVERY_S: (f64, f64) = (1.0, 30.0);

/// Keeps a run's books.
#[derive(Debug)]
pub(crate) struct Desk<'a> {
    puzzle: &'a Puzzle,
    folder: PathBuf,
    options: &'a StrategyOptions,
    lang: Lang,
    /// Whether events also go to stdout.
    json: bool,
    /// Whether events are also told on stderr.
    verbose: bool,
    seat: Seat,
    log: Option<Log>,
    /// The display on stderr.
    pub progress: Progress,
    /// The clock of this process.
    pub watch: Watch,
    /// Seconds of earlier processes.
    pub before_s: f64,
    /// Iterations of earlier processes.
    pub iterations_before: u64,
    best: Option<Solution>,
    /// What this process wrote to `best.json`: syncing the same once more would only cost time at the end.
    written: Option<String>,
    warnings: Vec<String>,
    refused: u32,
    /// Seconds of this process at which the log gets its next figures.
    next_progress_s: f64,
}

/// Where a desk stands among those of a run with several processes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    /// The process's rank; rank 0 talks to the user and keeps the log.
    pub rank: usize,
    /// Whether it writes the best line into its folder.
    pub is_keeper: bool,
}

/// What a desk is opened with.
#[derive(Debug)]
pub(crate) struct DeskSetup<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The run folder.
    pub folder: &'a Path,
    /// The strategy.
    pub options: &'a StrategyOptions,
    /// The user's language.
    pub lang: Lang,
    /// Whether events also go to stdout.
    pub json: bool,
    /// Whether events are also told on stderr.
    pub verbose: bool,
    /// Among several processes, which one this is.
    pub seat: Seat,
    /// The display.
    pub progress: Progress,
    /// The clock.
    pub watch: Watch,
}

impl<'a> Desk<'a> {
    /// Opens the books of a run. The best line that earlier processes wrote is taken up if it verifies.
    #[must_use]
    pub(crate) fn open(setup: DeskSetup<'a>) -> Self {
        let mut desk = Self {
            puzzle: setup.puzzle,
            folder: setup.folder.to_owned(),
            options: setup.options,
            lang: setup.lang,
            json: setup.json,
            verbose: setup.verbose,
            seat: setup.seat,
            log: None,
            progress: setup.progress,
            watch: setup.watch,
            before_s: 0.0,
            iterations_before: 0,
            best: None,
            written: None,
            warnings: Vec::new(),
            refused: 0,
            next_progress_s: PROGRESS_EVERY_S.0,
        };
        desk.best = written_best(setup.folder, setup.puzzle);
        desk
    }

    /// Best verified score so far.
    #[must_use]
    pub(crate) fn best_score(&self) -> Option<Score> {
        self.best.as_ref()?.score
    }

    /// The best verified solution so far.
    #[must_use]
    pub(crate) fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// Warnings so far.
    #[must_use]
    pub(crate) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Lines that the search reported and the rules refused.
    #[must_use]
    pub(crate) fn refused(&self) -> u32 {
        self.refused
    }

    /// Figures of this moment.
    #[must_use]
    pub(crate) fn figures(&self, iterations: u64, nodes: u64, bytes: u64) -> Figures {
        let elapsed_s = self.watch.elapsed().as_secs_f64();
        let since = iterations.saturating_sub(self.iterations_before) as f64;
        Figures {
            elapsed_s,
            total_s: self.before_s + elapsed_s,
            iterations,
            per_second: if elapsed_s > 0.0 { since / elapsed_s } else { 0.0 },
            nodes,
            bytes,
            best: self.best_score(),
        }
    }

    /// Writes figures to the log when they are due: every second at first, every 30 seconds after five minutes.
    pub(crate) fn log_progress(&mut self, figures: &Figures) {
        if figures.elapsed_s >= self.next_progress_s {
            let (least, most) = PROGRESS_EVERY_S;
            self.next_progress_s = figures.elapsed_s + (figures.elapsed_s / 10.0).clamp(least, most);
            self.event(&Event::Progress { figures: figures.clone() });
        }
    }

    /// Writes an event to the log, and to stdout with `--json`.
    pub(crate) fn event(&mut self, event: &Event) {
        if self.seat.rank > 0 {
            return;
        }
        if let Some(words) = event.in_words(self.lang).filter(|_| self.verbose) {
            self.progress.note(&words);
        }
        let line = events::to_line(event);
        if self.json {
            // Whoever read the events is gone; the log and the files remain.
            print(&format!("{line}\n"));
        }
        let appended = match &mut self.log {
            Some(log) => log.append(&line),
            None => Log::open(&self.folder).and_then(|log| self.log.insert(log).append(&line)),
        };
        if let Err(error) = appended {
            self.warn_of_disk("events.ndjson", &error);
        }
    }

    /// Tells of something that went wrong; the search goes on. Equal warnings are told once.
    pub(crate) fn warn(&mut self, message: String) {
        if self.warnings.contains(&message) {
            return;
        }
        let note = say!(self.lang, "warning: {message}", "警告：{message}");
        let rank = self.seat.rank;
        self.progress.note(&if rank > 0 {
            say!(self.lang, "rank {rank}: {note}", "进程号 {rank}：{note}")
        } else {
            note
        });
        self.warnings.push(message.clone());
        self.event(&Event::Warning { message });
    }

    fn warn_of_disk(&mut self, what: &str, error: &std::io::Error) {
        let path = self.folder.join(what);
        let path = path.display();
        self.warn(say!(
            self.lang,
            "{path} could not be written ({error}); the search goes on and the next one is tried again",
            "无法写入 {path}（{error}）；搜索继续，下次再试"
        ));
    }

    /// Takes up the best line of a loaded checkpoint, where what the folder holds is not as good.
    pub(crate) fn recall(&mut self, found: &Found, moves: Vec<Action>) {
        if self.best_score().is_none_or(|best| found.score > best) && self.accept(self.solution(found, moves, None)) {
            self.write_best();
        }
    }

    /// Verifies a line; if it is good and better than all before, writes it down and tells of it.
    pub(crate) fn improve(&mut self, found: &Found, moves: Vec<Action>, figures: &Figures) {
        let solution = self.solution(found, moves, Some(figures.total_s));
        self.take_up(solution, figures);
    }

    /// The same with a line that another process found.
    pub(crate) fn take_up(&mut self, solution: Solution, figures: &Figures) {
        let is_better = solution.score > self.best_score();
        if !is_better || !self.accept(solution) {
            return;
        }
        self.watch.improvement();
        self.write_best();
        let (Some(score), Some(best)) = (self.best_score(), &self.best) else { return };
        let found_by = best.found_by.clone();
        let figures = Figures { best: Some(score), ..figures.clone() };
        self.progress.improvement(&figures);
        self.event(&Event::Improvement {
            score,
            elapsed_s: figures.elapsed_s,
            total_s: figures.total_s,
            strategy: found_by.strategy,
            tree: found_by.tree.unwrap_or(0),
            iteration: found_by.iterations.unwrap_or(0),
        });
    }

    /// The seed that a tree's stream comes from; the trees of a merged run may have several.
    fn seed_of(&self, tree: u32) -> u64 {
        let of_tree = match self.options {
            StrategyOptions::Uct(options) => options.streams.get(tree as usize).map(|(seed, _)| *seed),
            StrategyOptions::Team(options) => options.workers.get(tree as usize).map(StrategyOptions::seed),
            _ => None,
        };
        of_tree.unwrap_or_else(|| self.options.seed()).0
    }

    /// A line that the search found, as it is written down, with the seconds of the run after which it did, as far as
    /// they are known. They are left out where `--iterations` ends the run: then equal puzzles, options, seeds and
    /// iterations write equal bytes, and the times are in the events alone.
    fn solution(&self, found: &Found, moves: Vec<Action>, after_s: Option<f64>) -> Solution {
        Solution {
            puzzle: self.puzzle.clone(),
            score: Some(found.score),
            claim: Claim::AtLeast,
            moves,
            found_by: FoundBy {
                strategy: found.origin.strategy.clone(),
                seed: Some(self.seed_of(found.origin.tree)),
                tree: Some(found.origin.tree),
                iterations: Some(found.origin.iteration),
                elapsed_s: after_s
                    .filter(|_| !self.watch.counts_iterations())
                    .map(|seconds| (seconds * 1e3).round() / 1e3),
            },
        }
    }

    /// Takes a line as the best if the rules confirm it.
    fn accept(&mut self, solution: Solution) -> bool {
        if let Err(error) = verify::check(start_of(self.puzzle), &solution.moves, solution.score) {
            self.refused += 1;
            let (score, error) = (solution.score.unwrap_or(0), refusal(&error, self.lang));
            self.warn(say!(
                self.lang,
                "the search reported a line of {score} points that the rules refuse ({error}); it does not count",
                "搜索报告的 {score} 分走法未通过规则复核（{error}），不予采用"
            ));
            return false;
        }
        self.best = Some(solution);
        true
    }

    /// At the end: the search's own best line, which does not depend on timing, and what can be claimed of it.
    pub(crate) fn conclude(&mut self, found: Option<(&Found, Vec<Action>)>, is_proof: bool) {
        let best = self.best_score();
        match found {
            Some((found, moves)) if best.is_none_or(|best| found.score >= best) => {
                let after_s =
                    self.best.as_ref().filter(|best| is_that(best, found)).and_then(|best| best.found_by.elapsed_s);
                self.accept(self.solution(found, moves, after_s));
            }
            None if is_proof && best.is_none() => {
                self.best = Some(Solution {
                    puzzle: self.puzzle.clone(),
                    score: None,
                    claim: Claim::Impossible,
                    moves: Vec::new(),
                    found_by: FoundBy { strategy: self.options.name().to_owned(), ..FoundBy::default() },
                });
            }
            _ => {}
        }
        if let Some(best) = self.best.as_mut().filter(|best| is_proof && best.score.is_some()) {
            best.claim = Claim::Optimal;
        }
        self.write_best();
    }

    fn write_best(&mut self) {
        if !self.seat.is_keeper {
            return;
        }
        let Some(best) = &self.best else { return };
        let files = best_files(best, self.lang);
        if self.written.as_ref() == Some(&files[0].1) {
            return;
        }
        let mut is_written = true;
        for (name, contents) in &files {
            if let Err(error) = write_atomically(&self.folder.join(name), contents.as_bytes()) {
                self.warn_of_disk(name, &error);
                is_written = false;
            }
        }
        let [(_, json), _] = files;
        self.written = is_written.then_some(json);
    }
}

/// What the `best.json` of a folder holds, when it is a good solution of this very puzzle.
pub(crate) fn written_best(folder: &Path, puzzle: &Puzzle) -> Option<Solution> {
    let text = std::fs::read_to_string(folder.join("best.json")).ok()?;
    let solution = Solution::parse(&text, "best.json").ok()?;
    let is_ours = solution.puzzle.fingerprint() == puzzle.fingerprint();
    let is_good = verify::check(start_of(puzzle), &solution.moves, solution.score).is_ok();
    (is_ours && is_good && solution.score.is_some()).then_some(solution)
}

/// The files of a run folder that hold its best line, by name.
pub(crate) fn best_files(best: &Solution, lang: Lang) -> [(&'static str, String); 2] {
    [("best.json", best.to_json()), ("best.txt", script(best, Origin::One, lang))]
}

/// Whether a solution is the very line that was found.
fn is_that(solution: &Solution, found: &Found) -> bool {
    let (by, origin) = (&solution.found_by, &found.origin);
    solution.score == Some(found.score)
        && by.strategy == origin.strategy
        && (by.tree, by.iterations) == (Some(origin.tree), Some(origin.iteration))
}

/// A solution as a move script with its score on top.
#[must_use]
pub(crate) fn script(solution: &Solution, origin: Origin, lang: Lang) -> String {
    let name = solution.puzzle.name.as_deref().unwrap_or("-");
    let moves = solution.moves.len();
    let head = match (solution.score, solution.claim) {
        (None, _) => match solution.puzzle.game {
            PuzzleGame::Crush { moves, .. } => say!(
                lang,
                "# {name}: impossible, proven: no line of exactly {moves} moves exists",
                "# {name}：无解，已证明：不存在恰好 {moves} 步的走法"
            ),
            _ => say!(lang, "# {name}: impossible, proven to have no solution", "# {name}：已证明无解"),
        },
        (Some(score), Claim::Optimal) => {
            say!(
                lang,
                "# {name}: {score} points, proven optimal, {moves} moves",
                "# {name}：{score} 分，已证明最优，共 {moves} 步"
            )
        }
        (Some(score), _) => {
            say!(
                lang,
                "# {name}: {score} points or more are possible, {moves} moves",
                "# {name}：至少可得 {score} 分，共 {moves} 步"
            )
        }
    };
    format!("{head}\n{}", write_script(&solution.moves, origin))
}
