//! What there is in the hall that is made up.

use multiball::court::{Court, Side};
use multiball::geometry::Pose;
use multiball::hall::record::{
    Stage, StagedCamera, StagedCourt, StagedPerson, StagedPicker, StagedPose, StagedPrior, StagedRobot, StagedTarget,
};
use multiball::robot::by_name;

fn robot(name: &str, kind: &str, side: Side) -> StagedRobot {
    let chain = by_name(kind).unwrap().chain().unwrap();
    StagedRobot::new(name, kind, side, &Pose::identity(), &chain, 0.08)
}

fn priors() -> Vec<StagedPrior> {
    let number = |(name, unit, value, sd): (&str, &str, f64, f64)| StagedPrior {
        name: name.into(),
        unit: unit.into(),
        value,
        sd,
    };
    [("racket tilt about y", "deg", 0.0, 1.7), ("table restitution", "", 0.9, 0.02)].map(number).into()
}

fn camera(name: &str, y: f64) -> StagedCamera {
    // Looks along -y or y, level: the image's x is the world's x or -x, its y is down.
    let quaternion =
        if y > 0.0 { [0.0, 0.0, 0.5f64.sqrt(), -0.5f64.sqrt()] } else { [0.5f64.sqrt(), -0.5f64.sqrt(), 0.0, 0.0] };
    StagedCamera {
        name: name.into(),
        pose: StagedPose { position_m: [0.0, y, 0.6], quaternion },
        width_px: 1280,
        height_px: 1024,
        focal_px: [1100.0, 1100.0],
        center_px: [639.5, 511.5],
    }
}

/// Sixty balls, two arms, a person, a picker, two cameras.
pub fn stage() -> Stage {
    Stage {
        scenario: "made-up".into(),
        about: "A hall for tests.".into(),
        seed: u64::MAX,
        hall_m: [10.0, 7.0],
        court: StagedCourt::of(&Court::STANDARD),
        balls: 60,
        ball_radius_m: 0.02,
        robots: vec![
            robot("server", "serve5", Side::Home),
            StagedRobot { priors: priors(), ..robot("player", "rail6", Side::Home) },
        ],
        people: vec![StagedPerson { name: "Ann".into(), side: Side::Away, height_m: 1.72, right_handed: true }],
        picker: Some(StagedPicker {
            home_m: [3.0, -2.0],
            home_heading_rad: 0.0,
            radius_m: 0.2,
            reach_m: 0.22,
            brush_width_m: 0.3,
            capacity: 5,
            hopper_m: [1.9, 0.9, 0.4],
        }),
        cameras: vec![camera("left", 3.4), camera("right", -3.4)],
        targets: vec![StagedTarget { robot: "player".into(), center_m: [-0.9, 0.3], half_sides_m: vec![0.1, 0.2] }],
        zones_m: vec![vec![[-2.0, -1.5], [2.0, -1.5], [2.0, 1.5], [-2.0, 1.5]]],
        obstacles_m: vec![vec![[-1.3, -0.7], [1.3, -0.7], [1.3, 0.7], [-1.3, 0.7]]],
    }
}
