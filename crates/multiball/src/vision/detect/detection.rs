//! What a detector is given and what it returns.

use nalgebra::Matrix2;

use crate::vision::{Region, Vec2};

/// Something in a frame that may be the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detection {
    /// Its centre in the middle of the exposure, px on the sensor.
    pub pixel: Vec2,
    /// Standard deviation of the centre along each axis, px.
    pub pixel_sd: f64,
    /// Its radius, without the blur of its motion, px.
    pub radius_px: f64,
    /// How far it moved while the shutter was open, px. Which end was first cannot be seen: x is never negative.
    pub streak: Vec2,
    /// Pixels that it covers; parts of pixels count.
    pub area: f64,
    /// Its mean grey.
    pub brightness: f64,
    /// How well it matches the ball that is searched for, 0 to 1.
    pub score: f64,
}

/// Where a ball should be, and what it should look like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectation {
    /// Its centre, px on the sensor.
    pub pixel: Vec2,
    /// Covariance of the centre, px².
    pub covariance: Matrix2<f64>,
    /// Its radius, px.
    pub radius_px: f64,
    /// Its motion while the shutter is open, px; either direction.
    pub streak: Vec2,
}

/// Where to look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Look<'a> {
    /// In all of the frame.
    Everywhere,
    /// In a region.
    In(Region),
    /// Around each of these.
    For(&'a [Expectation]),
}

impl Expectation {
    /// The part of a sensor to read, or of a frame to search, for it: three standard deviations each way, with a margin
    /// for the ball and its blur.
    #[must_use]
    pub fn region(&self, sensor: &Region) -> Region {
        let side = |variance: f64, streak: f64| {
            let half = 3.0 * variance.max(0.0).sqrt() + 2.0 * self.radius_px + 0.5 * streak.abs() + 4.0;
            // Saturating: the result is clipped to the sensor anyway.
            (2.0 * half).ceil() as usize
        };
        let width = side(self.covariance[(0, 0)], self.streak.x);
        let height = side(self.covariance[(1, 1)], self.streak.y);
        Region::around(&self.pixel, width, height, sensor)
    }
}
