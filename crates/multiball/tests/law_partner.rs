//! Laws of the person who plays on in a rally.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallSim, BallState, EventKind, Physics, TablePart};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::opponent::{
    Answer, Human, Incoming, Keypoint, Knows, Opponent, Partner, PersonMotion, Reply, ShotSet, Skeleton, Unanswered,
};
use multiball::track::Stroke;
use multiball::vision::scene::Part;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn first_event(ball: BallState) -> Option<(EventKind, Vec3)> {
    let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
    let event = BallSim::new(&physics, &around, ball).next_event(3.0)?;
    Some((event.kind, event.before.position))
}

/// A return as a robot plays it: it bounces on the away half.
fn incoming(rng: &mut ChaCha8Rng) -> BallState {
    loop {
        let mut draw = |low: f64, high: f64| rng.random_range(low..high);
        let position = Vec3::new(draw(1.2, 1.9), draw(-0.6, 0.6), draw(0.05, 0.45));
        let velocity = Vec3::new(draw(-8.0, -4.0), draw(-1.2, 1.2), draw(0.3, 3.0));
        let spin = Vec3::new(draw(-30.0, 30.0), draw(-150.0, 50.0), draw(-30.0, 30.0));
        let ball = BallState::new(position, velocity, spin);
        if first_event(ball).is_some_and(|(kind, p)| kind == EventKind::Table(TablePart::Top) && p.x < -0.2) {
            return ball;
        }
    }
}

/// Where an answer lands on the home half, if it does.
fn landing(answer: &Answer) -> Option<Vec3> {
    let (kind, place) = first_event(answer.struck)?;
    let on_table = matches!(kind, EventKind::Table(TablePart::Top | TablePart::Edge));
    (on_table && place.x > 0.0).then_some(place)
}

fn partner(human: Human, strength: f64, set: ShotSet) -> Partner {
    Partner::new(human, strength, set, Physics::default(), Court::STANDARD)
}

/// What people of a strength do with returns, each from their ready pose.
fn answers(strength: f64, set: ShotSet, people: usize, seed: u64) -> Vec<(BallState, Result<Answer, Unanswered>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    for _ in 0..people {
        let human = Human::draw(&mut rng);
        let (person, partner) = (PersonMotion::new(&human), partner(human, strength, set));
        for _ in 0..25 {
            let ball = incoming(&mut rng);
            all.push((ball, partner.answer(&ball, 0.0, &person, &mut rng)));
        }
    }
    all
}

#[test]
fn law_a_perfect_partner_lands_on_the_target_and_meets_the_ball_where_it_is() {
    for set in [ShotSet::Human, ShotSet::Hard] {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let all = answers(1.0, set, 20, 1);
        let struck: Vec<(&BallState, &Answer)> =
            all.iter().filter_map(|(ball, answer)| Some((ball, answer.as_ref().ok()?))).collect();
        assert!(struck.len() * 100 >= all.len() * 97, "{} of {} answered", struck.len(), all.len());
        let mut classes = [0; 4];
        for &(ball, answer) in &struck {
            let there = landing(answer).unwrap_or_else(|| panic!("{answer:?} does not land"));
            let off = (there.x - answer.target.0).hypot(there.y - answer.target.1);
            assert!(off < 1e-5, "{off} m from {:?}", answer.target);
            let mut sim = BallSim::new(&physics, &around, *ball);
            let bounces = std::iter::from_fn(|| sim.next_event(answer.contact_s)).count();
            let met = sim.state().position;
            assert!(bounces == 1 && (met - answer.struck.position).norm() < 1e-6, "{bounces} bounces, {met}");
            assert!((-2.6..=-0.8).contains(&met.x) && met.y.abs() < 1.2 && (-0.3..=0.7).contains(&met.z), "{met}");
            assert!(answer.contact_s > 0.35 && answer.motion.stroke() == answer.stroke);
            classes[answer.stroke as usize] += 1;
        }
        assert!(classes.iter().all(|count| *count > 15), "{classes:?}");
        let mut speeds: Vec<f64> = struck.iter().map(|(_, answer)| answer.struck.velocity.norm()).collect();
        speeds.sort_by(f64::total_cmp);
        let middle = speeds[speeds.len() / 2];
        let expected = if set == ShotSet::Hard { 10.0..13.0 } else { 5.5..7.5 };
        assert!(expected.contains(&middle) && speeds[speeds.len() - 1] < 16.01, "{set:?}: {middle} m/s in the middle");
    }
}

#[test]
fn law_spins_are_those_of_the_class_and_the_hand() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut answered = 0;
    for _ in 0..300 {
        let human = Human::draw(&mut rng);
        let (person, right_handed) = (PersonMotion::new(&human), human.right_handed);
        let ball = incoming(&mut rng);
        let answer = partner(human, 1.0, ShotSet::Hard).answer(&ball, 0.0, &person, &mut rng);
        let Ok(Answer { stroke, struck, .. }) = answer else { continue };
        answered += 1;
        assert_eq!(struck.spin.y >= 0.0, stroke.is_attack() || struck.spin.norm() == 0.0, "{stroke:?} {struck:?}");
        let left = if stroke.is_forehand() == right_handed { 1.0 } else { -1.0 };
        assert!(struck.spin.z * left >= 0.0, "{stroke:?} {struck:?}");
    }
    assert!(answered >= 291, "{answered} of 300 answered");
}

#[test]
fn law_weaker_partners_miss_more() {
    for set in [ShotSet::Human, ShotSet::Hard] {
        for (strength, share) in [(0.0, 0.34..0.46), (0.5, 0.14..0.22), (0.9, 0.02..0.06), (1.0, 0.0..0.001)] {
            let all = answers(strength, set, 60, 3);
            let struck = all.iter().filter_map(|(_, answer)| answer.as_ref().ok());
            let (count, missed) = struck.fold((0.0, 0.0), |(count, missed), answer| {
                (count + 1.0, missed + f64::from(u8::from(landing(answer).is_none())))
            });
            assert!(share.contains(&(missed / count)), "{set:?}, strength {strength}: {missed} of {count}");
            let swung = all.iter().filter(|(_, answer)| matches!(answer, Err(Unanswered::Misses { .. }))).count();
            let expected = if strength == 1.0 { 0..=0 } else { 1..=all.len() / 8 };
            assert!(expected.contains(&swung), "strength {strength}: {swung} of {} swings miss", all.len());
        }
    }
}

#[test]
fn law_balls_that_cannot_be_answered_say_why() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let human = Human::draw(&mut rng);
    let (person, partner) = (PersonMotion::new(&human), partner(human, 1.0, ShotSet::Human));
    let mut answer_to = |velocity: Vec3, x: f64| {
        let ball = BallState::new(Vec3::new(x, 0.0, 0.3), velocity, Vec3::zeros());
        partner.answer(&ball, 0.0, &person, &mut rng).unwrap_err()
    };
    let long = answer_to(Vec3::new(-14.0, 0.0, 4.0), 1.5);
    assert!(matches!(long, Unanswered::NoBounce { x_m, .. } if x_m < -1.37), "{long}");
    let own_half = answer_to(Vec3::new(-1.0, 0.0, 0.0), 1.2);
    assert!(matches!(own_half, Unanswered::NoBounce { x_m, .. } if x_m > 0.0), "{own_half}");
    let fast = answer_to(Vec3::new(-16.0, 0.0, -0.6), 1.5);
    assert!(matches!(fast, Unanswered::OutOfReach { by_m } if by_m > 0.1), "{fast}");
    let smash = answer_to(Vec3::new(-16.0, 0.0, -3.0), 0.3);
    assert!(matches!(smash, Unanswered::NoTime { lacks_s } if lacks_s > 0.05), "{smash}");
    let drop = answer_to(Vec3::new(-1.0, 0.0, 1.5), 0.2);
    assert!(matches!(drop, Unanswered::OutOfReach { by_m } if by_m > 0.1), "{drop}");
}

/// A rally: every answer begins from what the body is doing then.
fn rally(strength: f64, seed: u64) -> (Human, PersonMotion, Vec<Answer>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let human = Human::draw(&mut rng);
    let (mut person, partner) = (PersonMotion::new(&human), partner(human.clone(), strength, ShotSet::Human));
    let (mut t_s, mut played) = (1.0, Vec::new());
    for _ in 0..10 {
        match partner.answer(&incoming(&mut rng), t_s, &person, &mut rng) {
            Ok(answer) => {
                let before = person.clone();
                person.strike(t_s, &answer.motion, answer.contact_s);
                // Until they react nothing shows what they will do.
                assert_eq!(before.skeleton(t_s + 0.249), person.skeleton(t_s + 0.249));
                t_s = answer.contact_s + rng.random_range(0.5..0.9);
                played.push(answer);
            }
            Err(_) => t_s += 1.0,
        }
    }
    (human, person, played)
}

const BONES: [(Keypoint, Keypoint); 10] = [
    (Keypoint::LeftShoulder, Keypoint::RightShoulder),
    (Keypoint::LeftShoulder, Keypoint::LeftElbow),
    (Keypoint::RightShoulder, Keypoint::RightElbow),
    (Keypoint::LeftElbow, Keypoint::LeftWrist),
    (Keypoint::RightElbow, Keypoint::RightWrist),
    (Keypoint::LeftHip, Keypoint::RightHip),
    (Keypoint::LeftHip, Keypoint::LeftKnee),
    (Keypoint::RightHip, Keypoint::RightKnee),
    (Keypoint::LeftKnee, Keypoint::LeftAnkle),
    (Keypoint::RightKnee, Keypoint::RightAnkle),
];

fn chest(body: &Skeleton) -> Vec3 {
    (body.at(Keypoint::LeftShoulder) + body.at(Keypoint::RightShoulder)) / 2.0
}

#[test]
fn law_a_body_in_a_rally_keeps_its_bones_and_moves_smoothly() {
    const STEP_S: f64 = 2e-3;
    let mut strokes = 0;
    for seed in 0..25 {
        let (human, person, played) = rally(0.95, seed);
        strokes += played.len();
        let end_s = played.last().unwrap().contact_s + 3.0;
        let first = person.skeleton(0.0);
        let mut before = [person.skeleton(-STEP_S), first];
        for i in 1..(end_s / STEP_S) as usize {
            let t_s = STEP_S * i as f64;
            let now = person.skeleton(t_s);
            for (a, b) in BONES {
                let (length, was) = ((now.at(a) - now.at(b)).norm(), (first.at(a) - first.at(b)).norm());
                assert!((length - was).abs() < 1e-9, "{a:?}-{b:?}: {length} and {was} m at {t_s} s of {human:?}");
            }
            for (index, point) in now.points.iter().enumerate() {
                let [velocity, last] =
                    [point - before[1].points[index], before[1].points[index] - before[0].points[index]]
                        .map(|step| step / STEP_S);
                assert!(velocity.norm() < 15.0, "point {index} at {} m/s, {t_s} s, seed {seed}", velocity.norm());
                // A step in velocity would show as one here, whatever the length of the step in time.
                let jump = (velocity - last).norm();
                assert!(jump < 1.5, "point {index}: {jump} m/s in {STEP_S} s at {t_s} s, seed {seed}");
            }
            // They sway by up to 0.16 m/s as they strike.
            let walks = (chest(&now) - chest(&before[1])).xy().norm() / STEP_S;
            assert!(walks < 2.5 + 0.2, "the chest at {walks} m/s, {t_s} s, seed {seed}");
            before = [before[1], now];
        }
        assert!((chest(&before[1]) - chest(&first)).norm() < 1e-9, "not back at {end_s} s");
    }
    assert!(strokes > 200, "{strokes}");
}

#[test]
fn law_the_blade_meets_the_ball_of_every_answer() {
    for seed in 0..25 {
        let (_, person, played) = rally(0.95, seed);
        for Answer { contact_s, struck, motion, .. } in &played {
            let ([middle, normal], seen) = (person.blade(*contact_s), person.opponent(*contact_s));
            // With the errors of their stroke the ball leaves a little otherwise than it was meant to, from the same
            // place.
            let behind = struck.position - middle;
            assert!((behind.norm() - 0.027).abs() < 1e-6 && (behind.normalize() - normal).norm() < 1e-6);
            assert!(seen.pose.at(Part::Racket) == middle && seen.racket_normal == normal);
            let body = person.skeleton(*contact_s);
            let off = body.points.iter().zip(motion.skeleton(0.0).points).map(|(a, b)| (a - b).norm());
            assert!(off.fold(0.0, f64::max) < 1e-9);
        }
    }
}

#[test]
fn law_answers_depend_on_the_seed_alone() {
    let strokes = |seed| -> Vec<(f64, Stroke, BallState)> {
        rally(0.5, seed).2.into_iter().map(|a| (a.contact_s, a.stroke, a.struck)).collect()
    };
    assert_eq!(strokes(7), strokes(7));
    assert_ne!(strokes(7), strokes(8));
}

#[test]
fn law_a_person_behind_the_trait_answers_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(71);
    let human = Human::draw(&mut rng);
    let own = partner(human, 0.5, ShotSet::Human);
    let (mut person, mut any): (_, Box<dyn Opponent>) = (PersonMotion::new(own.human()), Box::new(own.clone()));
    assert_eq!(any.knows(), Knows::Truth);
    let (mut answered, mut missed) = (0, 0);
    for stroke in 0..60_u32 {
        let (t_s, ball) = (3.0 * f64::from(stroke), incoming(&mut rng));
        let mut random = ChaCha8Rng::seed_from_u64(stroke.into());
        let expected = own.answer(&ball, t_s, &person, &mut random.clone());
        match &expected {
            Ok(answer) => person.strike(t_s, &answer.motion, answer.contact_s),
            Err(Unanswered::Misses { motion, contact_s, .. }) => person.strike(t_s, motion, *contact_s),
            Err(_) => {}
        }
        answered += u32::from(expected.is_ok());
        missed += u32::from(expected.is_err());
        // A copy answers as the original would.
        any = any.clone();
        assert_eq!(any.respond(&Incoming { struck_s: t_s, ball }, &mut random), expected.map(Reply::from));
        assert_eq!(any.body().unwrap().motion, &person);
    }
    assert!(answered > 20 && missed > 0, "{answered} answered, {missed} not");
}
