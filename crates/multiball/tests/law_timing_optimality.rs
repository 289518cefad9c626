//! Nothing is shorter than the least times: two proofs by other means.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::polynomial::{derivative, roots_between};
use multiball::motion::{Polynomial, SpeedLimitedPath, least_common_times};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The ratios t₁/t₂ and t₃/t₂ lie between 2⁻¹³ and 2¹³.
const LOG_LIMIT: f64 = 13.0 * std::f64::consts::LN_2;

fn differences(path: &SpeedLimitedPath) -> [f64; 3] {
    std::array::from_fn(|i| (path.way_points[i + 1] - path.way_points[i]) / path.speed_limit)
}

fn path_of(differences: [f64; 3]) -> SpeedLimitedPath {
    let [d1, d2, d3] = differences;
    SpeedLimitedPath { way_points: [0.0, d1, d1 + d2, d1 + d2 + d3], speed_limit: 1.0 }
}

/// Way points of every kind: equal sizes, sizes over many powers of ten, no reversal, zeros and equals, huge and tiny.
fn some_path(rng: &mut ChaCha8Rng, kind: usize) -> SpeedLimitedPath {
    let mut difference = || {
        let d: f64 = rng.random_range(-1.0..1.0);
        match kind % 5 {
            0 => d,
            1 => d * 10f64.powf(rng.random_range(-6.0..0.0)),
            2 => d.abs() * 10f64.powf(rng.random_range(-3.0..0.0)),
            3 => (3.0 * d).round(),
            _ => d * 10f64.powf(rng.random_range(-10.0..0.0)),
        }
    };
    let scale = [1.0, 1e-200, 1e200][kind % 3];
    path_of([difference() * scale, difference() * scale, difference() * scale])
}

/// The sum of times that the joints need with these logarithms of t₁/t₂ and t₃/t₂, from the exact peak.
fn needed_sum(paths: &[SpeedLimitedPath], logs: [f64; 2]) -> f64 {
    let [x, y] = logs.map(|log| log.clamp(-LOG_LIMIT, LOG_LIMIT).exp());
    let unit = paths.iter().flat_map(differences).map(f64::abs).fold(0.0, f64::max);
    let times_s = [x * unit, unit, y * unit];
    let stretch = paths.iter().map(|path| path.motion(times_s).unwrap().peak_speed() / path.speed_limit);
    stretch.fold(0.0, f64::max) * times_s.iter().sum::<f64>()
}

/// Nelder and Mead's simplex, started anew with smaller and smaller simplices.
fn polished(f: impl Fn([f64; 2]) -> f64, start: [f64; 2]) -> f64 {
    let mut best = (f(start), start);
    for size in [0.3, 0.1, 1e-2, 1e-3, 1e-4] {
        let [x, y] = best.1;
        let mut corners = [best.1, [x + size, y], [x, y + size]].map(|corner| (f(corner), corner));
        for _ in 0..150 {
            corners.sort_by(|a, b| a.0.total_cmp(&b.0));
            let middle: [f64; 2] = std::array::from_fn(|i| 0.5 * (corners[0].1[i] + corners[1].1[i]));
            let along = |a: f64| {
                let place = std::array::from_fn(|i| middle[i] + a * (corners[2].1[i] - middle[i]));
                (f(place), place)
            };
            let reflected = along(-1.0);
            let candidate = if reflected.0 < corners[0].0 {
                let doubled = along(-2.0);
                if doubled.0 < reflected.0 { doubled } else { reflected }
            } else if reflected.0 < corners[1].0 {
                reflected
            } else {
                along(if reflected.0 < corners[2].0 { -0.5 } else { 0.5 })
            };
            if candidate.0 < corners[2].0 {
                corners[2] = candidate;
            } else {
                let nearest = corners[0].1;
                for corner in &mut corners[1..] {
                    corner.1 = std::array::from_fn(|i| 0.5 * (corner.1[i] + nearest[i]));
                    corner.0 = f(corner.1);
                }
            }
        }
        best = corners.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    }
    best.0
}

/// The best of a dense grid, polished from five of its best places.
fn by_force(paths: &[SpeedLimitedPath]) -> f64 {
    const CELLS: i32 = 40;
    let log = |i: i32| LOG_LIMIT * (2.0 * f64::from(i) / f64::from(CELLS) - 1.0);
    let cost = |logs| needed_sum(paths, logs);
    let places = (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |k| [log(i), log(k)]));
    let mut places: Vec<(f64, [f64; 2])> = places.map(|place| (cost(place), place)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    [0, 1, 2, 5, 12].into_iter().map(|rank| polished(cost, places[rank].1)).fold(f64::INFINITY, f64::min)
}

#[test]
fn law_no_search_finds_shorter_times_for_one_joint() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for kind in 0..300 {
        let path = some_path(&mut rng, kind);
        let sum: f64 = path.least_times_s().unwrap().iter().sum();
        assert!(sum == 0.0 || sum <= by_force(&[path]) * (1.0 + 1e-9), "{path:?}: {sum}");
    }
}

#[test]
fn law_no_search_finds_shorter_times_for_three_joints() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for kind in 0..60 {
        let paths: [SpeedLimitedPath; 3] = std::array::from_fn(|_| some_path(&mut rng, kind));
        let sum: f64 = least_common_times(&paths).unwrap().iter().sum();
        assert!(sum == 0.0 || sum <= by_force(&paths) * (1.0 + 1e-9), "{paths:?}: {sum}");
    }
}

/// Least and greatest value of 3u A(s) + 6u² B(s) for u in an interval.
fn lever_range(s: f64, (low, high): (f64, f64)) -> (f64, f64) {
    let fade = (1.0 - s) * (1.0 - s);
    let (a, b) = (3.0 * fade * (1.0 + 2.0 * s - 15.0 * s * s), 6.0 * s * fade * (1.0 - 2.5 * s));
    let lever = |u: f64| (a + b * u) * u;
    let (first, second) = (lever(low), lever(high));
    let turn = if b == 0.0 { low } else { (-0.5 * a / b).clamp(low, high) };
    (first.min(second).min(lever(turn)), first.max(second).max(lever(turn)))
}

fn times((low, high): (f64, f64), factor: f64) -> (f64, f64) {
    if factor < 0.0 { (high * factor, low * factor) } else { (low * factor, high * factor) }
}

/// Differences over the limit, and places s to look at.
type Joint = ([f64; 3], Vec<f64>);

/// A sum that no timing beats whose u = t₂/t₁ and z = t₂/t₃ lie in a box: at places s of the middle segment, the
/// least |rate| that interval arithmetic allows, times the least sum.
fn sum_from_below(joints: &[Joint], u: (f64, f64), z: (f64, f64)) -> f64 {
    let mut peak: f64 = 0.0;
    for ([d1, d2, d3], places) in joints {
        for s in places {
            let (first, last) = (times(lever_range(*s, u), *d1), times(lever_range(1.0 - s, z), *d3));
            let middle = d2 * 30.0 * s * s * (1.0 - s) * (1.0 - s);
            peak = peak.max(first.0 + middle + last.0).max(-(first.1 + middle + last.1));
        }
    }
    peak * (1.0 / u.1 + 1.0 + 1.0 / z.1)
}

/// Branch and bound over all ratios: whether it can be shown that every timing has at least this sum.
fn nothing_below(joints: &[Joint], sum: f64) -> bool {
    let whole = (-LOG_LIMIT, LOG_LIMIT);
    let (mut boxes, mut seen) = (vec![[whole, whole]], 0);
    while let Some([x, y]) = boxes.pop() {
        seen += 1;
        let ratio = |(low, high): (f64, f64)| (low.exp(), high.exp());
        if sum_from_below(joints, ratio(x), ratio(y)) >= sum {
            continue;
        }
        if seen > 200_000 {
            return false;
        }
        let halves = |(low, high): (f64, f64)| [(low, 0.5 * (low + high)), (0.5 * (low + high), high)];
        let split_x = x.1 - x.0 > y.1 - y.0;
        boxes.extend(if split_x { halves(x).map(|x| [x, y]) } else { halves(y).map(|y| [x, y]) });
    }
    true
}

/// Places to look at: evenly spread, and where the found motion has its extremes.
fn places_of(path: &SpeedLimitedPath, times_s: [f64; 3]) -> Vec<f64> {
    let Polynomial { coefficients: middle, duration_s } = path.motion(times_s).unwrap().pieces()[1];
    let extremes = roots_between(&derivative(&derivative(&middle)), 0.0, duration_s);
    let spread = (0..=32).map(|i| f64::from(i) / 32.0);
    spread.chain(extremes.as_slice().iter().map(|t| t / duration_s)).collect()
}

/// The found least sum and what the branch and bound needs to know of each joint.
fn problem<const N: usize>(paths: &[SpeedLimitedPath; N]) -> (f64, Vec<Joint>) {
    let times_s = least_common_times(paths).unwrap();
    let joints = paths.iter().map(|path| (differences(path), places_of(path, times_s)));
    (times_s.iter().sum(), joints.collect())
}

#[test]
fn law_branch_and_bound_leaves_nothing_shorter_for_the_papers_joints() {
    let table_3 = [
        [-43.6, -16.2, 14.4, 45.1],
        [-165.0, -145.3, -110.2, -92.4],
        [-160.5, -135.0, -115.0, -93.8],
        [3.2, 18.5, 30.3, 46.0],
        [94.9, 109.0, 124.1, 135.2],
    ];
    let paths = table_3.map(|way_points| SpeedLimitedPath { way_points, speed_limit: 80.0 });
    for (sum, joints) in paths.map(|path| problem(&[path])).into_iter().chain([problem(&paths)]) {
        assert!(nothing_below(&joints, sum * (1.0 - 1e-6)), "{joints:?}: {sum} not proven");
    }
    // The proof can fail: not every timing is longer than one that can be reached.
    let (sum, joints) = problem(&paths);
    assert!(!nothing_below(&joints, sum * (1.0 + 1e-6)));
}

#[test]
fn law_branch_and_bound_leaves_nothing_shorter_for_any_joint() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..60 {
        let (sum, joints) = problem(&[path_of(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))]);
        assert!(nothing_below(&joints, sum * (1.0 - 1e-3)), "{joints:?}: {sum} not proven");
    }
}
