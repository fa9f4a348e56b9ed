//! Checkpoints: a search on disk, so that nothing is lost.
//!
//! | file | holds |
//! |---|---|
//! | `format` | the container: header, sections, checksums, compression, codec |
//! | `summed` | a writer that counts and sums what passes |
//! | `store` | a run folder's checkpoints: numbering, atomic writing, the newest three, fallback to older ones |
//! | `set`, `parts` | checkpoints of several processes: their files and manifest, and reading them as one |
//! | `together` | how several processes write and load such a set |
//! | `lock` | one process per run folder |

mod format;
mod lock;
mod parts;
mod set;
mod store;
mod summed;
mod together;

pub use format::{CheckpointError, Identity, Reader, Stamp, VERSION, Version, Writer};
pub use lock::{Lock, LockError};
pub use parts::Sections;
pub use store::{Loaded, SetAside, Store, write_atomically};
pub use together::{Refusal, Share};
