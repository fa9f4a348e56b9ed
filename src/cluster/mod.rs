//! Several processes on one search: how they agree.
//!
//! | file | what |
//! |---|---|
//! | `peers` | what a process can ask of its peers, and [`Alone`], which has none |
//! | `agree` | what follows from it: the first failure, a value of one told to all |
//! | `mpi` | peers over MPI, with the feature `mpi` only |
//!
//! Everything here is *collective*: all peers make the same calls in the same order, or they wait for each other for
//! ever. So whatever decides about the next call must itself have been agreed on.

mod agree;
#[cfg(test)]
mod crew;
#[cfg(feature = "mpi")]
mod mpi;
mod peers;

pub use agree::{Dissent, agree, share_out, tell};
#[cfg(test)]
pub(crate) use crew::crew;
#[cfg(feature = "mpi")]
pub use mpi::Mpi;
pub use peers::{Alone, Peers};
