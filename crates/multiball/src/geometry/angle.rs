//! Angles.

use std::f64::consts::{PI, TAU};

/// The same angle from -π to π.
#[must_use]
#[inline]
pub fn wrapped(angle: f64) -> f64 {
    // Most angles are: rounding is a call on processors without an instruction for it.
    if angle.abs() < PI { angle } else { angle - TAU * (angle / TAU).round() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_wrapped_angle_is_the_same_direction_within_half_a_turn() {
        for step in -1000..1000 {
            let angle = f64::from(step) * 0.0371;
            let short = wrapped(angle);
            assert!(short.abs() <= PI + 1e-12, "{angle} became {short}");
            let turns = (angle - short) / TAU;
            assert!((turns - turns.round()).abs() < 1e-12, "{angle} became {short}");
        }
    }
}
