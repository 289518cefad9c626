//! Settings of the rail player.

use crate::geometry::Vec3;
use crate::player::aim::BLADE_RADIUS;

/// Settings of a rail player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RailSettings {
    /// Where returns should land, m.
    pub target: (f64, f64),
    /// Where the racket waits, m; it faces the net.
    pub ready: Vec3,
    /// Radius of the racket's blade, m.
    pub blade_radius: f64,
    /// First and last plane in which a ball is met, m.
    pub hit_x: (f64, f64),
    /// Lowest and highest ball that is met over the table, m.
    pub hit_z: (f64, f64),
    /// Lowest ball that is met behind the table, m.
    pub behind_z: f64,
    /// Least time between bounce and stroke, s.
    pub after_bounce_s: f64,
    /// Time before the stroke from which its position and kind are fixed, s; corrections go on as long as the arm can
    /// follow.
    pub commit_s: f64,
    /// Hit candidates that are tried with each new prediction as long as none is found; then one.
    pub looks: usize,
    /// Time in which the arm goes back, s; longer where its limits require it.
    pub recover_s: f64,
}

impl Default for RailSettings {
    /// The paper's target point.
    fn default() -> Self {
        Self {
            target: (-0.9, 0.2),
            ready: Vec3::new(1.5, 0.0, 0.25),
            blade_radius: BLADE_RADIUS,
            hit_x: (0.35, 1.85),
            hit_z: (0.06, 0.8),
            behind_z: -0.2,
            after_bounce_s: 0.015,
            commit_s: 0.05,
            looks: 3,
            recover_s: 0.4,
        }
    }
}
