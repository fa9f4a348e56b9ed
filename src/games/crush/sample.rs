//! Random boards for experiments.

use crate::types::{Pcg, pick};

/// Fewest kinds with which a cell can always be chosen so that it completes no line.
const LEAST_KINDS: u8 = 3;

/// A full board without a line, drawn cell by cell from the top left: each cell is uniform among the kinds that
/// complete no line of three with the cells before it. Fewer than three kinds are taken as three.
#[must_use]
pub fn random_board(rows: u8, cols: u8, kinds: u8, rng: &mut Pcg) -> Vec<Vec<u8>> {
    let mut board: Vec<Vec<u8>> = Vec::new();
    for _ in 0..rows {
        let mut cells: Vec<u8> = Vec::new();
        for col in 0..usize::from(cols) {
            let pair = |a: Option<&u8>, b: Option<&u8>| a.copied().filter(|_| a == b);
            let left = pair(cells.last(), cells.iter().rev().nth(1));
            let up = |back: usize| board.iter().rev().nth(back).and_then(|row| row.get(col));
            let above = pair(up(0), up(1));
            let free = |kind: &u8| Some(*kind) != left && Some(*kind) != above;
            let choices: Vec<u8> = (1..=kinds.max(LEAST_KINDS)).filter(free).collect();
            cells.push(pick(rng, &choices).unwrap_or(1));
        }
        board.push(cells);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::super::{Crush, CrushSetup};
    use super::*;
    use crate::types::Seed;

    #[test]
    fn every_board_can_be_played() {
        for index in 0..200 {
            let mut rng = Seed(7).stream("test", index);
            let kinds = 3 + u8::try_from(index % 10).unwrap();
            let board = random_board(9, 7, kinds, &mut rng);
            assert!(board.len() == 9 && board.iter().all(|row| row.len() == 7));
            Crush::new(&CrushSetup { board, kinds, moves: 1 }).unwrap();
        }
    }

    #[test]
    fn a_seed_fixes_a_board() {
        let draw = |seed| random_board(8, 8, 6, &mut Seed(seed).stream("test", 0));
        assert!(draw(1) == draw(1) && draw(1) != draw(2));
    }
}
