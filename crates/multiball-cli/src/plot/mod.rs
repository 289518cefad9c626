//! Pictures as SVG.

mod court_views;
mod rally_lengths;

pub(crate) use court_views::court_views;
pub(crate) use rally_lengths::rally_lengths;

use plotters::style::RGBColor;

use crate::failure::Failure;

/// One palette for all pictures.
const INK: RGBColor = RGBColor(0x33, 0x3f, 0x4d);
const GRID: RGBColor = RGBColor(0xe4, 0xe9, 0xee);
const TABLE: RGBColor = RGBColor(0x2f, 0x6d, 0xb3);
const PATH: RGBColor = RGBColor(0xe0, 0x6c, 0x1f);
const MARK: RGBColor = RGBColor(0x1f, 0x29, 0x33);
const FONT: &str = "sans-serif";

/// A drawing error as a failed command.
fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Output { what: "plot".into(), cause: std::io::Error::other(error.to_string()) }
}
