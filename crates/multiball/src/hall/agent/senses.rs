//! The senses of a robot: exposures, readings that arrive after the latency, and what follows from them.

use super::own_arm::own_shape;
use super::{Reading, RobotAgent, Visible};
use crate::player::{Observation, Observed};

/// Result of processing one reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::hall) struct Perceived {
    /// When it was taken, s.
    pub(in crate::hall) stamp_s: f64,
    /// Whether the estimate of the ball has changed, so that the player has replanned.
    pub(in crate::hall) improved: bool,
}

/// What follows the processing of readings, without any part in it.
pub(in crate::hall) trait SenseObserver {
    /// A reading is about to be processed.
    fn begins(&mut self) {}

    /// A reading was processed.
    fn ended(&mut self, _agent: &RobotAgent, _perceived: Perceived) {}
}

/// Nobody follows.
impl SenseObserver for () {}

impl RobotAgent {
    /// The senses in one tick: readings that have arrived are processed, and where one is due and the stroke is not
    /// over, `take` exposes the sensors. Without latency that reading is there at once. [`Self::act`] follows.
    pub(in crate::hall) fn sense(
        &mut self,
        now_s: f64,
        is_due: bool,
        take: impl FnOnce(&mut Self),
        observer: &mut impl SenseObserver,
    ) {
        self.perceive(now_s, observer);
        if is_due && !self.is_over(now_s) {
            take(self);
            self.perceive(now_s, observer);
        }
    }

    /// Processes the readings that have arrived; after the stroke it drops them.
    fn perceive(&mut self, now_s: f64, observer: &mut impl SenseObserver) {
        let over = self.is_over(now_s);
        while let Some(reading) = self.queue.take(now_s) {
            if over {
                self.queue.recycle(reading);
                continue;
            }
            observer.begins();
            if let Some(perceived) = self.process(now_s, reading) {
                observer.ended(self, perceived);
            }
        }
    }

    /// Simulates the sensors: they read what is visible at a time. The robot receives the reading after the latency.
    pub(in crate::hall) fn expose(&mut self, stamp_s: f64, visible: &Visible<'_>) {
        let Some(ball) = &mut self.ball else { return };
        let mut reading = self.queue.blank(stamp_s);
        if let Some((nominal, blade_radius)) = &self.masks {
            own_shape(&**nominal, *blade_radius, self.drive.position(), &mut reading.own);
        }
        match ball.sensor.expose(visible, &mut reading) {
            true => self.queue.push(reading),
            false => self.queue.recycle(reading),
        }
    }

    /// Processes a reading that has arrived, and replans with it.
    fn process(&mut self, now_s: f64, reading: Reading) -> Option<Perceived> {
        let Some(ball) = &mut self.ball else {
            self.queue.recycle(reading);
            return None;
        };
        let (stamp_s, improved) = (reading.stamp_s, ball.sensor.perceive(&reading));
        let mut send = |t_s: f64, what: Observed<'_>| self.player.observe(now_s, &Observation { t_s, what });
        if let Some(newest) = ball.sensor.measurements().last().filter(|newest| newest.t_s > ball.newest_s) {
            ball.newest_s = newest.t_s;
            send(newest.t_s, Observed::Measurement(*newest));
        }
        if let Some(prediction) = ball.sensor.prediction().filter(|_| improved) {
            send(stamp_s, Observed::Prediction(prediction));
            ball.planned = self.player.intent();
        }
        self.queue.recycle(std::mem::replace(&mut self.last, reading));
        Some(Perceived { stamp_s, improved })
    }
}
