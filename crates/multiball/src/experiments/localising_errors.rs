//! Errors of a localisation filter in a drive.

use nalgebra::Matrix3;
use nalgebra::Vector3;

use crate::geometry::wrapped;
use crate::hall::floor::Outage;
use crate::picker::Pose2;

/// Time after an outage that counts as its aftermath, s.
const AFTERMATH_S: f64 = 10.0;

/// Errors of one filter in one drive. Roots of mean squares of distances and angles from the truth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilterErrors {
    /// Of the position, m.
    pub place: f64,
    /// Of the heading, rad.
    pub heading: f64,
    /// Around the outage, if there was one.
    pub outage: Option<OutageErrors>,
}

/// Errors of the position around an outage, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutageErrors {
    /// Root of the mean square while it lasted.
    pub during: f64,
    /// At its end.
    pub at_end: f64,
    /// Root of the mean square in the ten seconds after.
    pub after: f64,
}

/// A running mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean; nothing if nothing was added.
    pub(super) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }

    fn root(&self) -> f64 {
        self.value().unwrap_or(0.0).sqrt()
    }
}

/// Errors accumulated during a drive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tally {
    outage: Option<Outage>,
    place: Mean,
    heading: Mean,
    during: Mean,
    after: Mean,
    last_in_outage: f64,
}

impl Tally {
    pub(super) fn new(outage: Option<Outage>) -> Self {
        let none = Mean::default();
        Self { outage, place: none, heading: none, during: none, after: none, last_in_outage: 0.0 }
    }

    pub(super) fn add(&mut self, estimate: &Pose2, truth: &Pose2, time_s: f64) {
        let square = (estimate.place - truth.place).norm_squared();
        let turn = wrapped(estimate.heading - truth.heading);
        self.place.add(square);
        self.heading.add(turn * turn);
        let Some(outage) = self.outage else { return };
        if outage.covers(time_s) {
            self.during.add(square);
            self.last_in_outage = square.sqrt();
        } else if (0.0..AFTERMATH_S).contains(&(time_s - outage.end_s())) {
            self.after.add(square);
        }
    }

    pub(super) fn errors(&self) -> FilterErrors {
        let outage = self.during.value().map(|during| OutageErrors {
            during: during.sqrt(),
            at_end: self.last_in_outage,
            after: self.after.root(),
        });
        FilterErrors { place: self.place.root(), heading: self.heading.root(), outage }
    }
}

/// NEES: squared error of x, y and heading over its covariance.
pub(super) fn normalised_square(estimate: &Pose2, covariance: &Matrix3<f64>, truth: &Pose2) -> f64 {
    let off = estimate.place - truth.place;
    let error = Vector3::new(off.x, off.y, wrapped(estimate.heading - truth.heading));
    covariance.cholesky().map_or(f64::INFINITY, |covariance| error.dot(&covariance.solve(&error)))
}
