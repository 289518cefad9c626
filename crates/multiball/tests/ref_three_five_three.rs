//! 3-5-3 timing against the figures of paper 003: way points of table 3, times of table 5.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::motion::{SpeedLimitedPath, least_common_times};

const LIMIT_DEG_S: f64 = 80.0;

/// Joint angles at X0..X3, degrees [table 3].
const WAY_POINTS_DEG: [[f64; 4]; 5] = [
    [-43.6, -16.2, 14.4, 45.1],
    [-165.0, -145.3, -110.2, -92.4],
    [-160.5, -135.0, -115.0, -93.8],
    [3.2, 18.5, 30.3, 46.0],
    [94.9, 109.0, 124.1, 135.2],
];

/// Times printed as the best under 80 deg/s, and what was found with them: their sum, and the speed that they really
/// need.
const PRINTED: [([f64; 3], f64, f64); 5] = [
    ([0.6349, 0.6180, 0.6956], 1.9485, 136.2),
    ([0.5357, 0.4784, 0.5184], 1.5325, 115.2),
    ([0.6831, 0.6057, 0.6507], 1.9395, 115.1),
    ([0.5375, 0.3484, 0.6718], 1.5577, 87.0),
    ([0.5423, 0.5148, 0.4854], 1.5425, 80.6),
];

/// The least times under 80 deg/s and their sum, from another program.
const LEAST: [([f64; 3], f64); 5] = [
    ([1.0606, 0.4050, 1.1821], 2.6477),
    ([0.7823, 0.4646, 0.7132], 1.9601),
    ([0.9743, 0.2646, 0.8154], 2.0543),
    ([0.5846, 0.1560, 0.5994], 1.3401),
    ([0.5442, 0.1999, 0.4340], 1.1781),
];

fn joints() -> [SpeedLimitedPath; 5] {
    WAY_POINTS_DEG.map(|way_points| SpeedLimitedPath { way_points, speed_limit: LIMIT_DEG_S })
}

fn sum(times_s: [f64; 3]) -> f64 {
    times_s.iter().sum()
}

#[test]
fn ref_all_printed_times_break_the_printed_limit() {
    for (joint, (times_s, printed_sum_s, real_peak)) in joints().iter().zip(PRINTED) {
        let peak = joint.motion(times_s).unwrap().peak_speed();
        assert!((sum(times_s) - printed_sum_s).abs() < 1e-9);
        assert!((peak - real_peak).abs() < 0.05 && peak > LIMIT_DEG_S, "{peak} instead of {real_peak}");
    }
}

#[test]
fn ref_least_times_of_each_joint() {
    for (joint, (expected_s, expected_sum_s)) in joints().iter().zip(LEAST) {
        let times_s = joint.least_times_s().unwrap();
        for (found, expected) in times_s.iter().zip(expected_s) {
            assert!((found - expected).abs() < 0.51e-4, "{times_s:?} instead of {expected_s:?}");
        }
        assert!((sum(times_s) - expected_sum_s).abs() < 0.51e-4);
        assert!((joint.motion(times_s).unwrap().peak_speed() / LIMIT_DEG_S - 1.0).abs() < 1e-13);
    }
}

#[test]
fn ref_least_common_times_of_the_five_joints() {
    let times_s = least_common_times(&joints()).unwrap();
    for (found, expected) in times_s.iter().zip([1.0480, 0.5178, 1.1700]) {
        assert!((found - expected).abs() < 0.51e-4, "{times_s:?}");
    }
    assert!((sum(times_s) - 2.7359).abs() < 0.51e-4);
    let peaks = joints().map(|joint| joint.motion(times_s).unwrap().peak_speed());
    assert!(peaks.iter().all(|peak| *peak < LIMIT_DEG_S * (1.0 + 1e-13)), "{peaks:?}");
}

/// The longest of the joints' own best times for each segment make no common timing. A longer outer segment is not
/// gentler: joint 2 enters its middle more slowly then and has to make up for it there.
#[test]
fn ref_the_longest_segments_of_the_joints_break_the_limit() {
    let each = joints().map(|joint| joint.least_times_s().unwrap());
    let longest: [f64; 3] = std::array::from_fn(|i| each.iter().map(|times_s| times_s[i]).fold(0.0, f64::max));
    let peaks = joints().map(|joint| joint.motion(longest).unwrap().peak_speed());
    assert!((peaks[1] - 95.17).abs() < 0.005, "{peaks:?}");
    assert!(sum(longest) < sum(least_common_times(&joints()).unwrap()));
}

/// From rest to rest with nothing before and after, the quintic's peak is 15/8 of its mean speed. The smallest motions
/// before and after give it acceleration at both ends: then 6/5 are enough.
#[test]
fn ref_a_lone_middle_segment_peaks_at_fifteen_eighths() {
    let sum_of = |outer: f64| {
        let path = SpeedLimitedPath { way_points: [0.0, outer, 1.0 + outer, 1.0 + 2.0 * outer], speed_limit: 1.0 };
        sum(path.least_times_s().unwrap())
    };
    assert!((sum_of(0.0) / (1.875 * (1.0 + 2.0 / 8192.0)) - 1.0).abs() < 1e-12);
    assert!(sum_of(1e-6) > 1.2 && sum_of(1e-6) < 1.201);
}
