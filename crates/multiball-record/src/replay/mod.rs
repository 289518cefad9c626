//! A recording that is read again.
//!
//! Opening walks over the file from record to record and reads the chunks in which something happened; snapshots and
//! pictures are unpacked on demand, a chunk at a time. A file without an end, of a run that was killed, is read as far
//! as it goes.

mod chunk;
mod index;
mod pictures;
mod records;
mod scan;
mod snapshots;
mod source;

use std::io::{Read, Seek};
use std::path::Path;

use multiball::hall::record::{SessionEvent, Stage, StrokeRecord};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use index::StrokeEntry;
pub use pictures::ReplayPicture;
pub use snapshots::Snapshots;

use crate::moment::{nanoseconds, seconds};
use crate::{EventAt, ReplayError};
use chunk::Unpacked;
use index::Index;
use scan::ChunkPlace;
use source::Source;

/// What is missing at the end of a recording whose session did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CutOff {
    /// Bytes at the end of the file that are no whole part of it.
    pub lost_bytes: u64,
    /// The last time of which there is something, s.
    pub readable_to_s: f64,
}

impl std::fmt::Display for CutOff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lost_bytes, readable_to_s } = self;
        write!(
            f,
            "the session did not come to its end: readable to {readable_to_s:.2} s, {lost_bytes} bytes after that are \
             no whole part"
        )
    }
}

/// A recording.
pub struct Replay {
    source: Source,
    chunks: Vec<ChunkPlace>,
    index: Index,
    length_s: f64,
    cut_off: Option<CutOff>,
}

impl Replay {
    /// Opens a recording.
    ///
    /// # Errors
    /// When the file cannot be read, is no recording, or is damaged in a part that is needed at once.
    pub fn open(path: &Path) -> Result<Self, ReplayError> {
        Self::of(Source::open(path)?)
    }

    /// Reads a recording from anything; the name is for messages.
    ///
    /// # Errors
    /// As [`Replay::open`].
    pub fn read(name: &str, bytes: impl Read + Seek + Send + 'static) -> Result<Self, ReplayError> {
        Self::of(Source::new(Path::new(name), Box::new(bytes))?)
    }

    fn of(source: Source) -> Result<Self, ReplayError> {
        let scanned = scan::scan(&source)?;
        let index = Index::make(&source, &scanned)?;
        let length_s = seconds(scanned.chunks.iter().map(|chunk| chunk.end_ns).max().unwrap_or(0));
        let cut_off = (!scanned.finished)
            .then(|| CutOff { lost_bytes: source.length() - scanned.sound_to, readable_to_s: length_s });
        Ok(Self { source, chunks: scanned.chunks, index, length_s, cut_off })
    }

    /// What there is in the hall.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.index.stage
    }

    /// The last time of which there is something, s.
    #[must_use]
    pub fn length_s(&self) -> f64 {
        self.length_s
    }

    /// What is missing, if the session was cut off.
    #[must_use]
    pub fn cut_off(&self) -> Option<CutOff> {
        self.cut_off
    }

    /// Reads every part of the file and compares its check sum, those for other viewers among them.
    ///
    /// # Errors
    /// Where it is damaged.
    pub fn check(&self) -> Result<(), ReplayError> {
        self.chunks.iter().try_for_each(|place| Unpacked::read(&self.source, place).map(|_| ()))
    }

    /// All that happened, in order, but for what was predicted, which is most of it: that comes from
    /// [`Replay::events`].
    #[must_use]
    pub fn timeline(&self) -> &[EventAt] {
        &self.index.timeline
    }

    /// All that happened from one time until before another.
    ///
    /// # Errors
    /// When that part of the file is damaged.
    pub fn events(&self, from_s: f64, to_s: f64) -> Result<Vec<EventAt>, ReplayError> {
        let mut events = Vec::new();
        for place in self.chunks_of(self.index.event, nanoseconds(from_s), nanoseconds(to_s)) {
            self.each_in(place, self.index.event, |time_ns, data| {
                if (nanoseconds(from_s)..nanoseconds(to_s)).contains(&time_ns) {
                    events.push(self.parse(place, data)?);
                }
                Ok(())
            })?;
        }
        Ok(events)
    }

    /// Everything that moves, at each time from one until before another.
    #[must_use]
    pub fn snapshots(&self, from_s: f64, to_s: f64) -> Snapshots<'_> {
        Snapshots::new(self, nanoseconds(from_s), nanoseconds(to_s))
    }

    /// The recorded strokes of robots, in order.
    #[must_use]
    pub fn strokes(&self) -> &[StrokeEntry] {
        &self.index.strokes
    }

    /// The record of a stroke by its number; none when it was not recorded.
    ///
    /// # Errors
    /// When that part of the file is damaged.
    pub fn stroke(&self, stroke: u64) -> Result<Option<StrokeRecord>, ReplayError> {
        let Some(entry) = self.index.strokes.iter().find(|entry| entry.stroke == stroke) else { return Ok(None) };
        let place = &self.chunks[entry.chunk];
        let mut found = None;
        self.each_in(place, self.index.stroke, |_, data| {
            if found.is_none() {
                found = Some(self.parse::<StrokeRecord>(place, data)?).filter(|record| record.stroke == stroke);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Chunks that may have messages of a channel in a span of time.
    fn chunks_of(
        &self,
        channel: Option<u16>,
        from_ns: u64,
        to_ns: u64,
    ) -> impl DoubleEndedIterator<Item = &ChunkPlace> {
        self.chunks.iter().filter(move |chunk| {
            chunk.start_ns < to_ns && chunk.end_ns >= from_ns && channel.is_some_and(|number| chunk.may_have(number))
        })
    }

    /// Looks at each message of a channel in a chunk, with its time.
    fn each_in(
        &self,
        place: &ChunkPlace,
        channel: Option<u16>,
        mut look: impl FnMut(u64, &[u8]) -> Result<(), ReplayError>,
    ) -> Result<(), ReplayError> {
        let unpacked = Unpacked::read(&self.source, place)?;
        let wanted = unpacked.messages().filter(|message| Some(message.channel) == channel);
        wanted.into_iter().try_for_each(|message| look(message.time_ns, message.data))
    }

    /// Reads a message as JSON.
    fn parse<T: DeserializeOwned>(&self, place: &ChunkPlace, data: &[u8]) -> Result<T, ReplayError> {
        index::parse(&self.source, place, data)
    }
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay")
            .field("path", &self.source.path())
            .field("length_s", &self.length_s)
            .finish_non_exhaustive()
    }
}

/// Whether an event is one of those that are not kept in memory.
fn is_bulky(what: &SessionEvent) -> bool {
    matches!(what, SessionEvent::Predicted { .. })
}
