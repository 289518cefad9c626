//! One round.

use rand::RngExt;

use super::Drive;
use crate::ball::{BallSim, BallState, EventKind, Physics, RacketMotion, Surroundings, TablePart};
use crate::court::{Court, Fault, Play, Referee, Side};
use crate::geometry::{Vec3, standard_normal};
use crate::hall::random::{Purpose, stream};
use crate::opponent::reading::StrokeReader;
use crate::opponent::{Human, Lesson, NoShot, ShotSet, Shots, StrokeMotion};
use crate::player::{NoHit, RailPlayer, RailSettings};
use crate::robot::{Arm, Mounted, Rail6, Servo};
use crate::track::{Beliefs, Estimator, EstimatorSettings, Sight, SpinBelief, Stroke, StrokeSpins};

/// What the player knows of the spin before it sees the ball fly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpinKnowledge {
    /// Nothing.
    Nothing,
    /// What the opponent's stroke tells.
    Stroke,
    /// The true spin.
    True,
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RailOptions {
    /// The opponent's balls.
    pub shots: ShotSet,
    /// What is known of their spin.
    pub spin: SpinKnowledge,
    /// Frames per second.
    pub rate_hz: f64,
    /// Standard deviation of a sight of the ball, m, along each axis.
    pub sight_sd: f64,
    /// Time from a frame to when the player has it, s.
    pub latency_s: f64,
    /// ω of the drives, rad/s.
    pub stiffness: f64,
    /// known
    pub known: bool,
    /// The player.
    pub player: RailSettings,
}

impl Default for RailOptions {
    fn default() -> Self {
        Self {
            shots: ShotSet::Human,
            spin: SpinKnowledge::Stroke,
            rate_hz: 200.0,
            sight_sd: 0.003,
            latency_s: 0.005,
            stiffness: 150.0,
            known: true,
            player: RailSettings::default(),
        }
    }
}

/// How a round went.
#[derive(Debug, Clone, PartialEq)]
pub struct RailRound {
    /// Whether the racket touched the ball before it was out of play.
    pub hit: bool,
    /// Where the return first touched the table's far half, m, when it was a legal return.
    pub landing: Option<(f64, f64)>,
    /// Why the point was lost, if it was.
    pub fault: Option<Fault>,
    /// Why the player made no stroke, if so.
    pub why_not: Option<NoHit>,
    /// Errors of what was foretold when it was hit: position, velocity, spin.
    pub errors: Option<[f64; 3]>,
    /// Speed of the opponent's ball, m/s.
    pub speed: f64,
    /// debug
    pub debug: String,
}

/// A hall with a rail player and people who play against it.
#[derive(Debug, Clone)]
pub struct RailHall {
    physics: Physics,
    court: Court,
    around: Surroundings,
    arm: Mounted<Rail6>,
    shots: Shots,
    beliefs: Beliefs,
    lesson: Lesson,
    reader: StrokeReader,
    spins: StrokeSpins,
    options: RailOptions,
    seed: u64,
}

/// Time between commands, s.
const TICK_S: f64 = 1e-3;
/// Longest time from the stroke until a ball is out of play, s.
const LONGEST_S: f64 = 2.5;
/// Where a ball has passed the player, m.
const PAST_X: f64 = 2.0;

impl RailHall {
    /// A hall.
    pub fn new(physics: Physics, reader: StrokeReader, spins: StrokeSpins, options: RailOptions, seed: u64) -> Self {
        let court = Court::STANDARD;
        Self {
            physics,
            court,
            around: court.surroundings(),
            arm: Rail6::default().at_home(),
            shots: Shots::new(physics, court),
            beliefs: if options.known { Beliefs::knowing(&physics, court).unwrap_or_default() } else { Beliefs::default() },
            lesson: Lesson::default(),
            reader,
            spins,
            options,
            seed,
        }
    }

    /// Plays one round; it depends on the seed and its number alone.
    ///
    /// # Errors
    /// When the opponent finds no ball to play.
    pub fn play(&self, round: u64) -> Result<RailRound, NoShot> {
        let mut rng = stream(self.seed, round, Purpose::Shot);
        let human = Human::draw(&mut rng);
        let stroke = Stroke::ALL[rng.random_range(0..Stroke::ALL.len())];
        let ball = self.shots.draw(self.options.shots, stroke, human.right_handed, &mut rng)?;
        let motion = StrokeMotion::draw(&human, stroke, &ball, self.lesson.feint_share, &mut rng);
        let spin = match self.options.spin {
            SpinKnowledge::Nothing => SpinBelief::UNKNOWN,
            SpinKnowledge::True => SpinBelief::known(&ball.velocity, &ball.spin, 3.0),
            SpinKnowledge::Stroke => {
                let record = self.lesson.record(&motion, human.right_handed, 0, &mut rng);
                let read = self.reader.probabilities(&record).and_then(|read| <[f64; 4]>::try_from(read).ok());
                read.map_or(SpinBelief::UNKNOWN, |read| self.spins.of(&read, human.right_handed))
            }
        };
        Ok(self.respond(round, &ball, Beliefs { spin, ..self.beliefs }))
    }

    fn respond(&self, round: u64, struck: &BallState, beliefs: Beliefs) -> RailRound {
        let options = &self.options;
        let frames = self.free_flight(struck);
        let Ok(mut player) = RailPlayer::new(&self.physics, self.court, self.arm, options.player) else {
            unreachable!()
        };
        let mut estimator = Estimator::new(beliefs, EstimatorSettings { farthest_x: PAST_X, patient_from: 30, ..EstimatorSettings::default() });
        let mut rng = stream(self.seed, round, Purpose::Sight);
        let mut servo = Servo::at_rest(&player.command(0.0).position, options.stiffness, self.arm.limits());
        let mut drive = Drive::new(self.arm, TICK_S);
        let mut frame = 0;
        let mut foretold = None;
        let end_s = frames.last().map_or(0.0, |(t_s, _)| *t_s);
        let mut tick = 0;
        loop {
            let now_s = tick as f64 * TICK_S;
            while let Some((t_s, truth)) = frames.get(frame).filter(|(t_s, _)| t_s + options.latency_s <= now_s) {
                frame += 1;
                let noise = Vec3::from_fn(|_, _| options.sight_sd * standard_normal(&mut rng));
                let sight = Sight::point(*t_s, truth.position + noise, options.sight_sd);
                if player.stroke().is_some_and(|(_, hit_s)| now_s > hit_s) { continue; }
                if estimator.observe(sight).unwrap_or(false) {
                    if let Some(forecast) = estimator.forecast() {
                        player.see(now_s, &forecast);
                        if let Some((stroke, hit_s)) = player.stroke() {
                            foretold = forecast.at(hit_s).map(|p| (p, *stroke));
                        }
                    }
                }
            }
            player.tick(now_s);
            let command = player.command(now_s + TICK_S);
            drive.record(&servo);
            servo.step(&command.position, &command.velocity, TICK_S);
            tick += 1;
            if now_s > end_s { break; }
        }
        let mut result = self.judge(struck, &drive);
        if let (Some((p, stroke)), Some((_, hit_s))) = (foretold, player.stroke()) {
            let mut sim = BallSim::new(&self.physics, &self.around, *struck);
            while sim.next_event(hit_s).is_some_and(|e| e.kind != EventKind::Rest) {}
            let b = sim.state();
            result.errors = Some([(p.position - b.position).norm(), (p.velocity - b.velocity).norm(), (p.spin - b.spin).norm()]);
            let r = drive.at(hit_s);
            result.debug += &format!("\n   plan hit {hit_s:.3} at {:.2?} racket off {:.4} vel off {:.3} normal {:.4} plan over {:.2} racket v {:.2?} n {:.2?} out v {:.2?} w {:.0?}\n   spin true {:.0?} est {:.0?} sd {:.0?}", p.position.as_slice(), (r.center-stroke.racket.center).norm(), (r.velocity-stroke.racket.velocity).norm(), r.normal.cross(&stroke.racket.normal).norm(), stroke.plan.over_net, stroke.racket.velocity.as_slice(), stroke.racket.normal.as_slice(), stroke.plan.struck.velocity.as_slice(), stroke.plan.struck.spin.as_slice(), b.spin.as_slice(), p.spin.as_slice(), p.spin_covariance.diagonal().map(|v| v.sqrt()).as_slice());
        }
        result.why_not = player.why_not().cloned();
        result
    }

    /// The ball in every frame, without the player.
    fn free_flight(&self, struck: &BallState) -> Vec<(f64, BallState)> {
        let period_s = 1.0 / self.options.rate_hz;
        let mut frames: Vec<(f64, BallState)> = Vec::with_capacity(256);
        let mut sim = BallSim::new(&self.physics, &self.around, *struck);
        let mut over = false;
        while !over {
            let event = sim.next_event_among(LONGEST_S, &[], &mut |segment| {
                for t_s in segment.ticks(0.0, period_s, frames.len() + 1) {
                    frames.push((t_s, segment.state_at(t_s)));
                }
            });
            over = frames.last().is_some_and(|(_, ball)| ball.position.x > PAST_X)
                || event.is_none_or(|event| matches!(event.kind, EventKind::Floor | EventKind::Rest | EventKind::Net));
        }
        let past = frames.iter().position(|(_, ball)| ball.position.x > PAST_X);
        frames.truncate(past.unwrap_or(frames.len()));
        frames
    }

    /// Plays the ball through the court with the arm as it moved.
    fn judge(&self, struck: &BallState, drive: &Drive) -> RailRound {
        let mut referee = Referee::for_feed(self.court, Side::Away);
        let mut sim = BallSim::new(&self.physics, &self.around, *struck);
        let rackets: [&dyn RacketMotion; 1] = [drive];
        let (mut hit, mut landing) = (false, None);
        let mut bounced = false;
        let mut debug = String::new();
        while referee.decision().is_none() {
            let Some(event) = sim.next_event_among(LONGEST_S * 2.0, &rackets, &mut |_| {}) else { break };
            let play = match event.kind {
                EventKind::Racket(_) => {
                    if !hit { let r = drive.at(event.t_s); debug = format!("contact {:.3} at {:.2?} off-centre {:.3} racket v {:.2?} n {:.2?} out v {:.2?} w {:.0?}", event.t_s, event.before.position.as_slice(), (event.before.position - r.center).norm(), r.velocity.as_slice(), r.normal.as_slice(), event.after.velocity.as_slice(), event.after.spin.as_slice()); }
                    hit = true;
                    Play::Strike { by: Side::Home, ball: event.before }
                }
                EventKind::Table(TablePart::Top | TablePart::Edge) => {
                    let on = Side::of(event.before.position.x);
                    if hit && on == Side::Away && !bounced {
                        bounced = true;
                        landing = Some((event.before.position.x, event.before.position.y));
                    }
                    Play::Bounce { on }
                }
                EventKind::Net => Play::Net,
                EventKind::Table(TablePart::Side) | EventKind::Floor | EventKind::Rest => Play::Elsewhere,
                EventKind::NetPlane | EventKind::Apex => continue,
            };
            referee.see(play);
            if landing.is_some() { break; }
        }
        let fault = match referee.decision() { Some(crate::court::Decision::Point { fault, .. }) => Some(fault), _ => None };
        RailRound { hit, landing: landing.filter(|_| fault.is_none()), fault, why_not: None, errors: None, speed: struck.velocity.norm(), debug }
    }
}
