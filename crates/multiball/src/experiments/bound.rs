//! Upper bound of the fitness of any steering law.

use crate::geometry::portable::{atan2, sin};
use crate::picker::Target;
use crate::picker::following::Task;

/// An upper bound of the fitness S/(v₀ t) from a start beyond reach: no steering of the drive is better.
///
/// With bearing β and distance L of the point that is reached, left and right alike, G = v₀ t + L + p h |β| is v₀ t at
/// the end, and by the equations of motion and v = v₀ - p h |ω|
///
/// ```text
/// dG/dt ≥ v (1 - cos β + p h |sin β|/L) ≥ v (1 - cos β)
/// ```
///
/// with equality in the first where the robot turns towards the target. From rest, step k turns no faster than ω_k =
/// min(k a T, v₀/(p h)), so |β| is never below what turning so leaves of it, v never below v₀ - p h ω_k, and
///
/// ```text
/// v₀ t ≥ L₀ + p h |β₀| + Σ_k (v₀ - p h ω_k) ∫ (1 - cos β_k) dt
/// ```
///
/// Any point within S_flag of the target will do: L₀ ≥ S - S_flag, |β₀| ≥ |θ| - asin(S_flag/S), and the sum grows
/// with |β₀|.
#[must_use]
pub fn fitness_bound(task: &Task, start: &Target) -> f64 {
    let (limits, Target { distance, bearing }) = (&task.limits, *start);
    let grazing = atan2(task.reach, (distance * distance - task.reach * task.reach).max(0.0).sqrt());
    let turning = (bearing.abs() - grazing).max(0.0);
    let (mut detour, mut left, mut rate) = (0.0, turning, 0.0_f64);
    while left > 0.0 {
        rate = (rate + limits.turn_acceleration * limits.step_s).min(limits.most_turn_rate());
        let after = (left - rate * limits.step_s).max(0.0);
        let speed = limits.cruise - limits.turning_loss * rate;
        // ∫ (1 - cos β) dt with dβ = -ω dt.
        detour += speed * ((left - after) - (sin(left) - sin(after))) / rate;
        left = after;
    }
    distance / ((distance - task.reach).max(0.0) + limits.turning_loss * turning + detour)
}
