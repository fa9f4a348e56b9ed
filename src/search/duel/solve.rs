//! The three methods. See the [module](super).

use super::memory::DuelTable;
use crate::game::{Duel, Side};
use thiserror::Error;

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worth {
    /// Player 1 wins.
    First,
    /// Player 2 wins.
    Second,
    /// Neither.
    Draw,
}

impl Worth {
    /// The worth of a finished game.
    #[must_use]
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// Who wins; `None` is a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw => None,
        }
    }

    /// How much a side likes it: 2 a win, 1 a draw, 0 a loss.
    const fn liked_by(self, side: Side) -> u8 {
        match (self, side) {
            (Self::Draw, _) => 1,
            (Self::First, Side::First) | (Self::Second, Side::Second) => 2,
            _ => 0,
        }
    }
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuelMethod {
    /// The whole tree, layer by layer.
    Bfs,
    /// Line by line, nothing remembered.
    Dfs,
    /// Line by line, each state once.
    Memo,
}

/// A solved duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelReport {
    /// Who wins with best play.
    pub worth: Worth,
    /// States looked into, repetitions included.
    pub nodes: u64,
    /// Most bytes that states, lines and the table took at one time.
    pub bytes: usize,
}

/// The budget of nodes was not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not solved within {nodes} nodes ({bytes} bytes)")]
pub struct OutOfBudget {
    /// Nodes looked into.
    pub nodes: u64,
    /// Bytes taken by then.
    pub bytes: usize,
}

/// Solves a duel from its start. `table` is used and filled by [`DuelMethod::Memo`] alone, and may be handed on to
/// other games with the same rules.
///
/// # Errors
/// When more than `most_nodes` nodes would be needed.
pub fn solve<D: Duel, T: DuelTable<D::State>>(
    duel: &D,
    method: DuelMethod,
    table: &mut T,
    most_nodes: u64,
) -> Result<DuelReport, OutOfBudget> {
    match method {
        DuelMethod::Bfs => breadth_first(duel, most_nodes),
        DuelMethod::Dfs => depth_first(duel, &duel.root(), None::<&mut T>, most_nodes),
        DuelMethod::Memo => depth_first(duel, &duel.root(), Some(table), most_nodes),
    }
}

/// A line of best play from the start, reading the worth of states from `table` and solving what is not there. Of
/// equally good moves it takes the lowest.
pub fn best_line<D: Duel, T: DuelTable<D::State>>(duel: &D, table: &mut T) -> Vec<D::Move> {
    let mut line = Vec::new();
    let mut state = duel.root();
    let mut moves = Vec::new();
    loop {
        duel.moves(&state, &mut moves);
        let side = duel.to_move(&state);
        let mut best: Option<(u8, D::Move)> = None;
        for &mv in &moves {
            let after = duel.play(&state, mv);
            let liked = depth_first(duel, &after, Some(&mut *table), u64::MAX).map_or(0, |r| r.worth.liked_by(side));
            if best.is_none_or(|(most, _)| liked > most) {
                best = Some((liked, mv));
            }
        }
        let Some((_, mv)) = best else {
            return line;
        };
        line.push(mv);
        state = duel.play(&state, mv);
    }
}

/// A state on the current line.
struct Frame<S> {
    state: S,
    side: Side,
    best: Worth,
    /// The moves not tried yet, in the common list.
    next: usize,
    end: usize,
    start: usize,
}

/// The current line and its untried moves.
struct Walker<'a, D: Duel> {
    duel: &'a D,
    stack: Vec<Frame<D::State>>,
    moves: Vec<D::Move>,
    scratch: Vec<D::Move>,
    nodes: u64,
    bytes: usize,
}

impl<D: Duel> Walker<'_, D> {
    /// Puts a state on the line; its worth at once where the game is over.
    fn enter(&mut self, state: D::State, table_bytes: usize) -> Option<Worth> {
        self.nodes += 1;
        self.duel.moves(&state, &mut self.scratch);
        if self.scratch.is_empty() {
            return Some(Worth::of(self.duel.winner(&state)));
        }
        let start = self.moves.len();
        self.moves.append(&mut self.scratch);
        let side = self.duel.to_move(&state);
        let end = self.moves.len();
        self.stack.push(Frame { state, side, best: Worth::of(Some(side.other())), next: start, end, start });
        let line = self.stack.capacity() * size_of::<Frame<D::State>>();
        let listed = (self.moves.capacity() + self.scratch.capacity()) * size_of::<D::Move>();
        self.bytes = self.bytes.max(line + listed + table_bytes);
        None
    }
}

fn depth_first<D: Duel, T: DuelTable<D::State>>(
    duel: &D,
    root: &D::State,
    mut table: Option<&mut T>,
    most_nodes: u64,
) -> Result<DuelReport, OutOfBudget> {
    let mut walker = Walker { duel, stack: Vec::new(), moves: Vec::new(), scratch: Vec::new(), nodes: 0, bytes: 0 };
    let table_bytes = |table: &Option<&mut T>| table.as_ref().map_or(0, |table| table.bytes());
    let known = table.as_ref().and_then(|table| table.get(root));
    let mut returned = known.or_else(|| walker.enter(*root, table_bytes(&table)));
    while let Some(frame) = walker.stack.last_mut() {
        if let Some(worth) = returned.take()
            && worth.liked_by(frame.side) > frame.best.liked_by(frame.side)
        {
            frame.best = worth;
        }
        if frame.next == frame.end || frame.best.winner() == Some(frame.side) {
            let worth = frame.best;
            if let Some(table) = &mut table {
                table.set(&frame.state, worth);
            }
            walker.moves.truncate(frame.start);
            walker.stack.pop();
            returned = Some(worth);
            continue;
        }
        let after = duel.play(&frame.state, walker.moves[frame.next]);
        frame.next += 1;
        returned = table.as_ref().and_then(|table| table.get(&after));
        if returned.is_none() {
            if walker.nodes >= most_nodes {
                return Err(OutOfBudget { nodes: walker.nodes, bytes: walker.bytes });
            }
            returned = walker.enter(after, table_bytes(&table));
        }
    }
    let bytes = walker.bytes.max(table_bytes(&table));
    // Every way out of the loop, and not entering it, leaves the worth of the root.
    returned.map(|worth| DuelReport { worth, nodes: walker.nodes, bytes }).ok_or(OutOfBudget { nodes: 0, bytes })
}

/// A node of the whole tree.
#[derive(Clone, Copy)]
struct TreeNode<S> {
    state: S,
    parent: u32,
    worth: Worth,
}

fn breadth_first<D: Duel>(duel: &D, most_nodes: u64) -> Result<DuelReport, OutOfBudget> {
    let unknown = |state: &D::State| Worth::of(Some(duel.to_move(state).other()));
    let root = duel.root();
    let mut nodes = vec![TreeNode { state: root, parent: 0, worth: unknown(&root) }];
    let mut moves = Vec::new();
    let bytes = |nodes: &Vec<TreeNode<D::State>>| nodes.capacity() * size_of::<TreeNode<D::State>>();
    let most = usize::try_from(most_nodes).unwrap_or(usize::MAX).min(u32::MAX as usize);
    let mut index = 0;
    while index < nodes.len() {
        let state = nodes[index].state;
        duel.moves(&state, &mut moves);
        if moves.is_empty() {
            nodes[index].worth = Worth::of(duel.winner(&state));
        }
        if nodes.len() + moves.len() > most {
            return Err(OutOfBudget { nodes: nodes.len() as u64, bytes: bytes(&nodes) });
        }
        let parent = u32::try_from(index).unwrap_or(u32::MAX);
        for &mv in &moves {
            let after = duel.play(&state, mv);
            nodes.push(TreeNode { state: after, parent, worth: unknown(&after) });
        }
        index += 1;
    }
    for index in (1..nodes.len()).rev() {
        let TreeNode { worth, parent, .. } = nodes[index];
        let parent = &mut nodes[parent as usize];
        let side = duel.to_move(&parent.state);
        if worth.liked_by(side) > parent.worth.liked_by(side) {
            parent.worth = worth;
        }
    }
    Ok(DuelReport { worth: nodes[0].worth, nodes: nodes.len() as u64, bytes: bytes(&nodes) })
}

#[cfg(test)]
mod tests {
    use super::super::memory::MapTable;
    use super::*;

    /// Nim: take any number from one of three heaps; who takes the last wins.
    struct Nim([u8; 3]);

    impl Duel for Nim {
        type State = ([u8; 3], Side);
        type Move = (usize, u8);

        fn root(&self) -> Self::State {
            (self.0, Side::First)
        }

        fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
            out.clear();
            out.extend((0..3).flat_map(|heap| (1..=state.0[heap]).map(move |take| (heap, take))));
        }

        fn play(&self, state: &Self::State, (heap, take): Self::Move) -> Self::State {
            let mut heaps = state.0;
            heaps[heap] -= take;
            (heaps, state.1.other())
        }

        fn to_move(&self, state: &Self::State) -> Side {
            state.1
        }

        fn winner(&self, state: &Self::State) -> Option<Side> {
            Some(state.1.other())
        }
    }

    #[test]
    fn nim_is_won_unless_the_heaps_cancel_out() {
        for a in 0..5 {
            for b in 0..4 {
                for c in 0..3 {
                    let nim = Nim([a, b, c]);
                    let expected = if a ^ b ^ c == 0 { Worth::Second } else { Worth::First };
                    let memo = solve(&nim, DuelMethod::Memo, &mut MapTable::default(), u64::MAX).unwrap();
                    assert_eq!(memo.worth, expected, "{a} {b} {c}");
                    let line = best_line(&nim, &mut MapTable::default());
                    let winner = if line.len() % 2 == 1 { Worth::First } else { Worth::Second };
                    assert_eq!(winner, expected, "{a} {b} {c}: {line:?}");
                }
            }
        }
    }

    #[test]
    fn methods_agree_and_the_memo_looks_into_fewest() {
        let nim = Nim([3, 2, 2]);
        let [bfs, dfs, memo] = [DuelMethod::Bfs, DuelMethod::Dfs, DuelMethod::Memo]
            .map(|method| solve(&nim, method, &mut MapTable::default(), 1_000_000).unwrap());
        assert!(bfs.worth == dfs.worth && dfs.worth == memo.worth);
        assert!(memo.nodes < dfs.nodes && dfs.nodes < bfs.nodes);
    }

    #[test]
    fn too_small_a_budget_is_said() {
        let nim = Nim([5, 4, 3]);
        for method in [DuelMethod::Bfs, DuelMethod::Dfs, DuelMethod::Memo] {
            assert!(solve(&nim, method, &mut MapTable::default(), 10).is_err());
        }
    }
}
