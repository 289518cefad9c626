//! A film of one shot of the opponent: what each camera may see, frame by frame, and the true ball.

use rand::RngExt;

use super::distractions::{Distractions, FrameEvents};
use super::random::{Purpose, stream};
use crate::ball::{BallSim, BallState, EventKind, Physics, Surroundings, TablePart};
use crate::court::Court;
use crate::geometry::{Vec3, standard_normal};
use crate::opponent::{Human, StrokeMotion};
use crate::track::Stroke;
use crate::vision::scene::{BallTruth, Moment, SceneArm};

/// Settings of a film: frame rate, opponent and disturbances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmOptions {
    /// Frames per second.
    pub rate_hz: f64,
    /// Time filmed before the stroke, s.
    pub lead_s: f64,
    /// Whether the opponent is in view and swings.
    pub opponent: bool,
    /// Share of flights with a visible incoming ball before the stroke; in the others the ball appears with the stroke.
    pub incoming_share: f64,
    /// Share of flights with a second ball, rolling or flying.
    pub second_ball_share: f64,
    /// Amplitude of the light's flicker at 100 Hz, as a share.
    pub flicker: f64,
    /// Amplitude of the light's slow drift, as a share.
    pub drift: f64,
    /// Share of frames whose exposure jumps, by up to a quarter.
    pub jump_share: f64,
    /// Share of frames in which a camera sees a new glint.
    pub glint_share: f64,
    /// Share of frames that a camera loses.
    pub dropped_share: f64,
}

impl FilmOptions {
    /// A hall as bad as real ones: all disturbances are on.
    pub const DISTURBED: Self = Self {
        rate_hz: 200.0,
        lead_s: 0.3,
        opponent: true,
        incoming_share: 0.5,
        second_ball_share: 0.5,
        flicker: 0.04,
        drift: 0.05,
        jump_share: 0.01,
        glint_share: 0.02,
        dropped_share: 0.05,
    };
    /// The ball alone, in steady light, and no frame lost.
    pub const PLAIN: Self = Self {
        opponent: false,
        incoming_share: 0.0,
        second_ball_share: 0.0,
        flicker: 0.0,
        drift: 0.0,
        jump_share: 0.0,
        glint_share: 0.0,
        dropped_share: 0.0,
        ..Self::DISTURBED
    };
}

impl Default for FilmOptions {
    fn default() -> Self {
        Self::DISTURBED
    }
}

/// A filmed shot. It depends on seed, number and options alone. Time 0 is the middle of the first frame's exposure.
///
/// Shots are drawn as people play them and kept when they pass the net and land on the home half: the stroke at x =
/// -1.4 ± 0.2 m (standard deviation; from -1.9 to -1.0 m), y within ±0.4 m, 0.15 to 0.5 m above the table; 4 to 12 m/s;
/// topspin or backspin up to 300 rad/s, sidespin up to 100 rad/s. Filmed until the second bounce, the floor, or x = 1.9
/// m.
#[derive(Debug, Clone)]
pub struct FilmedFlight {
    number: u64,
    options: FilmOptions,
    physics: Physics,
    around: Surroundings,
    stroke_s: f64,
    end_s: f64,
    struck: BallState,
    bounce_s: f64,
    body: StrokeMotion,
    distractions: Distractions,
    events: Vec<FrameEvents>,
}

/// The scene at one time, and which cameras drop the frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct SceneFrame {
    pub(super) moment: Moment,
    pub(super) dropped: [bool; FilmedFlight::CAMERAS],
}

impl SceneFrame {
    /// The same with the arm of the robot that looks.
    pub(super) fn with_arm(mut self, arm: Option<SceneArm>) -> Self {
        self.moment.arm = arm;
        self
    }

    /// Indices, below `cameras`, of the cameras whose frames are not dropped.
    pub(super) fn delivered(&self, cameras: usize) -> impl Iterator<Item = usize> {
        (0..cameras).filter(|camera| !self.dropped.get(*camera).is_some_and(|dropped| *dropped))
    }
}

/// A stroke that is filmed.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmedStroke {
    /// The world.
    pub physics: Physics,
    /// Table and net.
    pub court: Court,
    /// The ball just after.
    pub struck: BallState,
    /// When it is struck, s.
    pub stroke_s: f64,
    /// Motion of the person who strikes it.
    pub body: StrokeMotion,
}

/// A ball that does not bounce on the home half first.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "a ball struck at ({x:.3}, {y:.3}, {z:.3}) m does not bounce first on the home half, at least {LEAST_X} m beyond \
     the net"
)]
pub struct NotInPlay {
    /// Where it was struck, m.
    pub x: f64,
    /// Where it was struck, m.
    pub y: f64,
    /// Where it was struck, m.
    pub z: f64,
}

/// Share of strokes that begin as another.
const FEINT_SHARE: f64 = 0.05;
/// Nearest bounce to the net, m: what drops nearer was hardly a stroke.
const LEAST_X: f64 = 0.05;
/// x beyond which a ball has passed the player and filming ends, m; and the longest time of a film after the stroke, s.
pub(super) const LAST_X: f64 = 1.9;
const LONGEST_S: f64 = 3.0;

impl FilmedFlight {
    /// Cameras whose lost frames and glints are known.
    pub const CAMERAS: usize = 4;

    /// Shot `number` of a seed.
    #[must_use]
    pub fn new(seed: u64, number: u64, options: &FilmOptions) -> Self {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let mut rng = stream(seed, number, Purpose::Shot);
        let (struck, flown) = loop {
            let ball = draw_shot(&mut rng);
            if let Some(flown) = fly(&physics, &around, &ball) {
                break (ball, flown);
            }
        };
        let stroke_s = options.lead_s + rng.random_range(0.0..1.0) / options.rate_hz;
        let human = Human::draw(&mut rng);
        let body = StrokeMotion::draw(&human, stroke_of(&struck, human.right_handed), &struck, FEINT_SHARE, &mut rng);
        let stroke = FilmedStroke { physics, court: Court::STANDARD, struck, stroke_s, body };
        Self::filmed(seed, number, options, stroke, flown)
    }

    /// The film of a given stroke; seed and number draw the disturbances.
    ///
    /// # Errors
    /// When the ball does not bounce on the home half first.
    pub fn of_stroke(stroke: FilmedStroke, seed: u64, number: u64, options: &FilmOptions) -> Result<Self, NotInPlay> {
        let BallState { position, .. } = stroke.struck;
        let flight = fly(&stroke.physics, &stroke.court.surroundings(), &stroke.struck);
        let flown = flight.ok_or(NotInPlay { x: position.x, y: position.y, z: position.z })?;
        Ok(Self::filmed(seed, number, options, stroke, flown))
    }

    /// The film of a stroke whose ball bounces `bounce_s` and leaves play `flown_s` after it.
    fn filmed(
        seed: u64,
        number: u64,
        options: &FilmOptions,
        stroke: FilmedStroke,
        (bounce_s, flown_s): (f64, f64),
    ) -> Self {
        let FilmedStroke { physics, court, struck, stroke_s, body } = stroke;
        let end_s = stroke_s + flown_s;
        let frames = (end_s * options.rate_hz).floor().max(0.0) as usize + 1;
        let distractions = Distractions::draw(seed, number, options, (&struck.position, physics.body.radius), stroke_s);
        let events = distractions.events(seed, number, options, frames);
        let (around, bounce_s, options) = (court.surroundings(), stroke_s + bounce_s, *options);
        Self { number, options, physics, around, stroke_s, end_s, struck, bounce_s, body, distractions, events }
    }

    /// Number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.events.len()
    }

    /// Time of the middle of a frame's exposure, s.
    #[must_use]
    pub fn time_s(&self, frame: usize) -> f64 {
        frame as f64 / self.options.rate_hz
    }

    /// When the opponent strikes, s.
    #[must_use]
    pub fn stroke_s(&self) -> f64 {
        self.stroke_s
    }

    /// When the ball bounces on the home half, s.
    #[must_use]
    pub fn bounce_s(&self) -> f64 {
        self.bounce_s
    }

    /// When filming ends, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.end_s
    }

    /// The true ball from the stroke on; `None` before, with or without an incoming ball. After the end of the film the
    /// flight continues undisturbed.
    #[must_use]
    pub fn truth(&self, t_s: f64) -> Option<BallState> {
        if t_s < self.stroke_s {
            return None;
        }
        let mut sim = BallSim::new(&self.physics, &self.around, self.struck);
        while let Some(event) = sim.next_event(t_s - self.stroke_s) {
            if event.kind == EventKind::Rest {
                break;
            }
        }
        Some(*sim.state())
    }

    /// The ball that flies to the opponent before the stroke, when the film shows one.
    #[must_use]
    pub fn incoming(&self, t_s: f64) -> Option<BallTruth> {
        if t_s < self.stroke_s { self.distractions.incoming(t_s - self.stroke_s) } else { None }
    }

    /// The scene of a frame; after the last frame, the scene without its exposure jumps and glints.
    #[must_use]
    pub fn frame(&self, frame: usize) -> Moment {
        let truth = self.truth(self.time_s(frame));
        self.frame_showing(frame, truth.as_ref())
    }

    /// The scene of a frame with the ball in play somewhere else, such as on its way back.
    fn frame_showing(&self, frame: usize, ball: Option<&BallState>) -> Moment {
        let t_s = self.time_s(frame);
        // Frames of all films have different numbers, hence different noise.
        let mut moment = Moment::still(self.number << 32 | frame as u64);
        let flying = ball.map(|ball| BallTruth { position: ball.position, velocity: ball.velocity });
        let second = self.distractions.second_ball(&self.physics, &self.around, t_s);
        for ball in [flying, self.incoming(t_s), second].into_iter().flatten() {
            moment = moment.with_ball(ball);
        }
        moment.opponent = self.options.opponent.then(|| self.body.opponent(t_s - self.stroke_s));
        moment.light = self.distractions.light(&self.options, t_s);
        if let Some(events) = self.events.get(frame) {
            moment.light *= events.exposure;
            moment.glints = events.glints;
        }
        moment
    }

    /// The scene of a frame, and which cameras drop it.
    pub(super) fn scene_frame(&self, frame: usize) -> SceneFrame {
        self.scene_frame_showing(frame, self.truth(self.time_s(frame)).as_ref())
    }

    /// The same with the ball in play somewhere else.
    pub(super) fn scene_frame_showing(&self, frame: usize, ball: Option<&BallState>) -> SceneFrame {
        let dropped = std::array::from_fn(|camera| self.dropped(frame, camera));
        SceneFrame { moment: self.frame_showing(frame, ball), dropped }
    }

    /// Whether a camera drops a frame.
    #[must_use]
    pub fn dropped(&self, frame: usize, camera: usize) -> bool {
        self.events.get(frame).is_some_and(|events| events.dropped.get(camera).copied().unwrap_or(false))
    }
}

/// A ball as a person may strike it; not every one passes the net.
fn draw_shot(rng: &mut impl rand::Rng) -> BallState {
    let x = (-1.4 + 0.2 * standard_normal(rng)).clamp(-1.9, -1.0);
    let position = Vec3::new(x, rng.random_range(-0.4..0.4), rng.random_range(0.15..0.5));
    let speed = rng.random_range(4.0..12.0);
    let aim = Vec3::new(rng.random_range(0.5..1.25), rng.random_range(-0.6..0.6), 0.0) - position;
    let direction = Vec3::new(aim.x, aim.y, 0.0).normalize() + Vec3::z() * rng.random_range(-0.25..0.6);
    let spin =
        Vec3::new(rng.random_range(-50.0..50.0), rng.random_range(-300.0..300.0), rng.random_range(-100.0..100.0));
    BallState::new(position, direction.normalize() * speed, spin)
}

/// When a shot bounces on the home half and when it is over, s after the stroke; `None` when it touches anything
/// before.
fn fly(physics: &Physics, around: &Surroundings, ball: &BallState) -> Option<(f64, f64)> {
    let mut sim = BallSim::new(physics, around, *ball);
    let bounce = sim.next_event(LONGEST_S)?;
    if bounce.kind != EventKind::Table(TablePart::Top) || bounce.before.position.x < LEAST_X {
        return None;
    }
    let mut end_s = None;
    let next = sim.next_event_among(LONGEST_S, &[], &mut |segment| {
        let ticks = segment.ticks(0.0, 1e-3, (segment.start_s * 1e3).ceil() as usize);
        end_s = end_s.or_else(|| ticks.into_iter().find(|t_s| segment.state_at(*t_s).position.x > LAST_X));
    });
    Some((bounce.t_s, end_s.or(next.map(|event| event.t_s)).unwrap_or(LONGEST_S)))
}

/// The stroke class that gives a ball such a spin: topspin comes of attacks, backspin of pushes; a right-hander's
/// forehand gives sidespin to the left.
fn stroke_of(struck: &BallState, right_handed: bool) -> Stroke {
    match (struck.spin.y > 0.0, (struck.spin.z > 0.0) == right_handed) {
        (true, true) => Stroke::ForehandAttack,
        (true, false) => Stroke::BackhandAttack,
        (false, true) => Stroke::ForehandPush,
        (false, false) => Stroke::BackhandPush,
    }
}
