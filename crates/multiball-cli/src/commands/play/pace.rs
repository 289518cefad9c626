//! Paces a session that is shown by the wall clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use multiball::hall::Hooks;

/// Lets a session run no faster than the chosen speed, a little ahead of what viewers see.
pub(super) struct Pace {
    /// Simulated seconds per second of wall clock.
    speed: f64,
    begun: Option<Instant>,
    /// The program must end.
    ends: Arc<AtomicBool>,
    /// The run must stop.
    stop: Arc<AtomicBool>,
}

/// Lead of the session over what is shown, s: the time that viewers need to fetch it.
const AHEAD_S: f64 = 1.0;
/// The longest sleep before looking again whether to stop.
const NAP: Duration = Duration::from_millis(20);

impl Pace {
    pub(super) fn new(speed: f64, ends: &Arc<AtomicBool>, stop: &Arc<AtomicBool>) -> Self {
        Self { speed, begun: None, ends: Arc::clone(ends), stop: Arc::clone(stop) }
    }
}

impl Hooks for Pace {
    fn tick(&mut self, now_s: f64) {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        let due = Duration::from_secs_f64(((now_s - AHEAD_S) / self.speed).max(0.0));
        loop {
            if self.ends.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
            let left = due.saturating_sub(begun.elapsed());
            if left.is_zero() || self.stop.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(left.min(NAP));
        }
    }
}
