//! One round: the opponent's stroke, the player's answer, the referee.

use rand::RngExt;

use super::{PredictionError, RailHall, RailHallError, RailRound, RecordedJoints, SpinKnowledge};
use crate::ball::{BallSim, BallState, EventKind, RacketMotion, Settings};
use crate::court::{Decision, Play, Referee, Side};
use crate::hall::agent::{Expected, IncomingBall, JointLog, RobotAgent, Struck, TICK_S, Visible, WATCHED_S};
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::{FilmedFlight, FilmedStroke, LAST_X};
use crate::hall::random::{Purpose, stream};
use crate::hall::rig::RobotRig;
use crate::hall::seen_stroke::SeenStroke;
use crate::opponent::{Human, StrokeMotion};
use crate::player::{Intent, OwnStroke, SpinHint, WhyNot};
use crate::track::{SpinPrior, Stroke};

/// Longest time from the stroke until a ball is out of play, s.
const LONGEST_S: f64 = 2.5;
/// Warm-up balls have numbers of their own.
const WARM_UP_ROUNDS: u64 = 1 << 48;
/// Standard deviation of the spin prior when the true spin is given, rad/s.
const GIVEN_SPIN_SD: f64 = 3.0;

/// An opponent's stroke: the ball, the body's motion, and how it was observed.
pub(super) struct Served {
    ball: BallState,
    /// When it is struck, s: anywhere between two frames.
    pub(super) stroke_s: f64,
    /// The player's measurement of that time, s.
    pub(super) contact_s: f64,
    motion: StrokeMotion,
    seen: SeenStroke,
}

/// The player's response: recorded motion and last plan.
struct Response {
    drive: RecordedJoints,
    planned: Option<Intent>,
    why_not: Option<WhyNot>,
    struck: Option<Struck>,
}

/// Who plays a round: the rig, the round's number, and that of the calibration errors.
struct Setup<'a> {
    rig: &'a RobotRig,
    round: u64,
    calibration: u64,
}

/// The outcome of the ball, with the referee's decision.
struct Judged {
    hit: bool,
    landing: Option<(f64, f64)>,
    decision: Option<Decision>,
    /// The ball after the touch of the racket's face, and when, s; none where the wood touched it.
    returned: Option<(f64, BallState)>,
}

impl RailHall {
    /// Plays one round; it depends on the seed and its number alone.
    ///
    /// # Errors
    /// When the opponent finds no ball to play.
    pub fn play(&self, round: u64) -> Result<RailRound, RailHallError> {
        let number = (round % self.rigs.len() as u64) as usize;
        let setup = self.setup(number, &self.rigs[number], round);
        let served = self.serve(round)?;
        let response = self.respond(&setup, &served)?;
        Ok(self.result(&served, &response, &self.judge(&served, &response.drive)))
    }

    fn setup<'a>(&self, number: usize, rig: &'a RobotRig, round: u64) -> Setup<'a> {
        Setup { rig, round, calibration: self.calibration_of(number, round) }
    }

    /// Number of the cameras' calibration errors in a round of a rig.
    pub(super) fn calibration_of(&self, number: usize, round: u64) -> u64 {
        self.options.sensors.calibration.number(number as u64, round)
    }

    /// Lets a rig play one ball of its warm-up and learn from it.
    pub(super) fn practise(&self, number: usize, rig: &mut RobotRig, ball: u64) -> Result<(), RailHallError> {
        if let Some((struck, stroke)) = self.practised(number, rig, ball)? {
            rig.learn(0.0, &struck, stroke.as_ref());
        }
        Ok(())
    }

    /// One ball of a rig's warm-up as its sensors saw it: the ball that it struck at, and its return. `None` without a
    /// stroke.
    pub(super) fn practised(
        &self,
        number: usize,
        rig: &RobotRig,
        ball: u64,
    ) -> Result<Option<(Struck, Option<OwnStroke>)>, RailHallError> {
        let round = WARM_UP_ROUNDS + ((number as u64) << 24) + ball;
        let setup = self.setup(number, rig, round);
        let served = self.serve(round)?;
        let response = self.respond(&setup, &served)?;
        let judged = self.judge(&served, &response.drive);
        let stroke = self.observe_return(&setup, &served, &response, &judged)?;
        Ok(response.struck.map(|struck| (struck, stroke)))
    }

    fn result(&self, served: &Served, response: &Response, judged: &Judged) -> RailRound {
        let Judged { hit, landing, decision, .. } = *judged;
        let likeliest = |read: [f64; 4]| (0..read.len()).max_by(|a, b| read[*a].total_cmp(&read[*b]));
        let fault = match decision {
            Some(Decision::Point { fault, .. }) => Some(fault),
            _ => None,
        };
        RailRound {
            stroke: served.motion.stroke(),
            read: served.seen.probabilities().and_then(likeliest).map(|index| Stroke::ALL[index]),
            hit,
            landing: landing.filter(|_| fault.is_none()),
            fault,
            why_not: response.why_not.clone(),
            predicted: response.planned.map(|planned| {
                let mut sim = self.ball(served);
                while sim.next_event(planned.ball_s).is_some_and(|event| event.kind != EventKind::Rest) {}
                PredictionError::of(&planned, sim.state())
            }),
        }
    }

    /// The opponent's stroke.
    pub(super) fn serve(&self, round: u64) -> Result<Served, RailHallError> {
        let mut rng = stream(self.seed, round, Purpose::Feed);
        let human = Human::draw(&mut rng).playing_with(&self.court, &self.options.physics.body);
        let stroke = Stroke::ALL[rng.random_range(0..Stroke::ALL.len())];
        let ball = self.shots.draw(self.options.shots, stroke, human.right_handed, &mut rng)?;
        let motion = StrokeMotion::draw(&human, stroke, &ball, self.lesson.feint_share, &mut rng);
        let (observer, sd_s) = ((&self.lesson, Some(&self.schooling)), self.options.sensors.contact_time_sd_s);
        let seen = SeenStroke::watch(observer, (&motion, human.right_handed), sd_s, &mut rng);
        let film = &self.options.film;
        let stroke_s = film.lead_s + rng.random_range(0.0..1.0) / film.rate_hz;
        Ok(Served { ball, stroke_s, contact_s: stroke_s + seen.error_s, motion, seen })
    }

    /// The ball from the stroke on.
    fn ball(&self, served: &Served) -> BallSim {
        BallSim::with_settings(&self.options.physics, &self.around, served.ball, served.stroke_s, Settings::FAST)
    }

    /// What is known of the ball's spin before the first measurement.
    fn spin_hint(&self, served: &Served) -> SpinHint {
        SpinHint::Read(match self.options.spin {
            SpinKnowledge::Nothing => SpinPrior::UNKNOWN,
            SpinKnowledge::Stroke => served.seen.spin(Some(&self.schooling)),
            SpinKnowledge::True => SpinPrior::known(&served.ball.velocity, &served.ball.spin, GIVEN_SPIN_SD),
        })
    }

    /// The film of a stroke, where there are cameras.
    fn film(&self, round: u64, served: &Served) -> Result<Option<FilmedFlight>, RailHallError> {
        if self.cameras.is_none() {
            return Ok(None);
        }
        let stroke = FilmedStroke {
            physics: self.options.physics,
            court: self.court,
            struck: served.ball,
            stroke_s: served.stroke_s,
            body: served.motion.clone(),
        };
        Ok(Some(FilmedFlight::of_stroke(stroke, self.seed, round, &self.options.film)?))
    }

    /// The cameras, where there are some, and the number of their calibration errors.
    fn cameras(&self, setup: &Setup<'_>) -> Option<(&CameraRig, u64)> {
        self.cameras.as_ref().map(|cameras| (cameras, setup.calibration))
    }

    /// The robot perceives, plans and moves until the ball is hit or past.
    fn respond(&self, setup: &Setup<'_>, served: &Served) -> Result<Response, RailHallError> {
        let options = &self.options;
        let film = self.film(setup.round, served)?;
        let mut robot = setup.rig.agent.clone();
        robot.draw_latency_from(stream(self.seed, setup.round, Purpose::Latency));
        let (contact_s, places, spin) = (served.contact_s, served.seen.places(served.stroke_s), self.spin_hint(served));
        // No other ball is in play: every point of a round is of this one.
        let ball = IncomingBall { contact_s, places, spin, since_s: f64::NEG_INFINITY };
        let rng = stream(self.seed, setup.round, Purpose::Measurement);
        let sensor = setup.rig.sensor(ball, self.cameras(setup), rng);
        let read = served.seen.probabilities();
        robot.expect(0.0, Expected { struck_s: contact_s, read, spin, sensor });
        let mut drive = RecordedJoints::new(setup.rig.robot.clone(), TICK_S).with_blade(setup.rig.blade);
        let balls = self.free_flight(served);
        let mut frame = 0;
        for tick in 0.. {
            let now_s = f64::from(tick) * TICK_S;
            let stamp_s = frame as f64 / options.film.rate_hz;
            let (is_due, none_left) = (frame < balls.len() && now_s >= stamp_s, frame == balls.len());
            let take = |robot: &mut RobotAgent| {
                let arm = robot.seen_arm(robot.joints());
                let scene_frame = film.as_ref().map(|film| film.scene_frame(frame).with_arm(arm));
                let scene = self.cameras.as_ref().zip(scene_frame.as_ref());
                robot.expose(stamp_s, &Visible { ball: balls[frame].as_ref(), scene });
                frame += 1;
            };
            robot.sense(now_s, is_due, take, &mut ());
            if none_left && now_s >= stamp_s + options.sensors.delay_s() && !robot.is_over(now_s) {
                break;
            }
            robot.act(now_s);
            drive.record(robot.joints_before());
            if robot.is_ready(now_s) || now_s > served.stroke_s + LONGEST_S {
                break;
            }
        }
        Ok(Response { drive, planned: robot.planned().copied(), why_not: robot.why_not(), struck: robot.struck() })
    }

    /// The ball in every frame, without the player; none before the stroke.
    fn free_flight(&self, served: &Served) -> Vec<Option<BallState>> {
        let period_s = 1.0 / self.options.film.rate_hz;
        let before = (served.stroke_s / period_s).ceil() as usize;
        let mut balls: Vec<Option<BallState>> = vec![None; before];
        let mut sim = self.ball(served);
        let until_s = served.stroke_s + LONGEST_S;
        let mut past = false;
        while !past {
            let event = sim.next_event_among(until_s, &[], &mut |segment| {
                for t_s in segment.ticks(0.0, period_s, balls.len()) {
                    let ball = segment.state_at(t_s);
                    past |= ball.position.x > LAST_X;
                    if past {
                        break;
                    }
                    balls.push(Some(ball));
                }
            });
            past |= event.is_none_or(|event| matches!(event.kind, EventKind::Floor | EventKind::Rest | EventKind::Net));
        }
        balls
    }

    /// Simulates the ball through the court with the recorded motion of the arm.
    fn judge(&self, served: &Served, drive: &RecordedJoints) -> Judged {
        let mut referee = Referee::for_feed(self.court, Side::Away);
        let mut sim = self.ball(served);
        let rackets: [&dyn RacketMotion; 1] = [drive];
        let touched = drive.touches(&self.court);
        let (mut hit, mut returned, mut landing) = (false, None, None);
        while referee.decision().is_none() && landing.is_none() {
            let until_s = served.stroke_s + 2.0 * LONGEST_S;
            let Some(event) = sim.next_event_among(until_s, &rackets, &mut |_| {}) else { break };
            if let Some((_, what)) = touched.filter(|(t_s, _)| *t_s < event.t_s) {
                referee.see(Play::PlayerTouches { by: Side::Home, what });
                break;
            }
            if let EventKind::Racket(_, part) = event.kind {
                // A touch with the wood is a hit. It sounds different, before the face or after it, and the robot
                // learns nothing from such a return.
                returned = match (hit, part.is_face()) {
                    (false, true) => Some((event.t_s, event.after)),
                    (_, false) => None,
                    (true, true) => returned,
                };
                hit = true;
            }
            let Some(play) = Play::of_event(&event, Side::Home) else { continue };
            if hit && play == (Play::Bounce { on: Side::Away }) {
                landing = Some((event.before.position.x, event.before.position.y));
            }
            referee.see(play);
        }
        Judged { hit, landing, decision: referee.decision(), returned }
    }
}

impl RailHall {
    /// The robot watches its return with its own sensors.
    fn observe_return(
        &self,
        setup: &Setup<'_>,
        served: &Served,
        response: &Response,
        judged: &Judged,
    ) -> Result<Option<OwnStroke>, RailHallError> {
        let (Some(struck), Some((hit_s, after))) = (&response.struck, judged.returned) else { return Ok(None) };
        let film = self.film(setup.round, served)?;
        let rng = stream(self.seed, setup.round, Purpose::ReturnMeasurement);
        let mut watch = setup.rig.return_watch(struck.clone(), self.cameras(setup), rng);
        let period_s = 1.0 / self.options.film.rate_hz;
        let mut sim = BallSim::with_settings(&self.options.physics, &self.around, after, hit_s, Settings::FAST);
        let first = (hit_s / period_s).ceil() as usize;
        for frame in first..first + (WATCHED_S / period_s) as usize {
            let stamp_s = frame as f64 * period_s;
            while sim.next_event(stamp_s).is_some_and(|event| event.kind != EventKind::Rest) {}
            let joints = response.drive.joints(stamp_s);
            let arm = joints.and_then(|joints| setup.rig.agent.seen_arm(joints));
            let scene_frame =
                film.as_ref().map(|film| film.scene_frame_showing(frame, Some(sim.state())).with_arm(arm));
            let visible = Visible { ball: Some(sim.state()), scene: self.cameras.as_ref().zip(scene_frame.as_ref()) };
            watch.look(stamp_s, &visible, |own| {
                if let Some(joints) = joints {
                    setup.rig.agent.own_solids(joints.position, own);
                }
            });
        }
        let mut log = JointLog::new(setup.rig.robot.joint_count());
        response.drive.replay(struck.planned.hit_s, &mut log);
        watch.take_joints(f64::INFINITY, &log);
        Ok(watch.finish())
    }
}
