//! Perception fed with frames as cameras give them: own stamps, any order, rows with a stride, backgrounds that nobody
//! filmed empty.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallSim, BallState, Physics};
use multiball::court::{Court, Side};
use multiball::geometry::Vec3;
use multiball::track::{
    BallHint, BallPerception, CameraFrame, PerceptionSettings, Priors, Refusal, Track, Tracker, TrackerSettings,
};
use multiball::vision::detect::{Detection, Detector, DetectorSettings, Look};
use multiball::vision::image::Background;
use multiball::vision::scene::{BallTruth, Moment, Scene, SceneCamera, Sensor, four_camera_rig};
use multiball::vision::{Camera, Frame, FrameView, Region};

const RATE_HZ: f64 = 200.0;
const LOST_M: f64 = 0.03;

/// Two cameras around an empty table, and a ball that comes over the net.
struct Film {
    cameras: Vec<SceneCamera>,
    ball: BallState,
}

/// What a camera gave.
#[derive(Clone)]
struct Given {
    camera: usize,
    stamp_s: f64,
    frame: Frame,
}

impl Film {
    fn new() -> Self {
        let scene = Scene::empty_table();
        let films = |(number, camera): (u64, &Camera)| SceneCamera::new(&scene, *camera, Sensor::default(), number);
        let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(6.0, 0.2, 1.2), Vec3::new(0.0, 60.0, 0.0));
        Self { cameras: (0..).zip(&four_camera_rig()[..2]).map(films).collect(), ball }
    }

    fn truth(&self, t_s: f64) -> BallState {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let mut sim = BallSim::new(&physics, &around, self.ball);
        while sim.next_event(t_s).is_some() {}
        *sim.state()
    }

    fn moment(&self, t_s: f64) -> Moment {
        let BallState { position, velocity, .. } = self.truth(t_s);
        Moment::still((t_s * 1e5).round() as u64).with_ball(BallTruth { position, velocity })
    }

    /// A window of the sensor around the ball.
    fn give(&self, camera: usize, stamp_s: f64) -> Given {
        let scene_camera = &self.cameras[camera];
        let moment = self.moment(stamp_s);
        let pixel = scene_camera.camera().project(&self.truth(stamp_s).position).unwrap();
        let region = Region::around(&pixel, 220, 220, &scene_camera.whole());
        let mut frame = Frame::filled(region, 0);
        scene_camera.render(&moment, region, &mut frame);
        Given { camera, stamp_s, frame }
    }

    fn tracker(&self) -> Tracker {
        let cameras: Vec<Camera> = self.cameras.iter().map(|scene_camera| *scene_camera.camera()).collect();
        let settings = TrackerSettings { exposure_s: Sensor::default().exposure_s, ..TrackerSettings::default() };
        Tracker::new(&cameras, Priors::knowing(&Physics::default(), Court::STANDARD), settings)
    }

    fn detectors(&self) -> Vec<Detector> {
        let settings = DetectorSettings { radius_px: (3.5, 10.0), ..DetectorSettings::default() };
        let empty = |scene_camera: &SceneCamera| {
            let mut frame = Frame::filled(scene_camera.whole(), 0);
            scene_camera.render(&Moment::still(u64::MAX), scene_camera.whole(), &mut frame);
            Detector::new(Background::from_frame(&frame), settings)
        };
        self.cameras.iter().map(empty).collect()
    }

    fn perception(&self) -> BallPerception {
        BallPerception::new(self.tracker(), self.detectors())
    }

    /// Frames of both cameras from 0 s on, the second `shift_s` after the first.
    fn all(&self, frames: u32, shift_s: f64) -> Vec<Given> {
        let both = |frame: u32| {
            let t_s = f64::from(frame) / RATE_HZ;
            [self.give(0, t_s), self.give(1, t_s + shift_s)]
        };
        (0..frames).flat_map(both).collect()
    }
}

fn feed(perception: &mut BallPerception, given: &Given) {
    let Given { camera, stamp_s, frame } = given;
    perception.perceive(&CameraFrame { camera: *camera, stamp_s: *stamp_s, pixels: frame.view() });
}

/// All estimates and measurements of every track, as bits.
fn bits(perception: &BallPerception, t_s: f64) -> Vec<u64> {
    let mut bits = Vec::new();
    for track in perception.tracker().tracks() {
        bits.push(u64::from(track.number()));
        let there = track.prediction().unwrap().at(t_s).unwrap();
        bits.extend(there.position.iter().chain(&there.velocity).chain(&there.spin).map(|value| value.to_bits()));
        let measured = track.measurements().iter().flat_map(|one| [one.t_s, one.position.x, one.position.z]);
        bits.extend(measured.map(f64::to_bits));
    }
    bits
}

#[test]
fn law_cameras_that_are_not_synchronised_start_and_keep_tracks() {
    let film = Film::new();
    for shift_s in [0.0, 0.0005, 0.0025, 0.0045, 0.00031] {
        let mut perception = film.perception();
        let (mut first_s, mut worst) = (None, 0.0f64);
        for given in film.all(70, shift_s) {
            feed(&mut perception, &given);
            perception.advance(given.stamp_s - 1e-9);
            let Some(track) = perception.tracker().tracks().next() else {
                assert_eq!(first_s, None, "{shift_s} s apart: the ball is lost at {} s", given.stamp_s);
                continue;
            };
            let there = track.prediction().unwrap().at(given.stamp_s).unwrap();
            let off = (there.position - film.truth(given.stamp_s).position).norm();
            first_s.get_or_insert(given.stamp_s);
            worst = worst.max(off);
        }
        let first_s = first_s.unwrap_or_else(|| panic!("{shift_s} s apart: no track"));
        let tracks: Vec<u32> = perception.tracker().tracks().map(Track::number).collect();
        println!("{shift_s} s apart: followed after {first_s} s, at worst {worst} m off");
        assert!(
            first_s < 0.08 && worst < LOST_M && tracks == [0],
            "{shift_s} s apart: {first_s} s, {worst} m, {tracks:?}"
        );
    }
}

#[test]
fn law_the_order_of_arrival_within_the_window_changes_nothing() {
    let film = Film::new();
    for shift_s in [0.0, 0.0005, 0.0025] {
        let all = film.all(40, shift_s);
        let mut outcomes = Vec::new();
        for order in 0..4 {
            let mut perception = film.perception();
            let mut late: Vec<Given> = Vec::new();
            for (index, given) in all.iter().enumerate() {
                // Some wait for one or two others, which overtake them.
                late.push(given.clone());
                let waits = [1, 2, 3, 3][order];
                if late.len() == waits || index + 1 == all.len() {
                    match order {
                        2 => late.reverse(),
                        3 => late.rotate_left(1),
                        _ => late.reverse(),
                    }
                    late.drain(..).for_each(|given| feed(&mut perception, &given));
                }
            }
            perception.advance(f64::INFINITY);
            assert_eq!(perception.refusals().count(Refusal::TooLate), 0);
            outcomes.push(bits(&perception, 0.2));
        }
        assert!(outcomes[0].len() > 10, "{shift_s} s apart: nothing is followed");
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{shift_s} s apart");
    }
}

/// A part of the frame of a camera, without a ball.
fn part(camera: usize, stamp_s: f64, number: usize) -> Given {
    let region = Region { left: 8 * (number % 32), top: 8 * (number / 32), width: 8, height: 8 };
    Given { camera, stamp_s, frame: Frame::filled(region, 0) }
}

#[test]
fn law_a_late_frame_within_the_window_is_taken_at_five_hundred_frames_in_many_parts() {
    let mut perception = Film::new().perception();
    let stamps = (0..10).map(|frame| 0.002 * f64::from(frame));
    let all = stamps.flat_map(|stamp_s| (0..8).map(move |number| part(number % 2, stamp_s, number)));
    let (late, prompt): (Vec<Given>, Vec<Given>) = all.partition(|given| given.stamp_s == 0.002);
    prompt.iter().chain(&late).for_each(|given| feed(&mut perception, given));
    perception.advance(f64::INFINITY);
    assert_eq!(perception.refusals().count(Refusal::TooLate), 0);
}

#[test]
fn law_frames_that_crowd_the_queue_never_turn_time_back() {
    let mut perception = Film::new().perception();
    let stamps = || (1..12).map(|frame| 0.0015 * f64::from(frame));
    let crowd = stamps().flat_map(|stamp_s| (0..26).map(move |number| part(number % 2, stamp_s, number)));
    crowd.for_each(|given| feed(&mut perception, &given));
    // The oldest stamps were worked through to make room: what is older still comes too late, and the rest does not.
    feed(&mut perception, &part(0, 0.001, 0));
    assert_eq!(perception.refusals().count(Refusal::TooLate), 1);
    stamps().skip(6).for_each(|stamp_s| feed(&mut perception, &part(1, stamp_s, 99)));
    perception.advance(f64::INFINITY);
    assert_eq!(perception.refusals().count(Refusal::TooLate), 1);
}

/// What perception does with frames of one time is what detectors and tracker do by hand.
#[test]
fn law_equal_stamps_are_instants_of_detectors_and_tracker() {
    let film = Film::new();
    let (mut perception, mut tracker, mut detectors) = (film.perception(), film.tracker(), film.detectors());
    for pair in film.all(40, 0.0).chunks(2) {
        let t_s = pair[0].stamp_s;
        pair.iter().for_each(|given| feed(&mut perception, given));
        perception.conclude(t_s);
        let mut seen: Vec<Vec<Detection>> = Vec::new();
        for given in pair {
            let mut found: Vec<Detection> = Vec::new();
            let expected: Vec<_> = tracker.expectations(given.camera, t_s).collect();
            let detector = &mut detectors[given.camera];
            let mut keep = |look: &Look<'_>| {
                for one in detector.detect(&given.frame, look).unwrap() {
                    if found.iter().all(|other| (other.pixel - one.pixel).norm() > 2.0) {
                        found.push(*one);
                    }
                }
            };
            expected.iter().for_each(|one| keep(&Look::For(&[*one])));
            keep(&Look::Everywhere);
            assert_eq!(perception.detections(given.camera), found);
            seen.push(found);
        }
        tracker.observe(t_s, &[&seen[0], &seen[1]]);
        let [ours, theirs] = [perception.tracker(), &tracker].map(|tracker| {
            let places = tracker.tracks().map(|track| track.prediction().unwrap().at(t_s).unwrap().position);
            places.collect::<Vec<Vec3>>()
        });
        assert_eq!(ours, theirs, "at {t_s} s");
    }
    assert_eq!(tracker.tracks().count(), 1);
}

#[test]
fn law_rows_with_a_stride_give_the_same_bits() {
    let film = Film::new();
    let (mut packed, mut strided) = (film.perception(), film.perception());
    for Given { camera, stamp_s, frame } in film.all(40, 0.0005) {
        packed.perceive(&CameraFrame { camera, stamp_s, pixels: frame.view() });
        let (region, stride) = (frame.region(), frame.region().width + 37);
        let mut bytes = vec![255; stride * region.height];
        (0..region.height).for_each(|y| bytes[y * stride..][..region.width].copy_from_slice(frame.row(y)));
        let pixels = FrameView::new(region, stride, &bytes).unwrap();
        strided.perceive(&CameraFrame { camera, stamp_s, pixels });
    }
    assert!(bits(&packed, 0.1).len() > 10);
    assert_eq!(bits(&packed, 0.1), bits(&strided, 0.1));
}

#[test]
fn law_refused_frames_are_counted_by_reason() {
    let film = Film::new();
    let mut perception = film.perception();
    let good = film.give(0, 0.1);
    feed(&mut perception, &Given { camera: 2, ..good.clone() });
    feed(&mut perception, &Given { stamp_s: f64::NAN, ..good.clone() });
    let outside = Region { left: 1270, top: 0, width: 20, height: 20 };
    feed(&mut perception, &Given { frame: Frame::filled(outside, 0), ..good.clone() });
    feed(&mut perception, &Given { frame: Frame::filled(Region::whole(0, 0), 0), ..good.clone() });
    feed(&mut perception, &good);
    // Another part of the same frame is still in time; after newer frames it is not.
    feed(&mut perception, &good);
    feed(&mut perception, &film.give(0, 0.13));
    feed(&mut perception, &good);
    feed(&mut perception, &film.give(1, 0.09));
    let count = |why: Refusal| perception.refusals().count(why);
    let frames = [Refusal::UnknownCamera, Refusal::NotFinite, Refusal::OffSensor, Refusal::TooLate].map(count);
    assert_eq!(frames, [1, 1, 2, 2]);
    let last: Vec<(usize, Refusal)> = perception.refusals().last().map(|one| (one.camera, one.why)).collect();
    assert_eq!(last[4..], [(0, Refusal::TooLate), (1, Refusal::TooLate)]);
}

/// Detections of a tracked ball that jump, swell or smear are rejected.
#[test]
fn law_refused_measurements_are_counted_by_reason() {
    let film = Film::new();
    let cameras: Vec<Camera> = film.cameras.iter().map(|scene_camera| *scene_camera.camera()).collect();
    let detection = |camera: usize, t_s: f64| {
        let place = film.truth(t_s).position;
        let pixel = cameras[camera].project(&place).unwrap();
        let radius_px = 0.02 * cameras[camera].lens.focal_px.x / cameras[camera].in_camera(&place).z;
        let area = std::f64::consts::PI * radius_px * radius_px;
        let streak = multiball::vision::Vec2::zeros();
        Detection { pixel, pixel_sd: 0.1, radius_px, streak, area, brightness: 220.0, score: 1.0 }
    };
    let mut tracker = film.tracker();
    let mut instant = |frame: u32, wrong: fn(&mut Detection)| {
        let t_s = f64::from(frame) / RATE_HZ;
        let mut seen = [0, 1].map(|camera| detection(camera, t_s));
        wrong(&mut seen[1]);
        tracker.observe(t_s, &[&seen[..1], &seen[1..]]);
        Refusal::ALL.map(|why| tracker.refusals().count(why))
    };
    let before = (0..20).map(|frame| instant(frame, |_| ())).last().unwrap();
    assert_eq!(before, [0; 9]);
    assert_eq!(instant(20, |seen| seen.radius_px *= 2.0), [0, 0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(instant(21, |seen| seen.area *= 12.0), [0, 0, 0, 0, 0, 1, 1, 0, 0]);
    assert_eq!(instant(22, |seen| seen.pixel.x += 60.0), [0, 0, 0, 0, 0, 1, 1, 1, 0]);
}

#[test]
fn law_a_background_is_learned_from_frames_with_balls_in_them() {
    let film = Film::new();
    let settings = PerceptionSettings { learning_frames: 12, ..PerceptionSettings::default() };
    let detector = DetectorSettings { radius_px: (3.5, 10.0), ..DetectorSettings::default() };
    let mut perception = BallPerception::learning(film.tracker(), detector, settings);
    let whole = |camera: usize, t_s: f64| {
        let mut frame = Frame::filled(film.cameras[camera].whole(), 0);
        film.cameras[camera].render(&film.moment(t_s), film.cameras[camera].whole(), &mut frame);
        Given { camera, stamp_s: t_s, frame }
    };
    for frame in 0..36 {
        let t_s = f64::from(frame) / RATE_HZ;
        let learns = perception.regions_of_interest(0, t_s).any(|region| region == film.cameras[0].whole());
        assert!(learns || frame > 0);
        [0, 1].iter().for_each(|camera| feed(&mut perception, &whole(*camera, t_s)));
        perception.conclude(t_s);
    }
    let (mut off, mut all) = (0usize, 0usize);
    let mut empty = Frame::filled(film.cameras[0].whole(), 0);
    film.cameras[0].render(&Moment::still(u64::MAX), film.cameras[0].whole(), &mut empty);
    for (learned, empty) in perception.background(0).unwrap().pixels().iter().zip(empty.pixels()) {
        off += usize::from(learned.abs_diff(*empty) > 12);
        all += 1;
    }
    assert!(off * 100_000 < all, "{off} of {all} pixels");
    assert_eq!(perception.tracker().tracks().count(), 1, "the ball is followed once the background is known");
}

#[test]
fn law_the_ball_that_begins_at_the_hand_is_ours() {
    let film = Film::new();
    let hand = film.ball.position;
    let mut perception = film.perception();
    let elsewhere = |place: Vec3| BallHint {
        contact_s: 0.0,
        places: vec![(f64::NEG_INFINITY, place)],
        late_s: 0.0,
        towards: Side::Home,
    };
    perception.expect_ball(elsewhere(hand));
    let mut elsewhere_perception = film.perception();
    elsewhere_perception.expect_ball(BallHint { contact_s: 0.3, ..elsewhere(hand) });
    for given in film.all(30, 0.0) {
        feed(&mut perception, &given);
        feed(&mut elsewhere_perception, &given);
    }
    assert_eq!(perception.ball().map(Track::number), Some(0));
    assert!(perception.prediction().is_some() && perception.changed_s().is_some());
    assert!(elsewhere_perception.ball().is_none(), "it began before the stroke that was announced");
}

/// The type of every input of perception: pixels, camera, time stamp, and what other sensors measured. A true state
/// would not fit.
#[test]
fn law_perception_gets_nothing_but_measurements() {
    let _: for<'a, 'b, 'c> fn(&'a mut BallPerception, &'b CameraFrame<'c>) = BallPerception::perceive;
    let _: fn(&mut BallPerception, f64) = BallPerception::advance;
    let _: fn(&mut BallPerception, f64) = BallPerception::conclude;
    let _: fn(&mut BallPerception, BallHint) = BallPerception::expect_ball;
    let _: fn(&mut BallPerception, [Vec3; 2]) = BallPerception::search_within;
    fn owned<T: Clone + Send + Sync + 'static>() {}
    owned::<BallPerception>();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/track");
    let mut folders = vec![folder];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for truth in ["BallState", "BallSim", "BallTruth", "Moment", "scene::"] {
                assert!(!code.contains(truth), "{} knows of {truth}", path.display());
            }
            files += 1;
        }
    }
    assert!(files > 20, "{files} files");
}
