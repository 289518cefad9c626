//! A recorded path of a ball: its events, and its state at regular times.

use super::{BallEvent, BallSim, BallState, EventKind};

/// Events and sampled states of a ball.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recording {
    /// Events in order.
    pub events: Vec<BallEvent>,
    /// Times (s) and states, at equal intervals from the start.
    pub samples: Vec<(f64, BallState)>,
}

impl BallSim {
    /// Advances the ball until a time, to rest, or until `go_on` returns false after an event; returns its recording.
    ///
    /// ```
    /// use multiball::ball::{BallSim, BallState, Physics};
    /// use multiball::{court::Court, geometry::Vec3};
    ///
    /// let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
    /// let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(7.0, 0.0, 1.0), Vec3::zeros());
    /// let recording = BallSim::new(&physics, &court, ball).record(2.0, 0.01, |_| true);
    /// assert_eq!(recording.samples.len(), 200);
    /// ```
    pub fn record(&mut self, until_s: f64, interval_s: f64, mut go_on: impl FnMut(&BallEvent) -> bool) -> Recording {
        let mut recording = Recording::default();
        let begin_s = self.time_s();
        loop {
            let samples = &mut recording.samples;
            let event = self.next_event_among(until_s, &[], &mut |segment| {
                let ticks = segment.ticks(begin_s, interval_s, samples.len());
                samples.extend(ticks.map(|t_s| (t_s, segment.state_at(t_s))));
            });
            let Some(event) = event else { return recording };
            recording.events.push(event);
            if event.kind == EventKind::Rest || !go_on(&event) {
                return recording;
            }
        }
    }
}
