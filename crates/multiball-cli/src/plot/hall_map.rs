//! A hall from above, to scale: what stands in it, where the picker drove and where it took balls.

use multiball::hall::record::Stage;
use plotters::prelude::*;

use super::floor_axes::{axes_with_letters, draw_home};
use super::{COLOURS, Chart, FINE, INK, MARK, PAGE_LETTERS, PAGE_WIDTH, PATH, TABLE, failed, picture};
use crate::failure::Failure;
use multiball::picker::Point2;

/// Free space around the walls, m, and space for the axes, pixels.
const AROUND: f64 = 0.25;
const AXES: (u32, u32) = (62 + 32, 46 + 32);

/// What the picker did in a hall.
#[derive(Debug)]
pub(crate) struct HallMap<'a> {
    pub(crate) stage: &'a Stage,
    /// Its path, m.
    pub(crate) path: &'a [[f64; 2]],
    /// Where it took balls in.
    pub(crate) taken: &'a [[f64; 2]],
}

/// The map as SVG text.
pub(crate) fn hall_map(map: &HallMap<'_>) -> Result<String, Failure> {
    let [length, width] = map.stage.hall_m;
    let high = Point2::new(0.5 * length + AROUND, 0.5 * width + AROUND);
    let scale = f64::from(PAGE_WIDTH - AXES.0) / (2.0 * high.x);
    let height = (2.0 * high.y * scale).round() as u32 + AXES.1;
    picture((PAGE_WIDTH, height), |root| {
        let mut chart = axes_with_letters(root, -high, high, "x, m", PAGE_LETTERS)?;
        draw_hall(&mut chart, map.stage)?;
        // A long path is drawn fainter.
        let faint = if map.path.len() > 1500 { 0.35 } else { 0.7 };
        let path = map.path.iter().map(|[x, y]| (*x, *y));
        chart.draw_series(LineSeries::new(path, COLOURS[0].mix(faint).stroke_width(3 * FINE / 2))).map_err(failed)?;
        let dot = |[x, y]: &[f64; 2]| Circle::new((*x, *y), 3 * FINE, PATH.mix(0.85).filled());
        chart.draw_series(map.taken.iter().map(dot)).map_err(failed)?;
        let Some(picker) = &map.stage.picker else { return Ok(()) };
        draw_home(&mut chart, Point2::from(picker.home_m), 5)?;
        let [x, y, _] = picker.hopper_m;
        let hopper = EmptyElement::at((x, y)) + diamond(7 * FINE as i32);
        chart.draw_series([hopper]).map_err(failed)?;
        Ok(())
    })
}

/// Walls, zones, things and the table.
fn draw_hall(chart: &mut Chart<'_>, stage: &Stage) -> Result<(), Failure> {
    let [length, width] = stage.hall_m.map(|side| 0.5 * side);
    let walls = [(-length, -width), (length, -width), (length, width), (-length, width), (-length, -width)];
    chart.draw_series([PathElement::new(walls, INK.stroke_width(2 * FINE))]).map_err(failed)?;
    let points = |outline: &Vec<[f64; 2]>| outline.iter().map(|[x, y]| (*x, *y)).collect::<Vec<_>>();
    let zones = stage.zones_m.iter().map(|zone| Polygon::new(points(zone), COLOURS[4].mix(0.22).filled()));
    chart.draw_series(zones).map_err(failed)?;
    let things = stage.obstacles_m.iter().map(|thing| Polygon::new(points(thing), INK.mix(0.35).filled()));
    chart.draw_series(things).map_err(failed)?;
    let (end, side) = (0.5 * stage.court.table_length_m, 0.5 * stage.court.table_width_m);
    let table = Rectangle::new([(-end, -side), (end, side)], TABLE.mix(0.6).filled());
    chart.draw_series([table]).map_err(failed)?;
    let net = 0.5 * stage.court.net_width_m;
    chart.draw_series([PathElement::new([(0.0, -net), (0.0, net)], MARK.stroke_width(FINE))]).map_err(failed)?;
    Ok(())
}

/// The mark of the hopper, in drawn pixels.
fn diamond(half: i32) -> Polygon<(i32, i32)> {
    Polygon::new(vec![(0, -half), (half, 0), (0, half), (-half, 0)], COLOURS[2].filled())
}
