//! A session that is written while it runs.

mod file;
mod rounding;
mod session;
mod sink;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use multiball::hall::record::{Message, Recorder, Wants};

pub use file::begins_as_recording;
pub(crate) use file::{Channel, Form, McapFile, Part};

use crate::RecordError;
use session::SessionWriter;

/// How many things may wait for the writing thread; then the session waits, so that nothing is lost.
const QUEUE: usize = 256;

/// Pictures of a camera are this far apart at least, s.
const PICTURE_S: f64 = 0.2;

/// What was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// Time of the last snapshot or event, s.
    pub length_s: f64,
    /// Snapshots in it.
    pub snapshots: u64,
    /// Events in it.
    pub events: u64,
    /// Points decided for a side in it.
    pub points: u64,
    /// Records of strokes in it.
    pub strokes: u64,
    /// Pictures in it.
    pub pictures: u64,
}

impl Written {
    fn nothing(path: &Path) -> Self {
        Self { path: path.into(), bytes: 0, length_s: 0.0, snapshots: 0, events: 0, points: 0, strokes: 0, pictures: 0 }
    }
}

/// Writes a session to a file while it runs, on a thread of its own. The file can be read at any time as far as it
/// goes.
///
/// A write error ends the recording, not the session: see [`Recording::failed`] and [`Recording::finish`].
#[derive(Debug)]
pub struct Recording {
    messages: Option<SyncSender<Message>>,
    writing: Option<JoinHandle<Result<Written, RecordError>>>,
    failure: Arc<OnceLock<RecordError>>,
    /// Of each camera, when its next picture is due, s.
    next_pictures_s: Vec<f64>,
}

impl Recording {
    /// Creates the file, or empties it, and waits for the session.
    ///
    /// # Errors
    /// When the file cannot be created, or no thread can be started.
    pub fn create(path: &Path) -> Result<Self, RecordError> {
        let file =
            File::create(path).map_err(|error| RecordError::Create { path: path.into(), why: error.to_string() })?;
        Self::into_file(file, path, |_| {})
    }

    /// Records into an empty file that is open for writing; messages name it by `path`. A failure is passed to `report`
    /// at once, on the writing thread.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn into_file(
        file: File,
        path: &Path,
        report: impl FnOnce(&RecordError) + Send + 'static,
    ) -> Result<Self, RecordError> {
        let session = SessionWriter::new(file, path)?;
        let (sender, receiver) = sync_channel(QUEUE);
        let failure = Arc::new(OnceLock::new());
        let noted = Arc::clone(&failure);
        let thread = std::thread::Builder::new().name("recording".into());
        let writing = thread.spawn(move || {
            let result = write(session, receiver);
            if let Err(error) = &result {
                report(error);
                // The first and only failure: set once.
                let _ = noted.set(error.clone());
            }
            result
        });
        let writing = writing.map_err(|error| RecordError::Create { path: path.into(), why: error.to_string() })?;
        Ok(Self { messages: Some(sender), writing: Some(writing), failure, next_pictures_s: Vec::new() })
    }

    /// Why the recording has stopped, if it has.
    #[must_use]
    pub fn failed(&self) -> Option<&RecordError> {
        self.failure.get()
    }

    /// Ends the recording: writes what waits and the index of the file.
    ///
    /// # Errors
    /// When the recording had stopped, or this last part cannot be written.
    pub fn finish(mut self) -> Result<Written, RecordError> {
        self.close()
            .unwrap_or_else(|| Err(RecordError::Refused { what: "the end", t_s: 0.0, why: "closed twice".into() }))
    }

    fn close(&mut self) -> Option<Result<Written, RecordError>> {
        self.messages = None;
        let result = self.writing.take()?.join();
        Some(result.unwrap_or_else(|_| {
            Err(RecordError::Refused { what: "something", t_s: 0.0, why: "the writing thread panicked".into() })
        }))
    }

    /// Whether a picture of a camera at a time is due; the next one is due a while later.
    fn is_due(&mut self, camera: usize, t_s: f64) -> bool {
        let Some(due_s) = self.next_pictures_s.get_mut(camera) else { return true };
        let is_due = t_s >= *due_s;
        if is_due {
            *due_s = t_s + PICTURE_S;
        }
        is_due
    }
}

/// Writes messages until the session closes their channel.
fn write(mut session: SessionWriter, receiver: Receiver<Message>) -> Result<Written, RecordError> {
    for message in receiver {
        session.take(message)?;
    }
    session.finish()
}

impl Drop for Recording {
    fn drop(&mut self) {
        // A recording that is dropped reports no errors.
        let _ = self.close();
    }
}

impl Recorder for Recording {
    fn record(&mut self, message: &Message) {
        match message {
            Message::Stage(stage) => self.next_pictures_s = vec![f64::NEG_INFINITY; stage.cameras.len()],
            Message::Picture(picture) if !self.is_due(picture.camera, picture.t_s) => return,
            _ => {}
        }
        if let Some(messages) = &self.messages {
            // After a failure, which is kept, nothing receives messages any more.
            let _ = messages.send(message.clone());
        }
    }

    fn wants(&self) -> Wants {
        Wants::Pictures
    }
}
