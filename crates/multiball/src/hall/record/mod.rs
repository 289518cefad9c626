//! What a session reports while it runs, for recordings, live views and reports.
//!
//! A [`Recorder`] takes down [`Message`]s. The first is the [`Stage`]: what there is, and where. Then come a
//! [`Snapshot`] of everything that moves, 50 times a second, each [`SessionEvent`] when it happens, a [`StrokeRecord`]
//! after each stroke of a robot, and what the cameras saw. Times are s from the begin of the session, places m in the
//! world's frame; names in the serialised form carry the units.

mod message;
mod picture;
mod session_event;
mod snapshot;
mod stage;
mod stroke_record;

pub use message::{Message, NullRecorder, Recorder, Tee, Wants};
pub use picture::{Picture, SeenMark};
pub use session_event::{PointScore, SessionEvent, StrikerKind};
pub use snapshot::{BallNow, BallPlace, PersonNow, PickerNow, Snapshot};
pub use stage::{
    Stage, StagedCamera, StagedCourt, StagedJoint, StagedPerson, StagedPicker, StagedPose, StagedRobot, StagedTarget,
};
pub use stroke_record::{JointSample, PlannedStroke, PredictedHit, ReadStroke, SeenPoint, StrokeEnd, StrokeRecord};

use crate::geometry::Vec3;

/// A place as it is written: x, y, z in m, or whatever the field's name says.
pub type Triple = [f64; 3];

/// A vector as it is written.
pub(in crate::hall) fn triple(vector: &Vec3) -> Triple {
    [vector.x, vector.y, vector.z]
}
