//! The receiver of the ball: what it expects, how it senses the ball, and the record of its stroke.

use super::Play;
use super::point::Point;
use crate::ball::{BallEvent, BallSim, BallState, EventKind, Settings};
use crate::court::{Fault, Side};
use crate::geometry::portable::hypot;
use crate::hall::agent::{BallSensor, Expected, IncomingBall, PointSensor};
use crate::hall::camera_rig::CameraRig;
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{Message, SessionEvent};
use crate::hall::training::context::Context;
use crate::hall::training::errors::TrainingError;
use crate::hall::training::hall::TrainingHall;
use crate::hall::training::learned::Learned;
use crate::hall::training::people::Hint;
use crate::hall::training::recorded_robot::{ExpectedBall, RecordedRobot, SESSION_CALIBRATION};
use crate::hall::training::result::StrokeResult;
use crate::hall::training::stroke_record::StrokeRecordBuilder;
use crate::hall::training::{FRAME_TICKS, frame_in};
use crate::hall::world_from_player;
use crate::opponent::{Incoming, Knows, Reply};
use crate::track::{Estimator, EstimatorSettings};

/// Time before the stroke at which the robot begins to look for the ball, s.
const LOOKS_BEFORE_S: f64 = 0.05;
/// For how long an opponent with measurements only watches a ball before it must answer, s.
const OPPONENT_WATCHES_S: f64 = 0.1;
/// The fastest ball that an opponent can send, m/s: twice the fastest smash that was measured.
const MOST_SPEED: f64 = 65.0;

impl Play {
    /// The home player has struck: an opponent decides at once how to answer; a robot begins to track the ball.
    pub(super) fn opponent_responds(&mut self, now: &mut Context<'_>, event: &BallEvent) -> Result<(), TrainingError> {
        let number = self.expected + 1;
        if self.robots[Side::Away.index()].is_some() {
            let place = world_from_player(Side::Away).from_world(&event.before.position);
            self.expect_ball(now, Side::Away, Hint::of_seen_racket(&self.hall, (self.seed, number), event.t_s, place));
            return Ok(());
        }
        let (hall, learned, seed) = (&self.hall, &self.learned, self.seed);
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        let measured = match opponent.knows() {
            Knows::Truth => Some((event.after, event.t_s)),
            Knows::Measurements => measured(hall, (seed, number), event),
        };
        let Some((ball, known_s)) = measured else { return Ok(()) };
        let incoming = Incoming { struck_s: event.t_s, ball };
        let Ok(reply) = opponent.respond(&incoming, &mut stream(seed, number, Purpose::Answer)) else { return Ok(()) };
        check(&reply, event.t_s)?;
        // An opponent that strikes before the ball was measured cannot have known its path.
        if reply.contact_s < known_s {
            return Ok(());
        }
        let hint = Hint::of_reply(hall, learned, (seed, number), opponent.body(), &reply);
        if let Some(point) = &mut self.point {
            point.reply = Some(reply);
        }
        self.expect_ball(now, Side::Home, hint);
        Ok(())
    }

    /// Announces a ball to a robot. The record of its last stroke ends here.
    pub(super) fn expect_ball(&mut self, now: &mut Context<'_>, side: Side, hint: Hint) {
        let Some(point) = self.point.as_ref().map(|point| point.number) else { return };
        let Some(robot) = &self.robots[side.index()] else { return };
        self.expected += 1;
        let (stroke, struck_s, measured_s) = (self.expected, hint.struck_s, hint.measured_s);
        let builder = StrokeRecordBuilder::new(stroke, point, side, struck_s, hint.read.clone());
        let (read, spin) = (hint.probabilities, hint.spin);
        let expected = Expected { struck_s: measured_s, read, spin, sensor: self.sensor(robot, stroke, hint) };
        let incoming = ExpectedBall { expected, opens_s: struck_s - LOOKS_BEFORE_S, builder };
        let now_s = now.now_s();
        let before = self.robots[side.index()].as_mut().and_then(|robot| robot.expect(now_s, incoming));
        let Some(builder) = before else { return };
        self.settle(now, side);
        if builder.hit_s.is_some() && builder.landing.is_none() {
            // The ball has not landed yet.
            self.landing[side.index()] = Some(builder);
        } else {
            self.close(now, builder, None);
        }
    }

    /// Ends the record of a stroke whose landing was awaited.
    pub(super) fn settle(&mut self, now: &mut Context<'_>, side: Side) {
        if let Some(builder) = self.landing[side.index()].take() {
            self.close(now, builder, None);
        }
    }

    /// A sensor for a ball.
    fn sensor(&self, robot: &RecordedRobot, stroke: u64, hint: Hint) -> BallSensor {
        let Hint { measured_s: contact_s, places, spin, .. } = hint;
        // Until the stroke the ball before is measured. Most contact times are measured so well.
        let since_s = contact_s + 2.0 * self.hall.options.sensors.contact_time_sd_s;
        let rng = stream(self.seed, stroke, Purpose::Measurement);
        robot.sensor(
            IncomingBall { contact_s, places, spin, since_s },
            cameras(&self.hall, &self.learned, robot.side, stroke),
            rng,
        )
    }

    /// A robot has struck: it watches its return with its own sensors. Nothing is watched that cannot teach anything.
    pub(super) fn watch_return(&mut self, side: Side) {
        let rng = stream(self.seed, self.expected, Purpose::ReturnMeasurement);
        let cameras = cameras(&self.hall, &self.learned, side, self.expected);
        if let Some(robot) = &mut self.robots[side.index()] {
            robot.watch(cameras, rng);
        }
    }

    /// Notes that a robot's return has landed on the far half.
    pub(super) fn note_landing(&mut self, now: &mut Context<'_>, striker: Side, event: &BallEvent) {
        let target = self.hall.target(striker);
        let awaited = self.landing[striker.index()].as_mut();
        let builder = awaited.or_else(|| self.robots[striker.index()].as_mut().and_then(RecordedRobot::builder));
        let Some(builder) = builder.filter(|builder| builder.hit_s.is_some() && builder.landing.is_none()) else {
            return;
        };
        let place = [event.before.position.x, event.before.position.y];
        builder.landing = Some(place);
        let off_m = off(place, target);
        now.report(event.t_s, SessionEvent::Landed { stroke: builder.stroke, position_m: place, off_m });
    }

    /// Counts a stroke and reports its record.
    pub(super) fn close(&mut self, now: &mut Context<'_>, builder: StrokeRecordBuilder, fault: Option<Fault>) {
        let target = self.hall.target(builder.side);
        let legal = builder.landing.filter(|_| fault.is_none());
        let played = &mut self.played_balls[builder.side.index()];
        *played += 1;
        self.strokes.push(StrokeResult {
            point: builder.point,
            side: builder.side,
            warm_up: *played <= self.hall.options.warm_up,
            hit: builder.hit_s.is_some(),
            landing_m: legal,
            off_m: legal.map(|landing| off(landing, target)),
            predicted_error_m: builder.predicted_error_m(),
        });
        if now.is_recorded() {
            let off_m = builder.landing.map(|landing| off(landing, target));
            now.recorder().record(&Message::Stroke(Box::new(builder.finish(off_m, fault))));
        }
    }

    /// One tick of the robots: sensing, planning and drives.
    pub(super) fn tick_robots(&mut self, now: &mut Context<'_>) {
        let tick = now.tick();
        let ball = self.point.as_ref().and_then(Point::ball).copied();
        let filmed = self.robots.iter().flatten().any(|robot| robot.wants_picture(tick));
        let frame = frame_in(tick, self.hall.options.film.rate_hz).filter(|_| filmed);
        let scene_frame = frame.map(|frame| self.scene_frame((frame, tick), now.balls().flying()));
        let (now_s, noted) = (now.now_s(), now.is_recorded() && now.is_every(FRAME_TICKS));
        let (recorder, hooks) = now.recorder_and_hooks();
        for (robot, landing) in self.robots.iter_mut().zip(&mut self.landing) {
            let Some(robot) = robot else { continue };
            let scene = self.learned.rig.as_ref().zip(scene_frame.as_ref());
            robot.tick(tick, ball.as_ref(), scene, recorder, hooks);
            if noted {
                robot.note_joints(now_s, landing.as_mut());
            }
        }
    }
}

/// The cameras of a robot, and the number of their calibration errors for a ball: those of the session or its own. Only
/// the robot at home has cameras.
fn cameras<'a>(hall: &TrainingHall, learned: &'a Learned, side: Side, stroke: u64) -> Option<(&'a CameraRig, u64)> {
    let number = hall.options.sensors.calibration.number(SESSION_CALIBRATION, stroke);
    learned.rig.as_ref().filter(|_| side == Side::Home).map(|rig| (rig, number))
}

/// An opponent's estimate of the ball that the home player has struck, from points over its first frames. Returns the
/// ball just after the stroke, and when the estimate is available, s; nothing where there is no estimate.
fn measured(hall: &TrainingHall, (seed, number): (u64, u64), event: &BallEvent) -> Option<(BallState, f64)> {
    let (options, frame) = (&hall.options, world_from_player(Side::Away));
    let sensors = options.sensors;
    let mut sim = BallSim::with_settings(&options.physics, &hall.around, event.after, event.t_s, Settings::FAST);
    // The estimator assumes that balls fly to the home end. Every point is of this ball.
    let estimator = Box::new(Estimator::new(hall.priors, EstimatorSettings::RALLY));
    let rng = Box::new(stream(seed, number, Purpose::OpponentMeasurement));
    let mut points = PointSensor { estimator, since_s: f64::NEG_INFINITY, sensors, rng };
    for number in 0..(OPPONENT_WATCHES_S * sensors.rate_hz).round() as u32 {
        let t_s = event.t_s + f64::from(number) / sensors.rate_hz;
        while sim.next_event(t_s).is_some_and(|event| event.kind != EventKind::Rest) {}
        points.observe(t_s, &frame.from_world(&sim.state().position));
    }
    let there = points.estimator.prediction()?.at(event.t_s)?;
    let ball = BallState::new(there.position, there.velocity, there.spin);
    Some((frame.to_world(&ball), event.t_s + OPPONENT_WATCHES_S + sensors.delay_s()))
}

/// Refuses a reply that is physically impossible.
fn check(reply: &Reply, struck_s: f64) -> Result<(), TrainingError> {
    let Reply { contact_s, struck: BallState { position, velocity, spin }, .. } = reply;
    let finite = position.iter().chain(velocity).chain(spin).all(|value| value.is_finite());
    let (speed_m_s, most_m_s) = (velocity.norm(), MOST_SPEED);
    if finite && *contact_s > struck_s && contact_s.is_finite() && position.x < 0.0 && speed_m_s <= most_m_s {
        return Ok(());
    }
    let (x_m, y_m, z_m) = (position.x, position.y, position.z);
    Err(TrainingError::Reply { struck_s, contact_s: *contact_s, x_m, y_m, z_m, speed_m_s, most_m_s })
}

fn off([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> f64 {
    hypot(x - to_x, y - to_y)
}
