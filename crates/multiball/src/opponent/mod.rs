//! The person on the other side: strokes of a whole body, the balls they send, how cameras see them, and how they are
//! read.
//!
//! A [`Human`] is drawn once and plays [`StrokeMotion`]s; [`Shots`] are the balls that strokes send. A [`PoseSensor`]
//! sees the seventeen keypoints of a body through two cameras, and [`reading`] classifies a stroke by the motion of the
//! racket's wrist.

mod human;
mod look;
mod meeting;
mod motion;
mod partner;
mod person;
mod pillar;
mod posture;
mod pulse;
pub mod reading;
mod recorded_shots;
mod seam;
mod send;
mod sensor;
mod shots;
#[cfg(feature = "opponent-svm")]
mod simulate;
mod skeleton;
mod swing;
mod walk;

pub use human::Human;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub(crate) use human::normal_vector;
pub use motion::StrokeMotion;
pub use partner::{Answer, Partner, Unanswered};
pub use person::PersonMotion;
pub use pillar::Pillar;
pub use recorded_shots::{RecordedShots, ShotError};
pub use seam::{Incoming, Knows, Opponent, OpponentBody, OpponentSetup, Reply};
pub use sensor::{PoseMeasurement, PoseSensor};
pub use shots::{NoShot, ShotSet, Shots};
#[cfg(feature = "opponent-svm")]
pub use simulate::{Lesson, LessonError, Schooling, SeenStroke, SeenSwing};
pub use skeleton::{Keypoint, Skeleton};
