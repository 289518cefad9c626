//! Model of the robot's stereo camera.

use super::Target;
use crate::geometry::portable::exp;

/// Data sheet of a stereo camera that looks ahead.
///
/// Distance comes from the disparity d = f b/L of two images: σ_L = L² σ_d/(f b). Bearing is one column of the image,
/// x = x_max tan θ/tan θ_max [paper 002, model], and is read as exactly as columns are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StereoCamera {
    /// Half the field of view, rad.
    pub half_view: f64,
    /// Nearest and farthest distance from the middle between the wheels at which a ball is found, m.
    pub near: f64,
    /// See `near`.
    pub far: f64,
    /// Standard deviation of a bearing, rad.
    pub bearing_sd: f64,
    /// σ_d/(f b): standard deviation of a distance over its square, 1/m.
    pub distance_sd_per_m2: f64,
    /// Share of near balls that a frame misses.
    pub missed: f64,
    /// Things in a frame that are no balls, on average.
    pub phantoms: f64,
    /// Time between frames, s.
    pub period_s: f64,
    /// Time from a frame to its detections, s.
    pub latency_s: f64,
}

impl StereoCamera {
    /// Assumed, of the usual kind: 90° of view, a base of 120 mm, 700 pixels of focal length, a third of a pixel of
    /// disparity, 20 frames a second.
    pub const USUAL: Self = Self {
        half_view: std::f64::consts::FRAC_PI_4,
        near: 0.35,
        far: 9.0,
        bearing_sd: 0.003,
        distance_sd_per_m2: 0.004,
        missed: 0.05,
        phantoms: 0.02,
        period_s: 0.05,
        latency_s: 0.05,
    };

    /// The same camera with so many times the noise.
    #[must_use]
    pub fn noisier(self, factor: f64) -> Self {
        Self { bearing_sd: factor * self.bearing_sd, distance_sd_per_m2: factor * self.distance_sd_per_m2, ..self }
    }

    /// Whether a target lies in view, with a margin, rad; a negative margin widens the view.
    #[must_use]
    pub fn views(&self, target: Target, margin: f64) -> bool {
        target.bearing.abs() <= self.half_view - margin && (self.near..=self.far).contains(&target.distance)
    }

    /// Probability that a ball in view is found in a frame: farther balls have fewer pixels.
    #[must_use]
    pub fn finds(&self, distance: f64) -> f64 {
        (1.0 - self.missed) * self.range_share(distance)
    }

    /// Share of the balls at a distance that are found, of those that would be found near: from 1 down.
    #[must_use]
    pub fn range_share(&self, distance: f64) -> f64 {
        exp(-(distance / self.far).powi(4))
    }

    /// Standard deviation of a distance, m.
    #[must_use]
    pub fn distance_sd(&self, distance: f64) -> f64 {
        self.distance_sd_per_m2 * distance * distance
    }
}

/// Detections of one frame: balls, or phantoms.
#[derive(Debug, Clone, PartialEq)]
pub struct StereoFrame {
    /// When the frame was taken, s.
    pub taken_s: f64,
    /// The detections, in no order.
    pub measurements: Vec<Target>,
    /// The mark at home, where it was in view.
    pub home: Option<Target>,
}
