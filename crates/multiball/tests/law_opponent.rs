//! The simulated person: strokes meet the ball, bones keep their lengths, speeds are real ones.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallState, Physics};
use multiball::court::Court;
use multiball::opponent::{Human, Keypoint, ShotSet, Shots, StrokeMotion};
use multiball::track::Stroke;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Strokes of many people, each with the ball it sends.
fn strokes(count: usize, feint_share: f64, seed: u64) -> Vec<(Human, BallState, StrokeMotion)> {
    let shots = Shots::new(Physics::default(), Court::STANDARD);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|number| {
            let human = Human::draw(&mut rng);
            let set = if number % 3 == 0 { ShotSet::Hard } else { ShotSet::Human };
            let stroke = Stroke::ALL[number % 4];
            let ball = shots.draw(set, stroke, human.right_handed, &mut rng).unwrap();
            let motion = StrokeMotion::draw(&human, stroke, &ball, feint_share, &mut rng);
            (human, ball, motion)
        })
        .collect()
}

#[test]
fn law_the_wrist_is_a_grip_away_from_the_ball_at_the_contact() {
    for (_, ball, motion) in strokes(200, 0.3, 1) {
        let distance = (motion.wrist(0.0) - ball.position).norm();
        assert!((0.12..0.20).contains(&distance), "{distance} m");
        assert_eq!(motion.skeleton(0.0).at(motion.racket_wrist()), motion.wrist(0.0));
        let forward = motion.wrist_velocity(0.0).dot(&ball.velocity.normalize());
        assert!(forward > 0.2, "{:?}: the wrist goes at {forward} m/s towards where the ball flies", motion.stroke());
    }
}

#[test]
fn law_bones_keep_their_lengths_and_nothing_jumps() {
    use Keypoint as K;
    let bones = [
        (K::LeftShoulder, K::RightShoulder),
        (K::LeftShoulder, K::LeftElbow),
        (K::RightShoulder, K::RightElbow),
        (K::LeftElbow, K::LeftWrist),
        (K::RightElbow, K::RightWrist),
        (K::LeftHip, K::RightHip),
        (K::LeftHip, K::LeftKnee),
        (K::RightHip, K::RightKnee),
        (K::LeftKnee, K::LeftAnkle),
        (K::RightKnee, K::RightAnkle),
    ];
    for (human, _, motion) in strokes(200, 0.3, 2) {
        let first = motion.skeleton(-0.8);
        let mut before = first;
        for i in 1..700 {
            let now = motion.skeleton(-0.8 + 2e-3 * f64::from(i));
            for (a, b) in bones {
                let (length, was) = ((now.at(a) - now.at(b)).norm(), (first.at(a) - first.at(b)).norm());
                assert!((length - was).abs() < 1e-9, "{:?} {a:?}-{b:?}: {length} and {was} m", motion.stroke());
            }
            for (index, (point, was)) in now.points.iter().zip(before.points).enumerate() {
                let speed = (point - was).norm() / 2e-3;
                let (stroke, feint) = (motion.stroke(), motion.is_feint());
                // The elbow is quick when a feint leads the wrist past the shoulder; a jump would be more than 100 m/s.
                let most = if feint { 40.0 } else { 12.0 };
                assert!(speed < most, "{stroke:?}, feint {feint}: point {index} at {speed} m/s, step {i} of {human:?}");
            }
            before = now;
        }
    }
}

/// Peak speeds of real strokes (data/README.md): forehand topspin 4.4 to 10.9 m/s, backhand topspin 3.4 to 7.6, blocks
/// 1.8 to 4.1 (5th and 95th percentiles); drives 6 to 8 in the middle.
#[test]
fn ref_wrist_speeds_are_those_of_real_strokes() {
    let strokes = strokes(800, 0.0, 3);
    for (class, median_range, range) in [
        (Stroke::ForehandAttack, 6.5..8.5, 4.4..10.9),
        (Stroke::BackhandAttack, 5.5..6.9, 3.4..8.1),
        (Stroke::ForehandPush, 2.8..4.2, 1.7..5.5),
        (Stroke::BackhandPush, 2.6..4.0, 1.7..5.5),
    ] {
        let of_class = strokes.iter().filter(|(_, _, motion)| motion.stroke() == class);
        let mut peaks: Vec<f64> = of_class.map(|(_, _, motion)| motion.peak_speed()).collect();
        peaks.sort_by(f64::total_cmp);
        let median = peaks[peaks.len() / 2];
        assert!(median_range.contains(&median), "{class:?}: {median} m/s");
        assert!(peaks.iter().all(|peak| range.contains(peak)), "{class:?}: {peaks:?}");
        assert!(peaks[peaks.len() * 9 / 10] - peaks[peaks.len() / 10] > 0.8, "{class:?}: no variation");
    }
}

#[test]
fn law_strokes_are_repeatable_and_feints_have_their_share() {
    let (first, again) = (strokes(400, 0.2, 4), strokes(400, 0.2, 4));
    assert_eq!(first, again);
    assert_ne!(first, strokes(400, 0.2, 5));
    let feints = first.iter().filter(|(_, _, motion)| motion.is_feint()).count();
    assert!((50..=110).contains(&feints), "{feints} of 400");
}
