//! Filmed shots: frames show the true state, whatever the order of requests.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::Vec3;
use multiball::hall::{FilmOptions, FilmedFlight};
use multiball::vision::scene::Part;

fn films(count: u64) -> impl Iterator<Item = FilmedFlight> {
    (0..count).map(|number| FilmedFlight::new(5, number, &FilmOptions::default()))
}

#[test]
fn law_shots_pass_the_net_and_bounce_on_the_home_half() {
    for film in films(300) {
        let struck = film.truth(film.stroke_s()).unwrap();
        assert!((-1.9..=-1.0).contains(&struck.position.x) && struck.position.y.abs() <= 0.4, "{struck:?}");
        assert!(
            (0.15..0.5).contains(&struck.position.z) && (4.0..12.0).contains(&struck.velocity.norm()),
            "{struck:?}"
        );
        let bounce = film.truth(film.bounce_s()).unwrap().position;
        assert!((0.05..1.38).contains(&bounce.x) && (bounce.z - 0.02).abs() < 1e-6, "{bounce}");
        assert!(film.end_s() > film.bounce_s() && film.bounce_s() > film.stroke_s() + 0.1);
        let end = film.truth(film.end_s()).unwrap().position;
        assert!((end.x - 1.9).abs() < 0.02 || end.z < 0.021, "{end}");
        assert_eq!(film.frames(), (film.end_s() * 200.0).floor() as usize + 1);
    }
}

#[test]
fn law_shots_are_of_many_kinds() {
    let struck: Vec<_> = films(300).map(|film| film.truth(film.stroke_s()).unwrap()).collect();
    let share = |test: &dyn Fn(&multiball::ball::BallState) -> bool| struck.iter().filter(|ball| test(ball)).count();
    for (what, count) in [
        ("slow", share(&|ball| ball.velocity.norm() < 6.0)),
        ("fast", share(&|ball| ball.velocity.norm() > 9.0)),
        ("topspin", share(&|ball| ball.spin.y > 100.0)),
        ("backspin", share(&|ball| ball.spin.y < -100.0)),
        ("to the left", share(&|ball| ball.velocity.y > 0.5)),
    ] {
        assert!(count >= 15, "{count} of 300 are {what}");
    }
}

#[test]
fn law_a_film_depends_on_seed_and_number_alone() {
    let options = FilmOptions::default();
    let (first, again) = (FilmedFlight::new(5, 7, &options), FilmedFlight::new(5, 7, &options));
    for frame in (0..first.frames()).rev() {
        assert_eq!(first.frame(frame), again.frame(frame));
        assert!((0..4).all(|camera| first.dropped(frame, camera) == again.dropped(frame, camera)));
    }
    let other = FilmedFlight::new(5, 8, &options);
    assert_ne!(first.frame(70).balls, other.frame(70).balls);
    assert_ne!(first.frame(70).frame_number, other.frame(70).frame_number, "films would share their noise");
    assert_ne!(first.stroke_s(), FilmedFlight::new(6, 7, &options).stroke_s());
}

#[test]
fn law_frames_show_the_true_ball_and_the_incoming_one_reaches_the_racket() {
    let mut incoming = 0;
    for film in films(100) {
        let struck = film.truth(film.stroke_s()).unwrap();
        for frame in 0..film.frames() {
            let (t_s, moment) = (film.time_s(frame), film.frame(frame));
            let first = moment.balls[0].map(|ball| ball.position);
            match film.truth(t_s) {
                Some(truth) => assert_eq!(first, Some(truth.position)),
                None => assert!(t_s < film.stroke_s()),
            }
            assert!((0.6..1.4).contains(&moment.light));
        }
        if let Some(ball) = film.incoming(film.stroke_s() - 1e-9) {
            incoming += 1;
            assert!((ball.position - struck.position).norm() < 1e-6);
            let steps = (1..300).map(|i| film.incoming(film.stroke_s() - 1e-3 * f64::from(i)).unwrap().position);
            let mut last = ball.position;
            for position in steps {
                assert!((position - last).norm() < 0.02 && position.z > 0.0199, "{position}");
                last = position;
            }
        }
        let near = film.frame((film.stroke_s() * 200.0).round() as usize).opponent.unwrap();
        assert!((near.pose.at(Part::Racket) - struck.position).norm() < 0.1, "{near:?} {struck:?}");
    }
    assert!((30..70).contains(&incoming), "{incoming} of 100");
}

#[test]
fn law_disturbances_come_as_often_as_requested() {
    let (mut frames, mut dropped, mut glints, mut second) = (0, 0, 0, 0);
    for film in films(200) {
        frames += film.frames();
        second += usize::from(film.frame(film.frames() - 1).balls[1].is_some());
        for frame in 0..film.frames() {
            dropped += (0..4).filter(|camera| film.dropped(frame, *camera)).count();
            glints += film.frame(frame).glints.iter().flatten().count();
        }
    }
    let share = |count: usize| count as f64 / (4 * frames) as f64;
    assert!((share(dropped) - 0.05).abs() < 0.005, "{}", share(dropped));
    // Each lasts for one and a half frames.
    assert!((share(glints) - 0.03).abs() < 0.005, "{}", share(glints));
    assert!((70..130).contains(&second), "{second}");
    let plain = FilmedFlight::new(5, 1, &FilmOptions::PLAIN);
    for frame in 0..plain.frames() {
        let moment = plain.frame(frame);
        assert!(moment.opponent.is_none() && moment.light == 1.0 && moment.glints == [None; 4]);
        assert_eq!(moment.balls[0].is_some(), plain.time_s(frame) >= plain.stroke_s());
        assert!(moment.balls[1].is_none() && !plain.dropped(frame, 0));
    }
    assert!((plain.truth(1.0).unwrap().position - Vec3::zeros()).norm() < 4.0);
}
