//! From the arguments of a search to the options of the library, resolved once and checked before work starts.

use super::args::{LimitArgs, SearchArgs, SolveArgs, StrategyName};
use super::exit::{Exit, Failure};
use super::lang::{Text, both};
use super::run::limits::Limits;
use super::threads::cores;
use super::trees::vary;
use crate::games::sandbox::Piece;
use crate::puzzle::PuzzleGame;
use crate::search::StrategyOptions;
use crate::search::beam::BeamOptions;
use crate::search::exact::ExactOptions;
use crate::search::nrpa::NrpaOptions;
use crate::search::portfolio::{Member, PortfolioOptions};
use crate::search::strata::StrataOptions;
use crate::search::team::TeamOptions;
use crate::search::uct::UctOptions;
use crate::types::{Seed, mix};
use bytesize::ByteSize;
use clap::ValueEnum;
use jiff::{Timestamp, ToSpan, ZonedDateTime, civil::Time};

/// Least memory that a search can work with.
const LEAST_MEMORY: u64 = 1 << 20;

/// Bytes that a beam takes per position of its width, with its candidates and links.
const BEAM_BYTES_PER_WIDTH: u64 = 2048;

/// Bytes that a beam by strata takes per position of its width: all strata hold positions at once.
const STRATA_BYTES_PER_WIDTH: u64 = 65_536;

/// Iterations of the widening beam in one turn of the portfolio, four seconds on two cores, and of the cuts. Once a beam
/// of some ten thousand is through, cuts bring more than wider beams (docs/what-was-tried.md).
const BEAM_TURN: u64 = 1_000_000;
const CUTS_TURN: u64 = 3_000_000;

/// Iterations of the trees in one turn: about a second. On the puzzles that we know they have never improved on the
/// beam; theirs is a small share, for those that we do not know.
const UCT_TURN: u64 = 200;

/// Playouts of one turn of nested rollouts, and positions of one turn of the beam by strata: some seconds each, the
/// playouts about three times as long.
const NRPA_TURN: u64 = 600_000;
const STRATA_TURN: u64 = 1_000_000;

/// The round of the portfolio in which cuts of the best line join, and the one in which the trees do.
const CUTS_JOIN: u64 = 2;
const TREES_JOIN: u64 = 4;

/// A mistake on the command line.
pub(super) fn usage(message: Text) -> Failure {
    Failure::told(Exit::Usage, message)
}

/// The first option that was given, of some that have no place here; each with whether it was.
pub(crate) fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, is_given)| *is_given).map(|(option, _)| *option)
}

/// Reads a size of memory.
///
/// # Errors
/// When it is none, or larger than 64 bits can say.
pub(super) fn memory_size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "a size like 512MiB or 4GiB".to_owned())
}

impl SearchArgs {
    /// The strategy asked for; `auto` is the portfolio, or exact search where a game is small enough for it.
    fn strategy_for(&self, game: &PuzzleGame) -> StrategyName {
        match (self.strategy.unwrap_or(StrategyName::Auto), game) {
            (StrategyName::Auto, PuzzleGame::Crush { .. }) => StrategyName::Exact,
            (strategy, _) => strategy,
        }
    }

    /// The strategy with all its options.
    ///
    /// # Errors
    /// When an option means nothing or does not go with the strategy.
    pub(crate) fn to_options(&self, game: &PuzzleGame) -> Result<StrategyOptions, Failure> {
        self.check_memory()?;
        let strategy = self.strategy_for(game);
        if let StrategyName::Exact | StrategyName::Backtrack = strategy {
            return self.exact_options(strategy).map(StrategyOptions::Exact);
        }
        if let Some(name) = first_given(&[("--memo", self.memo), ("--top-k", self.top_k.is_some())]) {
            return Err(usage(both!(
                "{name} goes with --strategy exact or backtrack only",
                "{name} 只能与 --strategy exact 或 backtrack 同用"
            )));
        }
        match strategy {
            StrategyName::Auto => self.portfolio(game).map(StrategyOptions::Portfolio),
            StrategyName::Beam => {
                self.reject_uct_options()?;
                Ok(StrategyOptions::Beam(self.beam_options(self.memory.as_u64())))
            }
            StrategyName::Strata => {
                self.reject_uct_options()?;
                Ok(StrategyOptions::Strata(self.strata_options(self.memory.as_u64())))
            }
            StrategyName::Nrpa => {
                self.reject_uct_options()?;
                Ok(StrategyOptions::Nrpa(self.nrpa_options()))
            }
            _ => self.uct_options(strategy, 1).map(StrategyOptions::Uct),
        }
    }

    /// The strategy for several processes: trees are dealt out as they are, anything else as independent workers.
    /// `threads` are those of this process and of all.
    ///
    /// # Errors
    /// As [`Self::to_options`], and when the strategy is one piece.
    pub(crate) fn spread(
        &self,
        game: &PuzzleGame,
        workers: Option<u32>,
        ranks: usize,
        threads: (usize, u32),
    ) -> Result<StrategyOptions, Failure> {
        let strategy = self.strategy_for(game);
        let one_piece = matches!(strategy, StrategyName::Exact | StrategyName::Backtrack);
        let has_trees = matches!(strategy, StrategyName::Uct | StrategyName::UctClassic);
        if workers.is_some() && (one_piece || has_trees) {
            return Err(usage(both!(
                "--workers goes with --strategy auto, beam, strata or nrpa only",
                "--workers 只能与 --strategy auto、beam、strata 或 nrpa 同用"
            )));
        }
        if one_piece || (has_trees && ranks == 1) {
            return self.to_options(game);
        }
        let own = u32::try_from(threads.0).unwrap_or(u32::MAX);
        if has_trees {
            return Self { trees: self.trees.or(Some(threads.1)), ..self.clone() }.to_options(game);
        }
        let workers = workers.unwrap_or_else(|| u32::try_from(ranks).unwrap_or(u32::MAX));
        if workers == 1 {
            return self.to_options(game);
        }
        let trees = self.trees.or((strategy == StrategyName::Auto).then_some(own));
        let memory = ByteSize(self.memory.as_u64() / u64::from(workers));
        let worker = |number: u32| {
            let seed = if number == 0 { self.seed } else { mix(self.seed ^ mix(number.into())) >> 1 };
            let mut options = Self { seed, trees, memory, ..self.clone() }.to_options(game)?;
            vary_width(&mut options, f64::from(number) / f64::from(workers));
            Ok(options)
        };
        let workers = (0..workers).map(worker).collect::<Result<Vec<_>, Failure>>()?;
        let strategy = workers[0].name().to_owned();
        Ok(StrategyOptions::Team(TeamOptions { strategy, workers }))
    }

    /// Trees that get one of so many equal parts of the memory.
    fn uct_options(&self, strategy: StrategyName, parts: u64) -> Result<UctOptions, Failure> {
        let memory_bytes = self.memory.as_u64() / parts;
        let base = self.tree_options(strategy)?;
        let name = if strategy == StrategyName::UctClassic { "uct-classic" } else { "uct" };
        let trees = self.trees.unwrap_or_else(|| u32::try_from(cores()).unwrap_or(u32::MAX));
        let mut options = UctOptions::uniform(name, Seed(self.seed), trees, &base, memory_bytes);
        if let Some(spec) = &self.vary {
            vary(&mut options.trees, spec)?;
        }
        if memory_bytes < options.least_memory_bytes() {
            let least = (parts * options.least_memory_bytes()).div_ceil(1 << 20);
            let (memory, many) = (self.memory, if trees == 1 { "a tree".to_owned() } else { format!("{trees} trees") });
            return Err(usage(both!(
                "--memory {memory} is too little for {many}: at least {least} MiB",
                "--memory {memory} 不够 {trees} 棵树使用：至少 {least} MiB"
            )));
        }
        Ok(options)
    }

    fn beam_options(&self, memory_bytes: u64) -> BeamOptions {
        let most = usize::try_from(memory_bytes / BEAM_BYTES_PER_WIDTH).unwrap_or(usize::MAX).max(1);
        let base = BeamOptions::default();
        BeamOptions {
            seed: Seed(self.seed),
            first_width: base.first_width.min(most),
            widest: base.widest.min(most),
            cut_width: base.cut_width.min(most),
            ..base
        }
    }

    fn nrpa_options(&self) -> NrpaOptions {
        NrpaOptions { seed: Seed(self.seed), ..NrpaOptions::default() }
    }

    fn strata_options(&self, memory_bytes: u64) -> StrataOptions {
        let most = usize::try_from(memory_bytes / STRATA_BYTES_PER_WIDTH).unwrap_or(usize::MAX).max(1);
        let base = StrataOptions::default();
        StrataOptions {
            seed: Seed(self.seed),
            first_width: base.first_width.min(most),
            widest: base.widest.min(most),
            ..base
        }
    }

    /// Wider and wider beams alone at first; then, by turns with them, cuts of the best line and the trees. The widening
    /// beam has half of the memory, the others a quarter each. On SameGame nested rollouts and a beam by strata in turn.
    fn portfolio(&self, game: &PuzzleGame) -> Result<PortfolioOptions, Failure> {
        let half = self.memory.as_u64() / 2;
        let members = match game {
            PuzzleGame::Samegame { .. } => {
                let strata = StrategyOptions::Strata(self.strata_options(half));
                vec![
                    Member { turn: NRPA_TURN, from: 0, options: StrategyOptions::Nrpa(self.nrpa_options()) },
                    Member { turn: STRATA_TURN, from: 0, options: strata },
                ]
            }
            PuzzleGame::Sandbox { .. } | PuzzleGame::Crush { .. } => {
                let wider = BeamOptions { cut_width: 0, ..self.beam_options(half) };
                let cuts = BeamOptions { first_width: 0, ..self.beam_options(half / 2) };
                let uct = self.uct_options(StrategyName::Uct, 4)?;
                vec![
                    Member { turn: BEAM_TURN, from: 0, options: StrategyOptions::Beam(wider) },
                    Member { turn: CUTS_TURN, from: CUTS_JOIN, options: StrategyOptions::Beam(cuts) },
                    Member { turn: UCT_TURN, from: TREES_JOIN, options: StrategyOptions::Uct(uct) },
                ]
            }
        };
        Ok(PortfolioOptions { strategy: "auto".to_owned(), seed: Seed(self.seed), members })
    }

    /// The same arguments for one of several strategies: what goes with others only is left out.
    ///
    /// A strategy is written as its name, and behind it `+memo` or `+top-K` where that applies.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn for_strategy(&self, spec: &str) -> Result<Self, Failure> {
        let mut parts = spec.trim().split('+');
        let name = parts.next().unwrap_or_default();
        let strategy = StrategyName::from_str(name, true).map_err(|_| {
            let names = StrategyName::value_variants().iter().filter_map(StrategyName::to_possible_value);
            let names = names.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ");
            usage(both!("no strategy {name:?}: there are {names}", "没有策略 {name:?}：可用 {names}"))
        })?;
        let mut args = Self { strategy: Some(strategy), memo: false, top_k: None, ..self.clone() };
        for part in parts {
            match part.strip_prefix("top-").map(str::parse) {
                Some(Ok(k)) => args.top_k = Some(k),
                None if part == "memo" => args.memo = true,
                _ => {
                    return Err(usage(both!(
                        "{spec}: behind a strategy stands +memo or +top-K",
                        "{spec}：策略后面只能加 +memo 或 +top-K"
                    )));
                }
            }
        }
        if !matches!(strategy, StrategyName::Uct | StrategyName::UctClassic | StrategyName::Auto) {
            args = Self {
                trees: None,
                candidates: None,
                exploration: None,
                eta: None,
                backup: None,
                deviation: None,
                playout: None,
                transpositions: false,
                vary: None,
                ..args
            };
        }
        Ok(args)
    }

    /// Refuses memory in which no search can work.
    ///
    /// # Errors
    /// When it is that little.
    pub(crate) fn check_memory(&self) -> Result<(), Failure> {
        if self.memory.as_u64() >= LEAST_MEMORY {
            return Ok(());
        }
        let memory = self.memory;
        Err(usage(both!("--memory {memory} is too little: at least 1 MiB", "--memory {memory} 太少：至少 1 MiB")))
    }

    fn exact_options(&self, strategy: StrategyName) -> Result<ExactOptions, Failure> {
        self.reject_uct_options()?;
        let memo_entries = ExactOptions::entries_within(self.memory.as_u64());
        let base = match strategy {
            StrategyName::Exact if self.memo => {
                return Err(usage(both!(
                    "--memo goes with --strategy backtrack; exact has a memo anyway",
                    "--memo 只能与 --strategy backtrack 同用；exact 本来就有记忆"
                )));
            }
            StrategyName::Exact => ExactOptions { memo_entries, ..ExactOptions::default() },
            _ if self.memo => ExactOptions { memo_entries, ..ExactOptions::memo() },
            _ => ExactOptions::backtrack(),
        };
        Ok(ExactOptions { top_k: self.top_k, ..base })
    }

    /// What trees alone have a use for, each option with whether it was given.
    pub(crate) fn tree_options_given(&self) -> [(&'static str, bool); 9] {
        [
            ("--candidates", self.candidates.is_some()),
            ("--exploration", self.exploration.is_some()),
            ("--eta", self.eta.is_some()),
            ("--backup", self.backup.is_some()),
            ("--deviation", self.deviation.is_some()),
            ("--playout", self.playout.is_some()),
            ("--transpositions", self.transpositions),
            ("--vary", self.vary.is_some()),
            ("--trees", self.trees.is_some()),
        ]
    }

    fn reject_uct_options(&self) -> Result<(), Failure> {
        match first_given(&self.tree_options_given()) {
            Some(name) => Err(usage(both!(
                "{name} goes with --strategy uct, uct-classic or auto only",
                "{name} 只能与 --strategy uct、uct-classic 或 auto 同用"
            ))),
            None => Ok(()),
        }
    }
}

impl SolveArgs {
    /// Pieces that the search shall not drag.
    ///
    /// # Errors
    /// When one is not `FAMILY:LEVEL`.
    pub(crate) fn forbidden(&self) -> Result<Vec<Piece>, Failure> {
        let parse = |text: &String| {
            let (family, level) = text.split_once(':')?;
            Piece::from_code(family.parse::<i16>().ok()?.checked_mul(10)?.checked_add(level.parse().ok()?)?)
                .filter(|_| level.len() == 1)
        };
        self.forbid_drag
            .iter()
            .map(|text| {
                parse(text).ok_or_else(|| {
                    usage(both!(
                        "--forbid-drag {text}: family 1 to 3 and level 1 to 5, for instance 1:4",
                        "--forbid-drag {text}：应为家族 1 至 3 和形态 1 至 5，例如 1:4"
                    ))
                })
            })
            .collect()
    }
}

/// Gives a worker widths of its own, this share of the way from one pass of a beam to the next: a beam without noise
/// finds the same from any seed.
fn vary_width(options: &mut StrategyOptions, share: f64) {
    match options {
        StrategyOptions::Beam(beam) if beam.first_width > 0 => {
            let factor = (beam.growth as f64).powf(share);
            #[expect(clippy::cast_possible_truncation, reason = "at most `widest`")]
            let width = (beam.first_width as f64 * factor).round() as usize;
            beam.first_width = width.clamp(1, beam.widest.max(1));
        }
        StrategyOptions::Portfolio(portfolio) => {
            portfolio.members.iter_mut().for_each(|member| vary_width(&mut member.options, share));
        }
        _ => {}
    }
}

impl LimitArgs {
    /// The limits, counted from now.
    ///
    /// # Errors
    /// When the time of day cannot be read.
    pub(crate) fn to_limits(&self) -> Result<Limits, Failure> {
        Ok(Limits {
            time: self.time,
            until: self.until.as_deref().map(|text| next_time(text, &ZonedDateTime::now())).transpose()?,
            iterations: self.iterations,
            target: self.target,
            stagnation: self.stagnation,
        })
    }
}

/// The next moment at which the clock shows `HH:MM`.
fn next_time(text: &str, now: &ZonedDateTime) -> Result<Timestamp, Failure> {
    let wrong =
        || usage(both!("--until {text}: a time of day like 07:30", "--until {text}：应为一天中的时刻，例如 07:30"));
    let time = Time::strptime("%H:%M", text).map_err(|_| wrong())?;
    let today = now.with().time(time).build().map_err(|_| wrong())?;
    let next = if today > *now { today } else { today.checked_add(1.day()).map_err(|_| wrong())? };
    Ok(next.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn until_is_the_next_such_time_of_day() {
        let now: ZonedDateTime = "2026-03-01T22:00:00[UTC]".parse().expect("a moment");
        let at = |text| next_time(text, &now).map(|moment| moment.to_string()).ok();
        assert_eq!(at("07:30").as_deref(), Some("2026-03-02T07:30:00Z"));
        assert_eq!(at("22:01").as_deref(), Some("2026-03-01T22:01:00Z"));
        assert_eq!(at("25:00"), None);
        assert_eq!(at("7.30"), None);
    }
}
