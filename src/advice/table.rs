//! `table`: the article's "algorithm B". What the whites will do after a move depends only on the reduced board, so
//! it is sampled once per canonical reduced board, remembered, and kept on disk between runs.
//!
//! An entry's samples come from a stream named by the board itself: what the table answers does not depend on what
//! it was asked before, nor on whether it was loaded. A full table goes on sampling and forgets the newcomer.
//! Colours above white settle before, whites after; what they do to each other later is not foreseen, as published.

use super::classic::{Constants, OneRound, Outlook};
use super::grid::Grid;
use super::reduced::{Reduced, stones};
use super::value::{AdviceError, Ask, Evaluation, Evaluator, MoveValue, checked_moves};
use crate::game::Game;
use crate::games::sandbox::rules::GroupValue;
use crate::games::sandbox::{Sandbox, State};
use crate::types::{FixedMap, Seed, mix};
use rayon::prelude::*;
use std::cell::Cell;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Expected cells, units and greens per white of a reduced board.
type Entry = [[f32; 3]; 3];

/// First bytes of a table file.
const MAGIC: [u8; 8] = *b"XCREDTBL";
/// Version of the file and of what its entries mean. History: 1, the first.
const VERSION: u32 = 1;
const ENTRY_BYTES: usize = 6 * 8 + 9 * 4;
/// Bytes of one entry in memory, map overhead included.
pub const BYTES_PER_ENTRY: usize = 112;

/// Why a table file cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The medium.
    #[error("the table file cannot be read")]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("this is no table of reduced boards")]
    NotATable,
    /// Written by another version: delete the file, it is only a cache.
    #[error("table version {found}, this program reads {VERSION}: delete the file, it will be built anew")]
    Version {
        /// The version found.
        found: u32,
    },
    /// Made with other options.
    #[error("the table was made with other rules or samples: use another file")]
    Options,
    /// Cut short or altered.
    #[error("the table file is damaged: delete it, it will be built anew")]
    Damaged,
}

/// How often the table was asked and knew; the same for any number of threads, until it is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStats {
    /// Questions since the table was made or loaded.
    pub lookups: u64,
    /// Of these, answered from memory.
    pub hits: u64,
    /// Reduced boards held.
    pub entries: usize,
}

/// The remembered expectations.
#[derive(Debug)]
pub struct Table {
    /// The article's constants.
    pub constants: Constants,
    samples: u32,
    promotion: bool,
    max_entries: usize,
    entries: Mutex<FixedMap<Reduced, Entry>>,
    lookups: AtomicU64,
    hits: AtomicU64,
}

impl Table {
    /// An empty table for rules with or without promotion, `samples` cascades per reduced board, holding at most
    /// `max_entries` of them ([`BYTES_PER_ENTRY`] each).
    #[must_use]
    pub fn new(promotion: bool, samples: u32, max_entries: usize) -> Self {
        Self {
            constants: Constants::default(),
            samples: samples.max(1),
            promotion,
            max_entries,
            entries: Mutex::default(),
            lookups: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        }
    }

    /// How often it was asked and knew.
    #[must_use]
    pub fn stats(&self) -> TableStats {
        TableStats {
            lookups: self.lookups.load(Ordering::Relaxed),
            hits: self.hits.load(Ordering::Relaxed),
            entries: self.lock().len(),
        }
    }

    /// A panic elsewhere leaves whole entries: the map is only ever inserted into.
    fn lock(&self) -> MutexGuard<'_, FixedMap<Reduced, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entry of a reduced board, remembered or sampled; `None` where the caller wants a halt before it is whole.
    fn entry(&self, board: &Reduced, go_on: &dyn Fn() -> bool) -> Option<Entry> {
        self.lookups.fetch_add(1, Ordering::Relaxed);
        if let Some(entry) = self.lock().get(board) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Some(*entry);
        }
        let name = board.0.iter().fold(0, |name, &mask| mix(name ^ mask));
        let mut rng = Seed(name).stream("table", 0);
        let mut sums = [[0_u64; 3]; 3];
        for _ in 0..self.samples {
            if !go_on() {
                return None;
            }
            let cascade = board.cascade(self.promotion, &mut rng);
            sums.iter_mut().flatten().zip(cascade.iter().flatten()).for_each(|(sum, &one)| *sum += u64::from(one));
        }
        #[expect(clippy::cast_possible_truncation, reason = "single precision is far below the sampling error")]
        let entry = sums.map(|sums| sums.map(|sum| (sum as f64 / f64::from(self.samples)) as f32));
        self.remember(board, entry);
        Some(entry)
    }

    /// Keeps a sampled entry, while there is room. Where another thread has sampled the same board meanwhile, the
    /// question counts as answered from memory, as it would have been a moment later.
    fn remember(&self, board: &Reduced, entry: Entry) {
        let mut entries = self.lock();
        if entries.contains_key(board) {
            self.hits.fetch_add(1, Ordering::Relaxed);
        } else if entries.len() < self.max_entries {
            entries.insert(*board, entry);
        }
    }

    /// What the whites of a fallen board will do over their whole cascade, and what that gains in power units.
    fn outlook(
        &self,
        game: &Sandbox,
        (grid, stones): (&Grid, u64),
        go_on: &dyn Fn() -> bool,
    ) -> Option<(Outlook, f64)> {
        let (board, order) = Reduced::of(game, grid, stones);
        let entry = self.entry(&board, go_on)?;
        let rules = game.rules();
        let mut outlook = Outlook::default();
        let mut gain = 0.0;
        for (means, family) in entry.iter().zip(order) {
            let [cells, units, greens] = means.map(f64::from);
            outlook.eliminated[family] = cells;
            outlook.greens[family] = greens;
            let counted = if rules.group_value == GroupValue::Units { units } else { cells };
            gain += counted * rules.worth.by_family[family][0] as f64 / rules.worth.scale as f64;
        }
        Some((outlook, gain))
    }

    /// The table as a file holds it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.samples.to_le_bytes());
        bytes.extend(u32::from(self.promotion).to_le_bytes());
        let mut rows: Vec<(Reduced, Entry)> = self.lock().iter().map(|(board, entry)| (*board, *entry)).collect();
        rows.sort_unstable_by_key(|row| row.0);
        bytes.extend((rows.len() as u64).to_le_bytes());
        for (board, entry) in &rows {
            board.0.iter().for_each(|mask| bytes.extend(mask.to_le_bytes()));
            entry.iter().flatten().for_each(|mean| bytes.extend(mean.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) gave into this table, up to its bound; gives how many boards were read.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, of another version, or made with other samples or rules.
    pub fn load(&self, file: impl Read) -> Result<usize, TableError> {
        let most = 32 + 4 + self.max_entries.saturating_mul(ENTRY_BYTES).saturating_mul(2) as u64;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        let mut reader = Bytes(&bytes);
        if reader.array::<8>()? != MAGIC {
            return Err(TableError::NotATable);
        }
        let found = u32::from_le_bytes(reader.array()?);
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        let (body, sum) = bytes
            .split_last_chunk::<4>()
            .map(|(body, sum)| (body, u32::from_le_bytes(*sum)))
            .ok_or(TableError::Damaged)?;
        if crc32fast::hash(body) != sum {
            return Err(TableError::Damaged);
        }
        if u32::from_le_bytes(reader.array()?) != self.samples
            || u32::from_le_bytes(reader.array()?) != u32::from(self.promotion)
        {
            return Err(TableError::Options);
        }
        let count = u64::from_le_bytes(reader.array()?);
        if (reader.0.len() as u64).checked_sub(4) != count.checked_mul(ENTRY_BYTES as u64) {
            return Err(TableError::Damaged);
        }
        let mut entries = self.lock();
        for _ in 0..count {
            let mut masks = [0; 6];
            for mask in &mut masks {
                *mask = u64::from_le_bytes(reader.array()?);
            }
            let mut entry = Entry::default();
            for mean in entry.iter_mut().flatten() {
                *mean = f32::from_le_bytes(reader.array()?);
            }
            if entries.len() < self.max_entries {
                entries.insert(Reduced(masks), entry);
            }
        }
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }
}

/// Bytes still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }
}

impl Evaluator for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn states_error(&self) -> bool {
        false
    }

    fn evaluate(&self, game: &Sandbox, state: &State, ask: &Ask<'_>) -> Result<Evaluation, AdviceError> {
        let round = OneRound { constants: &self.constants, game };
        let moves = checked_moves(game, state)?;
        let row = |mv| {
            let mut after = *state;
            game.play_unchecked(&mut after, mv);
            let stones = stones(game, &after);
            let was_halted = Cell::new(false);
            let outlook = |_: &State, grid: &Grid| {
                let found = self.outlook(game, (grid, stones), ask.go_on);
                was_halted.set(was_halted.get() || found.is_none());
                found.unwrap_or_default()
            };
            let row = MoveValue::exact(mv, round.value_of(state, mv, &outlook));
            // A halt leaves the moves out that were not looked at.
            (!was_halted.get()).then_some(row)
        };
        Ok(Evaluation::ranked(self.name(), moves.into_par_iter().filter_map(row).collect()))
    }
}
