//! Lamps above the table, and light from everywhere.

use crate::geometry::Vec3;

/// A lamp that shines downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lamp {
    /// Where it hangs, m.
    pub position: Vec3,
    /// Irradiance that it gives straight below at a distance of one metre; 1 makes a white sheet white.
    pub power: f64,
}

/// The light of a hall.
///
/// ```text
/// E(p, n) = E₀ (3 + n_z)/4 + Σ P (0.4 + 0.6 |n·d|) max(d_z, 0) / r²
/// ```
/// with d the unit vector from p to a lamp, r its distance in m, n the surface's unit normal. The lamps are panels, not
/// points, so that part of their light (0.4) falls on a surface however it is turned. There are no cast shadows.
#[derive(Debug, Clone, PartialEq)]
pub struct Lighting {
    /// E₀, irradiance from everywhere.
    pub ambient: f64,
    /// The lamps.
    pub lamps: Vec<Lamp>,
}

impl Lighting {
    /// Light on a surface.
    #[must_use]
    pub fn irradiance(&self, point: &Vec3, normal: &Vec3) -> f64 {
        let from_lamp = |lamp: &Lamp| {
            let away = lamp.position - point;
            let square = away.norm_squared().max(0.01);
            let direction = away / square.sqrt();
            lamp.power * (0.4 + 0.6 * normal.dot(&direction).abs()) * direction.z.max(0.0) / square
        };
        self.ambient * (3.0 + normal.z.abs()) / 4.0 + self.lamps.iter().map(from_lamp).sum::<f64>()
    }

    /// The same light everywhere.
    #[must_use]
    pub fn even() -> Self {
        Self { ambient: 1.0, lamps: Vec::new() }
    }

    /// Four panels three metres above the table, one of them weaker: brighter at the middle, darker at the walls.
    #[must_use]
    pub fn panels() -> Self {
        let lamp = |x: f64, y: f64, power: f64| Lamp { position: Vec3::new(x, y, 3.2), power };
        let lamps = vec![lamp(-1.7, -0.9, 2.3), lamp(-1.6, 1.1, 1.8), lamp(1.5, -1.0, 2.5), lamp(1.7, 1.0, 1.4)];
        Self { ambient: 0.55, lamps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_even_light_is_one_on_a_level_surface() {
        assert_eq!(Lighting::even().irradiance(&Vec3::new(1.0, 2.0, 0.3), &Vec3::z()), 1.0);
    }

    /// Over the whole table a white sheet stays below saturation and well above the dark.
    #[test]
    fn law_panels_light_the_table_unevenly_but_never_too_much() {
        let light = Lighting::panels();
        let on_table = |i: i32| {
            let point = Vec3::new(1.37 * f64::from(i % 11 - 5) / 5.0, 0.76 * f64::from(i / 11 - 5) / 5.0, 0.0);
            light.irradiance(&point, &Vec3::z())
        };
        let (least, most) = (0..121).map(on_table).fold((f64::MAX, 0.0f64), |(low, high), e| (low.min(e), high.max(e)));
        assert!(least > 0.75 && most < 1.1 && most / least > 1.05, "{least} {most}");
    }
}
