//! Saving and loading: per worker a head, then its levels with their policies as sorted lists of what is not 0.
//!
//! Of a best line only the moves are written; what stood beside them is found again by going through it.

use super::kinds::{self, Turns};
use super::playout::{Scene, Workspace};
use super::policy::{TABLE_SIZE, Trace};
use super::worker::{Level, Worker};
use crate::game::Learn;
use crate::search::line::check_best;
use crate::search::{Found, LoadError, Sink, Source};
use crate::types::{Pcg, Score};
use serde::{Deserialize, Serialize};

/// What a worker is apart from its levels.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    rng: Pcg,
    iterations: u64,
    round: u32,
    turns: Turns,
    best: Option<Found>,
}

/// A level as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct LevelRecord {
    done: u32,
    equals: u32,
    best: Option<(Score, Vec<u16>)>,
    /// Ascending by table entry.
    weights: Vec<(u32, f32)>,
}

fn section(worker: &Worker, part: &str) -> String {
    format!("worker {} {part}", worker.number)
}

/// Writes every worker.
pub(super) fn save<S: Sink>(workers: &[Worker], sink: &mut S) -> Result<(), S::Error> {
    for worker in workers {
        let Worker { iterations, round, turns, .. } = *worker;
        let head = Head { rng: worker.rng.clone(), iterations, round, turns, best: worker.best.clone() };
        sink.put(&section(worker, "head"), &head)?;
        let levels: Vec<LevelRecord> = worker.levels.iter().map(written).collect();
        sink.put(&section(worker, "levels"), &levels)?;
    }
    Ok(())
}

fn written(level: &Level) -> LevelRecord {
    let entries = (0..).zip(level.policy.weights.iter().copied());
    LevelRecord {
        done: level.done,
        equals: level.equals,
        best: level.best.score.map(|score| (score, level.best.codes.clone())),
        weights: entries.filter(|(_, weight)| weight.to_bits() != 0).collect(),
    }
}

/// Reads every worker and checks it.
pub(super) fn load<G: Learn, S: Source>(
    workers: &mut [Worker],
    scene: &Scene<'_, G>,
    source: &mut S,
) -> Result<(), LoadError> {
    for worker in workers {
        let name = section(worker, "head");
        let head: Head = source.take(&name)?;
        if let Some(best) = &head.best {
            check_best(scene.game, &best.line, best.score, &name)?;
        }
        worker.rng = head.rng;
        worker.iterations = head.iterations;
        worker.round = head.round;
        worker.turns = head.turns;
        let kinds = kinds::count(scene.game, scene.options);
        if head.turns.kind >= kinds {
            return Err(LoadError::Meaning { name, reason: format!("kind {} of {kinds}", head.turns.kind) });
        }
        worker.levels.resize_with(scene.options.levels(head.round, kinds), Level::new);
        let scene = Scene { selection: kinds::selection(head.turns.kind, kinds), ..*scene };
        worker.best = head.best;
        let name = section(worker, "levels");
        let records: Vec<LevelRecord> = source.take(&name)?;
        let wrong = |reason: String| LoadError::Meaning { name: name.clone(), reason };
        if records.len() != worker.levels.len() {
            return Err(wrong(format!("{} levels, not {}", records.len(), worker.levels.len())));
        }
        let lowest = records.len() - 1;
        for (depth, (level, record)) in worker.levels.iter_mut().zip(records).enumerate() {
            let (runs, patience) = (scene.options.runs(depth == lowest), scene.options.patience(depth == lowest));
            if record.done >= runs || record.equals >= patience.min(runs) {
                return Err(wrong(format!("{} runs done of {runs}, {} of them equal", record.done, record.equals)));
            }
            restore(level, record, &scene, &mut worker.space).map_err(wrong)?;
        }
    }
    Ok(())
}

/// Fills a level from its record; says what is wrong with one that means nothing.
fn restore<G: Learn>(
    level: &mut Level,
    record: LevelRecord,
    scene: &Scene<'_, G>,
    space: &mut Workspace,
) -> Result<(), String> {
    if !record.weights.is_sorted_by(|a, b| a.0 < b.0) {
        return Err("weights out of order".to_owned());
    }
    level.policy.clear();
    for (slot, weight) in record.weights {
        if slot as usize >= TABLE_SIZE || !weight.is_finite() {
            return Err(format!("weight {weight} in entry {slot} of {TABLE_SIZE}"));
        }
        level.policy.weights[slot as usize] = weight;
    }
    level.done = record.done;
    level.equals = record.equals;
    level.best = match record.best {
        None => Trace::default(),
        Some((score, line)) => scene
            .retrace(&line, space)
            .filter(|trace| trace.score == Some(score))
            .ok_or_else(|| format!("a level's best line does not score {score}"))?,
    };
    Ok(())
}
