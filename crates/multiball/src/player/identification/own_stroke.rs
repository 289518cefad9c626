//! A stroke that the robot has made, as its own sensors saw it, and what a racket model says about it.

use nalgebra::{Matrix3, SMatrix, SVector};

use super::racket_model::RacketModel;
use crate::ball::{BallState, Physics, RacketState};
use crate::geometry::{Pose, Vec3};
use crate::player::Intent;
use crate::robot::{JacobianColumn, Robot};
use crate::track::{CalibrationEvidence, FlightConstants, Predicted};

/// What a stroke shows: the ball's velocity after it, m/s, and the distance between ball and face at the touch, m.
pub(super) type Outcome = SVector<f64, 4>;
/// Covariance of an outcome.
pub(super) type OutcomeCovariance = SMatrix<f64, 4, 4>;

/// Joints at one time: rad or m, rad/s or m/s.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredJoints {
    /// When, s.
    pub t_s: f64,
    /// Positions.
    pub position: Vec<f64>,
    /// Velocities.
    pub velocity: Vec<f64>,
}

/// A stroke as the robot's own sensors saw it.
#[derive(Debug, Clone)]
pub struct OwnStroke {
    /// The incoming ball near the touch, as predicted last.
    pub incoming: Predicted,
    /// The ball on its way back, soon after the touch.
    pub outgoing: Predicted,
    /// Air and table as the flight back showed them.
    pub constants: FlightConstants,
    /// What the flight back says about the cameras, if it was seen by any.
    pub calibration: Option<CalibrationEvidence>,
    /// Where it landed, m, if that was seen.
    pub landing_m: Option<[f64; 2]>,
    /// The joints around the touch as the encoders read them, by time.
    pub joints: Vec<MeasuredJoints>,
}

/// Longest times between the last prediction and the touch, and between the touch and the first measurement of the
/// return, that are bridged, s.
const LONGEST_BRIDGE_S: f64 = 0.06;

/// The touch, as the tracks before and after it meet.
#[derive(Debug, Clone)]
pub(super) struct SeenTouch {
    /// The ball just before.
    ball: BallState,
    velocity_covariance: Matrix3<f64>,
    spin_covariance: Matrix3<f64>,
    /// Its velocity just after, and the covariance.
    after: Vec3,
    after_covariance: Matrix3<f64>,
    /// Covariances of its position by the tracks before and after.
    position_covariances: [Matrix3<f64>; 2],
    /// The joints then.
    position: Vec<f64>,
    velocity: Vec<f64>,
}

impl OwnStroke {
    /// The touch: where both tracks meet along the racket's normal. `None` when they do not, or the joints are not
    /// known then.
    pub(super) fn touch(&self, nominal: &dyn Robot, physics: &Physics) -> Option<SeenTouch> {
        let (incoming, outgoing) = (&self.incoming, &self.outgoing);
        let near = self.joints_at(incoming.t_s)?;
        let normal = racket(nominal, &near.position, &near.velocity)?.normal;
        let falls = |ball: &Predicted, t_s: f64| fallen(ball, t_s, physics);
        let mut touch_s = incoming.t_s;
        for _ in 0..4 {
            let (before, after) = (falls(incoming, touch_s), falls(outgoing, touch_s));
            let closing = normal.dot(&(before.velocity - after.velocity));
            touch_s -= normal.dot(&(before.position - after.position)) / closing;
        }
        let bridges = [touch_s - incoming.t_s, outgoing.t_s - touch_s];
        if !bridges.iter().all(|bridge| bridge.abs() < LONGEST_BRIDGE_S) {
            return None;
        }
        let MeasuredJoints { position, velocity, .. } = self.joints_at(touch_s)?;
        let (ball, after) = (falls(incoming, touch_s), falls(outgoing, touch_s));
        Some(SeenTouch {
            ball,
            velocity_covariance: incoming.velocity_covariance,
            spin_covariance: incoming.spin_covariance,
            after: after.velocity,
            after_covariance: outgoing.velocity_covariance,
            position_covariances: [incoming.position_covariance, outgoing.position_covariance],
            position,
            velocity,
        })
    }

    /// The joints at a time, between two readings.
    fn joints_at(&self, t_s: f64) -> Option<MeasuredJoints> {
        let next = self.joints.partition_point(|joints| joints.t_s <= t_s);
        let (from, to) = (self.joints.get(next.checked_sub(1)?)?, self.joints.get(next)?);
        let share = (t_s - from.t_s) / (to.t_s - from.t_s);
        let between = |from: &[f64], to: &[f64]| from.iter().zip(to).map(|(a, b)| a + share * (b - a)).collect();
        Some(MeasuredJoints {
            t_s,
            position: between(&from.position, &to.position),
            velocity: between(&from.velocity, &to.velocity),
        })
    }
}

impl SeenTouch {
    /// What was seen: the velocity after, and no distance between ball and face.
    pub(super) fn seen(&self) -> Outcome {
        Outcome::new(self.after.x, self.after.y, self.after.z, 0.0)
    }

    /// What a racket model says of it.
    pub(super) fn outcome(&self, model: &RacketModel, nominal: &dyn Robot, physics: &Physics) -> Option<Outcome> {
        self.outcome_of(&self.ball, model, nominal, physics)
    }

    /// The ball just after the touch: its velocity as seen, its spin as a model leaves it.
    pub(super) fn struck(&self, model: &RacketModel, nominal: &dyn Robot, physics: &Physics) -> Option<BallState> {
        let racket = racket(&*model.robot(nominal), &self.position, &self.velocity)?;
        let spin = model.contact(&physics.racket).rebound(&self.ball, &racket, &physics.body).spin;
        Some(BallState::new(self.ball.position, self.after, spin))
    }

    fn outcome_of(
        &self,
        ball: &BallState,
        model: &RacketModel,
        nominal: &dyn Robot,
        physics: &Physics,
    ) -> Option<Outcome> {
        let racket = racket(&*model.robot(nominal), &self.position, &self.velocity)?;
        let after = model.contact(&physics.racket).rebound(ball, &racket, &physics.body).velocity;
        let side = 1f64.copysign((ball.velocity - racket.velocity).dot(&racket.normal));
        let distance = (racket.center - ball.position).dot(&racket.normal) * side - physics.body.radius;
        Some(Outcome::new(after.x, after.y, after.z, distance))
    }

    /// Covariance of the difference between what is seen and what a right model says, by the uncertainty of the tracks.
    pub(super) fn covariance(
        &self,
        model: &RacketModel,
        nominal: &dyn Robot,
        physics: &Physics,
    ) -> Option<OutcomeCovariance> {
        const STEPS: [f64; 2] = [1e-3, 0.1];
        let at = self.outcome(model, nominal, physics)?;
        let mut covariance = OutcomeCovariance::zeros();
        for (group, (step, spread)) in
            STEPS.into_iter().zip([&self.velocity_covariance, &self.spin_covariance]).enumerate()
        {
            let mut slope = SMatrix::<f64, 4, 3>::zeros();
            for axis in 0..3 {
                let mut ball = self.ball;
                [&mut ball.velocity, &mut ball.spin][group][axis] += step;
                slope.set_column(axis, &((self.outcome_of(&ball, model, nominal, physics)? - at) / step));
            }
            covariance += slope * spread * slope.transpose();
        }
        let mut velocities = covariance.fixed_view_mut::<3, 3>(0, 0);
        velocities += self.after_covariance;
        covariance[(3, 3)] += self.distance_sd(model, nominal)?.powi(2);
        Some(covariance)
    }

    /// Standard deviation of the distance between ball and face by the positions of both tracks.
    ///
    /// The touch is where the tracks meet, so that errors δ of their positions along the normal n move its time too:
    ///
    /// ```text
    /// δt = (δ_before - δ_after) / (v_after - v_before)        all along n, the face moves with v_face
    /// δd = w δ_before + (1 - w) δ_after                       w = (v_after - v_face) / (v_after - v_before)
    /// ```
    ///
    /// w is e / (1 + e), about 0.35. Both tracks share errors of the cameras, so their deviations are added.
    fn distance_sd(&self, model: &RacketModel, nominal: &dyn Robot) -> Option<f64> {
        let racket = racket(&*model.robot(nominal), &self.position, &self.velocity)?;
        let along = |velocity: &Vec3| racket.normal.dot(velocity);
        let (before, after) = (along(&self.ball.velocity), along(&self.after));
        let share = ((after - along(&racket.velocity)) / (after - before)).clamp(0.0, 1.0);
        let [sd_before, sd_after] =
            self.position_covariances.map(|spread| racket.normal.dot(&(spread * racket.normal)).max(0.0).sqrt());
        Some(share * sd_before + (1.0 - share) * sd_after)
    }
}

/// Velocity and spin that a planned stroke should give the ball.
pub(super) fn expected_return(planned: &Intent, physics: &Physics) -> (Vec3, Vec3) {
    let ball = BallState::new(planned.ball_position, planned.ball_velocity, planned.ball_spin);
    let struck = physics.racket.rebound(&ball, &planned.racket, &physics.body);
    (struck.velocity, struck.spin)
}

/// A ball a little earlier or later, in free flight.
fn fallen(ball: &Predicted, t_s: f64, physics: &Physics) -> BallState {
    let after_s = t_s - ball.t_s;
    let state = BallState::new(ball.position, ball.velocity, ball.spin);
    let acceleration = physics.air_slope(&ball.velocity, &ball.spin).acceleration;
    BallState {
        position: ball.position + ball.velocity * after_s + acceleration * (0.5 * after_s * after_s),
        velocity: ball.velocity + acceleration * after_s,
        ..state
    }
}

/// The racket of a robot with moving joints.
fn racket(robot: &dyn Robot, position: &[f64], velocity: &[f64]) -> Option<RacketState> {
    let (pose, twist): (Pose, JacobianColumn) = robot.forward_and_twist(position, velocity).ok()?;
    Some(RacketState {
        center: pose.translation.vector,
        normal: pose.rotation.matrix().column(0).into_owned(),
        velocity: Vec3::new(twist[0], twist[1], twist[2]),
        turning: Vec3::new(twist[3], twist[4], twist[5]),
        handle: None,
    })
}
