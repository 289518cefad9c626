//! Packs the messages of a session.

use std::sync::Arc;
use std::time::Duration;

use multiball::hall::record::{Message, StrokeRecord};

use super::history::History;
use super::queue::Queue;
use crate::chunk::{Chunk, ChunkWriter, round};
use crate::{Mark, Packed};

const PATIENCE: Duration = Duration::from_millis(500);

/// Takes messages from the queue and puts them into the history, packed.
pub(super) struct Encoder {
    queue: Arc<Queue>,
    history: Arc<History>,
    writer: Option<ChunkWriter>,
}

impl Encoder {
    pub(super) fn new(queue: Arc<Queue>, history: Arc<History>) -> Self {
        Self { queue, history, writer: None }
    }

    /// Works until the run is over.
    pub(super) fn run(mut self) {
        loop {
            let (messages, over) = self.queue.take(PATIENCE);
            messages.into_iter().for_each(|message| self.pack(message));
            if let Some(state) = over {
                let last = self.writer.as_mut().and_then(ChunkWriter::finish);
                self.keep(last);
                self.history.over(state);
                return;
            }
        }
    }

    fn pack(&mut self, message: Message) {
        match message {
            Message::Stage(stage) => {
                self.writer = Some(ChunkWriter::new(&stage));
                self.history.set_stage(*stage);
            }
            Message::Snapshot(now) => {
                let whole = self.writer.as_mut().and_then(|writer| writer.snapshot(&now));
                self.keep(whole);
            }
            Message::Event { t_s, event } => {
                let whole = self.writer.as_mut().and_then(|writer| writer.happened(t_s, &event));
                self.keep(whole);
                if let Some(mark) = Mark::of(t_s, &event) {
                    self.history.add_mark(mark);
                }
            }
            Message::Stroke(story) => self.add_story(&story),
            Message::Backdrop { camera, frame } => self.history.set_backdrop(camera, frame),
            Message::Picture(picture) => self.history.add_picture(picture),
        }
    }

    fn keep(&self, chunk: Option<Chunk>) {
        if let Some(Chunk { number, text }) = chunk
            && let Ok(packed) = Packed::new(&text)
        {
            self.history.add_chunk(number, packed);
        }
    }

    fn add_story(&self, story: &StrokeRecord) {
        if let Some(packed) = pack_story(story) {
            self.history.add_story(story.stroke, packed);
            self.history.add_mark(Mark::of_story(story));
        }
    }
}

/// A story as it is sent.
pub(crate) fn pack_story(story: &StrokeRecord) -> Option<Packed> {
    let mut value = serde_json::to_value(story).ok()?;
    round(&mut value);
    Packed::new(value.to_string().as_bytes()).ok()
}
