//! A robot's own arm: as cameras see it, and as the robot knows it from its joints.

use super::MovingJoints;
use super::racket::racket_of;
use crate::geometry::Capsule;
use crate::robot::Robot;
use crate::vision::scene::{SceneArm, SceneLink, SceneRacket};

/// The arm that cameras see, with a racket of a radius, m, in the frame of the robot; none for joints that are none of
/// it.
pub(in crate::hall) fn scene_arm(robot: &dyn Robot, blade_radius: f64, joints: MovingJoints<'_>) -> SceneArm {
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
    let racket =
        SceneRacket { centre: racket.center, normal: racket.normal, velocity: racket.velocity, radius: blade_radius };
    SceneArm { links: std::array::from_fn(link), racket: Some(racket) }
}

/// The solids that a robot's links and its racket of a radius, m, fill with these joints, in its frame.
pub(in crate::hall) fn own_shape(robot: &dyn Robot, blade_radius: f64, joints: &[f64], solids: &mut Vec<Capsule>) {
    own_links(robot, joints, solids);
    if let Ok(pose) = robot.forward(joints) {
        let centre = pose.translation.vector;
        solids.push(Capsule { from: centre, to: centre, radius: blade_radius });
    }
}

fn own_links(robot: &dyn Robot, joints: &[f64], links: &mut Vec<Capsule>) {
    if robot.links(joints, links).is_err() {
        links.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use crate::robot::{Mounted, Rail6};

    #[test]
    fn law_a_larger_racket_is_shown_and_masked_larger() {
        let robot: Box<dyn Robot> = Box::new(Mounted::bare(Rail6::default()));
        let (position, velocity) = (robot.home(), vec![0.0; robot.joint_count()]);
        let center = robot.forward(&position).unwrap().translation.vector;
        for radius in [0.05, 0.075, 0.11] {
            let shown = scene_arm(&*robot, radius, MovingJoints { position: &position, velocity: &velocity });
            assert_eq!(shown.racket.map(|racket| (racket.centre, racket.radius)), Some((center, radius)));
            let mut solids = Vec::new();
            own_shape(&*robot, radius, &position, &mut solids);
            let inside = center + Vec3::y() * (radius - 1e-3);
            assert!(solids.last().is_some_and(|blade| blade.radius == radius && blade.contains(&inside)));
        }
    }
}
