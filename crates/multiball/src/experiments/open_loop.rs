//! The best open-loop turn to a target.

use nalgebra::Complex;

use crate::geometry::portable::{atan2, sin_cos};
use crate::geometry::{root_in_bracket, wrapped};
use crate::picker::following::Task;
use crate::picker::{DriveLimits, Target};

/// A trapezoidal turn rate, which rises at the drive's limit, stays, and falls at the limit to 0; then the robot drives
/// straight to the target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenLoop {
    /// The peak turn rate, rad/s, left positive.
    pub peak: f64,
    /// How long it stays there, s.
    pub hold_s: f64,
    /// When the target is reached, s.
    pub time_s: f64,
    turn_acceleration: f64,
}

impl OpenLoop {
    /// The turn rate at a time, rad/s.
    #[must_use]
    pub fn turn_rate(&self, time_s: f64) -> f64 {
        let (rise_s, end_s) = (self.rise_s(), self.turn_ends_s());
        let part = (time_s.min(end_s - time_s) / rise_s).clamp(0.0, 1.0);
        if rise_s > 0.0 { self.peak * part } else { 0.0 }
    }

    /// When the robot drives straight, s.
    #[must_use]
    pub fn turn_ends_s(&self) -> f64 {
        2.0 * self.rise_s() + self.hold_s
    }

    fn rise_s(&self) -> f64 {
        self.peak.abs() / self.turn_acceleration
    }
}

/// The best such turn to a target.
///
/// Turning harder is always better: it leaves less speed for driving past the target (see
/// [`fitness_bound`](super::fitness_bound)). So the rate rises until it must fall, or to v₀/(p h), where the robot
/// stays on the spot; a search over all heights finds nothing better. Time is continuous here; the drive comes within a
/// step's error of it when it is commanded the rate at the middle of each step.
#[must_use]
pub fn open_loop(task: &Task, start: &Target) -> OpenLoop {
    let (limits, most) = (&task.limits, task.limits.most_turn_rate());
    let left = Target { bearing: start.bearing.abs(), ..*start };
    let (sine, cosine) = sin_cos(left.bearing);
    let place = Complex::new(cosine, sine) * left.distance;
    let without_hold = |peak: f64| Turn::new(limits, peak).bearing_after(place, 0.0);
    let (peak, hold) = match first_zero(without_hold, most, most / 64.0) {
        Some(peak) => (peak, 0.0),
        None => {
            let turn = Turn::new(limits, most);
            let hold = first_zero(|hold| turn.bearing_after(place, hold), std::f64::consts::TAU, 0.05);
            (most, hold.unwrap_or(0.0))
        }
    };
    let straight = (place - Turn::new(limits, peak).end(hold)).norm();
    let hold_s = if hold > 0.0 { hold / peak } else { 0.0 };
    let turn_acceleration = limits.turn_acceleration;
    let time_s = 2.0 * peak / turn_acceleration + hold_s + (straight - task.reach) / limits.cruise;
    OpenLoop { peak: peak.copysign(start.bearing), hold_s, time_s, turn_acceleration }
}

/// The first argument from 0 to an end at which a function falls through 0; steps are small enough that it has one zero
/// at most in each.
fn first_zero(f: impl Fn(f64) -> f64, end: f64, step: f64) -> Option<f64> {
    let (mut low, mut at_low) = (0.0, f(0.0));
    while low < end {
        let high = (low + step).min(end);
        let at_high = f(high);
        if at_low >= 0.0 && at_high <= 0.0 {
            return Some(root_in_bracket(f, low, high, at_low, at_high, 1e-13));
        }
        (low, at_low) = (high, at_high);
    }
    None
}

/// A turn to the left from rest to rest; the complex plane is the floor.
struct Turn {
    /// Angle of the rise, and of the fall, rad.
    ramp_angle: f64,
    /// Displacement during the rise; that of the fall is its mirror image.
    ramp: Complex<f64>,
    /// Radius of the arc between them, m.
    radius: f64,
}

impl Turn {
    fn new(limits: &DriveLimits, peak: f64) -> Self {
        let radius = if peak > 0.0 { limits.cruise / peak - limits.turning_loss } else { 0.0 };
        Self { ramp_angle: 0.5 * peak * peak / limits.turn_acceleration, ramp: ramp(limits, peak), radius }
    }

    /// Position at its end when it turns by an angle `hold` between rise and fall.
    fn end(&self, hold: f64) -> Complex<f64> {
        let (from_sine, from_cosine) = sin_cos(self.ramp_angle);
        let (to_sine, to_cosine) = sin_cos(self.ramp_angle + hold);
        let arc = Complex::new(to_sine - from_sine, from_cosine - to_cosine) * self.radius;
        let (sine, cosine) = sin_cos(2.0 * self.ramp_angle + hold);
        self.ramp + arc + Complex::new(cosine, sine) * self.ramp.conj()
    }

    /// Bearing of a point from there.
    fn bearing_after(&self, place: Complex<f64>, hold: f64) -> f64 {
        let to = place - self.end(hold);
        wrapped(atan2(to.im, to.re) - 2.0 * self.ramp_angle - hold)
    }
}

/// The displacement while the turn rate rises from 0: ∫ (v₀ - p h a t) e^(i a t²/2) dt, by Gauss and Legendre's rule
/// with eight nodes. The angle is below 0.8 rad, where its error is below 1e-12 m.
fn ramp(limits: &DriveLimits, peak: f64) -> Complex<f64> {
    const HALF: [(f64, f64); 4] = [
        (0.183_434_642_495_649_8, 0.362_683_783_378_362),
        (0.525_532_409_916_329, 0.313_706_645_877_887_3),
        (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
        (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
    ];
    let half_s = 0.5 * peak / limits.turn_acceleration;
    let at = |time_s: f64| {
        let rate = limits.turn_acceleration * time_s;
        let (sine, cosine) = sin_cos(0.5 * rate * time_s);
        Complex::new(cosine, sine) * (limits.cruise - limits.turning_loss * rate)
    };
    let pair = |(node, weight): (f64, f64)| (at(half_s * (1.0 - node)) + at(half_s * (1.0 + node))) * (weight * half_s);
    HALF.into_iter().map(pair).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picker::following::StartSet;

    /// Every height of the turn rate, with the hold that it needs.
    #[test]
    fn law_no_lower_height_is_better() {
        let task = Task::PAPER;
        let (limits, most) = (&task.limits, task.limits.most_turn_rate());
        for start in StartSet::ALL.iter().flat_map(|set| set.spread(60)) {
            let (sine, cosine) = sin_cos(start.bearing);
            let place = Complex::new(cosine, sine) * start.distance;
            let best = open_loop(&task, &start);
            for part in 1..=60 {
                let peak = most * f64::from(part) / 60.0;
                let turn = Turn::new(limits, peak);
                let Some(hold) = first_zero(|hold| turn.bearing_after(place, hold), 7.0, 0.05) else { continue };
                let straight = (place - turn.end(hold)).norm() - task.reach;
                let time_s = 2.0 * peak / limits.turn_acceleration + hold / peak + straight / limits.cruise;
                assert!(time_s > best.time_s - 1e-9, "{start:?}: {peak} rad/s, {time_s} s, {best:?}");
            }
        }
    }
}
