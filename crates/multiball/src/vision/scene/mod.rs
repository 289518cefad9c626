//! Simulated cameras: what the sensor of a camera next to the table would read, frame by frame.
//!
//! A [`Scene`] is what stands still: flat surfaces and lamps. A [`SceneCamera`] renders it once as its own background;
//! then it draws whatever moves at one [`Moment`] (balls, an opponent, glints) and adds the sensor's noise. The noise
//! of a pixel depends on seed, camera, frame number and pixel alone, so that a region is the crop of the whole frame.

mod arm;
mod background;
mod camera;
mod capsule;
mod compose;
mod ellipse;
mod furniture;
mod lighting;
mod moment;
mod noise;
mod opponent;
mod paint;
mod rig;
mod shutter;
mod spans;
mod surface;

pub use arm::{SceneArm, SceneLink, SceneRacket};
pub use camera::SceneCamera;
pub use furniture::Scene;
pub use lighting::{Lamp, Lighting};
pub use moment::{BallLook, BallTruth, Glint, Moment, Sensor};
pub use opponent::{Opponent, OpponentPose, Part};
pub use rig::{four_camera_rig, stereo_rig};
pub use surface::{Pattern, Surface};
