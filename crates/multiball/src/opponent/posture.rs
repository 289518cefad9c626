//! The posture of a person at one instant: a few numbers, from which the whole body follows with bones of constant
//! length.

use super::human::{Human, Proportions};
use super::look::{Hold, forearm};
use super::skeleton::{Bend, Keypoint, Skeleton, joint_between};
use crate::geometry::{Vec3, portable};

/// A posture. Blending two of them, number by number, is a posture again: limbs are solved anew and no bone is
/// stretched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Posture {
    pub(super) body: Proportions,
    pub(super) right_handed: bool,
    pub(super) lean: f64,
    pub(super) half_stance: f64,
    /// Height of the floor over the table's top, m.
    pub(super) floor_z: f64,
    /// Direction in which the person looks, from x towards y, rad.
    pub(super) heading: f64,
    /// Axes of the person: ahead, towards the racket side, up.
    pub(super) axes: [Vec3; 3],
    /// Middle between the shoulders when the person does not sway, m; the feet stand under it.
    pub(super) chest: Vec3,
    /// How far the chest sways towards the racket side, m.
    pub(super) sway: f64,
    /// How far the trunk is turned towards the side without racket, rad.
    pub(super) turned: f64,
    /// The racket's wrist relative to its shoulder in their axes, before it is limited to the arm's reach, m.
    pub(super) reach: Vec3,
    pub(super) hold: Hold,
}

/// How far the arm is stretched at most, over the sum of its bones; and at least, over their difference.
const LONGEST_REACH: f64 = 0.97;
const SHORTEST_REACH: f64 = 1.2;
/// Unit vectors in the person's axes, at right angles.
const ARM_AHEAD: Vec3 = Vec3::new(0.6, 0.0, -0.8);
const ELBOW_OUT: Vec3 = Vec3::new(-0.64, 0.6, -0.48);

impl Posture {
    /// An upright posture at the origin with a heading.
    pub(super) fn of(human: &Human, heading: f64) -> Self {
        let mut posture = Self {
            body: human.proportions(),
            right_handed: human.right_handed,
            lean: human.lean,
            half_stance: human.half_stance,
            floor_z: -human.table_height,
            heading,
            axes: axes(heading, human.right_handed),
            chest: Vec3::zeros(),
            sway: 0.0,
            turned: 0.0,
            reach: Vec3::zeros(),
            hold: Hold::NONE,
        };
        posture.chest.z = posture.highest_chest();
        posture
    }

    /// Interpolates from this posture (share 0) to another of the same person (share 1).
    pub(super) fn towards(&self, other: &Self, share: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * share;
        let heading = between(self.heading, other.heading);
        Self {
            heading,
            axes: axes(heading, self.right_handed),
            chest: self.chest.lerp(&other.chest, share),
            sway: between(self.sway, other.sway),
            turned: between(self.turned, other.turned),
            reach: self.reach.lerp(&other.reach, share),
            hold: self.hold.facing(heading - self.heading).towards(&other.hold.facing(heading - other.heading), share),
            ..*self
        }
    }

    /// The whole body.
    pub(super) fn skeleton(&self) -> Skeleton {
        let mut points = [Vec3::zeros(); Keypoint::COUNT];
        self.put_arms(&mut points);
        self.put_head(&mut points);
        self.put_legs(&mut points);
        Skeleton { points }
    }

    /// Sets arm and chest so that the wrist is at a position, as upright as the legs allow.
    pub(super) fn stand_before(&mut self, wrist: &Vec3, (ahead, aside): (f64, f64)) {
        const ARM_DROP: f64 = 0.22;
        const CROUCH: f64 = 0.25;
        let upright = self.highest_chest();
        let shoulders = (wrist.z + ARM_DROP).clamp(upright - CROUCH, upright);
        self.reach = Vec3::new(ahead, aside, wrist.z - shoulders);
        self.chest += wrist - self.wrist();
    }

    /// Height of the chest with the knees a little bent, m.
    pub(super) fn highest_chest(&self) -> f64 {
        const KNEES: f64 = 0.94;
        let leg = KNEES * (self.body.thigh + self.body.shank);
        let aside = self.half_stance - self.body.half_hips;
        let hips = self.floor() + (leg * leg - aside * aside).sqrt();
        hips + self.body.trunk * portable::cos(self.lean)
    }

    /// Height of the ankles, m.
    fn floor(&self) -> f64 {
        self.body.ankle + self.floor_z
    }

    pub(super) fn in_world(&self, own: &Vec3) -> Vec3 {
        self.axes[0] * own.x + self.axes[1] * own.y + self.axes[2] * own.z
    }

    /// r ((1 + (l / |r|)⁶) / (1 + (|r| / L)⁶))^(1/6): shorter than the arm's longest reach L, longer than its shortest
    /// l, and nearly r where it is well between.
    fn drawn_in(&self) -> Vec3 {
        let most = LONGEST_REACH * (self.body.upper_arm + self.body.forearm);
        let least = SHORTEST_REACH * (self.body.upper_arm - self.body.forearm);
        let square = self.reach.norm_squared().max(1e-12);
        let (far, near) = (square / (most * most), least * least / square);
        self.reach * portable::cbrt(((1.0 + near * near * near) / (1.0 + far * far * far)).sqrt())
    }

    /// Where the racket's wrist is, m.
    pub(super) fn wrist(&self) -> Vec3 {
        self.shoulder(1.0) + self.in_world(&self.drawn_in())
    }

    /// Direction of the racket's forearm.
    pub(super) fn forearm(&self) -> Vec3 {
        forearm(&self.racket_elbow(), &self.wrist())
    }

    /// A vector in the person's axes, rotated by a share of the trunk's rotation, in the world.
    fn turned_with(&self, own: &Vec3, share: f64) -> Vec3 {
        let angle = share * self.turned;
        let (sin, cos) = portable::sin_cos(angle);
        self.in_world(&Vec3::new(cos * own.x + sin * own.y, cos * own.y - sin * own.x, own.z))
    }

    /// Middle between the shoulders.
    fn swayed_chest(&self) -> Vec3 {
        self.chest + self.axes[1] * self.sway
    }

    /// The shoulder of the racket's side (1) or the other (-1).
    fn shoulder(&self, side: f64) -> Vec3 {
        self.swayed_chest() + self.turned_with(&Vec3::new(0.0, side * self.body.half_shoulders, 0.0), 1.0)
    }

    fn put_arms(&self, points: &mut [Vec3; Keypoint::COUNT]) {
        let Proportions { upper_arm, forearm, .. } = self.body;
        let mut put = |left: Keypoint, racket: bool, point: Vec3| {
            points[Keypoint::of_side(left, racket == self.right_handed)] = point;
        };
        put(Keypoint::LeftShoulder, true, self.shoulder(1.0));
        put(Keypoint::LeftElbow, true, self.racket_elbow());
        put(Keypoint::LeftWrist, true, self.wrist());
        let shoulder = self.shoulder(-1.0);
        let elbow = shoulder + self.turned_with(&Vec3::new(0.28, -0.35, -0.894), 1.0).normalize() * upper_arm;
        let wrist = elbow + self.turned_with(&Vec3::new(0.9, 0.3, 0.316), 1.0).normalize() * forearm;
        put(Keypoint::LeftShoulder, false, shoulder);
        put(Keypoint::LeftElbow, false, elbow);
        put(Keypoint::LeftWrist, false, wrist);
    }

    /// An arm that hangs ahead has its elbow out and back. No stroke leads it back and up, where that is not smooth.
    fn racket_elbow(&self) -> Vec3 {
        let bend = Bend { limb: self.in_world(&ARM_AHEAD), joint: self.in_world(&ELBOW_OUT) };
        let Proportions { upper_arm, forearm, .. } = self.body;
        joint_between(self.shoulder(1.0), self.wrist(), upper_arm, forearm, &bend)
    }

    fn put_head(&self, points: &mut [Vec3; Keypoint::COUNT]) {
        let size = self.body.head;
        let side = if self.right_handed { -1.0 } else { 1.0 };
        let face = [(Keypoint::Nose, 0.55, 0.0), (Keypoint::LeftEye, 0.45, 0.14), (Keypoint::LeftEar, 0.05, 0.32)];
        let heights = [0.95, 1.1, 1.05];
        for ((keypoint, ahead, aside), height) in face.into_iter().zip(heights) {
            let place = |aside: f64| self.swayed_chest() + self.in_world(&(Vec3::new(ahead, aside, height) * size));
            points[keypoint as usize] = place(side * aside);
            if aside > 0.0 {
                points[keypoint as usize + 1] = place(-side * aside);
            }
        }
    }

    fn put_legs(&self, points: &mut [Vec3; Keypoint::COUNT]) {
        let (sin, cos) = portable::sin_cos(self.lean);
        let pelvis = self.swayed_chest() - (self.axes[0] * sin + self.axes[2] * cos) * self.body.trunk;
        let stand = self.chest - (self.axes[0] * sin + self.axes[2] * cos) * self.body.trunk;
        for (racket, side) in [(true, 1.0), (false, -1.0)] {
            let hip = pelvis + self.turned_with(&Vec3::new(0.0, side * self.body.half_hips, 0.0), 0.4);
            let mut ankle = stand + self.axes[1] * (side * self.half_stance);
            ankle.z = self.floor();
            let bend = Bend { limb: -Vec3::z(), joint: self.axes[0] };
            let knee = joint_between(hip, ankle, self.body.thigh, self.body.shank, &bend);
            for (left, point) in [(Keypoint::LeftHip, hip), (Keypoint::LeftKnee, knee), (Keypoint::LeftAnkle, ankle)] {
                points[Keypoint::of_side(left, racket == self.right_handed)] = point;
            }
        }
    }
}

/// Ahead, towards the racket side, up.
fn axes(heading: f64, right_handed: bool) -> [Vec3; 3] {
    let (sin, cos) = portable::sin_cos(heading);
    // The person looks along +x, so that their right is -y.
    let side = if right_handed { -1.0 } else { 1.0 };
    [Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0) * side, Vec3::z()]
}
