//! Pictures as SVG.

mod accuracy_curves;
mod convergence;
mod court_views;
mod drive_curves;
mod error_curves;
mod floor_axes;
mod floor_map;
mod hall_map;
mod joint_curves;
mod landings;
mod motion_grid;
mod over_time;
mod prediction_panels;
mod rally_lengths;
mod residuals;
mod route_map;
mod sensitivity_bars;
mod serve_view;
mod sheet;
mod space_views;
mod stroke_curves;
mod theme;
mod thinking;
mod training_curve;

pub(crate) use accuracy_curves::accuracy_curves;
pub(crate) use convergence::{Convergence, convergence};
pub(crate) use court_views::{Mark, court_views};
pub(crate) use drive_curves::{Drives, drive_curves};
pub(crate) use error_curves::{ERRORS_SIZE, ErrorCurves, error_curves};
pub(crate) use floor_map::{FloorMap, floor_map};
pub(crate) use hall_map::{HallMap, hall_map};
pub(crate) use joint_curves::{JointCurves, JointSample, joint_curves};
pub(crate) use landings::{Landings, SHEET_SCALE, landings};
pub(crate) use motion_grid::{MotionColumn, MotionGrid, motion_grid};
pub(crate) use over_time::{BallPlaces, ball_places, score_curve};
pub(crate) use prediction_panels::{PredictionPanel, PredictionPanels, prediction_panels};
pub(crate) use rally_lengths::{RALLY_SIZE, rally_lengths};
pub(crate) use residuals::{Residual, residuals};
pub(crate) use route_map::route_map;
pub(crate) use sensitivity_bars::{Bounded, SensitivityBar, SensitivityColour, sensitivity_bars};
pub(crate) use serve_view::serve_view;
pub(crate) use sheet::sheet;
pub(crate) use space_views::{SpaceViews, space_views};
pub(crate) use stroke_curves::{StrokeCurves, StrokePanel, stroke_curves};
pub(crate) use theme::{colour_name, theme_css, themed};
pub(crate) use thinking::{Thinking, thinking};
pub(crate) use training_curve::{TrainingCurve, training_curve};

use plotters::chart::{ChartContext, MeshStyle, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{PathElement, Polygon, Text};
use plotters::prelude::SVGBackend;
use plotters::style::{Color, FontDesc, IntoFont, RGBAColor, RGBColor, ShapeStyle, WHITE};

use crate::failure::Failure;

/// One palette for all pictures.
const INK: RGBColor = RGBColor(0x33, 0x3f, 0x4d);
const GRID: RGBColor = RGBColor(0xe4, 0xe9, 0xee);
const TABLE: RGBColor = RGBColor(0x2f, 0x6d, 0xb3);
const PATH: RGBColor = RGBColor(0xe0, 0x6c, 0x1f);
const MARK: RGBColor = RGBColor(0x1f, 0x29, 0x33);

/// Colours of several things of one kind, distinguishable with colour blindness too (Okabe and Ito's set).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x59, 0x59, 0x59),
];

/// The backend rounds to whole pixels; pictures are drawn this many times larger and shown at their size, so that
/// curves stay smooth.
const FINE: u32 = 4;

/// Width of a picture in a page, pixels: a phone shows it almost at that size, and two stand side by side on a desk.
pub(crate) const PAGE_WIDTH: u32 = 400;
/// Size of letters in a picture that stands alone, and in one of a page, pixels.
const LETTERS: u32 = 13;
const PAGE_LETTERS: u32 = 15;

/// A plane with two straight axes, as all pictures have it.
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;

/// What is drawn on such a plane.
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Plane>;

/// A font of a size in shown pixels.
fn font(size: u32) -> FontDesc<'static> {
    ("sans-serif", size * FINE).into_font()
}

/// Axes and grid as all pictures have them, with labels of a size in shown pixels; each picture adds its own words.
fn mesh<'a, 'c>(
    chart: &'c mut Chart<'a>,
    size: u32,
) -> MeshStyle<'a, 'c, RangedCoordf64, RangedCoordf64, SVGBackend<'a>> {
    let mut mesh = chart.configure_mesh();
    mesh.bold_line_style(GRID.stroke_width(FINE))
        .light_line_style(WHITE)
        .axis_style(INK.stroke_width(FINE))
        .label_style(font(size).color(&INK));
    mesh
}

/// Whether a picture of this size is part of a page, which has its own text and legend.
fn in_page((width, _): (u32, u32)) -> bool {
    width <= PAGE_WIDTH
}

/// Size of the letters in a picture of this size, pixels.
fn letters(size: (u32, u32)) -> u32 {
    if in_page(size) { PAGE_LETTERS } else { LETTERS }
}

/// The legend in a corner, with space for marks of a width in shown pixels.
fn draw_legend<'a>(chart: &mut Chart<'a>, corner: SeriesLabelPosition, mark: u32) -> Result<(), Failure> {
    chart
        .configure_series_labels()
        .position(corner)
        .legend_area_size(mark * FINE)
        .margin(12 * FINE)
        .background_style(WHITE)
        .border_style(GRID)
        .label_font(font(13).color(&INK))
        .draw()
        .map_err(failed)
}

/// A legend in one row, from so many shown pixels on: lines of colours and their names.
fn legend_row<'a>(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    left: u32,
    entries: impl IntoIterator<Item = (&'a str, RGBAColor)>,
) -> Result<(), Failure> {
    let fine = FINE as i32;
    let at = |x: i32, y: i32| (x * fine, y * fine);
    let mut x = left as i32;
    for (name, colour) in entries {
        area.draw(&PathElement::new([at(x, 14), at(x + 22, 14)], colour.stroke_width(2 * FINE))).map_err(failed)?;
        area.draw(&Text::new(name, at(x + 28, 7), font(13).color(&INK))).map_err(failed)?;
        x += 44 + 7 * name.chars().count() as i32;
    }
    Ok(())
}

/// What lies between a line, from left to right, and zero.
fn area_below(line: impl IntoIterator<Item = (f64, f64)>, style: impl Into<ShapeStyle>) -> Polygon<(f64, f64)> {
    let mut outline: Vec<(f64, f64)> = line.into_iter().collect();
    let ends = outline.last().copied().into_iter().chain(outline.first().copied());
    let below: Vec<(f64, f64)> = ends.map(|(x, _)| (x, 0.0)).collect();
    outline.extend(below);
    Polygon::new(outline, style)
}

/// A picture of a shown size (pixels) on white, as SVG text.
fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (size.0 * FINE, size.1 * FINE)).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        draw(&root)?;
        root.present().map_err(failed)?;
    }
    Ok(at_shown_size(&svg, size))
}

/// The picture with its shown size in place of the drawn one.
fn at_shown_size(svg: &str, (width, height): (u32, u32)) -> String {
    let drawn = format!(r#"width="{}" height="{}""#, width * FINE, height * FINE);
    svg.replacen(&drawn, &format!(r#"width="{width}" height="{height}""#), 1)
}

/// A tick label with one decimal and no negative zero.
fn tick(value: f64) -> String {
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// A number on an axis without digits that say nothing.
fn short(value: f64) -> String {
    let text = format!("{:.4}", if value.abs() < 5e-5 { 0.0 } else { value });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A drawing error as a failed command.
fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Output { what: "plot".into(), cause: std::io::Error::other(error.to_string()) }
}
