//! One ball that is followed.

use super::TrackerSettings;
use crate::track::{Beliefs, Estimator, EstimatorSettings, Forecast, Sight};

/// A ball that is followed, and what is thought of its flight.
#[derive(Debug, Clone)]
pub struct Track {
    number: u32,
    estimator: Estimator,
    beliefs: Beliefs,
    confirmed: bool,
    failed: bool,
    last_s: f64,
    /// Number of instants since then.
    missed: usize,
    /// For how long it was out of sight since two cameras last saw it, less for how long one saw it, s.
    unseen_s: f64,
    /// When two cameras last saw it, s.
    last_point_s: f64,
    improved_s: f64,
}

impl Track {
    pub(super) fn idle(beliefs: Beliefs, settings: EstimatorSettings) -> Self {
        let estimator = Estimator::new(beliefs, settings);
        Self {
            number: 0,
            estimator,
            beliefs,
            confirmed: false,
            failed: false,
            last_s: f64::NEG_INFINITY,
            missed: 0,
            unseen_s: 0.0,
            last_point_s: f64::NEG_INFINITY,
            improved_s: f64::NEG_INFINITY,
        }
    }

    pub(super) fn restart(&mut self, number: u32, beliefs: Beliefs) {
        self.estimator.restart(beliefs);
        (self.number, self.beliefs, self.confirmed, self.failed) = (number, beliefs, false, false);
        (self.missed, self.unseen_s) = (0, 0.0);
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

    /// The sight with which what is thought of its flight last changed, s.
    #[must_use]
    pub fn improved_s(&self) -> f64 {
        self.improved_s
    }

    /// All sights of it.
    #[must_use]
    pub fn sights(&self) -> &[Sight] {
        self.estimator.sights()
    }

    /// What is thought of its flight.
    #[must_use]
    pub fn forecast(&self) -> Option<Forecast<'_>> {
        self.estimator.forecast()
    }

    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    pub(super) fn radius(&self) -> f64 {
        self.beliefs.body.radius
    }

    /// Takes a sight, `waited_s` after the last instant. One of a single camera does not make up for all of the time without: in one image
    /// something soon lies near to where a ball would be, and a track that lived on from line to line would not end with its ball.
    pub(super) fn see(&mut self, sight: Sight, waited_s: f64) {
        // Times increase from instant to instant, and detectors give finite pixels: a sight is never refused.
        if let Ok(improved) = self.estimator.observe(sight) {
            (self.last_s, self.missed) = (sight.t_s, 0);
            if improved {
                self.improved_s = sight.t_s;
            }
            if sight.is_point() {
                (self.last_point_s, self.unseen_s) = (sight.t_s, 0.0);
            } else {
                self.unseen_s = (self.unseen_s - waited_s).max(0.0);
            }
        }
    }

    /// Sees nothing, `waited_s` after the last instant.
    pub(super) fn miss(&mut self, waited_s: f64) {
        self.missed += 1;
        self.unseen_s += waited_s;
    }

    /// Ends the trial once there are enough sights: does what was seen lie on one flight, and fast enough?
    ///
    /// Where two cameras saw different things, one of them no longer sees a ball where it should be. So the last sights must be points; a ball
    /// that one camera loses from view during its trial has a few more sights for it.
    pub(super) fn judge(&mut self, settings: &TrackerSettings) {
        const LAST: usize = 3;
        const LEAST_POINTS: usize = 2;
        const MORE_SIGHTS: usize = 6;
        let sights = self.sights();
        if self.confirmed || self.failed || sights.len() < settings.trial_sights {
            return;
        }
        if sights.iter().rev().take(LAST).filter(|sight| sight.is_point()).count() < LEAST_POINTS {
            self.failed = sights.len() >= settings.trial_sights + MORE_SIGHTS;
            return;
        }
        let Some(forecast) = self.forecast() else { return };
        let now = forecast.at(self.last_s);
        let fast = now.is_some_and(|now| (settings.least_speed..settings.most_speed).contains(&now.velocity.norm()));
        let surprises = self.sights().iter().map(|sight| {
            let there = forecast.at(sight.t_s).map(|there| sight.surprise(&there.position));
            there.unwrap_or(f64::INFINITY)
        });
        let mean = surprises.sum::<f64>() / self.sights().len() as f64;
        self.confirmed = fast && mean < settings.most_surprise;
        self.failed = !self.confirmed;
    }

    pub(super) fn is_over(&self, t_s: f64, settings: &TrackerSettings) -> bool {
        let tried = !self.confirmed && self.missed > settings.trial_misses;
        let gone = self.forecast().is_none_or(|forecast| forecast.at(t_s).is_none());
        let flat = t_s - self.last_point_s > settings.one_camera_s;
        self.failed || gone || tried || flat || self.unseen_s > settings.give_up_s
    }
}
