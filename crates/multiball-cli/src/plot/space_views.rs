//! Paths in space from above and from two sides, to scale.

use multiball::geometry::Vec3;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{COLOURS, Chart, FINE, INK, MARK, failed, font, legend_row, mesh, picture, short};
use crate::failure::Failure;

/// Size of one view and of the strips above and below, pixels.
const VIEW: u32 = 460;
const CAPTION: u32 = 36;
const LEGEND: u32 = 32;
const LEFT: u32 = 58;
const BELOW: u32 = 44;
const MARGIN: u32 = 12;

/// Which coordinates a view shows: its title, the one to the right and the one upwards.
const VIEWS: [(&str, usize, usize); 3] =
    [("from above", 0, 1), ("from the side, along x", 1, 2), ("from the front, along y", 0, 2)];
const AXES: [&str; 3] = ["x, m", "y, m", "z, m"];

/// Paths, places that they should pass, and outlines of an arm.
#[derive(Debug, Clone)]
pub(crate) struct SpaceViews {
    pub(crate) title: String,
    /// A name and the points of each path; each line is thinner than those before, so that all are seen.
    pub(crate) paths: Vec<(String, Vec<Vec3>)>,
    pub(crate) places: Vec<(String, Vec3)>,
    pub(crate) arms: Vec<Vec<Vec3>>,
}

/// The views as SVG text.
pub(crate) fn space_views(what: &SpaceViews) -> Result<String, Failure> {
    let side = VIEW - LEFT - 2 * MARGIN;
    let height = side + BELOW + 2 * MARGIN;
    picture((VIEW * VIEWS.len() as u32, CAPTION + height + LEGEND), |root| {
        let (upper, legend) = root.split_vertically((CAPTION + height) * FINE);
        let (title, views) = upper.split_vertically(CAPTION * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 12 * FINE as i32);
        title.draw(&Text::new(what.title.as_str(), at, font(16).color(&INK))).map_err(failed)?;
        for (view, area) in VIEWS.into_iter().zip(views.split_evenly((1, VIEWS.len()))) {
            what.draw_view(&area, view)?;
        }
        let names = what.paths.iter().map(|(name, _)| name.as_str());
        let paths = names.zip(COLOURS.iter().cycle().map(Color::to_rgba));
        legend_row(&legend, LEFT + MARGIN, paths.chain([("the arm at its way points", INK.mix(0.3))]))
    })
}

impl SpaceViews {
    /// The middle of everything, and half the side of the cube about it.
    fn cube(&self) -> (Vec3, f64) {
        let all = || self.paths.iter().flat_map(|(_, path)| path).chain(self.arms.iter().flatten());
        let low = all().fold(Vec3::repeat(f64::INFINITY), |low, point| low.inf(point));
        let high = all().fold(Vec3::repeat(f64::NEG_INFINITY), |high, point| high.sup(point));
        (0.5 * (low + high), 0.56 * (high - low).amax().max(1e-6))
    }

    fn draw_view(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        (title, across, up): (&str, usize, usize),
    ) -> Result<(), Failure> {
        let (middle, half) = self.cube();
        let range = |axis: usize| middle[axis] - half..middle[axis] + half;
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN * FINE)
            .x_label_area_size(BELOW * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(range(across), range(up))
            .map_err(failed)?;
        mesh(&mut chart, 13)
            .x_desc(format!("{} ({title})", AXES[across]))
            .y_desc(AXES[up])
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .draw()
            .map_err(failed)?;
        let flat = |points: &[Vec3]| points.iter().map(|p| (p[across], p[up])).collect::<Vec<_>>();
        for arm in &self.arms {
            let line = PathElement::new(flat(arm), INK.mix(0.3).stroke_width(3 * FINE));
            chart.draw_series([line]).map_err(failed)?;
        }
        for (number, ((_, path), colour)) in self.paths.iter().zip(COLOURS.iter().cycle()).enumerate() {
            let width = (3 * self.paths.len().saturating_sub(number) as u32).min(7) * FINE / 2;
            chart.draw_series([PathElement::new(flat(path), colour.stroke_width(width))]).map_err(failed)?;
        }
        self.draw_places(&mut chart, (across, up))
    }

    fn draw_places(&self, chart: &mut Chart<'_>, (across, up): (usize, usize)) -> Result<(), Failure> {
        let fine = FINE as i32;
        for (name, place) in &self.places {
            let words = Text::new(name.clone(), (8 * fine, -16 * fine), font(13).color(&MARK));
            let dot = Circle::new((0, 0), 4 * FINE, MARK.filled());
            chart.draw_series([EmptyElement::at((place[across], place[up])) + dot + words]).map_err(failed)?;
        }
        Ok(())
    }
}
