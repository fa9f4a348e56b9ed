//! `merge`: the trees of several runs of one puzzle, joined in a new run.

use super::args::MergeArgs;
use super::exit::{Exit, Failure, OrExit};
use super::games::{Job, with_game};
use super::lang::{Lang, both, say};
use super::run::events::{self, Event, Figures, Log, total_s};
use super::run::folder::{Folder, RunFile};
use super::run::{best_files, table, written_best};
use super::ui::Ui;
use crate::checkpoint::write_atomically;
use crate::cluster::Alone;
use crate::game::Learn;
use crate::puzzle::Puzzle;
use crate::search::uct::Uct;
use crate::search::{Search, Strategy, StrategyOptions, Summary};
use std::path::Path;

/// A run that is to be joined.
struct Part {
    folder: Folder,
    run: RunFile,
}

/// Runs `merge`.
///
/// # Errors
/// See [`Exit`].
pub(crate) fn merge(args: &MergeArgs, ui: &Ui) -> Result<Exit, Failure> {
    let mut parts: Vec<Part> = Vec::new();
    for path in &args.runs {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        if let Some(twin) = parts.iter().find(|part| real(path).is_some() && real(&part.folder.path) == real(path)) {
            let (path, twin) = (path.display(), twin.folder.path.display());
            return Err(Failure::new(
                Exit::Usage,
                say!(ui.lang, "{path} and {twin} are the same run", "{path} 与 {twin} 是同一次搜索"),
            ));
        }
        let (folder, run) = Folder::open(path, ui.lang, &Alone)?;
        parts.push(Part { folder, run });
    }
    let puzzle = parts[0].run.puzzle(&parts[0].folder.path, ui.lang)?;
    for part in &parts[1..] {
        check(&puzzle, &parts[0], part, ui.lang)?;
    }
    let forbidden = &parts[0].run.forbid_drag;
    with_game(&puzzle, forbidden, Join { puzzle: &puzzle, parts: &parts, out: &args.out, ui })
}

/// Runs that are to be one.
struct Join<'a> {
    puzzle: &'a Puzzle,
    parts: &'a [Part],
    out: &'a Path,
    ui: &'a Ui,
}

impl Job for Join<'_> {
    type Output = Exit;

    fn run<G: Learn>(self, game: &G) -> Result<Exit, Failure> {
        join(game, &self)
    }
}

/// Refuses a run of another puzzle, or one that may make other moves.
fn check(puzzle: &Puzzle, first: &Part, other: &Part, lang: Lang) -> Result<(), Failure> {
    let (ours, theirs) = (first.folder.path.display(), other.folder.path.display());
    if other.run.puzzle(&other.folder.path, lang)?.fingerprint() != puzzle.fingerprint() {
        let message = say!(lang, "{theirs} is a run of another puzzle than {ours}", "{theirs} 与 {ours} 的谜题不同");
        return Err(Failure::new(Exit::BadInput, message));
    }
    if other.run.forbid_drag != first.run.forbid_drag {
        let message = say!(lang, "{theirs} forbids other drags than {ours}", "{theirs} 与 {ours} 禁止拖出的怪物不同");
        return Err(Failure::new(Exit::BadInput, message));
    }
    Ok(())
}

fn join<G: Learn>(game: &G, &Join { puzzle, parts, out, ui }: &Join<'_>) -> Result<Exit, Failure> {
    let mut searches = Vec::new();
    for part in parts {
        searches.push(load(game, puzzle, part)?);
    }
    let joined = Uct::merge(searches);
    let (trees, renewed) = (joined.options().trees.len(), joined.renewed());
    if renewed > 0 {
        ui.remark(&say!(
            ui.lang,
            "{renewed} trees had the same stream as another (same seed): they got streams of their own",
            "{renewed} 棵树与其他树的随机流相同（种子相同），已换用新的随机流"
        ));
    }
    let mut run = parts[0].run.clone();
    run.search = StrategyOptions::Uct(joined.options().clone());
    let folder = Folder::create(out, &run, ui.lang, &Alone)?;
    let shown = out.display();
    let (number, file_bytes) = folder
        .store
        .write(run.identity(puzzle), |writer| Search::<G>::save(&joined, writer))
        .or_exit(Exit::Io, || format!("failed to write the checkpoint of {shown}"))?;
    copy_best(puzzle, parts, out, ui.lang)?;
    let Summary { iterations, nodes, bytes, best, .. } = Search::<G>::summary(&joined);
    let total_s = parts.iter().map(|part| total_s(&part.folder.path)).sum();
    let best = best.map(|best| best.score);
    let figures = Figures { total_s, iterations, nodes, bytes, best, ..Figures::default() };
    let table = table(game, joined.root_table(game));
    let events = [
        Event::Checkpoint { number, file_bytes, took_s: 0.0, figures: figures.clone(), table },
        Event::End { reason: "merge".to_owned(), claim: None, figures },
    ];
    Log::open(out)
        .and_then(|mut log| events.iter().try_for_each(|event| log.append(&events::to_line(event))))
        .or_exit(Exit::Io, || format!("failed to write the log of {shown}"))?;
    ui.remark(&say!(
        ui.lang,
        "{trees} trees in {shown}: go on with `xiaochu resume {shown}`",
        "{shown} 中共 {trees} 棵树：用 `xiaochu resume {shown}` 接着搜"
    ));
    Ok(Exit::Done)
}

fn load<G: Learn>(game: &G, puzzle: &Puzzle, part: &Part) -> Result<Uct, Failure> {
    let path = part.folder.path.display();
    let StrategyOptions::Uct(_) = part.run.search else {
        let text = both!(
            "{path} is no run of trees: only uct runs can be merged",
            "{path} 不是树的搜索：只有 uct 的搜索可以合并"
        );
        return Err(Failure::told(Exit::BadInput, text));
    };
    let loaded = part
        .folder
        .store
        .load_newest(part.run.identity(puzzle), |reader| {
            let mut search = part.run.search.start(game);
            search.load(game, reader)?;
            Ok(search)
        })
        .or_exit(Exit::NoCheckpoint, || format!("failed to use the newest checkpoint of {path}"))?;
    match loaded.value {
        Some((_, Strategy::Uct(search))) => Ok(search),
        _ => {
            let text = both!("{path} has no usable checkpoint", "{path} 没有可用的存档");
            Err(Failure::told(Exit::NoCheckpoint, text))
        }
    }
}

/// Takes the best written solution over, if it verifies, so that it shows before the merged run has searched.
fn copy_best(puzzle: &Puzzle, parts: &[Part], out: &Path, lang: Lang) -> Result<(), Failure> {
    let best = |part: &Part| written_best(&part.folder.path, puzzle);
    let Some(best) = parts.iter().filter_map(best).max_by_key(|best| best.score) else { return Ok(()) };
    for (name, contents) in best_files(&best, lang) {
        let path = out.join(name);
        write_atomically(&path, contents.as_bytes())
            .or_exit(Exit::Io, || format!("failed to write {}", path.display()))?;
    }
    Ok(())
}
