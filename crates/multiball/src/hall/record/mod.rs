//! What is told of a session while it runs, for recordings, live views and reports.
//!
//! A [`Recorder`] first hears of the [`Stage`]: what there is, and where. Then it gets a [`Snapshot`] of everything that moves many times a second, each
//! [`SessionEvent`] when it happens, a [`StrokeRecord`] after each stroke of a robot, and what the cameras saw. The same for the same seed, and in order of time but for touches of balls that roll about
//! after their point, which may come 5 ms late.
//! Times are s from the begin of the session, places m in the world's frame; names in the serialised form carry the units.

mod picture;
mod session_event;
mod snapshot;
mod stage;
mod stroke_record;

pub use picture::{Picture, SeenMark};
pub use session_event::{PointScore, SessionEvent, StrikerKind};
pub use snapshot::{BallNow, BallPlace, PersonNow, PickerNow, Snapshot};
pub use stage::{
    Stage, StagedCamera, StagedCourt, StagedJoint, StagedPerson, StagedPicker, StagedPose, StagedRobot, StagedTarget,
};
pub use stroke_record::{JointSample, PlannedStroke, PredictedHit, ReadStroke, SeenPoint, StrokeEnd, StrokeRecord};

use crate::geometry::Vec3;
use crate::vision::Frame;

/// Hears what happens in a hall.
pub trait Recorder {
    /// What there is; told once, before anything else.
    fn stage(&mut self, _stage: &Stage) {}

    /// Everything that moves, at one time.
    fn snapshot(&mut self, _now: &Snapshot) {}

    /// Something happened at a time (s).
    fn happened(&mut self, _t_s: f64, _what: &SessionEvent) {}

    /// A robot's stroke is over.
    fn story(&mut self, _story: &StrokeRecord) {}

    /// The empty hall as a camera sees it; told before its first picture.
    fn backdrop(&mut self, _camera: usize, _frame: &Frame) {}

    /// What a camera saw.
    fn picture(&mut self, _picture: &Picture) {}

    /// Whether anybody listens at all; making all this takes time.
    fn listens(&self) -> bool {
        true
    }

    /// Whether pictures are wanted; making them takes more.
    fn wants_pictures(&self) -> bool {
        false
    }

    /// A robot begins to think about a picture, or has done: whoever has a clock can measure how long it takes.
    fn thinks(&mut self, _begins: bool) {}
}

/// Several who listen.
pub struct Tee<'a> {
    /// They hear everything in this order.
    pub voices: Vec<&'a mut (dyn Recorder + Send)>,
}

impl Recorder for Tee<'_> {
    fn stage(&mut self, stage: &Stage) {
        self.voices.iter_mut().for_each(|voice| voice.stage(stage));
    }

    fn snapshot(&mut self, now: &Snapshot) {
        self.voices.iter_mut().for_each(|voice| voice.snapshot(now));
    }

    fn happened(&mut self, t_s: f64, what: &SessionEvent) {
        self.voices.iter_mut().for_each(|voice| voice.happened(t_s, what));
    }

    fn story(&mut self, story: &StrokeRecord) {
        self.voices.iter_mut().for_each(|voice| voice.story(story));
    }

    fn backdrop(&mut self, camera: usize, frame: &Frame) {
        self.voices.iter_mut().for_each(|voice| voice.backdrop(camera, frame));
    }

    fn picture(&mut self, picture: &Picture) {
        self.voices.iter_mut().for_each(|voice| voice.picture(picture));
    }

    fn listens(&self) -> bool {
        self.voices.iter().any(|voice| voice.listens())
    }

    fn wants_pictures(&self) -> bool {
        self.voices.iter().any(|voice| voice.wants_pictures())
    }

    fn thinks(&mut self, begins: bool) {
        self.voices.iter_mut().for_each(|voice| voice.thinks(begins));
    }
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn listens(&self) -> bool {
        false
    }
}

/// A place as it is written: x, y, z in m, or whatever the field's name says.
pub type Triple = [f64; 3];

/// A vector as it is written.
pub(in crate::hall) fn triple(vector: &Vec3) -> Triple {
    [vector.x, vector.y, vector.z]
}
