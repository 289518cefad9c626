//! A swing of the arm and the recovery after it.

use nalgebra::Vector3;

use super::body::PlanarBody;
use crate::motion::{JointMotion, JointState};

/// A swing, and the motion from its end back to the ready angles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarSwing {
    swing: JointMotion<3>,
    recovery: JointMotion<3>,
}

impl PlanarSwing {
    /// A swing of a body, after which it recovers, hit or miss.
    #[must_use]
    pub fn new(body: &PlanarBody, swing: JointMotion<3>) -> Self {
        let end_s = swing.end_s();
        Self { swing, recovery: body.recovery(end_s, &swing.at(end_s)) }
    }

    /// A body that waits at its ready angles.
    #[must_use]
    pub fn waiting(body: &PlanarBody) -> Self {
        let still = JointMotion::still(&body.ready);
        Self { swing: still, recovery: still }
    }

    /// The joints at a time.
    #[must_use]
    #[inline]
    pub fn at(&self, t_s: f64) -> JointState<3> {
        if t_s < self.swing.end_s() { self.swing.at(t_s) } else { self.recovery.at(t_s) }
    }

    /// When the arm is back, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.recovery.end_s()
    }

    /// The exact greatest speed of each joint, rad/s.
    #[must_use]
    pub fn peak_speeds(&self) -> Vector3<f64> {
        self.swing.peak_speeds().sup(&self.recovery.peak_speeds())
    }
}
