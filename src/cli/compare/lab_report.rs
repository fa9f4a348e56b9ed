//! The tables and charts of the lab's experiments.

use super::lab::{Axis, Cell, Experiment, Lab};
use super::show::{padded, seconds, write_charts, write_json};
use crate::cli::args::CompareArgs;
use crate::cli::exit::Failure;
use crate::cli::lang::{Lang, say};
use crate::cli::ui::Ui;
use crate::plot::{LineChart, Series, YScale};

/// Prints the tables and writes what was asked for.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn report(lab: &Lab, args: &CompareArgs, ui: &Ui) -> Result<(), Failure> {
    let lang = ui.lang;
    let (seed, instances, budget) = (lab.seed, lab.instances, seconds(lab.budget_s));
    ui.print(&say!(
        lang,
        "seed {seed}, {instances} boards per point, at most {budget} a search; `≥`: cut off there; `·`: not tried\n",
        "种子 {seed}，每点 {instances} 个棋盘，每次搜索至多 {budget}；“≥”：到时截断；“·”：未试\n"
    ));
    let mut charts = Vec::new();
    for experiment in &lab.experiments {
        let letter = experiment.axis.letter();
        ui.print(&format!("\n{}\n", title(experiment, lang)));
        ui.print(&say!(lang, "median time\n", "用时中位数\n"));
        ui.print(&table(experiment, time));
        charts.push((format!("lab-time-{}", letter.to_ascii_lowercase()), time_chart(experiment, lang)));
        if experiment.axis == Axis::Moves {
            ui.print(&say!(
                lang,
                "mean score (a board on which nothing was found counts 0)\n",
                "平均得分（未找到走法的棋盘计 0）\n"
            ));
            ui.print(&table(experiment, score));
            charts.push(("lab-score-x".to_owned(), score_chart(experiment, lang)));
        }
    }
    if let Some(path) = &args.json {
        write_json(path, "lab", lab)?;
    }
    match &args.svg {
        Some(folder) => write_charts(folder, &charts, ui),
        None => Ok(()),
    }
}

/// The numbers that stay the same.
fn title(experiment: &Experiment, lang: Lang) -> String {
    let base = experiment.base;
    let fixed = [
        (Axis::Rows, u16::from(base.rows)),
        (Axis::Cols, u16::from(base.cols)),
        (Axis::Kinds, u16::from(base.kinds)),
        (Axis::Moves, base.moves),
    ];
    let fixed = fixed.iter().filter(|(axis, _)| *axis != experiment.axis);
    let fixed = fixed.map(|(axis, value)| format!("{} = {value}", axis.letter())).collect::<Vec<_>>().join(", ");
    let letter = experiment.axis.letter();
    say!(lang, "against {letter} ({fixed})", "随 {letter} 变化（{fixed}）")
}

fn table(experiment: &Experiment, told: impl Fn(&Cell) -> String) -> String {
    let head = std::iter::once(experiment.axis.letter().to_string()).chain(experiment.methods.iter().cloned());
    let mut rows = vec![head.collect::<Vec<_>>()];
    for (value, cells) in experiment.values.iter().zip(&experiment.cells) {
        rows.push(std::iter::once(value.to_string()).chain(cells.iter().map(&told)).collect());
    }
    padded(&rows)
}

fn time(cell: &Cell) -> String {
    match cell {
        _ if cell.outcomes.is_empty() => "·".to_owned(),
        _ if cell.is_whole() => seconds(cell.median_s()),
        _ => format!("≥ {}", seconds(cell.median_s())),
    }
}

fn score(cell: &Cell) -> String {
    match cell {
        _ if cell.outcomes.is_empty() => "·".to_owned(),
        _ if cell.is_whole() => format!("{:.2}", cell.mean_score()),
        _ => format!("≥ {:.2}", cell.mean_score()),
    }
}

/// One line a method, through the points at which every search came to its end.
fn series(experiment: &Experiment, value_of: impl Fn(&Cell) -> f64) -> Vec<Series> {
    let line = |(method, name): (usize, &String)| {
        let at = experiment.values.iter().zip(&experiment.cells).map(|(&value, cells)| (value, &cells[method]));
        let points = at.filter(|(_, cell)| cell.is_whole()).map(|(value, cell)| (f64::from(value), value_of(cell)));
        Series { name: name.clone(), points: points.collect(), is_stepped: false }
    };
    experiment.methods.iter().enumerate().map(line).collect()
}

fn time_chart(experiment: &Experiment, lang: Lang) -> LineChart {
    LineChart {
        title: title(experiment, lang),
        x_label: experiment.axis.letter().to_string(),
        y_label: say!(lang, "median seconds", "秒数（中位数）"),
        y_scale: YScale::Log,
        series: series(experiment, Cell::median_s),
    }
}

fn score_chart(experiment: &Experiment, lang: Lang) -> LineChart {
    LineChart {
        title: title(experiment, lang),
        x_label: experiment.axis.letter().to_string(),
        y_label: say!(lang, "mean score", "平均得分"),
        y_scale: YScale::Linear,
        series: series(experiment, Cell::mean_score),
    }
}
