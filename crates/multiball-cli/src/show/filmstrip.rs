//! A rally as pictures at regular times.

use multiball::geometry::Vec3;
use multiball::hall::record::{Snapshot, Stage, StagedRobot};

/// An arm at one moment, as far as it is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ArmPose {
    /// Base, elbow, wrist and racket centre.
    pub(crate) links: [Vec3; 4],
    /// The two ends of the racket's face.
    pub(crate) face: [Vec3; 2],
}

impl ArmPose {
    /// A planar arm with its joints at some angles; none for an arm of another kind.
    fn of(robot: &StagedRobot, joints: &[f64]) -> Option<Self> {
        let poses: [_; 4] = robot.poses(joints)?.try_into().ok()?;
        let normal = poses[3].rotation * Vec3::x();
        let across = Vec3::new(-normal.z, 0.0, normal.x) * robot.racket_radius_m;
        let links = poses.map(|pose| pose.translation.vector);
        Some(Self { links, face: [links[3] - across, links[3] + across] })
    }
}

/// Ball and arms at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) ball: Vec3,
    /// Home first.
    pub(crate) arms: [ArmPose; 2],
}

impl Frame {
    /// A snapshot of two planar robots; none of anything else.
    pub(crate) fn of(stage: &Stage, now: &Snapshot) -> Option<Self> {
        let ball = Vec3::from(now.balls.first()?.position_m);
        let mut arms = stage.robots.iter().zip(&now.joints).map(|(robot, joints)| ArmPose::of(robot, joints));
        Some(Self { ball, arms: [arms.next()??, arms.next()??] })
    }
}

/// Frames at regular times.
#[derive(Debug)]
pub(crate) struct Filmstrip {
    pub(crate) frames_per_s: f64,
    pub(crate) frames: Vec<Frame>,
}

impl Filmstrip {
    pub(crate) fn new(frames_per_s: f64) -> Self {
        Self { frames_per_s, frames: Vec::new() }
    }

    pub(crate) fn duration_s(&self) -> f64 {
        self.frames.len() as f64 / self.frames_per_s
    }
}
