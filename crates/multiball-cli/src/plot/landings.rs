//! Where returns landed: the far half of the table from above, to scale.

use multiball::court::Court;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Chart, FINE, INK, LETTERS, MARK, PAGE_LETTERS, PATH, TABLE, failed, font, mesh, picture};
use crate::failure::Failure;

/// Scale of a picture that stands alone, pixels per metre.
pub(crate) const SHEET_SCALE: f64 = 440.0;
/// Space around the plotted region, pixels.
const LEFT: u32 = 66;
const BELOW: u32 = 46;
const MARGIN: u32 = 14;
const CAPTION: u32 = 32;
const LEGEND: u32 = 66;
/// Free space around the table, m.
const AROUND: f64 = 0.08;
/// More points than that only make the file larger.
const MOST_POINTS: usize = 4000;
/// Colours of the squares, the larger first.
const SQUARES: [RGBColor; 2] = [TABLE, INK];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns, and where they should have landed.
#[derive(Debug)]
pub(crate) struct Landings<'a> {
    pub(crate) court: &'a Court,
    pub(crate) title: &'a str,
    /// Pixels per metre.
    pub(crate) scale: f64,
    /// Whether signs are explained below; a page does that in its own words.
    pub(crate) with_legend: bool,
    /// The common target, m; none where each return had its own.
    pub(crate) target: Option<(f64, f64)>,
    /// Half the sides of the squares about it, m: the larger first.
    pub(crate) half_sides: [f64; 2],
    /// Balls that did not come back.
    pub(crate) lost: usize,
    /// Whether the table is drawn as seen from the other end, with -x and -y.
    pub(crate) turned: bool,
    /// Where they landed, m.
    pub(crate) landings: &'a [(f64, f64)],
    /// The paper's mean landing, m, where it is one of the same balls.
    pub(crate) mean_of_paper: Option<[f64; 2]>,
}

/// The picture as SVG text.
pub(crate) fn landings(what: &Landings) -> Result<String, Failure> {
    let (along, across) = what.region();
    let pixels = |(low, high): (f64, f64)| ((high - low) * what.scale).round() as u32;
    let width = pixels(along) + LEFT + 2 * MARGIN;
    let chart_height = pixels(across) + BELOW + 2 * MARGIN;
    let caption = if what.title.is_empty() { 0 } else { CAPTION };
    let legend_height = if what.with_legend { LEGEND } else { 0 };
    picture((width, caption + chart_height + legend_height), |root| {
        // The title stands in a strip of its own: a caption's height is not known beforehand, and the view is to scale.
        let (title, rest) = root.split_vertically(caption * FINE);
        let (view, legend) = rest.split_vertically(chart_height * FINE);
        let at = ((LEFT + MARGIN) as i32 * FINE as i32, 10 * FINE as i32);
        if !what.title.is_empty() {
            title.draw(&Text::new(what.title, at, font(17).color(&INK))).map_err(failed)?;
        }
        let mut chart = what.axes(&view)?;
        what.draw_court(&mut chart)?;
        what.draw_points(&mut chart)?;
        what.draw_aim(&mut chart)?;
        if what.with_legend { what.draw_legend(&legend) } else { Ok(()) }
    })
}

impl Landings<'_> {
    /// What is shown: along the table and across it, m.
    fn region(&self) -> ((f64, f64), (f64, f64)) {
        // In a page only the table's half fits.
        let net = if self.with_legend { self.court.net_overhang - 0.5 * AROUND } else { 0.0 };
        let side = self.court.side_line() + net + AROUND;
        ((-self.court.end_line() - AROUND, AROUND), (-side, side))
    }

    fn axes<'a>(&self, area: &Area<'a>) -> Result<Chart<'a>, Failure> {
        let (along, across) = self.region();
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN * FINE)
            .x_label_area_size(BELOW * FINE)
            .y_label_area_size(LEFT * FINE)
            .build_cartesian_2d(mm(along.0)..mm(along.1), mm(across.0)..mm(across.1))
            .map_err(failed)?;
        mesh(&mut chart, if self.with_legend { LETTERS } else { PAGE_LETTERS })
            .x_labels(if self.with_legend { 10 } else { 7 })
            .x_desc(match (self.with_legend, self.turned) {
                (true, _) => "x, mm (the rail player stands beyond the net, at the right)",
                (false, true) => "-x, mm",
                (false, false) => "x, mm",
            })
            .y_desc(if self.turned { "-y, mm" } else { "y, mm" })
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()
            .map_err(failed)?;
        Ok(chart)
    }

    fn draw_court(&self, chart: &mut Chart<'_>) -> Result<(), Failure> {
        let (end, side) = (mm(self.court.end_line()), mm(self.court.side_line()));
        let net_end = (side + mm(self.court.net_overhang)).min(mm(self.region().1.1));
        let half = Rectangle::new([(-end, -side), (mm(self.region().0.1), side)], TABLE.mix(0.14).filled());
        chart.draw_series([half]).map_err(failed)?;
        let net = PathElement::new([(0.0, -net_end), (0.0, net_end)], MARK.stroke_width(3 * FINE));
        chart.draw_series([net]).map_err(failed)?;
        Ok(())
    }

    /// The landings that are drawn: those of the first rounds.
    fn drawn(&self) -> &[(f64, f64)] {
        &self.landings[..self.landings.len().min(MOST_POINTS)]
    }

    fn draw_points(&self, chart: &mut Chart<'_>) -> Result<(), Failure> {
        let dot = |(x, y): &(f64, f64)| Circle::new((mm(*x), mm(*y)), self.dot(), self.dot_style());
        chart.draw_series(self.drawn().iter().map(dot)).map_err(failed)?;
        Ok(())
    }

    /// Half the width of a landing, drawn pixels. A page's picture is small, and so are the samples of a session.
    fn dot(&self) -> u32 {
        if self.with_legend { 2 * FINE } else { 5 * FINE / 2 }
    }

    /// The more there are, the fainter each is.
    fn dot_style(&self) -> ShapeStyle {
        let opacity = match self.drawn().len() {
            0..=200 => 0.8,
            201..=1000 => 0.5,
            _ => 0.3,
        };
        PATH.mix(opacity).filled()
    }

    fn draw_aim(&self, chart: &mut Chart<'_>) -> Result<(), Failure> {
        let Some((x, y)) = self.target else { return Ok(()) };
        for (half, colour) in self.half_sides.into_iter().zip(SQUARES) {
            let outline = square((mm(x), mm(y)), mm(half));
            chart.draw_series([PathElement::new(outline, colour.stroke_width(2 * FINE))]).map_err(failed)?;
        }
        let marks = [(Some((x, y)), Sign::Target), (self.mean(), Sign::Mean), (self.paper(), Sign::Paper)];
        for (place, sign) in marks {
            let lines = |(x, y): (f64, f64)| sign.lines().map(|line| EmptyElement::at((mm(x), mm(y))) + line);
            chart.draw_series(place.into_iter().flat_map(lines)).map_err(failed)?;
        }
        Ok(())
    }

    /// The mean of all landings, drawn or not.
    fn mean(&self) -> Option<(f64, f64)> {
        let n = self.landings.len() as f64;
        let (x, y) = self.landings.iter().fold((0.0, 0.0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
        (!self.landings.is_empty()).then_some((x / n, y / n))
    }

    fn paper(&self) -> Option<(f64, f64)> {
        self.mean_of_paper.map(|[x, y]| (x, y))
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), Failure> {
        let fine = FINE as i32;
        let left = (LEFT + MARGIN) as i32;
        let at = |x: i32, y: i32| ((left + x) * fine, y * fine);
        let text = |x: i32, y: i32, words: &str| Text::new(words.to_owned(), at(x, y - 7), font(13).color(&INK));
        let [outer, inner] = self.half_sides.map(|half| format!("square of {:.0} mm", mm(2.0 * half)));
        let shown = match self.landings.len() {
            all if all > MOST_POINTS => format!("landings, {MOST_POINTS} of {all} drawn"),
            all => format!("{all} landings"),
        };
        let shown = format!("{shown}; {} not returned", self.lost);
        area.draw(&Circle::new(at(9, 12), 2 * FINE, self.dot_style())).map_err(failed)?;
        area.draw(&text(26, 12, &shown)).map_err(failed)?;
        for (x, words, colour) in [(300, outer, SQUARES[0]), (460, inner, SQUARES[1])] {
            let outline = square((f64::from(x) + 7.0, 12.0), 7.0).map(|(x, y)| at(x as i32, y as i32));
            area.draw(&PathElement::new(outline, colour.stroke_width(2 * FINE))).map_err(failed)?;
            area.draw(&text(x + 22, 12, &words)).map_err(failed)?;
        }
        let mut signs = vec![(9, Sign::Target, "target"), (307, Sign::Mean, "mean landing")];
        signs.extend(self.mean_of_paper.map(|_| (467, Sign::Paper, "mean landing of the paper")));
        for (x, sign, words) in signs {
            for line in sign.lines() {
                area.draw(&(EmptyElement::at(at(x, 40)) + line)).map_err(failed)?;
            }
            area.draw(&text(x + 15, 40, words)).map_err(failed)?;
        }
        Ok(())
    }
}

/// Marks of single places.
#[derive(Debug, Clone, Copy)]
enum Sign {
    Target,
    Mean,
    Paper,
}

impl Sign {
    /// Two strokes about a place, in drawn pixels.
    fn lines(self) -> [PathElement<(i32, i32)>; 2] {
        let s = 6 * FINE as i32;
        let (strokes, style) = match self {
            Self::Target => ([[(-s, 0), (s, 0)], [(0, -s), (0, s)]], MARK.stroke_width(2 * FINE)),
            Self::Mean => ([[(-s, -s), (s, s)], [(-s, s), (s, -s)]], RED_MEAN.stroke_width(2 * FINE)),
            Self::Paper => ([[(-s, -s), (s, s)], [(-s, s), (s, -s)]], TABLE.stroke_width(2 * FINE)),
        };
        strokes.map(|stroke| PathElement::new(stroke, style))
    }
}

/// Stands out among the landings, which have a lighter colour.
pub(super) const RED_MEAN: RGBColor = RGBColor(0xb0, 0x1e, 0x1e);

/// The outline of a square about a place. The backend draws rectangles with thin lines only.
fn square((x, y): (f64, f64), half: f64) -> [(f64, f64); 5] {
    [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)].map(|(dx, dy)| (x + dx, y + dy))
}

fn mm(metres: f64) -> f64 {
    1e3 * metres
}
