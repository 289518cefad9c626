//! The paper's eyes: one chain for each camera, the largest blob is the ball, two blobs make a point.

use super::camera_rig::CameraRig;
use crate::geometry::Vec3;
use crate::vision::detect::{BlobPipelineSettings, PaperChain};
use crate::vision::scene::{Moment, SceneCamera};
use crate::vision::{Camera, Frame, Region, Vec2, triangulate};

/// [`PaperChain`] on each of several cameras [paper 004, vision].
#[derive(Debug, Clone)]
pub(super) struct PlainEyes {
    /// As they were calibrated.
    cameras: Vec<Camera>,
    chains: Vec<PaperChain>,
    frame: Frame,
}

impl PlainEyes {
    pub(super) fn new(cameras: &[Camera]) -> Self {
        let chains = vec![PaperChain::new(BlobPipelineSettings::default()); cameras.len()];
        Self { cameras: cameras.to_vec(), chains, frame: Frame::filled(Region::whole(1, 1), 0) }
    }

    /// The point where the first two cameras see the ball, if they see anything at all.
    pub(super) fn look(&mut self, rig: &CameraRig, moment: &Moment, dropped: impl Fn(usize) -> bool) -> Option<Vec3> {
        let mut pixels: [Option<Vec2>; 2] = [None; 2];
        for (camera, pixel) in pixels.iter_mut().enumerate() {
            if !dropped(camera) {
                *pixel = self.find(camera, rig.eyes().get(camera)?, rig.detectors().get(camera)?.background(), moment);
            }
        }
        let [first, second] = pixels;
        let measurements = [(self.cameras.first()?, first?), (self.cameras.get(1)?, second?)];
        triangulate(&measurements, 1.0).ok().map(|fix| fix.position)
    }

    /// Reads the region of interest and, when there is nothing in it, the whole frame.
    fn find(&mut self, camera: usize, eye: &SceneCamera, background: &Frame, moment: &Moment) -> Option<Vec2> {
        let chain = &mut self.chains[camera];
        let first = chain.region(&eye.whole());
        for region in [first, eye.whole()] {
            eye.render(moment, region, &mut self.frame);
            if let Some(blob) = chain.find(&self.frame, background).ok()? {
                return Some(blob.pixel);
            }
            if region == eye.whole() {
                break;
            }
        }
        None
    }
}
