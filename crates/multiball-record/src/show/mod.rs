//! What is recorded for other viewers: Foxglove's own messages.
//!
//! What stands still is written once, what moves at a lower rate than in our own channels. Each message of what moves
//! is whole, so that a viewer that jumps to a time shows all of it.

mod frames;
mod hall;
mod images;
mod moving;
mod referee;
mod rotation;
mod shapes;

use foxglove::Encode;
use foxglove::messages::{
    CameraCalibration, CompressedImage, FrameTransforms, ImageAnnotations, Log, PointCloud, SceneUpdate,
};
use multiball::hall::record::{Picture, SessionEvent, Snapshot, Stage, StagedCamera};
use multiball::vision::Frame;

pub(crate) use images::sensor_mark;

use crate::RecordError;
use crate::channels::camera_topics;
use crate::moment::seconds;
use crate::write::{Channel, Form, McapFile, Part};
use images::Backdrop;

/// Time between two messages of what moves, and of what is predicted, ns.
const STEP_NS: u64 = 50_000_000;

/// Least time between two messages about the balls on the floor, ns.
const FLOOR_STEP_NS: u64 = 200_000_000;

/// How far before its time a message may come, ns: snapshots do not keep time to the last bit.
const EARLY_NS: u64 = 1_000_000;

/// The channels for other viewers.
pub(crate) struct Show {
    stage: Stage,
    play: Channel,
    marks: Channel,
    frames: Channel,
    flying: Channel,
    floor: Channel,
    referee: Channel,
    cameras: Vec<Camera>,
    moving_due_ns: u64,
    predicted_due_ns: u64,
    floor_due_ns: u64,
    floor_shown: Option<Vec<u8>>,
}

struct Camera {
    backdrop: Backdrop,
    image: Channel,
    annotations: Channel,
}

impl Show {
    /// Adds the channels, and writes what stands still.
    pub(crate) fn new(file: &mut McapFile, stage: &Stage, time_ns: u64) -> Result<Self, RecordError> {
        let standing = channel::<SceneUpdate>(file, "/scene/hall", Part::Show)?;
        let play = channel::<SceneUpdate>(file, "/scene/play", Part::Show)?;
        let marks = channel::<SceneUpdate>(file, "/scene/marks", Part::Show)?;
        let fixed = channel::<FrameTransforms>(file, "/frames/fixed", Part::Show)?;
        let frames = channel::<FrameTransforms>(file, "/frames/moving", Part::Show)?;
        let flying = channel::<PointCloud>(file, "/balls/flying", Part::Show)?;
        let floor = channel::<PointCloud>(file, "/balls/floor", Part::Show)?;
        let referee = channel::<Log>(file, "/referee", Part::Show)?;
        send(file, standing, time_ns, &hall::hall(stage, time_ns))?;
        send(file, fixed, time_ns, &frames::fixed(stage, time_ns))?;
        let cameras = stage.cameras.iter().map(|camera| Camera::new(file, camera, time_ns));
        let cameras = cameras.collect::<Result<_, _>>()?;
        let (stage, floor_shown) = (stage.clone(), None);
        let (moving_due_ns, predicted_due_ns, floor_due_ns) = (0, 0, 0);
        Ok(Self {
            stage,
            play,
            marks,
            frames,
            flying,
            floor,
            referee,
            cameras,
            moving_due_ns,
            predicted_due_ns,
            floor_due_ns,
            floor_shown,
        })
    }

    /// Shows what moves, if it is time.
    pub(crate) fn snapshot(&mut self, file: &mut McapFile, now: &Snapshot, time_ns: u64) -> Result<(), RecordError> {
        if !is_due(&mut self.moving_due_ns, STEP_NS, time_ns) {
            return Ok(());
        }
        send(file, self.frames, time_ns, &frames::moving(&self.stage, now, time_ns))?;
        send(file, self.play, time_ns, &moving::play(&self.stage, now, time_ns))?;
        send(file, self.flying, time_ns, &moving::balls(now, moving::flies, time_ns))?;
        if is_due(&mut self.floor_due_ns, FLOOR_STEP_NS, time_ns) {
            let lying = moving::balls(now, moving::lies, time_ns);
            if self.floor_shown.as_deref() != Some(&lying.data[..]) {
                self.floor_shown = Some(lying.data.to_vec());
                send(file, self.floor, time_ns, &lying)?;
            }
        }
        Ok(())
    }

    /// Shows what happened, if there is something to see or to read.
    pub(crate) fn happened(
        &mut self,
        file: &mut McapFile,
        what: &SessionEvent,
        time_ns: u64,
    ) -> Result<(), RecordError> {
        if let Some(said) = referee::said(what, time_ns) {
            send(file, self.referee, time_ns, &said)?;
        }
        match what {
            SessionEvent::Landed { stroke, position_m, .. } => {
                send(file, self.marks, time_ns, &moving::landed(*stroke, *position_m, time_ns))
            }
            SessionEvent::Predicted { path, meeting, .. } if is_due(&mut self.predicted_due_ns, STEP_NS, time_ns) => {
                send(file, self.marks, time_ns, &moving::predicted(path, *meeting, self.stage.ball_radius_m, time_ns))
            }
            _ => Ok(()),
        }
    }

    /// Learns what a camera sees when nothing is there, and shows it.
    pub(crate) fn backdrop(
        &mut self,
        file: &mut McapFile,
        camera: usize,
        frame: &Frame,
        time_ns: u64,
    ) -> Result<(), RecordError> {
        let count = self.cameras.len();
        let camera = self.cameras.get_mut(camera).ok_or_else(|| no_camera(camera, count, time_ns))?;
        camera.backdrop.learn(frame);
        camera.show(file, &[], time_ns)
    }

    /// Shows what a camera saw.
    pub(crate) fn picture(&self, file: &mut McapFile, picture: &Picture, time_ns: u64) -> Result<(), RecordError> {
        let index = picture.camera;
        let camera = self.cameras.get(index).ok_or_else(|| no_camera(index, self.cameras.len(), time_ns))?;
        camera.show(file, &picture.parts, time_ns)?;
        send(file, camera.annotations, time_ns, &images::annotations(picture, time_ns))
    }
}

impl Camera {
    fn new(file: &mut McapFile, camera: &StagedCamera, time_ns: u64) -> Result<Self, RecordError> {
        let [image, annotations, calibration] = camera_topics(&camera.name);
        let image = channel::<CompressedImage>(file, &image, Part::Images)?;
        let annotations = channel::<ImageAnnotations>(file, &annotations, Part::Images)?;
        let calibration = channel::<CameraCalibration>(file, &calibration, Part::Images)?;
        send(file, calibration, time_ns, &images::calibration(camera, time_ns))?;
        Ok(Self { backdrop: Backdrop::new(camera), image, annotations })
    }

    fn show(&self, file: &mut McapFile, parts: &[Frame], time_ns: u64) -> Result<(), RecordError> {
        let image = self.backdrop.image(parts, time_ns);
        let image = image.map_err(|error| RecordError::Refused {
            what: "a picture",
            t_s: seconds(time_ns),
            why: error.to_string(),
        })?;
        send(file, self.image, time_ns, &image)
    }
}

/// Whether it is time for something that comes in steps; then it waits for the next one.
fn is_due(due_ns: &mut u64, step_ns: u64, time_ns: u64) -> bool {
    let is_due = time_ns.saturating_add(EARLY_NS) >= *due_ns;
    if is_due {
        let on_time = due_ns.saturating_add(step_ns);
        *due_ns = if on_time > time_ns { on_time } else { time_ns.saturating_add(step_ns) };
    }
    is_due
}

fn no_camera(camera: usize, cameras: usize, time_ns: u64) -> RecordError {
    let why = format!("of camera {camera}; the stage has {cameras}, counted from 0");
    RecordError::Refused { what: "a picture", t_s: seconds(time_ns), why }
}

/// Adds a channel of a kind of message.
fn channel<M: Encode>(file: &mut McapFile, topic: &str, part: Part) -> Result<Channel, RecordError> {
    let messages = M::get_message_encoding();
    let schema = M::get_schema();
    let (name, encoding, data) = match &schema {
        Some(schema) => (schema.name.as_str(), schema.encoding.as_str(), &schema.data[..]),
        None => ("", "", &[][..]),
    };
    file.channel(topic, &Form { messages: &messages, schema: name, encoding, data }, part)
}

/// Adds a message.
fn send<M: Encode>(file: &mut McapFile, channel: Channel, time_ns: u64, message: &M) -> Result<(), RecordError> {
    let mut result = Ok(());
    file.message(channel, time_ns, |bytes| result = message.encode(bytes));
    result.map_err(|error| RecordError::Refused {
        what: "a message for viewers",
        t_s: seconds(time_ns),
        why: error.to_string(),
    })
}
