//! What there is in the made-up hall.

use multiball::court::Side;
use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::hall::record::{
    Stage, StagedCamera, StagedCourt, StagedPerson, StagedPicker, StagedPose, StagedRobot, StagedTarget,
};
use multiball::robot::by_name;
use nalgebra::Translation3;

pub(super) const TARGET: [f64; 2] = [-0.95, 0.25];
pub(super) const FLOOR_Z: f64 = -0.76;

/// The rail player's base: its -y is towards the net, its rails end at the table's end line.
pub(super) fn player_base() -> Pose {
    let turn = Attitude::from_axis_angle(&Vec3::z_axis(), -std::f64::consts::FRAC_PI_2);
    Pose::from_parts(Translation3::new(3.15, 1.1, -0.62), turn)
}

pub(super) fn server_base() -> Pose {
    Pose::from_parts(Translation3::new(-2.05, -0.75, FLOOR_Z), Attitude::identity())
}

fn robot(name: &str, kind: &str, side: Side, base: &Pose) -> StagedRobot {
    let chain = by_name(kind).unwrap().chain().unwrap();
    StagedRobot::new(name, kind, side, base, &chain, 0.075)
}

/// A camera that looks at the table's middle; the image's x is to the right.
fn camera(name: &str, from: Vec3) -> StagedCamera {
    let forward = (Vec3::new(0.0, 0.0, 0.1) - from).normalize();
    let right = forward.cross(&Vec3::z()).normalize();
    let axes = nalgebra::Matrix3::from_columns(&[right, forward.cross(&right), forward]);
    let pose = Pose::from_parts(from.into(), Attitude::from_matrix_unchecked(axes));
    StagedCamera {
        name: name.to_owned(),
        pose: StagedPose::from(&pose),
        width_px: 640,
        height_px: 512,
        focal_px: [620.0, 620.0],
        center_px: [319.5, 255.5],
    }
}

fn around(x: [f64; 2], y: [f64; 2]) -> Vec<[f64; 2]> {
    vec![[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]]
}

/// The stage.
pub fn stage(seed: u64) -> Stage {
    let court = StagedCourt {
        table_length_m: 2.74,
        table_width_m: 1.525,
        table_height_m: 0.76,
        table_thickness_m: 0.03,
        net_height_m: 0.1525,
        net_width_m: 1.83,
    };
    Stage {
        scenario: "synthetic".to_owned(),
        about: "A made-up session, to look at the page without a hall.".to_owned(),
        seed,
        hall_m: [14.0, 7.0],
        court,
        balls: 60,
        ball_radius_m: 0.02,
        robots: vec![
            robot("server", "serve5", Side::Away, &server_base()),
            robot("player", "rail6", Side::Home, &player_base()),
        ],
        people: vec![StagedPerson {
            name: "opponent".to_owned(),
            side: Side::Away,
            height_m: 1.75,
            right_handed: true,
        }],
        picker: Some(StagedPicker {
            home_m: [-4.6, -2.4],
            home_heading_rad: 0.4,
            radius_m: 0.22,
            reach_m: 0.2,
            brush_width_m: 0.34,
            capacity: 12,
            hopper_m: [-2.55, -1.35, 0.35],
        }),
        cameras: vec![camera("left", Vec3::new(2.6, 2.6, 1.5)), camera("right", Vec3::new(2.6, -2.6, 1.5))],
        targets: vec![StagedTarget { robot: "player".to_owned(), center_m: TARGET, half_sides_m: vec![0.15, 0.3] }],
        zones_m: vec![around([-3.6, 3.6], [-1.6, 1.6])],
        obstacles_m: vec![around([-2.7, -2.4], [-1.5, -1.2])],
    }
}
