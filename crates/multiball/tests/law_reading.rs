//! Reading the opponent's stroke: the wrist is tracked, classes are distinguished, probabilities are calibrated.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::Physics;
use multiball::court::Court;
use multiball::experiments::{BallWatch, PriorTrial, prior_trials};
use multiball::opponent::reading::{
    Heading, HoldOut, StrokeReader, TrainingError, View, WristFilter, WristRecord, WristSettings, judge,
};
use multiball::opponent::{
    Human, Keypoint, Lesson, PoseMeasurement, PoseSensor, SeenStroke, ShotSet, Shots, StrokeMotion,
};
use multiball::track::Stroke;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const AT_CONTACT: View = View { samples_before: 0, heading: Heading::Known };

fn classes() -> Vec<String> {
    Stroke::ALL.iter().map(|stroke| stroke.name().to_owned()).collect()
}

fn records(strokes: &[SeenStroke]) -> Vec<WristRecord> {
    strokes.iter().map(|stroke| stroke.record.clone()).collect()
}

/// Table 3 of paper 004: 95.52, 94.8, 93.17 and 93.41 %, there with the players of the training.
#[test]
fn ref_strokes_of_players_not_in_training_are_read_as_well_as_in_the_paper() {
    let strokes = Lesson { players: 40, ..Lesson::default() }.play(11).unwrap();
    let judgement = judge(&records(&strokes), &classes(), AT_CONTACT, HoldOut::Groups, 1).unwrap();
    for (class, paper) in [95.52, 94.8, 93.17, 93.41].into_iter().enumerate() {
        let ours = 100.0 * judgement.accuracy_of(class);
        assert!(ours >= paper, "{}: {ours} % of {paper} %: {judgement:?}", classes()[class]);
    }
}

#[test]
fn law_probabilities_of_new_players_mean_what_they_say() {
    let lesson = Lesson { players: 40, strokes: 24, feint_share: 0.15, ..Lesson::default() };
    let reader = StrokeReader::train(&records(&lesson.play(21).unwrap()), &classes(), AT_CONTACT, 1).unwrap();
    let text = serde_json::to_string(&reader).unwrap();
    let again: StrokeReader = serde_json::from_str(&text).unwrap();
    let (mut said, mut right, mut count) = (0.0, 0.0, 0.0);
    for stroke in lesson.play(22).unwrap() {
        let probabilities = reader.probabilities(&stroke.record).unwrap();
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9 && probabilities.iter().all(|p| *p >= 0.0));
        let others = again.probabilities(&stroke.record).unwrap();
        assert!(probabilities.iter().zip(&others).all(|(ours, other)| (ours - other).abs() < 1e-9));
        let best = (0..4).max_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b])).unwrap();
        said += probabilities[best];
        right += f64::from(u8::from(best == stroke.record.class));
        count += 1.0;
    }
    assert!((said - right).abs() / count < 0.03, "{right} of {count} right, {said} predicted");
    assert!(right / count > 0.9, "{right} of {count}");
}

#[test]
fn law_lessons_are_repeatable_and_a_player_does_not_depend_on_their_number() {
    let lesson = Lesson { players: 6, strokes: 8, ..Lesson::default() };
    let strokes = lesson.play(5).unwrap();
    assert_eq!(strokes, lesson.play(5).unwrap());
    assert_eq!(strokes[..24], Lesson { players: 3, ..lesson }.play(5).unwrap());
    assert_ne!(strokes, lesson.play(6).unwrap());
    // Twice the images, but the same hundredths of a second.
    let sensor = PoseSensor { rate_hz: 200.0, ..PoseSensor::default() };
    let faster = Lesson { sensor, ..lesson }.play(5).unwrap();
    for (fast, slow) in faster.iter().zip(&strokes) {
        assert!(
            fast.record.contact.abs_diff(slow.record.contact) <= 2,
            "{} {}",
            fast.record.contact,
            slow.record.contact
        );
        assert!(fast.record.velocities.len().abs_diff(slow.record.velocities.len()) <= 2);
    }
}

#[test]
fn law_what_cannot_be_learned_is_refused_with_numbers() {
    let strokes = records(&Lesson { players: 1, strokes: 24, ..Lesson::default() }.play(1).unwrap());
    let one = judge(&strokes, &classes(), AT_CONTACT, HoldOut::Groups, 1);
    assert_eq!(one, Err(TrainingError::OneGroup { class: "forehand-attack".into() }));
    let few = StrokeReader::train(&strokes[..16], &classes(), AT_CONTACT, 1);
    assert_eq!(few, Err(TrainingError::TooFew { class: "forehand-attack".into(), found: 4, least: 5 }));
    let early = View { samples_before: 60, ..AT_CONTACT };
    assert!(matches!(
        judge(&strokes, &classes(), early, HoldOut::Strokes, 1),
        Err(TrainingError::TooFew { found: 0, .. })
    ));
    let still =
        |number: usize| WristRecord { velocities: vec![nalgebra::Vector3::zeros(); 60], ..strokes[number].clone() };
    let still: Vec<WristRecord> = (0..24).map(still).collect();
    let answer = StrokeReader::train(&still, &classes(), AT_CONTACT, 1);
    assert!(
        answer.is_err() || answer.unwrap().probabilities(&still[0]).unwrap().iter().all(|p| (p - 0.25).abs() < 0.2)
    );
}

/// A stroke and what a sensor sees of it at 100 Hz.
fn seen(number: usize, sensor: &PoseSensor, rng: &mut ChaCha8Rng) -> (StrokeMotion, Vec<PoseMeasurement>) {
    let shots = Shots::new(Physics::default(), Court::STANDARD);
    let human = Human::draw(rng);
    let stroke = Stroke::ALL[number % 4];
    let ball = shots.draw(ShotSet::Human, stroke, human.right_handed, rng).unwrap();
    let motion = StrokeMotion::draw(&human, stroke, &ball, 0.0, rng);
    let times = (0..75).map(|i| -0.6 + 0.01 * f64::from(i));
    let measurements = times.map(|t_s| sensor.look(t_s, &motion.skeleton(t_s), rng)).collect();
    (motion, measurements)
}

#[test]
fn law_innovations_are_as_large_as_the_filter_expects() {
    let sensor = PoseSensor { dropout_share: 0.0, swap_share: 0.0, ..PoseSensor::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut innovations, mut pairs) = (Vec::new(), Vec::new());
    for number in 0..80 {
        let (motion, measurements) = seen(number, &sensor, &mut rng);
        let mut filter = WristFilter::new(motion.racket_wrist(), WristSettings::default());
        let mut last = None;
        for measurement in &measurements {
            filter.observe(measurement);
            let now = filter.innovation();
            innovations.extend(now);
            pairs.extend(last.zip(now));
            last = now;
        }
    }
    // A law for each axis: size one, and no memory from one to the next.
    for axis in 0..3 {
        let square = innovations.iter().map(|one| one[axis] * one[axis]).sum::<f64>() / innovations.len() as f64;
        let product = pairs.iter().map(|(a, b)| a[axis] * b[axis]).sum::<f64>() / pairs.len() as f64;
        assert!((0.6..1.5).contains(&square), "axis {axis}: variance {square}");
        assert!(product.abs() < 0.35 * square, "axis {axis}: correlation {}", product / square);
    }
    let within = innovations.iter().filter(|one| one.norm() < 4.0).count() as f64 / innovations.len() as f64;
    assert!(within > 0.99, "{within}");
}

#[test]
fn law_the_wrist_is_followed_through_gaps_and_mistaken_arms() {
    let sensor = PoseSensor { dropout_share: 0.05, swap_share: 0.05, ..PoseSensor::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let (mut errors, mut plain) = (Vec::new(), Vec::new());
    for number in 0..80 {
        let (motion, measurements) = seen(number, &sensor, &mut rng);
        let wrist = motion.racket_wrist();
        let mut filter = WristFilter::new(wrist, WristSettings::default());
        for measurement in &measurements {
            filter.observe(measurement);
            if measurement.t_s > -0.4 {
                errors.push((filter.place() - motion.wrist(measurement.t_s)).norm());
                plain.extend(
                    measurement.points[wrist as usize].map(|place| (place - motion.wrist(measurement.t_s)).norm()),
                );
            }
        }
    }
    let beyond = |errors: &[f64]| errors.iter().filter(|error| **error > 0.1).count() as f64 / errors.len() as f64;
    assert!(beyond(&plain) > 0.02, "the sensor mistakes no arms: {}", beyond(&plain));
    assert!(beyond(&errors) < 0.003, "{}", beyond(&errors));
}

#[test]
fn law_a_filter_says_nothing_before_it_saw_the_wrist() {
    let mut filter = WristFilter::new(Keypoint::RightWrist, WristSettings::default());
    assert_eq!(filter.observe(&PoseMeasurement { t_s: 0.0, points: [None; Keypoint::COUNT] }), None);
}

#[test]
fn law_a_stroke_that_was_read_makes_predictions_better() {
    let lesson = Lesson { players: 20, strokes: 20, ..Lesson::default() };
    let reader = StrokeReader::train(&records(&lesson.play(41).unwrap()), &classes(), AT_CONTACT, 1).unwrap();
    for shots in [ShotSet::Human, ShotSet::Hard] {
        let strokes = Lesson { players: 15, shots, ..lesson }.play(42).unwrap();
        let trials = prior_trials(&strokes, &reader, &BallWatch::default(), 1);
        assert_eq!(trials, prior_trials(&strokes, &reader, &BallWatch::default(), 1));
        assert!(trials.len() > 250, "{}", trials.len());
        let median = |of: fn(&PriorTrial) -> f64| {
            let mut errors: Vec<f64> = trials.iter().map(of).collect();
            errors.sort_by(f64::total_cmp);
            errors[errors.len() / 2]
        };
        let bounce = [median(|trial| trial.without.bounce_m), median(|trial| trial.read.bounce_m)];
        let hit = [median(|trial| trial.without.hit_m), median(|trial| trial.read.hit_m)];
        // Slow balls show their spin late, so that the bounce gains; of fast ones what comes after it does.
        let (kind, [without, read]) = if shots == ShotSet::Human { ("bounce", bounce) } else { ("hit", hit) };
        assert!(read < 0.93 * without, "{shots:?}, {kind}: {without} m without, {read} m with the stroke");
        let known = median(|trial| trial.told.bounce_m);
        assert!(known < 1.1 * bounce[1], "{shots:?}: {known} m with the true stroke, {} m as read", bounce[1]);
    }
}
