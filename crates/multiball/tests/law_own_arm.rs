//! The robot's own arm in the images of its cameras, and the mask that keeps it from being taken for balls.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::AtomicBool;

use multiball::geometry::{Capsule, Vec3};
use multiball::hall::{CameraRig, FrameBuffer, Knowledge, RailHall, RailOptions, RailRound, Scenario};
use multiball::opponent::Lesson;
use multiball::track::BallPerception;
use multiball::vision::Miscalibration;
use multiball::vision::scene::{BallTruth, Moment, SceneArm, SceneLink, SceneRacket, stereo_rig};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::schooling;

const FRAME_S: f64 = 0.005;

/// Two links, as short as the rods near a wrist, that fly as fast as a stroke does.
fn swing(start: &Vec3, velocity: &Vec3, t_s: f64) -> ([Capsule; 3], SceneArm) {
    let place = start + velocity * t_s - Vec3::z() * (9.81 * t_s * t_s / 2.0);
    let rod = |from: Vec3, along: Vec3| Capsule { from, to: from + along, radius: 0.02 };
    let rods =
        [rod(place, Vec3::new(0.0, 0.0, 0.004)), rod(place + Vec3::new(0.3, 0.05, -0.1), Vec3::new(0.3, 0.0, -0.1))];
    let centre = place - Vec3::new(0.12, 0.0, 0.0);
    let mut arm = SceneArm {
        racket: Some(SceneRacket { centre, normal: Vec3::x(), velocity: *velocity, radius: 0.08 }),
        ..SceneArm::default()
    };
    for (slot, rod) in arm.links.iter_mut().zip(rods) {
        *slot = Some(SceneLink { rod, velocities: [*velocity; 2] });
    }
    ([rods[0], rods[1], Capsule { from: centre, to: centre, radius: 0.08 }], arm)
}

/// Candidates and tracks of a perception that watches an arm swing, with and without its mask.
fn watched(rig: &CameraRig, seed: u64, masked: bool) -> (usize, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = |low: f64, high: f64| rng.random_range(low..high);
    let start = Vec3::new(draw(0.9, 1.4), draw(-0.5, 0.5), draw(0.2, 0.6));
    let velocity = Vec3::new(draw(-7.0, -4.0), draw(-1.0, 1.0), draw(0.5, 2.0));
    let mut perception: BallPerception = rig.perception(seed);
    let (mut seen, mut tracks, mut frames) = (0, 0, FrameBuffer::default());
    for number in 0..30u64 {
        let t_s = FRAME_S * number as f64;
        let (solids, arm) = swing(&start, &velocity, t_s);
        let moment = Moment { arm: Some(arm), ..Moment::still(number) };
        frames.clear();
        for camera in 0..rig.count() {
            rig.render(camera, &moment, rig.sensor(camera), frames.add(camera));
        }
        let own = if masked { &solids[..] } else { &[] };
        frames.stamped(t_s).for_each(|frame| perception.perceive_masked(&frame, own));
        perception.conclude(t_s);
        seen += (0..rig.count()).map(|camera| perception.detections(camera).len()).sum::<usize>();
        tracks = tracks.max(perception.tracker().tracks().count());
    }
    (seen, tracks)
}

#[test]
fn law_a_masked_arm_shows_no_candidate_and_starts_no_track() {
    let rig = CameraRig::new(&stereo_rig(), Knowledge::Calibrated(Miscalibration::TYPICAL), 3);
    let (mut seen_without, mut tracks_without) = (0, 0);
    for seed in 0..6 {
        let (seen, tracks) = watched(&rig, seed, false);
        (seen_without, tracks_without) = (seen_without + seen, tracks_without + tracks);
        assert_eq!(watched(&rig, seed, true), (0, 0), "swing {seed}");
    }
    assert!(seen_without > 30, "{seen_without} candidates, {tracks_without} tracks");
}

#[test]
fn law_an_arm_hides_the_ball_behind_it() {
    let rig = CameraRig::new(&stereo_rig(), Knowledge::Exact, 3);
    let camera = stereo_rig()[0];
    let ball = BallTruth { position: Vec3::new(0.8, 0.1, 0.4), velocity: Vec3::zeros() };
    let towards = (camera.place() - ball.position).normalize();
    let shown = |away_m: f64| {
        let centre = ball.position + towards * away_m;
        let racket = Some(SceneRacket { centre, normal: towards, velocity: Vec3::zeros(), radius: 0.08 });
        let arm = away_m.is_finite().then(|| SceneArm { racket, ..SceneArm::default() });
        let moment = Moment { arm, ..Moment::still(1) }.with_ball(ball);
        let mut frames = FrameBuffer::default();
        rig.render(0, &moment, rig.sensor(0), frames.add(0));
        let frame = frames.stamped(0.0).next().unwrap();
        let pixel = camera.project(&ball.position).unwrap();
        frame.pixels.row(pixel.y.round() as usize)[pixel.x.round() as usize]
    };
    let (alone, behind, before) = (shown(f64::INFINITY), shown(0.3), shown(-0.3));
    assert!(alone > 150 && behind < 60, "a ball of grey {alone} is {behind} behind a racket");
    assert!(before.abs_diff(alone) < 12, "a ball of grey {alone} is {before} in front of it");
}

/// Pixels of an image that a racket of a radius covers, m.
fn pixels_of_racket(radius: f64) -> usize {
    let rig = CameraRig::new(&stereo_rig(), Knowledge::Exact, 3);
    let racket = SceneRacket { centre: Vec3::new(0.9, 0.1, 0.4), normal: Vec3::x(), velocity: Vec3::zeros(), radius };
    let image = |racket: Option<SceneRacket>| -> Vec<u8> {
        let mut frames = FrameBuffer::default();
        let moment = Moment { arm: Some(SceneArm { racket, ..SceneArm::default() }), ..Moment::still(1) };
        rig.render(0, &moment, rig.sensor(0), frames.add(0));
        let frame = frames.stamped(0.0).next().unwrap();
        (0..frame.pixels.region().height).flat_map(|row| frame.pixels.row(row).to_vec()).collect()
    };
    let (with, without) = (image(Some(racket)), image(None));
    with.iter().zip(&without).filter(|(a, b)| a.abs_diff(**b) > 25).count()
}

#[test]
fn law_a_racket_is_painted_as_large_as_it_is() {
    let [small, large] = [0.05, 0.1].map(pixels_of_racket);
    let ratio = large as f64 / small as f64;
    assert!(small > 200 && (3.5..4.5).contains(&ratio), "{small} pixels, and {large} at twice the radius");
}

#[test]
fn law_a_robot_that_sees_its_arm_hits_as_well() {
    let play = |own_arm: &str| -> Vec<RailRound> {
        let mut scenario = Scenario::builtin("hall").unwrap();
        scenario.set("player.knows", "exact").unwrap();
        scenario.set("sensing.own_arm", own_arm).unwrap();
        let options = RailOptions { warm_up: 0, ..RailOptions::of(&scenario).unwrap() };
        let taught = schooling(Lesson { players: 12, ..options.lesson() });
        RailHall::new(options, taught, 5).unwrap().rounds(16, &AtomicBool::new(false), &|| {}).unwrap()
    };
    let (hidden, visible) = (play("hidden"), play("visible"));
    let hits = |rounds: &[RailRound]| rounds.iter().filter(|round| round.hit).count();
    assert!(hits(&visible) + 1 >= hits(&hidden), "{} hits, {} without the arm", hits(&visible), hits(&hidden));
    // The arm is where balls are searched in the last moments before a hit alone: strokes change a little.
    let landings = hidden.iter().zip(&visible).filter_map(|(one, other)| one.landing.zip(other.landing));
    let moved = landings.map(|((x, y), (u, v))| (x - u).hypot(y - v));
    let mut moved_m: Vec<f64> = moved.filter(|moved_m| *moved_m > 0.0).collect();
    moved_m.sort_by(f64::total_cmp);
    println!("landings of {} of {} strokes differ, by {moved_m:.4?} m", moved_m.len(), hidden.len());
    assert!(moved_m.len() >= 2 && moved_m[moved_m.len() / 2] < 0.05, "{moved_m:?}");
}
