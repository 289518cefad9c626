//! Frames, solids and the small mathematics that nalgebra lacks.
//!
//! World frame everywhere: origin at the centre of the table top, x along the centre line towards the home robot,
//! y to the home robot's right, z up; right-handed, SI units, radians. CONVENTIONS.md has the drawing.

mod basis;
pub mod portable;
mod roots;
mod solid;

pub use basis::Basis;
pub use roots::{first_quadratic_root_after, root_in_bracket};
pub use solid::{Cuboid, Nearest};

/// A vector or point in three dimensions.
pub type Vec3 = nalgebra::Vector3<f64>;
