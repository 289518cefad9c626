//! What a planar player measures of the ball.

/// The measured ball at one instant, in the player's plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarMeasurement {
    /// Time of the measurement, s.
    pub t_s: f64,
    /// Position of the centre, m.
    pub u: f64,
    /// Height of the centre, m.
    pub z: f64,
    /// Velocity along u, m/s; positive towards the player.
    pub vu: f64,
    /// Velocity upwards, m/s.
    pub vz: f64,
}

impl PlanarMeasurement {
    /// The ball some time later on its parabola.
    pub(super) fn after(&self, dt_s: f64, gravity: f64) -> Self {
        Self {
            t_s: self.t_s + dt_s,
            u: self.u + self.vu * dt_s,
            z: self.z + (self.vz - 0.5 * gravity * dt_s) * dt_s,
            vz: self.vz - gravity * dt_s,
            ..*self
        }
    }
}
