//! A stroke of the opponent's, as a function of time: ready, back, through the ball, and ready again.

use super::opponent::{Opponent, OpponentPose, Part};
use crate::geometry::{Vec3, portable};

/// One stroke. The blade's middle goes back along a line, then through the contact as s(τ) = A sin(ω τ), and returns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swing {
    /// Where the blade meets the ball, m.
    pub contact: Vec3,
    /// Velocity of the blade at the contact, m/s.
    pub velocity: Vec3,
    /// Whether the racket is in the right hand (at -y: he looks along +x).
    pub right_handed: bool,
}

/// A, amplitude of the swing, m.
const AMPLITUDE: f64 = 0.42;
/// Time from ready to the end of the backswing, s, and from the end of the swing back to ready, s.
const BACK_S: f64 = 0.25;
const RETURN_S: f64 = 0.45;
/// Where the blade waits, as a share of A.
const READY: f64 = -0.25;
/// Lengths of the upper arm and the forearm, and from wrist to the middle of the blade, m.
const UPPER_ARM: f64 = 0.31;
const FOREARM: f64 = 0.27;
const GRIP: f64 = 0.15;
/// Height of the floor below the table top, m.
const FLOOR: f64 = -0.76;

impl Swing {
    /// The opponent at a time counted from the contact, s. Velocities are differences over a tenth of a millisecond.
    #[must_use]
    pub fn at(&self, from_contact_s: f64) -> Opponent {
        const STEP_S: f64 = 5e-5;
        let pose = self.pose(from_contact_s);
        let (before, after) = (self.pose(from_contact_s - STEP_S), self.pose(from_contact_s + STEP_S));
        let mut velocities = after;
        for (velocity, before) in velocities.parts.iter_mut().zip(before.parts) {
            *velocity = (*velocity - before) / (2.0 * STEP_S);
        }
        let racket_normal = (self.velocity + Vec3::new(0.3, 0.0, 0.0)).try_normalize(1e-9).unwrap_or_else(Vec3::x);
        Opponent { pose, velocities, racket_normal }
    }

    /// Way of the blade along the swing, as a share of its amplitude.
    fn way(&self, t_s: f64) -> f64 {
        let quarter_s = self.quarter_s();
        let ease = |share: f64| {
            let share = share.clamp(0.0, 1.0);
            share * share * (3.0 - 2.0 * share)
        };
        if t_s < -quarter_s {
            let share = ease((t_s + quarter_s + BACK_S) / BACK_S);
            READY + (-1.0 - READY) * share
        } else if t_s <= quarter_s {
            portable::sin(std::f64::consts::FRAC_PI_2 * t_s / quarter_s)
        } else {
            1.0 + (READY - 1.0) * ease((t_s - quarter_s) / RETURN_S)
        }
    }

    /// A quarter of the swing's period, s: at the contact its speed is A ω = |velocity|.
    fn quarter_s(&self) -> f64 {
        std::f64::consts::FRAC_PI_2 * AMPLITUDE / self.velocity.norm().max(1.0)
    }

    fn pose(&self, t_s: f64) -> OpponentPose {
        let side = if self.right_handed { -1.0 } else { 1.0 };
        let direction = self.velocity.try_normalize(1e-9).unwrap_or_else(Vec3::x);
        let blade = self.contact + direction * (AMPLITUDE * self.way(t_s));
        let stand = Vec3::new((self.contact.x - 0.42).min(-1.62), self.contact.y - side * 0.42, FLOOR);
        // He sways a little while he waits, and turns with the stroke.
        let sway = 0.02 * portable::sin(5.0 * t_s);
        let turn = 0.12 * self.way(t_s);
        let place = |x: f64, y: f64, z: f64| stand + Vec3::new(x, side * y + sway, z);
        let mut pose = OpponentPose { parts: [Vec3::zeros(); OpponentPose::PARTS] };
        let fixed = [
            (Part::Head, place(0.16, 0.0, 1.52)),
            (Part::Chest, place(0.08, 0.0, 1.18)),
            (Part::Hips, place(-0.06, 0.0, 0.85)),
            (Part::RacketShoulder, place(0.10 + turn, 0.19, 1.28)),
            (Part::FreeShoulder, place(0.10 - turn, -0.19, 1.28)),
            (Part::FreeElbow, place(0.16 - turn, -0.30, 1.02)),
            (Part::FreeWrist, place(0.38, -0.24, 1.06)),
            (Part::RacketKnee, place(0.08, 0.20, 0.46)),
            (Part::RacketFoot, place(-0.08, 0.28, 0.06)),
            (Part::FreeKnee, place(0.14, -0.20, 0.46)),
            (Part::FreeFoot, place(0.02, -0.28, 0.06)),
        ];
        for (part, point) in fixed {
            *pose.at_mut(part) = point;
        }
        self.bend_arm(&mut pose, blade, side);
        pose
    }

    /// Puts the blade where it shall be, or as near as the arm reaches; the elbow hangs outwards and down.
    fn bend_arm(&self, pose: &mut OpponentPose, blade: Vec3, side: f64) {
        let shoulder = pose.at(Part::RacketShoulder);
        let to_blade = blade - shoulder;
        let distance = to_blade.norm().max(1e-6);
        let toward = to_blade / distance;
        // The hand is a little nearer to the body than the blade, and above its line.
        let grip = (toward + Vec3::new(0.0, -0.2 * side, 0.25)).normalize();
        let wrist_wanted = blade - grip * GRIP;
        let to_wrist = wrist_wanted - shoulder;
        let reach = to_wrist.norm().clamp(0.12, 0.995 * (UPPER_ARM + FOREARM));
        let along = to_wrist.try_normalize(1e-9).unwrap_or(toward);
        let wrist = shoulder + along * reach;
        let out = Vec3::new(-0.35, 0.45 * side, -1.0);
        let out = (out - along * out.dot(&along)).try_normalize(1e-9).unwrap_or_else(|| -Vec3::z());
        let foot = (reach * reach + UPPER_ARM * UPPER_ARM - FOREARM * FOREARM) / (2.0 * reach);
        let height = (UPPER_ARM * UPPER_ARM - foot * foot).max(0.0).sqrt();
        *pose.at_mut(Part::RacketElbow) = shoulder + along * foot + out * height;
        *pose.at_mut(Part::RacketWrist) = wrist;
        *pose.at_mut(Part::Racket) = wrist + grip * GRIP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing() -> Swing {
        Swing { contact: Vec3::new(-1.45, 0.1, 0.25), velocity: Vec3::new(5.5, 0.5, 2.0), right_handed: true }
    }

    #[test]
    fn law_the_blade_meets_the_ball_with_the_velocity_asked_for() {
        let at_contact = swing().at(0.0);
        assert!((at_contact.pose.at(Part::Racket) - swing().contact).norm() < 0.02, "{at_contact:?}");
        let miss = at_contact.velocities.at(Part::Racket) - swing().velocity;
        assert!(miss.norm() < 0.15 * swing().velocity.norm(), "{miss}");
        let wrist = at_contact.velocities.at(Part::RacketWrist).norm();
        assert!((3.0..8.0).contains(&wrist), "the cuff moves at {wrist} m/s");
    }

    #[test]
    fn law_bones_keep_their_lengths_and_nothing_jumps() {
        let mut before = swing().at(-0.8).pose;
        for i in 1..1600 {
            let now = swing().at(-0.8 + 1e-3 * f64::from(i));
            let length = |a, b| (now.pose.at(a) - now.pose.at(b)).norm();
            assert!((length(Part::RacketShoulder, Part::RacketElbow) - UPPER_ARM).abs() < 1e-9);
            assert!((length(Part::RacketElbow, Part::RacketWrist) - FOREARM).abs() < 1e-9);
            for (a, b) in now.pose.parts.iter().zip(before.parts) {
                assert!((a - b).norm() < 0.015, "a part moves {} m in a millisecond at {i}", (a - b).norm());
            }
            before = now.pose;
        }
    }
}
