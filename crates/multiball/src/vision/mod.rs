//! Vision: cameras, the frames they take, and the ball found in them.
//!
//! A [`Camera`] is a [`Lens`] with a pose; a [`Frame`] is what its sensor read, whole or one [`Region`] of it. Pixel
//! coordinates have their origin in the middle of the top left pixel, x to the right, y down; a camera looks along its
//! own z axis with x to the right and y down. These are OpenCV's conventions.

mod attitude;
pub mod board;
mod calibrate;
mod camera;
mod camera_file;
mod correction;
pub mod detect;
mod frame;
pub mod image;
mod lens;
mod miscalibration;
mod pnp;
mod pose_step;
mod projective;
pub mod scene;
mod triangulate;

pub use calibrate::{
    Calibration, CalibrationError, Corner, DistortionModel, LensDeviation, UnknownDistortionModel, calibrate,
};

pub use camera::{Camera, Ray};
pub use camera_file::{CameraFileError, CameraPlace, CameraRecord, cameras_from_toml, cameras_to_toml};
pub use correction::{CORRECTIONS, CameraCorrection};
pub use frame::{Frame, FrameError, FrameView, Region, StrideError};
pub use lens::{Brown, Lens};
pub use miscalibration::Miscalibration;
pub use pnp::{CameraPose, Landmark, PnpError, locate};
pub use triangulate::{Fix, TriangulationError, triangulate, triangulate_linear};

/// A point of an image, px; or a point of the plane one metre in front of a camera.
pub type Vec2 = nalgebra::Vector2<f64>;
