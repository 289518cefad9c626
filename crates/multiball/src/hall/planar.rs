//! Two planar robots play each other: one round of the planar scenario.

use std::sync::atomic::{AtomicBool, Ordering};

use rand_chacha::ChaCha8Rng;

use super::hooks::NoHooks;
use super::planar_sensor;
use super::planar_session::Reporter;
use super::random::{Purpose, stream};
use super::record::Recorder;
use super::{NoiseSettings, Scenario, ScenarioError, world_from_player};
use crate::ball::{
    BallEvent, BallSim, BallState, Blade, EventKind, Physics, RacketMotion, RacketState, Settings, Surroundings,
    TablePart,
};
use crate::court::{Court, Decision, Play, Referee, Side};
use crate::geometry::{Vec3, standard_normal};
use crate::motion::{JointMotion, JointState};
use crate::player::{
    NoStroke, Observation, Observed, PlanarAgent, PlanarBody, PlanarMeasurement, PlanarPlayer, PlanarSwing, Player,
    Rejections, StrokePlan,
};
use crate::robot::PlanarMotion;

/// A ball without any event for this long counts as lost, s; none ever was.
const LONGEST_WAIT_S: f64 = 60.0;

/// One robot's arm in the world: its body, its side and its motion.
#[derive(Debug, Clone, Copy)]
pub struct PlanarArm {
    body: PlanarBody,
    side: Side,
    blade: Blade,
    motion: PlanarSwing,
    speed_bound: f64,
    turn_bound: f64,
}

impl PlanarArm {
    fn new(body: PlanarBody, side: Side) -> Self {
        let (blade, motion) = (Blade::of_radius(body.racket_radius), PlanarSwing::waiting(&body));
        Self { body, side, blade, motion, speed_bound: 0.0, turn_bound: 0.0 }
    }

    /// Starts a swing; after it the arm recovers, hit or miss.
    fn follow(&mut self, swing: JointMotion<3>) {
        self.motion = PlanarSwing::new(&self.body, swing);
        let peaks = self.motion.peak_speeds();
        self.speed_bound = self.body.arm.speed_bound(&peaks);
        self.turn_bound = peaks.sum();
    }

    /// The joints at a time.
    #[must_use]
    #[inline]
    pub fn joints(&self, t_s: f64) -> JointState<3> {
        self.motion.at(t_s)
    }

    /// Base, elbow, wrist and racket centre in the world at a time.
    #[must_use]
    pub fn points(&self, t_s: f64) -> [Vec3; 4] {
        let body = &self.body;
        let [elbow, wrist, racket] = body.arm.points(&self.joints(t_s).position);
        [(0.0, 0.0), elbow, wrist, racket].map(|(x, z)| self.in_world(body.base_u - x, body.base_z + z))
    }

    /// The two ends of the racket's face in the world at a time.
    #[must_use]
    pub fn face(&self, t_s: f64) -> [Vec3; 2] {
        let RacketState { center, normal, .. } = RacketMotion::at(self, t_s);
        let across = Vec3::new(-normal.z, 0.0, normal.x) * self.blade.radius;
        [center - across, center + across]
    }

    fn in_world(&self, u: f64, z: f64) -> Vec3 {
        in_world(self.side, u, z)
    }
}

/// Transforms from the plane of the player on a side to the world.
pub(super) fn in_world(side: Side, u: f64, z: f64) -> Vec3 {
    // Half a turn makes -0 of 0, which would stand in recordings.
    world_from_player(side).to_world(&Vec3::new(u, 0.0, z)) + Vec3::zeros()
}

impl RacketMotion for PlanarArm {
    fn at(&self, t_s: f64) -> RacketState {
        let body = &self.body;
        let JointState { position, velocity, .. } = self.joints(t_s);
        let PlanarMotion { pose, normal: (cos, sin), twist } = body.arm.motion(&position, &velocity);
        // The robot's x points to the net, against u: turning from it towards z is about +y.
        RacketState {
            center: self.in_world(body.base_u - pose.x, body.base_z + pose.z),
            normal: self.in_world(-cos, sin),
            velocity: self.in_world(-twist.x, twist.z),
            turning: world_from_player(self.side).to_world(&(Vec3::y() * twist.phi)),
            handle: None,
        }
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        self.speed_bound
    }

    fn turn_bound(&self) -> f64 {
        self.turn_bound
    }

    fn range(&self) -> Option<(Vec3, f64)> {
        let body = &self.body;
        Some((self.in_world(body.base_u, body.base_z), body.arm.links.iter().sum()))
    }
}

/// Result of a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundResult {
    /// Its number.
    pub round: u64,
    /// Who played the first ball.
    pub feeder: Side,
    /// Strokes after the first ball.
    pub strokes: u32,
    /// How long the rally took, s.
    pub duration_s: f64,
    /// The referee's decision; none when the rally was broken off after the most strokes allowed.
    pub decision: Option<Decision>,
    /// Greatest distance between the ball at a bounce before a hit, or at a hit, and its position on the player's
    /// parabola, m. With perfect sensing this is the simulation against the closed form; with noise it is the player's
    /// prediction error.
    pub worst_hit_m: f64,
    /// The same for the velocity, m/s.
    pub worst_hit_m_s: f64,
    /// Choices refused in all strokes together.
    pub rejections: Rejections,
    /// Why the last player found no stroke, if so.
    pub helpless: Option<NoStroke>,
}

impl RoundResult {
    fn new(round: u64, feeder: Side) -> Self {
        Self {
            round,
            feeder,
            strokes: 0,
            duration_s: 0.0,
            decision: None,
            worst_hit_m: 0.0,
            worst_hit_m_s: 0.0,
            rejections: Rejections::default(),
            helpless: None,
        }
    }
}

/// A hall with two planar robots, ready to play any round.
#[derive(Debug, Clone)]
pub struct PlanarHall {
    physics: Physics,
    court: Court,
    around: Surroundings,
    players: [PlanarPlayer; 2],
    noise: NoiseSettings,
    most_strokes: u32,
    seed: u64,
}

impl PlanarHall {
    /// The hall of a scenario.
    ///
    /// # Errors
    /// When the scenario's models are not those of the planar players, or its choices allow no first ball.
    pub fn new(scenario: &Scenario, seed: u64) -> Result<Self, ScenarioError> {
        let players = scenario.planar_players()?;
        Self::from_parts(
            scenario.physics(),
            scenario.court(),
            players,
            scenario.noise.unwrap_or_default(),
            scenario.play.most_strokes,
            seed,
        )
    }

    /// A hall without a scenario: any physics, court and two players (home first), who may differ.
    ///
    /// # Errors
    /// When the players' choices allow no first ball, or place it inside something.
    pub fn from_parts(
        physics: Physics,
        court: Court,
        players: [PlanarPlayer; 2],
        noise: NoiseSettings,
        most_strokes: u32,
        seed: u64,
    ) -> Result<Self, ScenarioError> {
        let hall = Self { physics, court, around: court.surroundings(), players, noise, most_strokes, seed };
        for feeder in Side::BOTH {
            let ball = hall.feed(0, feeder).map_err(ScenarioError::NoFeed)?;
            hall.around.check(&ball, physics.body.radius).map_err(ScenarioError::FeedPlace)?;
        }
        Ok(hall)
    }

    /// The seed of all random numbers.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The player of a side.
    pub(super) fn player(&self, side: Side) -> &PlanarPlayer {
        &self.players[side.index()]
    }

    /// Plays one round. Depends on the seed and the round's number alone. The recorder gets snapshots and events, at
    /// times from the start of the round on, and no stage.
    pub fn play(&self, round: u64, recorder: &mut dyn Recorder) -> RoundResult {
        self.play_round(round, &mut Reporter::new(recorder, &mut NoHooks, round), &AtomicBool::new(false))
    }

    /// Plays one round unless `stop` is set before it ends.
    pub fn play_until(&self, round: u64, recorder: &mut dyn Recorder, stop: &AtomicBool) -> Option<RoundResult> {
        self.report_until(round, &mut Reporter::new(recorder, &mut NoHooks, round), stop)
    }

    /// The same, with a reporter that may be used for further rounds.
    pub(super) fn report_until(
        &self,
        round: u64,
        reporter: &mut Reporter<'_>,
        stop: &AtomicBool,
    ) -> Option<RoundResult> {
        let result = self.play_round(round, reporter, stop);
        (!stop.load(Ordering::Relaxed)).then_some(result)
    }

    fn play_round(&self, round: u64, reporter: &mut Reporter<'_>, stop: &AtomicBool) -> RoundResult {
        let feeder = if round.is_multiple_of(2) { Side::Away } else { Side::Home };
        // `new` has seen a first ball; should a later round draw none, it is over before it begins.
        let Ok(ball) = self.feed(round, feeder) else { return RoundResult::new(round, feeder) };
        let mut rally = self.rally(round, feeder, ball);
        reporter.begin_round(feeder, &ball);
        rally.respond(feeder.other(), reporter);
        while rally.is_open() && !stop.load(Ordering::Relaxed) {
            rally.advance(reporter);
        }
        let result = rally.close();
        if !stop.load(Ordering::Relaxed) {
            reporter.end_round(&result);
        }
        result
    }

    fn rally(&self, round: u64, feeder: Side, ball: BallState) -> Rally<'_> {
        let agent = |side: Side, choices| PlanarAgent::new(*self.player(side), stream(self.seed, round, choices));
        Rally {
            hall: self,
            sim: BallSim::with_settings(&self.physics, &self.around, ball, 0.0, Settings::FAST),
            agents: [agent(Side::Home, Purpose::HomeChoice), agent(Side::Away, Purpose::AwayChoice)],
            arms: Side::BOTH.map(|side| PlanarArm::new(self.player(side).body, side)),
            plans: [None; 2],
            bounces: [None; 2],
            referee: Referee::for_feed(self.court, feeder),
            actuation: stream(self.seed, round, Purpose::Actuation),
            measurement: stream(self.seed, round, Purpose::Measurement),
            result: RoundResult::new(round, feeder),
        }
    }

    /// The first ball, drawn like a return of the feeder's.
    fn feed(&self, round: u64, feeder: Side) -> Result<BallState, Rejections> {
        let mut rng = stream(self.seed, round, Purpose::Feed);
        let PlanarMeasurement { u, z, vu, vz, .. } = self.players[feeder.index()].feed(&mut rng)?;
        Ok(BallState::new(in_world(feeder, u, z), in_world(feeder, vu, vz), Vec3::zeros()))
    }
}

/// A rally under way.
struct Rally<'h> {
    hall: &'h PlanarHall,
    sim: BallSim,
    agents: [PlanarAgent; 2],
    arms: [PlanarArm; 2],
    plans: [Option<StrokePlan>; 2],
    /// The bounce that each player expects next.
    bounces: [Option<PlanarMeasurement>; 2],
    referee: Referee,
    actuation: ChaCha8Rng,
    measurement: ChaCha8Rng,
    result: RoundResult,
}

impl Rally<'_> {
    fn is_open(&self) -> bool {
        self.referee.decision().is_none() && self.result.strokes < self.hall.most_strokes
    }

    /// Plays on to the next event.
    fn advance(&mut self, reporter: &mut Reporter<'_>) {
        let until_s = self.sim.time_s() + LONGEST_WAIT_S;
        let arms = &self.arms;
        let rackets: [&dyn RacketMotion; 2] = [&arms[0], &arms[1]];
        let event = self.sim.next_event_among(until_s, &rackets, &mut |stretch| reporter.stretch(stretch, arms));
        match event {
            Some(event) => self.on_event(&event, reporter),
            None => self.notify_referee(Play::Elsewhere),
        }
        self.result.duration_s = self.sim.time_s();
    }

    fn close(mut self) -> RoundResult {
        self.result.decision = self.referee.decision();
        self.result
    }

    fn on_event(&mut self, event: &BallEvent, reporter: &mut Reporter<'_>) {
        reporter.touched(event);
        match event.kind {
            EventKind::Racket(index, _) => self.on_hit(Side::BOTH[index], event, reporter),
            EventKind::Table(TablePart::Top | TablePart::Edge) => {
                let on = Side::of(event.before.position.x);
                if let Some(expected) = self.bounces[on.index()].take() {
                    self.compare(on, &expected, &event.after);
                }
                self.notify_referee(Play::Bounce { on });
            }
            EventKind::Net => self.notify_referee(Play::Net),
            EventKind::Table(TablePart::Side) | EventKind::Floor | EventKind::Wall | EventKind::Rest => {
                self.notify_referee(Play::Elsewhere);
            }
            EventKind::NetPlane | EventKind::Apex => {}
        }
    }

    fn on_hit(&mut self, by: Side, event: &BallEvent, reporter: &mut Reporter<'_>) {
        if let Some(plan) = self.plans[by.index()].take() {
            self.compare(by, &plan.ball, &event.before);
        }
        self.result.strokes += 1;
        self.notify_referee(Play::Strike { by, ball: event.before });
        if self.referee.decision().is_none() {
            self.respond(by.other(), reporter);
        }
    }

    /// A player measures the ball and its joints and decides on a stroke, and its arm starts to move.
    fn respond(&mut self, by: Side, reporter: &mut Reporter<'_>) {
        let (t_s, noise) = (self.sim.time_s(), &self.hall.noise);
        let (agent, arm) = (&mut self.agents[by.index()], &mut self.arms[by.index()]);
        let from = arm.joints(t_s);
        let (position, velocity) = (from.position.as_slice(), from.velocity.as_slice());
        let ball = planar_sensor::measure(self.sim.state(), by, noise, &mut self.measurement);
        for what in [Observed::BallExpected, Observed::Joints { position, velocity }, Observed::Ball(ball)] {
            agent.observe(t_s, &Observation { t_s, what });
        }
        match agent.decision() {
            Some(Ok(plan)) => {
                let mut normal = || standard_normal(&mut self.actuation);
                let turn = noise.racket_angle_deg.to_radians() * normal();
                let factor = 1.0 + noise.racket_speed_share * normal();
                let racket = plan.racket.disturbed(turn, factor, self.hall.physics.body.radius);
                let swing = arm.body.swing(t_s, &from, plan.ball.t_s, &racket);
                arm.follow(swing.unwrap_or(plan.motion));
                self.plans[by.index()] = Some(*plan);
                self.bounces[by.index()] = Some(plan.bounced);
                self.result.rejections.add(&plan.rejections);
                reporter.planned(t_s, by, plan);
            }
            Some(Err(reason)) => {
                if let NoStroke::AllRefused(rejections) = reason {
                    self.result.rejections.add(rejections);
                }
                self.result.helpless = Some(*reason);
                reporter.no_stroke(t_s, by, reason);
            }
            // A measured ball is always decided on.
            None => {}
        }
    }

    /// Updates the greatest errors: the ball versus the player's parabola.
    fn compare(&mut self, by: Side, expected: &PlanarMeasurement, ball: &BallState) {
        let position = in_world(by, expected.u, expected.z);
        let velocity = in_world(by, expected.vu, expected.vz);
        let result = &mut self.result;
        result.worst_hit_m = result.worst_hit_m.max((ball.position - position).norm());
        result.worst_hit_m_s = result.worst_hit_m_s.max((ball.velocity - velocity).norm());
    }

    fn notify_referee(&mut self, play: Play) {
        self.referee.see(play);
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::NullRecorder;
    use super::*;

    /// The away robot is the mirror image of the home robot, and its racket moves as its positions say.
    #[test]
    #[allow(clippy::unwrap_used)]
    fn law_rackets_move_as_their_positions_say() {
        let scenario = Scenario::from_toml(include_str!("../../../../scenarios/planar.toml")).unwrap();
        let hall = PlanarHall::new(&scenario, 1).unwrap();
        let (mut nobody, mut hooks) = (NullRecorder, NoHooks);
        let mut reporter = Reporter::new(&mut nobody, &mut hooks, 0);
        let mut rally = hall.rally(0, Side::Away, hall.feed(0, Side::Away).unwrap());
        rally.respond(Side::Home, &mut reporter);
        let mut worst: f64 = 0.0;
        while rally.is_open() {
            let (arms, start_s) = (rally.arms, rally.sim.time_s());
            rally.advance(&mut reporter);
            let (t, h) = ((start_s + rally.sim.time_s()) / 2.0, 1e-6);
            for arm in arms {
                let [before, now, after] = [t - h, t, t + h].map(|t| arm.at(t));
                let velocity = (after.center - before.center) / (2.0 * h);
                let swing = (after.normal - before.normal) / (2.0 * h);
                assert!(now.velocity.norm() <= arm.speed_bound() + 1e-9);
                worst = worst.max((velocity - now.velocity).norm());
                worst = worst.max((swing - now.turning.cross(&now.normal)).norm());
            }
        }
        assert_eq!(rally.result.strokes, 1000);
        assert!(worst < 1e-6, "off by {worst}");
    }
}
