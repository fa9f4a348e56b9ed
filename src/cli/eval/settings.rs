//! What values positions: resolved once from the arguments, the game file and the defaults; a game file keeps it.

use super::args::EvaluatorArgs;
use crate::advice::{Constants, Objective, Potential};
use crate::cli::exit::{Exit, Failure, OrExit};
use crate::cli::files::read;
use crate::cli::lang::say;
use crate::cli::ui::Ui;
use crate::games::sandbox::Setup;
use crate::games::sandbox::rules::Worth;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most time of a decision where neither it nor the samples are given.
const DEFAULT_THINK: Duration = Duration::from_millis(900);
/// Largest constant that means anything.
const MOST: f64 = 1000.0;

/// Evaluators that can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EvaluatorName {
    /// The article's, by linearity of expectation
    Classic,
    /// The article's with an exact first refill
    ExactRound,
    /// Whole cascades on the article's balanced refills
    Balanced,
    /// Whole cascades of the whites, remembered per reduced board
    Table,
    /// Sampled futures, a few guided moves deep
    #[default]
    Rollout,
}

impl EvaluatorName {
    /// Samples per decision (per reduced board for `table`) where none are asked for; 0 for those that sample nothing.
    pub(crate) const fn default_samples(self) -> u64 {
        match self {
            Self::Classic | Self::ExactRound => 0,
            Self::Balanced => 10_000,
            Self::Table => 256,
            Self::Rollout => 4096,
        }
    }

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::ExactRound => "exact-round",
            Self::Balanced => "balanced",
            Self::Table => "table",
            Self::Rollout => "rollout",
        }
    }
}

/// What sampled moves are ranked by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ObjectiveName {
    /// The expected value
    #[default]
    Mean,
    /// What nine games in ten exceed
    Q10,
    /// The typical value, the median
    Q50,
    /// What one game in ten exceeds
    Q90,
}

impl From<ObjectiveName> for Objective {
    fn from(name: ObjectiveName) -> Self {
        match name {
            ObjectiveName::Mean => Self::Mean,
            ObjectiveName::Q10 => Self::Q10,
            ObjectiveName::Q50 => Self::Q50,
            ObjectiveName::Q90 => Self::Q90,
        }
    }
}

/// Everything that decides how a position is valued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The evaluator.
    pub evaluator: EvaluatorName,
    /// What sampled moves are ranked by.
    pub objective: ObjectiveName,
    /// Samples asked for; the evaluator's default where none are.
    pub samples: Option<u64>,
    /// Most time of a decision, in seconds; the default where neither this nor the samples are given.
    pub think_s: Option<f64>,
    /// Seed of every random stream.
    pub seed: u64,
    /// The article's constants.
    pub constants: Constants,
    /// The potential's constants; those of the rules where none are given.
    pub potential: Option<Potential>,
    /// Where the table is kept.
    pub table: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            evaluator: EvaluatorName::default(),
            objective: ObjectiveName::default(),
            samples: None,
            think_s: None,
            seed: 1,
            constants: Constants::default(),
            potential: None,
            table: None,
        }
    }
}

impl Settings {
    /// Samples of a decision.
    pub(crate) fn samples(&self) -> u64 {
        self.samples.unwrap_or(self.evaluator.default_samples())
    }

    /// Most time of a decision; `None` for as long as the samples take.
    pub(crate) fn think(&self) -> Option<Duration> {
        match (self.think_s, self.samples) {
            (Some(seconds), _) => Duration::try_from_secs_f64(seconds).ok(),
            (None, Some(_)) => None,
            (None, None) => Some(DEFAULT_THINK),
        }
    }
}

/// A file of constants, as `tune` writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConstantsFile {
    /// Always [`ConstantsFile::FORMAT`].
    pub format: String,
    /// Always [`ConstantsFile::VERSION`].
    pub version: u64,
    /// The article's constants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classic: Option<Constants>,
    /// The potential's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub potential: Option<Potential>,
}

impl ConstantsFile {
    /// What the file calls itself.
    pub(crate) const FORMAT: &'static str = "xiaochu-constants";
    /// Its version.
    pub(crate) const VERSION: u64 = 1;

    /// Reads a file of constants.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub(crate) fn read(path: &Path, ui: &Ui) -> Result<Self, Failure> {
        let shown = path.display();
        let file: Self = serde_json::from_str(&read(path, ui)?)
            .or_exit(Exit::BadInput, || say!(ui.lang, "{shown} is no file of constants", "{shown} 不是常数文件"))?;
        let numbers = file.classic.map(|constants| constants.in_out.into_iter().chain([constants.vitality]));
        if file.format != Self::FORMAT || file.version != Self::VERSION {
            let message = say!(
                ui.lang,
                "{shown} is no file of constants of version {}: `xiaochu tune --output` writes them",
                "{shown} 不是版本 {} 的常数文件：由 `xiaochu tune --output` 生成",
                Self::VERSION
            );
            return Err(Failure::new(Exit::BadInput, message));
        }
        if numbers.into_iter().flatten().any(|number| !is_sensible(number)) {
            let message = say!(
                ui.lang,
                "{shown}: a constant is not within -{MOST} to {MOST}",
                "{shown}：有常数不在 -{MOST} 至 {MOST} 之间"
            );
            return Err(Failure::new(Exit::BadInput, message));
        }
        Ok(file)
    }
}

/// Whether a constant is a number that means something.
fn is_sensible(number: f64) -> bool {
    number.is_finite() && number.abs() <= MOST
}

impl EvaluatorArgs {
    /// `base` with everything that was given in its place.
    ///
    /// # Errors
    /// When an option means nothing, or the file of constants cannot be used.
    pub(crate) fn settings(&self, base: Settings, ui: &Ui) -> Result<Settings, Failure> {
        let mut settings = base;
        if let Some(evaluator) = self.evaluator.filter(|&name| name != settings.evaluator) {
            // Samples of one evaluator say nothing about another's, and only one keeps a table.
            settings.evaluator = evaluator;
            settings.samples = None;
            settings.table = None;
        }
        settings.objective = self.objective.unwrap_or(settings.objective);
        if self.samples.is_some() {
            settings.samples = self.samples;
            settings.think_s = None;
        }
        settings.think_s = self.think.map(|think| think.as_secs_f64()).or(settings.think_s);
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.table = self.table.clone().or(settings.table);
        if let Some(path) = &self.constants {
            let file = ConstantsFile::read(path, ui)?;
            settings.constants = file.classic.unwrap_or(settings.constants);
            settings.potential = file.potential.or(settings.potential);
        }
        match self.in_out.as_slice() {
            [] => {}
            &[one] => settings.constants.in_out = [one; 5],
            many => {
                settings.constants.in_out = many.try_into().map_err(|_| {
                    let found = many.len();
                    usage(say!(
                        ui.lang,
                        "--in-out takes one number or five (one per level), not {found}",
                        "--in-out 需要 1 个或 5 个数（每种形态一个），而不是 {found} 个"
                    ))
                })?;
            }
        }
        settings.constants.vitality = self.vitality.unwrap_or(settings.constants.vitality);
        let numbers = settings.constants.in_out.into_iter().chain([settings.constants.vitality]);
        if let Some(wrong) = numbers.into_iter().find(|&number| !is_sensible(number)) {
            return Err(usage(say!(
                ui.lang,
                "--in-out, --vitality: {wrong} is not within -{MOST} to {MOST}",
                "--in-out、--vitality：{wrong} 不在 -{MOST} 至 {MOST} 之间"
            )));
        }
        if settings.table.is_some() && settings.evaluator != EvaluatorName::Table {
            return Err(usage(say!(
                ui.lang,
                "--table goes with --evaluator table only",
                "--table 只能与 --evaluator table 同用"
            )));
        }
        Ok(settings)
    }

    /// Puts `--weights` and `--evolve` in place of what the puzzle says its pieces are worth.
    ///
    /// # Errors
    /// When they are no sensible numbers, or the puzzle's pieces are worth points.
    pub(crate) fn apply(&self, setup: &mut Setup, ui: &Ui) -> Result<(), Failure> {
        if self.weights.is_empty() && self.evolve.is_empty() {
            return Ok(());
        }
        let wrong = || {
            usage(say!(
                ui.lang,
                "--weights takes three numbers from {} to {}, --evolve one number or four from {} to {}, and no piece \
                 may be worth more than {}",
                "--weights 需要三个 {} 至 {} 的数，--evolve 需要一个或四个 {} 至 {} 的数，任何怪物的价值都不能超过 {}",
                Worth::WEIGHTS.start(),
                Worth::WEIGHTS.end(),
                Worth::RATIOS.start(),
                Worth::RATIOS.end(),
                Worth::MOST
            ))
        };
        let worth = &setup.rules.worth;
        if worth.scale == 1 {
            return Err(usage(say!(
                ui.lang,
                "--weights and --evolve go with modes that count power; here every piece counts points",
                "--weights 和 --evolve 只用于按战力计算的模式；这里每个怪物按分数计算"
            )));
        }
        let scale = worth.scale as f64;
        let weights: [f64; 3] = match self.weights.as_slice() {
            [] => std::array::from_fn(|family| worth.by_family[family][0] as f64 / scale),
            given => given.try_into().map_err(|_| wrong())?,
        };
        let ratios: [f64; 4] = match self.evolve.as_slice() {
            [] => [Worth::EVOLVE; 4],
            &[one] => [one; 4],
            given => given.try_into().map_err(|_| wrong())?,
        };
        let are_good = self.weights.iter().all(|weight| Worth::WEIGHTS.contains(weight))
            && ratios.iter().all(|ratio| Worth::RATIOS.contains(ratio));
        if !are_good {
            return Err(wrong());
        }
        #[expect(clippy::cast_possible_truncation, reason = "bounded above, rounded")]
        let by_level = |weight: f64| {
            let mut power = weight;
            std::array::from_fn(|level| {
                power *= if level == 0 { 1.0 } else { ratios[level - 1] };
                (power * scale).round() as i64
            })
        };
        setup.rules.worth.by_family = weights.map(by_level);
        let most = setup.rules.worth.by_family.iter().flatten().copied().max().unwrap_or(0);
        if most as f64 > Worth::MOST * scale { Err(wrong()) } else { Ok(()) }
    }
}

fn usage(message: String) -> Failure {
    Failure::new(Exit::Usage, message)
}
