//! The least times for 3-5-3 motions under speed limits.

use super::ThreeFiveThree;
use super::descent::descend;
use super::grid::starts;
use super::path::{SpeedLimitedPath, TimingError};

/// The times t₁, t₂, t₃ in s with the least sum such that every joint's 3-5-3 motion keeps its own speed limit.
///
/// Times k times as long make speeds k times as small. So the least sum is the least greatest peak |q̇|/limit over all
/// shares of the times in a sum of 1 s, times 1 s: a search in two variables. The greatest peak is the maximum of a few
/// smooth functions, the extremes of the middle segments' rates. A grid over all ratios of times gives the start,
/// Newton steps on the conditions of the least maximum the rest. The sum is least to about 1e-13 of itself, and at the
/// end the limit is kept to rounding by the exact peak. docs/theory/three-five-three.md describes how that was checked.
///
/// t₁ and t₃ stay between t₂/8192 and 8192 t₂. Without that rule some way points have no least sum, only one that is
/// never reached: where q₀ = q₁ the first segment is mere waiting and t₁ could shrink for ever, where q₁ = q₂ often t₂
/// could. The rule costs less than 3e-4 of the sum there. It matters also for a first or last difference below about
/// 1e-7 of the middle one, which counts less and less. A joint that stays where it is bounds nothing; when none moves
/// all times are 0.
///
/// # Errors
/// When a way point is not finite or a limit is not positive and finite.
pub fn least_common_times<const N: usize>(paths: &[SpeedLimitedPath; N]) -> Result<[f64; 3], TimingError> {
    let mut differences = [[0.0; 3]; N];
    for (times, path) in differences.iter_mut().zip(paths) {
        *times = path.differences_s()?;
    }
    let unit_s = differences.iter().flatten().fold(0.0, |most: f64, time_s| most.max(time_s.abs()));
    if unit_s == 0.0 {
        return Ok([0.0; 3]);
    }
    differences.iter_mut().flatten().for_each(|time| *time /= unit_s);
    let ends = starts(&differences).into_iter().flatten().map(|start| descend(&differences, start));
    let best = ends.min_by(|a, b| a.cost.total_cmp(&b.cost));
    let shares = best.map_or([1.0 / 3.0; 3], |best| best.shares());
    let peak = |d: &[f64; 3]| ThreeFiveThree::from_parts([0.0; 4], *d, shares).peak_speed();
    let sum_s = unit_s * differences.iter().map(peak).fold(0.0, f64::max);
    Ok(shares.map(|share| share * sum_s))
}
