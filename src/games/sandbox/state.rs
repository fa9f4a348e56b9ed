//! A sandbox position: what lies where, the steps left and the place in the queue (R16). `Copy`, no heap.

use super::piece::{KINDS, Piece};

/// A position. Says nothing of its board's size or rules: those are the [`Sandbox`](super::Sandbox)'s.
///
/// Invariant: a bit outside the board is 0 in every plane; a stone's cell is 0 in `planes`; `hit_points` is 0 where
/// no stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Bit i of a cell's kind is its bit in plane i.
    pub(super) planes: [u64; 4],
    /// Cells with a stone.
    pub(super) stones: u64,
    /// Hit points of the stone on each cell.
    pub(super) hit_points: [u8; 64],
    /// Steps left (R8).
    pub(super) steps_left: u16,
    /// Place in the refill cycle, 0 to 11 (R15); 0 where refill is random.
    pub(super) queue_pos: u8,
    /// Rounds of the cascade under way; 0 in a settled position. Lets an endless cascade end, see `cascade`.
    pub(super) rounds: u16,
    /// Pieces eliminated so far in this move, for modes that cap them; 0 in a settled position.
    pub(super) counted: u16,
    /// Columns served in the refill wave under way (R14); 0 in a settled position.
    pub(super) served: u8,
}

impl State {
    /// Cells that hold a piece.
    #[inline(always)]
    pub(super) fn pieces(&self) -> u64 {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// Cells that hold an orange: kinds 13, 14 and 15.
    #[inline(always)]
    pub(super) fn oranges(&self) -> u64 {
        let [a, b, c, d] = self.planes;
        d & c & (a | b)
    }

    /// The kind on a cell, 0 where there is no piece.
    #[inline(always)]
    pub(super) fn kind(&self, bit: u32) -> u8 {
        let [a, b, c, d] = self.planes.map(|plane| (plane >> bit & 1) as u8);
        a | b << 1 | c << 2 | d << 3
    }

    /// The cells of one kind, 1 to 15.
    #[inline(always)]
    pub(super) fn kind_plane(&self, kind: u8) -> u64 {
        let mut cells = !0;
        for (i, plane) in self.planes.into_iter().enumerate() {
            cells &= if kind >> i & 1 == 1 { plane } else { !plane };
        }
        cells
    }

    /// The cells of every kind; entry 0 is empty.
    #[inline(always)]
    pub(super) fn kind_planes(&self) -> [u64; KINDS + 1] {
        let [a, b, c, d] = self.planes;
        let low = [!a & !b, a & !b, !a & b, a & b];
        let high = [!c & !d, c & !d, !c & d, c & d];
        let mut planes = [0; KINDS + 1];
        for (kind, plane) in planes.iter_mut().enumerate().skip(1) {
            *plane = low[kind & 3] & high[kind >> 2];
        }
        planes
    }

    /// Puts a piece of a kind on an empty cell.
    pub(super) fn put(&mut self, bit: u32, kind: u8) {
        for (i, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u64::from(kind >> i & 1) << bit;
        }
    }

    /// The piece on a cell, given as its bit number.
    #[must_use]
    pub fn piece(&self, bit: u32) -> Option<Piece> {
        match self.kind(bit) {
            0 => None,
            kind => Some(Piece::from_kind(kind)),
        }
    }

    /// What a file writes for a cell: a piece's code, 0 for empty, minus the hit points for a stone.
    #[must_use]
    pub fn code(&self, bit: u32) -> i16 {
        if self.stones >> bit & 1 == 1 {
            -i16::from(self.hit_points[bit as usize])
        } else {
            self.piece(bit).map_or(0, Piece::code)
        }
    }

    /// Steps left.
    #[must_use]
    pub fn steps(&self) -> u16 {
        self.steps_left
    }

    /// Place in the refill cycle (the forum's `fill_id` modulo 12).
    #[must_use]
    pub fn queue_pos(&self) -> u8 {
        self.queue_pos
    }
}
