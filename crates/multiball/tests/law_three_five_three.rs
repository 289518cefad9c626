//! Laws of the 3-5-3 motion and of its least times.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::polynomial::{Coefficients, derivative, value};
use multiball::motion::{
    Polynomial, SpeedLimitedPath, State, ThreeFiveThree, TimingCost, TimingError, least_common_times,
};
use nalgebra::{SMatrix, SVector};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn way_points(rng: &mut ChaCha8Rng) -> [f64; 4] {
    std::array::from_fn(|_| rng.random_range(-2.0..2.0))
}

fn motion(rng: &mut ChaCha8Rng) -> ThreeFiveThree {
    let way_points = way_points(rng);
    ThreeFiveThree::new(way_points, std::array::from_fn(|_| rng.random_range(0.2..2.0))).unwrap()
}

fn path(rng: &mut ChaCha8Rng) -> SpeedLimitedPath {
    SpeedLimitedPath { way_points: way_points(rng), speed_limit: rng.random_range(0.5..5.0) }
}

fn sum(times_s: [f64; 3]) -> f64 {
    times_s.iter().sum()
}

/// Row of the linear system: the derivative of some order of one piece at a time. The pieces have 4, 6 and 4
/// coefficients.
fn condition(piece: usize, order: usize, t: f64) -> SVector<f64, 14> {
    let (first, count) = [(0, 4), (4, 6), (10, 4)][piece];
    let mut row = SVector::zeros();
    for power in order..count {
        let factor: usize = (power - order + 1..=power).product();
        row[first + power] = factor as f64 * t.powi((power - order) as i32);
    }
    row
}

/// The 14 conditions as they are printed, solved by elimination.
fn by_elimination([q0, q1, q2, q3]: [f64; 4], [t1, t2, t3]: [f64; 3]) -> SVector<f64, 14> {
    let meet = |piece: usize, order, t| condition(piece, order, t) - condition(piece + 1, order, 0.0);
    let rows = [
        (condition(0, 0, 0.0), q0),
        (condition(0, 1, 0.0), 0.0),
        (condition(0, 2, 0.0), 0.0),
        (condition(0, 0, t1), q1),
        (condition(1, 0, 0.0), q1),
        (meet(0, 1, t1), 0.0),
        (meet(0, 2, t1), 0.0),
        (condition(1, 0, t2), q2),
        (condition(2, 0, 0.0), q2),
        (meet(1, 1, t2), 0.0),
        (meet(1, 2, t2), 0.0),
        (condition(2, 0, t3), q3),
        (condition(2, 1, t3), 0.0),
        (condition(2, 2, t3), 0.0),
    ];
    let system = SMatrix::<f64, 14, 14>::from_rows(&rows.map(|(row, _)| row.transpose()));
    system.full_piv_lu().solve(&SVector::from(rows.map(|(_, right)| right))).unwrap()
}

#[test]
fn law_the_closed_form_solves_the_fourteen_conditions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let points = way_points(&mut rng);
        let times_s: [f64; 3] = std::array::from_fn(|_| rng.random_range(0.2..2.0));
        let solved = by_elimination(points, times_s);
        let pieces = ThreeFiveThree::new(points, times_s).unwrap().pieces();
        let closed = pieces.iter().zip([4, 6, 4]).flat_map(|(piece, count)| &piece.coefficients[..count]);
        for (index, (closed, solved)) in closed.zip(&solved).enumerate() {
            assert!((closed - solved).abs() < 1e-9 * solved.abs().max(1.0), "{index}: {closed} instead of {solved}");
        }
        assert_eq!(pieces.map(|piece| piece.duration_s), times_s);
    }
}

/// Position and its first three derivatives.
fn state(c: &Coefficients, t: f64) -> [f64; 4] {
    let (d1, d2) = (derivative(c), derivative(&derivative(c)));
    [value(c, t), value(&d1, t), value(&d2, t), value(&derivative(&d2), t)]
}

fn numbers(state: State) -> [f64; 4] {
    [state.position, state.velocity, state.acceleration, state.jerk]
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < tolerance * expected.abs().max(1.0), "{found} instead of {expected}");
    }
}

#[test]
fn law_velocity_and_acceleration_are_continuous_and_zero_at_both_ends() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..500 {
        let pieces = motion(&mut rng).pieces();
        for pair in pieces.windows(2) {
            assert_close(
                &state(&pair[0].coefficients, pair[0].duration_s)[..3],
                &state(&pair[1].coefficients, 0.0)[..3],
                1e-10,
            );
        }
        assert_eq!(state(&pieces[0].coefficients, 0.0)[1..3], [0.0; 2]);
        assert_close(&state(&pieces[2].coefficients, pieces[2].duration_s)[1..3], &[0.0; 2], 1e-10);
    }
}

#[test]
fn law_the_motion_is_its_pieces_one_after_the_other_and_peaks_hold_every_sample() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..300 {
        let motion = motion(&mut rng);
        let (mut start_s, mut most) = (0.0, [0.0_f64; 4]);
        for Polynomial { coefficients: c, duration_s } in motion.pieces() {
            for i in 0..1000 {
                let t = duration_s * (f64::from(i) + 0.5) / 1000.0;
                let here = numbers(motion.at(start_s + t));
                assert_close(&here, &state(&c, t), 1e-9);
                most.iter_mut().zip(here).for_each(|(most, here)| *most = most.max(here.abs()));
            }
            start_s += duration_s;
        }
        let peaks = [motion.peak_speed(), motion.peak_acceleration(), motion.peak_jerk()];
        for (peak, sampled) in peaks.iter().zip(&most[1..]) {
            assert!(*peak >= *sampled * (1.0 - 1e-12) && *peak < *sampled * 1.02, "{peak} and {sampled}");
        }
        assert!(motion.peak_speed() < most[1] * 1.0001);
        let stands =
            [motion.at(-1.0), motion.at(start_s + 1.0)].map(|state| [state.velocity, state.acceleration, state.jerk]);
        assert_eq!(stands, [[0.0; 3]; 2]);
    }
}

#[test]
fn law_longer_times_make_all_rates_smaller_by_their_powers() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..300 {
        let (points, k) = (way_points(&mut rng), 10f64.powf(rng.random_range(-30.0..30.0)));
        let times_s: [f64; 3] = std::array::from_fn(|_| rng.random_range(0.2..2.0));
        let base = ThreeFiveThree::new(points, times_s).unwrap();
        let scaled = ThreeFiveThree::new(points, times_s.map(|t| t * k)).unwrap();
        assert!((scaled.peak_speed() * k / base.peak_speed() - 1.0).abs() < 1e-12);
        assert!((scaled.peak_acceleration() * k * k / base.peak_acceleration() - 1.0).abs() < 1e-12);
        assert!((scaled.peak_jerk() * k * k * k / base.peak_jerk() - 1.0).abs() < 1e-12);
        assert!((scaled.duration_s() / base.duration_s() / k - 1.0).abs() < 1e-12);
    }
}

#[test]
fn law_mirrors_of_the_way_points_mirror_the_least_times() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..500 {
        let path = path(&mut rng);
        let [t1, t2, t3] = path.least_times_s().unwrap();
        let [q0, q1, q2, q3] = path.way_points;
        let backwards = SpeedLimitedPath { way_points: [q3, q2, q1, q0], ..path };
        let upside_down = SpeedLimitedPath { way_points: path.way_points.map(|q| 7.0 - q), ..path };
        let twice_as_fast = SpeedLimitedPath { speed_limit: 2.0 * path.speed_limit, ..path };
        // The times are less sharp than their sum where the sum is flat.
        assert_close(&backwards.least_times_s().unwrap(), &[t3, t2, t1], 1e-6);
        assert_close(&upside_down.least_times_s().unwrap(), &[t1, t2, t3], 1e-6);
        assert_close(&twice_as_fast.least_times_s().unwrap(), &[t1 / 2.0, t2 / 2.0, t3 / 2.0], 1e-6);
        assert!((sum(backwards.least_times_s().unwrap()) / (t1 + t2 + t3) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn law_least_times_use_the_limit_up_and_the_cost_knows_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..2000 {
        let path = path(&mut rng);
        let times_s = path.least_times_s().unwrap();
        let peak = path.motion(times_s).unwrap().peak_speed();
        assert!((peak / path.speed_limit - 1.0).abs() < 1e-13, "{path:?}: {peak}");
        let cost = TimingCost::new(path).unwrap();
        let (sum_s, violation) = cost.at(times_s);
        assert!(sum_s == sum(times_s) && violation < 1e-13);
        assert!((cost.at(times_s.map(|t| t / 1.25)).1 - 0.25).abs() < 1e-12);
        for (time_s, (least, most)) in times_s.iter().zip(cost.bounds_s()) {
            assert!(*time_s >= least * (1.0 - 1e-12) && *time_s <= *most, "{path:?}: {times_s:?}");
        }
    }
}

#[test]
fn law_the_common_times_keep_every_limit_and_one_joint_bounds_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..300 {
        let paths: [SpeedLimitedPath; 4] = std::array::from_fn(|_| path(&mut rng));
        let times_s = least_common_times(&paths).unwrap();
        let use_of = |path: &SpeedLimitedPath| path.motion(times_s).unwrap().peak_speed() / path.speed_limit;
        assert!((paths.iter().map(use_of).fold(0.0, f64::max) - 1.0).abs() < 1e-13);
        let longest = paths.iter().map(|path| sum(path.least_times_s().unwrap())).fold(0.0, f64::max);
        assert!(sum(times_s) >= longest * (1.0 - 1e-12));
        // A joint that stays needs no time; the same joint twice needs no more than once.
        let still = SpeedLimitedPath { way_points: [1.0; 4], speed_limit: 1.0 };
        let alone = sum(paths[0].least_times_s().unwrap());
        let together = sum(least_common_times(&[still, paths[0], paths[0]]).unwrap());
        assert!((together / alone - 1.0).abs() < 1e-12);
    }
}

#[test]
fn law_a_joint_that_stays_needs_no_time() {
    let path = SpeedLimitedPath { way_points: [0.3; 4], speed_limit: 2.0 };
    assert_eq!(path.least_times_s().unwrap(), [0.0; 3]);
    let motion = path.motion([0.0; 3]).unwrap();
    assert_eq!(numbers(motion.at(0.0)), [0.3, 0.0, 0.0, 0.0]);
    assert_eq!((motion.peak_speed(), motion.peak_acceleration(), motion.peak_jerk()), (0.0, 0.0, 0.0));
    assert_eq!(motion.pieces().map(|piece| piece.coefficients[0]), [0.3; 3]);
    for times_s in [[1.0; 3], [1.0, 0.0, 1.0], [0.0, 2.0, 0.0]] {
        let motion = path.motion(times_s).unwrap();
        assert_eq!((numbers(motion.at(1.0)), motion.peak_speed()), ([0.3, 0.0, 0.0, 0.0], 0.0));
    }
    assert_eq!(TimingCost::new(path).unwrap().at([1.0; 3]), (3.0, 0.0));
    assert_eq!(least_common_times::<0>(&[]).unwrap(), [0.0; 3]);
}

#[test]
fn law_what_cannot_be_is_refused_in_numbers() {
    let path = SpeedLimitedPath { way_points: [0.0, 1.0, 2.0, 3.0], speed_limit: 1.0 };
    assert_eq!(path.motion([1.0, 0.0, 1.0]).unwrap_err(), TimingError::BadTime { segment: 2, time_s: 0.0 });
    assert!(matches!(path.motion([1.0, 1.0, f64::NAN]), Err(TimingError::BadTime { segment: 3, .. })));
    for speed_limit in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-305, 1e295] {
        let path = SpeedLimitedPath { speed_limit, ..path };
        assert!(matches!(path.least_times_s(), Err(TimingError::BadLimit { .. })), "{speed_limit}");
        assert!(TimingCost::new(path).is_err());
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let path = SpeedLimitedPath { way_points: [0.0, 1.0, bad, 3.0], ..path };
        assert!(matches!(path.least_times_s(), Err(TimingError::BadWayPoints { segment: 2, .. })));
        assert!(path.motion([1.0; 3]).is_err());
    }
    let message = path.motion([1.0, -2.0, 1.0]).unwrap_err().to_string();
    assert_eq!(message, "the time of segment 2 is -2 s; a joint that moves needs a positive finite time");
    assert_eq!(TimingCost::new(path).unwrap().at([1.0, -1.0, 1.0]), (1.0, f64::INFINITY));
}
