//! The recorder of a run that is shown.

use std::sync::Arc;
use std::thread;
use std::thread::JoinHandle;

use multiball::hall::record::{Picture, Recorder, SessionEvent, Snapshot, Stage, StrokeRecord};
use multiball::vision::Frame;

use super::encoder::Encoder;
use super::history::{History, HistoryLimits};
use super::queue::{Heard, Queue};
use crate::RunState;

/// Snapshots and pictures that wait for the encoder: a few seconds of a session, some megabytes.
const MOST_WAITING: usize = 512;
/// Session time between two pictures of a camera that are kept, s.
const PICTURE_EVERY_S: f64 = 0.08;

/// Hears a session and keeps it for viewers. What it costs the simulation is a copy of what it is told; packing is done on a thread of its own, and when
/// that is behind, snapshots and pictures are left out. Ends the run as finished when it is dropped.
#[derive(Debug)]
pub struct LiveRun {
    queue: Arc<Queue>,
    history: Arc<History>,
    encoder: Option<JoinHandle<()>>,
    pictures: bool,
    /// When each camera's next picture is wanted, s.
    next_picture_s: Vec<f64>,
}

impl LiveRun {
    /// A run with the usual limits.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(HistoryLimits::default())
    }

    /// A run that keeps as much as this.
    #[must_use]
    pub fn with_limits(limits: HistoryLimits) -> Self {
        let queue = Arc::new(Queue::new(MOST_WAITING));
        let history = Arc::new(History::new(limits));
        let encoder = Encoder::new(Arc::clone(&queue), Arc::clone(&history));
        // Without a thread the run goes on unseen: it is not the simulation's fault.
        let thread = thread::Builder::new().name("multiball-encoder".to_owned()).spawn(move || encoder.run());
        if let Err(error) = &thread {
            history.over(RunState::Failed(format!("no thread for the view: {error}")));
        }
        Self { queue, history, encoder: thread.ok(), pictures: limits.picture_bytes > 0, next_picture_s: Vec::new() }
    }

    /// What viewers see of it: for [`crate::Screen::show`].
    #[must_use]
    pub fn history(&self) -> Arc<History> {
        Arc::clone(&self.history)
    }

    /// Snapshots and pictures that were left out because the encoder was behind.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.queue.dropped()
    }

    /// Ends the run: well, or with the reason why not. Waits until all that was heard can be seen.
    pub fn finish(mut self, outcome: Result<(), String>) {
        self.end(outcome.map_or_else(RunState::Failed, |()| RunState::Finished));
    }

    fn end(&mut self, state: RunState) {
        if let Some(encoder) = self.encoder.take() {
            self.queue.put(Heard::Over(state));
            // A panic there is a bug, and has been printed; the run is over all the same.
            let _ = encoder.join();
        }
    }
}

impl Default for LiveRun {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for LiveRun {
    fn drop(&mut self) {
        self.end(RunState::Finished);
    }
}

impl Recorder for LiveRun {
    fn stage(&mut self, stage: &Stage) {
        self.next_picture_s = vec![f64::NEG_INFINITY; stage.cameras.len()];
        self.queue.put(Heard::Stage(Box::new(stage.clone())));
    }

    fn snapshot(&mut self, now: &Snapshot) {
        if self.queue.has_room() {
            self.queue.put(Heard::Snapshot(now.clone()));
        }
    }

    fn happened(&mut self, t_s: f64, what: &SessionEvent) {
        self.queue.put(Heard::Happened(t_s, what.clone()));
    }

    fn story(&mut self, story: &StrokeRecord) {
        self.queue.put(Heard::StrokeRecord(Box::new(story.clone())));
    }

    fn backdrop(&mut self, camera: usize, frame: &Frame) {
        self.queue.put(Heard::Backdrop(camera, frame.clone()));
    }

    fn picture(&mut self, picture: &Picture) {
        let Some(next_s) = self.next_picture_s.get_mut(picture.camera) else { return };
        if picture.t_s >= *next_s && self.queue.has_room() {
            *next_s = picture.t_s + PICTURE_EVERY_S;
            self.queue.put(Heard::Picture(picture.clone()));
        }
    }

    fn wants_pictures(&self) -> bool {
        self.pictures
    }
}
