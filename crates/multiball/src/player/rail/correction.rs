//! Correction of a stroke while the arm moves, by the joints that are easiest to move in the time left.

use nalgebra::{Matrix3, SMatrix, Vector3, Vector6};

use super::hit_configuration::{effort, out_of_range};
use super::{CollisionChecker, HitConfiguration, HitConfigurationError};
use crate::ball::RacketState;
use crate::geometry::{Basis, Vec3};
use crate::robot::{Arm, JointLimits, Joints, Mounted, Rail6, ReachError};

/// Distance from the blade's centre at which the ball may well meet it, m.
const OFF_CENTRE: f64 = 0.025;
/// Tolerances of the face's normal, rad, and distance, m; near singular poses the search is slow and may not meet them.
const NORMAL: f64 = 1e-3;
const DISTANCE: f64 = 5e-4;
/// Steps of Newton's method; each leaves the square of the angle that was wrong.
const STEPS: usize = 4;

impl HitConfiguration {
    /// The configuration for a racket nearby that moves the joints least, each in units of what it can do in the time
    /// left.
    ///
    /// A stroke fixes the face's normal n, its distance along n and its velocity; where on the blade the ball meets it
    /// and the rotation about n are free. With Δq the joints' change, o the offset of the ball from the blade's middle
    /// and r what each joint can do in the time left,
    ///
    ///   minimise Σ (Δqᵢ / rᵢ)² + |o|² / (25 mm)² with n and the distance as requested:
    ///
    /// early the arm follows the ball, late the ball meets another point of the blade.
    ///
    /// # Errors
    /// When the racket is out of reach so, or the arm would touch table or net.
    pub(super) fn corrected(
        &self,
        arm: &Mounted<Rail6>,
        checker: &CollisionChecker,
        racket: &RacketState,
        left_s: f64,
    ) -> Result<Self, HitConfigurationError> {
        let reach = arm.limits().each_ref().map(|limit| 1.0 / within(limit, left_s).powi(2));
        let stiff = Vector6::from(reach);
        let mut joints = self.joints;
        for _ in 0..STEPS {
            joints += step(arm, racket, &joints, &stiff, &(self.joints - joints)).ok_or(OUT_OF_REACH)?;
        }
        if let Some((_, error)) = out_of_range(arm, &joints) {
            return Err(HitConfigurationError::Reach(error));
        }
        let corrected = self.with_rates_for(arm, racket, joints)?;
        let held: Vec3 = arm.forward(&joints).rotation.matrix().column(0).into_owned();
        if held.cross(&racket.normal).norm() > NORMAL || corrected.offset.dot(&racket.normal).abs() > DISTANCE {
            return Err(OUT_OF_REACH);
        }
        let blade = RacketState { center: racket.center - corrected.offset, ..*racket };
        checker.check_racket(&blade).map_err(HitConfigurationError::Touching)?;
        checker.check_links(arm, &joints).map_err(HitConfigurationError::Touching)?;
        Ok(corrected)
    }

    /// The configuration whose rates give the racket its velocity, nearest to the rates before.
    fn with_rates_for(
        &self,
        arm: &Mounted<Rail6>,
        racket: &RacketState,
        joints: Joints<6>,
    ) -> Result<Self, HitConfigurationError> {
        let (pose, jacobian) = arm.forward_and_jacobian(&joints);
        let offset = racket.center - pose.translation.vector;
        let lu = jacobian.lu();
        let twist = |linear: &Vec3, angular: &Vec3| Vector6::from_iterator(linear.iter().chain(angular).copied());
        let moving = lu.solve(&twist(&racket.velocity, &Vec3::zeros())).ok_or(OUT_OF_REACH)?;
        // About the normal through the point where the ball is met.
        let turning = lu.solve(&twist(&offset.cross(&racket.normal), &racket.normal)).ok_or(OUT_OF_REACH)?;
        let speeds = arm.limits().each_ref().map(|limit| limit.speed);
        let share = |rates: &Joints<6>| Joints::<6>::from_fn(|i, _| rates[i] / speeds[i]);
        let along = share(&turning);
        let turn = share(&(self.rates - moving)).dot(&along) / along.norm_squared();
        let rates = moving + turning * turn;
        Ok(Self { joints, rates, effort: effort(&rates, &speeds), offset })
    }
}

const OUT_OF_REACH: HitConfigurationError = HitConfigurationError::Reach(ReachError::Singular { sin_elbow: 0.0 });

/// How far a joint can be moved aside in a time by a quintic that begins and ends at rest, by its limits of jerk and
/// acceleration.
fn within(limit: &JointLimits, left_s: f64) -> f64 {
    let by_jerk = limit.jerk * left_s.powi(3) / 60.0;
    let by_acceleration = limit.acceleration * left_s * left_s / 5.8;
    by_jerk.min(by_acceleration).max(1e-9)
}

/// One step towards the configuration; `home` leads back to the joints before.
fn step(
    arm: &Mounted<Rail6>,
    racket: &RacketState,
    joints: &Joints<6>,
    stiff: &Vector6<f64>,
    home: &Joints<6>,
) -> Option<Joints<6>> {
    let (pose, jacobian) = arm.forward_and_jacobian(joints);
    let column: Vec3 = pose.rotation.matrix().column(0).into_owned();
    let normal = column * 1f64.copysign(column.dot(&racket.normal));
    let axes = Basis::from_normal(racket.normal);
    let [first, second] = [axes.world(&Vec3::x()), axes.world(&Vec3::y())];
    let away = racket.center - pose.translation.vector;
    let turn = normal.cross(&racket.normal);
    let (linear, angular) = (jacobian.fixed_rows::<3>(0), jacobian.fixed_rows::<3>(3));
    // Constraints: the normal and the distance along it.
    let constraints = SMatrix::<f64, 3, 6>::from_rows(&[
        first.transpose() * angular,
        second.transpose() * angular,
        racket.normal.transpose() * linear,
    ]);
    let missing = Vector3::new(first.dot(&turn), second.dot(&turn), racket.normal.dot(&away));
    let aside = SMatrix::<f64, 2, 6>::from_rows(&[first.transpose() * linear, second.transpose() * linear]);
    let centring = 1.0 / (OFF_CENTRE * OFF_CENTRE);
    let curvature = SMatrix::<f64, 6, 6>::from_diagonal(stiff) + aside.transpose() * aside * centring;
    let offset = nalgebra::Vector2::new(first.dot(&away), second.dot(&away));
    let right_hand_side = stiff.component_mul(home) + aside.transpose() * offset * centring;
    let factor = curvature.cholesky()?;
    let (free, by_constraints) = (factor.solve(&right_hand_side), factor.solve(&constraints.transpose()));
    let coupling: Matrix3<f64> = constraints * by_constraints;
    let multiplier = coupling.try_inverse()? * (missing - constraints * free);
    Some(free + by_constraints * multiplier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_correction_turns_and_moves_the_face_as_requested_with_little_motion() {
        let arm = Rail6::default().at_home();
        let near = Joints::from_fn(|i, _| arm.limits()[i].middle());
        let checker = CollisionChecker::new(&crate::court::Court::STANDARD);
        let mut rng = ChaCha8Rng::seed_from_u64(91);
        let (mut corrected, mut exact) = (0, 0);
        for _ in 0..300 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let center = Vec3::new(draw(1.0, 1.7), draw(-0.6, 0.6), draw(0.15, 0.5));
            let normal = Vec3::new(-1.0, draw(-0.3, 0.3), draw(-0.3, 0.3)).normalize();
            let racket = RacketState { center, normal, velocity: normal * 1.5, turning: Vec3::zeros(), handle: None };
            let Ok(configuration) =
                HitConfiguration::cheapest(&arm, &checker, &racket, &near, |configuration| configuration.effort)
            else {
                continue;
            };
            let away = Vec3::new(draw(-0.01, 0.01), draw(-0.02, 0.02), draw(-0.02, 0.02));
            let turned = (normal + Vec3::new(0.0, draw(-0.08, 0.08), draw(-0.08, 0.08))).normalize();
            let wanted = RacketState {
                center: center + away,
                normal: turned,
                velocity: turned * draw(1.0, 2.0) + Vec3::new(0.0, draw(-0.3, 0.3), 0.0),
                turning: Vec3::zeros(),
                handle: None,
            };
            let Ok(found) = configuration.corrected(&arm, &checker, &wanted, 0.1) else { continue };
            let (pose, jacobian) = arm.forward_and_jacobian(&found.joints);
            let face: Vec3 = pose.rotation.matrix().column(0).into_owned();
            let angle = face.cross(&turned).norm();
            let off = wanted.center - pose.translation.vector;
            let along = off.dot(&turned).abs();
            assert!(angle < NORMAL && along < DISTANCE, "{angle} rad, {along} m");
            exact += u32::from(angle < 1e-5 && along < 1e-5);
            assert!((off - found.offset).norm() < 1e-12 && off.norm() < 0.06, "{} m off centre", off.norm());
            let twist = jacobian * found.rates;
            let turning: Vec3 = twist.fixed_rows::<3>(3).into_owned();
            let at_ball = twist.fixed_rows::<3>(0) + turning.cross(&off);
            assert!((at_ball - wanted.velocity).norm() < 1e-9, "the face moves otherwise where it meets the ball");
            corrected += 1;
        }
        assert!(corrected > 250 && exact > corrected * 9 / 10, "{exact} of {corrected}");
    }
}
