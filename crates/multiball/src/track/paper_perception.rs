//! The paper's perception: one chain for each camera, the largest blob is the ball, two blobs make a point.

use super::CameraFrame;
use crate::geometry::Vec3;
use crate::vision::detect::{BlobPipelineSettings, PaperChain};
use crate::vision::{Camera, Frame, Region, Vec2, triangulate};

/// [`PaperChain`] on the first two of some cameras [paper 004, vision].
#[derive(Debug, Clone)]
pub struct PaperPerception {
    /// As they were calibrated.
    cameras: Vec<Camera>,
    backgrounds: Vec<Frame>,
    chains: Vec<PaperChain>,
    pixels: [Option<Vec2>; 2],
}

impl PaperPerception {
    /// Perception before its first frame, with the background of each camera.
    #[must_use]
    pub fn new(cameras: &[Camera], backgrounds: Vec<Frame>) -> Self {
        let chains = vec![PaperChain::new(BlobPipelineSettings::default()); cameras.len()];
        Self { cameras: cameras.to_vec(), backgrounds, chains, pixels: [None; 2] }
    }

    /// The part of a camera's sensor that is searched first; without a blob in it, all of it.
    #[must_use]
    pub fn region_of_interest(&self, camera: usize) -> Option<Region> {
        let lens = &self.cameras.get(camera)?.lens;
        Some(self.chains.get(camera)?.region(&Region::whole(lens.width, lens.height)))
    }

    /// Takes a frame. Returns whether there is a blob in it.
    pub fn perceive(&mut self, frame: &CameraFrame<'_>) -> bool {
        let (Some(chain), Some(pixel)) = (self.chains.get_mut(frame.camera), self.pixels.get_mut(frame.camera)) else {
            return false;
        };
        let Some(background) = self.backgrounds.get(frame.camera) else { return false };
        *pixel = chain.find(frame.pixels, background).ok().flatten().map(|blob| blob.pixel);
        pixel.is_some()
    }

    /// Position of the ball from the frames of the first two cameras since the last call, if both have a blob.
    pub fn conclude(&mut self) -> Option<Vec3> {
        let [first, second] = std::mem::take(&mut self.pixels);
        let measurements = [(self.cameras.first()?, first?), (self.cameras.get(1)?, second?)];
        triangulate(&measurements, 1.0).ok().map(|fix| fix.position)
    }
}
