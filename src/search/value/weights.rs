//! Learned weights and their file format.
//!
//! A file is the magic `XCWEIGHT`, the format's version, the number of weights, a scale, and then a zstd frame with
//! every weight divided by the scale and rounded to 16 bits, all low bytes first and then all high bytes. All integers
//! are little-endian.
//!
//! History: 1, first version.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// First bytes of a weights file.
const MAGIC: &[u8; 8] = b"XCWEIGHT";
/// The version written.
const VERSION: u32 = 1;
/// Most weights that a file may declare, so that a damaged one cannot ask for all memory.
const MOST: usize = 1 << 26;
/// How hard the frame is squeezed; written rarely, read often.
const LEVEL: i32 = 19;

/// One value per weight, in the unit of the score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights(Vec<f32>);

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
    /// These values.
    #[must_use]
    pub fn new(values: Vec<f32>) -> Self {
        Self(values)
    }

    /// All values.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// All values.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    /// The file.
    ///
    /// # Errors
    /// When the compressor fails or there are too many.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        let largest = self.0.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let scale = (largest / 32_000.0).max(1.0 / 64.0);
        let rounded = self.0.iter().map(|value| {
            #[expect(clippy::cast_possible_truncation, reason = "the scale keeps every value within 16 bits")]
            let value = (value / scale).round() as i16;
            value.to_le_bytes()
        });
        let plain: Vec<u8> = rounded.clone().map(|[low, _]| low).chain(rounded.map(|[_, high]| high)).collect();
        let count = u32::try_from(self.0.len()).map_err(|_| WeightsError::Damaged("too many weights"))?;
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, count, scale.to_bits()] {
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
        let (words, frame) = rest.split_at_checked(12).ok_or(WeightsError::Damaged("cut short"))?;
        let word = |i: usize| u32::from_le_bytes([words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]]);
        if word(0) != VERSION {
            return Err(WeightsError::Version { found: word(0) });
        }
        let (count, scale) = (word(1) as usize, f32::from_bits(word(2)));
        if count > MOST {
            return Err(WeightsError::Damaged("a strange number of weights"));
        }
        let plain = zstd::bulk::decompress(frame, 2 * count)?;
        if plain.len() != 2 * count || !scale.is_finite() {
            return Err(WeightsError::Damaged("its parts disagree"));
        }
        let (low, high) = plain.split_at(count);
        Ok(Self(low.iter().zip(high).map(|(&l, &h)| f32::from(i16::from_le_bytes([l, h])) * scale).collect()))
    }
}
