//! Cubic joint motion between two states [paper 000, joint motion].

use nalgebra::Vector3;

/// q(t) = a t³ + b t² + c t + d for 0 ≤ t ≤ T, from position and rate at both ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cubic {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    duration_s: f64,
}

impl Cubic {
    /// The cubic between (position, rate) at the start and at the end. A duration of 0 stands at the end state.
    #[must_use]
    pub fn between((q0, v0): (f64, f64), (q1, v1): (f64, f64), duration_s: f64) -> Self {
        if duration_s <= 0.0 {
            return Self { a: 0.0, b: 0.0, c: v1, d: q1, duration_s: 0.0 };
        }
        let (t, change) = (duration_s, q1 - q0);
        Self {
            a: ((v0 + v1) * t - 2.0 * change) / (t * t * t),
            b: (3.0 * change - (2.0 * v0 + v1) * t) / (t * t),
            c: v0,
            d: q0,
            duration_s,
        }
    }

    /// Position and rate; outside the duration, where it begins or ends.
    #[must_use]
    pub fn at(&self, t_s: f64) -> (f64, f64) {
        let t = t_s.clamp(0.0, self.duration_s);
        (((self.a * t + self.b) * t + self.c) * t + self.d, (3.0 * self.a * t + 2.0 * self.b) * t + self.c)
    }

    /// The greatest |rate|, exactly: at an end or at the extremum of the parabola that the rate is.
    #[must_use]
    pub fn peak_rate(&self) -> f64 {
        let ends = self.c.abs().max(self.at(self.duration_s).1.abs());
        let turn = -self.b / (3.0 * self.a);
        if turn > 0.0 && turn < self.duration_s { ends.max(self.at(turn).1.abs()) } else { ends }
    }
}

/// A cubic for each of three joints on the world's clock, standing still before and after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointMotion {
    start_s: f64,
    end_s: f64,
    cubics: [Cubic; 3],
}

impl JointMotion {
    /// From (angles, rates) at `start_s` to (angles, rates) at `end_s`.
    #[must_use]
    pub fn between(
        start_s: f64,
        from: (&Vector3<f64>, &Vector3<f64>),
        end_s: f64,
        to: (&Vector3<f64>, &Vector3<f64>),
    ) -> Self {
        let cubic = |joint| Cubic::between((from.0[joint], from.1[joint]), (to.0[joint], to.1[joint]), end_s - start_s);
        Self { start_s, end_s, cubics: std::array::from_fn(cubic) }
    }

    /// Standing still.
    #[must_use]
    pub fn still(q: &Vector3<f64>) -> Self {
        Self::between(0.0, (q, &Vector3::zeros()), 0.0, (q, &Vector3::zeros()))
    }

    /// When the motion ends, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.end_s
    }

    /// Angles and rates at a time; beyond the end the arm keeps the final angles without moving.
    #[must_use]
    pub fn at(&self, t_s: f64) -> (Vector3<f64>, Vector3<f64>) {
        let states = self.cubics.map(|cubic| cubic.at(t_s - self.start_s));
        let rates = if t_s > self.end_s || t_s < self.start_s { [0.0; 3] } else { states.map(|state| state.1) };
        (states.map(|state| state.0).into(), rates.into())
    }

    /// The greatest |rate| of each joint, rad/s.
    #[must_use]
    pub fn peak_rates(&self) -> Vector3<f64> {
        self.cubics.map(|cubic| cubic.peak_rate()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn law_cubic_meets_its_ends_and_its_peak_is_the_greatest_of_many_samples() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for _ in 0..10_000 {
            let mut draw = || rng.random_range(-5.0..5.0);
            let (start, end) = ((draw(), draw()), (draw(), draw()));
            let duration = 0.1 + rng.random_range(0.0..2.0);
            let cubic = Cubic::between(start, end, duration);
            let close = |(q, v): (f64, f64), (p, w): (f64, f64)| (q - p).abs() < 1e-12 && (v - w).abs() < 1e-10;
            assert!(close(cubic.at(0.0), start) && close(cubic.at(duration), end));
            let sampled = (0..=1000).map(|i| cubic.at(duration * f64::from(i) / 1000.0).1.abs()).fold(0.0, f64::max);
            let peak = cubic.peak_rate();
            assert!(peak >= sampled - 1e-9 && peak <= sampled * (1.0 + 1e-4) + 1e-6, "peak {peak}, sampled {sampled}");
        }
    }

    #[test]
    fn law_rate_is_the_derivative_of_position() {
        let cubic = Cubic::between((0.3, -1.0), (1.5, 2.0), 0.7);
        for i in 1..20 {
            let t = f64::from(i) * 0.034;
            let difference = (cubic.at(t + 1e-6).0 - cubic.at(t - 1e-6).0) / 2e-6;
            assert!((difference - cubic.at(t).1).abs() < 1e-8);
        }
    }

    #[test]
    fn law_no_duration_is_the_end_state() {
        assert_eq!(Cubic::between((1.0, 2.0), (3.0, 4.0), 0.0).at(0.5), (3.0, 4.0));
    }
}
