//! Frames of reference: the world, arms link by link, the picker, cameras.

use foxglove::messages::{FrameTransform, FrameTransforms};
use multiball::hall::record::{Snapshot, Stage, StagedCamera, StagedJoint, StagedPose, StagedRobot};

use super::rotation;
use super::shapes::{quaternion, stamp, vector};

/// The frame of all places.
pub(super) const WORLD: &str = "world";

/// The frame of the picker, on the floor.
pub(super) const PICKER: &str = "picker";

/// The frame of the pose that the picker estimates for itself.
pub(super) const PICKER_BELIEVED: &str = "picker/believed";

pub(super) fn robot_frame(robot: &StagedRobot) -> String {
    robot.name.clone()
}

pub(super) fn joint_frame(robot: &StagedRobot, joint: &StagedJoint) -> String {
    format!("{}/{}", robot.name, joint.name)
}

pub(super) fn racket_frame(robot: &StagedRobot) -> String {
    format!("{}/racket", robot.name)
}

pub(super) fn camera_frame(camera: &StagedCamera) -> String {
    format!("camera/{}", camera.name)
}

fn transform(time_ns: u64, parent: String, child: String, pose: &StagedPose) -> FrameTransform {
    FrameTransform {
        timestamp: stamp(time_ns),
        parent_frame_id: parent,
        child_frame_id: child,
        translation: vector(pose.position_m),
        rotation: quaternion(pose.quaternion),
    }
}

/// Frames that stay: bases of arms, rackets in the last links, cameras.
pub(super) fn fixed(stage: &Stage, time_ns: u64) -> FrameTransforms {
    let arms = stage.robots.iter().flat_map(|robot| {
        let hand = robot.joints.last().map_or_else(|| robot_frame(robot), |last| joint_frame(robot, last));
        [
            transform(time_ns, WORLD.into(), robot_frame(robot), &robot.base),
            transform(time_ns, hand, racket_frame(robot), &robot.tip),
        ]
    });
    let cameras =
        stage.cameras.iter().map(|camera| transform(time_ns, WORLD.into(), camera_frame(camera), &camera.pose));
    FrameTransforms { transforms: arms.chain(cameras).collect() }
}

/// Frames that move: joints, and the picker on the floor.
pub(super) fn moving(stage: &Stage, now: &Snapshot, time_ns: u64) -> FrameTransforms {
    let mut transforms = Vec::new();
    for (robot, values) in stage.robots.iter().zip(&now.joints) {
        let mut parent = robot_frame(robot);
        for (joint, value) in robot.joints.iter().zip(values) {
            let child = joint_frame(robot, joint);
            transforms.push(transform(time_ns, parent, child.clone(), &rotation::moved(joint, *value)));
            parent = child;
        }
    }
    if let Some(picker) = &now.picker {
        let on_floor = |[x, y]: [f64; 2], heading: f64| StagedPose {
            position_m: [x, y, -stage.court.table_height_m],
            quaternion: rotation::about([0.0, 0.0, 1.0], heading),
        };
        let is = on_floor(picker.position_m, picker.heading_rad);
        let believed = on_floor(picker.believed_m, picker.believed_heading_rad);
        transforms.push(transform(time_ns, WORLD.into(), PICKER.into(), &is));
        transforms.push(transform(time_ns, WORLD.into(), PICKER_BELIEVED.into(), &believed));
    }
    FrameTransforms { transforms }
}
