//! Going on from a checkpoint: which one, what of it, and what to say of those that are not good.

use super::desk::Desk;
use super::driver::Plan;
use super::events::Event;
use crate::checkpoint::SetAside;
use crate::cli::exit::{Exit, Failure};
use crate::cli::help::chinese_reason;
use crate::cli::lang::{Lang, say};
use crate::cli::moves::actions_of;
use crate::game::Learn;
use crate::search::{Search, Strategy};

/// Loads the newest good checkpoint and takes up the clock where it stood. `None` when the last process left before
/// its first checkpoint: then the run starts anew.
pub(super) fn load<G: Learn>(game: &G, plan: &Plan<'_>, desk: &mut Desk<'_>) -> Result<Option<Strategy<G>>, Failure> {
    let lang = plan.ui.lang;
    let path = plan.folder.path.display();
    let identity = plan.run.identity(plan.puzzle);
    let share = plan.share();
    let loaded = plan
        .folder
        .store
        .load_together(identity, &share, |sections| {
            let mut search = plan.run.search.start_part(game, &share.own);
            search.load(game, sections)?;
            Ok(search)
        })
        .map_err(|refusal| match refusal.is_io {
            true => Failure::new(Exit::Io, format!("failed to read the checkpoints of {path}: {refusal}")),
            false => {
                Failure::new(Exit::NoCheckpoint, format!("failed to use the newest checkpoint of {path}: {refusal}"))
            }
        })?;
    // All ranks know the same of those that are not good.
    for bad in loaded.set_aside.iter().filter(|_| plan.peers.is_head()) {
        desk.warn(set_aside_remark(bad, lang));
    }
    let is_new = loaded.set_aside.is_empty() && plan.folder.store.is_untouched().unwrap_or(false);
    let is_new = plan.peers.first(!is_new).is_none();
    let Some((number, search)) = loaded.value else {
        if is_new {
            let message = say!(
                lang,
                "the last process left before its first checkpoint: the search starts anew",
                "上次进程在首次存档前退出：搜索从头开始"
            );
            if plan.peers.is_head() {
                desk.warn(message);
            }
            return Ok(None);
        }
        return Err(Failure::new(
            Exit::NoCheckpoint,
            say!(
                lang,
                "{path} has no usable checkpoint: `xiaochu solve` the puzzle again in another folder; best.json is still good",
                "{path} 没有可用的存档：请在另一个文件夹重新 `xiaochu solve`；best.json 仍然有效"
            ),
        ));
    };
    desk.before_s = seconds_at(&plan.folder.path, number);
    let summary = search.summary();
    let mut iterations = [i64::try_from(summary.iterations).unwrap_or(i64::MAX)];
    plan.peers.sum(&mut iterations);
    desk.iterations_before = iterations[0].unsigned_abs();
    if let Some(best) = &summary.best {
        desk.recall(best, actions_of(game, &best.line));
    }
    Ok(Some(search))
}

/// What to say of a checkpoint that is not good.
pub(crate) fn set_aside_remark(SetAside { path, reason, is_incomplete }: &SetAside, lang: Lang) -> String {
    let path = path.display();
    let reason = if lang == Lang::Zh { chinese_reason(reason) } else { reason.clone() };
    if *is_incomplete {
        say!(lang, "the checkpoint of {path} is not complete: {reason}", "{path} 的存档不完整：{reason}")
    } else {
        say!(lang, "a checkpoint was set aside as {path}: {reason}", "存档移到 {path}：{reason}")
    }
}

/// Seconds that the run had taken when a checkpoint was written. Where the log does not know that checkpoint (the
/// process was killed in between), the latest time it knows.
fn seconds_at(folder: &std::path::Path, number: u64) -> f64 {
    let events = super::events::read(folder).unwrap_or_default();
    events
        .iter()
        .rev()
        .find_map(|(_, event)| match event {
            Event::Checkpoint { number: at, figures, .. } if *at == number => Some(figures.total_s),
            _ => None,
        })
        .or_else(|| events.iter().rev().find_map(|(_, event)| event.total_s()))
        .unwrap_or(0.0)
}
