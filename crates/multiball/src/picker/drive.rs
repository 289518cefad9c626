//! The two driven wheels and their limits.

use super::Pose2;

/// Limits of the drive [paper 002, Algorithm 1].
///
/// The turn rate ω changes by no more than a T in a step and is never above v₀/(p h); then the speed is
///
/// ```text
/// v = v₀ - p h |ω|
/// ```
///
/// so that the time of a path is exactly its length plus p h for each radian turned, over v₀.
///
/// The paper's text has v = v₀ - p |Δv| with ω = 2 Δv/h, half the loss of its Algorithm 1; the algorithm is what was
/// run, and what is meant here.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriveLimits {
    /// v₀: speed straight ahead, m/s.
    pub cruise: f64,
    /// p h: speed lost for each rad/s, m/rad.
    pub turning_loss: f64,
    /// a: greatest change of the turn rate, rad/s².
    pub turn_acceleration: f64,
    /// T: time of a step, s.
    pub step_s: f64,
    /// h: distance between the wheels, m.
    pub track_width: f64,
}

impl DriveLimits {
    /// The paper's robot: p = 1.
    pub const PAPER: Self =
        Self { cruise: 0.5, turning_loss: 0.3, turn_acceleration: 1.9, step_s: 0.005, track_width: 0.3 };

    /// The greatest turn rate, rad/s: there the robot turns on the spot.
    #[must_use]
    pub fn most_turn_rate(&self) -> f64 {
        self.cruise / self.turning_loss
    }

    /// Least time of a path of some length (m) and turning (rad), s.
    #[must_use]
    pub fn time_s(&self, length: f64, turning: f64) -> f64 {
        (length + self.turning_loss * turning.abs()) / self.cruise
    }
}

/// Direction of travel of the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    /// As fast as turning leaves.
    Forward,
    /// It stays where it is and may turn.
    Stand,
    /// Backwards, as fast as turning leaves.
    Back,
}

/// The robot's motion in one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Along the heading, m/s.
    pub speed: f64,
    /// Counter-clockwise, rad/s.
    pub turn_rate: f64,
}

/// The drive at work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelDrive {
    limits: DriveLimits,
    turn_rate: f64,
}

impl WheelDrive {
    /// At rest.
    #[must_use]
    pub fn new(limits: DriveLimits) -> Self {
        Self { limits, turn_rate: 0.0 }
    }

    /// Its limits.
    #[must_use]
    pub fn limits(&self) -> &DriveLimits {
        &self.limits
    }

    /// Turn rate of the last step, rad/s.
    #[must_use]
    pub fn turn_rate(&self) -> f64 {
        self.turn_rate
    }

    /// One step: comes as near to a turn rate as the limits allow [paper 002, Algorithm 1]. NaN keeps the turn rate.
    #[inline]
    pub fn step(&mut self, wanted_turn_rate: f64, gait: Gait) -> Motion {
        let limits = &self.limits;
        let change = limits.turn_acceleration * limits.step_s;
        let wanted = if wanted_turn_rate.is_nan() { self.turn_rate } else { wanted_turn_rate };
        let reached = wanted.clamp(self.turn_rate - change, self.turn_rate + change);
        let most = limits.most_turn_rate();
        self.turn_rate = reached.clamp(-most, most);
        let left = (limits.cruise - limits.turning_loss * self.turn_rate.abs()).max(0.0);
        let speed = match gait {
            Gait::Forward => left,
            Gait::Stand => 0.0,
            Gait::Back => -left,
        };
        Motion { speed, turn_rate: self.turn_rate }
    }
}

impl Motion {
    /// The pose after this motion from a pose, for a time, s.
    #[must_use]
    #[inline]
    pub fn carries(&self, pose: &Pose2, time_s: f64) -> Pose2 {
        pose.after(self.speed, self.turn_rate, time_s)
    }

    /// Speeds of the left and the right wheel over the floor, m/s, for a distance between them, m.
    #[must_use]
    pub fn wheels(&self, track_width: f64) -> [f64; 2] {
        let half = self.turn_rate * track_width / 2.0;
        [self.speed - half, self.speed + half]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_time_is_length_plus_turning_whatever_is_commanded() {
        let limits = DriveLimits::PAPER;
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut drive = WheelDrive::new(limits);
        let (mut length, mut turning, steps) = (0.0, 0.0, 20_000);
        for _ in 0..steps {
            let before = drive.turn_rate();
            let motion = drive.step(rng.random_range(-9.0..9.0), Gait::Forward);
            assert!((motion.turn_rate - before).abs() <= limits.turn_acceleration * limits.step_s + 1e-15);
            assert!(motion.turn_rate.abs() <= limits.most_turn_rate() && motion.speed >= 0.0);
            length += motion.speed * limits.step_s;
            turning += motion.turn_rate.abs() * limits.step_s;
        }
        assert!((limits.time_s(length, turning) - f64::from(steps) * limits.step_s).abs() < 1e-9);
    }

    #[test]
    fn law_wheels_carry_the_robot_as_its_motion_says() {
        let motion = Motion { speed: 0.4, turn_rate: 0.7 };
        let [left, right] = motion.wheels(0.3);
        assert!(((left + right) / 2.0 - motion.speed).abs() < 1e-15);
        assert!(((right - left) / 0.3 - motion.turn_rate).abs() < 1e-15);
    }
}
