//! One chart: lines over a common x axis, the y axis linear or logarithmic.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// Pixels.
const SIZE: (u32, u32) = (840, 520);
/// One colour a line, told apart by people who do not see red and green too (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(148, 148, 148),
];

/// How values become heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YScale {
    /// Evenly, from the lowest value.
    Linear,
    /// By their logarithm; only for values above zero.
    Log,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points, x ascending.
    pub points: Vec<(f64, f64)>,
    /// Whether a value holds until the next point (a best score over time) instead of leading to it.
    pub is_stepped: bool,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Above it.
    pub title: String,
    /// Below it.
    pub x_label: String,
    /// Beside it.
    pub y_label: String,
    /// The y axis.
    pub y_scale: YScale,
    /// The lines. Values that the axis cannot show (not finite, not above zero on a logarithmic one) are left out.
    pub series: Vec<Series>,
}

/// Why a chart could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("failed to draw: {reason}")]
pub struct PlotError {
    reason: String,
}

fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError { reason: error.to_string() }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl LineChart {
    /// The chart as a file's text. One without any point shows its axes alone.
    ///
    /// # Errors
    /// When the drawing library refuses.
    pub fn svg(&self) -> Result<String, PlotError> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            area.fill(&WHITE).map_err(failed)?;
            let x = self.x_range();
            let y = self.y_range();
            match self.y_scale {
                YScale::Linear => self.draw(&area, x, y)?,
                YScale::Log => self.draw(&area, x, y.log_scale())?,
            }
            area.present().map_err(failed)?;
        }
        Ok(text)
    }

    fn is_shown(&self, &(x, y): &(f64, f64)) -> bool {
        x.is_finite() && y.is_finite() && (self.y_scale == YScale::Linear || y > 0.0)
    }

    /// The lowest and highest of one coordinate of all points; `None` without any.
    fn ends(&self, of: impl Fn(&(f64, f64)) -> f64) -> Option<(f64, f64)> {
        let points = self.series.iter().flat_map(|series| &series.points).filter(|point| self.is_shown(point));
        points.map(of).fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        })
    }

    fn x_range(&self) -> Range<f64> {
        match self.ends(|point| point.0) {
            Some((low, high)) if high > low => low..high,
            Some((only, _)) => only - 0.5..only + 0.5,
            None => 0.0..1.0,
        }
    }

    fn y_range(&self) -> Range<f64> {
        let ends = self.ends(|point| point.1);
        match (self.y_scale, ends) {
            (YScale::Log, Some((low, high))) => low / 1.5..high * 1.5,
            (YScale::Log, None) => 0.1..1.0,
            (YScale::Linear, Some((low, high))) if high > low => {
                let margin = (high - low) / 20.0;
                low - margin..high + margin
            }
            (YScale::Linear, Some((only, _))) => only - 1.0..only + 1.0,
            (YScale::Linear, None) => 0.0..1.0,
        }
    }

    fn draw<'a, Y>(&self, area: &Area<'a>, x: Range<f64>, y: Y) -> Result<(), PlotError>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64> + 'a,
    {
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .light_line_style(WHITE)
            .x_label_formatter(&|x| number(*x))
            .y_label_formatter(&|y| number(*y))
            .draw()
            .map_err(failed)?;
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            let points: Vec<_> = series.points.iter().copied().filter(|point| self.is_shown(point)).collect();
            let path = if series.is_stepped { steps(&points) } else { points.clone() };
            let line = LineSeries::new(path, colour.stroke_width(2));
            let key = |(x, y): (i32, i32)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2));
            chart.draw_series(line).map_err(failed)?.label(&series.name).legend(key);
            let dots = points.into_iter().map(|point| Circle::new(point, 3, colour.filled()));
            chart.draw_series(dots).map_err(failed)?;
        }
        if !self.series.is_empty() {
            let mut labels = chart.configure_series_labels();
            labels.position(SeriesLabelPosition::UpperLeft).border_style(BLACK.mix(0.3));
            labels.background_style(WHITE.mix(0.85)).draw().map_err(failed)?;
        }
        Ok(())
    }
}

/// A number without noise in its last places.
fn number(value: f64) -> String {
    format!("{}", (value * 1e9).round() / 1e9)
}

/// Each value held until the next.
fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let held = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    held.chain(points.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(y_scale: YScale, points: &[(f64, f64)]) -> LineChart {
        let series = Series { name: "a <b>".into(), points: points.to_vec(), is_stepped: true };
        LineChart { title: "时间".into(), x_label: "X".into(), y_label: "s".into(), y_scale, series: vec![series] }
    }

    #[test]
    fn every_point_becomes_a_dot_and_names_are_escaped() {
        for y_scale in [YScale::Linear, YScale::Log] {
            let drawn = chart(y_scale, &[(1.0, 0.5), (2.0, 30.0), (3.0, 30.0)]).svg().expect("a chart");
            assert_eq!(drawn.matches("<circle").count(), 3);
            assert!(drawn.contains("a &lt;b&gt;") && drawn.contains("时间"));
        }
    }

    #[test]
    fn what_cannot_be_shown_is_left_out() {
        let drawn = chart(YScale::Log, &[(1.0, 0.0), (2.0, f64::NAN), (3.0, 2.0)]).svg().expect("a chart");
        assert_eq!(drawn.matches("<circle").count(), 1);
        for y_scale in [YScale::Linear, YScale::Log] {
            assert!(chart(y_scale, &[]).svg().is_ok());
        }
    }

    #[test]
    fn steps_hold_a_value_until_the_next() {
        assert_eq!(steps(&[(0.0, 1.0), (2.0, 5.0)]), [(0.0, 1.0), (2.0, 1.0), (2.0, 5.0)]);
        assert!(steps(&[]).is_empty());
    }
}
