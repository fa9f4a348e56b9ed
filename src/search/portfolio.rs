//! Several strategies taking turns on one puzzle: the one that is best in seconds first, those that improve for hours
//! as they go.
//!
//! A turn is a fixed number of the member's own iterations, and the order of turns depends on nothing but the turns
//! made, so a portfolio is as deterministic as its members. In round r every member whose `from` is at most r has its
//! turn, in order. All members use all threads while it is their turn. Before its turn a member is shown the best line
//! of the others ([`Search::adopt`]): a local search goes on from it. Each improvement carries the name of who found it.

use super::contract::{Halt, LoadError, RootRow, Search, Sink, Source, Summary};
use super::control::{Control, Found, Meter};
use super::strategy::{Strategy, StrategyOptions};
use crate::game::Learn;
use crate::types::Seed;
use serde::{Deserialize, Serialize};

/// One member's part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Iterations of one turn.
    pub turn: u64,
    /// The round, from 0, in which it joins.
    pub from: u64,
    /// What it does.
    pub options: StrategyOptions,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PortfolioOptions {
    /// The name it reports as.
    pub strategy: String,
    /// The seed that its members' seeds are made from.
    pub seed: Seed,
    /// In the order of their turns. The first joins in round 0.
    pub members: Vec<Member>,
}

/// Where the turns stand; all that a save needs besides the members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Turns {
    round: u64,
    member: u64,
    /// Iterations done in this turn.
    done: u64,
}

/// A portfolio under way. One iteration is one of whichever member has its turn.
#[derive(Debug)]
pub struct Portfolio<G: Learn> {
    options: PortfolioOptions,
    members: Vec<Strategy<G>>,
    turns: Turns,
}

impl<G: Learn> Portfolio<G> {
    /// A portfolio that has done nothing yet.
    #[must_use]
    pub fn new(game: &G, options: PortfolioOptions) -> Self {
        let members = options.members.iter().map(|member| member.options.start(game)).collect();
        Self { options, members, turns: Turns::default() }
    }

    /// The member whose turn it is.
    fn current(&self) -> usize {
        usize::try_from(self.turns.member).unwrap_or(0)
    }

    fn has_turn(&self, member: usize) -> bool {
        self.options.members[member].from <= self.turns.round
    }

    /// Passes the turn on.
    fn advance(&mut self) {
        self.turns.done = 0;
        self.turns.member += 1;
        if self.current() >= self.members.len() {
            self.turns.member = 0;
            self.turns.round += 1;
        }
    }

    /// The best line of all members: the highest score, the first member of equals.
    fn best(&self) -> Option<Found> {
        let best = self.members.iter().filter_map(|member| member.summary().best);
        best.reduce(|best, other| if other.score > best.score { other } else { best })
    }

    /// Lets the current member go on for at most so many iterations.
    fn take_turn(&mut self, game: &G, most: u64, control: &Control<'_>) -> Halt {
        let index = self.current();
        let best = self.best();
        let others = self.totals(Some(index));
        let meter = Meter::above(control.meter, &others);
        let control = Control { meter: &meter, ..*control };
        let member = &mut self.members[index];
        let before = member.summary().iterations;
        if let Some(best) = best {
            member.adopt(game, &best);
        }
        let halt = member.run(game, before.saturating_add(most), &control);
        self.turns.done += member.summary().iterations - before;
        halt
    }

    /// Figures of all members but one.
    fn totals(&self, except: Option<usize>) -> Summary {
        let others = self.members.iter().enumerate().filter(|(index, _)| Some(*index) != except);
        Summary::together(others.map(|(_, member)| member.summary()))
    }
}

impl<G: Learn> Search<G> for Portfolio<G> {
    fn run(&mut self, game: &G, iterations: u64, control: &Control<'_>) -> Halt {
        let mut is_idle = vec![false; self.members.len()];
        while is_idle.contains(&false) {
            let done = self.totals(None);
            if done.is_proof {
                return Halt::Exhausted;
            }
            if done.iterations >= iterations {
                return Halt::Iterations;
            }
            let member = self.current();
            let left = self.options.members[member].turn.saturating_sub(self.turns.done);
            if !self.has_turn(member) || left == 0 {
                self.advance();
                continue;
            }
            let before = self.turns.done;
            let halt = self.take_turn(game, left.min(iterations - done.iterations), control);
            if halt == Halt::Stopped {
                return halt;
            }
            // Trees of which one is exhausted may have no use for what is left of their turn.
            is_idle[member] = self.turns.done == before;
            if halt == Halt::Exhausted || is_idle[member] {
                self.advance();
            }
        }
        Halt::Exhausted
    }

    fn summary(&self) -> Summary {
        Summary { best: self.best(), ..self.totals(None) }
    }

    fn root_table(&self, game: &G) -> Vec<RootRow> {
        let tables = self.members.iter().map(|member| member.root_table(game));
        tables.into_iter().find(|table| !table.is_empty()).unwrap_or_default()
    }

    fn save<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        sink.put("portfolio", &self.turns)?;
        self.members.iter().try_for_each(|member| member.save(sink))
    }

    fn load<S: Source>(&mut self, game: &G, source: &mut S) -> Result<(), LoadError> {
        self.turns = source.take("portfolio")?;
        if self.current() >= self.members.len() {
            let reason = format!("member {} of {}", self.turns.member, self.members.len());
            return Err(LoadError::Meaning { name: "portfolio".to_owned(), reason });
        }
        self.members.iter_mut().try_for_each(|member| member.load(game, source))
    }
}
