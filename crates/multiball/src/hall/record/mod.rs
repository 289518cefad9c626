//! What a session reports while it runs, for recordings, live views and reports.
//!
//! A [`Recorder`] receives [`Message`]s. The first is the [`Stage`]: what is in the hall, and where. Then come a
//! [`Snapshot`] of everything that moves, 50 times a second, each [`SessionEvent`] when it happens, a [`StrokeRecord`]
//! after each stroke of a robot, and the pictures of the cameras. Times are s from the start of the session, positions
//! m in the world's frame; names in the serialised form carry the units.

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
    Stage, StagedCamera, StagedCourt, StagedJoint, StagedPerson, StagedPicker, StagedPose, StagedPrior, StagedRobot,
    StagedTarget,
};
pub use stroke_record::{JointSample, PlannedStroke, PredictedHit, ReadStroke, SeenPoint, StrokeEnd, StrokeRecord};

use crate::geometry::Vec3;

/// A vector in its serialised form: x, y, z in m, or in the unit of the field's name.
pub type Triple = [f64; 3];

/// Converts a vector to its serialised form.
pub(in crate::hall) fn triple(vector: &Vec3) -> Triple {
    [vector.x, vector.y, vector.z]
}
