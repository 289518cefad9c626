//! The recorder of a run that is shown.

use std::sync::Arc;
use std::thread;
use std::thread::JoinHandle;

use multiball::hall::record::{Message, Picture, Recorder, Wants};

use super::encoder::Encoder;
use super::history::{History, HistoryLimits};
use super::queue::Queue;
use crate::RunState;

/// Snapshots and pictures that wait for the encoder: a few seconds of a session, some megabytes.
const MOST_WAITING: usize = 512;
/// Session time between two pictures of a camera that are kept, s.
const PICTURE_EVERY_S: f64 = 0.08;

/// Receives a session and keeps it for viewers. It costs the simulation a copy of each message; packing is done on a
/// thread of its own, and when that is behind, snapshots and pictures are left out. Ends the run as finished when it is
/// dropped.
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

    /// Ends the run: well, or with the reason why not. Waits until all messages can be seen.
    pub fn finish(mut self, outcome: Result<(), String>) {
        self.end(outcome.map_or_else(RunState::Failed, |()| RunState::Finished));
    }

    /// Whether a picture is due and the queue has capacity for it; the next one of its camera is due a while later.
    fn keeps(&mut self, picture: &Picture) -> bool {
        let Some(next_s) = self.next_picture_s.get_mut(picture.camera) else { return false };
        let keeps = picture.t_s >= *next_s && self.queue.has_capacity();
        if keeps {
            *next_s = picture.t_s + PICTURE_EVERY_S;
        }
        keeps
    }

    fn end(&mut self, state: RunState) {
        if let Some(encoder) = self.encoder.take() {
            self.queue.end(state);
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
    fn record(&mut self, message: &Message) {
        let kept = match message {
            Message::Stage(stage) => {
                self.next_picture_s = vec![f64::NEG_INFINITY; stage.cameras.len()];
                true
            }
            Message::Snapshot(_) => self.queue.has_capacity(),
            Message::Picture(picture) => self.keeps(picture),
            Message::Event { .. } | Message::Stroke(_) | Message::Backdrop { .. } => true,
        };
        if kept {
            self.queue.put(message.clone());
        }
    }

    fn wants(&self) -> Wants {
        if self.pictures { Wants::Pictures } else { Wants::Messages }
    }
}
