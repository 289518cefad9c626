//! Records of an MCAP file as bytes, and what is taken out of them. Nothing here trusts a length.

/// Kinds of records, by the specification at mcap.dev.
pub(super) mod kind {
    pub(in crate::replay) const FOOTER: u8 = 0x02;
    pub(in crate::replay) const CHANNEL: u8 = 0x04;
    pub(in crate::replay) const MESSAGE: u8 = 0x05;
    pub(in crate::replay) const CHUNK: u8 = 0x06;
    pub(in crate::replay) const MESSAGE_INDEX: u8 = 0x07;
}

/// Bytes before a record's content: its kind, and the content's length.
pub(super) const RECORD_HEADER: usize = 9;

/// Takes little-endian fields off the front of bytes; none when there are too few.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// So many bytes.
    pub(super) fn bytes(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    /// One byte.
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// Two bytes.
    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// Four bytes.
    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes.
    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A text with its length before it.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        let length = self.u32()?;
        std::str::from_utf8(self.bytes(length.into())?).ok()
    }

    /// A whole record: its kind and content.
    pub(super) fn record(&mut self) -> Option<(u8, Fields<'a>)> {
        let kind = self.u8()?;
        let length = self.u64()?;
        Some((kind, Fields(self.bytes(length)?)))
    }
}

/// Number and topic of a channel.
pub(super) fn channel(mut content: Fields<'_>) -> Option<(u16, &str)> {
    let number = content.u16()?;
    let _schema = content.u16()?;
    Some((number, content.text()?))
}

/// A message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message<'a> {
    /// Number of its channel.
    pub(super) channel: u16,
    /// When.
    pub(super) time_ns: u64,
    /// What.
    pub(super) data: &'a [u8],
}

/// A message from a record's content.
pub(super) fn message(mut content: Fields<'_>) -> Option<Message<'_>> {
    let channel = content.u16()?;
    let _sequence = content.u32()?;
    let time_ns = content.u64()?;
    let _published = content.u64()?;
    Some(Message { channel, time_ns, data: content.0 })
}

/// The head of a chunk.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChunkHead<'a> {
    /// Bytes of its records.
    pub(super) unpacked: u64,
    /// Check sum of its records; 0 for none.
    pub(super) crc: u32,
    /// Name of the compression.
    pub(super) compression: &'a str,
    /// The compressed records.
    pub(super) packed: &'a [u8],
}

/// A chunk from a record's content.
pub(super) fn chunk(mut content: Fields<'_>) -> Option<ChunkHead<'_>> {
    let _times = (content.u64()?, content.u64()?);
    let (unpacked, crc, compression, length) = (content.u64()?, content.u32()?, content.text()?, content.u64()?);
    Some(ChunkHead { unpacked, crc, compression, packed: content.bytes(length)? })
}
