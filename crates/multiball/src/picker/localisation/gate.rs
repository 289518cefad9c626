//! Which readings are believed.

/// What became of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It was believed.
    Used,
    /// Too far off for chance: left out.
    Refused,
    /// One too many was off: the filter itself is astray. It has forgotten what the reading contradicts, and believes
    /// it.
    Astray,
}

/// Refuses readings that are off by more than chance explains, but only so many in a row: a filter that has gone
/// astray, or a robot that was carried away, would refuse all for ever.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gate {
    /// Greatest square of the error over its covariance.
    widest: f64,
    /// How many are refused in a row.
    patience: u32,
    refused: u32,
}

impl Gate {
    /// χ² of two degrees of freedom at 1 in 10,000. Echoes of a wall seldom last twenty fixes and three seconds.
    pub(super) fn of_fixes(hz: f64) -> Self {
        Self { widest: 18.4, patience: (3.0 * hz).max(20.0) as u32, refused: 0 }
    }

    /// χ² of one degree of freedom at 1 in 10,000. A compass passes iron for some five seconds.
    pub(super) fn of_compass(hz: f64) -> Self {
        Self { widest: 15.1, patience: (5.0 * hz).max(10.0) as u32, refused: 0 }
    }

    /// Judges a reading by the square of its error over its covariance. What is no number is refused and proves
    /// nothing.
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
