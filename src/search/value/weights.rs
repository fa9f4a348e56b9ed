//! Learned weights and their file format.
//!
//! A file is the magic `XCWEIGHT`, the format's version, the knots, the number of weights, a scale, and then a zstd
//! frame with every weight divided by the scale and rounded to 16 bits, low bytes first and then high bytes, knot by
//! knot. All integers are little-endian.
//!
//! History: 1, first version.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// First bytes of a weights file.
const MAGIC: &[u8; 8] = b"XCWEIGHT";
/// The version written.
const VERSION: u32 = 1;
/// Most weights times knots that a file may declare, so that a damaged one cannot ask for all memory.
const MOST: usize = 1 << 26;
/// How hard the frame is squeezed; written rarely, read often.
const LEVEL: i32 = 19;

/// One value per weight and knot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Steps left at each knot, ascending.
    knots: Vec<u32>,
    /// Weight by weight, the values at all its knots.
    values: Vec<f32>,
}

/// Why a weights file cannot be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It does not start like one.
    #[error("not a weights file")]
    Magic,
    /// It was written by another version of the program.
    #[error("weights of version {found}, this program reads {VERSION}: train them again with `xiaochu train`")]
    Version {
        /// The version found.
        found: u32,
    },
    /// It is cut short or contradicts itself.
    #[error("damaged weights: {0}")]
    Damaged(&'static str),
    /// The compressed part cannot be read or written.
    #[error("damaged weights: {0}")]
    Frame(#[from] std::io::Error),
    /// It belongs to other features.
    #[error("weights for {found} features, the game offers {expected}")]
    Count {
        /// The number the file has.
        found: usize,
        /// The number the game offers.
        expected: usize,
    },
}

impl Weights {
    /// Weights from a function of weight number and steps left.
    #[must_use]
    pub fn new(knots: &[u32], count: usize, value: impl Fn(usize, u32) -> f32) -> Self {
        let values = (0..count).flat_map(|weight| knots.iter().map(move |&steps| (weight, steps)));
        Self { knots: knots.to_vec(), values: values.map(|(weight, steps)| value(weight, steps)).collect() }
    }

    /// The number of weights.
    #[must_use]
    pub fn count(&self) -> usize {
        self.values.len() / self.knots.len().max(1)
    }

    /// Steps left at each knot, ascending.
    #[must_use]
    pub fn knots(&self) -> &[u32] {
        &self.knots
    }

    /// All values, weight by weight.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All values, weight by weight.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The knot at or before so many steps left, and the share of the next one; beyond the ends the end's value.
    #[must_use]
    pub fn position(&self, steps_left: u32) -> (usize, f32) {
        let after = self.knots.partition_point(|&knot| knot <= steps_left);
        match (after.checked_sub(1), self.knots.get(after)) {
            (None, _) => (0, 0.0),
            (Some(before), None) => (before, 0.0),
            (Some(before), Some(&next)) => {
                let start = self.knots[before];
                (before, (steps_left - start) as f32 / (next - start) as f32)
            }
        }
    }

    /// One weight with so many steps left, given as [`position`](Self::position) says.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, weight: usize, (knot, share): (usize, f32)) -> f32 {
        let index = weight * self.knots.len() + knot;
        let value = self.values[index];
        if share > 0.0 { value + share * (self.values[index + 1] - value) } else { value }
    }

    /// The file.
    ///
    /// # Errors
    /// When the compressor fails.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        let largest = self.values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let scale = (largest / 32_000.0).max(1.0 / 64.0);
        let knots = self.knots.len();
        let rounded: Vec<i16> = (0..knots)
            .flat_map(|knot| self.values.iter().skip(knot).step_by(knots))
            .map(|value| {
                #[expect(clippy::cast_possible_truncation, reason = "the scale keeps every value within 16 bits")]
                let value = (value / scale).round() as i16;
                value
            })
            .collect();
        let low = rounded.iter().map(|value| value.to_le_bytes()[0]);
        let high = rounded.iter().map(|value| value.to_le_bytes()[1]);
        let plain: Vec<u8> = low.chain(high).collect();
        let mut bytes = MAGIC.to_vec();
        let words = [VERSION, u32::try_from(knots).map_err(|_| WeightsError::Damaged("too many knots"))?];
        let count = u32::try_from(self.count()).map_err(|_| WeightsError::Damaged("too many weights"))?;
        for word in words.into_iter().chain(self.knots.iter().copied()).chain([count, scale.to_bits()]) {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(zstd::bulk::compress(&plain, LEVEL)?);
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is none, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let mut words = rest.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        let mut word = || words.next().ok_or(WeightsError::Damaged("cut short"));
        let version = word()?;
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let knot_count = word()? as usize;
        if knot_count == 0 || knot_count > 64 {
            return Err(WeightsError::Damaged("a strange number of knots"));
        }
        let knots = (0..knot_count).map(|_| word()).collect::<Result<Vec<_>, _>>()?;
        if !knots.is_sorted_by(|a, b| a < b) {
            return Err(WeightsError::Damaged("knots out of order"));
        }
        let count = word()? as usize;
        let scale = f32::from_bits(word()?);
        let total = count.checked_mul(knot_count).filter(|&total| total <= MOST);
        let total = total.ok_or(WeightsError::Damaged("a strange number of weights"))?;
        let plain = zstd::bulk::decompress(&rest[4 * (4 + knot_count)..], 2 * total)?;
        if plain.len() != 2 * total || !scale.is_finite() {
            return Err(WeightsError::Damaged("its parts disagree"));
        }
        let (low, high) = plain.split_at(total);
        let value = |index: usize| f32::from(i16::from_le_bytes([low[index], high[index]])) * scale;
        let by_weight = (0..count).flat_map(|weight| (0..knot_count).map(move |knot| knot * count + weight));
        Ok(Self { knots, values: by_weight.map(value).collect() })
    }
}
