//! The end of the pipe: bytes on their way into the file.

use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most bytes that wait for a flush.
const WAITING_MOST: usize = 1 << 26;

/// Gathers what belongs together and writes it to the file with the next flush, so that the file grows by whole chunks.
/// After an error it takes nothing more.
#[derive(Debug)]
pub(super) struct Sink {
    file: File,
    waiting: Vec<u8>,
    written: Arc<AtomicU64>,
    failed: bool,
}

impl Sink {
    /// A sink into a file, which counts the bytes that are in it.
    pub(super) fn new(file: File, written: Arc<AtomicU64>) -> Self {
        Self { file, waiting: Vec::new(), written, failed: false }
    }

    fn write_out(&mut self) -> std::io::Result<()> {
        let mut rest = self.waiting.as_slice();
        while !rest.is_empty() {
            match self.file.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => {
                    self.written.fetch_add(count as u64, Ordering::Relaxed);
                    rest = &rest[count..];
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.failed || self.waiting.len() > WAITING_MOST {
            return Err(Error::other("nothing is written after an error"));
        }
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let result = self.write_out();
        self.failed |= result.is_err();
        self.waiting.clear();
        result
    }
}
