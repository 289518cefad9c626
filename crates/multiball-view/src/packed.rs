//! JSON as it waits to be sent.

use std::io::Read;
use std::io::Write;

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// A JSON document, compressed with gzip. Clones share the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    gzip: Bytes,
}

impl Packed {
    /// Packs a text.
    ///
    /// # Errors
    /// Never when memory suffices; the compressor's interface is one of writing.
    pub fn new(text: &[u8]) -> std::io::Result<Self> {
        // Level 3 packs chunks about as small as level 6, in half the time.
        let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 3), Compression::new(3));
        encoder.write_all(text)?;
        Ok(Self { gzip: Bytes::from(encoder.finish()?) })
    }

    /// The bytes as a browser takes them.
    #[must_use]
    pub fn gzip(&self) -> &Bytes {
        &self.gzip
    }

    /// The text again.
    ///
    /// # Errors
    /// When the bytes are no gzip; those made by [`Packed::new`] are.
    pub fn text(&self) -> std::io::Result<Vec<u8>> {
        let mut text = Vec::new();
        GzDecoder::new(self.gzip.as_ref()).read_to_end(&mut text)?;
        Ok(text)
    }
}
