//! Cameras that read only requested regions: a box around the racket until the ball is tracked, then where it is
//! expected.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallState, Physics};
use multiball::court::{Court, Side};
use multiball::geometry::Vec3;
use multiball::hall::{CameraRig, FilmOptions, FilmedFlight, FilmedStroke, FrameBuffer, Knowledge};
use multiball::opponent::{Human, ShotSet, Shots, StrokeMotion};
use multiball::track::{BallHint, BallPerception, Priors, Stroke, Tracker, TrackerSettings};
use multiball::vision::scene::four_camera_rig;
use multiball::vision::{Camera, Miscalibration};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn stroke(number: u64) -> FilmedStroke {
    let shots = Shots::new(Physics::default(), Court::STANDARD);
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let (human, stroke) = (Human::draw(&mut rng), Stroke::ALL[number as usize % 4]);
    let ball = shots.draw(ShotSet::Human, stroke, human.right_handed, &mut rng).unwrap();
    let body = StrokeMotion::draw(&human, stroke, &ball, 0.0, &mut rng);
    FilmedStroke { physics: Physics::default(), court: Court::STANDARD, struck: ball, stroke_s: 0.0533, body }
}

#[test]
fn law_a_ball_found_near_the_racket_is_followed_where_it_is_expected_alone() {
    let knowledge = Knowledge::Calibrated(Miscalibration::TYPICAL);
    let rig = CameraRig::new(&four_camera_rig()[..2], knowledge, 1);
    let options = FilmOptions { lead_s: 0.05, ..FilmOptions::DISTURBED };
    for number in 0..6 {
        let stroke = stroke(number);
        let motion = stroke.body.clone();
        let film = FilmedFlight::of_stroke(stroke, 1, number, &options).unwrap();
        let mut perception = rig.perception(number);
        let wrist = |frame: usize| {
            let t_s = film.time_s(frame);
            (t_s, motion.wrist((t_s - film.stroke_s()).min(0.0)))
        };
        perception.expect_ball(BallHint {
            contact_s: film.stroke_s(),
            places: (0..film.frames()).map(wrist).collect(),
            late_s: 0.0,
            towards: Side::Home,
        });
        let (mut followed_s, mut frames) = (None, FrameBuffer::default());
        for frame in 0..film.frames() {
            let t_s = film.time_s(frame);
            rig.feed(&mut perception, &mut frames, t_s, &film.frame(frame), |camera| film.dropped(frame, camera));
            let (Some(track), Some(truth)) = (perception.ball(), film.truth(t_s)) else {
                assert_eq!(followed_s.filter(|s| t_s < s + 0.4), None, "shot {number} is lost at {t_s} s");
                continue;
            };
            followed_s.get_or_insert(t_s);
            let there = track.prediction().and_then(|prediction| prediction.at(t_s)).unwrap();
            assert!(rig.is_in_play(&truth) || t_s > film.bounce_s());
            let off = (there.position - truth.position).norm();
            assert!(off < 0.05 || t_s > film.bounce_s(), "shot {number} is {off} m off at {t_s} s");
        }
        let waited_s = followed_s.unwrap() - film.stroke_s();
        assert!((0.02..0.2).contains(&waited_s), "shot {number} is followed {waited_s} s after the stroke");
    }
}

#[test]
fn law_a_box_is_searched_where_cameras_see_it() {
    let cameras = four_camera_rig();
    let mut perception =
        BallPerception::new(Tracker::new(&cameras, Priors::default(), TrackerSettings::default()), Vec::new());
    let mut regions = |space: [Vec3; 2]| -> usize {
        perception.search_within(space);
        (0..cameras.len()).map(|camera| perception.regions_of_interest(camera, 0.0).count()).sum()
    };
    assert!(regions([Vec3::new(-1.8, -0.3, 0.1), Vec3::new(-0.9, 0.5, 0.7)]) > 0);
    let unseen = [Vec3::new(30.0, -0.1, 0.1), Vec3::new(30.2, 0.1, 0.3)];
    let sees = |camera: &Camera| camera.project(&unseen[0]).is_some_and(|pixel| camera.lens.sees(&pixel));
    assert!(!cameras.iter().any(sees));
    assert_eq!(regions(unseen), 0);
}

#[test]
fn law_a_ball_that_does_not_land_is_no_film() {
    let mut stroke = stroke(1);
    let BallState { position, velocity, .. } = stroke.struck;
    stroke.struck.velocity = -velocity;
    let error = FilmedFlight::of_stroke(stroke, 1, 1, &FilmOptions::PLAIN).unwrap_err();
    assert_eq!([error.x, error.y, error.z], [position.x, position.y, position.z]);
    assert!(error.to_string().contains("home half"), "{error}");
}
