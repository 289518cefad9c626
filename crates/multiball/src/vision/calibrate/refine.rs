//! Levenberg and Marquardt's method over the lens and all poses.

use super::super::pose_step::settled;
use super::super::{Brown, Vec2};
use super::normal::{Estimate, LensMatrix, LensVector, Normal, Step, view_squares};
use super::start::greatest_tilt_deg;
use super::{Calibration, CalibrationError, Corner, DistortionModel, LensDeviation, check};
use crate::geometry::Pose;

/// A calibration settles in ten to thirty steps.
const MOST_ITERATIONS: usize = 200;
/// Residuals of this size are rounding, px.
const ROUNDING_PX: f64 = 1e-9;
/// Damping beyond which a step is lost in rounding.
const MOST_DAMPING: f64 = 1e12;
/// Relative change of a focal length by one pixel of noise that leaves it undetermined. Twelve tilted views have some
/// 0.005.
const MOST_PER_PX: f64 = 0.3;

pub(super) fn refine(
    views: &[&[Corner]],
    start: Estimate,
    model: DistortionModel,
) -> Result<Calibration, CalibrationError> {
    let corners: usize = views.iter().map(|view| view.len()).sum();
    let Some(normal) = Normal::at(&start, views, model) else {
        return Err(CalibrationError::NotConverged { iterations: 0, rms_px: f64::INFINITY });
    };
    let mut search = Search { views, model, estimate: start, normal, damping: 1e-3, iterations: 0 };
    let settled = search.settle(ROUNDING_PX * ROUNDING_PX * corners as f64);
    let Search { estimate, normal, iterations, .. } = search;
    let covariance = determined(&estimate, &normal)?;
    if !settled {
        return Err(CalibrationError::NotConverged { iterations, rms_px: (normal.squares / corners as f64).sqrt() });
    }
    let variance = normal.squares / (2 * corners - check::unknowns(views.len(), model)) as f64;
    let deviation = (covariance.diagonal() * variance).map(f64::sqrt);
    Ok(report(views, estimate, normal.squares, &deviation))
}

struct Search<'a> {
    views: &'a [&'a [Corner]],
    model: DistortionModel,
    estimate: Estimate,
    normal: Normal,
    damping: f64,
    iterations: usize,
}

impl Search<'_> {
    /// Iterates to the least squares; `false` when it does not converge. A sum of squares up to `rounding` counts as
    /// zero.
    fn settle(&mut self, rounding: f64) -> bool {
        while self.iterations < MOST_ITERATIONS && self.damping < MOST_DAMPING {
            self.iterations += 1;
            let step = self.normal.step(self.damping);
            let small = step.as_ref().is_some_and(|step| settled(step.predicted_decrease, self.normal.squares));
            if self.normal.squares <= rounding || (small && self.finish()) {
                return true;
            }
            let taken = step.is_some_and(|step| self.take(&step, self.normal.squares));
            self.damping *= if taken { 0.1 } else { 10.0 };
        }
        false
    }

    /// Whether the undamped step is small too, which is then taken, and one more: by rounding alone they may look no
    /// better.
    fn finish(&mut self) -> bool {
        let small = |search: &Self| {
            let step = search.normal.step(0.0)?;
            settled(step.predicted_decrease, search.normal.squares).then_some(step)
        };
        small(self).is_some_and(|step| self.take(&step, f64::INFINITY))
            && small(self).is_some_and(|step| self.take(&step, f64::INFINITY))
    }

    /// Takes a step unless it leads to more squares than `most`.
    fn take(&mut self, step: &Step, most: f64) -> bool {
        let tried = self.estimate.after(step);
        let Some(normal) = Normal::at(&tried, self.views, self.model).filter(|normal| normal.squares <= most) else {
            return false;
        };
        (self.estimate, self.normal) = (tried, normal);
        true
    }
}

/// The covariance of the lens at one pixel of noise, unless the views do not determine it.
fn determined(estimate: &Estimate, normal: &Normal) -> Result<LensMatrix, CalibrationError> {
    let Some(covariance) = normal.lens_covariance() else {
        return Err(undetermined(&estimate.camera_from_board, f64::INFINITY));
    };
    // A focal length below zero is a search gone astray: as good as no focal length.
    let relative = |i: usize| covariance[(i, i)].sqrt() / estimate.lens.focal_px[i].max(0.0);
    let per_px = relative(0).max(relative(1));
    if per_px <= MOST_PER_PX { Ok(covariance) } else { Err(undetermined(&estimate.camera_from_board, per_px)) }
}

pub(super) fn undetermined(camera_from_board: &[Pose], per_px: f64) -> CalibrationError {
    CalibrationError::Undetermined { tilt_deg: greatest_tilt_deg(camera_from_board), per_px, allowed: MOST_PER_PX }
}

fn report(views: &[&[Corner]], estimate: Estimate, squares: f64, deviation: &LensVector) -> Calibration {
    let rms = |squares: f64, count: usize| (squares / count as f64).sqrt();
    let view_rms_px = estimate.camera_from_board.iter().zip(views).map(|(pose, view)| {
        view_squares(&estimate.lens, pose, view).map_or(f64::INFINITY, |squares| rms(squares, view.len()))
    });
    let d = deviation;
    Calibration {
        view_rms_px: view_rms_px.collect(),
        lens: estimate.lens,
        rms_px: rms(squares, views.iter().map(|view| view.len()).sum()),
        camera_from_board: estimate.camera_from_board,
        deviation: LensDeviation {
            focal_px: Vec2::new(d[0], d[1]),
            centre_px: Vec2::new(d[2], d[3]),
            distortion: Brown { k1: d[4], k2: d[5], p1: d[6], p2: d[7], k3: d[8] },
        },
    }
}
