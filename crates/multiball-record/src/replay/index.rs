//! What is read of a recording at once.

use std::collections::BTreeMap;

use multiball::court::Side;
use multiball::format::RECORDING;
use multiball::hall::record::{Stage, StrokeEnd};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::chunk::Unpacked;
use super::is_bulky;
use super::records::Message;
use super::scan::{ChunkPlace, Scanned};
use super::source::Source;
use crate::channels::{EVENTS, SNAPSHOTS, STAGE, STROKES};
use crate::{EventAt, ReplayError};

/// Most events and strokes that are kept: some hundred hours of them.
const KEPT_MOST: usize = 4_000_000;

/// The record of a stroke in brief.
#[derive(Debug, Clone, PartialEq)]
pub struct StrokeEntry {
    /// Number of the stroke.
    pub stroke: u64,
    /// Number of the point.
    pub point: u64,
    /// The robot's name.
    pub robot: String,
    /// Its side.
    pub side: Side,
    /// When the other side struck the ball, s.
    pub struck_s: f64,
    /// What came of it.
    pub end: StrokeEnd,
    /// Index of the chunk that holds it.
    pub(super) chunk: usize,
}

/// The version of a file; those of before there were versions have none.
#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    version: u32,
}

/// The record of a stroke without what makes it long.
#[derive(Deserialize)]
struct Brief {
    stroke: u64,
    point: u64,
    robot: String,
    side: Side,
    struck_s: f64,
    end: StrokeEnd,
}

/// What is kept of a recording.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) stage: Stage,
    pub(super) timeline: Vec<EventAt>,
    pub(super) strokes: Vec<StrokeEntry>,
    pub(super) topics: BTreeMap<u16, String>,
    pub(super) event: Option<u16>,
    pub(super) snapshot: Option<u16>,
    pub(super) stroke: Option<u16>,
}

impl Index {
    /// Reads the stage, the events and the strokes.
    pub(super) fn make(source: &Source, scanned: &Scanned) -> Result<Self, ReplayError> {
        let mut topics = scanned.topics.clone();
        if let Some(first) = scanned.chunks.first() {
            // A file that was cut off declares its channels in its first chunk alone.
            let unpacked = Unpacked::read(source, first)?;
            topics.extend(unpacked.channels().map(|(number, topic)| (number, topic.to_owned())));
        }
        let stage = read_stage(source, scanned, &topics)?;
        let [event, snapshot, stroke] = [EVENTS, SNAPSHOTS, STROKES].map(|channel| number_of(&topics, channel.topic));
        let mut index = Self { stage, timeline: Vec::new(), strokes: Vec::new(), topics, event, snapshot, stroke };
        for (number, place) in scanned.chunks.iter().enumerate() {
            if [event, stroke].into_iter().flatten().any(|channel| place.may_have(channel)) {
                let unpacked = Unpacked::read(source, place)?;
                unpacked.messages().try_for_each(|message| index.note(source, place, number, message))?;
            }
        }
        Ok(index)
    }

    /// Number of a channel by its topic.
    pub(super) fn channel(&self, topic: &str) -> Option<u16> {
        number_of(&self.topics, topic)
    }

    fn note(
        &mut self,
        source: &Source,
        place: &ChunkPlace,
        chunk: usize,
        message: Message<'_>,
    ) -> Result<(), ReplayError> {
        if Some(message.channel) == self.event {
            let event: EventAt = parse(source, place, message.data)?;
            if !is_bulky(&event.what) {
                self.timeline.push(event);
            }
        } else if Some(message.channel) == self.stroke {
            let Brief { stroke, point, robot, side, struck_s, end } = parse(source, place, message.data)?;
            self.strokes.push(StrokeEntry { stroke, point, robot, side, struck_s, end, chunk });
        }
        if self.timeline.len().max(self.strokes.len()) > KEPT_MOST {
            return Err(source.damaged(place.offset, format!("more than {KEPT_MOST} events or strokes")));
        }
        Ok(())
    }
}

fn number_of(topics: &BTreeMap<u16, String>, topic: &str) -> Option<u16> {
    topics.iter().find(|(_, name)| *name == topic).map(|(number, _)| *number)
}

/// The first stage message of the file.
fn read_stage(source: &Source, scanned: &Scanned, topics: &BTreeMap<u16, String>) -> Result<Stage, ReplayError> {
    let missing = || {
        let names: Vec<&str> = topics.values().map(String::as_str).collect();
        let channels = if names.is_empty() { String::new() } else { format!(" (it has {})", names.join(", ")) };
        ReplayError::NoStage { path: source.path().into(), topic: STAGE.topic, channels }
    };
    let number = number_of(topics, STAGE.topic).ok_or_else(missing)?;
    for place in scanned.chunks.iter().filter(|place| place.may_have(number)) {
        let unpacked = Unpacked::read(source, place)?;
        if let Some(message) = unpacked.messages().find(|message| message.channel == number) {
            let Version { version } = parse(source, place, message.data)?;
            let unknown = |unknown| ReplayError::Version { path: source.path().into(), unknown };
            RECORDING.check(version).map_err(unknown)?;
            return parse(source, place, message.data);
        }
    }
    Err(missing())
}

/// Reads a message as JSON.
pub(super) fn parse<T: DeserializeOwned>(source: &Source, place: &ChunkPlace, data: &[u8]) -> Result<T, ReplayError> {
    serde_json::from_slice(data)
        .map_err(|error| source.damaged(place.offset, format!("a message of this chunk cannot be read: {error}")))
}
