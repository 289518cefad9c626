//! Times at which a ball may be met.

use crate::track::{Passage, Prediction};

/// So long before its second bounce a ball must be met, s: the bounce may come sooner than predicted.
const BEFORE_BOUNCE_S: f64 = 0.04;

/// The time window of a hit: after the ball's bounce on the home half, before the next.
pub(super) struct Window {
    /// Start of the window, s.
    pub(super) from_s: f64,
    until_s: f64,
}

impl Window {
    /// The window from a time until the bounce with number `next`.
    pub(super) fn of(from_s: f64, prediction: &Prediction, next: usize) -> Self {
        let next = prediction.bounce_time(next).filter(|(_, probability)| *probability > 0.5);
        Self { from_s, until_s: next.map_or(f64::INFINITY, |(t_s, _)| t_s - BEFORE_BOUNCE_S) }
    }

    /// The predicted ball as it crosses the plane at `x`, if it may be met there.
    pub(super) fn ball(&self, prediction: &Prediction, x: f64) -> Option<Passage> {
        let (ball, probability) = prediction.crossing(x, self.from_s)?;
        (probability > 0.5 && ball.t_s < self.until_s).then_some(ball)
    }
}
