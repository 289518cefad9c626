//! Frames, solids and the small mathematics that nalgebra lacks.
//!
//! World frame everywhere: origin at the centre of the table top, x along the centre line towards the home robot,
//! y to the home robot's right, z up; right-handed, SI units, radians. CONVENTIONS.md has the drawing.

mod angle;
mod basis;
mod directions;
mod eigen;
mod hermite;
mod normal;
pub mod polynomial;
pub mod portable;
mod quaternion;
mod roots;
mod solid;
mod tanh;

pub use angle::wrapped;
pub use basis::Basis;
pub use directions::directions;
pub(crate) use eigen::symmetric_eigen;
pub use hermite::cubic_between;
pub use normal::standard_normal;
pub use quaternion::{QuaternionError, quaternion_from_rotation, rotation_from_quaternion, turn_between, turned_by};
pub use roots::{first_quadratic_root_after, root_in_bracket};
pub use solid::{Capsule, Cuboid, Nearest, box_corners};
pub(crate) use tanh::{tanh, tanh_quotients};

/// A vector or point in three dimensions.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Orientation of a frame.
pub type Attitude = nalgebra::Rotation3<f64>;

/// Position and orientation of a frame: `a_from_b` carries coordinates in frame b to frame a.
pub type Pose = nalgebra::IsometryMatrix3<f64>;
