//! The bounce with its derivatives.

use super::LinearBounce;
use super::dynamics::{Constants, Dynamics, State};
use super::variation::{FRICTION, GRIP, PARAMETERS, RESTITUTION, Row, Variation, add_row};
use crate::geometry::Vec3;

/// The state after the bounce of a state at the table's contact height, and the derivatives of the landing point
/// [Nakashima 2010, physics of `ball::contact`].
///
/// With other parameters the ball would touch a little sooner or later: δt = -δz / v_z. The state at the touch changes
/// by δx + ẋ δt, the bounce is differentiated there, and the ball then flies on for -δt.
pub(super) fn bounce(before: &State, dynamics: &Dynamics, constants: &Constants, radius: f64) -> (State, Variation) {
    let sooner = touch_time(before);
    let mut touch = *before;
    touch.by_position.add_outer(&before.velocity, &sooner);
    touch.by_velocity.add_outer(&dynamics.acceleration(&before.velocity, &before.spin), &sooner);
    let landing = touch.by_position;

    let mut after = match &constants.linear {
        None => rebound(&touch, constants, radius),
        Some(linear) => linear_rebound(&touch, linear),
    };
    reverse(&mut after, &touch, constants.restitution);
    let mut later = sooner;
    later.iter_mut().for_each(|value| *value = -*value);
    after.by_position.add_outer(&after.velocity, &later);
    after.by_velocity.add_outer(&dynamics.acceleration(&after.velocity, &after.spin), &later);
    (after, landing)
}

/// How the time of the touch changes with the parameters.
fn touch_time(before: &State) -> Row {
    let mut row = [0.0; PARAMETERS];
    add_row(&mut row, -1.0 / before.velocity.z, &before.by_position.0[2]);
    row
}

/// The bounce at a touch: slip s, friction share α = min(μ (1 + e) |v_z| / |s|, grip) with its corner
/// rounded, v' = v - α s,
/// ω' = ω + (3 α / 2R) (-s_y, s_x).
fn rebound(touch: &State, constants: &Constants, radius: f64) -> State {
    let Constants { restitution: e, friction: mu, grip, .. } = *constants;
    let (v, w) = (touch.velocity, touch.spin);
    let slip = [v.x - radius * w.y, v.y + radius * w.x];
    let mut by_slip = [touch.by_velocity.0[0], touch.by_velocity.0[1]];
    add_row(&mut by_slip[0], -radius, &touch.by_spin.0[1]);
    add_row(&mut by_slip[1], radius, &touch.by_spin.0[0]);
    let size = (slip[0] * slip[0] + slip[1] * slip[1]).sqrt().max(1e-12);
    let down = -v.z;
    let slides = mu * (1.0 + e) * down / size;

    let (share, by_slides, by_grip) = smooth_least(slides, grip, constants.corner_doublings);
    // d ln(slides) = dμ/μ + de/(1 + e) + dv_z/v_z - d|s|/|s|, with slides/μ kept whole for μ = 0.
    let mut by_share = [0.0; PARAMETERS];
    add_row(&mut by_share, by_slides * slides / v.z, &touch.by_velocity.0[2]);
    for axis in 0..2 {
        add_row(&mut by_share, -by_slides * slides * slip[axis] / (size * size), &by_slip[axis]);
    }
    by_share[FRICTION] += by_slides * (1.0 + e) * down / size;
    by_share[RESTITUTION] += by_slides * mu * down / size;
    by_share[GRIP] += by_grip;

    let mut after = *touch;
    let gain = 1.5 / radius;
    for axis in 0..2 {
        let mut by_kick = [0.0; PARAMETERS];
        add_row(&mut by_kick, share, &by_slip[axis]);
        add_row(&mut by_kick, slip[axis], &by_share);
        after.velocity[axis] -= share * slip[axis];
        add_row(&mut after.by_velocity.0[axis], -1.0, &by_kick);
        // A kick along x turns the ball about y, one along y about -x.
        let (about, sign) = if axis == 0 { (1, gain) } else { (0, -gain) };
        after.spin[about] += sign * share * slip[axis];
        add_row(&mut after.by_spin.0[about], sign, &by_kick);
    }
    after
}

/// v_x' = k_x v_x ± b, v_y' = k_y v_y; spin is kept.
fn linear_rebound(touch: &State, linear: &LinearBounce) -> State {
    let mut after = *touch;
    for (axis, factor) in [linear.along, linear.across].into_iter().enumerate() {
        after.velocity[axis] *= factor;
        after.by_velocity.0[axis].iter_mut().for_each(|value| *value *= factor);
    }
    after.velocity.x += linear.push.copysign(touch.velocity.x);
    after
}

/// v_z' = -e v_z.
fn reverse(after: &mut State, touch: &State, restitution: f64) {
    let down = -touch.velocity.z;
    after.velocity.z = restitution * down;
    after.by_velocity.0[2] = touch.by_velocity.0[2].map(|value| -restitution * value);
    after.by_velocity.0[2][RESTITUTION] += down;
}

/// The lesser of two positive numbers with its corner rounded, and the derivatives by both: a / (1 + (a/b)ⁿ)^(1/n) with
/// n = 2^`doublings`. A corner would have the search jump from one side to the other. With n = 16 4 % are lost where
/// both are equal, half a per cent where they are apart by a fifth; with 64 1 %, and nothing.
fn smooth_least(a: f64, b: f64, doublings: u32) -> (f64, f64, f64) {
    let ratio = a / b;
    if ratio > 8.0 {
        return (b, 0.0, 1.0);
    }
    let repeated = |of: fn(f64) -> f64, x: f64| (0..doublings).fold(x, |value, _| of(value));
    let sum = 1.0 + repeated(|x| x * x, ratio);
    let root = repeated(f64::sqrt, sum);
    let by_a = 1.0 / (sum * root);
    (a / root, by_a, ratio / root - ratio * by_a)
}

/// Whether the contact is over the table, an edge ball included.
pub(super) fn is_over(court: &crate::court::Court, place: &Vec3, radius: f64) -> bool {
    place.x.abs() <= court.end_line() + radius && place.y.abs() <= court.side_line() + radius
}
