//! The serving arm at the stroke: joints and rates that give the racket its pose and velocity.

use nalgebra::{Matrix3, Rotation3, SMatrix, Translation3};

use super::ServeError;
use crate::geometry::{Pose, Vec3};
use crate::robot::{Arm, JointLimits, Joints, Mounted, Serve5};

/// A racket at the stroke, in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketAtStroke {
    /// Centre of the blade, m.
    pub center: Vec3,
    /// Normal of the face, towards the ball.
    pub normal: Vec3,
    /// Velocity of the centre, m/s.
    pub velocity: Vec3,
}

/// The arm at the stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmAtStroke {
    /// Joint angles, rad.
    pub joints: Joints<5>,
    /// Joint rates, rad/s.
    pub rates: Joints<5>,
    /// The greatest share of a joint's speed limit that the rates take.
    pub effort: f64,
}

/// All configurations of the arm that give the racket its pose and velocity within the joint ranges, least effort
/// first. The handle lies along the forearm, the face is square to the end frame's x axis and plays with both sides.
///
/// Five joints hold a centre and a normal in finitely many ways: the handle h, square to the normal n, must put the
/// elbow on its sphere, |c - d5 h - shoulder| = d3, which has two solutions in the plane of the blade.
///
/// # Errors
/// When there is none, and by how much.
pub fn arm_at_stroke(arm: &Mounted<Serve5>, racket: &RacketAtStroke) -> Result<Vec<ArmAtStroke>, ServeError> {
    let base_from_world = arm.world_from_base.inverse();
    let center = base_from_world * nalgebra::Point3::from(racket.center);
    let normal = base_from_world.rotation * racket.normal;
    let velocity = base_from_world.rotation * racket.velocity;
    let mut found = Vec::new();
    for handle in handles(&arm.arm, &center.coords, &normal)? {
        for face in [normal, -normal] {
            let rotation = Matrix3::from_columns(&[face, handle.cross(&face), handle]);
            let pose = Pose::from_parts(Translation3::from(center.coords), Rotation3::from_matrix_unchecked(rotation));
            let near = Joints::from_fn(|i, _| arm.limits()[i].middle());
            let Ok(solutions) = arm.arm.inverse(&pose, &near) else { continue };
            for solution in solutions.iter().filter(|solution| solution.in_limits) {
                let (_, jacobian) = arm.arm.forward_and_jacobian(&solution.joints);
                let linear: SMatrix<f64, 3, 5> = jacobian.fixed_rows::<3>(0).into_owned();
                found.extend(rates_for(&linear, &velocity, arm.limits()).map(|rates| {
                    let effort = (0..5).map(|i| rates[i].abs() / arm.limits()[i].speed).fold(0.0, f64::max);
                    ArmAtStroke { joints: solution.joints, rates, effort }
                }));
            }
        }
    }
    if found.is_empty() {
        return Err(ServeError::JointRange { at: racket.center.into() });
    }
    found.sort_by(|a, b| a.effort.total_cmp(&b.effort));
    Ok(found)
}

/// Directions of the handle that hold a blade's centre with a normal, in the base frame.
fn handles(arm: &Serve5, center: &Vec3, normal: &Vec3) -> Result<[Vec3; 2], ServeError> {
    let geometry = arm.geometry();
    let from_shoulder = center - Vec3::z() * geometry.shoulder_height;
    let (upper, forearm) = (geometry.upper_arm, geometry.forearm);
    let along = (from_shoulder.norm_squared() + forearm * forearm - upper * upper) / (2.0 * forearm);
    let in_blade = from_shoulder - normal * from_shoulder.dot(normal);
    let length = in_blade.norm();
    if along.abs() > length {
        return Err(ServeError::OutOfReach { by_m: along.abs() - length });
    }
    let towards = in_blade / length;
    let cos = along / length;
    let across = normal.cross(&towards) * (1.0 - cos * cos).sqrt();
    Ok([towards * cos + across, towards * cos - across])
}

/// Joint rates that give the racket its velocity: those of least effort, then those that spare one joint, which may
/// lack the range to swing.
fn rates_for(
    jacobian: &SMatrix<f64, 3, 5>,
    velocity: &Vec3,
    limits: &[JointLimits; 5],
) -> impl Iterator<Item = Joints<5>> {
    /// Share of its speed that a spared joint has.
    const SPARED: f64 = 0.25;
    (0..=5).filter_map(|spared| {
        let mut weighed = *limits;
        if let Some(joint) = weighed.get_mut(spared) {
            joint.speed *= SPARED;
        }
        least_rates(jacobian, velocity, &weighed)
    })
}

/// The joint rates with J q̇ = v whose greatest share of the joints' speed limits is least, exactly.
///
/// Two of the five rates are free. The least greatest of the five shares |q̇ᵢ| / limitᵢ over that plane lies where
/// three of them are equal: each choice of three joints and their signs is one small linear system, and the best that
/// no other joint exceeds is the answer.
fn least_rates(jacobian: &SMatrix<f64, 3, 5>, velocity: &Vec3, limits: &[JointLimits; 5]) -> Option<Joints<5>> {
    // In shares of the limits, these in units of the greatest: A x = v. A joint without a limit is as fast as the
    // others together need.
    let greatest = limits.iter().map(|limit| limit.speed).filter(|speed| speed.is_finite()).fold(0.0, f64::max);
    let unit = if greatest > 0.0 { greatest } else { 1.0 };
    let weights = limits.each_ref().map(|limit| if limit.speed.is_finite() { limit.speed / unit } else { 1e3 });
    let mut scaled = *jacobian;
    for (mut column, weight) in scaled.column_iter_mut().zip(weights) {
        column *= weight;
    }
    let mut best: Option<(Joints<5>, f64)> = None;
    for first in 0..5 {
        for second in first + 1..5 {
            // Joints `first` and `second` are within the level, the other three at it: signs give the direction.
            let at: Vec<usize> = (0..5).filter(|i| *i != first && *i != second).collect();
            for signs in 0..4 {
                let sign = |k: usize| if k > 0 && signs >> (k - 1) & 1 == 1 { -1.0 } else { 1.0 };
                let level: Vec3 = (0..3).map(|k| scaled.column(at[k]) * sign(k)).sum();
                let system = Matrix3::from_columns(&[
                    level,
                    scaled.column(first).into_owned(),
                    scaled.column(second).into_owned(),
                ]);
                let Some(solved) = system.lu().solve(velocity) else { continue };
                let height = solved.x.abs();
                if solved.y.abs() > height * (1.0 + 1e-9) || solved.z.abs() > height * (1.0 + 1e-9) {
                    continue;
                }
                if best.as_ref().is_none_or(|(_, least)| height < *least) {
                    let mut shares = Joints::<5>::zeros();
                    (0..3).for_each(|k| shares[at[k]] = sign(k) * solved.x);
                    (shares[first], shares[second]) = (solved.y, solved.z);
                    best = Some((shares, height));
                }
            }
        }
    }
    best.map(|(shares, _)| Joints::from_fn(|i, _| shares[i] * weights[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// No other rates with the same effect take a smaller share of the limits, as far as a dense search of the free
    /// plane can show.
    #[test]
    fn law_no_rates_take_less_than_the_least() {
        let limits = *Serve5::default().limits();
        let share = |rates: &Joints<5>| (0..5).map(|i| rates[i].abs() / limits[i].speed).fold(0.0, f64::max);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let jacobian = SMatrix::<f64, 3, 5>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let velocity = Vec3::from_fn(|_, _| rng.random_range(-2.0..2.0));
            let least = least_rates(&jacobian, &velocity, &limits).unwrap();
            assert!((jacobian * least - velocity).norm() < 1e-9);
            let pseudo = jacobian.pseudo_inverse(1e-12).unwrap();
            for _ in 0..2000 {
                let free = Joints::from_fn(|_, _| rng.random_range(-3.0..3.0));
                let other = least + free - pseudo * (jacobian * free);
                assert!((jacobian * other - velocity).norm() < 1e-9);
                assert!(share(&other) >= share(&least) * (1.0 - 1e-9));
            }
        }
    }
}
