//! Checkpoints: a search on disk, so that nothing is lost.
//!
//! | file | holds |
//! |---|---|
//! | `format` | the container: header, sections, checksums, compression, codec |
//! | `store` | a run folder's checkpoints: numbering, atomic writing, the newest three, fallback to older ones |
//! | `lock` | one process per run folder |

mod format;
mod lock;
mod store;

pub use format::{CheckpointError, Identity, Reader, VERSION, Version, Writer};
pub use lock::{Lock, LockError};
pub use store::{Loaded, SetAside, Store, write_atomically};
