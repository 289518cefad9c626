//! The robot's battery: what it lasts, and at which charge the robot leaves its work or the plug.

/// A battery and the rules for its charge, from 0 to 1. All assumed: the paper has no figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Battery {
    /// Time that a full battery lasts while driving, s.
    pub drive_s: f64,
    /// Load of a robot that stands, as a share of that of driving.
    pub standing_load: f64,
    /// Time from empty to full at the plug, s.
    pub charge_s: f64,
    /// Charge below which the robot leaves its work for the plug.
    pub low: f64,
    /// Charge from which it leaves the plug when balls are needed.
    pub enough: f64,
    /// Charge from which it leaves the plug in any case.
    pub full: f64,
}

/// Driving time that is kept in reserve at home, s, and how much more of it than the straight path home takes.
const RESERVE_S: f64 = 60.0;
const DETOURS: f64 = 2.0;

impl Battery {
    /// Two hours of driving, an hour to charge.
    pub const USUAL: Self =
        Self { drive_s: 7200.0, standing_load: 0.2, charge_s: 3600.0, low: 0.2, enough: 0.3, full: 0.95 };

    /// Charge below which a robot must go home that needs this time for the straight path there, s.
    #[must_use]
    pub fn low_at(&self, home_s: f64) -> f64 {
        self.low.max((RESERVE_S + DETOURS * home_s) / self.drive_s)
    }

    /// Change of the charge in a time, s, at the plug or away from it.
    #[must_use]
    pub fn change(&self, time_s: f64, charges: bool, stands: bool) -> f64 {
        let load = if stands { self.standing_load } else { 1.0 };
        if charges { time_s / self.charge_s } else { -load * time_s / self.drive_s }
    }
}
