//! One stroke of one person: the whole body as a smooth function of time.

use rand::{Rng, RngExt};

use super::human::{Human, Proportions};
use super::look::{Hold, forearm};
use super::pulse::Pulse;
use super::skeleton::{Bend, Keypoint, Skeleton, joint_between};
use super::swing::{HABITS, Swing, feinted, varied, with_correction};
use crate::ball::BallState;
use crate::court::Court;
use crate::geometry::{Vec3, portable, standard_normal};
use crate::track::Stroke;

/// A stroke that meets a ball at time 0. It begins about half a second before and is over 0.4 s after.
///
/// The wrist follows pulses of least jerk (docs/theory/opponent.md) as seen from its shoulder, which turns with the trunk; distances beyond the arm's reach
/// are drawn in smoothly, so that every bone keeps its length. Lengths of the ways are drawn, and the clock is then set so
/// that the wrist's highest speed is exactly the one drawn. The body stands where the wrist meets the ball.
///
/// A feint begins with another class's backswing, which is put right within the last quarter of a second, or waits and then hurries.
#[derive(Debug, Clone, PartialEq)]
pub struct StrokeMotion {
    stroke: Stroke,
    feint: bool,
    right_handed: bool,
    body: Proportions,
    /// Back, through, follow-through, and what puts a feint right.
    pulses: [Pulse; HABITS + 1],
    /// Axes of the person: ahead, towards the racket side, up.
    axes: [Vec3; 3],
    /// The wrist at the contact as seen from the shoulder in these axes, before it is drawn into reach, m.
    reach_at_contact: Vec3,
    /// Middle between the shoulders, m.
    chest: Vec3,
    turn: f64,
    lean: f64,
    stance: f64,
    sway: [f64; 2],
    /// Time of the pulses per second.
    pace: f64,
    hold: Hold,
}

/// How far the arm is stretched at most, over the sum of its bones; and at least, over their difference.
const LONGEST_REACH: f64 = 0.97;
const SHORTEST_REACH: f64 = 1.2;
/// Unit vectors in the person's axes, at right angles.
const ARM_AHEAD: Vec3 = Vec3::new(0.6, 0.0, -0.8);
const ELBOW_OUT: Vec3 = Vec3::new(-0.64, 0.6, -0.48);
/// Variation of the heading from stroke to stroke, rad.
const HEADING_SD: f64 = 0.12;
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
        // People turn most of the way towards where they play.
        let heading = 0.7 * portable::atan2(ball.velocity.y, ball.velocity.x) + HEADING_SD * standard_normal(rng);
        let (sin, cos) = portable::sin_cos(heading);
        let side = human.racket_side();
        let axes = [Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0) * side, Vec3::z()];
        let mut motion = Self {
            stroke,
            feint,
            right_handed: human.right_handed,
            body: human.proportions(),
            pulses,
            axes,
            reach_at_contact: Vec3::zeros(),
            chest: Vec3::zeros(),
            turn: swing.turn * size,
            lean: human.lean,
            stance: human.stance,
            sway: [rng.random_range(0.0..0.02), rng.random_range(4.0..8.0)],
            pace: 1.0,
            hold: Hold::NONE,
        };
        motion.stand_before(&(ball.position - motion.in_world(&swing.grip)), swing.contact, rng);
        motion.pace = peak / motion.peak_speed();
        let arm = forearm(&motion.racket_elbow(0.0), &motion.wrist(0.0));
        motion.hold = Hold::behind(motion.in_world(&swing.grip), &ball.velocity, stroke, arm);
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

    pub(super) fn is_right_handed(&self) -> bool {
        self.right_handed
    }

    pub(super) fn hold(&self) -> &Hold {
        &self.hold
    }

    /// The keypoint of the racket's wrist.
    #[must_use]
    pub fn racket_wrist(&self) -> Keypoint {
        if self.right_handed { Keypoint::RightWrist } else { Keypoint::LeftWrist }
    }

    /// Where the racket's wrist is at a time from the contact, m.
    #[must_use]
    pub fn wrist(&self, t_s: f64) -> Vec3 {
        self.shoulder(t_s, 1.0) + self.in_world(&self.drawn_in(self.reach_at_contact + self.way(t_s)))
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
        let mut points = [Vec3::zeros(); Keypoint::COUNT];
        self.put_arms(t_s, &mut points);
        self.put_head(t_s, &mut points);
        self.put_legs(t_s, &mut points);
        Skeleton { points }
    }

    /// Chooses how the arm reaches for the wrist's place at the contact, and stands accordingly, as upright as the legs allow.
    fn stand_before(&mut self, wrist: &Vec3, contact: (f64, f64), rng: &mut impl Rng) {
        const ARM_DROP: f64 = 0.22;
        const CROUCH: f64 = 0.25;
        let upright = self.highest_chest();
        let shoulders = (wrist.z + ARM_DROP).clamp(upright - CROUCH, upright);
        let mut near = |value: f64| value + 0.02 * standard_normal(rng);
        self.reach_at_contact = Vec3::new(near(contact.0), near(contact.1), wrist.z - shoulders);
        self.chest += wrist - self.wrist(0.0);
    }

    /// Height of the chest with the knees a little bent, m.
    fn highest_chest(&self) -> f64 {
        const KNEES: f64 = 0.94;
        let leg = KNEES * (self.body.thigh + self.body.shank);
        let aside = self.stance - self.body.half_hips;
        let hips = self.floor() + (leg * leg - aside * aside).sqrt();
        hips + self.body.trunk * portable::cos(self.lean)
    }

    /// Height of the ankles, m.
    fn floor(&self) -> f64 {
        self.body.ankle - Court::STANDARD.table_height
    }

    fn in_world(&self, own: &Vec3) -> Vec3 {
        self.axes[0] * own.x + self.axes[1] * own.y + self.axes[2] * own.z
    }

    /// r ((1 + (l / |r|)⁶) / (1 + (|r| / L)⁶))^(1/6): shorter than the arm's longest reach L, longer than its shortest l, and nearly r where it is
    /// well between.
    fn drawn_in(&self, reach: Vec3) -> Vec3 {
        let most = LONGEST_REACH * (self.body.upper_arm + self.body.forearm);
        let least = SHORTEST_REACH * (self.body.upper_arm - self.body.forearm);
        let square = reach.norm_squared().max(1e-12);
        let (far, near) = (square / (most * most), least * least / square);
        reach * portable::cbrt(((1.0 + near * near * near) / (1.0 + far * far * far)).sqrt())
    }

    /// Way of the wrist from the contact, in the person's axes, m.
    fn way(&self, t_s: f64) -> Vec3 {
        let from = |pulse: &Pulse| pulse.at(self.pace * t_s) - pulse.at(0.0);
        self.pulses.iter().fold(Vec3::zeros(), |sum, pulse| sum + from(pulse))
    }

    /// How far the trunk is turned towards the side without racket, rad; 0 at the contact.
    fn turned(&self, t_s: f64) -> f64 {
        let done = |part: usize| self.pulses[part].done(self.pace * t_s) - self.pulses[part].done(0.0);
        self.turn * (done(1) - 0.6 * done(0))
    }

    /// A vector in the person's axes, turned with a share of the trunk's turn, in the world.
    fn turned_with(&self, own: &Vec3, t_s: f64, share: f64) -> Vec3 {
        let angle = share * self.turned(t_s);
        let (sin, cos) = portable::sin_cos(angle);
        self.in_world(&Vec3::new(cos * own.x + sin * own.y, cos * own.y - sin * own.x, own.z))
    }

    /// Middle between the shoulders; he sways a little, but not at the contact.
    fn chest_at(&self, t_s: f64) -> Vec3 {
        let [size, rate] = self.sway;
        self.chest + self.axes[1] * (size * portable::sin(rate * t_s))
    }

    /// The shoulder of the racket's side (1) or the other (-1).
    fn shoulder(&self, t_s: f64, side: f64) -> Vec3 {
        self.chest_at(t_s) + self.turned_with(&Vec3::new(0.0, side * self.body.half_shoulders, 0.0), t_s, 1.0)
    }

    fn put_arms(&self, t_s: f64, points: &mut [Vec3; Keypoint::COUNT]) {
        let Proportions { upper_arm, forearm, .. } = self.body;
        let mut put = |left: Keypoint, racket: bool, point: Vec3| {
            points[Keypoint::of_side(left, racket == self.right_handed)] = point;
        };
        put(Keypoint::LeftShoulder, true, self.shoulder(t_s, 1.0));
        put(Keypoint::LeftElbow, true, self.racket_elbow(t_s));
        put(Keypoint::LeftWrist, true, self.wrist(t_s));
        let shoulder = self.shoulder(t_s, -1.0);
        let elbow = shoulder + self.turned_with(&Vec3::new(0.28, -0.35, -0.894), t_s, 1.0).normalize() * upper_arm;
        let wrist = elbow + self.turned_with(&Vec3::new(0.9, 0.3, 0.316), t_s, 1.0).normalize() * forearm;
        put(Keypoint::LeftShoulder, false, shoulder);
        put(Keypoint::LeftElbow, false, elbow);
        put(Keypoint::LeftWrist, false, wrist);
    }

    /// An arm that hangs ahead has its elbow out and back. None of these strokes leads it back and up, where that is not smooth.
    fn racket_elbow(&self, t_s: f64) -> Vec3 {
        let bend = Bend { limb: self.in_world(&ARM_AHEAD), joint: self.in_world(&ELBOW_OUT) };
        let Proportions { upper_arm, forearm, .. } = self.body;
        joint_between(self.shoulder(t_s, 1.0), self.wrist(t_s), upper_arm, forearm, &bend)
    }

    fn put_head(&self, t_s: f64, points: &mut [Vec3; Keypoint::COUNT]) {
        let size = self.body.head;
        let side = if self.right_handed { -1.0 } else { 1.0 };
        let face = [(Keypoint::Nose, 0.55, 0.0), (Keypoint::LeftEye, 0.45, 0.14), (Keypoint::LeftEar, 0.05, 0.32)];
        let heights = [0.95, 1.1, 1.05];
        for ((keypoint, ahead, aside), height) in face.into_iter().zip(heights) {
            let place = |aside: f64| self.chest_at(t_s) + self.in_world(&(Vec3::new(ahead, aside, height) * size));
            points[keypoint as usize] = place(side * aside);
            if aside > 0.0 {
                points[keypoint as usize + 1] = place(-side * aside);
            }
        }
    }

    fn put_legs(&self, t_s: f64, points: &mut [Vec3; Keypoint::COUNT]) {
        let (sin, cos) = portable::sin_cos(self.lean);
        let pelvis = self.chest_at(t_s) - (self.axes[0] * sin + self.axes[2] * cos) * self.body.trunk;
        let stand = self.chest - (self.axes[0] * sin + self.axes[2] * cos) * self.body.trunk;
        for (racket, side) in [(true, 1.0), (false, -1.0)] {
            let hip = pelvis + self.turned_with(&Vec3::new(0.0, side * self.body.half_hips, 0.0), t_s, 0.4);
            let mut ankle = stand + self.axes[1] * (side * self.stance);
            ankle.z = self.floor();
            let bend = Bend { limb: -Vec3::z(), joint: self.axes[0] };
            let knee = joint_between(hip, ankle, self.body.thigh, self.body.shank, &bend);
            for (left, point) in [(Keypoint::LeftHip, hip), (Keypoint::LeftKnee, knee), (Keypoint::LeftAnkle, ankle)] {
                points[Keypoint::of_side(left, racket == self.right_handed)] = point;
            }
        }
    }
}
