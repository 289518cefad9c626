//! One MCAP file that grows by whole chunks.
//!
//! Messages are gathered in parts, each of which becomes chunks of its own: a reader of the events need not unpack the
//! pictures. Everything is a function of the messages alone, so equal sessions give equal bytes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcap::records::MessageHeader;
use mcap::write::NoSeek;
use mcap::{Compression, McapError, WriteOptions, Writer};

use super::sink::Sink;
use crate::RecordError;

/// Bytes of messages after which a chunk is closed, however young it is.
const CHUNK_BYTES: usize = 1 << 23;

/// Level of zstd: its fastest. The digits of snapshots, which are most of a file, take no less space at levels up to 7.
const LEVEL: u32 = 1;

/// The program that a file names as its writer.
const LIBRARY: &str = "multiball";

/// How every recording begins: the magic bytes of MCAP, then the header with no profile and our name.
const BEGINNING: &[u8] = b"\x89MCAP0\r\n\x01\x11\0\0\0\0\0\0\0\0\0\0\0\x09\0\0\0multiball";

/// Whether a file with these first bytes is a recording of ours. One that is cut off right there may be.
#[must_use]
pub fn begins_as_recording(head: &[u8]) -> bool {
    head.starts_with(BEGINNING) || BEGINNING.starts_with(head)
}

/// No chunk of a long session covers less than this share of the time before it, so that the index, which is kept in
/// memory, grows slowly.
const SPAN_SHARE: u64 = 1024;

/// No chunk waits for longer than this because of it, ns.
const SPAN_MOST_NS: u64 = 10_000_000_000;

/// Messages that share chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// What happens.
    Events,
    /// What moves.
    Motion,
    /// The same for other viewers.
    Show,
    /// What cameras saw.
    Images,
}

impl Part {
    const ALL: [Self; 4] = [Self::Events, Self::Motion, Self::Show, Self::Images];

    /// After how long a chunk that begins at a time is closed, ns: what a killed run may lose. Pictures wait longer,
    /// because each is much like the one before.
    fn span_ns(self, since_ns: u64) -> u64 {
        let least_ns = match self {
            Self::Events | Self::Motion => 1_000_000_000,
            Self::Show => 2_000_000_000,
            Self::Images => 8_000_000_000,
        };
        (since_ns / SPAN_SHARE).clamp(least_ns, SPAN_MOST_NS)
    }
}

/// A channel of the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Channel {
    number: u16,
    part: Part,
}

/// How the messages of a channel are written, and what describes them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form<'a> {
    /// Encoding of the messages.
    pub(crate) messages: &'a str,
    /// Name of the schema.
    pub(crate) schema: &'a str,
    /// Encoding of the schema.
    pub(crate) encoding: &'a str,
    /// The schema.
    pub(crate) data: &'a [u8],
}

/// Messages that wait for their chunk.
#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// Head of each, and where it ends in `bytes`.
    messages: Vec<(MessageHeader, usize)>,
    since_ns: u64,
}

/// The file.
pub(crate) struct McapFile {
    path: PathBuf,
    writer: Writer<NoSeek<Sink>>,
    waiting: [Waiting; Part::ALL.len()],
    sequences: BTreeMap<u16, u32>,
    written: Arc<AtomicU64>,
}

impl McapFile {
    /// Begins an MCAP file in an empty file; messages name it by its path.
    pub(crate) fn new(file: File, path: &Path) -> Result<Self, RecordError> {
        let written = Arc::new(AtomicU64::new(0));
        let options = WriteOptions::new()
            .compression(Some(Compression::Zstd))
            .compression_level(LEVEL)
            .compression_threads(0)
            .chunk_size(None)
            .disable_seeking(true)
            .library(LIBRARY);
        let writer = options
            .create(NoSeek::new(Sink::new(file, Arc::clone(&written))))
            .map_err(|error| RecordError::Create { path: path.into(), why: error.to_string() })?;
        Ok(Self { path: path.into(), writer, waiting: Default::default(), sequences: BTreeMap::new(), written })
    }

    /// Adds a channel.
    pub(crate) fn channel(&mut self, topic: &str, form: &Form<'_>, part: Part) -> Result<Channel, RecordError> {
        let schema = self.writer.add_schema(form.schema, form.encoding, form.data);
        let number = schema.and_then(|id| self.writer.add_channel(id, topic, form.messages, &BTreeMap::new()));
        number.map(|number| Channel { number, part }).map_err(|error| self.failure(&error))
    }

    /// Adds a message, which `encode` appends to the bytes it is given.
    pub(crate) fn message(&mut self, channel: Channel, time_ns: u64, encode: impl FnOnce(&mut Vec<u8>)) {
        let sequence = self.sequences.entry(channel.number).or_insert(0);
        let (log_time, publish_time) = (time_ns, time_ns);
        let head = MessageHeader { channel_id: channel.number, sequence: *sequence, log_time, publish_time };
        *sequence = sequence.wrapping_add(1);
        let waiting = &mut self.waiting[channel.part as usize];
        if waiting.messages.is_empty() {
            waiting.since_ns = time_ns;
        }
        encode(&mut waiting.bytes);
        waiting.messages.push((head, waiting.bytes.len()));
    }

    /// Closes the chunks that are full or old at a time. What happens goes with what moves, and before it: then a file
    /// that is cut off shows nothing move for which the reason is missing.
    pub(crate) fn close_due(&mut self, now_ns: u64) -> Result<(), RecordError> {
        for parts in [&[Part::Events, Part::Motion][..], &[Part::Show], &[Part::Images]] {
            if parts.iter().any(|part| self.is_due(*part, now_ns)) {
                parts.iter().try_for_each(|part| self.close(*part))?;
            }
        }
        Ok(())
    }

    fn is_due(&self, part: Part, now_ns: u64) -> bool {
        let waiting = &self.waiting[part as usize];
        let old = now_ns.saturating_sub(waiting.since_ns) >= part.span_ns(waiting.since_ns);
        !waiting.messages.is_empty() && (old || waiting.bytes.len() >= CHUNK_BYTES)
    }

    /// Closes all chunks.
    pub(crate) fn close_all(&mut self) -> Result<(), RecordError> {
        Part::ALL.into_iter().try_for_each(|part| self.close(part))
    }

    fn close(&mut self, part: Part) -> Result<(), RecordError> {
        if self.waiting[part as usize].messages.is_empty() {
            return Ok(());
        }
        let written = self.write(part);
        written.map_err(|error| self.failure(&error))
    }

    fn write(&mut self, part: Part) -> Result<(), McapError> {
        let waiting = &mut self.waiting[part as usize];
        let mut start = 0;
        for (head, end) in waiting.messages.drain(..) {
            self.writer.write_to_known_channel(&head, &waiting.bytes[start..end])?;
            start = end;
        }
        waiting.bytes.clear();
        self.writer.flush()
    }

    /// Writes what waits and the index of the whole file; its length in bytes.
    pub(crate) fn finish(mut self) -> Result<u64, RecordError> {
        self.close_all()?;
        self.writer.finish().map_err(|error| self.failure(&error))?;
        let Self { path, writer, written, .. } = self;
        let flushed = writer.into_inner().into_inner().flush();
        let bytes = written.load(Ordering::Relaxed);
        match flushed {
            Ok(()) => Ok(bytes),
            Err(error) => Err(RecordError::Write { path, bytes, why: error.to_string() }),
        }
    }

    /// A write error with the cause that the system reports.
    fn failure(&self, error: &McapError) -> RecordError {
        let why = match error {
            McapError::Io(error) => error.to_string(),
            other => other.to_string(),
        };
        RecordError::Write { path: self.path.clone(), bytes: self.written.load(Ordering::Relaxed), why }
    }
}
