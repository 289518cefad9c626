//! A first guess of a flight from its first sights.

use super::sight::Sight;
use crate::geometry::Vec3;

/// Position and velocity at the first sight, from a straight line through sights with the fall taken out; the least squares
/// of all sights with equal weights. `None` without two different times.
pub(super) fn first_guess(sights: &[Sight], gravity: f64) -> Option<(Vec3, Vec3)> {
    let first_s = sights.first()?.t_s;
    let count = sights.len() as f64;
    let (mut time, mut place) = (0.0, Vec3::zeros());
    let unfallen = |sight: &Sight| {
        let t = sight.t_s - first_s;
        (t, sight.position + Vec3::z() * (0.5 * gravity * t * t))
    };
    for (t, risen) in sights.iter().map(unfallen) {
        time += t / count;
        place += risen / count;
    }
    let (mut spread, mut slope) = (0.0, Vec3::zeros());
    for (t, risen) in sights.iter().map(unfallen) {
        spread += (t - time) * (t - time);
        slope += (risen - place) * (t - time);
    }
    if spread <= 0.0 {
        return None;
    }
    let velocity = slope / spread;
    Some((place - velocity * time, velocity))
}
