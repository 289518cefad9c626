//! Packs what was heard.

use std::sync::Arc;
use std::time::Duration;

use multiball::hall::record::StrokeRecord;

use super::history::History;
use super::queue::{Heard, Queue};
use crate::chunk::{Chunk, ChunkWriter, round};
use crate::{Mark, Packed};

const PATIENCE: Duration = Duration::from_millis(500);

/// Takes what was heard from the queue and puts it into the history, packed.
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
            for heard in self.queue.take(PATIENCE) {
                if let Heard::Over(state) = heard {
                    let last = self.writer.as_mut().and_then(ChunkWriter::finish);
                    self.keep(last);
                    self.history.over(state);
                    return;
                }
                self.hear(heard);
            }
        }
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Stage(stage) => {
                self.writer = Some(ChunkWriter::new(&stage));
                self.history.set_stage(*stage);
            }
            Heard::Snapshot(now) => {
                let whole = self.writer.as_mut().and_then(|writer| writer.snapshot(&now));
                self.keep(whole);
            }
            Heard::Happened(t_s, what) => {
                let whole = self.writer.as_mut().and_then(|writer| writer.happened(t_s, &what));
                self.keep(whole);
                if let Some(mark) = Mark::of(t_s, &what) {
                    self.history.add_mark(mark);
                }
            }
            Heard::StrokeRecord(story) => self.tell(&story),
            Heard::Backdrop(camera, frame) => self.history.set_backdrop(camera, frame),
            Heard::Picture(picture) => self.history.add_picture(picture),
            Heard::Over(_) => {}
        }
    }

    fn keep(&self, chunk: Option<Chunk>) {
        if let Some(Chunk { number, text }) = chunk
            && let Ok(packed) = Packed::new(&text)
        {
            self.history.add_chunk(number, packed);
        }
    }

    fn tell(&self, story: &StrokeRecord) {
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
