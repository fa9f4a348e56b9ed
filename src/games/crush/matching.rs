//! Lines, their score, and the rounds that follow a swap.

use crate::game::Played;
use crate::games::wide::{Planes, Wide};
use crate::types::Score;

/// Points of one line: 3 → 1, 4 → 4, 5 → 10, L ≥ 6 → 6L − 20. Shorter ones are none.
pub(super) fn points(length: usize) -> Score {
    match length {
        0..=2 => 0,
        3 => 1,
        4 => 4,
        _ => 6 * Score::try_from(length).unwrap_or(Score::MAX / 8) - 20,
    }
}

/// Points of all lines in one direction, from the cells that start a triple in it and that set moved one step back.
///
/// A line of L has r = L − 2 such cells in a run, and [`points`] is 6r − 8 from r = 2 on (10 at L = 5 included), 1 at
/// r = 1: so runs, their cells and the runs of one cell need only be counted.
#[inline(always)]
fn line_points(starts: Wide, ahead: Wide, behind: Wide) -> Score {
    let heads = starts & !behind;
    let alone = heads & !ahead;
    6 * Score::from(starts.count()) - 8 * Score::from(heads.count()) + 3 * Score::from(alone.count())
}

/// Plays rounds until no line is left.
#[inline(always)]
pub(super) fn settle(planes: &mut Planes<4>) -> Played {
    let mut played = Played::default();
    loop {
        let links = planes.links();
        let upright = links.above & links.above.down();
        let level = links.right & links.right.left();
        if (upright | level).is_empty() {
            return played;
        }
        played.gain += line_points(upright, upright.down(), upright.up());
        played.gain += line_points(level, level.left(), level.right());
        let (over, beside) = (upright | upright.up(), level | level.right());
        let cells = over | over.up() | beside | beside.right();
        played.refill += cells.count();
        planes.remove(cells);
    }
}
