//! From the simulation's thread to the encoder's.

use std::collections::VecDeque;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use multiball::hall::record::{Picture, SessionEvent, Snapshot, Stage, StrokeRecord};
use multiball::vision::Frame;

use crate::RunState;

/// What was heard.
#[derive(Debug)]
pub(super) enum Heard {
    Stage(Box<Stage>),
    Snapshot(Snapshot),
    Happened(f64, SessionEvent),
    StrokeRecord(Box<StrokeRecord>),
    Backdrop(usize, Frame),
    Picture(Picture),
    Over(RunState),
}

/// What is heard waits here for the encoder. Putting never waits: when the encoder is behind, snapshots and pictures are left out, nothing else is.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    more: Condvar,
    most: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    heard: VecDeque<Heard>,
    droppable: usize,
    dropped: u64,
}

impl Queue {
    /// A queue in which at most this many snapshots and pictures wait.
    pub(super) fn new(most: usize) -> Self {
        Self { waiting: Mutex::default(), more: Condvar::new(), most }
    }

    /// Whether a snapshot or picture put now would be kept: asked first, so that none is copied in vain.
    pub(super) fn has_room(&self) -> bool {
        let mut waiting = self.lock();
        let room = waiting.droppable < self.most;
        waiting.dropped += u64::from(!room);
        room
    }

    /// Snapshots and pictures that were left out.
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    pub(super) fn put(&self, heard: Heard) {
        let mut waiting = self.lock();
        waiting.droppable += usize::from(heard.droppable());
        waiting.heard.push_back(heard);
        drop(waiting);
        self.more.notify_one();
    }

    /// All that waits; empty when nothing came for a while.
    pub(super) fn take(&self, patience: Duration) -> VecDeque<Heard> {
        let waiting = self.lock();
        let nothing = |waiting: &mut Waiting| waiting.heard.is_empty();
        let result = self.more.wait_timeout_while(waiting, patience, nothing);
        let (mut waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
        waiting.droppable = 0;
        std::mem::take(&mut waiting.heard)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heard {
    fn droppable(&self) -> bool {
        matches!(self, Self::Snapshot(_) | Self::Picture(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_full_queue_leaves_snapshots_out_and_never_events() {
        let queue = Queue::new(10);
        for step in 0..100 {
            if queue.has_room() {
                queue.put(Heard::Snapshot(Snapshot { t_s: f64::from(step), ..Snapshot::default() }));
            }
            queue.put(Heard::Happened(f64::from(step), SessionEvent::Waiting { reason: None }));
        }
        let heard = queue.take(Duration::ZERO);
        let snapshots = heard.iter().filter(|heard| heard.droppable()).count();
        assert_eq!((snapshots, heard.len() - snapshots, queue.dropped()), (10, 100, 90));
        assert!(queue.has_room());
    }
}
