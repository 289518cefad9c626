//! A leg in joint space: one quintic in the share for each joint and span, spans as long as the tolerance allows.

use super::tracking::{Rates, Tracking};
use super::{CartesianError, PlaceOnPath, refusal};
use crate::geometry::portable;
use crate::motion::peaks::check;
use crate::motion::{LimitError, Polynomial, State};
use crate::robot::JointLimits;

/// How far the tool may be from the leg between two knots, m and rad.
const TOLERANCE: f64 = 5e-8;
/// Longest and shortest span, in shares of the leg.
const LONGEST: f64 = 1.0 / 16.0;
const SHORTEST: f64 = 1e-9;
/// How near the joints of an arm with fewer than six must be to those found in the middle of a span, rad or m.
const SAME_JOINTS: f64 = 1e-7;
/// Greatest attitude that an arm of fewer than six joints may miss at the end of a leg, rad: a typed pose is rounded.
pub(super) const MOST_TURNED: f64 = 1e-3;

/// The joints at a share, with their rates.
#[derive(Debug, Clone)]
struct Knot {
    share: f64,
    joints: Vec<f64>,
    rates: Rates,
}

/// One span of a [`JointPath`].
#[derive(Debug, Clone)]
pub(super) struct Span {
    /// Share at its start.
    pub(super) from: f64,
    /// Its length in shares.
    pub(super) length: f64,
    /// Each joint over the share from its start on.
    pub(super) joints: Vec<Polynomial>,
}

/// The joints along a leg, twice continuously differentiable.
#[derive(Debug, Clone)]
pub(super) struct JointPath {
    pub(super) spans: Vec<Span>,
}

impl JointPath {
    /// Follows a leg from joints that hold the tool at its start.
    pub(super) fn follow(tracking: &mut Tracking, from: &[f64]) -> Result<Self, CartesianError> {
        let Some(rates) = tracking.rates_at_end(0.0, from, LONGEST) else {
            return Err(refusal::why(tracking, 0.0, from));
        };
        let mut here = Knot { share: 0.0, joints: from.to_vec(), rates };
        let (mut spans, mut length) = (Vec::new(), LONGEST);
        while here.share < 1.0 {
            let left = 1.0 - here.share;
            // No short rest: the last two spans share it.
            let tried =
                if left <= length { left } else { length.min(if left < 1.5 * length { 0.6 * left } else { left }) };
            match span(tracking, &here, tried) {
                Some((next, span, error)) if error <= 1.0 => {
                    check_range(tracking, &span)?;
                    spans.push(span);
                    here = next;
                    length = (tried * sixth_root_of_inverse(error).min(2.0)).min(LONGEST);
                }
                Some((.., error)) => length = tried * sixth_root_of_inverse(error).clamp(0.1, 0.7),
                // Not a half: a singularity in the middle would be met again and again.
                None => length = 0.47 * tried,
            }
            if length < SHORTEST {
                return Err(refusal::why(tracking, here.share, &here.joints));
            }
        }
        check_attitude(tracking, &here.joints)?;
        Ok(Self { spans })
    }

    /// Each joint at a share, its rates per share.
    pub(super) fn at(&self, share: f64) -> impl Iterator<Item = State> + '_ {
        let index = self.spans.partition_point(|span| span.from <= share).saturating_sub(1);
        let span = &self.spans[index];
        span.joints.iter().map(move |joint| joint.at(share - span.from))
    }
}

/// 0.9 / error^(1/6): by how much longer a span with this error may be.
fn sixth_root_of_inverse(error: f64) -> f64 {
    0.9 / portable::cbrt(error.max(1e-12).sqrt())
}

/// The knot at the end of a span, the span, and its error in shares of the tolerance.
fn span(tracking: &mut Tracking, here: &Knot, length: f64) -> Option<(Knot, Span, f64)> {
    let last = here.share + length >= 1.0 - 1e-12;
    let share = if last { 1.0 } else { here.share + length };
    let ahead = |i: usize| here.joints[i] + length * (here.rates.first[i] + 0.5 * length * here.rates.second[i]);
    let first: Vec<f64> = (0..here.joints.len()).map(ahead).collect();
    let joints = tracking.joints_at(share, &first)?;
    let rates = match last {
        true => tracking.rates_at_end(share, &joints, length),
        false => tracking.rates(share, &joints, length),
    }?;
    let end = |joints: &[f64], rates: &Rates, i: usize| (joints[i], rates.first[i], rates.second[i]);
    let quintic = |i: usize| Polynomial::quintic(end(&here.joints, &here.rates, i), end(&joints, &rates, i), length);
    let span = Span { from: here.share, length, joints: (0..joints.len()).map(quintic).collect() };
    let error = middle_error(tracking, &span)?;
    Some((Knot { share, joints, rates }, span, error))
}

/// The error in the middle of a span, in shares of the tolerance: a quintic errs most there.
fn middle_error(tracking: &mut Tracking, span: &Span) -> Option<f64> {
    let share = span.from + 0.5 * span.length;
    let middle: Vec<f64> = span.joints.iter().map(|joint| joint.at(0.5 * span.length).position).collect();
    let miss = tracking.miss(share, &middle).ok()?;
    let position = miss.position.norm() / TOLERANCE;
    if tracking.is_exact() {
        return Some(position.max(miss.angle.norm() / TOLERANCE));
    }
    let exact = tracking.joints_at(share, &middle)?;
    let apart = middle.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    Some(position.max(apart / SAME_JOINTS))
}

/// Refuses a span on which a joint leaves its range.
fn check_range(tracking: &Tracking, span: &Span) -> Result<(), CartesianError> {
    for (i, (joint, limits)) in span.joints.iter().zip(tracking.robot().limits()).enumerate() {
        let range = JointLimits { speed: f64::INFINITY, acceleration: f64::INFINITY, jerk: f64::INFINITY, ..*limits };
        let broken = check(std::slice::from_ref(joint), i + 1, &range);
        if let Err(LimitError::Broken { number, kind, peak: value, limit, at_s, .. }) = broken {
            let at = place(tracking, span.from + at_s);
            return Err(CartesianError::Range { at, number, kind, value, limit });
        }
        broken?;
    }
    Ok(())
}

/// Refuses an end of which the arm does not have the attitude.
fn check_attitude(tracking: &mut Tracking, joints: &[f64]) -> Result<(), CartesianError> {
    let by_rad = tracking.miss(1.0, joints)?.angle.norm();
    if by_rad <= MOST_TURNED {
        return Ok(());
    }
    Err(CartesianError::Attitude { at: place(tracking, 1.0), by_rad, most_rad: MOST_TURNED })
}

/// A share of the leg as a place on the path.
pub(super) fn place(tracking: &Tracking, share: f64) -> PlaceOnPath {
    PlaceOnPath { leg: tracking.leg.number, share, length_m: tracking.leg.length_m }
}
