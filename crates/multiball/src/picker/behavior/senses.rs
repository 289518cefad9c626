//! What the robot senses, and its parameters as its behavior knows them.

use crate::picker::following::Law;
use crate::picker::{Battery, Body, DataSheet, DriveLimits, Flags, Readings, StereoCamera, StereoFrame};

/// What the robot senses in one step.
#[derive(Debug, Clone, Copy)]
pub struct Senses<'a> {
    /// Time on the robot's clock, s.
    pub now_s: f64,
    /// What the instruments read.
    pub readings: &'a Readings,
    /// What the camera found, when a frame has been processed in this step.
    pub frame: Option<&'a StereoFrame>,
    /// Flags of the mechanism.
    pub flags: Flags,
    /// What the hall reports.
    pub radio: Radio,
}

/// What the hall reports to the robot by radio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Radio {
    /// Whether a point is being played: the players' zones are closed then.
    pub in_play: bool,
    /// Whether the hopper is short of balls; `None` where nobody reports it.
    pub balls_needed: Option<bool>,
}

/// The robot's parameters, as its behavior knows them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Robot {
    /// Its body.
    pub body: Body,
    /// Its drive.
    pub drive: DriveLimits,
    /// Its camera's data sheet.
    pub camera: StereoCamera,
    /// Its instruments.
    pub sheet: DataSheet,
    /// Its battery.
    pub battery: Battery,
    /// How it steers to a target.
    pub law: Law,
}

impl Default for Robot {
    fn default() -> Self {
        Self {
            body: Body::PAPER,
            drive: DriveLimits::PAPER,
            camera: StereoCamera::USUAL,
            sheet: DataSheet::INDOORS,
            battery: Battery::USUAL,
            law: Law::TimeOptimal,
        }
    }
}
