//! Laws of what rigs find out; the truth is compared here, where the hall knows it.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::{RailHall, RailOptions, RailRound};
use crate::ball::{Aero, Physics, Rubber};
use crate::geometry::Vec3;
use crate::hall::{BallSensing, RigSettings, SensorSettings, training::WorldKnowledge};
use crate::opponent::{Lesson, Schooling};
use crate::player::RacketModel;
use crate::vision::scene::stereo_rig;
use crate::vision::{Camera, triangulate};

fn schooling() -> Schooling {
    static LEARNED: OnceLock<Schooling> = OnceLock::new();
    LEARNED.get_or_init(|| Lesson { players: 12, ..Lesson::default() }.learn(9).unwrap()).clone()
}

fn warmed_up(options: RailOptions, seed: u64) -> RailHall {
    let hall = RailHall::new(options, schooling(), seed).unwrap();
    hall.warmed_up(&AtomicBool::new(false), &|| {}).unwrap()
}

fn rounds(options: RailOptions, count: u64) -> Vec<RailRound> {
    warmed_up(options, 1).rounds(count, &AtomicBool::new(false), &|| {}).unwrap()
}

fn hits(rounds: &[RailRound]) -> f64 {
    rounds.iter().filter(|round| round.hit).count() as f64 / rounds.len() as f64
}

fn within(rounds: &[RailRound], half_side: f64) -> f64 {
    let target = RailOptions::default().player.target;
    rounds.iter().filter(|round| round.within(target, half_side)).count() as f64 / rounds.len() as f64
}

fn outer(rounds: &[RailRound]) -> f64 {
    within(rounds, 0.3)
}

fn inner(rounds: &[RailRound]) -> f64 {
    within(rounds, 0.15)
}

const SPREAD: RigSettings = RigSettings {
    racket_tilt_deg: [0.0; 2],
    racket_tilt_sd_deg: 1.0,
    rubber_restitution: 0.0,
    rubber_restitution_sd: 0.03,
    rubber_friction: 1.0,
    rubber_friction_sd: 0.1,
    racket_mass_kg: Rubber::MEASURED_ON_KG,
    arm_offset_m: [0.0; 3],
    arm_offset_sd_m: 0.005,
};

#[test]
fn law_racket_and_mount_are_found_within_the_stated_deviations() {
    let options = RailOptions { rig: SPREAD, rigs: 16, warm_up: 60, ..RailOptions::default() };
    let hall = warmed_up(options.knowing(WorldKnowledge::Typical), 5);
    // How far off each number is at first and at last, and the last in its stated deviations; all squared and summed.
    let (mut first, mut last, mut stated) = ([0.0; 7], [0.0; 7], [0.0; 7]);
    // The sum of the last, with its sign, in stated deviations.
    let mut signed = [0.0; 7];
    for rig in &hall.rigs {
        let [truth, drawn] = [rig.racket, RacketModel::default()].map(RacketModel::numbers);
        for (i, found) in rig.known.racket().numbers().into_iter().enumerate() {
            first[i] += (truth[i] - drawn[i]).powi(2);
            last[i] += (truth[i] - found.mean).powi(2);
            stated[i] += ((truth[i] - found.mean) / found.sd).powi(2);
            signed[i] += (truth[i] - found.mean) / found.sd;
        }
    }
    let count = hall.rigs.len() as f64;
    let joint = hall.rigs.iter().map(|rig| rig.known.racket().squared_deviations(&rig.racket)).sum::<f64>();
    // All numbers with their correlations, 112 degrees of freedom: 99.9 % lie below 1.46.
    assert!((0.2..1.46).contains(&(joint / (7.0 * count))), "{joint} squared deviations of {count} rigs");
    for i in 0..7 {
        let chi_square = stated[i] / count;
        // Chi-square with 16 degrees of freedom, over 16: 99.9 % lie between 0.25 and 2.45. Deviations of both tracks
        // are added, so that the covariance is rather too large.
        assert!((0.2..2.45).contains(&chi_square), "number {i}: {chi_square} squared deviations");
        // Touches computed with the data sheet's air put restitution wrong by one deviation on every rig.
        let bias = signed[i] / count;
        assert!(bias.abs() < 0.5, "number {i}: off by {bias} deviations on average");
        assert!(last[i] < 0.2 * first[i], "number {i}: {} of {} squared errors are left", last[i], first[i]);
    }
}

#[test]
fn law_another_rubber_is_found_out_anew() {
    let as_drawn = RailOptions { warm_up: 60, ..RailOptions::default() }.knowing(WorldKnowledge::Measured);
    let lively = RigSettings { rubber_restitution: 0.25, ..RigSettings::default() };
    let before = warmed_up(as_drawn, 3);
    let after = RailHall::new(RailOptions { rig: lively, ..as_drawn }, schooling(), 3).unwrap();
    let mut rig = after.rigs[0].clone();
    rig.known = before.rigs[0].known.clone();
    let refused_before = rig.known.racket().strokes().1;
    for ball in 0..60 {
        after.practise(0, &mut rig, ball).unwrap();
    }
    let [_, _, restitution, ..] = rig.known.racket().numbers();
    assert!(rig.known.racket().strokes().1 > refused_before, "the first strokes look like another ball's");
    assert!((restitution.mean - 0.25).abs() < 0.02, "{restitution:?}");
}

#[test]
fn law_finding_out_costs_nothing_where_all_is_known() {
    // The same balls for both: what differs is what finding out does, and within 0.3 points it does nothing.
    const ROUNDS: u64 = 2000;
    let exact = rounds(RailOptions::default(), ROUNDS);
    let told = RailOptions { warm_up: 60, ..RailOptions::default() }.knowing(WorldKnowledge::Measured);
    let learned = rounds(told, ROUNDS);
    for (name, share) in [("hit", hits as fn(&[RailRound]) -> f64), ("outer", outer), ("inner", inner)] {
        let (exact, learned) = (share(&exact), share(&learned));
        assert!(exact - learned < 0.003, "{name}: {exact} with everything known, {learned} by one that finds out");
    }
}

#[test]
fn law_what_can_be_found_out_is_won_back() {
    let best = inner(&rounds(RailOptions::default(), 200));
    let rig = |rig: RigSettings| RailOptions { rig, ..RailOptions::default() }.knowing(WorldKnowledge::Measured);
    let default = RailOptions::default();
    let flat = Aero::Saturating { cd: 0.547, a: 0.8 * 0.278, b: 0.226 };
    let weak_lift = RailOptions { physics: Physics { aero: flat, ..default.physics }, ..default };
    for (name, options) in [
        ("air and table", default.knowing(WorldKnowledge::Typical)),
        ("lift -20 %", weak_lift.knowing(WorldKnowledge::Typical)),
        ("restitution +10 %", rig(RigSettings { rubber_restitution: 0.054, ..RigSettings::default() })),
        ("restitution -10 %", rig(RigSettings { rubber_restitution: -0.054, ..RigSettings::default() })),
        ("friction +30 %", rig(RigSettings { rubber_friction: 1.3, ..RigSettings::default() })),
        ("tilt", rig(RigSettings { racket_tilt_deg: [0.0, 2.0], ..RigSettings::default() })),
        ("offset", rig(RigSettings { arm_offset_m: [-0.03, 0.0, 0.0], ..RigSettings::default() })),
    ] {
        let before = inner(&rounds(options, 200));
        let after = inner(&rounds(RailOptions { warm_up: 100, ..options }, 200));
        assert!(before < best - 0.015, "{name} costs nothing: {before} of {best}");
        assert!(best - after < (best - before) / 3.0 + 0.011, "{name}: {before}, then {after} of {best}");
    }
}

/// Mean square error, m², of the height at which calibrated cameras see points above the table.
fn height_error(calibrated: &[Camera]) -> f64 {
    let places = [-1.2, -0.4, 0.4, 1.2].map(|x| [-0.5, 0.5].map(|y| Vec3::new(x, y, 0.3)));
    let errors: Vec<f64> = places
        .as_flattened()
        .iter()
        .map(|place| {
            let pixels = stereo_rig().map(|camera| camera.project(place).unwrap());
            let seen: Vec<_> = calibrated.iter().zip(pixels).collect();
            (triangulate(&seen, 1.0).unwrap().position.z - place.z).powi(2)
        })
        .collect();
    errors.iter().sum::<f64>() / errors.len() as f64
}

#[test]
fn law_filmed_balls_refine_the_cameras() {
    for believed_calibration_factor in [Some(5.0), Some(1.0)] {
        let sensors =
            SensorSettings { calibration_factor: 5.0, believed_calibration_factor, ..SensorSettings::default() };
        let options = RailOptions { sensing: BallSensing::Cameras, sensors, rigs: 4, ..RailOptions::default() };
        let [before, after] = [0, 20].map(|warm_up| {
            let hall = warmed_up(RailOptions { warm_up, ..options }, 3);
            let cameras = hall.known().map(|known| known.cameras().unwrap().cameras());
            cameras.map(|cameras| height_error(&cameras)).sum::<f64>()
        });
        let shown = format!("{before} m² before, {after} m² after 20 balls, believed {believed_calibration_factor:?}");
        assert!(after < before / 4.0, "{shown}");
    }
}
