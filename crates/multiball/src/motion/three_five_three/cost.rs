//! The timing problem as a swarm or a genetic method sees it.

use super::ThreeFiveThree;
use super::path::{SpeedLimitedPath, TimingError, differences};

/// What a choice of times costs one joint, for methods that search among times and punish a broken limit.
///
/// It is the paper's problem as printed: find t₁, t₂, t₃ with the least sum for which the peak speed is within the
/// limit. The peak is exact. [paper 003, NPSO]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimingCost {
    path: SpeedLimitedPath,
    differences: [f64; 3],
    bounds_s: [(f64, f64); 3],
}

impl TimingCost {
    /// The cost for these way points and this limit.
    ///
    /// # Errors
    /// When a way point is not finite or the limit is not positive and finite.
    pub fn new(path: SpeedLimitedPath) -> Result<Self, TimingError> {
        let [d1, d2, d3] = path.differences_s()?.map(f64::abs);
        let differences = differences(&path.way_points)?;
        let peak_for_3_s = ThreeFiveThree::from_parts(path.way_points, differences, [1.0; 3]).peak_speed();
        let equal_sum_s = 3.0 * peak_for_3_s / path.speed_limit;
        // Shorter than any share that the least times have, and above 0, by which speeds are divided.
        let least = [3.0 * d1, d2, 3.0 * d3].map(|time_s| time_s.max(1e-10 * equal_sum_s));
        let together: f64 = least.iter().sum();
        let bounds_s = least.map(|least| (least, equal_sum_s - (together - least)));
        Ok(Self { path, differences, bounds_s })
    }

    /// Least and greatest t₁, t₂, t₃ in s between which the best times lie.
    ///
    /// Below t₁ = 3 |d₁| / limit, t₂ = |d₂| / limit or t₃ = 3 |d₃| / limit the limit is broken: the outer cubics end
    /// with three times their mean speed, the quintic has at least its mean speed. Three equal times that keep the
    /// limit have a sum that the best does not exceed; what the least of two times leave of it is the greatest third.
    #[must_use]
    pub fn bounds_s(&self) -> &[(f64, f64); 3] {
        &self.bounds_s
    }

    /// The sum of the times in s, and by how much the peak speed breaks the limit: peak/limit - 1, or 0 within the
    /// limit. A time that is not positive and finite breaks it by infinity.
    #[must_use]
    pub fn at(&self, times_s: [f64; 3]) -> (f64, f64) {
        let sum_s = times_s.iter().sum();
        if !times_s.iter().all(|time_s| *time_s > 0.0 && time_s.is_finite()) {
            return (sum_s, f64::INFINITY);
        }
        let motion = ThreeFiveThree::from_parts(self.path.way_points, self.differences, times_s);
        (sum_s, (motion.peak_speed() / self.path.speed_limit - 1.0).max(0.0))
    }
}
