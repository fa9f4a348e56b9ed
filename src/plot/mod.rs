//! Line charts as SVG, for the figures of `compare`. Knows no game and no search: points in, text out.

mod chart;

pub use chart::{LineChart, PlotError, Series, YScale};
