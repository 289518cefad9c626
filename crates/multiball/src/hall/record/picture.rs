//! Pictures of the cameras.

use crate::vision::Frame;

/// The regions that a camera read at one time, and the balls found in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Middle of the exposure, s.
    pub t_s: f64,
    /// Index of the camera in [`super::Stage::cameras`].
    pub camera: usize,
    /// The parts of the image that were read; the rest is the empty hall.
    pub parts: Vec<Frame>,
    /// Balls found in them.
    pub marks: Vec<SeenMark>,
}

/// A ball in an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenMark {
    /// Column and row of its middle, px.
    pub pixel: [f64; 2],
    /// Its radius, px.
    pub radius_px: f64,
}
