//! Gating of readings: which of them the filter uses.

/// How the filter treated a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It was used.
    Used,
    /// Its error is too large for chance: rejected.
    Refused,
    /// Too many readings in a row were off: the filter itself has diverged. It has enlarged the covariance of what the
    /// reading contradicts, and used it.
    Astray,
}

/// Rejects readings whose error is too large for chance, but only some in a row: a filter that has diverged, or a robot
/// that was carried away, would reject all for ever.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gate {
    /// Greatest squared Mahalanobis distance.
    widest: f64,
    /// How many are rejected in a row.
    patience: u32,
    refused: u32,
}

impl Gate {
    /// χ² of two degrees of freedom at 0.01 %. Multipath seldom lasts twenty fixes and three seconds.
    pub(super) fn of_fixes(hz: f64) -> Self {
        Self { widest: 18.4, patience: (3.0 * hz).max(20.0) as u32, refused: 0 }
    }

    /// χ² of one degree of freedom at 0.01 %. A compass passes iron for some five seconds.
    pub(super) fn of_compass(hz: f64) -> Self {
        Self { widest: 15.1, patience: (5.0 * hz).max(10.0) as u32, refused: 0 }
    }

    /// Judges a reading by its squared Mahalanobis distance. NaN is rejected and does not count as a failure.
    pub(super) fn judge(&mut self, mahalanobis_squared: f64) -> Taken {
        if mahalanobis_squared <= self.widest {
            self.refused = 0;
            Taken::Used
        } else if mahalanobis_squared.is_nan() {
            Taken::Refused
        } else if self.refused < self.patience {
            self.refused += 1;
            Taken::Refused
        } else {
            self.refused = 0;
            Taken::Astray
        }
    }
}
