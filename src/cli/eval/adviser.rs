//! An evaluator ready to be asked, with its threads, its clock and the table it keeps on disk.

#![expect(clippy::disallowed_types, reason = "--think is about time, and cli reads the clock")]

use super::settings::{EvaluatorName, Settings};
use crate::advice::{
    AdviceError, Ask, BYTES_PER_ENTRY, Balanced, Classic, Evaluation, Evaluator, ExactRound, Rollout, Table,
    TableError, TableStats,
};
use crate::checkpoint::write_atomically;
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::lang::say;
use crate::cli::threads::{pool, threads as wanted};
use crate::cli::ui::Ui;
use crate::games::sandbox::{Sandbox, State};
use crate::types::Seed;
use rayon::ThreadPool;
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Reduced boards that a table holds at most.
const TABLE_ENTRIES: usize = (112 << 20) / BYTES_PER_ENTRY;

/// An answer, and whether the clock cut it short.
pub(crate) struct Answer {
    /// The moves with their values.
    pub evaluation: Evaluation,
    /// Whether the samples asked for were all spent.
    pub is_complete: bool,
    /// Seconds it took.
    pub seconds: f64,
}

/// An evaluator and how to ask it.
pub(crate) struct Adviser {
    /// What it was made of.
    pub settings: Settings,
    evaluator: Box<dyn Evaluator + Send>,
    /// With `table`: the boards of rules without promotion and with it, each with its file.
    tables: Option<[(Table, Option<PathBuf>); 2]>,
    pool: ThreadPool,
}

impl Adviser {
    /// Sets an evaluator up; reads its table where there is one.
    ///
    /// # Errors
    /// When threads cannot be started or the table cannot be used.
    pub(crate) fn new(settings: Settings, threads: Option<u16>, ui: &Ui) -> Result<Self, Failure> {
        let pool = pool(wanted(threads))?;
        let constants = settings.constants;
        let objective = settings.objective.into();
        let evaluator: Box<dyn Evaluator + Send> = match settings.evaluator {
            EvaluatorName::Classic | EvaluatorName::Table => Box::new(Classic { constants }),
            EvaluatorName::ExactRound => Box::new(ExactRound { constants }),
            EvaluatorName::Balanced => Box::new(Balanced { constants, objective }),
            EvaluatorName::Rollout => {
                // Samples that were asked for are spent, for the sake of the values of all moves.
                let ends_early = settings.samples.is_none();
                Box::new(Rollout { objective, potential: settings.potential, ends_early, ..Rollout::default() })
            }
        };
        let tables = match settings.evaluator {
            EvaluatorName::Table => Some([table(&settings, false, ui)?, table(&settings, true, ui)?]),
            _ => None,
        };
        Ok(Self { settings, evaluator, tables, pool })
    }

    /// What values positions of these rules.
    pub(crate) fn evaluator(&self, game: &Sandbox) -> &dyn Evaluator {
        match &self.tables {
            Some(tables) => &tables[usize::from(game.rules().promotion)].0,
            None => self.evaluator.as_ref(),
        }
    }

    /// The threads it works on.
    pub(crate) fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Values every legal move of a position. `decision` numbers the decisions of a game, each with samples of its own.
    ///
    /// # Errors
    /// When the refill is fixed or the board awaits pieces.
    pub(crate) fn ask(&self, game: &Sandbox, state: &State, decision: u64) -> Result<Answer, AdviceError> {
        let started = Instant::now();
        let think = self.settings.think();
        let was_cut = AtomicBool::new(false);
        let go_on = || {
            let goes_on = think.is_none_or(|think| started.elapsed() < think);
            was_cut.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        };
        let seed = Seed(self.settings.seed).derive("decision", decision);
        let ask = Ask { seed, samples: self.settings.samples(), go_on: &go_on };
        let mut evaluation = self.pool.install(|| self.evaluator(game).evaluate(game, state, &ask))?;
        if evaluation.moves.is_empty() && was_cut.load(Ordering::Relaxed) {
            // No move was looked at in time: the quickest evaluator answers in its place.
            evaluation = Classic { constants: self.settings.constants }.evaluate(game, state, &Ask::new(seed, 0))?;
        }
        let is_complete = !was_cut.load(Ordering::Relaxed);
        Ok(Answer { evaluation, is_complete, seconds: started.elapsed().as_secs_f64() })
    }

    /// How often the tables were asked and knew, both together; `None` for other evaluators.
    pub(crate) fn table_stats(&self) -> Option<TableStats> {
        let tables = self.tables.as_ref()?;
        let [first, second] = [0, 1].map(|i| tables[i].0.stats());
        Some(TableStats {
            lookups: first.lookups + second.lookups,
            hits: first.hits + second.hits,
            entries: first.entries + second.entries,
        })
    }

    /// Writes the tables that were asked for something new.
    ///
    /// # Errors
    /// When the medium fails.
    pub(crate) fn save_tables(&self, ui: &Ui) -> Result<(), Failure> {
        for (table, path) in self.tables.iter().flatten() {
            let stats = table.stats();
            if let Some(path) = path.as_ref().filter(|_| stats.lookups > stats.hits) {
                let shown = path.display();
                write_atomically(path, &table.to_bytes())
                    .or_exit(Exit::Io, || say!(ui.lang, "failed to write {shown}", "无法写入 {shown}"))?;
            }
        }
        Ok(())
    }
}

/// A table with what its file holds. Rules without promotion have a file of their own beside the one named.
fn table(settings: &Settings, promotion: bool, ui: &Ui) -> Result<(Table, Option<PathBuf>), Failure> {
    let samples = u32::try_from(settings.samples()).unwrap_or(u32::MAX);
    let mut table = Table::new(promotion, samples, TABLE_ENTRIES);
    table.constants = settings.constants;
    let path = settings.table.as_ref().map(|path| {
        let mut name = path.clone().into_os_string();
        name.push(if promotion { "" } else { ".no-promotion" });
        PathBuf::from(name)
    });
    if let Some(path) = &path {
        let shown = path.display();
        match File::open(path).map_err(TableError::from).and_then(|file| table.load(file)) {
            Ok(_) => {}
            Err(TableError::Io(error)) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let exit = if matches!(error, TableError::Io(_)) { Exit::Io } else { Exit::BadInput };
                return Err(error).or_exit(exit, || say!(ui.lang, "failed to read {shown}", "无法读取 {shown}"));
            }
        }
    }
    Ok((table, path))
}
