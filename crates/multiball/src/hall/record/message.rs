//! The messages that a session reports, and the recorders that receive them.

use super::{Picture, SessionEvent, Snapshot, Stage, StrokeRecord};
use crate::vision::Frame;

/// A message of a session.
///
/// The [`Stage`] comes first and once. Backdrops come before the pictures of their camera. The rest comes in order of
/// time, except contacts of balls that still move after their point, which may come 5 ms late.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// The static contents of the hall.
    Stage(Box<Stage>),
    /// Everything that moves, at one time.
    Snapshot(Snapshot),
    /// Something that happened.
    Event {
        /// When, s.
        t_s: f64,
        /// What.
        event: SessionEvent,
    },
    /// The record of a robot's stroke that is over.
    Stroke(Box<StrokeRecord>),
    /// The empty hall as a camera sees it.
    Backdrop {
        /// Index of the camera in [`Stage::cameras`].
        camera: usize,
        /// Its image.
        frame: Frame,
    },
    /// Regions that a camera read.
    Picture(Picture),
}

/// Which messages a recorder wants: creating messages takes time, and rendering pictures takes more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Wants {
    /// Nothing: snapshots, strokes and pictures are not created.
    Nothing,
    /// All messages but backdrops and pictures.
    #[default]
    Messages,
    /// All messages.
    Pictures,
}

/// Receives the messages of a session and writes them to a file, a page or a report.
///
/// A recorder changes nothing in the session, and gets the same messages for the same scenario and seed.
///
/// ```
/// use multiball::hall::record::{Message, Recorder, SessionEvent};
///
/// /// Counts bounces.
/// #[derive(Default)]
/// struct Bounces(u32);
///
/// impl Recorder for Bounces {
///     fn record(&mut self, message: &Message) {
///         self.0 += u32::from(matches!(message, Message::Event { event: SessionEvent::Bounced { .. }, .. }));
///     }
/// }
/// ```
pub trait Recorder {
    /// Receives a message.
    fn record(&mut self, message: &Message);

    /// Which messages it wants. It may receive more, and may ignore those.
    fn wants(&self) -> Wants {
        Wants::Messages
    }
}

/// Several recorders in place of one.
#[derive(Default)]
pub struct Tee<'a> {
    /// They receive every message in this order.
    pub recorders: Vec<&'a mut (dyn Recorder + Send)>,
}

impl Recorder for Tee<'_> {
    fn record(&mut self, message: &Message) {
        self.recorders.iter_mut().for_each(|recorder| recorder.record(message));
    }

    fn wants(&self) -> Wants {
        self.recorders.iter().map(|recorder| recorder.wants()).max().unwrap_or(Wants::Nothing)
    }
}

/// A recorder that ignores every message.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _message: &Message) {}

    fn wants(&self) -> Wants {
        Wants::Nothing
    }
}
