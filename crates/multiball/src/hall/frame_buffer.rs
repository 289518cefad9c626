//! Frames of several cameras at one time, in memory that is used again.

use crate::track::CameraFrame;
use crate::vision::{Frame, Region};

/// Frames that cameras deliver at one time. Its memory is used again for the next time.
#[derive(Debug, Clone, Default)]
pub struct FrameBuffer {
    crops: Vec<Crop>,
    /// Crops in use; the others are spare memory.
    used: usize,
}

/// A region of a camera's sensor as it was read.
#[derive(Debug, Clone)]
struct Crop {
    camera: usize,
    frame: Frame,
}

impl FrameBuffer {
    /// Drops all frames and keeps their memory.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// A frame of a camera, to be filled: it still holds what it held before.
    pub fn add(&mut self, camera: usize) -> &mut Frame {
        if self.crops.len() == self.used {
            self.crops.push(Crop { camera, frame: Frame::filled(Region::whole(0, 0), 0) });
        }
        self.used += 1;
        let crop = &mut self.crops[self.used - 1];
        crop.camera = camera;
        &mut crop.frame
    }

    /// The frames with their time stamp, as perception receives them.
    pub fn stamped(&self, stamp_s: f64) -> impl Iterator<Item = CameraFrame<'_>> {
        self.crops[..self.used].iter().map(move |crop| CameraFrame {
            camera: crop.camera,
            stamp_s,
            pixels: crop.frame.view(),
        })
    }

    /// The frames of one camera.
    pub(super) fn of_camera(&self, camera: usize) -> impl Iterator<Item = &Frame> {
        self.crops[..self.used].iter().filter(move |crop| crop.camera == camera).map(|crop| &crop.frame)
    }
}
