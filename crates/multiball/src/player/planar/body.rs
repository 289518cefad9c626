//! A planar robot's body: where it stands, how fast its joints are, and the motions that it makes.

use nalgebra::Vector3;

use super::stroke::RacketAtHit;
use crate::geometry::portable;
use crate::motion::{JointMotion, JointState, Shape};
use crate::robot::{Elbow, Planar3, PlanarPose, PlanarTwist};

/// The robot's body and where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarBody {
    /// The arm.
    pub arm: Planar3,
    /// Distance of the base from the net, m.
    pub base_u: f64,
    /// Height of the base above the table top, m.
    pub base_z: f64,
    /// Radius of the racket, m.
    pub racket_radius: f64,
    /// Greatest speed of each joint, rad/s.
    pub joint_speed: Vector3<f64>,
    /// Joint angles to wait in, rad.
    pub ready: Vector3<f64>,
    /// Time to return to them after a stroke, s; longer where the joint speeds require it.
    pub recover_s: f64,
}

impl PlanarBody {
    /// The motion back to the ready angles from a state at a time. It takes `recover_s`, or longer to keep the joint
    /// speeds, but no longer than ten seconds: a plan that needs more is refused.
    #[must_use]
    pub fn recovery(&self, t_s: f64, from: &JointState<3>) -> JointMotion<3> {
        const LONGEST_S: f64 = 10.0;
        let ready = JointState::at_rest(self.ready);
        let mut duration_s = self.recover_s;
        loop {
            let motion = JointMotion::between(Shape::Cubic, t_s, from, t_s + duration_s, &ready);
            if duration_s >= LONGEST_S || self.keeps_speeds(&motion) {
                return motion;
            }
            duration_s = (1.25 * duration_s).min(LONGEST_S);
        }
    }

    /// Whether no joint is ever faster than its limit.
    pub(super) fn keeps_speeds(&self, motion: &JointMotion<3>) -> bool {
        let peaks = motion.peak_speeds();
        (0..3).all(|joint| peaks[joint] <= self.joint_speed[joint] * (1.0 + 1e-9))
    }

    /// Joint angles and rates for a racket state: the elbow up, or down where up is impossible.
    fn solve(&self, racket: &RacketAtHit) -> Option<JointState<3>> {
        let (normal_u, normal_z) = racket.normal;
        let pose = PlanarPose {
            x: self.base_u - racket.u,
            z: racket.z - self.base_z,
            phi: portable::atan2(normal_z, -normal_u),
        };
        let twist = PlanarTwist { x: -racket.speed * normal_u, z: racket.speed * normal_z, phi: 0.0 };
        [Elbow::Up, Elbow::Down].into_iter().find_map(|elbow| {
            let q = self.arm.inverse(&pose, elbow).ok()?;
            Some(JointState::moving(q, self.arm.joint_rates(&q, &twist).ok()?))
        })
    }

    /// The motion from a state at a time to a racket state at another [paper 000, steps 6 to 9].
    #[must_use]
    pub fn swing(
        &self,
        start_s: f64,
        from: &JointState<3>,
        hit_s: f64,
        racket: &RacketAtHit,
    ) -> Option<JointMotion<3>> {
        let mut to = self.solve(racket)?;
        // Joint angles are taken the short way round from where the arm is.
        let turn = std::f64::consts::TAU;
        to.position = to.position.zip_map(&from.position, |to, at| to - turn * ((to - at) / turn).round());
        Some(JointMotion::between(Shape::Cubic, start_s, from, hit_s, &to))
    }
}
