//! The planar rally of paper 000, ideal and with noise.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::geometry::Vec3;
use multiball::hall::record::{Message, NullRecorder, Recorder, SessionEvent};
use multiball::hall::{Extent, NoHooks, PlanarHall, RoundResult, Scenario, play_rounds};

fn hall(text: &str, seed: u64) -> PlanarHall {
    PlanarHall::new(&Scenario::from_toml(text).unwrap(), seed).unwrap()
}

const IDEAL: &str = include_str!("../scenarios/planar.toml");
const NOISY: &str = include_str!("../scenarios/planar-noisy.toml");

fn rounds(hall: &PlanarHall, points: u64) -> Vec<RoundResult> {
    play_rounds(hall, Extent::Points(points), &AtomicBool::new(false), &|_| {}).rounds
}

#[test]
fn law_ideal_rally_never_ends_and_every_hit_is_on_the_parabola() {
    let results = rounds(&hall(IDEAL, 7), 20);
    for result in &results {
        assert_eq!((result.strokes, result.decision), (1000, None), "{result:?}");
        assert!(result.worst_hit_m < 1e-9 && result.worst_hit_m_s < 1e-9, "{result:?}");
    }
}

#[test]
fn law_noise_ends_rallies_and_every_one_is_decided() {
    let results = rounds(&hall(NOISY, 3), 4000);
    assert!(results.iter().all(|result| result.decision.is_some()));
    let mut strokes: Vec<u32> = results.iter().map(|result| result.strokes).collect();
    strokes.sort_unstable();
    let mean = strokes.iter().map(|strokes| f64::from(*strokes)).sum::<f64>() / 4000.0;
    // The published figures (VALIDATION.md) within four standard errors of such a sample.
    assert!((16.5..19.0).contains(&mean), "mean rally of {mean} strokes");
    assert!(
        (11..=14).contains(&strokes[2000]) && (37..=45).contains(&strokes[3600]),
        "{} {}",
        strokes[2000],
        strokes[3600]
    );
}

/// Without noise in the arms, measurement noise alone ends rallies too, and shows as prediction error.
#[test]
fn law_noisy_measurements_lead_to_misses() {
    let blurred =
        IDEAL.replace("[play]", "[noise]\nmeasurement_position_m = 0.01\nmeasurement_velocity_m_s = 0.05\n[play]");
    let results = rounds(&hall(&blurred, 3), 50);
    assert!(results.iter().all(|result| result.strokes < 1000));
    assert!(results.iter().filter(|result| result.worst_hit_m > 0.005).count() > 25);
}

#[test]
fn law_stopping_keeps_what_is_done_and_ends_at_once() {
    let endless = IDEAL.replace("most_strokes = 1000", "most_strokes = 100000000");
    let hall = hall(&endless, 1);
    let stop = AtomicBool::new(false);
    let session = std::thread::scope(|scope| {
        let running = scope.spawn(|| play_rounds(&hall, Extent::Points(10), &stop, &|_| {}));
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap()
    });
    assert!(session.interrupted && session.rounds.is_empty());
}

#[test]
fn law_nothing_to_play_is_played_at_once() {
    let hall = hall(NOISY, 1);
    for extent in [Extent::Points(0), Extent::DurationS(0.0), Extent::DurationS(f64::NAN)] {
        assert!(play_rounds(&hall, extent, &AtomicBool::new(false), &|_| {}).rounds.is_empty());
    }
}

#[test]
fn law_a_scenario_without_a_first_ball_is_refused_with_numbers() {
    let scenario = Scenario::from_toml(&IDEAL.replace("[0.50, 1.20]", "[3.0, 4.0]")).unwrap();
    let refusal = PlanarHall::new(&scenario, 1).unwrap_err().to_string();
    assert!(refusal.contains("Of 1000 tried") && refusal.contains("no first ball"), "{refusal}");
    let low = IDEAL
        .replace("hit_from_net_m = [1.45, 1.85]", "hit_from_net_m = [0.5, 0.5]")
        .replace("[0.10, 0.50]", "[0.0, 0.0]");
    assert!(PlanarHall::new(&Scenario::from_toml(&low).unwrap(), 1).is_err());
}

#[test]
fn law_a_round_depends_on_seed_and_number_alone() {
    let hall_one = hall(NOISY, 5);
    let together = rounds(&hall_one, 50);
    for round in [0, 17, 49] {
        assert_eq!(hall_one.play(round, &mut NullRecorder), together[usize::try_from(round).unwrap()]);
    }
    assert_ne!(rounds(&hall(NOISY, 6), 50), together);
}

#[test]
fn law_threads_do_not_matter() {
    let hall = hall(NOISY, 11);
    let with = |threads: usize, extent: Extent| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play_rounds(&hall, extent, &AtomicBool::new(false), &|_| {}))
    };
    for extent in [Extent::Points(300), Extent::DurationS(500.0)] {
        assert_eq!(with(1, extent), with(2, extent));
    }
}

/// Keeps all messages.
#[derive(Default)]
struct Kept(Vec<Message>);

impl Recorder for Kept {
    fn record(&mut self, message: &Message) {
        self.0.push(message.clone());
    }
}

#[test]
fn law_a_session_that_is_recorded_is_the_one_that_is_played() {
    let (scenario, extent) = (Scenario::from_toml(NOISY).unwrap(), Extent::Points(30));
    let (hall, stop) = (PlanarHall::new(&scenario, 2).unwrap(), AtomicBool::new(false));
    let mut kept = Kept::default();
    let session = hall.perform(&scenario, extent, &mut kept, &mut NoHooks, &stop, &mut |_| {});
    assert_eq!(session.rounds, rounds(&hall, 30));
    let Message::Stage(stage) = &kept.0[0] else { panic!("{:?}", kept.0[0]) };
    assert_eq!(stage.robots.len(), 2);
    let decided: Vec<(u32, f64)> = kept
        .0
        .iter()
        .filter_map(|message| match message {
            Message::Event { event: SessionEvent::Decided { strokes, duration_s, .. }, .. } => {
                Some((*strokes, *duration_s))
            }
            _ => None,
        })
        .collect();
    let played: Vec<(u32, f64)> = session.rounds.iter().map(|round| (round.strokes, round.duration_s)).collect();
    assert_eq!(decided, played);
    // Every stroke but the first ball was planned, and a plan has the position of the hit.
    let count = |wanted: fn(&SessionEvent) -> bool| {
        kept.0.iter().filter(|message| matches!(message, Message::Event { event, .. } if wanted(event))).count()
    };
    let strokes = played.iter().map(|(strokes, _)| *strokes as usize).sum::<usize>();
    assert_eq!(count(|event| matches!(event, SessionEvent::Struck { .. })), strokes + 30);
    assert!(count(|event| matches!(event, SessionEvent::Planned { .. })) >= strokes);
}

/// The racket of an arm as a stage has it is where a hit has the ball, a radius and half a blade away.
#[test]
fn law_staged_arms_hold_their_rackets_where_balls_are_struck() {
    let scenario = Scenario::from_toml(IDEAL).unwrap();
    let (hall, stop) = (PlanarHall::new(&scenario, 2).unwrap(), AtomicBool::new(false));
    let mut kept = Kept::default();
    hall.perform(&scenario, Extent::Points(1), &mut kept, &mut NoHooks, &stop, &mut |_| {});
    let (mut stage, mut last, mut struck) = (None, None, 0);
    for message in &kept.0 {
        match message {
            Message::Stage(message) => stage = Some(message),
            Message::Snapshot(now) => last = Some(now),
            Message::Event { t_s, event: SessionEvent::Struck { side, position_m, .. } } => {
                let Some(now) = last.filter(|now| t_s - now.t_s < 0.002) else { continue };
                let robot = &stage.unwrap().robots[side.index()];
                let blade = robot.poses(&now.joints[side.index()]).unwrap().pop().unwrap();
                let off_m = (blade.translation.vector - Vec3::from(*position_m)).norm();
                assert!(off_m < 0.06, "{off_m} m at {t_s} s");
                struck += 1;
            }
            _ => {}
        }
    }
    assert!(struck > 50, "{struck} strokes just after a snapshot");
}
