//! The drives of any robot: they follow, hold and stop.

use super::joint::check_values;
use super::servo::{Servo, ServoState};
use super::{JointLimits, ReachError, Robot};

/// The joints of a robot with their drives, for any number of joints.
///
/// It starts from measured joints and holds them. A [`Servo`] follows each commanded joint. A stop brakes every joint
/// as fast as its limits of acceleration and jerk allow, wherever it comes to rest, and holds it there. Commands beyond
/// a joint's range lead to its end, where a mechanical stop takes what is left of its speed.
///
/// ```
/// use multiball::robot::{JointDrive, by_name};
///
/// let robot = by_name("rail6").unwrap();
/// let measured = robot.home();
/// let mut drive = JointDrive::start(&*robot, &measured, 150.0)?;
/// drive.advance(1e-3);
/// assert_eq!(drive.position(), measured);
/// drive.follow(&measured, &[0.5, 0.0, 0.0, 0.0, 0.0, 0.0])?;
/// drive.advance(1e-3);
/// drive.stop();
/// (0..200).for_each(|_| drive.advance(1e-3));
/// assert!(drive.is_at_rest());
/// # Ok::<(), multiball::robot::ReachError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JointDrive {
    servos: Vec<Servo>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    acceleration: Vec<f64>,
    /// Position and velocity that are followed; the acceleration is their change in the last tick.
    commanded: Vec<ServoState>,
    /// The velocity that was commanded in the last tick.
    commanded_before: Vec<f64>,
    stopping: bool,
}

impl JointDrive {
    /// Holds joints as they were measured; `stiffness` is the servo's ω, rad/s.
    ///
    /// # Errors
    /// Unless there is one finite value within its limits for each joint.
    pub fn start(robot: &dyn Robot, measured: &[f64], stiffness: f64) -> Result<Self, ReachError> {
        let limits = robot.limits();
        check_values(measured, limits.len())?;
        if let Some(index) = (0..limits.len()).find(|index| !limits[*index].contains(measured[*index])) {
            let JointLimits { kind, low, high, .. } = limits[index];
            return Err(ReachError::OutsideLimits { number: index + 1, kind, value: measured[index], low, high });
        }
        let still = vec![0.0; limits.len()];
        Ok(Self {
            servos: limits.iter().map(|limits| Servo::new(stiffness, *limits)).collect(),
            position: measured.to_vec(),
            velocity: still.clone(),
            acceleration: still.clone(),
            commanded: measured.iter().map(|position| at_rest(*position)).collect(),
            commanded_before: still,
            stopping: false,
        })
    }

    /// Becomes as another drive is, in the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { servos, position, velocity, acceleration, commanded, commanded_before, stopping } = other;
        self.stopping = *stopping;
        self.servos.clone_from(servos);
        self.position.clone_from(position);
        self.velocity.clone_from(velocity);
        self.acceleration.clone_from(acceleration);
        self.commanded.clone_from(commanded);
        self.commanded_before.clone_from(commanded_before);
    }

    /// Where the joints are.
    #[must_use]
    pub fn position(&self) -> &[f64] {
        &self.position
    }

    /// How fast they move.
    #[must_use]
    pub fn velocity(&self) -> &[f64] {
        &self.velocity
    }

    /// Whether no joint moves.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.velocity.iter().all(|velocity| *velocity == 0.0)
    }

    /// Follows a command of this moment from now on; it ends a stop.
    ///
    /// # Errors
    /// Unless there is one finite position and velocity for each joint. Then the command before it goes on.
    pub fn follow(&mut self, position: &[f64], velocity: &[f64]) -> Result<(), ReachError> {
        self.check(position, velocity)?;
        self.command(position.iter().copied(), velocity);
        Ok(())
    }

    /// Follows a command that has been checked.
    pub(crate) fn command(&mut self, position: impl Iterator<Item = f64>, velocity: &[f64]) {
        for ((commanded, position), velocity) in self.commanded.iter_mut().zip(position).zip(velocity) {
            (commanded.position, commanded.velocity) = (position, *velocity);
        }
        self.stopping = false;
    }

    /// Whether these can be followed.
    ///
    /// # Errors
    /// Unless there is one finite position and velocity for each joint.
    pub fn check(&self, position: &[f64], velocity: &[f64]) -> Result<(), ReachError> {
        check_values(position, self.servos.len())?;
        check_values(velocity, self.servos.len())
    }

    /// Comes to rest at the position that was commanded last, and stays there.
    pub fn hold(&mut self) {
        self.commanded.iter_mut().for_each(|commanded| commanded.velocity = 0.0);
    }

    /// Brakes as fast as the limits allow, and stays where that ends.
    pub fn stop(&mut self) {
        self.stopping = true;
    }

    /// Lets a time pass that is short compared with 1/ω; none that is not positive.
    pub fn advance(&mut self, lasts_s: f64) {
        if lasts_s <= 0.0 {
            return;
        }
        let Self { servos, position, velocity, acceleration, commanded, commanded_before, stopping } = self;
        let rate_hz = 1.0 / lasts_s;
        let states = position.iter_mut().zip(velocity).zip(acceleration);
        let commands = commanded.iter_mut().zip(commanded_before);
        for ((servo, ((position, velocity), acceleration)), (commanded, before)) in
            servos.iter().zip(states).zip(commands)
        {
            let JointLimits { low, high, .. } = *servo.limits();
            let now = ServoState { position: *position, velocity: *velocity, acceleration: *acceleration };
            let after = if *stopping {
                let after = servo.brake(&now, lasts_s);
                *commanded = at_rest(after.position);
                after
            } else {
                if commanded.position < low || commanded.position > high {
                    *commanded = at_rest(commanded.position.clamp(low, high));
                }
                commanded.acceleration = (commanded.velocity - *before) * rate_hz;
                servo.follow(&now, commanded, lasts_s)
            };
            *before = commanded.velocity;
            // At its mechanical stop a joint stands.
            let inside = after.position >= low && after.position <= high;
            *position = after.position.clamp(low, high);
            (*velocity, *acceleration) = if inside { (after.velocity, after.acceleration) } else { (0.0, 0.0) };
        }
    }
}

/// A joint that stands.
fn at_rest(position: f64) -> ServoState {
    ServoState { position, ..ServoState::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::by_name;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const TICK_S: f64 = 1e-3;

    #[test]
    fn law_a_drive_started_from_measured_joints_holds_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(61);
        for name in crate::robot::NAMES {
            let robot = by_name(name).unwrap();
            let measured: Vec<f64> = robot.limits().iter().map(|l| rng.random_range(l.low..l.high)).collect();
            let mut drive = JointDrive::start(&*robot, &measured, 150.0).unwrap();
            (0..1000).for_each(|_| drive.advance(TICK_S));
            assert_eq!(drive.position(), measured, "{name}");
            assert!(drive.is_at_rest());
            // A robot whose joint is outside its limits is not started.
            let outside: Vec<f64> = robot.limits().iter().map(|limits| limits.high + 0.1).collect();
            assert!(matches!(
                JointDrive::start(&*robot, &outside, 150.0),
                Err(ReachError::OutsideLimits { number: 1, .. })
            ));
            assert!(JointDrive::start(&*robot, &measured[1..], 150.0).is_err());
        }
    }

    #[test]
    fn law_a_drive_keeps_every_limit_whatever_it_is_commanded() {
        let robot = by_name("rail6").unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(61);
        let mut drive = JointDrive::start(&*robot, &robot.home(), 150.0).unwrap();
        for _ in 0..500 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let position: Vec<f64> = robot.limits().iter().map(|l| draw(l.low - 0.1, l.high + 0.1)).collect();
            for _ in 0..300 {
                let before = drive.clone();
                drive.follow(&position, &[0.0; 6]).unwrap();
                drive.advance(TICK_S);
                for (i, limits) in robot.limits().iter().enumerate() {
                    assert!(drive.velocity[i].abs() <= limits.speed && limits.contains(drive.position[i]));
                    assert!(drive.acceleration[i].abs() <= limits.acceleration);
                    if drive.position[i] == limits.low || drive.position[i] == limits.high {
                        // The mechanical stop is touched gently.
                        assert!(before.velocity[i].abs() < 0.02 * limits.speed, "{} at its end", before.velocity[i]);
                        continue;
                    }
                    let jerk = (drive.acceleration[i] - before.acceleration[i]).abs() / TICK_S;
                    assert!(jerk <= limits.jerk * (1.0 + 1e-9), "joint {i}: {jerk}, within {limits:?}");
                }
            }
        }
        // Beyond its range a joint is held at its end.
        let (limits, far) = (robot.limits(), [9.0; 6]);
        drive.follow(&far, &[0.0; 6]).unwrap();
        (0..3000).for_each(|_| drive.advance(TICK_S));
        assert!((0..6).all(|i| (drive.position[i] - limits[i].high).abs() < 1e-9), "{:?}", drive.position);
    }

    #[test]
    fn law_a_stopped_robot_rests_within_its_limits_and_can_go_on() {
        let robot = by_name("rail6").unwrap();
        let home = robot.home();
        let mut drive = JointDrive::start(&*robot, &home, 150.0).unwrap();
        for tick in 0..100 {
            // A cubic start keeps the acceleration in bounds.
            let t_s = TICK_S * f64::from(tick);
            let position: Vec<f64> = home.iter().map(|place| place + 30.0 * t_s.powi(3)).collect();
            drive.follow(&position, &[90.0 * t_s * t_s; 6]).unwrap();
            drive.advance(TICK_S);
        }
        assert!(!drive.is_at_rest());
        drive.stop();
        let mut before = drive.clone();
        let mut ticks = 0;
        while !drive.is_at_rest() {
            drive.advance(TICK_S);
            ticks += 1;
            for (i, limits) in robot.limits().iter().enumerate() {
                let jerk = (drive.acceleration[i] - before.acceleration[i]).abs() / TICK_S;
                assert!(jerk <= limits.jerk * 1.001 && drive.acceleration[i].abs() <= limits.acceleration * 1.001);
                assert!(limits.contains(drive.position[i]));
            }
            before = drive.clone();
        }
        assert!(ticks < 60, "{ticks} ms");
        (0..100).for_each(|_| drive.advance(TICK_S));
        assert_eq!(drive.position(), before.position(), "it stays where it came to rest");
        drive.follow(&home, &[0.0; 6]).unwrap();
        (0..1000).for_each(|_| drive.advance(TICK_S));
        assert!(drive.position().iter().zip(&home).all(|(place, home)| (place - home).abs() < 1e-6));
    }
}
