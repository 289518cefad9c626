//! A robot's own arm: as cameras see it, and as the robot knows it from its joints.

use super::MovingJoints;
use super::racket::racket_of;
use crate::geometry::Capsule;
use crate::player::BLADE_RADIUS;
use crate::robot::Robot;
use crate::vision::scene::{SceneArm, SceneLink, SceneRacket};

/// The arm that cameras see, in the frame of the robot; none for joints that are none of it.
pub(in crate::hall) fn scene_arm(robot: &dyn Robot, joints: MovingJoints<'_>) -> SceneArm {
    /// Time over which the links' motion is measured, s.
    const STEP_S: f64 = 1e-4;
    let moved = |(position, velocity): (&f64, &f64)| position + velocity * STEP_S;
    let ahead: Vec<f64> = joints.position.iter().zip(joints.velocity).map(moved).collect();
    let [now, then] = [joints.position, &ahead].map(|position| {
        let mut links = Vec::new();
        own_links(robot, position, &mut links);
        links
    });
    let link = |number: usize| {
        let (rod, later) = (*now.get(number)?, then.get(number)?);
        Some(SceneLink { rod, velocities: [(later.from - rod.from) / STEP_S, (later.to - rod.to) / STEP_S] })
    };
    let racket = racket_of(robot, joints);
    let racket = SceneRacket { centre: racket.center, normal: racket.normal, velocity: racket.velocity };
    SceneArm { links: std::array::from_fn(link), racket: Some(racket) }
}

/// The solids that a robot's links and racket fill with these joints, in its frame.
pub(in crate::hall) fn own_shape(robot: &dyn Robot, joints: &[f64], solids: &mut Vec<Capsule>) {
    own_links(robot, joints, solids);
    if let Ok(pose) = robot.forward(joints) {
        let centre = pose.translation.vector;
        solids.push(Capsule { from: centre, to: centre, radius: BLADE_RADIUS });
    }
}

fn own_links(robot: &dyn Robot, joints: &[f64], links: &mut Vec<Capsule>) {
    if robot.links(joints, links).is_err() {
        links.clear();
    }
}
