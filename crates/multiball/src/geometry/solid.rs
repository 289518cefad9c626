//! Solids that a ball can touch.

use super::Vec3;

/// An axis-aligned box: the table top, or the net as a sheet of no thickness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cuboid {
    /// Centre in the world, m.
    pub center: Vec3,
    /// Half of the extent along each axis, m; 0 makes a sheet.
    pub half: Vec3,
}

/// A rod with round ends, such as a robot's link; a ball where both ends are one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Capsule {
    /// One end of its middle line, m.
    pub from: Vec3,
    /// The other end, m.
    pub to: Vec3,
    /// Distance of its surface from the line, m.
    pub radius: f64,
}

impl Capsule {
    /// The point of the middle line that is nearest to another.
    #[must_use]
    #[inline]
    pub fn nearest_on_line(&self, point: &Vec3) -> Vec3 {
        let line = self.to - self.from;
        // A line without length divides 0 by something.
        let share = (point - self.from).dot(&line) / line.norm_squared().max(f64::MIN_POSITIVE);
        self.from + line * share.clamp(0.0, 1.0)
    }

    /// Whether a point is inside or on the surface.
    #[must_use]
    pub fn contains(&self, point: &Vec3) -> bool {
        (point - self.nearest_on_line(point)).norm() <= self.radius
    }
}

/// The point of a solid that is nearest to a given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Distance from the solid's surface, m; negative inside.
    pub distance: f64,
    /// Unit vector from the solid towards the given point.
    pub normal: Vec3,
    /// Along which axes the given point lies beyond the solid: one for a face, two for an edge, three for a corner.
    pub beyond: [bool; 3],
}

impl Cuboid {
    /// Box between two opposite corners.
    #[must_use]
    pub fn between(low: Vec3, high: Vec3) -> Self {
        Self { center: (low + high) / 2.0, half: (high - low) / 2.0 }
    }

    /// Nearest point, as distance and direction. The distance is a convex function of the point outside the box.
    #[must_use]
    #[inline]
    pub fn nearest(&self, point: &Vec3) -> Nearest {
        let local = point - self.center;
        let excess = local.abs() - self.half;
        let beyond = [excess.x > 0.0, excess.y > 0.0, excess.z > 0.0];
        if beyond == [false; 3] {
            let axis = excess.imax();
            let mut normal = Vec3::zeros();
            normal[axis] = 1f64.copysign(local[axis]);
            return Nearest { distance: excess[axis], normal, beyond };
        }
        let offset = Vec3::from_fn(|axis, _| excess[axis].max(0.0).copysign(local[axis]));
        let distance = offset.norm();
        Nearest { distance, normal: offset / distance, beyond }
    }

    /// Whether a ball of the given radius anywhere in the box between two corners could touch this one.
    #[must_use]
    #[inline]
    pub fn could_touch(&self, low: &Vec3, high: &Vec3, radius: f64) -> bool {
        (0..3).all(|axis| {
            low[axis] - radius <= self.center[axis] + self.half[axis]
                && high[axis] + radius >= self.center[axis] - self.half[axis]
        })
    }
}

/// The eight corners of a box along the axes, between its lowest and its highest.
#[must_use]
pub fn box_corners([low, high]: [Vec3; 2]) -> [Vec3; 8] {
    std::array::from_fn(|i| Vec3::from_fn(|axis, _| if i >> axis & 1 == 0 { low[axis] } else { high[axis] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_nearest_of_face_edge_corner_and_inside() {
        let solid = Cuboid::between(Vec3::new(-1.0, -2.0, -3.0), Vec3::new(1.0, 2.0, 3.0));
        let face = solid.nearest(&Vec3::new(0.5, 0.5, 4.0));
        assert_eq!((face.distance, face.normal, face.beyond), (1.0, Vec3::z(), [false, false, true]));
        let edge = solid.nearest(&Vec3::new(4.0, 0.0, 7.0));
        assert_eq!((edge.distance, edge.normal), (5.0, Vec3::new(0.6, 0.0, 0.8)));
        let corner = solid.nearest(&Vec3::new(-3.0, -4.0, -4.0));
        assert_eq!((corner.distance, corner.beyond), (3.0, [true; 3]));
        let inside = solid.nearest(&Vec3::new(0.9, 0.0, 0.0));
        assert!((inside.distance + 0.1).abs() < 1e-15 && inside.normal == Vec3::x());
    }
}
