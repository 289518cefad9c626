//! A shot from the side and from above, to scale, with table and net.

use multiball::court::Court;
use multiball::geometry::Vec3;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Chart, FINE, INK, MARK, PATH, TABLE, failed, font, mesh, picture, tick};
use crate::failure::Failure;

/// Width of the plotted region and space around it, pixels.
const WIDTH: f64 = 1000.0;
const LEFT: u32 = 62;
const BELOW: u32 = 44;
const MARGIN: u32 = 14;
const CAPTION: u32 = 30;
const LEGEND: u32 = 40;

/// A place on the path to mark with its time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) t_s: f64,
    pub(crate) position: Vec3,
    /// Whether the ball touched something there.
    pub(crate) contact: bool,
    /// Whether the time stands below the path, where a bounce leaves space; else above.
    pub(crate) below: bool,
}

/// An interval that holds all values and a margin.
fn span(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    (low - margin, high + margin)
}

/// One view: its axes, and which coordinate of a point is drawn upwards.
struct View {
    title: &'static str,
    upwards: &'static str,
    range: (f64, f64),
    axis: usize,
}

impl View {
    fn side(court: &Court, path: &[Vec3]) -> Self {
        let range = span(path.iter().map(|p| p.z).chain([-court.table_height, court.net_height]), 0.1);
        Self { title: "Side view", upwards: "z, m", range, axis: 2 }
    }

    fn top(court: &Court, path: &[Vec3]) -> Self {
        let net_end = court.side_line() + court.net_overhang;
        let range = span(path.iter().map(|p| p.y).chain([-net_end, net_end]), 0.1);
        Self { title: "Top view", upwards: "y, m", range, axis: 1 }
    }

    /// Height of the whole picture of this view, pixels.
    fn height(&self, pixels_per_m: f64) -> u32 {
        ((self.range.1 - self.range.0) * pixels_per_m).round() as u32 + BELOW + 2 * MARGIN + CAPTION
    }
}

/// A court from the side and from above, laid out for a path.
pub(super) struct CourtViews<'a> {
    court: &'a Court,
    path: &'a [Vec3],
    marks: &'a [Mark],
    /// Outlines of other things, such as an arm.
    figures: &'a [Vec<Vec3>],
    along: (f64, f64),
    views: [View; 2],
    heights: [u32; 2],
}

impl<'a> CourtViews<'a> {
    pub(super) fn new(court: &'a Court, path: &'a [Vec3], marks: &'a [Mark], figures: &'a [Vec<Vec3>]) -> Self {
        let seen: Vec<Vec3> = path.iter().chain(figures.iter().flatten()).copied().collect();
        let along = span(seen.iter().map(|p| p.x).chain([-court.end_line(), court.end_line()]), 0.25);
        let pixels_per_m = WIDTH / (along.1 - along.0);
        let views = [View::side(court, &seen), View::top(court, &seen)];
        let heights = views.each_ref().map(|view| view.height(pixels_per_m));
        Self { court, path, marks, figures, along, views, heights }
    }

    /// Width and height, pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (WIDTH as u32 + LEFT + 2 * MARGIN, self.heights[0] + self.heights[1] + LEGEND)
    }

    pub(super) fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure> {
        let (upper, rest) = area.split_vertically(self.heights[0] * FINE);
        let (lower, legend) = rest.split_vertically(self.heights[1] * FINE);
        for (view, area) in self.views.iter().zip([&upper, &lower]) {
            let mut chart = draw_axes(area, view, self.along)?;
            match view.axis {
                2 => draw_court_from_side(&mut chart, self.along, self.court)?,
                _ => draw_court_from_above(&mut chart, self.court)?,
            }
            for figure in self.figures {
                let line = figure.iter().map(|p| (p.x, p[view.axis]));
                chart.draw_series(LineSeries::new(line, figure_style())).map_err(failed)?;
            }
            draw_path(&mut chart, view.axis, self.path, self.marks)?;
        }
        draw_legend(&legend, self.court, !self.figures.is_empty())
    }
}

/// Both views of a path, its marks and outlines of an arm as SVG text.
pub(crate) fn court_views(
    court: &Court,
    path: &[Vec3],
    marks: &[Mark],
    figures: &[Vec<Vec3>],
) -> Result<String, Failure> {
    let views = CourtViews::new(court, path, marks, figures);
    picture(views.size(), |root| views.draw(root))
}

/// Title and axes of a view.
fn draw_axes<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    view: &View,
    along: (f64, f64),
) -> Result<Chart<'a>, Failure> {
    // The title stands in a strip of its own: a caption's height is not known beforehand, and the view is to scale.
    let (title, area) = area.split_vertically(CAPTION * FINE);
    let at = ((LEFT + MARGIN) as i32 * FINE as i32, 8 * FINE as i32);
    title.draw(&Text::new(view.title, at, font(18).color(&INK))).map_err(failed)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(MARGIN * FINE)
        .x_label_area_size(BELOW * FINE)
        .y_label_area_size(LEFT * FINE)
        .build_cartesian_2d(along.0..along.1, view.range.0..view.range.1)
        .map_err(failed)?;
    mesh(&mut chart, 13)
        .x_desc("x, m (home robot at the right)")
        .y_desc(view.upwards)
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| tick(*y))
        .draw()
        .map_err(failed)?;
    Ok(chart)
}

fn draw_court_from_side(chart: &mut Chart<'_>, along: (f64, f64), court: &Court) -> Result<(), Failure> {
    let table = [(-court.end_line(), -court.table_thickness), (court.end_line(), 0.0)];
    let floor = [(along.0, -court.table_height), (along.1, -court.table_height)];
    let net = [(0.0, 0.0), (0.0, court.net_height)];
    chart.draw_series([Rectangle::new(table, TABLE.filled())]).map_err(failed)?;
    chart.draw_series([PathElement::new(floor, INK.stroke_width(2 * FINE))]).map_err(failed)?;
    chart.draw_series([PathElement::new(net, MARK.stroke_width(3 * FINE))]).map_err(failed)?;
    Ok(())
}

fn draw_court_from_above(chart: &mut Chart<'_>, court: &Court) -> Result<(), Failure> {
    let (end, side) = (court.end_line(), court.side_line());
    let net_end = side + court.net_overhang;
    let net = [(0.0, -net_end), (0.0, net_end)];
    chart.draw_series([Rectangle::new([(-end, -side), (end, side)], TABLE.mix(0.25).filled())]).map_err(failed)?;
    chart.draw_series([PathElement::new(net, MARK.stroke_width(3 * FINE))]).map_err(failed)?;
    Ok(())
}

/// The path of the ball's centre with its marks, the given coordinate upwards.
fn draw_path(chart: &mut Chart<'_>, axis: usize, path: &[Vec3], marks: &[Mark]) -> Result<(), Failure> {
    let fine = FINE as i32;
    let line = LineSeries::new(path.iter().map(|p| (p.x, p[axis])), PATH.stroke_width(2 * FINE));
    chart.draw_series(line).map_err(failed)?;
    for mark in marks {
        let at = (mark.position.x, mark.position[axis]);
        let style = if mark.contact { MARK.filled() } else { PATH.stroke_width(2 * FINE) };
        let offset = if mark.below { (-14 * fine, 14 * fine) } else { (6 * fine, -18 * fine) };
        let time = Text::new(format!("{:.2} s", mark.t_s), offset, font(12).color(&INK));
        chart.draw_series([EmptyElement::at(at) + Circle::new((0, 0), 4 * FINE, style) + time]).map_err(failed)?;
    }
    Ok(())
}

fn draw_legend(area: &DrawingArea<SVGBackend<'_>, Shift>, court: &Court, arm: bool) -> Result<(), Failure> {
    let fine = FINE as i32;
    let left = LEFT as i32 + MARGIN as i32;
    let at = |x: i32, y: i32| ((left + x) * fine, y * fine);
    let style = font(13).color(&INK);
    let text = |x: i32, words: String| Text::new(words, at(x, 8), style.clone());
    let sizes =
        format!("table {} x {} m, net {} m high; to scale", court.table_length, court.table_width, court.net_height);
    area.draw(&PathElement::new([at(0, 15), at(26, 15)], PATH.stroke_width(2 * FINE))).map_err(failed)?;
    area.draw(&text(32, "centre of the ball".into())).map_err(failed)?;
    area.draw(&Circle::new(at(180, 15), 4 * FINE, MARK.filled())).map_err(failed)?;
    area.draw(&text(190, "contact".into())).map_err(failed)?;
    area.draw(&Circle::new(at(270, 15), 4 * FINE, PATH.stroke_width(2 * FINE))).map_err(failed)?;
    area.draw(&text(280, "apex, net plane".into())).map_err(failed)?;
    area.draw(&Rectangle::new([at(400, 9), at(426, 20)], TABLE.filled())).map_err(failed)?;
    area.draw(&text(434, sizes)).map_err(failed)?;
    if arm {
        area.draw(&PathElement::new([at(760, 15), at(786, 15)], figure_style())).map_err(failed)?;
        area.draw(&text(794, "arm and racket at the stroke".into())).map_err(failed)?;
    }
    Ok(())
}

/// How outlines of an arm are drawn.
fn figure_style() -> ShapeStyle {
    INK.mix(0.6).stroke_width(3 * FINE)
}
