//! One leg of a path in space: a straight line or a circular arc with a turn of the tool.

use std::f64::consts::TAU;

use nalgebra::Vector6;

use super::CartesianError;
use crate::geometry::{Pose, Vec3, portable, turn_between, turned_by};

/// Poses nearer to one another than this are the same, m and rad.
const SAME: f64 = 1e-9;
/// Three points nearer to one line than this share of their distance have no circle.
const FLAT: f64 = 1e-6;

/// How the tool's position runs.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Course {
    /// p = p₀ + s d.
    Line { along: Vec3 },
    /// p = c + a cos(s θ) + b sin(s θ); a and b are as long as the radius and at right angles.
    Arc { center: Vec3, first: Vec3, across: Vec3, angle: f64 },
}

/// A leg, over the share s of its length from 0 to 1.
///
/// ```text
/// R = exp(s w) exp(β(s) u) R₀        β = s (1 - s) / (s₁ (1 - s₁))
/// ```
/// w the shorter turn from the first attitude to the last, so that u = 0 is spherical linear interpolation; u what the
/// attitude of an arc's middle pose, at s₁, adds to it. Beyond both ends the leg goes on as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Leg {
    from: Pose,
    course: Course,
    turn: Vec3,
    extra: Vec3,
    /// 1 / (s₁ (1 - s₁)).
    scale: f64,
    /// Which leg of the path this is, counted from 1.
    pub(super) number: usize,
    /// Length of its course, m.
    pub(super) length_m: f64,
}

impl Leg {
    /// A straight line. `pose_number` counts its end, for errors.
    pub(super) fn line(number: usize, pose_number: usize, from: &Pose, to: &Pose) -> Result<Self, CartesianError> {
        let along = to.translation.vector - from.translation.vector;
        let turn = turn_between(&from.rotation, &to.rotation);
        if along.norm() <= SAME && turn.norm() <= SAME {
            return Err(CartesianError::NoPath { number: pose_number });
        }
        // A distance that is rounding is none: the tool turns about its end.
        let length_m = if along.norm() <= SAME { 0.0 } else { along.norm() };
        let course = Course::Line { along };
        Ok(Self { from: *from, course, turn, extra: Vec3::zeros(), scale: 4.0, number, length_m })
    }

    /// The arc of a circle through three poses. `pose_number` counts the first, for errors.
    pub(super) fn arc(
        number: usize,
        pose_number: usize,
        from: &Pose,
        via: &Pose,
        to: &Pose,
    ) -> Result<Self, CartesianError> {
        let start = from.translation.vector;
        let (a, b) = (via.translation.vector - start, to.translation.vector - start);
        let normal = a.cross(&b);
        let off_m = normal.norm() / b.norm().max(SAME);
        if normal.norm() <= FLAT * a.norm() * b.norm() || a.norm() <= SAME || (a - b).norm() <= SAME {
            return Err(CartesianError::Straight { first: pose_number, last: pose_number + 2, off_m });
        }
        let inward = (b * a.norm_squared() - a * b.norm_squared()).cross(&normal) / (2.0 * normal.norm_squared());
        let (center, first) = (start + inward, -inward);
        let across = normal.normalize().cross(&first);
        let angle_of = |point: Vec3| {
            let from_center = point - center;
            let angle = portable::atan2(from_center.dot(&across), from_center.dot(&first));
            if angle < 0.0 { angle + TAU } else { angle }
        };
        let angle = angle_of(to.translation.vector);
        let middle = angle_of(via.translation.vector) / angle;
        let turn = turn_between(&from.rotation, &to.rotation);
        let base = turned_by(&(turn * middle)) * from.rotation;
        // exp(s w) exp(u) R₀ is the middle attitude: u in the frame that has turned by s w.
        let extra = turned_by(&(turn * -middle)) * turn_between(&base, &via.rotation);
        let course = Course::Arc { center, first, across, angle };
        let length_m = angle * first.norm();
        Ok(Self { from: *from, course, turn, extra, scale: 1.0 / (middle * (1.0 - middle)), number, length_m })
    }

    /// The pose at a share.
    pub(super) fn pose(&self, share: f64) -> Pose {
        let position = match self.course {
            Course::Line { along } => self.from.translation.vector + along * share,
            Course::Arc { center, first, across, angle } => {
                let (sin, cos) = portable::sin_cos(angle * share);
                center + first * cos + across * sin
            }
        };
        let more = turned_by(&(self.extra * (self.scale * share * (1.0 - share))));
        Pose::from_parts(position.into(), turned_by(&(self.turn * share)) * more * self.from.rotation)
    }

    /// Velocity and angular velocity per share, m and rad, and their rates.
    pub(super) fn twist(&self, share: f64) -> (Vector6<f64>, Vector6<f64>) {
        let (velocity, curvature) = match self.course {
            Course::Line { along } => (along, Vec3::zeros()),
            Course::Arc { first, across, angle, .. } => {
                let (sin, cos) = portable::sin_cos(angle * share);
                ((across * cos - first * sin) * angle, (first * cos + across * sin) * (-angle * angle))
            }
        };
        let extra = turned_by(&(self.turn * share)) * self.extra;
        let (slope, bend) = (self.scale * (1.0 - 2.0 * share), -2.0 * self.scale);
        let angular = self.turn + extra * slope;
        let angular_rate = extra * bend + self.turn.cross(&extra) * slope;
        let six =
            |linear: Vec3, angular: Vec3| Vector6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z);
        (six(velocity, angular), six(curvature, angular_rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A random pose.
    fn pose(rng: &mut ChaCha8Rng) -> Pose {
        let mut draw = || Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        Pose::from_parts(draw().into(), turned_by(&draw()))
    }

    fn apart(a: &Pose, b: &Pose) -> f64 {
        (a.translation.vector - b.translation.vector).norm() + turn_between(&a.rotation, &b.rotation).norm()
    }

    /// The ends are met, the twist is the pose's rate and the bend the twist's.
    #[test]
    fn law_rates_are_derivatives_and_poses_are_met() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for i in 0..500 {
            let [from, via, to] = std::array::from_fn(|_| pose(&mut rng));
            let leg = if i % 2 == 0 { Leg::line(1, 2, &from, &to) } else { Leg::arc(1, 1, &from, &via, &to) }.unwrap();
            assert!(apart(&leg.pose(0.0), &from) < 1e-12 && apart(&leg.pose(1.0), &to) < 1e-9);
            if i % 2 == 1 {
                assert!(
                    apart(&leg.pose(0.5 - (0.25 - 1.0 / leg.scale).sqrt()), &via) < 1e-6
                        || apart(&leg.pose(0.5 + (0.25 - 1.0 / leg.scale).sqrt()), &via) < 1e-6
                );
            }
            let (share, h) = (rng.random_range(0.1..0.9), 1e-5);
            let (before, after) = (leg.pose(share - h), leg.pose(share + h));
            let (rate, bend) = leg.twist(share);
            let velocity = (after.translation.vector - before.translation.vector) / (2.0 * h);
            let angular = turn_between(&before.rotation, &after.rotation) / (2.0 * h);
            assert!((velocity - rate.fixed_rows::<3>(0)).norm() < 1e-6 * (1.0 + rate.norm().powi(3)), "{leg:?}");
            assert!((angular - rate.fixed_rows::<3>(3)).norm() < 1e-6 * (1.0 + rate.norm().powi(3)), "{leg:?}");
            let difference = (leg.twist(share + h).0 - leg.twist(share - h).0) / (2.0 * h);
            assert!((difference - bend).norm() < 1e-6 * (1.0 + bend.norm().powi(2)), "{leg:?}");
        }
    }
}
