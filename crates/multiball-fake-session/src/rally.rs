//! Rallies of the hall that is made up: balls on parabolas between what happens to them, and the picker that tidies up.

use multiball::court::Side;
use multiball::hall::record::{
    BallPlace, JointSample, Message, PlannedStroke, PredictedHit, ReadStroke, Recorder, SeenPoint, SessionEvent,
    StrikerKind, StrokeEnd, StrokeRecord,
};
use rand::RngExt;

use crate::Hall;
use crate::court::Script;

/// A rally under way.
pub(crate) struct Rally {
    ball: usize,
    began_s: f64,
    script: Script,
    next: usize,
}

impl Hall {
    /// Moves the ball in play, and reports what happens to it.
    pub(crate) fn rally(&mut self, recorder: &mut dyn Recorder) {
        if self.rally.is_none() {
            self.begin();
        }
        let Some(mut rally) = self.rally.take() else { return };
        while let Some((after_s, place, what)) =
            rally.script.get(rally.next).filter(|next| rally.began_s + next.0 <= self.now_s)
        {
            let t_s = rally.began_s + after_s;
            self.balls[rally.ball].position_m = *place;
            recorder.record(&Message::Event { t_s, event: what.clone() });
            self.count(recorder, t_s, rally.ball, what);
            if let SessionEvent::Struck { by: StrikerKind::Robot, .. } = what {
                self.record_stroke(recorder, t_s);
            }
            rally.next += 1;
        }
        if rally.next < rally.script.len() {
            self.fly(&rally, recorder);
            self.rally = Some(rally);
        }
    }

    fn begin(&mut self) {
        let Some(ball) = self.balls.iter().position(|ball| ball.place == BallPlace::Hopper) else { return };
        let script = self.court.script(ball as u32, &mut self.rng);
        self.rally = Some(Rally { ball, began_s: self.now_s, script, next: 0 });
    }

    /// Updates the place where the ball is counted.
    fn count(&mut self, recorder: &mut dyn Recorder, t_s: f64, ball: usize, what: &SessionEvent) {
        let to = match what {
            SessionEvent::PointBegan { .. } => BallPlace::Toss,
            SessionEvent::Struck { by: StrikerKind::Server, .. } => BallPlace::Flight,
            SessionEvent::Decided { .. } => BallPlace::Floor,
            _ => return,
        };
        let from = self.balls[ball].place;
        // A ball that was not struck is on the floor without a flight.
        self.balls[ball].place = to;
        if to == BallPlace::Floor {
            self.balls[ball].position_m[2] = -0.74;
        }
        recorder.record(&Message::Event { t_s, event: SessionEvent::Moved { ball: ball as u32, from, to } });
    }

    fn fly(&mut self, rally: &Rally, recorder: &mut dyn Recorder) {
        let (Some(last), Some(next)) = (rally.script.get(rally.next.wrapping_sub(1)), rally.script.get(rally.next))
        else {
            return;
        };
        let span = (next.0 - last.0).max(1e-9);
        let share = ((self.now_s - rally.began_s - last.0) / span).clamp(0.0, 1.0);
        let at = |axis: usize, share: f64| last.1[axis] + (next.1[axis] - last.1[axis]) * share;
        let high = |share: f64| at(2, share) + 4.9 * span * span * share * (1.0 - share);
        self.balls[rally.ball].position_m = [at(0, share), at(1, share), high(share)];
        if matches!(last.2, SessionEvent::Struck { by: StrikerKind::Person, .. }) {
            let path = (0..20).map(|step| {
                let share = f64::from(step) / 19.0;
                [self.now_s + share * span, at(0, share), at(1, share), high(share), 0.001 + 0.02 * share]
            });
            let meeting = (share > 0.3).then_some([self.now_s + 0.3, 1.6, 0.1, 0.25]);
            recorder.record(&Message::Event {
                t_s: self.now_s,
                event: SessionEvent::Predicted { stroke: self.strokes + 1, path: path.collect(), meeting },
            });
        }
    }

    fn record_stroke(&mut self, recorder: &mut dyn Recorder, t_s: f64) {
        self.strokes += 1;
        let stroke = self.strokes;
        let rng = &mut self.rng;
        let mut near = |middle: f64| middle + rng.random_range(-0.02..0.02);
        let seen = (0..40).map(|index| {
            let truth_m = [-1.5 + 0.07 * f64::from(index), 0.1, 0.3];
            SeenPoint { t_s: t_s - 0.5 + 0.01 * f64::from(index), position_m: truth_m.map(&mut near), truth_m }
        });
        let seen = seen.collect();
        let predicted = |index: i32| PredictedHit {
            at_s: t_s - 0.3,
            hit_s: t_s,
            position_m: [1.6, 0.1, 0.2],
            error_m: (index > 0).then(|| 0.1 / f64::from(index + 1)),
        };
        let sample = |index: i32| JointSample {
            t_s: t_s - 0.5 + 0.01 * f64::from(index),
            commanded: (0..6).map(|joint| (f64::from(index * joint) * 0.01).sin()).collect(),
            moved: (0..6).map(|joint| (f64::from(index * joint) * 0.01 - 0.02).sin()).collect(),
        };
        let planned = PlannedStroke {
            hit_s: t_s,
            ball_m: [1.6, 0.1, 0.25],
            ball_velocity_m_s: [4.0, 0.1, -0.3],
            ball_spin_rad_s: [0.0, 150.0, 3.0],
            racket_m: [1.62, 0.1, 0.25],
            racket_normal: [-1.0, 0.0, 0.0],
            racket_velocity_m_s: [-1.5, 0.0, 0.7],
            target_m: [-0.9, 0.3],
        };
        let classes: Vec<String> = ["drive", "push"].map(String::from).into();
        let record = StrokeRecord {
            stroke,
            point: 1,
            robot: "player".into(),
            side: Side::Home,
            struck_s: t_s - 0.5,
            read: Some(ReadStroke { was: "drive".into(), classes, probabilities: vec![0.75, 0.25] }),
            seen,
            predicted: (0..10).map(predicted).collect(),
            planned: Some(planned),
            motion: (0..100).map(sample).collect(),
            end: StrokeEnd {
                hit_s: Some(t_s),
                landing_m: Some([-0.9, 0.31]),
                off_m: Some(0.01),
                fault: None,
                why_not: None,
                last_look_s: Some(0.05),
            },
        };
        recorder.record(&Message::Stroke(Box::new(record)));
        recorder.record(&Message::Event {
            t_s,
            event: SessionEvent::Landed { stroke, position_m: [-0.9, 0.31], off_m: 0.01 },
        });
        let share = 1.0 / (stroke as f64 + 1.0);
        let numbers = vec![[2.0 - 2.0 * share, 1.7 * share], [0.93 - 0.03 * share, 0.02 * share]];
        let event = SessionEvent::FoundOut { robot: "player".into(), strokes: stroke, flights: stroke, numbers };
        recorder.record(&Message::Event { t_s, event });
    }

    /// The picker goes to a ball on the floor, takes it, and throws what it has into the hopper when it is full.
    pub(crate) fn pick(&mut self, recorder: &mut dyn Recorder) {
        let Some(target) = self.balls.iter().position(|ball| ball.place == BallPlace::Floor) else { return };
        let [x, y, _] = self.balls[target].position_m;
        let picker = &mut self.picker;
        let (dx, dy) = (x - picker.position_m[0], y - picker.position_m[1]);
        let distance = dx.hypot(dy);
        picker.heading_rad = dy.atan2(dx);
        picker.battery -= 1e-6;
        if distance > 0.02 {
            picker.position_m =
                [picker.position_m[0] + 0.01 * dx / distance, picker.position_m[1] + 0.01 * dy / distance];
            picker.believed_m = picker.position_m.map(|place| place + 0.01 * (place * 7.0).sin());
            return;
        }
        picker.holds += 1;
        self.shift(recorder, target, BallPlace::Picker);
        if self.picker.holds >= 5 {
            self.picker.holds = 0;
            for place in [BallPlace::Launcher, BallPlace::Hopper] {
                let from = if place == BallPlace::Hopper { BallPlace::Launcher } else { BallPlace::Picker };
                for ball in 0..self.balls.len() {
                    if self.balls[ball].place == from {
                        self.shift(recorder, ball, place);
                    }
                }
            }
        }
        let route_m = vec![self.picker.position_m, [x, y]];
        recorder.record(&Message::Event { t_s: self.now_s, event: SessionEvent::PickerPlanned { route_m } });
        recorder
            .record(&Message::Event { t_s: self.now_s, event: SessionEvent::PickerTurnsTo { state: "drive".into() } });
        recorder.record(&Message::Event { t_s: self.now_s, event: SessionEvent::Waiting { reason: None } });
    }

    fn shift(&mut self, recorder: &mut dyn Recorder, ball: usize, to: BallPlace) {
        let from = self.balls[ball].place;
        self.balls[ball].place = to;
        if to == BallPlace::Hopper {
            self.balls[ball].position_m = [1.9, 0.9, 0.4];
        }
        recorder
            .record(&Message::Event { t_s: self.now_s, event: SessionEvent::Moved { ball: ball as u32, from, to } });
    }
}
