//! Why an arm cannot follow a leg farther than it came.

use super::CartesianError;
use super::joint_path::place;
use super::tracking::Tracking;

/// Places ahead at which the reason is sought.
const AHEAD: usize = 32;
/// A miss that is no rounding, m.
const MISSED: f64 = 1e-8;
/// How far ahead joints are compared with those before a singularity, in shares of the leg.
const ACROSS: f64 = 1e-3;

/// The reason why the joints, at a share, can go no farther.
pub(super) fn why(tracking: &mut Tracking, share: f64, joints: &[f64]) -> CartesianError {
    let out_of_reach = match tracking.is_exact() {
        true => unreachable(tracking, share, joints),
        false => off_path(tracking, share, joints),
    };
    out_of_reach.unwrap_or_else(|| singular(tracking, share, joints))
}

/// The places ahead, nearest first.
fn ahead(share: f64) -> impl Iterator<Item = f64> {
    (1..=AHEAD).map(move |i| share + (1.0 - share) * i as f64 / AHEAD as f64)
}

/// Whether a part of the leg has no joints at all.
fn unreachable(tracking: &Tracking, share: f64, joints: &[f64]) -> Option<CartesianError> {
    let robot = tracking.robot();
    let reason = |to: f64| robot.inverse(&tracking.leg.pose(to), joints).err().map(|reason| (to, reason));
    let (to, reason) = ahead(share).find_map(reason)?;
    let beyond_m = (to - share) * tracking.leg.length_m;
    Some(CartesianError::Unreachable { at: place(tracking, share), beyond_m, reason })
}

/// Whether an arm of fewer than six joints stays off a part of the leg, wherever its joints are.
fn off_path(tracking: &mut Tracking, share: f64, joints: &[f64]) -> Option<CartesianError> {
    for to in ahead(share) {
        let by_m = tracking.nearest_at(to, joints).map_or(0.0, |miss| miss.position.norm());
        if by_m > MISSED {
            let beyond_m = (to - share) * tracking.leg.length_m;
            return Some(CartesianError::OffPath { at: place(tracking, share), beyond_m, by_m });
        }
    }
    None
}

/// How far the joints would have to jump: to the nearest ones that hold the tool a little farther on or, where an arm
/// of fewer than six joints has not that attitude, at the end.
fn singular(tracking: &Tracking, share: f64, joints: &[f64]) -> CartesianError {
    let (robot, limits) = (tracking.robot(), tracking.robot().limits());
    let jump = |other: &[f64]| other.iter().zip(joints).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let nearest = |to: f64| {
        let found = robot.inverse(&tracking.leg.pose(to), joints).ok()?.into_iter();
        found.map(|solution| solution.joints).min_by(|a, b| jump(a).total_cmp(&jump(b)))
    };
    let across = [(share + ACROSS).min(1.0), 1.0].into_iter().find_map(nearest).unwrap_or_else(|| joints.to_vec());
    let by = |i: usize| (across[i] - joints[i]).abs();
    let most = (0..joints.len()).max_by(|a, b| by(*a).total_cmp(&by(*b))).unwrap_or(0);
    CartesianError::Singular { at: place(tracking, share), number: most + 1, kind: limits[most].kind, by: by(most) }
}
