//! Sessions that last: the picker charges in time, throws that miss cost no ball, and play waits for it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::AtomicBool;

use multiball::hall::record::{Message, PickerNow, Recorder};
use multiball::hall::training::{TrainingError, TrainingHall, TrainingResult};
use multiball::hall::{Extent, NoHooks, Scenario};

/// The lowest charge, and whether the picker charged with more than the charge at which it must.
#[derive(Debug)]
struct Gauge {
    lowest: f64,
    charged_early: bool,
}

impl Recorder for Gauge {
    fn record(&mut self, message: &Message) {
        let Message::Snapshot(now) = message else { return };
        let Some(PickerNow { battery, state, .. }) = &now.picker else { return };
        self.lowest = self.lowest.min(*battery);
        self.charged_early |= state == "charging" && *battery > 0.5;
    }
}

/// Serve practice with fields changed, for a time, s; it lasts.
fn practice(changes: &[(&str, f64)], duration_s: f64) -> (TrainingResult, Gauge) {
    let (result, gauge) = played(changes, duration_s);
    assert_eq!(result.broke_off, None);
    assert_eq!(result.balls.iter().sum::<usize>(), 60);
    (result, gauge)
}

/// The same, which may be broken off.
fn played(changes: &[(&str, f64)], duration_s: f64) -> (TrainingResult, Gauge) {
    let mut scenario = Scenario::builtin("serve-practice").unwrap();
    for (key, value) in changes {
        scenario.set_text(key, &value.to_string()).unwrap();
    }
    let hall = TrainingHall::of(&scenario, 1).unwrap();
    let mut gauge = Gauge { lowest: 1.0, charged_early: false };
    let (extent, stop) = (Extent::DurationS(duration_s), AtomicBool::new(false));
    let result = hall.play(extent, &mut gauge, &mut NoHooks, &stop, &mut |_| {}).unwrap();
    (result, gauge)
}

/// Symptom: "the hopper has been empty for 900 s" after two hours. Cause: the picker charged for longer than the hall
/// waited. Law: play waits while it charges, and goes on afterwards.
#[test]
fn bug_play_waits_for_a_picker_that_charges() {
    let (result, _) = practice(&[("picker.battery_s", 900.0), ("picker.charge_s", 15_000.0)], 4500.0);
    let long = result.waits.iter().find(|wait| wait.lasted_s > 900.0).unwrap();
    let after = result.points.iter().filter(|point| point.began_s >= long.from_s + long.lasted_s).count();
    assert!(after >= 5, "{after} points after {long:?}");
}

/// Symptom: play waited for ever. Cause: a picker that had to turn back to the plug before it reached a ball charged
/// again before the hall gave up. Law: the hall adds up the time in which it does not charge.
#[test]
fn bug_play_is_broken_off_when_the_picker_charges_again_and_again_and_brings_nothing() {
    let charges = [("picker.battery_low", 0.97), ("picker.battery_enough", 0.98), ("picker.battery_full", 0.99)];
    let short = [("hall.balls", 12.0), ("picker.battery_s", 600.0), ("picker.charge_s", 200.0)];
    let (result, _) = played(&[charges, short].concat(), 20_000.0);
    let Some(TrainingError::Starved { waited_s, floor: 12, .. }) = result.broke_off else {
        panic!("{:?}", result.broke_off)
    };
    assert!((900.0..10_000.0).contains(&waited_s), "{waited_s} s");
}

#[test]
fn law_a_picker_with_time_to_spare_charges_before_it_must() {
    let (result, gauge) = practice(&[("server.pause_s", 20.0)], 3600.0);
    assert!(gauge.charged_early && gauge.lowest > 0.5, "{gauge:?}");
    assert!(result.waits.iter().all(|wait| !wait.reason.contains("dry")), "{:?}", result.waits);
}

/// However small the battery, and however late the scenario lets it turn back.
#[test]
fn law_no_picker_is_stranded() {
    let (_, gauge) = practice(&[("picker.battery_s", 600.0), ("picker.battery_low", 0.05)], 2400.0);
    assert!(gauge.lowest > 0.05, "{gauge:?}");
}

#[test]
fn law_throws_that_miss_cost_no_ball() {
    let (result, _) = practice(&[("picker.throw_miss_share", 0.3)], 1200.0);
    let picker = result.picker.unwrap();
    assert!(picker.missed_throws > 5 && picker.launched > 20, "{picker:?}");
    let share = f64::from(picker.missed_throws) / f64::from(picker.missed_throws + picker.launched);
    assert!((0.15..0.45).contains(&share), "{picker:?}");
}
