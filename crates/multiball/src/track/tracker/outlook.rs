//! Where a camera should see a ball that is followed.

use nalgebra::{Matrix2, Matrix3};

use super::{Track, TrackerSettings};
use crate::track::prediction::Motion;
use crate::vision::detect::Expectation;
use crate::vision::{Camera, Vec2};

/// A ball's expected image, and how far it has moved until its row is exposed, px.
pub(super) struct Outlook {
    pub(super) expected: Expectation,
    pub(super) moved: Vec2,
}

/// Times that the row of a ball is looked up: it moves by less than a tenth of the shutter's speed.
const LOOKUPS: usize = 2;

/// The expected image of a track's ball in a camera whose first row is exposed when it is `there`; `None` when it is
/// out of the camera's view.
pub(super) fn expectation(
    camera: &Camera,
    track: &Track,
    there: &Motion,
    settings: &TrackerSettings,
) -> Option<Outlook> {
    let first = at_once(camera, track, there, settings)?;
    let mut expected = first;
    for _ in 0..if settings.line_time_s > 0.0 { LOOKUPS } else { 0 } {
        let exposed_s = there.t_s + settings.line_time_s * expected.pixel.y.clamp(0.0, camera.lens.height as f64);
        let Some(then) = track.prediction().and_then(|prediction| prediction.motion(exposed_s)) else { break };
        expected = at_once(camera, track, &then, settings)?;
    }
    Some(Outlook { expected, moved: expected.pixel - first.pixel })
}

/// The image at one time.
fn at_once(camera: &Camera, track: &Track, there: &Motion, settings: &TrackerSettings) -> Option<Expectation> {
    let (pixel, derivative) = camera.project_with_derivative(&there.position)?;
    let depth = camera.in_camera(&there.position).z;
    let radius_px = track.radius() * camera.lens.focal_px.x / depth;
    // A ball that is half out of the image is still half in it.
    let margin = 2.0 * radius_px;
    let sensor = [camera.lens.width as f64, camera.lens.height as f64];
    let sees = pixel.iter().zip(sensor).all(|(place, size)| *place > -margin && *place < size + margin);
    let least = settings.least_pixel_sd * settings.least_pixel_sd;
    let drift = settings.drift_m_s * (there.t_s - track.last_seen_s());
    let covariance = there.position_covariance + Matrix3::identity() * (drift * drift);
    sees.then(|| Expectation {
        pixel,
        covariance: derivative * covariance * derivative.transpose() + Matrix2::identity() * least,
        radius_px,
        streak: derivative * there.velocity * settings.exposure_s,
    })
}
