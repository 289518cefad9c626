//! Local frames at a contact.

use super::Vec3;

/// A right-handed orthonormal frame whose third axis is a contact normal.
///
/// Contact laws are written once, with the normal along z; this carries vectors there and back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    /// First tangent.
    pub x: Vec3,
    /// Second tangent.
    pub y: Vec3,
    /// The normal.
    pub z: Vec3,
}

impl Basis {
    /// The frame with the given unit normal; for `normal = +z` it is exactly the world frame, so that a bounce on a
    /// level surface is free of rounding by a rotation.
    #[must_use]
    pub fn from_normal(normal: Vec3) -> Self {
        // The world axis least aligned with the normal gives the best-conditioned tangent.
        let helper = if normal.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
        let y = normal.cross(&helper).normalize();
        Self { x: y.cross(&normal), y, z: normal }
    }

    /// World vector to local components.
    #[must_use]
    pub fn local(&self, world: &Vec3) -> Vec3 {
        Vec3::new(self.x.dot(world), self.y.dot(world), self.z.dot(world))
    }

    /// Local components to world vector.
    #[must_use]
    pub fn world(&self, local: &Vec3) -> Vec3 {
        self.x * local.x + self.y * local.y + self.z * local.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_upright_normal_gives_the_world_frame_exactly() {
        let basis = Basis::from_normal(Vec3::z());
        assert_eq!((basis.x, basis.y, basis.z), (Vec3::x(), Vec3::y(), Vec3::z()));
    }

    #[test]
    fn law_local_and_back_is_the_identity() {
        for normal in [Vec3::x(), -Vec3::y(), Vec3::new(0.3, -0.5, 0.2).normalize()] {
            let basis = Basis::from_normal(normal);
            let vector = Vec3::new(1.5, -2.0, 0.25);
            assert!((basis.world(&basis.local(&vector)) - vector).norm() < 1e-14);
            assert!((basis.x.cross(&basis.y) - basis.z).norm() < 1e-14);
        }
    }
}
