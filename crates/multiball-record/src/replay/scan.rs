//! A walk over the records of a file, from one head to the next, that unpacks nothing.

use std::collections::BTreeMap;

use super::records::{Fields, RECORD_HEADER, channel, kind};
use super::source::Source;
use crate::ReplayError;

/// Bytes read of each record: enough for the times of a chunk.
const PEEK: u64 = 64;

/// Greatest length of a channel's record that is read, bytes.
const CHANNEL_MOST: u64 = 1 << 16;

/// Where a chunk is and what is in it.
#[derive(Debug, Clone)]
pub(super) struct ChunkPlace {
    /// First byte of its record.
    pub(super) offset: u64,
    /// Bytes of its record, its head included.
    pub(super) length: u64,
    /// First time in it.
    pub(super) start_ns: u64,
    /// Last time in it.
    pub(super) end_ns: u64,
    /// Numbers of the channels in it, where its index says so.
    pub(super) channels: Option<Vec<u16>>,
}

impl ChunkPlace {
    /// Whether it may have messages of a channel.
    pub(super) fn may_have(&self, number: u16) -> bool {
        self.channels.as_ref().is_none_or(|channels| channels.contains(&number))
    }
}

/// What was found.
#[derive(Debug)]
pub(super) struct Scanned {
    /// The chunks, in the order of the file.
    pub(super) chunks: Vec<ChunkPlace>,
    /// Topics by number; those that are declared outside chunks.
    pub(super) topics: BTreeMap<u16, String>,
    /// Where the last whole record ends.
    pub(super) sound_to: u64,
    /// Whether the file has its end.
    pub(super) finished: bool,
}

/// Walks over a file.
pub(super) fn scan(source: &Source) -> Result<Scanned, ReplayError> {
    check_magic(source)?;
    let mut scanned =
        Scanned { chunks: Vec::new(), topics: BTreeMap::new(), sound_to: mcap::MAGIC.len() as u64, finished: false };
    while !scanned.finished {
        let offset = scanned.sound_to;
        let peek = source.read(offset, PEEK)?;
        let mut fields = Fields(&peek);
        let (Some(kind), Some(length)) = (fields.u8(), fields.u64()) else { break };
        let end = offset.checked_add(RECORD_HEADER as u64).and_then(|start| start.checked_add(length));
        let Some(end) = end.filter(|end| *end <= source.length() && kind != 0) else { break };
        note(source, &mut scanned, kind, offset, end, fields)?;
        scanned.sound_to = end;
    }
    if !scanned.finished {
        // Its index may have been cut off.
        scanned.chunks.last_mut().into_iter().for_each(|chunk| chunk.channels = None);
    }
    Ok(scanned)
}

/// Notes a record that lies in the file from `offset` to `end`.
fn note(
    source: &Source,
    scanned: &mut Scanned,
    kind: u8,
    offset: u64,
    end: u64,
    mut peek: Fields<'_>,
) -> Result<(), ReplayError> {
    match kind {
        kind::CHUNK => {
            let (Some(start_ns), Some(end_ns)) = (peek.u64(), peek.u64()) else {
                return Err(source.damaged(offset, "a chunk too short for its times"));
            };
            scanned.chunks.push(ChunkPlace { offset, length: end - offset, start_ns, end_ns, channels: None });
        }
        kind::MESSAGE_INDEX => {
            if let (Some(chunk), Some(number)) = (scanned.chunks.last_mut(), peek.u16()) {
                chunk.channels.get_or_insert_default().push(number);
            }
        }
        kind::CHANNEL if end - offset <= CHANNEL_MOST => {
            let record = source.read(offset, end - offset)?;
            if let Some((number, topic)) = record.get(RECORD_HEADER..).and_then(|content| channel(Fields(content))) {
                scanned.topics.insert(number, topic.into());
            }
        }
        kind::FOOTER => scanned.finished = true,
        _ => {}
    }
    Ok(())
}

/// Refuses what is no MCAP file.
fn check_magic(source: &Source) -> Result<(), ReplayError> {
    let begin = source.read(0, mcap::MAGIC.len() as u64)?;
    if begin == mcap::MAGIC {
        return Ok(());
    }
    let found = match begin.as_slice() {
        [] => "an empty file".into(),
        _ if mcap::MAGIC.starts_with(&begin) => {
            format!("a file of {} bytes, cut off before it says what it is", begin.len())
        }
        _ => format!("a file that begins with {:?}", String::from_utf8_lossy(&begin)),
    };
    Err(ReplayError::NotMcap { path: source.path().into(), found })
}
