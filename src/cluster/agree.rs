//! What peers agree on, made of sums and broadcasts.

use super::peers::Peers;
use std::ops::Range;

/// Something that one of the peers could not do, so that all of them give up on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dissent {
    /// Who: the lowest rank that failed.
    pub rank: usize,
    /// What it says.
    pub reason: String,
}

impl std::fmt::Display for Dissent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rank > 0 {
            write!(f, "rank {}: ", self.rank)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Dissent {}

/// Bytes of one peer, told to all: `bytes` is looked at on rank `from` only.
#[must_use]
pub fn tell(peers: &dyn Peers, from: usize, bytes: Vec<u8>) -> Vec<u8> {
    if !peers.is_many() {
        return bytes;
    }
    let mut length = [0; 8];
    if peers.rank() == from {
        length = (bytes.len() as u64).to_le_bytes();
    }
    peers.broadcast(from, &mut length);
    let mut all = if peers.rank() == from { bytes } else { Vec::new() };
    all.resize(usize::try_from(u64::from_le_bytes(length)).unwrap_or(usize::MAX), 0);
    peers.broadcast(from, &mut all);
    all
}

/// Everyone's own result, once it is sure that all others have one as well.
///
/// # Errors
/// The same on every rank, when any of them failed.
pub fn agree<T, E: ToString>(peers: &dyn Peers, result: Result<T, E>) -> Result<T, Dissent> {
    let Some(rank) = peers.first(result.is_err()) else {
        return result.map_err(|error| Dissent { rank: 0, reason: error.to_string() });
    };
    let reason = match &result {
        Err(error) if peers.rank() == rank => error.to_string(),
        _ => String::new(),
    };
    let reason = String::from_utf8_lossy(&tell(peers, rank, reason.into_bytes())).into_owned();
    Err(Dissent { rank, reason })
}

/// The share of one peer when `items` are dealt out: as many side by side for each as for any other, or one more.
#[must_use]
pub fn share_out(items: u32, peers: &dyn Peers) -> Range<u32> {
    let edge = |rank: usize| {
        let edge = u128::from(items) * rank as u128 / peers.count().max(1) as u128;
        u32::try_from(edge).unwrap_or(items)
    };
    edge(peers.rank())..edge(peers.rank() + 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Alone, crew};
    use super::*;

    #[test]
    fn shares_lie_side_by_side_and_are_even() {
        for (items, count) in [(0, 3), (1, 4), (8, 3), (17, 4), (4096, 7)] {
            let shares = crew(count, |peers| share_out(items, peers));
            assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((shares[0].start, shares[count - 1].end), (0, items));
            let sizes = shares.iter().map(ExactSizeIterator::len);
            assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1));
        }
    }

    #[test]
    fn who_is_alone_agrees_with_itself() {
        assert_eq!(agree::<_, String>(&Alone, Ok(3)), Ok(3));
        let dissent = agree::<(), _>(&Alone, Err("no")).unwrap_err();
        assert_eq!((dissent.rank, dissent.to_string().as_str()), (0, "no"));
        assert_eq!(tell(&Alone, 0, vec![1, 2]), [1, 2]);
    }

    #[test]
    fn the_first_is_the_lowest_rank_and_all_hear_of_its_failure() {
        let firsts = crew(4, |peers| [peers.first(peers.rank() > 1), peers.first(false)]);
        assert!(firsts.iter().all(|first| *first == [Some(2), None]));
        assert_eq!(Alone.first(true), Some(0));
        let failed = crew(3, |peers| agree(peers, if peers.rank() == 1 { Err("disk") } else { Ok(()) }));
        assert!(
            failed.iter().all(|result| result.as_ref().is_err_and(|dissent| dissent.to_string() == "rank 1: disk"))
        );
        let told = crew(3, |peers| tell(peers, 2, vec![7; peers.rank()]));
        assert!(told.iter().all(|bytes| *bytes == [7, 7]));
    }
}
