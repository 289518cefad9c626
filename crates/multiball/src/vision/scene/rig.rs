//! Camera rigs of a laboratory.

use crate::geometry::Vec3;
use crate::vision::{Brown, Camera, Lens, Vec2};

/// Focal length, px.
const FOCAL_PX: f64 = 1400.0;
/// Half of the distance between the two cameras of a pair, m.
const HALF_BASELINE: f64 = 1.6;
/// Distance of a camera from the table's centre line, and its height above the table top, m.
const SIDEWAYS: f64 = 4.2;
const ABOVE: f64 = 2.6;

/// Two cameras next to the table, 3.2 m apart, 1280 x 1024 px with f = 1400 px: a field of 49° by 40°. They stand 4.2 m
/// from the table's middle line and 2.6 m above its top, both look at its middle, and see 98 % of the space x ±2 m, y
/// ±1 m, z 0 to 1.2 m over it together; a ball's radius is 4 to 9 px there and 6 px over the net. Nearer they would see
/// less of it, farther off the ball would be smaller. The lenses have a little distortion, each its own.
#[must_use]
pub fn stereo_rig() -> [Camera; 2] {
    let [first, second, ..] = four_camera_rig();
    [first, second]
}

/// Two such pairs, one on each side of the table.
#[must_use]
pub fn four_camera_rig() -> [Camera; 4] {
    let places = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let lenses = [(-0.080, 0.045), (-0.074, 0.038), (-0.083, 0.049), (-0.077, 0.041)];
    std::array::from_fn(|i| {
        let ((x, y), (k1, k2)) = (places[i], lenses[i]);
        let distortion = Brown { k1, k2, p1: 4e-4 * x, p2: -3e-4 * y, k3: 0.0 };
        // No lens sits exactly before the middle of its sensor.
        let off_px = Vec2::new(6.5 * x, -4.0 * y);
        let plain = Lens::pinhole(1280, 1024, FOCAL_PX);
        let lens = Lens { distortion, centre_px: plain.centre_px + off_px, ..plain };
        let place = Vec3::new(x * HALF_BASELINE, y * SIDEWAYS, ABOVE);
        Camera::looking_at(lens, place, Vec3::new(0.0, 0.0, 0.45))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the doc comments.
    #[test]
    fn law_the_pair_sees_the_space_over_the_table() {
        let rig = stereo_rig();
        assert!(((rig[0].place() - rig[1].place()).norm() - 3.2).abs() < 1e-12);
        let (mut seen, mut all) = (0, 0);
        for i in 0..21 * 11 * 7 {
            let (x, y, z) = (i % 21, i / 21 % 11, i / 231);
            let point = Vec3::new(0.2 * f64::from(x - 10), 0.2 * f64::from(y - 5), 0.2 * f64::from(z));
            let sees = |camera: &Camera| camera.project(&point).is_some_and(|pixel| camera.lens.sees(&pixel));
            all += 1;
            seen += i32::from(rig.iter().all(sees));
            let radius_px = 0.02 * FOCAL_PX / rig[0].in_camera(&point).z;
            assert!((4.0..9.0).contains(&radius_px), "{radius_px} px");
        }
        assert!(f64::from(seen) > 0.97 * f64::from(all), "{seen} of {all}");
    }
}
