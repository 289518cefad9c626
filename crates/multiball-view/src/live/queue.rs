//! From the simulation's thread to the encoder's.

use std::collections::VecDeque;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use multiball::hall::record::Message;

use crate::RunState;

/// Messages wait here for the encoder. Putting never waits: when the encoder is behind, snapshots and pictures are left
/// out, nothing else is.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    more: Condvar,
    most: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Message>,
    /// How the run ended, once it has.
    over: Option<RunState>,
    droppable: usize,
    dropped: u64,
}

impl Queue {
    /// A queue in which at most this many snapshots and pictures wait.
    pub(super) fn new(most: usize) -> Self {
        Self { waiting: Mutex::default(), more: Condvar::new(), most }
    }

    /// Whether a snapshot or picture put now would be kept: checked first, so that none is copied in vain.
    pub(super) fn has_capacity(&self) -> bool {
        let mut waiting = self.lock();
        let free = waiting.droppable < self.most;
        waiting.dropped += u64::from(!free);
        free
    }

    /// Snapshots and pictures that were left out.
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    pub(super) fn put(&self, message: Message) {
        let mut waiting = self.lock();
        waiting.droppable += usize::from(droppable(&message));
        waiting.messages.push_back(message);
        drop(waiting);
        self.more.notify_one();
    }

    /// Says that the run is over: no message comes any more.
    pub(super) fn end(&self, state: RunState) {
        self.lock().over = Some(state);
        self.more.notify_one();
    }

    /// All that waits, and how the run ended if it is over; nothing when nothing came for a while.
    pub(super) fn take(&self, patience: Duration) -> (VecDeque<Message>, Option<RunState>) {
        let waiting = self.lock();
        let nothing = |waiting: &mut Waiting| waiting.messages.is_empty() && waiting.over.is_none();
        let result = self.more.wait_timeout_while(waiting, patience, nothing);
        let (mut waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
        waiting.droppable = 0;
        (std::mem::take(&mut waiting.messages), waiting.over.take())
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn droppable(message: &Message) -> bool {
    matches!(message, Message::Snapshot(_) | Message::Picture(_))
}

#[cfg(test)]
mod tests {
    use multiball::hall::record::{SessionEvent, Snapshot};

    use super::*;

    #[test]
    fn law_a_full_queue_leaves_snapshots_out_and_never_events() {
        let queue = Queue::new(10);
        for step in 0..100 {
            if queue.has_capacity() {
                queue.put(Message::Snapshot(Snapshot { t_s: f64::from(step), ..Snapshot::default() }));
            }
            queue.put(Message::Event { t_s: f64::from(step), event: SessionEvent::Waiting { reason: None } });
        }
        let (messages, over) = queue.take(Duration::ZERO);
        assert!(over.is_none());
        let snapshots = messages.iter().filter(|message| droppable(message)).count();
        assert_eq!((snapshots, messages.len() - snapshots, queue.dropped()), (10, 100, 90));
        assert!(queue.has_capacity());
    }
}
