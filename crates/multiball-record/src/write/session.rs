//! A session on its way into a file, on the thread that writes.

use std::fs::File;
use std::path::Path;

use multiball::format::RECORDING;
use multiball::hall::record::{Message, Picture, SessionEvent, Snapshot, Stage, StrokeRecord};
use multiball::vision::Frame;
use serde::Serialize;

use super::Written;
use super::file::{Channel, Form, McapFile, Part};
use super::rounding::Round;
use crate::channels::{EVENTS, OwnChannel, SNAPSHOTS, STAGE, STROKES};
use crate::moment::{nanoseconds, seconds};
use crate::show::Show;
use crate::{EventAt, RecordError};

/// The first message of a file.
#[derive(Serialize)]
struct VersionedStage<'a> {
    version: u32,
    #[serde(flatten)]
    stage: &'a Stage,
}

/// The session so far.
pub(super) struct SessionWriter {
    file: McapFile,
    stage: Channel,
    snapshot: Channel,
    event: Channel,
    stroke: Channel,
    /// Known from the stage on.
    show: Option<Show>,
    now_ns: u64,
    written: Written,
}

impl SessionWriter {
    /// Begins the file with our own channels.
    pub(super) fn new(file: File, path: &Path) -> Result<Self, RecordError> {
        let mut file = McapFile::new(file, path)?;
        let mut own = |channel: &OwnChannel, part| {
            let data = channel.text.as_bytes();
            let form = Form { messages: "json", schema: channel.schema, encoding: "jsonschema", data };
            file.channel(channel.topic, &form, part)
        };
        let [stage, snapshot] = [own(&STAGE, Part::Events)?, own(&SNAPSHOTS, Part::Motion)?];
        let [event, stroke] = [own(&EVENTS, Part::Events)?, own(&STROKES, Part::Events)?];
        Ok(Self { file, stage, snapshot, event, stroke, show: None, now_ns: 0, written: Written::nothing(path) })
    }

    /// Writes a message.
    pub(super) fn take(&mut self, message: Message) -> Result<(), RecordError> {
        match message {
            Message::Stage(stage) => self.stage(&stage),
            Message::Snapshot(now) => self.snapshot(now),
            Message::Event { t_s, event } => self.event(EventAt { t_s, what: event }),
            Message::Stroke(stroke) => self.stroke(*stroke),
            Message::Backdrop { camera, frame } => self.backdrop(camera, &frame),
            Message::Picture(picture) => self.picture(&picture),
        }
    }

    fn stage(&mut self, stage: &Stage) -> Result<(), RecordError> {
        self.json(self.stage, self.now_ns, "the stage", &VersionedStage { version: RECORDING.version, stage })?;
        self.show = Some(Show::new(&mut self.file, stage, self.now_ns)?);
        // The first chunk describes the file: a run that is killed at once has it.
        self.file.close_all()
    }

    fn snapshot(&mut self, mut now: Snapshot) -> Result<(), RecordError> {
        self.finite(now.rounded(), "a snapshot")?;
        let time_ns = self.pass(now.t_s);
        self.json(self.snapshot, time_ns, "a snapshot", &now)?;
        self.written.snapshots += 1;
        if let Some(show) = &mut self.show {
            show.snapshot(&mut self.file, &now, time_ns)?;
        }
        self.file.close_due(self.now_ns)
    }

    fn event(&mut self, mut event: EventAt) -> Result<(), RecordError> {
        self.finite(event.what.rounded() && event.t_s.is_finite(), "an event")?;
        let time_ns = self.pass(event.t_s);
        self.json(self.event, time_ns, "an event", &event)?;
        self.written.events += 1;
        if let Some(show) = &mut self.show {
            show.happened(&mut self.file, &event.what, time_ns)?;
        }
        self.written.points += u64::from(matches!(event.what, SessionEvent::Decided { winner: Some(_), .. }));
        self.file.close_due(self.now_ns)
    }

    fn stroke(&mut self, mut stroke: StrokeRecord) -> Result<(), RecordError> {
        self.finite(stroke.rounded(), "a stroke")?;
        self.json(self.stroke, self.now_ns, "a stroke", &stroke)?;
        self.written.strokes += 1;
        Ok(())
    }

    fn backdrop(&mut self, camera: usize, frame: &Frame) -> Result<(), RecordError> {
        self.show.as_mut().map_or(Ok(()), |show| show.backdrop(&mut self.file, camera, frame, self.now_ns))
    }

    fn picture(&mut self, picture: &Picture) -> Result<(), RecordError> {
        self.finite(picture.t_s.is_finite(), "a picture")?;
        let time_ns = self.pass(picture.t_s);
        if let Some(show) = &self.show {
            show.picture(&mut self.file, picture, time_ns)?;
            self.written.pictures += 1;
        }
        Ok(())
    }

    /// The end: the file gets its index.
    pub(super) fn finish(self) -> Result<Written, RecordError> {
        let length_s = seconds(self.now_ns);
        Ok(Written { bytes: self.file.finish()?, length_s, ..self.written })
    }

    /// Notes a time as the latest, if it is, and gives it as the file has it.
    fn pass(&mut self, t_s: f64) -> u64 {
        let time_ns = nanoseconds(t_s);
        self.now_ns = self.now_ns.max(time_ns);
        time_ns
    }

    fn json(
        &mut self,
        channel: Channel,
        time_ns: u64,
        what: &'static str,
        message: &impl Serialize,
    ) -> Result<(), RecordError> {
        let mut result = Ok(());
        self.file.message(channel, time_ns, |bytes| result = serde_json::to_writer(bytes, message));
        result.map_err(|error| RecordError::Refused { what, t_s: seconds(time_ns), why: error.to_string() })
    }

    fn finite(&self, finite: bool, what: &'static str) -> Result<(), RecordError> {
        let why = || "a number in it is infinite or none; allowed are finite ones".to_owned();
        if finite { Ok(()) } else { Err(RecordError::Refused { what, t_s: seconds(self.now_ns), why: why() }) }
    }
}
