//! One stroke of one person: the whole body as a smooth function of time.

use rand::{Rng, RngExt};

use super::human::Human;
use super::look::Hold;
use super::posture::Posture;
use super::pulse::Pulse;
use super::skeleton::{Keypoint, Skeleton};
use super::swing::{HABITS, Swing, feinted, varied, with_correction};
use crate::ball::BallState;
use crate::geometry::{Vec3, portable, standard_normal};
use crate::track::Stroke;

/// A stroke that meets a ball at time 0. It begins about half a second before and is over 0.4 s after.
///
/// The wrist follows pulses of least jerk (docs/theory/opponent.md) as seen from its shoulder, which turns with the
/// trunk; distances beyond the arm's reach are drawn in smoothly, so that every bone keeps its length. Lengths of the
/// displacements are drawn, and time is then scaled so that the wrist's highest speed is exactly the one drawn. The
/// body stands where the wrist meets the ball.
///
/// A feint begins with another class's backswing, which is put right within the last quarter of a second, or waits and
/// then hurries.
#[derive(Debug, Clone, PartialEq)]
pub struct StrokeMotion {
    stroke: Stroke,
    feint: bool,
    /// Back, through, follow-through, and the correction of a feint.
    pulses: [Pulse; HABITS + 1],
    at_contact: Posture,
    turn: f64,
    sway: [f64; 2],
    /// Time of the pulses per second.
    pace: f64,
}

/// Variation of the heading from stroke to stroke, rad.
const HEADING_SD: f64 = 0.12;
/// Variation of where the arm meets the ball, m.
const REACH_SD: f64 = 0.02;
/// Stretch of time in which the highest speed is sought, s, and its grain, s.
const SWING_S: (f64, f64) = (-0.7, 0.5);
const GRAIN_S: f64 = 0.004;

impl StrokeMotion {
    /// A person's stroke that sends this ball; with probability `feint_share` it is a feint.
    #[must_use]
    pub fn draw(human: &Human, stroke: Stroke, ball: &BallState, feint_share: f64, rng: &mut impl Rng) -> Self {
        let swing = Swing::of(stroke);
        let feint = rng.random::<f64>() < feint_share;
        let peak = human.speed * swing.peak.mean + swing.peak.sd * standard_normal(rng);
        let peak = peak.clamp(swing.peak.least, swing.peak.most);
        let size = ((peak / swing.peak.mean).sqrt() * human.tempo).clamp(0.75, 1.3);
        let own = varied(&swing, &human.habits[stroke as usize], size, rng);
        let pulses = if feint { feinted(own, stroke, size, rng) } else { with_correction(own, Vec3::zeros()) };
        let heading = usual_heading(&ball.velocity) + HEADING_SD * standard_normal(rng);
        let mut motion = Self {
            stroke,
            feint,
            pulses,
            at_contact: Posture { chest: Vec3::zeros(), ..Posture::of(human, heading) },
            turn: swing.turn * size,
            sway: [rng.random_range(0.0..0.02), rng.random_range(4.0..8.0)],
            pace: 1.0,
        };
        let to_ball = motion.at_contact.in_world(&swing.grip);
        let mut near = |value: f64| value + REACH_SD * standard_normal(rng);
        let contact = (near(swing.contact.0), near(swing.contact.1));
        motion.at_contact.stand_before(&(ball.position - to_ball), contact);
        motion.pace = peak / motion.peak_speed();
        let forearm = motion.posture(0.0).forearm();
        motion.at_contact.hold = Hold::behind((to_ball, human.ball_radius), &ball.velocity, stroke, forearm);
        motion
    }

    /// The class.
    #[must_use]
    pub fn stroke(&self) -> Stroke {
        self.stroke
    }

    /// Whether it began as something else.
    #[must_use]
    pub fn is_feint(&self) -> bool {
        self.feint
    }

    /// The keypoint of the racket's wrist.
    #[must_use]
    pub fn racket_wrist(&self) -> Keypoint {
        if self.at_contact.right_handed { Keypoint::RightWrist } else { Keypoint::LeftWrist }
    }

    /// Where the racket's wrist is at a time from the contact, m.
    #[must_use]
    pub fn wrist(&self, t_s: f64) -> Vec3 {
        self.posture(t_s).wrist()
    }

    /// Velocity of the racket's wrist, m/s.
    #[must_use]
    pub fn wrist_velocity(&self, t_s: f64) -> Vec3 {
        const STEP_S: f64 = 1e-5;
        (self.wrist(t_s + STEP_S) - self.wrist(t_s - STEP_S)) / (2.0 * STEP_S)
    }

    /// Highest speed of the racket's wrist, m/s.
    #[must_use]
    pub fn peak_speed(&self) -> f64 {
        let steps = ((SWING_S.1 - SWING_S.0) / GRAIN_S) as usize;
        let time_s = |i: usize| (SWING_S.0 + GRAIN_S * i as f64) / self.pace;
        (0..=steps).map(|i| self.wrist_velocity(time_s(i)).norm()).fold(0.0, f64::max)
    }

    /// The whole body at a time from the contact.
    #[must_use]
    pub fn skeleton(&self, t_s: f64) -> Skeleton {
        self.posture(t_s).skeleton()
    }

    /// Where the middle between their shoulders is at the contact, m.
    pub(super) fn chest_at_contact(&self) -> Vec3 {
        self.at_contact.chest
    }

    /// The posture at a time from the contact.
    pub(super) fn posture(&self, t_s: f64) -> Posture {
        let [size, rate] = self.sway;
        let sway = size * portable::sin(rate * t_s);
        let reach = self.at_contact.reach + self.displacement(t_s);
        Posture { sway, turned: self.turned(t_s), reach, ..self.at_contact }
    }

    /// Displacement of the wrist from the contact, in the person's axes, m.
    fn displacement(&self, t_s: f64) -> Vec3 {
        let from = |pulse: &Pulse| pulse.at(self.pace * t_s) - pulse.at(0.0);
        self.pulses.iter().fold(Vec3::zeros(), |sum, pulse| sum + from(pulse))
    }

    /// How far the trunk is turned towards the side without racket, rad; 0 at the contact.
    fn turned(&self, t_s: f64) -> f64 {
        let done = |part: usize| self.pulses[part].done(self.pace * t_s) - self.pulses[part].done(0.0);
        self.turn * (done(1) - 0.6 * done(0))
    }
}

/// Heading of the person when a ball leaves with a velocity, rad: people turn to 70 % of the direction in which they
/// play.
pub(super) fn usual_heading(velocity: &Vec3) -> f64 {
    0.7 * portable::atan2(velocity.y, velocity.x)
}
