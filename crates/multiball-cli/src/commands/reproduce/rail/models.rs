//! Tables 1 and 2 and both algorithms: what reading, arm and racket are made of.

use multiball::ball::Physics;
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::opponent::{Keypoint, ShotSet, Shots};
use multiball::player::LinearRacket;
use multiball::robot::{Arm, Joints, Rail6};
use multiball::track::Stroke;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::{Part, Row, figures};
use super::rows::words;
use crate::failure::Failure;
use crate::statistics::{Share, mean};

/// Table 1: keypoints of a person.
const KEYPOINTS: f64 = 17.0;
/// Balls drawn of each stroke, poses of the arm, and wanted velocities of the ball.
const BALLS: usize = 200;
const POSES: usize = 2000;
const VELOCITIES: usize = 2000;

pub(super) fn rows(seed: u64) -> Result<Vec<Row>, Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut rows = vec![Row::new("1", "keypoints", "", Some(KEYPOINTS), Keypoint::COUNT as f64)];
    rows.extend(table2(&mut rng)?);
    rows.extend(algorithm1(&mut rng));
    rows.extend(algorithm2(&mut rng));
    Ok(rows)
}

/// The rows for the text output.
pub(super) fn part(rows: &[Row]) -> Part {
    Part { words: "Tables 1 and 2, algorithms 1 and 2".into(), tables: vec![figures(rows, true)] }
}

/// How many of the balls that a right-hander's stroke sends have the spins that the table names.
fn table2(rng: &mut ChaCha8Rng) -> Result<Vec<Row>, Failure> {
    let shots = Shots::new(Physics::default(), Court::STANDARD);
    let mut rows = Vec::new();
    for stroke in Stroke::ALL {
        let mut share = Share { count: 0, of: BALLS };
        for _ in 0..BALLS {
            let ball = shots.draw(ShotSet::Human, stroke, true, rng);
            let ball = ball.map_err(|error| Failure::NoAnswer(error.to_string()))?;
            // Topspin turns about the axis to the left of the flight; left sidespin about the vertical.
            let topspin = ball.spin.dot(&Vec3::z().cross(&ball.velocity)) > 0.0;
            let to_the_left = ball.spin.z > 0.0;
            share.count += usize::from((topspin, to_the_left) == (stroke.is_attack(), stroke.is_forehand()));
        }
        let spin = if stroke.is_attack() { "topspin" } else { "backspin" };
        let side = if stroke.is_forehand() { "left" } else { "right" };
        let name = format!("{} with {spin}, {side} sidespin", words(stroke));
        rows.push(Row::new("2", name, "%", None, share.percent()).noted(format!("of {BALLS} balls of a right-hander")));
    }
    Ok(rows)
}

/// Poses at random joints, each given back with all its solutions.
fn algorithm1(rng: &mut ChaCha8Rng) -> [Row; 2] {
    let arm = Rail6::default();
    let (mut solutions, mut worst_m) = (Vec::new(), 0.0_f64);
    for _ in 0..POSES {
        let joints = Joints::from_fn(|joint, _| rng.random_range(arm.limits()[joint].low..arm.limits()[joint].high));
        let pose = arm.forward(&joints);
        let found = arm.inverse(&pose, &joints);
        let found = found.as_ref().map_or(&[][..], |found| found.as_slice());
        let miss = |joints: &Joints<6>| (arm.forward(joints).translation.vector - pose.translation.vector).norm();
        worst_m = found.iter().map(|solution| miss(&solution.joints)).fold(worst_m, f64::max);
        solutions.push(found.len() as f64);
    }
    let how = "by atan2, which leaves only right ones; in print 16 candidates by arccos, of which 2 to 8 are right";
    let name = "solutions of a pose, mean";
    [
        Row::new("alg. 1", name, "", None, mean(&solutions).unwrap_or(f64::NAN)).differs(how),
        Row::new("alg. 1", "worst position of a solution", "m", None, worst_m)
            .noted(format!("by forward kinematics, {POSES} poses at random joints")),
    ]
}

/// Velocities of the ball that the racket should turn into others.
fn algorithm2(rng: &mut ChaCha8Rng) -> [Row; 2] {
    let racket = LinearRacket::default();
    let mut steps = Vec::new();
    for _ in 0..VELOCITIES {
        let mut draw = |low: f64, high: f64| rng.random_range(low..high);
        let incoming = Vec3::new(draw(2.0, 6.0), draw(-1.0, 1.0), draw(-1.5, 1.5));
        let wanted = Vec3::new(draw(-7.0, -4.0), draw(-1.0, 1.0), draw(0.5, 2.5));
        let stroke = racket.stroke(&incoming, &wanted, draw(-0.5, 0.5));
        steps.extend(stroke.map(|stroke| stroke.steps as f64));
    }
    let found = Share { count: steps.len(), of: VELOCITIES };
    [
        Row::new("alg. 2", "strokes found from the printed start", "%", None, found.percent())
            .within(Some(found.interval_percent()))
            .noted(format!("of {VELOCITIES} incoming and wanted velocities")),
        Row::new("alg. 2", "steps of Newton's method, mean", "", None, mean(&steps).unwrap_or(f64::NAN))
            .noted("until none of the unknowns changes by 1e-6"),
    ]
}
