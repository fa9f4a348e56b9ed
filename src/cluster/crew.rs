//! Peers that are threads of one test.

use super::peers::Peers;
use std::sync::{Arc, Barrier, Mutex};

#[derive(Debug)]
struct Common {
    barrier: Barrier,
    words: Mutex<Vec<u64>>,
}

/// One of several threads that stand for processes.
#[derive(Debug)]
pub(crate) struct Crew {
    rank: usize,
    count: usize,
    common: Arc<Common>,
}

/// Runs `work` on so many ranks; returns what each came to.
pub(crate) fn crew<T: Send>(count: usize, work: impl Fn(&Crew) -> T + Sync) -> Vec<T> {
    let common = Arc::new(Common { barrier: Barrier::new(count), words: Mutex::default() });
    let seat = |rank| Crew { rank, count, common: Arc::clone(&common) };
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|rank| (rank, seat(rank))).collect();
        let threads: Vec<_> = threads.into_iter().map(|(_, seat)| scope.spawn(move || work(&seat))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

impl Crew {
    /// Puts everyone's words together; all see the outcome.
    fn join(&self, own: &[u64], add: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        {
            let mut words = self.common.words.lock().unwrap();
            if words.is_empty() {
                words.extend(own);
            } else {
                assert_eq!(words.len(), own.len(), "everyone gives equally many");
                words.iter_mut().zip(own).for_each(|(word, own)| *word = add(*word, *own));
            }
        }
        self.common.barrier.wait();
        let joined = self.common.words.lock().unwrap().clone();
        if self.common.barrier.wait().is_leader() {
            self.common.words.lock().unwrap().clear();
        }
        self.common.barrier.wait();
        joined
    }

    fn join_signed(&self, values: &mut [i64], add: impl Fn(i64, i64) -> i64) {
        let own: Vec<u64> = values.iter().map(|value| value.cast_unsigned()).collect();
        let joined = self.join(&own, |a, b| add(a.cast_signed(), b.cast_signed()).cast_unsigned());
        values.iter_mut().zip(joined).for_each(|(value, joined)| *value = joined.cast_signed());
    }
}

impl Peers for Crew {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.count
    }

    fn sum(&self, values: &mut [i64]) {
        self.join_signed(values, |a, b| a + b);
    }

    fn max(&self, values: &mut [i64]) {
        self.join_signed(values, i64::max);
    }

    fn or(&self, bits: &mut [u64]) {
        let joined = self.join(bits, |a, b| a | b);
        bits.copy_from_slice(&joined);
    }

    fn broadcast(&self, from: usize, bytes: &mut [u8]) {
        let own = if self.rank == from { bytes.to_vec() } else { vec![0; bytes.len()] };
        let own: Vec<u64> = own.into_iter().map(u64::from).collect();
        for (byte, word) in bytes.iter_mut().zip(self.join(&own, |a, b| a | b)) {
            *byte = u8::try_from(word).unwrap();
        }
    }
}
