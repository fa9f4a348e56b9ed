//! Every strategy under one roof: which there are, their options, and one that runs.
//!
//! A new strategy adds a variant to both enums and a line to each `match` here; nothing else knows how many there are.

use super::beam::{Beam, BeamOptions};
use super::contract::{Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use super::control::{Control, Found};
use super::exact::{Exact, ExactOptions};
use super::nrpa::{Nrpa, NrpaOptions};
use super::over::Over;
use super::portfolio::{Portfolio, PortfolioOptions};
use super::strata::{Strata, StrataOptions};
use super::team::{Team, TeamOptions};
use super::uct::{Uct, UctOptions};
use super::value::Estimator;
use crate::game::Learn;
use crate::types::{Seed, mix};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// A strategy and everything its result depends on besides the puzzle and the iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case")]
pub enum StrategyOptions {
    /// Root-parallel UCT.
    Uct(UctOptions),
    /// Beam search.
    Beam(BeamOptions),
    /// Exact depth-first search.
    Exact(ExactOptions),
    /// Nested rollout policy adaptation.
    Nrpa(NrpaOptions),
    /// Several that take turns.
    Portfolio(PortfolioOptions),
    /// A beam by strata of what is left.
    Strata(StrataOptions),
    /// Several side by side that share nothing.
    Team(TeamOptions),
}

impl StrategyOptions {
    /// The name it was asked for by.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Uct(options) => &options.strategy,
            Self::Beam(_) => "beam",
            Self::Exact(options) => options.name(),
            Self::Nrpa(_) => "nrpa",
            Self::Portfolio(options) => &options.strategy,
            Self::Strata(_) => "strata",
            Self::Team(options) => &options.strategy,
        }
    }

    /// The seed of its random streams; 0 where nothing is random.
    #[must_use]
    pub fn seed(&self) -> Seed {
        match self {
            Self::Uct(options) => options.seed,
            Self::Beam(options) => options.seed,
            Self::Exact(_) => Seed(0),
            Self::Nrpa(options) => options.seed,
            Self::Portfolio(options) => options.seed,
            Self::Strata(options) => options.seed,
            Self::Team(options) => options.workers.first().map_or(Seed(0), Self::seed),
        }
    }

    /// A number that names these options: equal options, equal numbers.
    ///
    /// # Panics
    /// Never: options hold nothing that JSON cannot.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let text = serde_json::to_string(self).expect("numbers, strings and lists");
        text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
    }

    /// A search with these options that has done nothing yet.
    ///
    /// # Panics
    /// Never: the shipped weights are tested.
    pub fn start<G: Learn>(&self, game: &G) -> Strategy<G> {
        self.start_part(game, &(0..u32::MAX))
    }

    /// How many parts it has that share nothing: trees, or the workers of a team.
    #[must_use]
    pub fn units(&self) -> u32 {
        let units = match self {
            Self::Uct(options) => options.trees.len(),
            Self::Team(options) => options.workers.len(),
            _ => 1,
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// Such a search with the units of these numbers only; what is one piece comes as a whole.
    ///
    /// # Panics
    /// Never: the shipped weights are tested.
    pub fn start_part<G: Learn>(&self, game: &G, own: &Range<u32>) -> Strategy<G> {
        // Trees and exact search end by themselves; a team is made of others.
        let ends = matches!(self, Self::Uct(_) | Self::Exact(_) | Self::Team(_));
        if !ends && let Some(over) = Over::at_start(game, self.name()) {
            return Strategy::Over(over);
        }
        match self {
            Self::Uct(options) => Strategy::Uct(Uct::part(options.clone(), &Arc::new(shipped(game)), own)),
            Self::Team(options) => Strategy::Team(Team::part(game, options, own)),
            Self::Beam(options) => Strategy::Beam(Box::new(Beam::new(shipped(game), options.clone()))),
            Self::Exact(options) => Strategy::Exact(Box::new(Exact::new(game, *options))),
            Self::Nrpa(options) => Strategy::Nrpa(Nrpa::new(options.clone())),
            Self::Portfolio(options) => Strategy::Portfolio(Box::new(Portfolio::new(game, options.clone()))),
            Self::Strata(options) => Strategy::Strata(Box::new(Strata::new(options.clone(), &Arc::new(shipped(game))))),
        }
    }
}

/// The value that comes with the program, or the game's own potential.
fn shipped<G: Learn>(game: &G) -> Estimator {
    Estimator::shipped(game).expect("a test reads the shipped weights of every game")
}

/// A strategy under way.
#[derive(Debug)]
pub enum Strategy<G: Learn> {
    /// Root-parallel UCT.
    Uct(Uct),
    /// Beam search.
    Beam(Box<Beam<G>>),
    /// Exact depth-first search.
    Exact(Box<Exact<G>>),
    /// Nested rollout policy adaptation.
    Nrpa(Nrpa),
    /// Several that take turns.
    Portfolio(Box<Portfolio<G>>),
    /// A beam by strata of what is left.
    Strata(Box<Strata<G>>),
    /// Several side by side that share nothing.
    Team(Team<G>),
    /// Any of them on a puzzle that is over at its start.
    Over(Over),
}

impl<G: Learn> Strategy<G> {
    /// The iterations of each unit that is held here, with its number.
    #[must_use]
    pub fn done(&self) -> Vec<(u32, u64)> {
        match self {
            Self::Uct(search) => search.done(),
            Self::Team(search) => search.done(),
            _ => vec![(0, self.summary().iterations)],
        }
    }
}

impl<G: Learn> Search<G> for Strategy<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        match self {
            Self::Uct(search) => search.run(game, iterations, control),
            Self::Beam(search) => search.run(game, iterations, control),
            Self::Exact(search) => search.run(game, iterations, control),
            Self::Nrpa(search) => search.run(game, iterations, control),
            Self::Portfolio(search) => search.run(game, iterations, control),
            Self::Strata(search) => search.run(game, iterations, control),
            Self::Team(search) => search.run(game, iterations, control),
            Self::Over(search) => search.run(game, iterations, control),
        }
    }

    fn adopt(&mut self, game: &G, found: &Found) {
        match self {
            Self::Uct(search) => search.adopt(game, found),
            Self::Beam(search) => search.adopt(game, found),
            Self::Exact(search) => search.adopt(game, found),
            Self::Nrpa(search) => search.adopt(game, found),
            Self::Portfolio(search) => search.adopt(game, found),
            Self::Strata(search) => search.adopt(game, found),
            Self::Team(search) => search.adopt(game, found),
            Self::Over(search) => search.adopt(game, found),
        }
    }

    fn summary(&self) -> Summary {
        match self {
            Self::Uct(search) => Search::<G>::summary(search),
            Self::Beam(search) => search.summary(),
            Self::Exact(search) => search.summary(),
            Self::Nrpa(search) => Search::<G>::summary(search),
            Self::Portfolio(search) => search.summary(),
            Self::Strata(search) => search.summary(),
            Self::Team(search) => search.summary(),
            Self::Over(search) => Search::<G>::summary(search),
        }
    }

    fn root_table(&self, game: &G) -> Vec<RootRow> {
        match self {
            Self::Uct(search) => search.root_table(game),
            Self::Beam(search) => search.root_table(game),
            Self::Exact(search) => search.root_table(game),
            Self::Nrpa(search) => search.root_table(game),
            Self::Portfolio(search) => search.root_table(game),
            Self::Strata(search) => search.root_table(game),
            Self::Team(search) => search.root_table(game),
            Self::Over(search) => search.root_table(game),
        }
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        match self {
            Self::Uct(search) => Search::<G>::save(search, sink),
            Self::Beam(search) => search.save(sink),
            Self::Exact(search) => search.save(sink),
            Self::Nrpa(search) => Search::<G>::save(search, sink),
            Self::Portfolio(search) => search.save(sink),
            Self::Strata(search) => search.save(sink),
            Self::Team(search) => search.save(sink),
            Self::Over(search) => Search::<G>::save(search, sink),
        }
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        match self {
            Self::Uct(search) => search.load(game, source),
            Self::Beam(search) => search.load(game, source),
            Self::Exact(search) => search.load(game, source),
            Self::Nrpa(search) => search.load(game, source),
            Self::Portfolio(search) => search.load(game, source),
            Self::Strata(search) => search.load(game, source),
            Self::Team(search) => search.load(game, source),
            Self::Over(search) => search.load(game, source),
        }
    }
}
