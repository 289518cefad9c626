//! Calibration of the stroke reader to a new player by a few strokes whose classes are known.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::geometry::{Attitude, Vec3};
use multiball::opponent::Lesson;
use multiball::opponent::reading::{
    CalibratedError, CalibrationError, Companions, Heading, StrokeReader, View, WristRecord, judge_calibrated,
};
use multiball::track::Stroke;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const FREE: View = View { samples_before: 2, heading: Heading::Free };

fn classes() -> Vec<String> {
    Stroke::ALL.iter().map(|stroke| stroke.name().to_owned()).collect()
}

fn records(players: u32, strokes: u32, seed: u64) -> Vec<WristRecord> {
    let lesson = Lesson { players, strokes, ..Lesson::default() };
    lesson.play(seed).unwrap().into_iter().map(|stroke| stroke.record).collect()
}

fn apart(ours: &[f64], others: &[f64]) -> f64 {
    ours.iter().zip(others).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn law_neither_a_free_heading_nor_what_comes_later_nor_the_order_changes_what_is_read() {
    let reader = StrokeReader::train(&records(12, 16, 51), &classes(), FREE, 1).unwrap();
    let strokes = records(1, 40, 52);
    let calibrated = reader.calibrated(&strokes[..10]).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(53);
    let mut turned = |record: &WristRecord| {
        let turn = Attitude::from_axis_angle(&Vec3::z_axis(), rng.random_range(-3.0..3.0));
        WristRecord { velocities: record.velocities.iter().map(|v| turn * v).collect(), ..record.clone() }
    };
    let backwards: Vec<WristRecord> = strokes[..10].iter().rev().map(&mut turned).collect();
    let again = reader.calibrated(&backwards).unwrap();
    for record in &strokes[10..] {
        let probabilities = calibrated.probabilities(record).unwrap();
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12 && probabilities.iter().all(|p| *p >= 0.0));
        let mut later = turned(record);
        let end = later.contact + 1 - FREE.samples_before;
        later.velocities[end..].iter_mut().for_each(|v| *v = Vec3::new(9.0, -9.0, 9.0));
        assert!(apart(&probabilities, &again.probabilities(&later).unwrap()) < 1e-6);
        assert!(apart(&reader.probabilities(record).unwrap(), &reader.probabilities(&later).unwrap()) < 1e-6);
    }
}

#[test]
fn law_ten_strokes_of_a_player_are_worth_something_and_probabilities_mean_what_they_say() {
    // With a free heading players differ more than they do where directions are known.
    let reader = StrokeReader::train(&records(20, 20, 61), &classes(), FREE, 1).unwrap();
    let text = serde_json::to_string(&reader).unwrap();
    let stored: StrokeReader = serde_json::from_str(&text).unwrap();
    assert_eq!(stored, reader);
    let (mut plain, mut right, mut said, mut count) = (0.0, 0.0, 0.0, 0.0);
    for player in records(20, 50, 62).chunks(50) {
        let calibrated = stored.calibrated(&player[..10]).unwrap();
        assert_eq!(calibrated, reader.calibrated(&player[..10]).unwrap());
        for record in &player[10..] {
            let probabilities = calibrated.probabilities(record).unwrap();
            let best = calibrated.class(record).unwrap();
            assert!(probabilities.iter().all(|p| *p <= probabilities[best]));
            let without = reader.probabilities(record).unwrap();
            plain += f64::from(u8::from(without.iter().all(|p| *p <= without[record.class])));
            right += f64::from(u8::from(best == record.class));
            said += probabilities[best];
            count += 1.0;
        }
    }
    assert!(right > plain, "{right} of {count} right after ten strokes, {plain} without");
    assert!((said - right).abs() / count < 0.08, "{right} of {count} right, {said} predicted");
}

#[test]
fn law_a_class_without_known_strokes_is_still_read() {
    let reader = StrokeReader::train(&records(20, 20, 71), &classes(), FREE, 1).unwrap();
    let strokes = records(1, 80, 72);
    let known: Vec<WristRecord> = strokes[..40].iter().filter(|record| record.class != 0).cloned().collect();
    let calibrated = reader.calibrated(&known).unwrap();
    let of_first = strokes[40..].iter().filter(|record| record.class == 0);
    assert!(of_first.clone().count() == 10);
    assert!(of_first.filter(|record| calibrated.class(record) == Some(0)).count() >= 5);
}

#[test]
fn law_the_calibrated_figure_repeats_and_its_strokes_are_counted_once() {
    let strokes = records(10, 40, 81);
    let judged = |companions, known| judge_calibrated(&strokes, &classes(), FREE, (companions, known), 3).unwrap();
    let judgement = judged(Companions::None, 10);
    assert_eq!(judgement, judged(Companions::None, 10));
    // Players with all classes have no companions.
    assert_eq!(judgement, judged(Companions::MostAlike, 10));
    assert_eq!(judgement.groups.len(), 10);
    assert!(judgement.groups.iter().all(|(_, count)| *count == 30), "{:?}", judgement.groups);
    let right: usize = judgement.groups.iter().map(|(right, _)| right).sum();
    assert!((judgement.accuracy() - right as f64 / 300.0).abs() < 1e-12);
    // One class of each group: those known are of the companions too, so that more of its own are left.
    let single: Vec<WristRecord> = strokes
        .iter()
        .map(|record| WristRecord { group: record.group * 4 + record.class as u32, ..record.clone() })
        .collect();
    let counted = |companions| {
        let judgement = judge_calibrated(&single, &classes(), FREE, (companions, 8), 3).unwrap();
        judgement.groups.iter().map(|(_, count)| *count).collect::<Vec<_>>()
    };
    assert_eq!(counted(Companions::None), vec![2; 40]);
    assert_eq!(counted(Companions::MostAlike), vec![8; 40]);
}

#[test]
fn law_what_cannot_be_calibrated_is_refused_with_numbers() {
    let strokes = records(2, 24, 91);
    let alone = StrokeReader::train(&strokes[..24], &classes(), FREE, 1).unwrap();
    assert_eq!(alone.calibrated(&strokes[24..]), Err(CalibrationError::NoSpread));
    let reader = StrokeReader::train(&strokes, &classes(), FREE, 1).unwrap();
    let other = WristRecord { class: 4, ..strokes[0].clone() };
    assert_eq!(reader.calibrated(&[other]), Err(CalibrationError::Class { class: 4, classes: 4 }));
    let short = WristRecord { contact: 20, ..strokes[0].clone() };
    assert_eq!(reader.calibrated(&[short]), Err(CalibrationError::TooShort { strokes: 1 }));
    let one = judge_calibrated(&strokes[..24], &classes(), FREE, (Companions::None, 10), 1);
    assert!(matches!(one, Err(CalibratedError::Training(_))), "{one:?}");
}
