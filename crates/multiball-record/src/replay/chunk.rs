//! The messages of one chunk.

use super::records::{Fields, Message, RECORD_HEADER, channel, chunk, kind, message};
use super::scan::ChunkPlace;
use super::source::Source;
use crate::ReplayError;

/// Most bytes of a chunk, packed or not. Ours have about one million.
const CHUNK_MOST: u64 = 1 << 26;

/// The unpacked records of a chunk.
#[derive(Debug)]
pub(super) struct Unpacked {
    records: Vec<u8>,
}

impl Unpacked {
    /// Reads and unpacks a chunk.
    pub(super) fn read(source: &Source, place: &ChunkPlace) -> Result<Self, ReplayError> {
        let damaged = |why: String| source.damaged(place.offset, why);
        if place.length > CHUNK_MOST {
            return Err(damaged(format!("a chunk of {} bytes; at most {CHUNK_MOST} are read", place.length)));
        }
        let record = source.read(place.offset, place.length)?;
        let head = record.get(RECORD_HEADER..).and_then(|content| chunk(Fields(content)));
        let head = head.ok_or_else(|| damaged("a chunk that does not keep to its lengths".into()))?;
        let records = unpack(head.compression, head.packed, head.unpacked).map_err(damaged)?;
        if records.len() as u64 != head.unpacked {
            return Err(damaged(format!("{} bytes unpacked where {} are announced", records.len(), head.unpacked)));
        }
        if head.crc != 0 && crc32fast::hash(&records) != head.crc {
            return Err(damaged("its check sum is another one".into()));
        }
        Ok(Self { records })
    }

    /// Its messages, in order.
    pub(super) fn messages(&self) -> impl Iterator<Item = Message<'_>> {
        records(&self.records).filter(|(kind, _)| *kind == kind::MESSAGE).filter_map(|(_, content)| message(content))
    }

    /// Numbers and topics of the channels that are declared in it.
    pub(super) fn channels(&self) -> impl Iterator<Item = (u16, &str)> {
        records(&self.records).filter(|(kind, _)| *kind == kind::CHANNEL).filter_map(|(_, content)| channel(content))
    }
}

fn records(bytes: &[u8]) -> impl Iterator<Item = (u8, Fields<'_>)> {
    let mut rest = Fields(bytes);
    std::iter::from_fn(move || rest.record())
}

fn unpack(compression: &str, packed: &[u8], unpacked: u64) -> Result<Vec<u8>, String> {
    if unpacked > CHUNK_MOST {
        return Err(format!("a chunk of {unpacked} bytes unpacked; at most {CHUNK_MOST} are read"));
    }
    match compression {
        "" => Ok(packed.to_vec()),
        "zstd" => zstd::bulk::decompress(packed, unpacked as usize).map_err(|error| format!("zstd says: {error}")),
        other => Err(format!("a chunk compressed by {other:?}; allowed are \"zstd\" and \"\"")),
    }
}
