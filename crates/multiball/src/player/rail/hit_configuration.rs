//! The arm's configuration at a hit: joints and their rates.

use nalgebra::{Matrix3, Rotation3, Translation3, Vector6};

use super::collision::{CollisionChecker, Touching};
use crate::ball::RacketState;
use crate::geometry::{Basis, Pose, Vec3, portable};
use crate::robot::{Arm, JointKind, Joints, Mounted, Rail6, ReachError, Solution};

/// Joints of the arm and their rates at a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HitConfiguration {
    /// Joint positions, m and rad.
    pub joints: Joints<6>,
    /// Joint rates, m/s and rad/s.
    pub rates: Joints<6>,
    /// The greatest share of a joint's speed limit that the rates take.
    pub effort: f64,
    /// From the middle of the blade to where the ball meets it, m.
    pub offset: Vec3,
}

/// Why the arm has no configuration for a racket state.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum HitConfigurationError {
    /// The racket is out of reach.
    #[error("reach: {0}")]
    Reach(ReachError),
    /// The arm would touch table or net there.
    #[error(transparent)]
    Touching(Touching),
    /// The racket is within reach, but a joint is too slow for its velocity.
    #[error(
        "racket speed: joint {joint} would have to move at {rate:.2} {unit}/s; its limit is {most:.2} {unit}/s",
        unit = kind.unit()
    )]
    Speed {
        /// Which joint, counted from 1.
        joint: usize,
        /// How it moves.
        kind: JointKind,
        /// Rate that it would take.
        rate: f64,
        /// Greatest rate.
        most: f64,
    },
}

/// Rotations about the normal that are tried; both faces are used.
const TURNS: u32 = 24;

impl HitConfiguration {
    /// The configuration that takes the smallest share of the joints' speed limits, over all rotations about the normal
    /// of the face, which a stroke leaves free, both faces, and all solutions of the arm that keep away from table and
    /// net. The handle lies along the end frame's z axis, the face is square to its x axis.
    ///
    /// # Errors
    /// Why there is none: the reason of the configuration that came nearest.
    pub fn best(
        arm: &Mounted<Rail6>,
        checker: &CollisionChecker,
        racket: &RacketState,
        near: &Joints<6>,
    ) -> Result<Self, HitConfigurationError> {
        Self::cheapest(arm, checker, racket, near, |configuration| configuration.effort)?.within_speed(arm)
    }

    /// Of all these configurations the one of least cost; it may need faster joints than the arm has.
    ///
    /// # Errors
    /// When the racket is out of reach, or something would touch table or net.
    pub(super) fn cheapest(
        arm: &Mounted<Rail6>,
        checker: &CollisionChecker,
        racket: &RacketState,
        near: &Joints<6>,
        cost: impl Fn(&Self) -> f64,
    ) -> Result<Self, HitConfigurationError> {
        // A disc is the same at every rotation about its normal.
        checker.check_racket(racket).map_err(HitConfigurationError::Touching)?;
        let (mut best, mut touching): (Option<(f64, Self)>, _) = (None, None);
        let (mut nearest, mut outside): (Option<ReachError>, Option<OutOfRange>) = (None, None);
        let basis = Basis::from_normal(racket.normal);
        for turn in 0..TURNS {
            let (sin, cos) = portable::sin_cos(std::f64::consts::TAU * f64::from(turn) / f64::from(TURNS));
            let handle = basis.world(&Vec3::new(cos, sin, 0.0));
            for face in [racket.normal, -racket.normal] {
                let found = arm.inverse(&pose(&racket.center, &face, &handle), near);
                match found {
                    Ok(solutions) => {
                        for solution in &solutions {
                            if let Some(worse) = out_of_range(arm, &solution.joints) {
                                outside = Some(outside.filter(|least| least.0 <= worse.0).unwrap_or(worse));
                                continue;
                            }
                            match Self::moving(arm, solution, racket) {
                                Ok(configuration) => {
                                    let cost = cost(&configuration);
                                    if best.is_none_or(|(least, _)| cost < least) {
                                        match checker.check_links(arm, &configuration.joints) {
                                            Ok(()) => best = Some((cost, configuration)),
                                            Err(error) => touching = Some(HitConfigurationError::Touching(error)),
                                        }
                                    }
                                }
                                Err(error) => nearest = Some(nearest.map_or(error, |other| other.nearer(error))),
                            }
                        }
                    }
                    Err(error) => nearest = Some(nearest.map_or(error, |other| other.nearer(error))),
                }
            }
        }
        // A pose that the links reach and the rails do not is nearer than one that the links do not reach.
        let out_of_reach = outside.map(|(_, error)| error).or(nearest).unwrap_or(ReachError::NotFinite);
        let out_of_reach = HitConfigurationError::Reach(out_of_reach);
        best.map(|(_, configuration)| configuration).ok_or(touching.unwrap_or(out_of_reach))
    }

    /// The arm in one solution, with the rates that give the racket its velocity.
    fn moving(arm: &Mounted<Rail6>, solution: &Solution<6>, racket: &RacketState) -> Result<Self, ReachError> {
        let joints = solution.joints;
        let (_, jacobian) = arm.forward_and_jacobian(&joints);
        let lu = jacobian.lu();
        let twist = |linear: &Vec3, angular: &Vec3| Vector6::from_iterator(linear.iter().chain(angular).copied());
        let moving =
            lu.solve(&twist(&racket.velocity, &racket.turning)).ok_or(ReachError::Singular { sin_elbow: 0.0 })?;
        // A rotation about the normal does not affect the ball: as much of it as spares the joints most.
        let turning = lu.solve(&twist(&Vec3::zeros(), &racket.normal)).unwrap_or_default();
        let speeds = arm.limits().each_ref().map(|limit| limit.speed);
        let rates = least_effort(&moving, &turning, &speeds);
        Ok(Self { joints, rates, effort: effort(&rates, &speeds), offset: Vec3::zeros() })
    }

    fn within_speed(self, arm: &Mounted<Rail6>) -> Result<Self, HitConfigurationError> {
        let share = |i: &usize| self.rates[*i].abs() / arm.limits()[*i].speed;
        let Some(worst) = (0..6).max_by(|a, b| share(a).total_cmp(&share(b))) else { return Ok(self) };
        if share(&worst) <= 1.0 {
            return Ok(self);
        }
        let limit = arm.limits()[worst];
        Err(HitConfigurationError::Speed {
            joint: worst + 1,
            kind: limit.kind,
            rate: self.rates[worst].abs(),
            most: limit.speed,
        })
    }
}

/// By how much of its range a joint is outside, and which.
pub(super) type OutOfRange = (f64, ReachError);

/// Of joints that are outside their ranges the worst.
pub(super) fn out_of_range(arm: &Mounted<Rail6>, joints: &Joints<6>) -> Option<OutOfRange> {
    let outside = (0..6).filter(|i| !arm.limits()[*i].contains(joints[*i])).map(|i| {
        let limit = &arm.limits()[i];
        let (kind, low, high, value) = (limit.kind, limit.low, limit.high, joints[i]);
        let excess = (low - value).max(value - high) / (high - low).max(f64::MIN_POSITIVE);
        (excess, ReachError::OutsideLimits { number: i + 1, kind, value, low, high })
    });
    outside.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// A racket's pose: face square to x, handle along z.
fn pose(center: &Vec3, face: &Vec3, handle: &Vec3) -> Pose {
    let rotation = Matrix3::from_columns(&[*face, handle.cross(face), *handle]);
    Pose::from_parts(Translation3::from(*center), Rotation3::from_matrix_unchecked(rotation))
}

pub(super) fn effort(rates: &Joints<6>, speeds: &[f64; 6]) -> f64 {
    (0..6).map(|i| rates[i].abs() / speeds[i]).fold(0.0, f64::max)
}

/// moving + λ turning with the smallest greatest share: where two joints' shares meet.
fn least_effort(moving: &Joints<6>, turning: &Joints<6>, speeds: &[f64; 6]) -> Joints<6> {
    let line = |i: usize| (moving[i] / speeds[i], turning[i] / speeds[i]);
    let mut best = *moving;
    for (i, j) in (0..6).flat_map(|i| (i..6).map(move |j| (i, j))) {
        let ((a, b), (c, d)) = (line(i), line(j));
        // a + λ b = ±(c + λ d); for one joint alone, its share is zero.
        for lambda in [(c - a) / (b - d), -(a + c) / (b + d)] {
            let tried = moving + turning * lambda;
            if lambda.is_finite() && effort(&tried, speeds) < effort(&best, speeds) {
                best = tried;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_hit_configuration_holds_and_moves_the_racket_as_requested() {
        let arm = Rail6::default().at_home();
        let near = Joints::from_fn(|i, _| arm.limits()[i].middle());
        let checker = CollisionChecker::new(&crate::court::Court::STANDARD);
        let mut rng = ChaCha8Rng::seed_from_u64(81);
        let mut found = 0;
        for _ in 0..300 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let center = Vec3::new(draw(1.0, 1.7), draw(-0.6, 0.6), draw(0.1, 0.5));
            let normal = Vec3::new(-1.0, draw(-0.4, 0.4), draw(-0.4, 0.4)).normalize();
            let velocity = normal * draw(0.0, 2.5);
            let racket = RacketState { center, normal, velocity, turning: Vec3::zeros(), handle: None };
            let Ok(configuration) = HitConfiguration::best(&arm, &checker, &racket, &near) else { continue };
            let (pose, jacobian) = arm.forward_and_jacobian(&configuration.joints);
            assert!((pose.translation.vector - center).norm() < 1e-9);
            assert!(pose.rotation.matrix().column(0).dot(&normal).abs() > 1.0 - 1e-9);
            let twist = jacobian * configuration.rates;
            assert!((twist.fixed_rows::<3>(0) - velocity).norm() < 1e-9);
            let turning: Vec3 = twist.fixed_rows::<3>(3).into_owned();
            assert!(turning.cross(&normal).norm() < 1e-9, "it turns about its normal alone: {turning}");
            assert!(configuration.effort <= 1.0);
            found += 1;
        }
        assert!(found > 280, "{found} of 300");
    }
}
