//! The first rally of a session that is worth showing.

use multiball::hall::record::{Message, Recorder, SessionEvent, Snapshot, Stage};

use crate::show::{Filmstrip, Frame};

/// A rally worth showing has so many strokes; it is looked for among the first points.
const SHOWN_STROKES: u32 = 8;
const SEARCHED_POINTS: u64 = 50;
/// How much of a rally goes into the moving picture, s, and how finely, so that the file stays small.
const FILMED_S: f64 = 6.0;
const FRAMES_PER_S: f64 = 25.0;
/// Times of snapshots are right to this, s.
const TIME_S: f64 = 1e-6;

/// Films the rallies of planar robots until one is worth showing.
#[derive(Default)]
pub(super) struct Film {
    stage: Option<Box<Stage>>,
    /// When the rally under way began, s, and its frames.
    began_s: f64,
    strip: Option<Filmstrip>,
    /// The very first rally, should none be worth showing.
    first: Option<Filmstrip>,
    chosen: Option<Filmstrip>,
}

impl Film {
    /// Whether a rally worth showing is still searched for.
    pub(super) fn is_looking(&self) -> bool {
        self.chosen.is_none()
    }

    /// The rally to show: the first that is worth it, or the very first.
    pub(super) fn shown(self) -> Filmstrip {
        self.chosen.or(self.first).unwrap_or_else(|| Filmstrip::new(FRAMES_PER_S))
    }

    fn take(&mut self, now: &Snapshot) {
        let (Some(stage), Some(strip)) = (&self.stage, &mut self.strip) else { return };
        let t_s = now.t_s - self.began_s + TIME_S;
        if t_s >= strip.duration_s() && t_s <= FILMED_S + 2.0 * TIME_S {
            strip.frames.extend(Frame::of(stage, now));
        }
    }

    fn end(&mut self, strokes: u32) {
        let Some(strip) = self.strip.take() else { return };
        if strokes >= SHOWN_STROKES {
            self.chosen = Some(strip);
        } else {
            self.first.get_or_insert(strip);
        }
    }
}

impl Recorder for Film {
    fn record(&mut self, message: &Message) {
        match message {
            Message::Stage(stage) => self.stage = Some(stage.clone()),
            Message::Snapshot(now) => self.take(now),
            Message::Event { t_s, event: SessionEvent::PointBegan { point, .. } } => {
                let wanted = self.is_looking() && *point <= SEARCHED_POINTS;
                self.began_s = *t_s;
                self.strip = wanted.then(|| Filmstrip::new(FRAMES_PER_S));
            }
            Message::Event { event: SessionEvent::Decided { strokes, .. }, .. } => self.end(*strokes),
            _ => {}
        }
    }
}
