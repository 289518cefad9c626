//! The attitude of a tool as azimuth, elevation and roll [paper 001].

use nalgebra::Matrix3;

use super::frames::{SINGULAR, cos_sin};
use crate::geometry::{Attitude, portable};

/// The attitude of a tool that points along y of its frame, in the way in which people give it.
///
/// ```text
/// R = Rz(azimuth) Rx(elevation) Ry(roll)        R e_y = (-sin az cos el, cos az cos el, sin el)
/// ```
/// All three are rad and right-handed. Azimuth turns from y towards -x, to the left as seen by the robot; elevation
/// lifts; roll tilts the tool's z towards its x, clockwise as seen from behind. [paper 001, inputs ε, ϕ, θ]. The paper
/// names azimuth and elevation by both letters in turn and prints (cos el sin az, cos el cos az, sin el): with the
/// other sign of the azimuth, unless that is one of the minus signs which our copy lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ToolAngles {
    /// About z, from y towards -x.
    pub azimuth: f64,
    /// Above the horizontal plane, from -π/2 to π/2.
    pub elevation: f64,
    /// About the tool, from the attitude in which its x axis is horizontal.
    pub roll: f64,
}

impl ToolAngles {
    /// The attitude of the tool.
    #[must_use]
    pub fn attitude(&self) -> Attitude {
        let [(ca, sa), (ce, se), (cr, sr)] = [self.azimuth, self.elevation, self.roll].map(cos_sin);
        let turned = Matrix3::new(ca, -sa * ce, sa * se, sa, ca * ce, -ca * se, 0.0, se, ce);
        let (x, y, z) = (turned.column(0), turned.column(1), turned.column(2));
        let columns = [x * cr - z * sr, y.into_owned(), x * sr + z * cr];
        Attitude::from_matrix_unchecked(Matrix3::from_columns(&columns))
    }

    /// The angles of an attitude. Where the tool points straight up or down, azimuth and roll turn about the same
    /// axis: the azimuth is then 0.
    #[must_use]
    pub fn of(attitude: &Attitude) -> Self {
        let r = attitude.matrix();
        let level = portable::hypot(r.m12, r.m22);
        let azimuth = if level < SINGULAR { 0.0 } else { portable::atan2(-r.m12, r.m22) };
        let (c, s) = cos_sin(azimuth);
        // With the azimuth taken out, the roll is as well conditioned near the vertical as elsewhere.
        Self {
            azimuth,
            elevation: portable::atan2(r.m32, level),
            roll: portable::atan2(c * r.m13 + s * r.m23, c * r.m11 + s * r.m21),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn law_there_and_back_is_the_same_attitude() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let offsets = [0.0, 1e-13, 1e-11, 1e-9, 1e-6, 0.3, 1.0];
        for _ in 0..10_000 {
            let drawn = Vec3::from_fn(|_, _| rng.random_range(-PI..PI));
            for offset in offsets {
                let elevation = if offset == 1.0 { drawn.y / 2.0 } else { FRAC_PI_2.copysign(drawn.y) - offset };
                let angles = ToolAngles { azimuth: drawn.x, elevation, roll: drawn.z };
                let attitude = angles.attitude();
                let back = ToolAngles::of(&attitude);
                assert!(back.elevation.abs() <= FRAC_PI_2, "{back:?}");
                assert!((back.attitude().matrix() - attitude.matrix()).amax() < 3e-11, "{angles:?} {back:?}");
                if (1e-6..=FRAC_PI_2).contains(&(FRAC_PI_2 - elevation.abs())) {
                    let off = (back.azimuth - drawn.x).abs().max((back.roll - drawn.z).abs());
                    assert!(off < 1e-9, "{angles:?} {back:?}");
                }
            }
        }
    }

    #[test]
    fn law_signs_are_those_of_the_right_hand() {
        let of = |azimuth, elevation, roll| ToolAngles { azimuth, elevation, roll }.attitude();
        let near = |a: Vec3, b: Vec3| (a - b).norm() < 1e-15;
        assert!(near(of(FRAC_PI_2, 0.0, 0.0) * Vec3::y(), -Vec3::x()), "azimuth turns left");
        assert!(near(of(0.0, FRAC_PI_2, 0.0) * Vec3::y(), Vec3::z()), "elevation lifts");
        assert!(near(of(0.0, 0.0, FRAC_PI_2) * Vec3::z(), Vec3::x()), "roll tilts to the right");
        let product = |az, el, roll| {
            let about = |axis, angle| Attitude::from_axis_angle(&axis, angle);
            about(Vec3::z_axis(), az) * about(Vec3::x_axis(), el) * about(Vec3::y_axis(), roll)
        };
        assert!((of(0.3, -0.5, 0.7).matrix() - product(0.3, -0.5, 0.7).matrix()).amax() < 1e-15);
    }
}
