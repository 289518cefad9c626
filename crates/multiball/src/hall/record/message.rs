//! What a session reports, message by message, and who takes it down.

use super::{Picture, SessionEvent, Snapshot, Stage, StrokeRecord};
use crate::vision::Frame;

/// One thing that a session reports.
///
/// The [`Stage`] comes first and once. Backdrops come before the pictures of their camera. The rest comes in order of
/// time, but for touches of balls that roll about after their point, which may come 5 ms late.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// What there is in the hall.
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
    /// A robot's stroke that is over.
    Stroke(Box<StrokeRecord>),
    /// The empty hall as a camera sees it.
    Backdrop {
        /// Index of the camera in [`Stage::cameras`].
        camera: usize,
        /// What it sees.
        frame: Frame,
    },
    /// What a camera saw.
    Picture(Picture),
}

/// How much a recorder wants to hear: making messages takes time, and making pictures takes more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Wants {
    /// Nothing: snapshots, strokes and pictures are not even made.
    Nothing,
    /// All messages but backdrops and pictures.
    #[default]
    Messages,
    /// All messages.
    Pictures,
}

/// Takes down what a session reports: a file, a page, a report.
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
    /// Takes a message down.
    fn record(&mut self, message: &Message);

    /// How much it wants to hear. It may be given more, and may leave that out.
    fn wants(&self) -> Wants {
        Wants::Messages
    }
}

/// Several recorders in place of one.
#[derive(Default)]
pub struct Tee<'a> {
    /// They get every message in this order.
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

/// Takes nothing down.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullRecorder;

impl Recorder for NullRecorder {
    fn record(&mut self, _message: &Message) {}

    fn wants(&self) -> Wants {
        Wants::Nothing
    }
}
