//! Messages that wait until the caller takes them.

use crate::hall::record::{Message, Recorder, Wants};

/// What a session has reported since its messages were last taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Outbox {
    messages: Vec<Message>,
    wants: Wants,
}

impl Outbox {
    /// Sets which messages are kept.
    pub(super) fn set_wants(&mut self, wants: Wants) {
        self.wants = wants;
    }

    /// Takes the messages out, in order.
    pub(super) fn take(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Discards the messages.
    pub(super) fn clear(&mut self) {
        self.messages.clear();
    }
}

impl Recorder for Outbox {
    fn record(&mut self, message: &Message) {
        if self.wants > Wants::Nothing {
            self.messages.push(message.clone());
        }
    }

    fn wants(&self) -> Wants {
        self.wants
    }
}
