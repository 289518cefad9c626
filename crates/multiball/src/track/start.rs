//! The initial estimate of a flight from its first measurements.

use super::measurement::Measurement;
use crate::geometry::Vec3;

/// Position and velocity at the first measurement, from a straight line through measurements with the fall taken out;
/// the least squares of all measurements with equal weights. `None` without two different times.
pub(super) fn first_guess(measurements: &[Measurement], gravity: f64) -> Option<(Vec3, Vec3)> {
    let first_s = measurements.first()?.t_s;
    let count = measurements.len() as f64;
    let (mut time, mut place) = (0.0, Vec3::zeros());
    let unfallen = |measurement: &Measurement| {
        let t = measurement.t_s - first_s;
        (t, measurement.position + Vec3::z() * (0.5 * gravity * t * t))
    };
    for (t, risen) in measurements.iter().map(unfallen) {
        time += t / count;
        place += risen / count;
    }
    let (mut spread, mut slope) = (0.0, Vec3::zeros());
    for (t, risen) in measurements.iter().map(unfallen) {
        spread += (t - time) * (t - time);
        slope += (risen - place) * (t - time);
    }
    if spread <= 0.0 {
        return None;
    }
    let velocity = slope / spread;
    Some((place - velocity * time, velocity))
}
