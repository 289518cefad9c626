//! The racket as it may really be: its rubber, how it is held, and where the arm stands for the cameras.

use nalgebra::{Rotation3, SVector, Translation3};

use crate::ball::RacketContact;
use crate::geometry::{Pose, Vec3, turned_by};
use crate::robot::Robot;

/// Numbers of a racket model.
pub(super) const NUMBERS: usize = 7;
/// A racket model as a vector: tilt about the tool's y and z axes, restitution, friction, offset.
pub(super) type Vector = SVector<f64, NUMBERS>;

/// How racket and mount differ from drawing and data sheet.
///
/// The racket's true pose is `T(offset) · forward(q) · R(tilt)`, in the frame of the cameras: T moves the whole arm, R
/// turns the blade in the hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketModel {
    /// Rotation of the blade about the tool's y and z axes, rad; about x, the normal, it changes nothing.
    pub tilt_rad: [f64; 2],
    /// Added to the rubber's restitution.
    pub restitution: f64,
    /// Times the rubber's friction.
    pub friction: f64,
    /// From where the arm should stand to where it stands, as the cameras see it, m.
    pub offset_m: Vec3,
}

impl Default for RacketModel {
    /// As drawn.
    fn default() -> Self {
        Self { tilt_rad: [0.0; 2], restitution: 0.0, friction: 1.0, offset_m: Vec3::zeros() }
    }
}

impl RacketModel {
    /// The robot with this racket and mount.
    #[must_use]
    pub fn robot(&self, nominal: &dyn Robot) -> Box<dyn Robot> {
        let base = Pose::from_parts(Translation3::from(self.offset_m), Rotation3::identity());
        let [about_y, about_z] = self.tilt_rad;
        let tool = Pose::from_parts(Translation3::identity(), turned_by(&Vec3::new(0.0, about_y, about_z)));
        nominal.remounted(&base, &tool)
    }

    /// The rebound from this racket. Only rubbers differ from their data sheet: the other models are exact by
    /// definition.
    #[must_use]
    pub fn contact(&self, nominal: &RacketContact) -> RacketContact {
        match nominal {
            RacketContact::Rubber(rubber) => RacketContact::Rubber(rubber.changed(self.restitution, self.friction)),
            other => *other,
        }
    }

    /// Its numbers: tilt about y and z, restitution, friction, offset along x, y and z.
    #[must_use]
    pub fn numbers(self) -> [f64; NUMBERS] {
        self.to_vector().into()
    }

    pub(super) fn to_vector(self) -> Vector {
        let Self { tilt_rad: [y, z], restitution, friction, offset_m } = self;
        Vector::from([y, z, restitution, friction, offset_m.x, offset_m.y, offset_m.z])
    }

    pub(super) fn from_vector(vector: &Vector) -> Self {
        Self {
            tilt_rad: [vector[0], vector[1]],
            restitution: vector[2],
            friction: vector[3].max(0.0),
            offset_m: Vec3::new(vector[4], vector[5], vector[6]),
        }
    }
}
