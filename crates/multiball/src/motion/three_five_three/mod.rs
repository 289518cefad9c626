//! One joint through four way points by a cubic, a quintic and a cubic, and the least times for it under a speed limit
//! [paper 003, 3-5-3 motion].

mod cost;
mod descent;
mod grid;
mod limited;
mod middle;
mod minimax;
mod optimum;
mod path;

pub use cost::TimingCost;
pub use limited::least_limited_times;
pub use optimum::least_common_times;
pub use path::{SpeedLimitedPath, TimingError};

use super::{Polynomial, State};
use crate::geometry::polynomial::{Coefficients, derivative, extent, value};

/// A joint's motion from rest at q₀ over q₁ and q₂ to rest at q₃ in the times t₁, t₂, t₃.
///
/// The 14 conditions (four way points; velocity and acceleration zero at both ends and continuous at q₁ and q₂) on the
/// 14 coefficients have a closed form. With d₁, d₂, d₃ the differences of the way points:
///
/// ```text
/// first   q₀ + d₁ (t/t₁)³                    leaves q₁ with v₁ = 3 d₁/t₁, a₁ =  6 d₁/t₁²
/// last    q₃ - d₃ ((t₃ - t)/t₃)³             takes over at q₂ with v₂ = 3 d₃/t₃, a₂ = -6 d₃/t₃²
/// middle  the quintic from (q₁, v₁, a₁) to (q₂, v₂, a₂)
/// ```
///
/// Way points in rad or m (any unit; rates are in the same unit per second), times in s. Speed and acceleration are
/// greatest somewhere on the closed middle segment, since both only grow along the first cubic and fall along the last.
/// The jerk jumps at the way points. [paper 003, 3-5-3 motion; the closed form is ours]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThreeFiveThree {
    way_points: [f64; 4],
    differences: [f64; 3],
    times_s: [f64; 3],
    /// dq/ds of the middle segment over s = t/t₂, so that very short and very long times lose no digits.
    middle_rate: Coefficients,
}

impl ThreeFiveThree {
    /// The motion with these times.
    ///
    /// # Errors
    /// When a way point is not finite, or a time is not positive and finite. A joint that stays where it is may take no
    /// time at all.
    pub fn new(way_points: [f64; 4], times_s: [f64; 3]) -> Result<Self, TimingError> {
        let differences = path::differences(&way_points)?;
        let moves = differences != [0.0; 3];
        for (index, time_s) in times_s.into_iter().enumerate() {
            if !time_s.is_finite() || time_s < 0.0 || (moves && time_s == 0.0) {
                return Err(TimingError::BadTime { segment: index + 1, time_s });
            }
        }
        Ok(Self::from_parts(way_points, differences, times_s))
    }

    fn from_parts(way_points: [f64; 4], differences: [f64; 3], times_s: [f64; 3]) -> Self {
        let [t1, t2, t3] = times_s;
        let moves = differences != [0.0; 3];
        let middle_rate = if moves { middle::rate(&differences, [t2 / t1, t2 / t3]) } else { [0.0; 6] };
        Self { way_points, differences, times_s, middle_rate }
    }

    /// Duration of the three segments together, s.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        self.times_s.iter().sum()
    }

    /// Each segment's polynomial over the time since its own beginning.
    #[must_use]
    pub fn pieces(&self) -> [Polynomial; 3] {
        let ([q0, q1, _, q3], [d1, _, d3], [t1, t2, t3]) = (self.way_points, self.differences, self.times_s);
        if self.differences == [0.0; 3] {
            let resting = |q, duration_s| Polynomial { duration_s, ..Polynomial::still(q) };
            return [resting(q0, t1), resting(q1, t2), resting(q3, t3)];
        }
        let first = [q0, 0.0, 0.0, d1 / t1 / t1 / t1, 0.0, 0.0];
        let [r0, r1, r2, r3, r4, _] = self.middle_rate;
        let mut middle = [q1, r0, r1 / 2.0, r2 / 3.0, r3 / 4.0, r4 / 5.0];
        for order in 1..6 {
            middle[order..].iter_mut().for_each(|c| *c /= t2);
        }
        let jerk = d3 / t3 / t3 / t3;
        let last = [q3 - d3, 3.0 * d3 / t3, -3.0 * d3 / t3 / t3, jerk, 0.0, 0.0];
        let piece = |coefficients, duration_s| Polynomial { coefficients, duration_s };
        [piece(first, t1), piece(middle, t2), piece(last, t3)]
    }

    /// The joint at a time; before the beginning and from the end on the joint stands.
    #[must_use]
    pub fn at(&self, t_s: f64) -> State {
        let ([q0, q1, _, q3], [d1, _, d3], [t1, t2, t3]) = (self.way_points, self.differences, self.times_s);
        if t_s < 0.0 || self.differences == [0.0; 3] {
            return State { position: q0, ..State::default() };
        }
        let left_s = self.duration_s() - t_s;
        if left_s <= 0.0 {
            return State { position: q3, ..State::default() };
        }
        if t_s < t1 {
            let (velocity, s) = (3.0 * d1 / t1, t_s / t1);
            return State {
                position: q0 + d1 * s * s * s,
                velocity: velocity * s * s,
                acceleration: 2.0 * velocity * s / t1,
                jerk: 2.0 * velocity / t1 / t1,
            };
        }
        if left_s < t3 {
            let (velocity, r) = (3.0 * d3 / t3, left_s / t3);
            return State {
                position: q3 - d3 * r * r * r,
                velocity: velocity * r * r,
                acceleration: -2.0 * velocity * r / t3,
                jerk: 2.0 * velocity / t3 / t3,
            };
        }
        let ([r0, r1, r2, r3, r4, _], s) = (self.middle_rate, (t_s - t1) / t2);
        let offset = s * value(&[r0, r1 / 2.0, r2 / 3.0, r3 / 4.0, r4 / 5.0, 0.0], s);
        let slope = derivative(&self.middle_rate);
        let bend = derivative(&slope);
        State {
            position: q1 + offset,
            velocity: value(&self.middle_rate, s) / t2,
            acceleration: value(&slope, s) / t2 / t2,
            jerk: value(&bend, s) / t2 / t2 / t2,
        }
    }

    /// The greatest |velocity|, exactly.
    #[must_use]
    pub fn peak_speed(&self) -> f64 {
        self.peak(&self.middle_rate, 1)
    }

    /// The greatest |acceleration|, exactly.
    #[must_use]
    pub fn peak_acceleration(&self) -> f64 {
        self.peak(&derivative(&self.middle_rate), 2)
    }

    /// The greatest |jerk|, exactly: it is constant on the cubics.
    #[must_use]
    pub fn peak_jerk(&self) -> f64 {
        let ([d1, _, d3], [t1, _, t3]) = (self.differences, self.times_s);
        let on_cubic = |d: f64, t: f64| if d == 0.0 { 0.0 } else { (6.0 * d / t / t / t).abs() };
        let middle = self.peak(&derivative(&derivative(&self.middle_rate)), 3);
        middle.max(on_cubic(d1, t1)).max(on_cubic(d3, t3))
    }

    /// Greatest size on the middle segment of a derivative over s, brought to time by as many divisions as its order.
    fn peak(&self, over_s: &Coefficients, order: usize) -> f64 {
        let unit = over_s.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        if unit == 0.0 {
            return 0.0;
        }
        // In units of the greatest coefficient nothing overflows or underflows on the way to the roots.
        let (low, high) = extent(&over_s.map(|c| c / unit), 0.0, 1.0);
        (0..order).fold(unit * high.max(-low), |peak, _| peak / self.times_s[1])
    }
}
