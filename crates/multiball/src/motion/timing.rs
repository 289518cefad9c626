//! One duration for all joints between two states.

use super::{JointMotion, JointState, MotionError, Shape};
use crate::geometry::portable;
use crate::robot::JointLimits;

/// No motion is made shorter than this, s.
const SHORTEST_S: f64 = 1e-3;

/// Each duration tried is so much longer than the one before.
const STEP: f64 = 1.05;

/// The longest duration tried, in multiples of the time that the distance takes from rest to rest.
const LONGEST: f64 = 1e4;

/// The soonest motion of one polynomial for each joint between two states that keeps all limits.
///
/// Between states of rest a motion of duration T has the peaks of one of duration 1 divided by T, T², T³, and any
/// longer one keeps the limits too. Between moving states it need not: a joint may have to swing back, and farther the
/// longer it takes. So durations are tried upwards in steps of 5 %, from the least that the mean velocity allows, and
/// the first that keeps all limits is shortened to the last bits. An interval of possible durations narrower than a
/// step can be missed.
///
/// # Errors
/// When no duration does: what the longest one breaks.
pub fn soonest<const N: usize>(
    shape: Shape,
    start_s: f64,
    from: &JointState<N>,
    to: &JointState<N>,
    limits: &[JointLimits; N],
) -> Result<JointMotion<N>, MotionError> {
    let lasting = |lasts_s: f64| {
        let motion = JointMotion::between(shape, start_s, from, start_s + lasts_s, to);
        motion.check(limits).map(|()| motion)
    };
    let distance = |i: usize| (to.position[i] - from.position[i]).abs();
    let least_s = (0..N).map(|i| distance(i) / limits[i].speed).fold(SHORTEST_S, f64::max);
    let longest_s = LONGEST * (0..N).map(|i| rest_to_rest_s(distance(i), &limits[i])).fold(least_s, f64::max);
    let (mut short_s, mut long_s) = (least_s, least_s);
    let mut found = lasting(long_s);
    while found.is_err() && long_s < longest_s {
        (short_s, long_s) = (long_s, long_s * STEP);
        found = lasting(long_s);
    }
    let mut best = found?;
    while long_s - short_s > 1e-15 * long_s {
        let middle_s = 0.5 * (short_s + long_s);
        if middle_s <= short_s || middle_s >= long_s {
            break;
        }
        match lasting(middle_s) {
            Ok(motion) => (best, long_s) = (motion, middle_s),
            Err(_) => short_s = middle_s,
        }
    }
    Ok(best)
}

/// The time for a distance from rest to rest under the limits of acceleration and jerk, roughly.
fn rest_to_rest_s(distance: f64, limits: &JointLimits) -> f64 {
    (4.0 * distance / limits.acceleration).sqrt().max(portable::cbrt(32.0 * distance / limits.jerk))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use crate::motion::{LimitError, Quantity};
    use crate::robot::{JointKind, Joints};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn limits(speed: f64, acceleration: f64, jerk: f64) -> [JointLimits; 3] {
        std::array::from_fn(|i| JointLimits {
            kind: JointKind::Revolute,
            low: -3.0,
            high: 3.0,
            speed: speed * (1.0 + i as f64),
            acceleration: acceleration * (1.0 + i as f64),
            jerk,
        })
    }

    /// From rest to rest a quintic's peaks are 15/8 d/T, 10/√3 d/T² and 60 d/T³, a cubic's 3/2 d/T, 6 d/T² and 12 d/T³.
    #[test]
    fn ref_from_rest_to_rest_the_duration_is_the_closed_form() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..300 {
            let mut scale = || 10f64.powf(rng.random_range(-1.0..1.0));
            let limits = limits(5.0 * scale(), 50.0 * scale(), 1000.0 * scale());
            let mut draw = || JointState::at_rest(Joints::from_fn(|_, _| rng.random_range(-2.9..2.9)));
            let (from, to): (JointState<3>, JointState<3>) = (draw(), draw());
            for (shape, [speed, acceleration, jerk]) in
                [(Shape::Quintic, [15.0 / 8.0, 10.0 / 3f64.sqrt(), 60.0]), (Shape::Cubic, [1.5, 6.0, 12.0])]
            {
                let joint = |i: usize| {
                    let (d, limit) = ((to.position[i] - from.position[i]).abs(), &limits[i]);
                    let by_acceleration = (acceleration * d / limit.acceleration).sqrt();
                    (speed * d / limit.speed).max(by_acceleration).max((jerk * d / limit.jerk).cbrt())
                };
                let expected = (0..3).map(joint).fold(0.0, f64::max);
                let motion = soonest(shape, 2.0, &from, &to, &limits).unwrap();
                let lasts_s = motion.end_s() - motion.start_s();
                assert!((lasts_s / expected - 1.0).abs() < 1e-8, "{shape:?}: {lasts_s} instead of {expected}");
            }
        }
    }

    /// Between moving states: it keeps the limits, and a little sooner it would not.
    #[test]
    fn law_the_soonest_motion_keeps_the_limits_and_a_sooner_one_does_not() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let limits = limits(4.0, 40.0, 2000.0);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..500 {
            let mut state = || JointState {
                position: Joints::<3>::from_fn(|_, _| rng.random_range(-2.0..2.0)),
                velocity: Joints::from_fn(|_, _| rng.random_range(-2.0..2.0)),
                acceleration: Joints::from_fn(|_, _| rng.random_range(-10.0..10.0)),
            };
            let (from, to) = (state(), state());
            let Ok(motion) = soonest(Shape::Quintic, 1.0, &from, &to, &limits) else {
                refused += 1;
                continue;
            };
            found += 1;
            assert_eq!(motion.check(&limits), Ok(()));
            let end = motion.at(motion.end_s());
            assert!((end.position - to.position).amax() < 1e-9 && (end.velocity - to.velocity).amax() < 1e-9);
            let sooner_s = 1.0 + (motion.end_s() - 1.0) * (1.0 - 1e-6);
            let sooner = JointMotion::between(Shape::Quintic, 1.0, &from, sooner_s, &to);
            assert!(sooner.check(&limits).is_err());
        }
        assert!(found > 250 && refused > 0, "{found} found, {refused} refused");
    }

    #[test]
    fn law_a_target_out_of_range_is_refused_at_any_duration() {
        let (from, to) = (JointState::at_rest(Joints::zeros()), JointState::at_rest(Joints::repeat(3.5)));
        let error = soonest(Shape::Quintic, 0.0, &from, &to, &limits(5.0, 50.0, 1000.0)).unwrap_err();
        let MotionError::Limit(LimitError::Broken { quantity: Quantity::Position, peak, limit, .. }) = error else {
            panic!("{error}")
        };
        assert!((peak - 3.5).abs() < 1e-9 && limit == 3.0);
        let nowhere = JointState::at_rest(Joints::repeat(f64::NAN));
        assert!(soonest(Shape::Cubic, 0.0, &from, &nowhere, &limits(5.0, 50.0, 1000.0)).is_err());
    }

    #[test]
    fn law_no_distance_takes_next_to_no_time() {
        let rest = JointState::at_rest(Joints::zeros());
        let motion = soonest(Shape::Quintic, 5.0, &rest, &rest, &limits(5.0, 50.0, 1000.0)).unwrap();
        assert!((motion.end_s() - 5.0 - SHORTEST_S).abs() < 1e-12);
    }
}
