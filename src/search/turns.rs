//! Parts of a search that threads let go on in turns: the one that is furthest behind goes next, so that all advance
//! alike on fewer threads than parts.

use super::control::Control;
use std::sync::Mutex;

/// Gives turns until nobody wants one or the caller stops. `rank` is how far a part is, `None` when it wants no more
/// turns; `turn` lets one go on, with what its thread keeps from turn to turn.
pub(super) fn give_turns<P: Send, K: Ord, T: Default>(
    parts: Vec<P>,
    control: &Control<'_>,
    rank: impl Fn(&P) -> Option<K> + Sync,
    turn: impl Fn(&mut P, &mut T) + Sync,
) {
    let waiting = Mutex::new(parts);
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                let mut kept = T::default();
                while !control.is_stopped() {
                    let next = {
                        let mut waiting = waiting.lock().expect("nobody panics while it waits");
                        waiting.retain(|part| rank(part).is_some());
                        let behind = (0..waiting.len()).min_by_key(|&i| rank(&waiting[i]));
                        behind.map(|i| waiting.swap_remove(i))
                    };
                    let Some(mut part) = next else { return };
                    turn(&mut part, &mut kept);
                    waiting.lock().expect("nobody panics while it waits").push(part);
                }
            });
        }
    });
}
