//! One ball that is followed.

use super::{Tracker, TrackerSettings};
use crate::track::refinement::SeenPixel;
use crate::track::{Estimator, EstimatorSettings, Measurement, Prediction, Priors};
use crate::vision::Vec2;

/// A ball that is followed, with the estimate of its flight.
#[derive(Debug, Clone)]
pub struct Track {
    number: u32,
    estimator: Estimator,
    priors: Priors,
    confirmed: bool,
    failed: bool,
    last_s: f64,
    /// Number of instants since then.
    missed: usize,
    /// For how long it was out of view since two cameras last saw it, less for how long one saw it, s.
    unseen_s: f64,
    /// When two cameras last agreed on it, s.
    last_point_s: f64,
    improved_s: f64,
    /// Which of the last measurements two cameras agree on: one bit for each, the last one lowest.
    crossed: u8,
    /// What each camera last saw of it.
    picked: [Option<Picked>; Tracker::MOST_CAMERAS],
    /// Where cameras saw it, in the order of time.
    pixels: Vec<SeenPixel>,
}

/// Pixels that are kept: two cameras at 200 frames a second for 1.2 s.
const MOST_PIXELS: usize = 480;

/// Where a camera saw a ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Picked {
    pub(super) t_s: f64,
    pub(super) pixel: Vec2,
    /// Standard deviation of the pixel, px.
    pub(super) sd: f64,
}

impl Track {
    pub(super) fn idle(priors: Priors, settings: EstimatorSettings) -> Self {
        let estimator = Estimator::new(priors, settings);
        Self {
            number: 0,
            estimator,
            priors,
            confirmed: false,
            failed: false,
            last_s: f64::NEG_INFINITY,
            missed: 0,
            unseen_s: 0.0,
            last_point_s: f64::NEG_INFINITY,
            improved_s: f64::NEG_INFINITY,
            crossed: 0,
            picked: [None; Tracker::MOST_CAMERAS],
            pixels: Vec::with_capacity(MOST_PIXELS),
        }
    }

    pub(super) fn restart(&mut self, number: u32, priors: Priors) {
        self.estimator.restart(priors);
        (self.number, self.priors, self.confirmed, self.failed) = (number, priors, false, false);
        (self.missed, self.unseen_s, self.crossed) = (0, 0.0, 0);
        self.picked = [None; Tracker::MOST_CAMERAS];
        self.pixels.clear();
        (self.last_s, self.last_point_s, self.improved_s) = (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    }

    /// Its number, counted from the tracker's first.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// When the ball was last seen, s.
    #[must_use]
    pub fn last_seen_s(&self) -> f64 {
        self.last_s
    }

    /// Time of the measurement that last changed its estimate, s.
    #[must_use]
    pub fn improved_s(&self) -> f64 {
        self.improved_s
    }

    /// All measurements of it.
    #[must_use]
    pub fn measurements(&self) -> &[Measurement] {
        self.estimator.measurements()
    }

    /// The prediction of its flight.
    #[must_use]
    pub fn prediction(&self) -> Option<Prediction<'_>> {
        self.estimator.prediction()
    }

    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    pub(super) fn radius(&self) -> f64 {
        self.priors.body.radius
    }

    /// Takes a measurement, `waited_s` after the last instant. One of a single camera does not make up for all of the
    /// time without: in one image something soon lies near to where a ball would be, and a track that lived on from
    /// line to line would not end with its ball. `crossed` says whether two cameras agree on it.
    pub(super) fn see(&mut self, measurement: Measurement, waited_s: f64, crossed: bool) {
        // Times increase from instant to instant, and detectors give finite pixels: a measurement is never refused.
        if let Ok(improved) = self.estimator.observe(measurement) {
            (self.last_s, self.missed) = (measurement.t_s, 0);
            if improved {
                self.improved_s = measurement.t_s;
            }
            self.crossed = self.crossed << 1 | u8::from(crossed);
            if crossed {
                (self.last_point_s, self.unseen_s) = (measurement.t_s, 0.0);
            } else {
                self.unseen_s = (self.unseen_s - waited_s).max(0.0);
            }
        }
    }

    /// What a camera last saw of it.
    pub(super) fn picked(&self, camera: usize) -> Option<&Picked> {
        self.picked.get(camera)?.as_ref()
    }

    /// Where cameras saw it, in the order of time.
    pub(in crate::track) fn pixels(&self) -> &[SeenPixel] {
        &self.pixels
    }

    /// What was assumed of it before it was seen.
    pub(in crate::track) fn priors(&self) -> &Priors {
        &self.priors
    }

    /// Notes where a camera saw it; `least_sd` is the part of the deviation that is the camera's own, px.
    pub(super) fn note_picked(&mut self, camera: usize, picked: Picked, least_sd: f64) {
        if self.pixels.len() < MOST_PIXELS {
            let sd = (picked.sd * picked.sd - least_sd * least_sd).max(0.0).sqrt();
            self.pixels.push(SeenPixel { camera, t_s: picked.t_s, pixel: picked.pixel, sd });
        }
        if let Some(slot) = self.picked.get_mut(camera) {
            *slot = Some(picked);
        }
    }

    /// Sees nothing, `waited_s` after the last instant.
    pub(super) fn miss(&mut self, waited_s: f64) {
        self.missed += 1;
        self.unseen_s += waited_s;
    }

    /// Ends the trial once there are enough measurements: does what was seen lie on one flight, and fast enough?
    ///
    /// Where two cameras saw different things, one of them no longer sees a ball where it should be. So two cameras
    /// must agree on the last measurements; a ball that one camera loses from view during its trial has a few more
    /// measurements for it.
    pub(super) fn judge(&mut self, settings: &TrackerSettings) {
        const LAST_THREE: u8 = 0b111;
        const LEAST_POINTS: u32 = 2;
        const MORE_MEASUREMENTS: usize = 6;
        let measurements = self.measurements();
        if self.confirmed || self.failed || measurements.len() < settings.trial_measurements {
            return;
        }
        if (self.crossed & LAST_THREE).count_ones() < LEAST_POINTS {
            self.failed = measurements.len() >= settings.trial_measurements + MORE_MEASUREMENTS;
            return;
        }
        let Some(prediction) = self.prediction() else { return };
        let now = prediction.motion(self.last_s);
        let fast = now.is_some_and(|now| (settings.least_speed..settings.most_speed).contains(&now.velocity.norm()));
        let distances = self.measurements().iter().map(|measurement| {
            let there = prediction.place(measurement.t_s).map(|there| measurement.mahalanobis_squared(&there));
            there.unwrap_or(f64::INFINITY)
        });
        let mean = distances.sum::<f64>() / self.measurements().len() as f64;
        self.confirmed = fast && mean < settings.most_mahalanobis_squared;
        self.failed = !self.confirmed;
    }

    pub(super) fn is_over(&self, t_s: f64, settings: &TrackerSettings) -> bool {
        let tried = !self.confirmed && self.missed > settings.trial_misses;
        let gone = self.prediction().is_none_or(|prediction| prediction.place(t_s).is_none());
        let flat = t_s - self.last_point_s > settings.one_camera_s;
        self.failed || gone || tried || flat || self.unseen_s > settings.give_up_s
    }
}
