//! Laws of what a scenario says about sensors, where the hall knows the truth.

use super::{RailHall, RailOptions};
use crate::hall::training::WorldKnowledge;
use crate::hall::{BallSensing, CalibrationErrors, SensorSettings};
use crate::opponent::Lesson;

fn hall(sensing: BallSensing, sensors: SensorSettings) -> RailHall {
    let schooling = Lesson { players: 4, ..Lesson::default() }.learn(9).unwrap();
    let options = RailOptions { sensing, sensors, rigs: 2, ..RailOptions::default() };
    RailHall::new(options, schooling, 4).unwrap()
}

#[test]
fn law_contact_times_err_by_their_standard_deviation() {
    const ROUNDS: u64 = 400;
    let errors = |contact_time_sd_s: f64| {
        let hall = hall(BallSensing::Points, SensorSettings { contact_time_sd_s, ..SensorSettings::default() });
        let served = (0..ROUNDS).map(|round| hall.serve(round).unwrap());
        served.map(|served| served.contact_s - served.stroke_s).collect::<Vec<f64>>()
    };
    assert!(errors(0.0).iter().all(|error| error.abs() < 1e-12));
    let late = errors(0.02);
    let mean = late.iter().sum::<f64>() / ROUNDS as f64;
    let sd = (late.iter().map(|error| error * error).sum::<f64>() / ROUNDS as f64).sqrt();
    // Four standard errors: of the mean, and of the deviation.
    assert!(mean.abs() < 0.004 && (sd / 0.02 - 1.0).abs() < 4.0 / (2.0 * ROUNDS as f64).sqrt(), "{mean} s ± {sd} s");
}

#[test]
fn law_calibration_errors_are_drawn_for_each_rig_or_for_each_round() {
    let calibrated = |calibration| {
        let hall = hall(BallSensing::Cameras, SensorSettings { calibration, ..SensorSettings::default() });
        let cameras = hall.cameras.clone().unwrap();
        // Rounds 0 and 2 are of the first rig, round 1 is of the second.
        let rounds = [0, 1, 2].map(|round| cameras.calibrated(hall.calibration_of((round % 2) as usize, round)));
        (rounds, hall.rigs.iter().all(|rig| rig.known.cameras().is_some()))
    };
    let ([first, second, third], refines) = calibrated(CalibrationErrors::Rig);
    assert!(first == third && first != second && refines);
    // Errors that change from ball to ball leave nothing to refine.
    let ([first, second, third], refines) = calibrated(CalibrationErrors::Round);
    assert!(first != second && first != third && second != third && !refines);
}

#[test]
fn law_what_is_believed_of_the_calibration_changes_the_prior_and_no_error() {
    let with = |calibration_factor, believed_calibration_factor| {
        let sensors = SensorSettings { calibration_factor, believed_calibration_factor, ..SensorSettings::default() };
        let options = RailOptions { sensing: BallSensing::Cameras, sensors, rigs: 2, ..RailOptions::default() };
        let schooling = Lesson { players: 4, ..Lesson::default() }.learn(9).unwrap();
        RailHall::new(options.knowing(WorldKnowledge::Measured), schooling, 4).unwrap()
    };
    // The first number of the first camera's correction: about its x axis.
    let believed_sd = |hall: &RailHall| hall.rigs[0].known.cameras().unwrap().corrections(0)[0].sd;
    let told = |hall: &RailHall| hall.cameras.as_ref().unwrap().calibrated(0);
    let [usual, worse, expected] = [with(1.0, None), with(4.0, None), with(4.0, Some(4.0))];
    assert_eq!(believed_sd(&worse), believed_sd(&usual));
    // Where nothing is said, three times.
    assert!((believed_sd(&expected) / believed_sd(&usual) - 4.0 / 3.0).abs() < 1e-9);
    assert!(told(&worse) == told(&expected) && told(&worse) != told(&usual));
    // A robot that is told everything knows how good its calibration is.
    let exact = worse.options.knowing(WorldKnowledge::Exact);
    assert_eq!((exact.believed_calibration_factor(), worse.options.believed_calibration_factor()), (4.0, 3.0));
    assert_eq!(exact.knowing(WorldKnowledge::Typical).believed_calibration_factor(), 3.0);
}
