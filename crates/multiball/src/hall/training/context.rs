//! What the parts of a session share in one tick: the clock, the balls, recorder and hooks.

use super::TICK_S;
use super::balls::Balls;
use crate::hall::Hooks;
use crate::hall::record::{BallPlace, Message, Recorder, SessionEvent, Wants};

/// The clock, the balls, recorder and hooks, lent to a part of the session for a tick.
pub(super) struct Context<'a> {
    tick: u64,
    balls: &'a mut Balls,
    recorder: &'a mut dyn Recorder,
    hooks: &'a mut dyn Hooks,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        tick: u64,
        balls: &'a mut Balls,
        recorder: &'a mut dyn Recorder,
        hooks: &'a mut dyn Hooks,
    ) -> Self {
        Self { tick, balls, recorder, hooks }
    }

    /// Number of the tick.
    pub(super) fn tick(&self) -> u64 {
        self.tick
    }

    /// When the tick begins, s.
    pub(super) fn now_s(&self) -> f64 {
        self.tick as f64 * TICK_S
    }

    /// When the tick ends, s.
    pub(super) fn end_s(&self) -> f64 {
        (self.tick + 1) as f64 * TICK_S
    }

    /// Whether the tick's number is a multiple of `ticks`.
    pub(super) fn is_every(&self, ticks: u64) -> bool {
        self.tick.is_multiple_of(ticks)
    }

    /// The balls that are not in play.
    pub(super) fn balls(&mut self) -> &mut Balls {
        self.balls
    }

    /// Moves a ball in the ledger, and reports it.
    pub(super) fn book(&mut self, ball: u32, to: BallPlace) {
        let event = self.balls.book(ball, to);
        self.report(self.now_s(), event);
    }

    /// Reports what happened at a time, s.
    pub(super) fn report(&mut self, t_s: f64, event: SessionEvent) {
        self.recorder.record(&Message::Event { t_s, event });
    }

    /// Whether the recorder wants messages: creating them takes time.
    pub(super) fn is_recorded(&self) -> bool {
        self.recorder.wants() > Wants::Nothing
    }

    /// The recorder.
    pub(super) fn recorder(&mut self) -> &mut dyn Recorder {
        self.recorder
    }

    /// The recorder and the hooks.
    pub(super) fn recorder_and_hooks(&mut self) -> (&mut dyn Recorder, &mut dyn Hooks) {
        (self.recorder, self.hooks)
    }
}
