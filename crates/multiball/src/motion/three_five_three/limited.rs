//! Times that keep acceleration and jerk as well.

use super::path::{SpeedLimitedPath, TimingError, differences};
use super::{ThreeFiveThree, least_common_times};
use crate::geometry::portable;
use crate::robot::JointLimits;

/// Logarithms of t₁/t₂ and t₃/t₂ are searched from minus to plus this: ratios of 1 to 400.
const WIDEST: f64 = 6.0;
/// Nodes to each side of the middle of the first grid. Valleys between two limits can be narrow: it must not step over
/// them.
const FIRST: i32 = 30;
/// Nodes of the first grid that are followed down.
const STARTS: usize = 6;
/// Nodes to each side of the middle of the grids that close in on a node.
const CLOSER: i32 = 3;
/// Each of them is half as wide as the one before: after so many it is 1e-9 wide.
const ROUNDS: usize = 28;

/// Times t₁, t₂, t₃ of small sum with which all joints keep their limits of speed, acceleration and jerk.
///
/// For shares of the time that sum up to 1, the peaks s, a, j of each joint scale with the total T as s/T, a/T², j/T³,
/// so the least T is the greatest of s/V, √(a/A), ∛(j/J) over the joints. Where only speeds matter the answer is that
/// of [`least_common_times`], which is exact. Elsewhere the shares are searched on grids that close in on their best
/// node, to 1e-9: good, not proven the least.
///
/// # Errors
/// When a way point is not finite or a limit is not above 0.
pub fn least_limited_times<const N: usize>(
    way_points: &[[f64; 4]; N],
    limits: &[JointLimits; N],
) -> Result<[f64; 3], TimingError> {
    let joints = Joints::new(way_points, limits)?;
    if joints.stand() {
        return Ok([0.0; 3]);
    }
    let paths = std::array::from_fn(|i| SpeedLimitedPath { way_points: way_points[i], speed_limit: limits[i].speed });
    let exact = least_common_times::<N>(&paths).ok();
    if let Some(times_s) =
        exact.filter(|times_s| joints.least_s(*times_s) <= times_s.iter().sum::<f64>() * (1.0 + 1e-9))
    {
        return Ok(times_s);
    }
    let mut nodes = joints.grid((0.0, 0.0), WIDEST, FIRST);
    nodes.sort_by(|a, b| a.1.total_cmp(&b.1));
    let lows = nodes.into_iter().take(STARTS).map(|start| joints.close_in(start));
    let least = lows.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(((0.0, 0.0), f64::INFINITY));
    // The exact checker's rounding must not turn them down.
    Ok(shares(least.0).map(|share| share * least.1 * (1.0 + 1e-12)))
}

/// Logarithms of the ratios of times, and the least sum of times in these ratios.
type Node = ((f64, f64), f64);

/// Shares of the time whose ratios to the middle one have these logarithms.
fn shares((first, last): (f64, f64)) -> [f64; 3] {
    let (first, last) = (portable::exp(first), portable::exp(last));
    let whole = first + 1.0 + last;
    [first / whole, 1.0 / whole, last / whole]
}

/// All joints with their limits.
struct Joints<'a, const N: usize> {
    way_points: &'a [[f64; 4]; N],
    differences: [[f64; 3]; N],
    limits: &'a [JointLimits; N],
}

impl<'a, const N: usize> Joints<'a, N> {
    fn new(way_points: &'a [[f64; 4]; N], limits: &'a [JointLimits; N]) -> Result<Self, TimingError> {
        let mut all = [[0.0; 3]; N];
        for (i, limit) in limits.iter().enumerate() {
            all[i] = differences(&way_points[i])?;
            if let Some(bad) =
                [limit.speed, limit.acceleration, limit.jerk].into_iter().find(|limit| limit.is_nan() || *limit <= 0.0)
            {
                return Err(TimingError::LimitNotPositive { number: i + 1, limit: bad });
            }
        }
        Ok(Self { way_points, differences: all, limits })
    }

    /// Whether no joint moves.
    fn stand(&self) -> bool {
        self.differences.iter().flatten().all(|difference| *difference == 0.0)
    }

    /// The least sum of times in these proportions.
    fn least_s(&self, times_s: [f64; 3]) -> f64 {
        let sum_s: f64 = times_s.iter().sum();
        let stretch = |i: usize| {
            let motion = ThreeFiveThree::from_parts(self.way_points[i], self.differences[i], times_s);
            let (speed, acceleration) =
                (motion.peak_speed() / self.limits[i].speed, motion.peak_acceleration() / self.limits[i].acceleration);
            speed.max(acceleration.sqrt()).max(portable::cbrt(motion.peak_jerk() / self.limits[i].jerk))
        };
        sum_s * (0..N).map(stretch).fold(0.0, f64::max)
    }

    /// All nodes of a grid about a middle, so wide to each side.
    fn grid(&self, (first, last): (f64, f64), width: f64, nodes: i32) -> Vec<Node> {
        let step = width / f64::from(nodes);
        let node = |i: i32, j: i32| {
            let node = (first + step * f64::from(i), last + step * f64::from(j));
            (node, self.least_s(shares(node)))
        };
        (-nodes..=nodes).flat_map(|i| (-nodes..=nodes).map(move |j| (i, j))).map(|(i, j)| node(i, j)).collect()
    }

    /// The low to which ever smaller grids lead from a node.
    fn close_in(&self, start: Node) -> Node {
        let mut best = start;
        let mut width = 1.5 * WIDEST / f64::from(FIRST);
        for _ in 0..ROUNDS {
            let nodes = self.grid(best.0, width, CLOSER);
            best = nodes.into_iter().fold(best, |best, node| if node.1 < best.1 { node } else { best });
            width *= 0.5;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::{Arm, Arm6};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_every_limit_is_kept_one_is_reached_and_no_random_shares_do_better() {
        let limits = *Arm6::default().limits();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            let way_points: [[f64; 4]; 6] =
                std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
            let times_s = least_limited_times(&way_points, &limits).unwrap();
            let (joints, sum_s) = (Joints::new(&way_points, &limits).unwrap(), times_s.iter().sum::<f64>());
            assert!((joints.least_s(times_s) / sum_s - 1.0).abs() < 1e-9);
            for _ in 0..3000 {
                let other = shares((rng.random_range(-6.0..6.0), rng.random_range(-6.0..6.0)));
                assert!(joints.least_s(other) > sum_s * (1.0 - 1e-6), "{other:?} beats {times_s:?}");
            }
        }
    }

    #[test]
    fn law_without_other_limits_it_is_the_exact_optimum() {
        let free = |limit: &JointLimits| JointLimits { acceleration: f64::INFINITY, jerk: f64::INFINITY, ..*limit };
        let limits = Arm6::default().limits().each_ref().map(free);
        let way_points = [[0.0, 0.3, 0.9, 1.2]; 6];
        let paths = limits.map(|limit| SpeedLimitedPath { way_points: way_points[0], speed_limit: limit.speed });
        assert_eq!(least_limited_times(&way_points, &limits), least_common_times(&paths));
    }

    #[test]
    fn law_a_joint_that_goes_and_comes_back_is_not_stretched_without_end() {
        let limits = *Arm6::default().limits();
        let mut way_points = [[0.0; 4]; 6];
        assert_eq!(least_limited_times(&way_points, &limits), Ok([0.0; 3]));
        way_points[0] = [0.0, 1.0, 1.0, 0.0];
        let sum_s: f64 = least_limited_times(&way_points, &limits).unwrap().iter().sum();
        assert!(sum_s < 5.0, "{sum_s} s");
        // A narrow valley: a coarse grid ends at twice the time.
        let ends = [0.5, -0.3, 0.4, 1.0, 0.5, -1.0];
        let way_points = ends.map(|end: f64| [0.0, end / 3.0, 2.0 * end / 3.0, end]);
        let sum_s: f64 = least_limited_times(&way_points, &limits).unwrap().iter().sum();
        assert!(sum_s < 0.917, "{sum_s} s");
    }
}
