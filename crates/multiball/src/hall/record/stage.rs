//! The static contents of a hall.

use serde::{Deserialize, Serialize};

use super::{Triple, triple};
use crate::court::{Court, Side};
use crate::geometry::{Pose, Vec3, quaternion_from_rotation, rotation_from_quaternion};
use crate::player::Finding;
use crate::robot::{Chain, JointKind};

/// The static contents of a hall: court, robots, people, cameras, obstacles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The scenario's name.
    pub scenario: String,
    /// One sentence about it.
    pub about: String,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Length along x and width along y of the hall, whose middle is that of the table.
    pub hall_m: [f64; 2],
    /// The table and its net.
    pub court: StagedCourt,
    /// Number of balls.
    pub balls: u32,
    /// Radius of a ball.
    pub ball_radius_m: f64,
    /// The arms, in the order of [`super::Snapshot::joints`].
    pub robots: Vec<StagedRobot>,
    /// The people, in the order of [`super::Snapshot::people`].
    pub people: Vec<StagedPerson>,
    /// The robot that picks the balls up.
    pub picker: Option<StagedPicker>,
    /// The cameras.
    pub cameras: Vec<StagedCamera>,
    /// Where robots aim.
    pub targets: Vec<StagedTarget>,
    /// Outlines on the floor that the picker keeps off while a point is played.
    pub zones_m: Vec<Vec<[f64; 2]>>,
    /// Outlines of the obstacles on the floor.
    pub obstacles_m: Vec<Vec<[f64; 2]>>,
}

/// Sizes of the table, whose top is z = 0 and whose net stands on x = 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StagedCourt {
    /// Along x.
    pub table_length_m: f64,
    /// Along y.
    pub table_width_m: f64,
    /// Of the top above the floor.
    pub table_height_m: f64,
    /// Of the slab.
    pub table_thickness_m: f64,
    /// Of the net above the table.
    pub net_height_m: f64,
    /// From post to post.
    pub net_width_m: f64,
}

/// A position and an orientation in the world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StagedPose {
    /// x, y, z.
    pub position_m: Triple,
    /// w, x, y, z.
    pub quaternion: [f64; 4],
}

/// An arm: joints in a row, base first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedRobot {
    /// Its name, such as `player` or `server`.
    pub name: String,
    /// Its kind: planar3, serve5, rail6.
    pub kind: String,
    /// The end of the table at which it stands.
    pub side: Side,
    /// Its base in the world.
    pub base: StagedPose,
    /// Its joints.
    pub joints: Vec<StagedJoint>,
    /// The blade's middle in the last joint's frame; the face is square to x.
    pub tip: StagedPose,
    /// Radius of its racket.
    pub racket_radius_m: f64,
    /// What it assumes at first, and goes on to find out; none in recordings of before. An older name is read too.
    #[serde(default, alias = "told", skip_serializing_if = "Vec::is_empty")]
    pub priors: Vec<StagedPrior>,
}

/// A number that a robot assumes before it finds out more: a data sheet, a drawing or a measurement says so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedPrior {
    /// What it is.
    pub name: String,
    /// Its unit; empty for a plain number.
    pub unit: String,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; zero of what is known exactly.
    pub sd: f64,
}

/// A joint: tip = Π (parent_from_joint · motion by q) · last_from_tip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedJoint {
    /// Its name.
    pub name: String,
    /// Whether it is prismatic (q in m); otherwise it is revolute (q in rad).
    pub slides: bool,
    /// Its frame at q = 0 in that of the joint before.
    pub origin: StagedPose,
    /// The axis in its own frame, a unit vector.
    pub axis: Triple,
    /// Least q.
    pub low: f64,
    /// Greatest q.
    pub high: f64,
}

/// A person who plays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedPerson {
    /// Their name.
    pub name: String,
    /// The end of the table at which they stand.
    pub side: Side,
    /// Height.
    pub height_m: f64,
    /// Whether the racket is in the right hand.
    pub right_handed: bool,
}

/// The robot that picks balls up.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StagedPicker {
    /// Its home position.
    pub home_m: [f64; 2],
    /// Its heading at home, counter-clockwise from x.
    pub home_heading_rad: f64,
    /// Radius of its body.
    pub radius_m: f64,
    /// From its middle to the line along which the brush takes balls in.
    pub reach_m: f64,
    /// Width of the brush.
    pub brush_width_m: f64,
    /// Balls that it holds.
    pub capacity: u32,
    /// Mouth of the hopper that it launches balls into.
    pub hopper_m: Triple,
}

/// A camera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedCamera {
    /// Its name.
    pub name: String,
    /// Where it stands; it looks along its z, x is to the right of the image, y down.
    pub pose: StagedPose,
    /// Pixels across.
    pub width_px: u32,
    /// Pixels down.
    pub height_px: u32,
    /// Focal lengths, px.
    pub focal_px: [f64; 2],
    /// Principal point, px.
    pub center_px: [f64; 2],
}

/// Where a robot wants its balls to land.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StagedTarget {
    /// Whose it is.
    pub robot: String,
    /// x, y on the table.
    pub center_m: [f64; 2],
    /// Half the sides of the squares around it.
    pub half_sides_m: Vec<f64>,
}

impl StagedCourt {
    /// The sizes of a court.
    #[must_use]
    pub fn of(court: &Court) -> Self {
        Self {
            table_length_m: court.table_length,
            table_width_m: court.table_width,
            table_height_m: court.table_height,
            table_thickness_m: court.table_thickness,
            net_height_m: court.net_height,
            net_width_m: court.table_width + 2.0 * court.net_overhang,
        }
    }

    /// The court of these sizes.
    #[must_use]
    pub fn court(&self) -> Court {
        Court {
            table_length: self.table_length_m,
            table_width: self.table_width_m,
            table_thickness: self.table_thickness_m,
            table_height: self.table_height_m,
            net_height: self.net_height_m,
            net_overhang: (self.net_width_m - self.table_width_m) / 2.0,
        }
    }
}

impl StagedPrior {
    fn of(&Finding { name, unit, value, sd }: &Finding) -> Self {
        Self { name: name.into(), unit: unit.into(), value, sd }
    }
}

impl StagedRobot {
    /// The description of an arm: its kind, the side that it plays for, its base and its kinematic chain.
    #[must_use]
    pub fn new(name: &str, kind: &str, side: Side, base: &Pose, chain: &Chain, racket_radius_m: f64) -> Self {
        let joints = chain.joints().iter().map(|joint| StagedJoint {
            name: joint.name.clone(),
            slides: joint.limits.kind == JointKind::Prismatic,
            origin: StagedPose::from(&joint.parent_from_joint),
            axis: triple(&joint.axis),
            low: joint.limits.low,
            high: joint.limits.high,
        });
        Self {
            name: name.into(),
            kind: kind.into(),
            side,
            base: StagedPose::from(base),
            joints: joints.collect(),
            tip: StagedPose::from(chain.last_from_tip()),
            racket_radius_m,
            priors: Vec::new(),
        }
    }

    /// The same robot, with what it assumes at first.
    #[must_use]
    pub fn assuming(self, first: &[Finding]) -> Self {
        Self { priors: first.iter().map(StagedPrior::of).collect(), ..self }
    }

    /// Poses of its joints, base first, and of its blade in the world, where the joints are at `values` (rad or m).
    /// None when a quaternion is invalid, which no stage of a session has.
    #[must_use]
    pub fn poses(&self, values: &[f64]) -> Option<Vec<Pose>> {
        let mut pose = self.base.pose()?;
        let mut poses = Vec::with_capacity(self.joints.len() + 1);
        for (joint, value) in self.joints.iter().zip(values) {
            let along = Vec3::from(joint.axis) * *value;
            pose *= joint.origin.pose()?;
            pose *= if joint.slides { Pose::new(along, Vec3::zeros()) } else { Pose::new(Vec3::zeros(), along) };
            poses.push(pose);
        }
        poses.push(pose * self.tip.pose()?);
        Some(poses)
    }
}

impl StagedPose {
    fn pose(&self) -> Option<Pose> {
        let rotation = rotation_from_quaternion(self.quaternion).ok()?;
        Some(Pose::from_parts(Vec3::from(self.position_m).into(), rotation))
    }
}

impl From<&Pose> for StagedPose {
    fn from(pose: &Pose) -> Self {
        Self { position_m: triple(&pose.translation.vector), quaternion: quaternion_from_rotation(&pose.rotation) }
    }
}
