//! The stage of a hall, which a session reports once.

use super::hall::TrainingHall;
use super::robot_name;
use crate::court::Side;
use crate::hall::record::{
    Stage, StagedCamera, StagedCourt, StagedPicker, StagedPose, StagedRobot, StagedTarget, triple,
};
use crate::hall::world_from_player;
use crate::picker::Point2;
use crate::robot::Robot;
use crate::vision::Camera;

/// Half the sides of the inner and the outer square around a target, m [paper 004, experiment].
pub const TARGET_HALF_SIDES_M: [f64; 2] = [0.15, 0.30];

impl TrainingHall {
    /// The static contents of the hall, in the order of the snapshots.
    #[must_use]
    pub fn stage(&self) -> Stage {
        let sides =
            || Side::BOTH.into_iter().zip(self.settings.robots()).filter(|(_, there)| *there).map(|(side, _)| side);
        let (court, plan) = (&self.court, &self.plan);
        let outlines = |list: &[Vec<Point2>]| -> Vec<Vec<[f64; 2]>> {
            list.iter().map(|outline| outline.iter().map(|corner| [corner.x, corner.y]).collect()).collect()
        };
        Stage {
            scenario: self.name.clone(),
            about: self.about.clone(),
            seed: self.seed,
            hall_m: self.settings.room.size_m,
            court: StagedCourt::of(court),
            balls: self.settings.room.balls,
            ball_radius_m: self.options.physics.body.radius,
            robots: sides().filter_map(|side| self.staged_player(side)).chain(self.staged_server()).collect(),
            people: self.staged_people(),
            picker: self.staged_picker(),
            cameras: self.staged_cameras(),
            targets: sides().map(|side| self.staged_target(side)).collect(),
            zones_m: if self.settings.server.is_some() { outlines(&plan.zones) } else { Vec::new() },
            obstacles_m: outlines(&plan.things),
        }
    }

    fn staged_player(&self, side: Side) -> Option<StagedRobot> {
        let rig = self.robots[side.index()].as_ref()?;
        let blade = self.options.player.blade_radius;
        Some(staged(robot_name(side), side, &*rig.robot, blade)?.assuming(&rig.known.findings()))
    }

    fn staged_server(&self) -> Option<StagedRobot> {
        let arm = &self.feeder.as_ref()?.arm;
        staged("server", Side::Away, arm.robot(), arm.racket_radius())
    }

    fn staged_picker(&self) -> Option<StagedPicker> {
        let body = self.floor.as_ref()?.robot().body;
        Some(StagedPicker {
            home_m: self.plan.home.into(),
            home_heading_rad: 0.0,
            radius_m: body.radius,
            reach_m: body.reach,
            brush_width_m: body.brush_width,
            capacity: body.capacity as u32,
            hopper_m: triple(&self.plan.hopper),
        })
    }

    fn staged_target(&self, side: Side) -> StagedTarget {
        StagedTarget {
            robot: robot_name(side).into(),
            center_m: self.target(side),
            half_sides_m: TARGET_HALF_SIDES_M.to_vec(),
        }
    }

    fn staged_cameras(&self) -> Vec<StagedCamera> {
        self.cameras.iter().enumerate().map(|(number, camera)| staged_camera(number, camera)).collect()
    }
}

fn staged(name: &str, side: Side, robot: &dyn Robot, racket_radius: f64) -> Option<StagedRobot> {
    let (base, chain) = robot.base_and_chain().ok()?;
    let base = world_from_player(side).pose() * base;
    Some(StagedRobot::new(name, robot.kind(), side, &base, &chain, racket_radius))
}

fn staged_camera(number: usize, camera: &Camera) -> StagedCamera {
    let lens = &camera.lens;
    StagedCamera {
        name: format!("camera {}", number + 1),
        pose: StagedPose::from(&camera.camera_from_world.inverse()),
        width_px: lens.width as u32,
        height_px: lens.height as u32,
        focal_px: [lens.focal_px.x, lens.focal_px.y],
        center_px: [lens.centre_px.x, lens.centre_px.y],
    }
}
