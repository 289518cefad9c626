//! A rally as pictures at regular times.

use multiball::ball::Segment;
use multiball::geometry::Vec3;
use multiball::hall::{Audience, PlanarArm};

/// An arm at one moment, as far as it is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ArmPose {
    /// Base, elbow, wrist and racket centre.
    pub(crate) links: [Vec3; 4],
    /// The two ends of the racket's face.
    pub(crate) face: [Vec3; 2],
}

/// Ball and arms at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) ball: Vec3,
    /// Home first.
    pub(crate) arms: [ArmPose; 2],
}

/// Takes a frame at every tick while it watches, up to a longest time.
#[derive(Debug)]
pub(crate) struct Filmstrip {
    pub(crate) frames_per_s: f64,
    longest_s: f64,
    pub(crate) frames: Vec<Frame>,
}

impl Filmstrip {
    pub(crate) fn new(frames_per_s: f64, longest_s: f64) -> Self {
        Self { frames_per_s, longest_s, frames: Vec::new() }
    }

    pub(crate) fn duration_s(&self) -> f64 {
        self.frames.len() as f64 / self.frames_per_s
    }
}

impl Audience for Filmstrip {
    fn stretch(&mut self, ball: &Segment<'_>, arms: &[PlanarArm; 2]) {
        for t_s in ball.ticks(0.0, 1.0 / self.frames_per_s, self.frames.len()) {
            if t_s > self.longest_s {
                return;
            }
            let pose = |arm: PlanarArm| ArmPose { links: arm.points(t_s), face: arm.face(t_s) };
            self.frames.push(Frame { ball: ball.state_at(t_s).position, arms: arms.map(pose) });
        }
    }
}
