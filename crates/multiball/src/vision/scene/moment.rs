//! What moves, at the time of one frame; and the sensor that sees it.

use super::{Opponent, SceneArm};
use crate::ball::Body;
use crate::geometry::Vec3;
use crate::vision::Vec2;

/// The true state of a ball, as a camera needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallTruth {
    /// Its centre in the middle of the exposure, m.
    pub position: Vec3,
    /// Its velocity, m/s, for the streak.
    pub velocity: Vec3,
}

/// A small bright spot that comes and goes: light on sweat, a watch, dust before the lens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glint {
    /// Number of the camera that sees it.
    pub camera: u64,
    /// Its middle.
    pub pixel: Vec2,
    /// Its radius, px.
    pub radius_px: f64,
    /// Grey levels that it adds in the middle.
    pub grey: f64,
}

/// Everything that differs from frame to frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Number of the frame; the noise depends on it.
    pub frame_number: u64,
    /// The balls in view.
    pub balls: [Option<BallTruth>; Self::MOST_BALLS],
    /// The opponent.
    pub opponent: Option<Opponent>,
    /// The arm of the robot that the cameras belong to, where they see it.
    pub arm: Option<SceneArm>,
    /// Light as a share of the usual.
    pub light: f64,
    /// Bright spots.
    pub glints: [Option<Glint>; Self::MOST_GLINTS],
}

impl Moment {
    /// Greatest number of balls in view.
    pub const MOST_BALLS: usize = 4;
    /// Greatest number of bright spots in view.
    pub const MOST_GLINTS: usize = 4;

    /// A moment with usual light in which nothing moves.
    #[must_use]
    pub fn still(frame_number: u64) -> Self {
        Self { frame_number, balls: [None; 4], opponent: None, arm: None, light: 1.0, glints: [None; 4] }
    }

    /// The same with one ball more, unless there are [`Self::MOST_BALLS`] already.
    #[must_use]
    pub fn with_ball(mut self, ball: BallTruth) -> Self {
        if let Some(slot) = self.balls.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(ball);
        }
        self
    }
}

/// How a ball looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallLook {
    /// Radius, m.
    pub radius: f64,
    /// Share of the light that it sends back.
    pub reflectance: f64,
    /// How much darker the limb that looks down is than the one that looks up, as a share: light comes from above.
    pub contrast: f64,
}

impl Default for BallLook {
    fn default() -> Self {
        Self { radius: Body::STANDARD.radius, reflectance: 0.92, contrast: 0.25 }
    }
}

/// The response of a sensor to light.
///
/// ```text
/// grey = round(clamp(g s + σ n, 0, 255)),   σ² = σ_r² + σ_s² g s / 255
/// ```
/// s the mean signal in grey levels, g the gain, n standard normal, σ_r read noise, σ_s shot noise at full scale. The
/// shot noise of photons is Poisson; with thousands of electrons in a pixel, normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sensor {
    /// Time of exposure, s.
    pub exposure_s: f64,
    /// How much after the moment the first row is exposed, s; negative before.
    pub late_s: f64,
    /// Rolling shutter: how much later each row is exposed than the one above, s; 0 when all are exposed at once.
    pub line_time_s: f64,
    /// g, factor on the signal.
    pub gain: f64,
    /// σ_r, grey levels.
    pub read_noise: f64,
    /// σ_s, grey levels at grey 255.
    pub shot_noise: f64,
    /// Seed of the noise.
    pub seed: u64,
}

impl Default for Sensor {
    /// 2 ms; a sensor with 10,000 electrons at full scale, about that of machine-vision cameras.
    fn default() -> Self {
        Self { exposure_s: 0.002, late_s: 0.0, line_time_s: 0.0, gain: 1.0, read_noise: 0.8, shot_noise: 2.55, seed: 1 }
    }
}
