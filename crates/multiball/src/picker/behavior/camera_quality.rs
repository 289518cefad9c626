//! How well the camera really sees, estimated from repeated looks at the same balls.

use crate::geometry::portable::{exp, ln};
use crate::picker::StereoCamera;

/// An estimate of the camera's noise and of the share of balls that it misses.
///
/// Noise: the residual r of a measured distance has the variance S = P + f² σ_L², with P of the known ball and σ_L of
/// the data sheet. Each residual corrects the logarithm of f² by a share of r²/S - 1, whose mean is 0 when f is right.
/// Missed balls: of the looks at a ball between two measurements of it, one found it. Looks after the last measurement
/// do not count: the ball may be gone.
///
/// The camera is never taken for better than its data sheet.
#[derive(Debug, Clone)]
pub(super) struct CameraQuality {
    sheet: StereoCamera,
    /// Logarithm of f².
    log_variance: f64,
    residuals: f64,
    /// Measurements of known balls, and looks at them, each counted as likely as it finds a near ball.
    found: f64,
    looks: f64,
}

/// The data sheet counts as so many residuals and looks; older ones than this many fade.
const PRIOR: f64 = 20.0;
const REMEMBERED: f64 = 400.0;
/// Residuals count up to this square over its expectation: beyond it was another ball.
const MOST_SQUARE: f64 = 9.0;
/// Greatest f, and greatest share of missed balls: beyond them the camera would be useless.
const MOST_NOISE: f64 = 10.0;
const MOST_MISSED: f64 = 0.9;

impl CameraQuality {
    /// The camera as its data sheet has it.
    pub(super) fn new(sheet: StereoCamera) -> Self {
        Self { sheet, log_variance: 0.0, residuals: PRIOR, found: PRIOR * (1.0 - sheet.missed), looks: PRIOR }
    }

    /// Takes the residual of a measured distance: its square over its expected square.
    pub(super) fn take_residual(&mut self, square: f64) {
        self.residuals = (self.residuals + 1.0).min(REMEMBERED);
        let most = 2.0 * ln(MOST_NOISE);
        let change = (square.min(MOST_SQUARE) - 1.0) / self.residuals;
        self.log_variance = (self.log_variance + change).clamp(0.0, most);
    }

    /// Takes a measurement of a known ball after `looks` at it, each counted as likely as it finds a near ball.
    pub(super) fn take_found(&mut self, looks: f64) {
        self.found += 1.0;
        self.looks += looks;
        if self.looks > REMEMBERED {
            self.found *= REMEMBERED / self.looks;
            self.looks = REMEMBERED;
        }
    }

    /// The camera as it seems to be.
    pub(super) fn camera(&self) -> StereoCamera {
        let missed = (1.0 - self.found / self.looks).clamp(self.sheet.missed, MOST_MISSED);
        StereoCamera { missed, ..self.sheet.noisier(exp(self.log_variance / 2.0)) }
    }
}
