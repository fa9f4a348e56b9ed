//! A trace drawn as a tree: one SVG that stands alone as a file and can be put into a page as it is.
//!
//! The root is at the top, moves lead down, siblings stand in the order of their visits. Large traces are drawn as far
//! as a bound of nodes reaches, the upper levels first, and always with the best line; what is left out, cut nodes before
//! all, is counted at the node above it. Colour tells a node's fate; pointing at it shows its move and figures.

use super::svg::escape;
use super::trace_file::{TraceFile, Visit};
use super::words::in_words;
use crate::lang::{Lang, say};
use crate::puzzle::Origin;
use crate::search::exact::Fate;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// Nodes of a drawing that can still be read.
pub const MOST_DRAWN: usize = 200;

/// Pixels between neighbouring leaves, between levels, and around the tree.
const STEP: usize = 18;
const LEVEL: usize = 54;
const MARGIN: usize = 24;
/// Pixels of the heading above the tree.
const HEAD: usize = 56;
/// Room for the heading.
const LEAST_WIDTH: usize = 720;

/// Every fate with its colour.
const FATES: [(Fate, &str); 6] = [
    (Fate::Searched, "#ffffff"),
    (Fate::Complete, "#2f9e44"),
    (Fate::DeadEnd, "#e03131"),
    (Fate::Cut, "#adb5bd"),
    (Fate::Known, "#4dabf7"),
    (Fate::Open, "#ffd43b"),
];

/// A shown node.
struct Spot {
    /// Twice its place among the leaves.
    x2: usize,
    level: usize,
    children: Vec<usize>,
    hidden: usize,
}

/// The tree of a trace, with at most about `most` nodes drawn.
#[must_use]
pub fn svg(trace: &TraceFile, most: usize, lang: Lang) -> String {
    let best: BTreeSet<usize> = trace.best_nodes().into_iter().collect();
    let spots = lay_out(&trace.nodes, most, &best);
    let shown: Vec<usize> = (0..spots.len()).filter(|&node| spots[node].is_some()).collect();
    let spot = |node: usize| spots[node].as_ref();
    let right = shown.iter().filter_map(|&node| spot(node)).map(|spot| spot.x2).max().unwrap_or(0) / 2 * STEP;
    let bottom = shown.iter().filter_map(|&node| spot(node)).map(|spot| spot.level).max().unwrap_or(0) * LEVEL;
    let (width, height) = ((right + 2 * MARGIN + STEP).max(LEAST_WIDTH), bottom + HEAD + 3 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n"
    );
    heading(&mut out, trace, shown.len(), lang);
    let at = |spot: &Spot| (MARGIN + spot.x2 * STEP / 2, HEAD + MARGIN + spot.level * LEVEL);
    for here in shown.iter().filter_map(|&node| spot(node)) {
        let (x, y) = at(here);
        for &child in &here.children {
            let Some((to_x, to_y)) = spot(child).map(at) else { continue };
            let style = if best.contains(&child) { "#e8590c\" stroke-width=\"3" } else { "#ced4da" };
            put(&mut out, &format!("<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"{style}\" fill=\"none\"/>"));
        }
    }
    for &node in &shown {
        if let Some(here) = spot(node) {
            draw(&mut out, &trace.nodes[node], here, at(here), lang);
        }
    }
    out + "</svg>\n"
}

fn put(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// Chooses the nodes to show, level by level, and gives each its place.
fn lay_out(nodes: &[Visit], most: usize, best: &BTreeSet<usize>) -> Vec<Option<Spot>> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (node, visit) in nodes.iter().enumerate() {
        if let Some(parent) = visit.parent {
            children[parent as usize].push(node);
        }
    }
    let mut shown = best.clone();
    let mut queue: VecDeque<usize> = (!nodes.is_empty()).then_some(0).into_iter().collect();
    let is_crowded = nodes.len() > most;
    while let Some(node) = queue.pop_front().filter(|_| shown.len() < most) {
        if is_crowded && nodes[node].fate == Fate::Cut {
            continue;
        }
        shown.insert(node);
        queue.extend(&children[node]);
    }
    let mut spots: Vec<Option<Spot>> = (0..nodes.len()).map(|_| None).collect();
    let mut leaves = 0;
    // Visits are depth-first: a parent comes before its children, and leaves come from left to right.
    for &node in &shown {
        let level = nodes[node].parent.and_then(|parent| spots[parent as usize].as_ref()).map_or(0, |up| up.level + 1);
        let (kept, hidden): (Vec<usize>, Vec<usize>) = children[node].iter().partition(|child| shown.contains(child));
        let x2 = 2 * leaves;
        leaves += usize::from(kept.is_empty());
        spots[node] = Some(Spot { x2, level, children: kept, hidden: hidden.len() });
    }
    for &node in shown.iter().rev() {
        let x2 = |child: &usize| spots[*child].as_ref().map_or(0, |spot| spot.x2);
        let ends = spots[node].as_ref().and_then(|spot| Some(x2(spot.children.first()?) + x2(spot.children.last()?)));
        if let (Some(ends), Some(spot)) = (ends, spots[node].as_mut()) {
            spot.x2 = ends / 2;
        }
    }
    spots
}

fn name(fate: Fate, lang: Lang) -> String {
    match fate {
        Fate::Open => say!(lang, "not finished", "未搜完"),
        Fate::Searched => say!(lang, "searched", "已搜完"),
        Fate::Complete => say!(lang, "a line ends here", "走完一条线"),
        Fate::DeadEnd => say!(lang, "dead end", "死路"),
        Fate::Cut => say!(lang, "cut by its bound", "被上界剪去"),
        Fate::Known => say!(lang, "met before", "以前见过"),
    }
}

fn colour(fate: Fate) -> &'static str {
    FATES.iter().find(|&&(other, _)| other == fate).map_or("#ffffff", |&(_, colour)| colour)
}

/// What was searched, how much of it is shown, and what the colours mean.
fn heading(out: &mut String, trace: &TraceFile, shown: usize, lang: Lang) {
    let puzzle = escape(trace.puzzle.name.as_deref().unwrap_or(trace.puzzle.game.name()));
    let strategy = escape(&trace.strategy);
    let best = trace.score.map_or_else(|| "–".to_owned(), |score| score.to_string());
    let visited = trace.nodes.len() as u64 + trace.omitted;
    let text = say!(
        lang,
        "{puzzle} · {strategy} · best {best} · {shown} of {visited} visited nodes drawn",
        "{puzzle} · {strategy} · 最高 {best} · 画出 {shown} 个节点，共访问 {visited} 个"
    );
    put(out, &format!("<text x=\"{MARGIN}\" y=\"20\" font-size=\"14\">{text}</text>"));
    let mut x = MARGIN;
    for (fate, colour) in FATES {
        let count = trace.nodes.iter().filter(|visit| visit.fate == fate).count();
        let label = format!("{} {count}", name(fate, lang));
        put(out, &format!("<circle cx=\"{}\" cy=\"38\" r=\"5\" fill=\"{colour}\" stroke=\"#495057\"/>", x + 5));
        put(out, &format!("<text x=\"{}\" y=\"42\">{label}</text>", x + 14));
        let wide = label.chars().filter(|c| !c.is_ascii()).count();
        x += 26 + 6 * label.chars().count() + 6 * wide;
    }
}

/// One node with its score, what it hides, and what pointing at it shows.
fn draw(out: &mut String, visit: &Visit, spot: &Spot, (x, y): (usize, usize), lang: Lang) {
    let Visit { gain, total, .. } = visit;
    let words = visit.action.map_or_else(
        || say!(lang, "start", "开局"),
        |action| format!("{}: {gain:+}", in_words(action, Origin::One, lang)),
    );
    let value = visit.value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    let fate = name(visit.fate, lang);
    let told = say!(
        lang,
        "{words}\nscore {total}, still to come at most {value}\n{fate}",
        "{words}\n已得 {total}，之后至多再得 {value}\n{fate}"
    );
    let colour = colour(visit.fate);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\" stroke=\"#495057\"><title>{}</title></circle>\n\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\">{total}</text>",
        escape(&told),
        y + 17,
    );
    if spot.hidden > 0 {
        let (hidden, y) = (spot.hidden, y + 28);
        put(out, &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#868e96\">+{hidden}</text>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle;
    use crate::types::{Action, Place};

    fn trace() -> TraceFile {
        let puzzle = puzzle::parse(include_str!("../../puzzles/lab/sample.toml"), "sample.toml").expect("a puzzle");
        let swap = |row| Some(Action::Swap(Place::new(row, 0), Place::new(row, 1)));
        let visit = |parent, action, total, fate| Visit { parent, action, gain: 1, total, value: None, fate };
        let nodes = vec![
            visit(None, None, 0, Fate::Searched),
            visit(Some(0), swap(0), 1, Fate::DeadEnd),
            visit(Some(0), swap(1), 1, Fate::Searched),
            visit(Some(2), swap(2), 2, Fate::Complete),
            visit(Some(0), swap(3), 1, Fate::Cut),
        ];
        let line = vec![swap(1), swap(2)].into_iter().flatten().collect();
        TraceFile { puzzle, strategy: "exact".into(), score: Some(2), claim: None, line, omitted: 3, nodes }
    }

    #[test]
    fn every_node_is_drawn_when_there_is_room() {
        let drawn = svg(&trace(), 100, Lang::En);
        assert_eq!(drawn.matches("<title>").count(), 5);
        assert_eq!(drawn.matches("<path").count(), 4);
        assert_eq!(drawn.matches("stroke-width=\"3\"").count(), 2, "the best line has two moves");
        assert!(drawn.contains("5 of 8 visited nodes"));
    }

    #[test]
    fn what_is_deducted_has_one_sign() {
        let mut trace = trace();
        trace.nodes[3].gain = -4;
        let drawn = svg(&trace, 100, Lang::En);
        assert!(drawn.contains(": -4\n") && drawn.contains(": +1\n") && !drawn.contains("+-"), "{drawn}");
    }

    #[test]
    fn the_best_line_stays_when_there_is_none() {
        let drawn = svg(&trace(), 1, Lang::Zh);
        assert_eq!(drawn.matches("<title>").count(), 3);
        assert!(drawn.contains(">+2</text>"), "two children of the root are counted, not drawn");
    }

    #[test]
    fn a_file_reads_back_and_lies_are_refused() {
        let trace = trace();
        let text = trace.to_json();
        assert_eq!(TraceFile::parse(&text).expect("what was written"), trace);
        assert_eq!(text.lines().count(), 7);
        for (from, to) in [("\"parent\":2", "\"parent\":4"), ("xiaochu-trace", "x"), ("\"version\":1", "\"version\":2")]
        {
            assert!(TraceFile::parse(&text.replacen(from, to, 1)).is_err(), "{from}");
        }
    }
}
