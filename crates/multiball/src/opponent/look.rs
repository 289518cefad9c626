//! A stroke as cameras see it: the body's parts, how fast they move, and the racket.

use super::motion::StrokeMotion;
use super::posture::Posture;
use super::skeleton::{Keypoint, Skeleton};
use crate::geometry::{Vec3, portable};
use crate::track::Stroke;
use crate::vision::scene::{Opponent, OpponentPose, Part};

/// How a hand holds its racket at the contact, in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hold {
    /// From the wrist to the middle of the blade, m.
    pub(super) to_blade: Vec3,
    /// Unit normal of the blade, on the side of the ball.
    pub(super) face: Vec3,
    /// Direction of the forearm, from the elbow to the wrist.
    pub(super) forearm: Vec3,
}

/// Half the thickness of a racket with its rubbers, m.
const HALF_THICKNESS: f64 = 0.007;
/// How much a face looks up, as the tangent of the angle, assumed: a topspin's is a little closed, a push's open.
const ATTACK_TILT: f64 = -0.25;
const PUSH_TILT: f64 = 0.5;
/// Position of the middle of the chest, from 0 at the shoulders to 1 at the hips.
const CHEST_SHARE: f64 = 0.2;

impl Hold {
    /// The hold before a stroke is aimed.
    pub(super) const NONE: Self =
        Self { to_blade: Vec3::new(0.0, 0.0, 0.0), face: Vec3::new(1.0, 0.0, 0.0), forearm: Vec3::new(1.0, 0.0, 0.0) };

    /// Lays the blade behind a ball of a radius that leaves in a direction, seen from the wrist at the contact.
    pub(super) fn behind((to_ball, ball_radius): (Vec3, f64), leaves: &Vec3, stroke: Stroke, forearm: Vec3) -> Self {
        let ahead = Vec3::new(leaves.x, leaves.y, 0.0).try_normalize(1e-9).unwrap_or_else(Vec3::x);
        let tilt = if stroke.is_attack() { ATTACK_TILT } else { PUSH_TILT };
        let face = (ahead + Vec3::z() * tilt).normalize();
        Self { to_blade: to_ball - face * (ball_radius + HALF_THICKNESS), face, forearm }
    }

    /// The vector to the blade and the face after the forearm has rotated: the wrist is stiff, and the rotation is the
    /// smallest one.
    fn turned(&self, forearm: &Vec3) -> [Vec3; 2] {
        let both = self.forearm + forearm;
        let share = 1.0 / (1.0 + self.forearm.dot(forearm)).max(1e-6);
        let turn = |v: &Vec3| v - both * (both.dot(v) * share) + forearm * (2.0 * self.forearm.dot(v));
        [turn(&self.to_blade), turn(&self.face)]
    }

    /// The same hand when the whole person has turned about the vertical, rad.
    pub(super) fn facing(&self, turn: f64) -> Self {
        let (sin, cos) = portable::sin_cos(turn);
        let turned = |v: &Vec3| Vec3::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y, v.z);
        Self { to_blade: turned(&self.to_blade), face: turned(&self.face), forearm: turned(&self.forearm) }
    }

    /// Interpolates from this hold (share 0) to another of the same heading (share 1): the racket rotates in the hand.
    pub(super) fn towards(&self, other: &Self, share: f64) -> Self {
        let between = |from: &Vec3, to: &Vec3| {
            let length = from.norm() + (to.norm() - from.norm()) * share;
            from.lerp(to, share).try_normalize(1e-9).map_or(*to, |direction| direction * length)
        };
        Self {
            to_blade: between(&self.to_blade, &other.to_blade),
            face: between(&self.face, &other.face),
            forearm: between(&self.forearm, &other.forearm),
        }
    }
}

impl StrokeMotion {
    /// The body as cameras see it at a time from the contact. The racket is held by a stiff wrist; at the contact its
    /// blade lies behind the ball by the ball's radius and half its own thickness.
    #[must_use]
    pub fn opponent(&self, t_s: f64) -> Opponent {
        seen(t_s, |t_s| self.posture(t_s))
    }
}

/// A body as cameras see it at a time.
pub(super) fn seen(t_s: f64, posture: impl Fn(f64) -> Posture) -> Opponent {
    const STEP_S: f64 = 1e-6;
    let (pose, racket_normal) = posture(t_s).pose();
    let mut velocities = posture(t_s + STEP_S).pose().0;
    for (velocity, part) in velocities.parts.iter_mut().zip(pose.parts) {
        *velocity = (*velocity - part) / STEP_S;
    }
    Opponent { pose, velocities, racket_normal }
}

impl Posture {
    /// Middle and normal of the blade.
    pub(super) fn blade(&self) -> [Vec3; 2] {
        let [to_blade, face] = self.hold.turned(&self.forearm());
        [self.wrist() + to_blade, face]
    }

    /// Where the parts are, and the blade's normal.
    fn pose(&self) -> (OpponentPose, Vec3) {
        let body = self.skeleton();
        let of = |left: Keypoint, racket: bool| body.points[Keypoint::of_side(left, racket == self.right_handed)];
        let [shoulders, hips] = [Keypoint::LeftShoulder, Keypoint::LeftHip].map(|left| middle(&body, left));
        let [blade, face] = self.blade();
        let mut pose = OpponentPose { parts: [Vec3::zeros(); OpponentPose::PARTS] };
        for (part, point) in [
            (Part::Head, middle(&body, Keypoint::LeftEar)),
            (Part::Chest, shoulders.lerp(&hips, CHEST_SHARE)),
            (Part::Hips, hips),
            (Part::RacketShoulder, of(Keypoint::LeftShoulder, true)),
            (Part::RacketElbow, of(Keypoint::LeftElbow, true)),
            (Part::RacketWrist, of(Keypoint::LeftWrist, true)),
            (Part::Racket, blade),
            (Part::FreeShoulder, of(Keypoint::LeftShoulder, false)),
            (Part::FreeElbow, of(Keypoint::LeftElbow, false)),
            (Part::FreeWrist, of(Keypoint::LeftWrist, false)),
            (Part::RacketKnee, of(Keypoint::LeftKnee, true)),
            (Part::RacketFoot, of(Keypoint::LeftAnkle, true)),
            (Part::FreeKnee, of(Keypoint::LeftKnee, false)),
            (Part::FreeFoot, of(Keypoint::LeftAnkle, false)),
        ] {
            *pose.at_mut(part) = point;
        }
        (pose, face)
    }
}

/// The middle between a point of the left and that of the right.
fn middle(body: &Skeleton, left: Keypoint) -> Vec3 {
    (body.points[Keypoint::of_side(left, false)] + body.points[Keypoint::of_side(left, true)]) / 2.0
}

/// Direction of a forearm.
pub(super) fn forearm(elbow: &Vec3, wrist: &Vec3) -> Vec3 {
    (wrist - elbow).try_normalize(1e-9).unwrap_or_else(Vec3::x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::{BallState, Physics};
    use crate::court::Court;
    use crate::opponent::{Human, ShotSet, Shots};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn strokes(count: usize) -> impl Iterator<Item = (BallState, StrokeMotion)> {
        let shots = Shots::new(Physics::default(), Court::STANDARD);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        (0..count).map(move |number| {
            let (human, stroke) = (Human::draw(&mut rng), Stroke::ALL[number % 4]);
            let ball = shots.draw(ShotSet::Human, stroke, human.right_handed, &mut rng).unwrap();
            (ball, StrokeMotion::draw(&human, stroke, &ball, 0.1, &mut rng))
        })
    }

    #[test]
    fn law_the_blade_touches_the_ball_at_the_contact_and_faces_where_it_flies() {
        for (ball, motion) in strokes(100) {
            let there = motion.opponent(0.0);
            let behind = ball.position - there.pose.at(Part::Racket);
            assert!((behind.norm() - 0.027).abs() < 1e-9 && (behind.normalize() - there.racket_normal).norm() < 1e-9);
            assert!(there.racket_normal.dot(&ball.velocity) > 0.0, "{ball:?}");
        }
    }

    #[test]
    fn law_the_racket_stays_in_the_hand_and_velocities_are_those_of_the_parts() {
        for (_, motion) in strokes(40) {
            let grip =
                |opponent: &Opponent| (opponent.pose.at(Part::Racket) - opponent.pose.at(Part::RacketWrist)).norm();
            let length = grip(&motion.opponent(0.0));
            assert!((0.1..0.22).contains(&length), "{length} m from wrist to blade");
            for i in -55..45 {
                let t_s = 0.01 * f64::from(i);
                let (now, next) = (motion.opponent(t_s), motion.opponent(t_s + 1e-4));
                assert!((grip(&now) - length).abs() < 1e-9 && (now.racket_normal.norm() - 1.0).abs() < 1e-9);
                for ((here, there), velocity) in now.pose.parts.iter().zip(next.pose.parts).zip(now.velocities.parts) {
                    let off = (there - here) / 1e-4 - velocity;
                    assert!(off.norm() < 0.1 && velocity.norm() < 25.0, "{off} of {velocity} m/s at {t_s} s");
                }
            }
        }
    }
}
