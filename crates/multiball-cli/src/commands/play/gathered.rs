//! What the report needs of a session, gathered while it runs, in little memory.

use std::collections::BTreeMap;

use multiball::court::Side;
use multiball::geometry::portable::hypot;
use multiball::hall::record::{
    BallPlace, JointSample, Message, Recorder, SessionEvent, Snapshot, Stage, StrikerKind, StrokeRecord,
};

use super::thinned::Thinned;
use crate::statistics::Share;

/// Width of the bins of time before the hit, s, and their number.
pub(super) const HORIZON_S: f64 = 0.025;
const HORIZONS: usize = 60;
/// Most values kept of one bin, of the picker's path, of the score, of strokes.
const MOST_ERRORS: usize = 1000;
const MOST_PLACES: usize = 4000;
const MOST_TIMES: usize = 1000;
const MOST_STROKES: usize = 8;

/// A stroke that went well.
#[derive(Debug, Clone)]
pub(super) struct GoodStroke {
    pub(super) number: u64,
    pub(super) robot: String,
    pub(super) hit_s: f64,
    /// How far from the target the ball landed, m.
    pub(super) off_m: f64,
    pub(super) motion: Vec<JointSample>,
}

/// What the report needs of a session.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) stage: Option<Stage>,
    /// Balls in each place, in the order of [`BallPlace::ALL`], over time.
    pub(super) places: Thinned<[u16; 6]>,
    /// Points won by home and away over time.
    pub(super) score: Thinned<[u32; 2]>,
    /// The picker's path, by its length.
    pub(super) path: Thinned<[f64; 2]>,
    path_m: f64,
    /// Where the picker took balls, by their number.
    pub(super) taken: Thinned<[f64; 2]>,
    takes: u32,
    /// Error of the predicted hit, m, by the time before it.
    pub(super) errors: Vec<Thinned<f64>>,
    predicted: u32,
    pub(super) strokes: Thinned<GoodStroke>,
    /// People's strokes that were read as what they were.
    pub(super) reads: BTreeMap<String, Share>,
    /// Serves, who served, how many landed on the other half, and where, by their number.
    pub(super) served: u32,
    pub(super) server: Option<Side>,
    pub(super) serves_landed: u32,
    pub(super) serves: Thinned<[f64; 2]>,
    /// The ball of a serve that has not come down on the other half yet.
    serve: Option<u32>,
    /// The last known positions of the balls.
    balls: Vec<[f64; 2]>,
}

impl Default for Gathered {
    fn default() -> Self {
        Self {
            stage: None,
            places: Thinned::new(MOST_TIMES, 0.1),
            score: Thinned::new(MOST_TIMES, 0.0),
            path: Thinned::new(MOST_PLACES, 0.03),
            path_m: 0.0,
            taken: Thinned::new(MOST_PLACES, 1.0),
            takes: 0,
            errors: vec![Thinned::new(MOST_ERRORS, 1.0); HORIZONS],
            predicted: 0,
            strokes: Thinned::new(MOST_STROKES, 1.0),
            reads: BTreeMap::new(),
            served: 0,
            server: None,
            serves_landed: 0,
            serves: Thinned::new(MOST_PLACES, 1.0),
            serve: None,
            balls: Vec::new(),
        }
    }
}

impl Gathered {
    /// The stroke whose landing is the middle one of those kept: a good one, and a typical one.
    pub(super) fn typical_stroke(&self) -> Option<&GoodStroke> {
        let mut strokes: Vec<&GoodStroke> = self.strokes.values().collect();
        strokes.sort_by(|one, other| one.off_m.total_cmp(&other.off_m));
        strokes.get(strokes.len() / 2).copied()
    }

    fn drive(&mut self, place: [f64; 2]) {
        if let Some(last) = self.path.values().last() {
            self.path_m += hypot(place[0] - last[0], place[1] - last[1]);
        }
        self.path.push(self.path_m, place);
    }

    fn read(&mut self, story: &StrokeRecord) {
        let Some(read) = &story.read else { return };
        let likeliest = read.probabilities.iter().zip(&read.classes).max_by(|one, other| one.0.total_cmp(other.0));
        if let Some((_, class)) = likeliest {
            let share = self.reads.entry(read.was.clone()).or_insert(Share { count: 0, of: 0 });
            share.of += 1;
            share.count += usize::from(*class == read.was);
        }
    }
}

impl Recorder for Gathered {
    fn record(&mut self, message: &Message) {
        match message {
            Message::Stage(stage) => self.stage = Some((**stage).clone()),
            Message::Snapshot(now) => self.snapshot(now),
            Message::Event { t_s, event } => self.event(*t_s, event),
            Message::Stroke(stroke) => self.stroke(stroke),
            Message::Backdrop { .. } | Message::Picture(_) => {}
        }
    }
}

impl Gathered {
    fn snapshot(&mut self, now: &Snapshot) {
        let in_place = |place: BallPlace| now.balls.iter().filter(|ball| ball.place == place).count() as u16;
        self.places.push(now.t_s, BallPlace::ALL.map(in_place));
        if let Some(picker) = &now.picker {
            self.drive(picker.position_m);
        }
        self.balls.clear();
        self.balls.extend(now.balls.iter().map(|ball| [ball.position_m[0], ball.position_m[1]]));
    }

    fn event(&mut self, t_s: f64, event: &SessionEvent) {
        match event {
            SessionEvent::Decided { winner: Some(winner), .. } => {
                let mut points = self.score.values().last().copied().unwrap_or_default();
                points[winner.index()] += 1;
                self.score.push(t_s, points);
            }
            SessionEvent::Moved { ball, to: BallPlace::Picker, .. } => {
                if let Some(place) = self.balls.get(*ball as usize) {
                    self.taken.push(f64::from(self.takes), *place);
                    self.takes += 1;
                }
            }
            SessionEvent::Struck { ball, by, side, .. } => {
                self.serve = (*by == StrikerKind::Server).then_some(*ball);
                if self.serve.is_some() {
                    self.served += 1;
                    self.server = Some(*side);
                }
            }
            SessionEvent::Bounced { ball, on, position_m: [x, y, _], .. }
                if self.serve == Some(*ball) && self.server == Some(on.other()) =>
            {
                self.serves.push(f64::from(self.serves_landed), [*x, *y]);
                self.serves_landed += 1;
                self.serve = None;
            }
            _ => {}
        }
    }

    fn stroke(&mut self, story: &StrokeRecord) {
        self.read(story);
        for predicted in &story.predicted {
            // A ball that never came has no prediction error.
            let Some(error_m) = predicted.error_m else { continue };
            let bin = ((predicted.hit_s - predicted.at_s).max(0.0) / HORIZON_S) as usize;
            if let Some(errors) = self.errors.get_mut(bin) {
                errors.push(f64::from(self.predicted), error_m);
                self.predicted += 1;
            }
        }
        if let (Some(hit_s), Some(off_m)) = (story.end.hit_s, story.end.off_m) {
            let (robot, motion) = (story.robot.clone(), story.motion.clone());
            let stroke = GoodStroke { number: story.stroke, robot, hit_s, off_m, motion };
            self.strokes.push(story.stroke as f64, stroke);
        }
    }
}
