//! Plays a session from start to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::errors::TrainingError;
use super::hall::TrainingHall;
use super::result::TrainingResult;
use super::session::{Progress, Session};
use crate::hall::record::{Message, Recorder};
use crate::hall::{Extent, Hooks};

/// Ticks between two checks of `stop`.
const STOP_TICKS: u64 = 50;

impl TrainingHall {
    /// Plays a session. It depends on the scenario and the seed alone; recorder and hooks change nothing. When it
    /// cannot be continued, the result says why; a lost ball is one such reason.
    ///
    /// # Errors
    /// When it cannot begin.
    pub fn play(
        &self,
        extent: Extent,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TrainingResult, TrainingError> {
        // The stage can be shown before the robots have learned.
        recorder.record(&Message::Stage(Box::new(self.stage())));
        self.learned()?.show_backdrops(recorder);
        let mut session = Session::begun(Arc::new(self.clone()), self.seed)?.lasting(extent);
        while !session.is_over() {
            progress(session.progress());
            if stop.load(Ordering::Relaxed) {
                session.interrupt();
                break;
            }
            session.advance_ticks(STOP_TICKS, recorder, hooks);
        }
        Ok(session.result())
    }
}
