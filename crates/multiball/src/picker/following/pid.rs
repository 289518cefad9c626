//! PID control of the bearing.

use super::Steer;
use crate::geometry::wrapped;
use crate::picker::{DriveLimits, Target};

/// Gains of a PID law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gains {
    /// K_p, 1/s.
    pub proportional: f64,
    /// K_i, 1/s².
    pub integral: f64,
    /// K_d, no unit.
    pub derivative: f64,
}

/// Memory of a PID law: integral and last error for one target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Memory {
    step_s: f64,
    /// T Σ e, rad s.
    sum: f64,
    last_error: Option<f64>,
}

impl Memory {
    pub(super) fn new(step_s: f64) -> Self {
        Self { step_s, sum: 0.0, last_error: None }
    }

    /// u(k) = K_p e + K_i T Σ e + K_d (e(k) - e(k-1))/T [paper 002, eq. 16]. At the first step there is no difference
    /// yet; the jump from π to -π does not count as a change.
    #[inline]
    pub(super) fn output(&mut self, gains: &Gains, error: f64) -> f64 {
        self.sum += self.step_s * error;
        let change = wrapped(error - self.last_error.unwrap_or(error));
        self.last_error = Some(error);
        gains.proportional * error + gains.integral * self.sum + gains.derivative * change / self.step_s
    }
}

/// PID with constant gains: e is the bearing, u the wanted turn rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pid {
    gains: Gains,
    memory: Memory,
}

impl Pid {
    /// Gains for the paper's drive. Differential evolution of the mean fitness over 20 starts of each set came to
    /// 11.85, 0.002 and 3.98, the last at its bound of 4: such gains keep the bearing's rate at -K_p/K_d times the
    /// bearing, 3/s, as well as the drive can, and no integral is needed.
    pub const TUNED: Gains = Gains { proportional: 12.0, integral: 0.0, derivative: 4.0 };

    /// The law on a new target, for a drive.
    #[must_use]
    pub fn new(gains: Gains, limits: &DriveLimits) -> Self {
        Self { gains, memory: Memory::new(limits.step_s) }
    }
}

impl Steer for Pid {
    fn wanted_turn_rate(&mut self, seen: &Target, _turn_rate: f64) -> f64 {
        self.memory.output(&self.gains, seen.bearing)
    }
}
