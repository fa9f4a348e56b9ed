//! `train`: learns the value's weights, in a folder that another run of the same command goes on with.
//!
//! The folder holds `train.toml` (everything the weights depend on), checkpoints after every batch of games, and
//! `weights.bin`. A kill at any moment loses the batch under way.

#![expect(clippy::disallowed_types, reason = "--time is about time, and cli reads the clock")]

use super::exit::{Exit, Failure, OrExit};
use super::lang::{Lang, say};
use super::run::{folder::take_lock, set_aside_remark};
use super::threads::{pool, threads};
use super::ui::Ui;
use crate::checkpoint::{CheckpointError, Identity, Lock, LockError, Store, write_atomically};
use crate::games::sandbox::{Sandbox, Shape};
use crate::search::train::{Progress, TrainOptions, Trainer};
use crate::search::{Sink, Source};
use crate::types::{Pcg, Seed, mix};
use clap::{Args, ValueHint};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Version of `train.toml`: 2 draws queues with each family four times, 1 drew any.
const FORMAT: u32 = 2;

/// `train`.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The folder of the training; where there is one already, it goes on
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Games in total, rounded up to whole batches
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Stop after this time, at the end of a batch of games
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Seed of all puzzles and of what is drawn from their games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Rows and columns of the boards
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=8))]
    pub size: u8,
    /// Steps of a game
    #[arg(long, value_name = "N", default_value_t = 45, value_parser = clap::value_parser!(u16).range(8..=1000))]
    pub steps: u16,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// `train.toml`: what the weights depend on, with the number of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    format: u32,
    /// Rows and columns of the boards.
    size: usize,
    /// Steps of a game.
    steps: u16,
    training: TrainOptions,
}

impl Plan {
    fn of(args: &TrainArgs) -> Self {
        let training = TrainOptions { seed: args.seed, ..TrainOptions::default() };
        Self { format: FORMAT, size: args.size.into(), steps: args.steps, training }
    }

    /// Draws a puzzle.
    fn puzzle(&self, rng: &mut Pcg) -> Sandbox {
        let shape = Shape::try_new(self.size, self.size).unwrap_or(Shape::SMALLEST);
        Sandbox::random(shape, self.steps, rng).expect("whites without a match exist on every board")
    }

    fn identity(&self) -> Result<Identity, Failure> {
        let text = toml::to_string(self).or_exit(Exit::Internal, || "failed to write train.toml".to_owned())?;
        Ok(Identity { puzzle: 0, options: text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte))) })
    }
}

/// Runs `train`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn train(args: &TrainArgs, ui: &Ui) -> Result<Exit, Failure> {
    let plan = Plan::of(args);
    let folder = &args.folder;
    let at = folder.display();
    if folder.join("run.toml").exists() {
        let message =
            say!(ui.lang, "{at} holds a search: train in another folder", "{at} 里是一次搜索：请在另一个文件夹训练");
        return Err(Failure::new(Exit::Usage, message));
    }
    fs::create_dir_all(folder).or_exit(Exit::Io, || format!("failed to make the folder {at}"))?;
    let _lock = hold(folder, ui.lang)?;
    check_plan(&plan, folder, ui.lang)?;
    let store = Store::new(folder);
    store.remove_remains().or_exit(Exit::Io, || format!("failed to tidy {at}"))?;
    let mut trainer = load(&plan, &store, folder, ui)?;
    let pool = pool(threads(args.threads))?;
    let start = Instant::now();
    let mut failure = None;
    let outcome = pool.install(|| {
        trainer.run(
            |rng| plan.puzzle(rng),
            args.games,
            |trainer, progress| {
                tell(&progress, ui);
                failure = save(trainer, &plan, &store, folder).err();
                failure.is_none() && args.time.is_none_or(|time| start.elapsed() < time)
            },
        )
    });
    outcome.or_exit(Exit::Internal, || "failed to use the weights".to_owned())?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let games = trainer.games();
    ui.print(&say!(
        ui.lang,
        "{at}/weights.bin: learned from {games} games\n",
        "{at}/weights.bin：从 {games} 局中学习而得\n"
    ));
    Ok(Exit::Done)
}

fn hold(folder: &Path, lang: Lang) -> Result<Lock, Failure> {
    let path = folder.display();
    take_lock(folder).map_err(|error| match error {
        LockError::Taken { owner } => Failure::new(
            Exit::Locked,
            say!(
                lang,
                "process {owner} is training in {path}: wait for it",
                "进程 {owner} 正在 {path} 中训练：请等它结束"
            ),
        ),
        LockError::Io(error) => Failure::new(Exit::Io, format!("failed to lock {path}: {error}")),
    })
}

/// Writes the plan into a new folder; in an old one it has to be the same.
fn check_plan(plan: &Plan, folder: &Path, lang: Lang) -> Result<(), Failure> {
    let path = folder.join("train.toml");
    let at = path.display();
    if !path.exists() {
        let text = toml::to_string(plan).or_exit(Exit::Internal, || "failed to write train.toml".to_owned())?;
        return write_atomically(&path, text.as_bytes()).or_exit(Exit::Io, || format!("failed to write {at}"));
    }
    let text = fs::read_to_string(&path).or_exit(Exit::Io, || format!("failed to read {at}"))?;
    let found: Plan = toml::from_str(&text).or_exit(Exit::BadInput, || format!("failed to read {at}"))?;
    if found == *plan {
        return Ok(());
    }
    let Plan { size, steps, training: TrainOptions { seed, .. }, .. } = found;
    Err(Failure::new(
        Exit::Usage,
        say!(
            lang,
            "{at} was begun with other options (--seed {seed} --size {size} --steps {steps}, or by another version): give the same, or another folder",
            "{at} 是用其他选项（--seed {seed} --size {size} --steps {steps}，或其他版本）开始的：请给相同的选项，或换一个文件夹"
        ),
    ))
}

/// The training as it stands in the folder, or at its start.
fn load(plan: &Plan, store: &Store, folder: &Path, ui: &Ui) -> Result<Trainer, Failure> {
    let loaded =
        store.load_newest(plan.identity()?, |reader| Ok(reader.take::<Trainer>("trainer")?)).map_err(|error| {
            match error {
                CheckpointError::Io(_) => {
                    Failure::new(Exit::Io, format!("failed to read {}: {error}", folder.display()))
                }
                _ => Failure::new(Exit::NoCheckpoint, format!("failed to go on in {}: {error}", folder.display())),
            }
        })?;
    for bad in &loaded.set_aside {
        ui.remark(&set_aside_remark(bad, ui.lang));
    }
    let is_new = loaded.set_aside.is_empty() && store.is_untouched().unwrap_or(false);
    if loaded.value.is_none() && !is_new {
        return Err(Failure::new(
            Exit::NoCheckpoint,
            say!(
                ui.lang,
                "{0} has no usable checkpoint: train in another folder; {0}/weights.bin is still good",
                "{0} 没有可用的存档：请换一个文件夹训练；{0}/weights.bin 仍然有效",
                folder.display()
            ),
        ));
    }
    let start =
        || Trainer::new(&plan.puzzle(&mut Seed(plan.training.seed).stream("train-puzzle", 0)), plan.training.clone());
    Ok(loaded.value.map_or_else(start, |(_, trainer)| trainer))
}

fn save(trainer: &Trainer, plan: &Plan, store: &Store, folder: &Path) -> Result<(), Failure> {
    let failed = || format!("failed to write into {}", folder.display());
    store.write(plan.identity()?, |writer| writer.put("trainer", trainer)).or_exit(Exit::Io, failed)?;
    let bytes = trainer.weights().to_bytes().or_exit(Exit::Internal, || "failed to pack the weights".to_owned())?;
    write_atomically(&folder.join("weights.bin"), &bytes).or_exit(Exit::Io, failed)
}

fn tell(Progress { games, mean_score, error }: &Progress, ui: &Ui) {
    ui.remark(&say!(
        ui.lang,
        "{games} games: mean score {mean_score:.0}, error {error:.0}",
        "{games} 局：平均得分 {mean_score:.0}，误差 {error:.0}"
    ));
}
