//! Conversion of rsruckig's profiles to polynomial pieces, and their checks.

use rsruckig::prelude::Profile;

use super::peaks::check;
use super::{LimitError, Polynomial, State};
use crate::robot::JointLimits;

/// How far a profile may miss its states, in rad or m and seconds, relative for values greater than 1.
pub(super) const PRECISION: f64 = 1e-9;

/// A profile's phases of constant jerk, those that take time.
pub(super) fn phases(profile: &Profile) -> Vec<Polynomial> {
    let Profile { brake, t, p, v, a, j, .. } = profile;
    let phase = |lasts_s: f64, q: f64, v: f64, a: f64, j: f64| Polynomial {
        coefficients: [q, v, a / 2.0, j / 6.0, 0.0, 0.0],
        duration_s: lasts_s,
    };
    // Where rsruckig does not brake, the numbers of its brake mean nothing.
    let brakes = if brake.duration > 0.0 { 0..2 } else { 0..0 };
    let braking = brakes.map(|k| phase(brake.t[k], brake.p[k], brake.v[k], brake.a[k], brake.j[k]));
    let moving = (0..7).map(|k| phase(t[k], p[k], v[k], a[k], j[k]));
    braking.chain(moving).filter(|piece| piece.duration_s > 0.0).collect()
}

/// How far two states are apart.
pub(super) fn jump(a: &State, b: &State) -> f64 {
    let rates = apart(a.velocity, b.velocity).max(apart(a.acceleration, b.acceleration));
    rates.max(apart(a.position, b.position))
}

/// The greatest jump of pieces that should follow a state and take a time, or their error in time, and the state at
/// their end.
pub(super) fn gap(pieces: &[Polynomial], from: &State, lasts_s: f64) -> (f64, State) {
    let taken_s: f64 = pieces.iter().map(|piece| piece.duration_s).sum();
    pieces.iter().fold((apart(taken_s, lasts_s), *from), |(worst, at), piece| {
        (worst.max(jump(&at, &piece.at(0.0))), piece.at(piece.duration_s))
    })
}

fn apart(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.abs().max(1.0)
}

/// Corrects the position at the end, which rsruckig meets to 1e-8 only: one piece is bent by the quintic bump e (10
/// s³ - 15 s⁴ + 6 s⁵), the pieces after it are moved by e. The longest piece that allows it within the limits is taken.
///
/// # Errors
/// When none does: what breaks where the longest is bent.
pub(super) fn end_exactly(
    pieces: &mut [Polynomial],
    position: f64,
    number: usize,
    limits: &JointLimits,
) -> Result<(), LimitError> {
    let Some(last) = pieces.last() else { return Ok(()) };
    let miss = position - last.at(last.duration_s).position;
    if miss.abs() <= 0.1 * PRECISION {
        return check(pieces, number, limits);
    }
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|a, b| pieces[*b].duration_s.total_cmp(&pieces[*a].duration_s));
    let mut first_error = None;
    for k in order {
        let mut bent = pieces.to_vec();
        bend(&mut bent[k], miss);
        bent[k + 1..].iter_mut().for_each(|piece| piece.coefficients[0] += miss);
        match check(&bent, number, limits) {
            Ok(()) => {
                pieces.copy_from_slice(&bent);
                return Ok(());
            }
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    first_error.map_or(Ok(()), Err)
}

/// Moves the end of a piece, with the same rates there.
fn bend(piece: &mut Polynomial, by: f64) {
    let t = piece.duration_s;
    let t3 = t * t * t;
    piece.coefficients[3] += 10.0 * by / t3;
    piece.coefficients[4] -= 15.0 * by / (t3 * t);
    piece.coefficients[5] += 6.0 * by / (t3 * t * t);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::JointKind;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rsruckig::prelude::{DataArrayOrVec, InputParameter, Ruckig, ThrowErrorHandler, Trajectory};

    const LIMITS: JointLimits =
        JointLimits { kind: JointKind::Revolute, low: -9.0, high: 9.0, speed: 6.0, acceleration: 50.0, jerk: 1000.0 };

    /// A profile of one joint between random states, some of them so fast that it has to brake first.
    fn random_trajectory(rng: &mut ChaCha8Rng) -> Trajectory<1> {
        let mut draw = |most: f64| DataArrayOrVec::Stack([rng.random_range(-most..most)]);
        let mut input = InputParameter::<1>::new(None);
        (input.current_position, input.target_position) = (draw(2.0), draw(2.0));
        (input.current_velocity, input.target_velocity) = (draw(12.0), draw(4.0));
        input.current_acceleration = draw(49.0);
        input.max_velocity = DataArrayOrVec::Stack([LIMITS.speed]);
        input.max_acceleration = DataArrayOrVec::Stack([LIMITS.acceleration]);
        input.max_jerk = DataArrayOrVec::Stack([LIMITS.jerk]);
        let mut trajectory = Trajectory::new(None);
        Ruckig::<1, ThrowErrorHandler>::new(None, 0.001).calculate(&input, &mut trajectory).unwrap();
        trajectory
    }

    #[test]
    fn ref_pieces_are_what_rsruckig_samples() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut brakes = 0;
        for _ in 0..5000 {
            let trajectory = random_trajectory(&mut rng);
            let profile = &trajectory.profiles[0][0];
            brakes += u32::from(profile.brake.t[1] > 0.0);
            let pieces = phases(profile);
            let (worst, end) = gap(&pieces, &pieces[0].at(0.0), trajectory.duration);
            assert!(worst < 1e-10 && (end.position - profile.pf).abs() < 1.1e-8, "{worst} {end:?}");
            let mut start_s = 0.0;
            for piece in &pieces {
                let t_s = piece.duration_s * rng.random_range(0.01..0.99);
                let [mut q, mut v, mut a, mut j] = [const { DataArrayOrVec::Stack([0.0]) }; 4];
                let (q_out, v_out, a_out) = (&mut Some(&mut q), &mut Some(&mut v), &mut Some(&mut a));
                trajectory.at_time(start_s + t_s, q_out, v_out, a_out, &mut Some(&mut j), &mut None);
                let ours = piece.at(t_s);
                assert!((ours.position - q[0]).abs() < 1e-12 && (ours.velocity - v[0]).abs() < 1e-11);
                assert!((ours.acceleration - a[0]).abs() < 1e-10 && (ours.jerk - j[0]).abs() < 1e-9);
                start_s += piece.duration_s;
            }
        }
        assert!(brakes > 100, "{brakes} profiles that brake in two phases");
    }

    #[test]
    fn law_a_motion_that_misses_its_end_is_bent_to_meet_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let wider = JointLimits { speed: 6.1, acceleration: 50.1, jerk: 1100.0, ..LIMITS };
        let mut bent = 0;
        for _ in 0..1000 {
            let mut pieces = phases(&random_trajectory(&mut rng).profiles[0][0]);
            // Those that break a limit unbent are not tested here.
            if check(&pieces, 1, &wider).is_err() {
                continue;
            }
            let (start, lasts_s) = (pieces[0].at(0.0), pieces.iter().map(|piece| piece.duration_s).sum());
            let (_, end) = gap(&pieces, &start, lasts_s);
            let wanted = end.position + rng.random_range(-1e-7..1e-7);
            end_exactly(&mut pieces, wanted, 1, &wider).unwrap();
            let (worst, now) = gap(&pieces, &start, lasts_s);
            assert!((now.position - wanted).abs() <= 0.1 * PRECISION && worst < 1e-8);
            assert!((now.velocity - end.velocity).abs() < 1e-10 && (now.acceleration - end.acceleration).abs() < 1e-9);
            assert_eq!(check(&pieces, 1, &wider), Ok(()));
            bent += 1;
        }
        assert!(bent > 300, "{bent} motions");
    }
}
