//! Settings of the robot that picks the balls up.

use serde::{Deserialize, Serialize};

use crate::hall::checked;
use crate::hall::floor::MachineSettings;
use crate::picker::{Battery, StereoCamera};

/// The robot that picks the balls up.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PickerSettings {
    /// Balls that it holds.
    #[serde(deserialize_with = "checked::balls")]
    pub capacity: u32,
    /// Its home position, x, y in the hall.
    #[serde(default = "PickerSettings::home", deserialize_with = "checked::place_m")]
    pub home_m: [f64; 2],
    /// Share of all balls: with fewer in the hopper it leaves the plug to fetch some.
    #[serde(default = "PickerSettings::refill_below", deserialize_with = "checked::fraction")]
    pub refill_below_share: f64,
    /// Time that a full battery lasts while driving.
    #[serde(default = "PickerSettings::battery_s", deserialize_with = "checked::battery_s")]
    pub battery_s: f64,
    /// Time from empty to full at the plug.
    #[serde(default = "PickerSettings::charge_s", deserialize_with = "checked::charge_s")]
    pub charge_s: f64,
    /// Charge below which it drives to the plug.
    #[serde(default = "PickerSettings::battery_low", deserialize_with = "checked::charge")]
    pub battery_low: f64,
    /// Charge from which it leaves the plug when balls are needed.
    #[serde(default = "PickerSettings::battery_enough", deserialize_with = "checked::charge")]
    pub battery_enough: f64,
    /// Charge from which it leaves the plug in any case.
    #[serde(default = "PickerSettings::battery_full", deserialize_with = "checked::charge")]
    pub battery_full: f64,
    /// Share of its throws that miss the hopper.
    #[serde(default = "PickerSettings::throw_miss_share", deserialize_with = "checked::failing_share")]
    pub throw_miss_share: f64,
    /// Noise of its camera over that of the data sheet; the robot does not know it.
    #[serde(default = "PickerSettings::camera_noise_factor", deserialize_with = "checked::noise_factor")]
    pub camera_noise_factor: f64,
    /// Share of near balls that a frame of its camera misses; the robot does not know it.
    #[serde(default = "PickerSettings::camera_missed_share", deserialize_with = "checked::failing_share")]
    pub camera_missed_share: f64,
}

/// Values where a scenario does not say.
impl PickerSettings {
    /// Behind the serving arm, off the opponent's zone.
    fn home() -> [f64; 2] {
        [-3.2, -2.3]
    }

    /// Assumed: half of the balls last longer than the picker needs to charge for a trip.
    fn refill_below() -> f64 {
        0.5
    }

    fn battery_s() -> f64 {
        Battery::USUAL.drive_s
    }

    fn charge_s() -> f64 {
        Battery::USUAL.charge_s
    }

    fn battery_low() -> f64 {
        Battery::USUAL.low
    }

    fn battery_enough() -> f64 {
        Battery::USUAL.enough
    }

    fn battery_full() -> f64 {
        Battery::USUAL.full
    }

    /// Assumed.
    fn throw_miss_share() -> f64 {
        0.02
    }

    fn camera_noise_factor() -> f64 {
        1.0
    }

    fn camera_missed_share() -> f64 {
        StereoCamera::USUAL.missed
    }
}

impl PickerSettings {
    /// Its battery.
    pub(super) fn battery(&self) -> Battery {
        Battery {
            drive_s: self.battery_s,
            charge_s: self.charge_s,
            low: self.battery_low,
            enough: self.battery_enough,
            full: self.battery_full,
            ..Battery::USUAL
        }
    }

    /// Its mechanism.
    pub(super) fn machine(&self) -> MachineSettings {
        MachineSettings { throw_misses: self.throw_miss_share, ..MachineSettings::default() }
    }

    /// Its camera as it is.
    pub(super) fn camera(&self) -> StereoCamera {
        StereoCamera { missed: self.camera_missed_share, ..StereoCamera::USUAL.noisier(self.camera_noise_factor) }
    }

    /// Whether the charges at which it comes and goes are in order.
    pub(in crate::hall) fn has_charges_in_order(&self) -> bool {
        self.battery_low < self.battery_enough && self.battery_enough <= self.battery_full
    }
}
