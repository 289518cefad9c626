//! Plausibility checks of a board's views: before a calibration, and after it.

use multiball::vision::{Calibration, Camera, Corner};

use super::corner_file::{View, Views};
use crate::failure::Failure;

/// A corner whose residual is so many times that of the others is an outlier,
const MOST_TIMES: f64 = 8.0;
/// if its residual exceeds this, px.
const LEAST_STRAY_PX: f64 = 2.0;
/// The greatest reprojection error of a calibration, px: corners are found to a tenth of a pixel, clicked to one.
const MOST_RMS_PX: f64 = 3.0;

/// Refuses views that are the same under two names: they count as one.
pub(super) fn distinct(views: &[View]) -> Result<(), Failure> {
    for (index, view) in views.iter().enumerate() {
        if let Some(same) = views[..index].iter().find(|other| same_corners(&other.corners, &view.corners)) {
            return Err(Failure::input(format!(
                "views `{}` and `{}` have the same {} corners; each view must be another",
                same.name,
                view.name,
                view.corners.len()
            )));
        }
    }
    Ok(())
}

/// Whether two views have equal corners, in whatever order.
fn same_corners(a: &[Corner], b: &[Corner]) -> bool {
    a.len() == b.len() && a.iter().all(|corner| b.contains(corner))
}

/// Refuses a calibration that does not explain its corners.
pub(super) fn explained(calibration: &Calibration, views: &Views) -> Result<(), Failure> {
    let distances = distances(calibration, &views.found);
    let Some(worst) = distances.iter().copied().reduce(|a, b| if b.px > a.px { b } else { a }) else { return Ok(()) };
    let squares: f64 = distances.iter().map(|distance| distance.px * distance.px).sum();
    let others_px = ((squares - worst.px * worst.px).max(0.0) / (distances.len() - 1).max(1) as f64).sqrt();
    let strays = worst.px > LEAST_STRAY_PX && worst.px > MOST_TIMES * others_px;
    if !strays && calibration.rms_px <= MOST_RMS_PX {
        return Ok(());
    }
    let pixel = views.found[worst.view].corners[worst.corner].pixel;
    Err(Failure::NoAnswer(format!(
        "the best lens does not explain the corners: {} at ({:.1}, {:.1}) is {:.1} px from where the lens puts it, \
         the others {others_px:.2} px (root mean square). A corner may be off by {LEAST_STRAY_PX} px or {MOST_TIMES} \
         times the others, all by {MOST_RMS_PX} px",
        views.found[worst.view].place(worst.corner),
        pixel.x,
        pixel.y,
        worst.px
    )))
}

/// Reprojection residual of one corner.
#[derive(Debug, Clone, Copy)]
struct Distance {
    view: usize,
    corner: usize,
    px: f64,
}

fn distances(calibration: &Calibration, views: &[View]) -> Vec<Distance> {
    let placed = views.iter().zip(&calibration.camera_from_board).enumerate();
    placed
        .flat_map(|(view, (seen, pose))| {
            let camera = Camera { lens: calibration.lens, camera_from_world: *pose };
            seen.corners.iter().enumerate().filter_map(move |(corner, Corner { on_board, pixel })| {
                let px = (camera.project(&on_board.push(0.0))? - pixel).norm();
                Some(Distance { view, corner, px })
            })
        })
        .collect()
}
