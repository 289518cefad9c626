//! Laws of what rigs find out; the truth is compared here, where the hall knows it.

mod changes;
mod cost;
mod deviations;

use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, OnceLock};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{RailHall, RailOptions, RailRound};
use crate::ball::{Aero, Physics, Rubber, TableContact};
use crate::geometry::{Vec3, standard_normal};
use crate::hall::{BallSensing, RigSettings, SensorSettings, training::WorldKnowledge};
use crate::opponent::{Lesson, Schooling};
use crate::track::{Gaussian, Priors};
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

fn inner(rounds: &[RailRound]) -> f64 {
    let target = RailOptions::default().player.target;
    rounds.iter().filter(|round| round.within(target, 0.15)).count() as f64 / rounds.len() as f64
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

/// One rig in a world of its own, after its warm-up. The truth is drawn from what the robot assumes at first.
struct World {
    hall: RailHall,
    /// Drag, lift, and the table's restitution and friction.
    constants: [f64; 4],
}

const WORLDS: u64 = 24;
const WARM_UP: u64 = 60;

/// Worlds that laws share: they only read them.
static LEARNED: LazyLock<Vec<World>> = LazyLock::new(|| (0..WORLDS).into_par_iter().map(World::learned).collect());

impl World {
    /// The world of a seed: air, table, racket and mount are drawn, and the robot is told data sheets. Draws end at two
    /// standard deviations: no table gives more than it takes.
    fn new(seed: u64, warm_up: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut draw = |of: Gaussian| of.mean + of.sd * standard_normal(&mut rng).clamp(-2.0, 2.0);
        let Priors { lift, restitution, friction, bend, .. } = Priors::default();
        let default = RailOptions::default();
        let (cd, a) = (draw(Gaussian { mean: 0.46, sd: 0.04 }), draw(lift));
        let (e, mu) = (draw(restitution).min(0.98), draw(friction));
        let (aero, table) = (Aero::Saturating { cd, a, b: bend }, TableContact::Nakashima { e, mu });
        let physics = Physics { aero, table, ..default.physics };
        let options = RailOptions { physics, rig: SPREAD, warm_up, ..default };
        let hall = RailHall::new(options.knowing(WorldKnowledge::Typical), schooling(), seed).unwrap();
        Self { hall, constants: [cd, a, e, mu] }
    }

    fn learned(seed: u64) -> Self {
        let Self { hall, constants } = Self::new(seed, WARM_UP);
        Self { hall: hall.warmed_up(&AtomicBool::new(false), &|| {}).unwrap(), constants }
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
