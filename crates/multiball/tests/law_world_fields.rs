//! Fields of a scenario that describe robots and sensors reach the simulation and do what is said of them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use multiball::ball::BallState;
use multiball::geometry::Vec3;
use multiball::hall::record::NullRecorder;
use multiball::hall::training::{TrainingHall, TrainingResult};
use multiball::hall::{
    CalibrationErrors, Catalog, Exchange, ExchangeSetup, Extent, NoHooks, RailHall, RailOptions, RailRound, Scenario,
};
use multiball::opponent::{Lesson, RecordedShots};
use multiball::robot::{JointKind, JointLimits};

use crate::support::schooling;

/// The scenario `hall` with points and a player that knows its world, and with these fields.
fn options(fields: &[(&str, &str)]) -> RailOptions {
    let mut scenario = Scenario::builtin("hall").unwrap();
    scenario.drives = None;
    for (field, value) in [("player.sensing", "points"), ("player.knows", "exact")].iter().chain(fields) {
        scenario.set_text(field, value).unwrap();
    }
    scenario.check().unwrap();
    RailOptions { warm_up: 0, ..RailOptions::of(&scenario).unwrap() }
}

fn rounds(fields: &[(&str, &str)], count: u64) -> Vec<RailRound> {
    let hall = RailHall::new(options(fields), schooling(Lesson { players: 12, ..Lesson::default() }), 5).unwrap();
    hall.rounds(count, &AtomicBool::new(false), &|| {}).unwrap()
}

fn exchange(fields: &[(&str, &str)]) -> ExchangeSetup {
    ExchangeSetup::new(options(fields), 1, 3).unwrap()
}

#[test]
fn law_each_limit_of_drives_reaches_its_joints_and_no_other() {
    let own = exchange(&[]).robot().limits().to_vec();
    let radians = f64::to_radians;
    // Those of the robot among them: they are limits as any other.
    type Limit = fn(&mut JointLimits) -> &mut f64;
    let cases: [(&str, &str, JointKind, Limit, f64); 8] = [
        ("drives.rail_speed_m_s", "2.5", JointKind::Prismatic, |joint| &mut joint.speed, 2.5),
        ("drives.rail_speed_m_s", "4", JointKind::Prismatic, |joint| &mut joint.speed, 4.0),
        ("drives.rail_acceleration_m_s2", "15", JointKind::Prismatic, |joint| &mut joint.acceleration, 15.0),
        ("drives.rail_jerk_m_s3", "500", JointKind::Prismatic, |joint| &mut joint.jerk, 500.0),
        ("drives.joint_speed_deg_s", "500", JointKind::Revolute, |joint| &mut joint.speed, radians(500.0)),
        ("drives.joint_speed_deg_s", "900", JointKind::Revolute, |joint| &mut joint.speed, radians(900.0)),
        ("drives.joint_acceleration_deg_s2", "800", JointKind::Revolute, |j| &mut j.acceleration, radians(800.0)),
        ("drives.joint_jerk_deg_s3", "9e4", JointKind::Revolute, |joint| &mut joint.jerk, radians(9e4)),
    ];
    for (field, value, kind, limit, expected) in cases {
        let mut wanted = own.clone();
        wanted.iter_mut().filter(|joint| joint.kind == kind).for_each(|joint| *limit(joint) = expected);
        assert_eq!(exchange(&[(field, value)]).robot().limits(), wanted, "{field} = {value}");
    }
}

#[test]
fn law_every_field_of_drives_changes_what_is_played() {
    let usual = rounds(&[], 6);
    for (field, value) in [
        ("drives.rail_speed_m_s", "0.5"),
        ("drives.rail_acceleration_m_s2", "5"),
        ("drives.rail_jerk_m_s3", "100"),
        ("drives.joint_speed_deg_s", "200"),
        ("drives.joint_acceleration_deg_s2", "1500"),
        ("drives.joint_jerk_deg_s3", "20000"),
        ("drives.stiffness_rad_s", "60"),
    ] {
        assert_ne!(rounds(&[(field, value)], 6), usual, "{field} = {value} changes nothing");
    }
}

#[test]
fn law_a_stiffer_control_follows_more_closely() {
    let behind = |stiffness: &str| {
        let setup = Arc::new(exchange(&[("drives.stiffness_rad_s", stiffness)]));
        // So little that no limit of the joints matters.
        let target: Vec<f64> = setup.ready().iter().map(|joint| joint + 2e-4).collect();
        let mut exchange = Exchange::new(setup, 1);
        exchange.step(&target).unwrap();
        let joints = exchange.observation().joints;
        joints.iter().zip(&target).map(|(joint, target)| (target - joint).abs()).fold(0.0, f64::max)
    };
    let [soft, medium, stiff] = ["10", "20", "40"].map(behind);
    assert!(stiff < medium && medium < soft, "{soft}, {medium} and {stiff} behind");
}

#[test]
fn law_fields_of_sensors_reach_films_and_rounds() {
    let given = options(&[
        ("sensing.dropped_share", "0.3"),
        ("sensing.outlier_share", "0.2"),
        ("sensing.jitter_s", "0.004"),
        ("sensing.computing_s", "0.003"),
        ("sensing.contact_time_sd_s", "0.01"),
        ("sensing.time_offset_s", "0.002"),
        ("sensing.calibration", "round"),
    ]);
    assert_eq!((given.film.dropped_share, given.film.glint_share), (0.3, 0.2));
    assert_eq!((given.sensors.jitter_s, given.sensors.computing_s), (0.004, 0.003));
    assert_eq!((given.sensors.contact_time_sd_s, given.sensors.time_offset_s), (0.01, 0.002));
    assert_eq!(given.sensors.calibration, CalibrationErrors::Round);
    let usual = rounds(&[], 6);
    for (field, value) in [
        ("sensing.dropped_share", "0.3"),
        ("sensing.outlier_share", "0.2"),
        ("sensing.jitter_s", "0.01"),
        ("sensing.computing_s", "0.02"),
        ("sensing.contact_time_sd_s", "0.05"),
        ("sensing.time_offset_s", "0.01"),
    ] {
        assert_ne!(rounds(&[(field, value)], 6), usual, "{field} = {value} changes nothing");
    }
}

/// A ball whose stamp is late by δ is taken to be where it was δ before: behind by its speed times δ.
#[test]
fn law_balls_with_late_or_early_stamps_are_expected_where_they_are_not() {
    let error_m = |offset: &str| {
        let played = rounds(&[("sensing.time_offset_s", offset)], 30);
        let mut errors: Vec<f64> = played.iter().filter_map(|round| Some(round.predicted?.position)).collect();
        errors.sort_by(f64::total_cmp);
        errors[errors.len() / 2]
    };
    let exact = error_m("0");
    for offset in ["-0.01", "0.01"] {
        // At the hit balls have 2 to 6 m/s.
        let off_m = error_m(offset);
        assert!(exact < 0.01 && (0.02..0.06).contains(&off_m), "{exact} m, then {off_m} m with {offset} s");
    }
}

#[test]
fn law_rounds_take_shots_and_stroke_models_of_files_from_a_catalog_or_refuse_them() {
    let mut scenario = Scenario::builtin("hall").unwrap();
    scenario.set("player.sensing", "points").unwrap();
    scenario.set("warm_up.balls", 0).unwrap();
    let play = |scenario: &Scenario, catalog: &Catalog| {
        let hall = RailHall::of_scenario(scenario, catalog, 1, 5)?;
        hall.rounds(4, &AtomicBool::new(false), &|| {})
    };
    let usual = play(&scenario, &Catalog::default()).unwrap();
    scenario.set("opponent.shots", "mine.csv").unwrap();
    let shot = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(6.0, 0.0, 1.5), Vec3::new(0.0, 100.0, 0.0));
    let mut catalog = Catalog::default();
    catalog.add_shots("mine.csv", RecordedShots::new(&[shot]).unwrap());
    assert_ne!(play(&scenario, &catalog).unwrap(), usual);
    let unknown = play(&scenario, &Catalog::default()).unwrap_err().to_string();
    assert!(unknown.contains("no shots `mine.csv`"), "{unknown}");
    let refused = RailOptions::of(&scenario).unwrap_err().to_string();
    assert!(refused.contains("[opponent] shots = \"mine.csv\" names a file"), "{refused}");
    scenario.set("opponent.shots", "human").unwrap();
    scenario.set("player.stroke_model", "reader.json").unwrap();
    catalog.add_stroke_model("reader.json", schooling(Lesson { players: 12, ..Lesson::default() }).reader).unwrap();
    play(&scenario, &catalog).unwrap();
    let refused = RailOptions::of(&scenario).unwrap_err().to_string();
    assert!(refused.contains("[player] stroke_model = \"reader.json\" names a file"), "{refused}");
}

/// A session of the scenario `picker`, in which nobody plays.
fn picked(field: &str, value: &str) -> TrainingResult {
    let mut scenario = Scenario::builtin("picker").unwrap();
    scenario.set_text(field, value).unwrap();
    let hall = TrainingHall::of(&scenario, 1).unwrap();
    let never = AtomicBool::new(false);
    hall.play(Extent::DurationS(60.0), &mut NullRecorder, &mut NoHooks, &never, &mut |_| {}).unwrap()
}

#[test]
fn law_a_worse_camera_of_the_picker_costs_balls() {
    let taken = |field: &str, value: &str| picked(field, value).picker.unwrap().taken;
    let usual = taken("picker.camera_noise_factor", "1");
    assert_eq!(taken("picker.camera_missed_share", "0.05"), usual);
    let (noisy, missing) = (taken("picker.camera_noise_factor", "10"), taken("picker.camera_missed_share", "0.9"));
    assert!(usual > 3 && noisy < usual && missing < usual, "{usual} balls, noisy {noisy}, missing {missing}");
}
