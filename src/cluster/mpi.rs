//! Peers over MPI.
//!
//! A blocking call of an MPI library spins until the others arrive, on a core that the search could use. So everything
//! here is non-blocking and waits asleep.
//!
//! MPI is called by one thread only, the one that joined (`MPI_THREAD_FUNNELED`).

use super::peers::Peers;
use mpi::Threading;
use mpi::collective::{CommunicatorCollectives, Root, SystemOperation};
use mpi::datatype::Equivalence;
use mpi::environment::Universe;
use mpi::request::{Request, Scope, scope};
use mpi::topology::{Communicator, SimpleCommunicator};
use std::time::Duration;

/// Most values of one call: counts are C integers, and a large message takes memory twice.
const MOST: usize = 1 << 20;

/// First and longest sleep between two looks at whether the others have arrived.
const SLEEP: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

/// The processes that a launcher (`mpirun`, `srun`) started together.
pub struct Mpi {
    world: SimpleCommunicator,
    /// Leaves MPI when dropped, after the others have come to the same point.
    _universe: Universe,
}

impl std::fmt::Debug for Mpi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mpi").field("rank", &self.rank()).field("count", &self.count()).finish()
    }
}

impl Mpi {
    /// Joins the others. `None` when this process has joined before, or the library allows no threads besides.
    #[must_use]
    pub fn join() -> Option<Self> {
        let (universe, threading) = mpi::initialize_with_threading(Threading::Funneled)?;
        (threading >= Threading::Funneled).then(|| Self { world: universe.world(), _universe: universe })
    }

    fn reduce<T: Copy + Equivalence>(&self, values: &mut [T], operation: &SystemOperation) {
        for values in values.chunks_mut(MOST) {
            let own = values.to_vec();
            scope(|scope| wait(self.world.immediate_all_reduce_into(scope, &own[..], values, operation)));
        }
    }
}

/// Waits asleep until a request is through.
fn wait<'a, D: ?Sized, S: Scope<'a>>(mut request: Request<'a, D, S>) {
    let mut sleep = SLEEP.0;
    while let Err(pending) = request.test() {
        request = pending;
        std::thread::sleep(sleep);
        sleep = (sleep * 2).min(SLEEP.1);
    }
}

impl Peers for Mpi {
    fn rank(&self) -> usize {
        usize::try_from(self.world.rank()).unwrap_or(0)
    }

    fn count(&self) -> usize {
        usize::try_from(self.world.size()).unwrap_or(1)
    }

    fn sum(&self, values: &mut [i64]) {
        self.reduce(values, &SystemOperation::sum());
    }

    fn max(&self, values: &mut [i64]) {
        self.reduce(values, &SystemOperation::max());
    }

    fn or(&self, bits: &mut [u64]) {
        self.reduce(bits, &SystemOperation::bitwise_or());
    }

    fn broadcast(&self, from: usize, bytes: &mut [u8]) {
        let root = self.world.process_at_rank(i32::try_from(from).unwrap_or(0));
        for bytes in bytes.chunks_mut(MOST) {
            scope(|scope| wait(root.immediate_broadcast_into(scope, bytes)));
        }
    }
}

impl Drop for Mpi {
    /// A process that falls over must not wait for the others at the end: they wait for it somewhere else.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.world.abort(1);
        }
    }
}
