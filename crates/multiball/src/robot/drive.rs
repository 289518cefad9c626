//! The drives of any robot: they follow, hold and stop.

use super::joint::check_values;
use super::servo::pulled;
use super::{JointLimits, ReachError, Robot};

/// The joints of a robot with their drives, for any number of joints.
///
/// It starts from measured joints and holds them. Commanded joints are followed as a [`super::Servo`] does. A stop
/// brakes every joint as fast as its limits of acceleration and jerk allow, wherever it comes to rest, and holds it
/// there.
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
    stiffness: f64,
    limits: Vec<JointLimits>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    acceleration: Vec<f64>,
    /// Position and velocity that are followed.
    wanted: Vec<(f64, f64)>,
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
            stiffness,
            limits: limits.to_vec(),
            position: measured.to_vec(),
            velocity: still.clone(),
            acceleration: still,
            wanted: measured.iter().map(|position| (*position, 0.0)).collect(),
            stopping: false,
        })
    }

    /// Becomes as another drive is, in the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { stiffness, limits, position, velocity, acceleration, wanted, stopping } = other;
        (self.stiffness, self.stopping) = (*stiffness, *stopping);
        self.limits.clone_from(limits);
        self.position.clone_from(position);
        self.velocity.clone_from(velocity);
        self.acceleration.clone_from(acceleration);
        self.wanted.clone_from(wanted);
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
        for (index, wanted) in self.wanted.iter_mut().enumerate() {
            *wanted = (position[index], velocity[index]);
        }
        self.stopping = false;
        Ok(())
    }

    /// Whether these can be followed.
    ///
    /// # Errors
    /// Unless there is one finite position and velocity for each joint.
    pub fn check(&self, position: &[f64], velocity: &[f64]) -> Result<(), ReachError> {
        check_values(position, self.limits.len())?;
        check_values(velocity, self.limits.len())
    }

    /// Comes to rest at the position that was commanded last, and stays there.
    pub fn hold(&mut self) {
        self.wanted.iter_mut().for_each(|(_, velocity)| *velocity = 0.0);
    }

    /// Brakes as fast as the limits allow, and stays where that ends.
    pub fn stop(&mut self) {
        self.stopping = true;
    }

    /// Lets a time pass that is short compared with 1/ω.
    pub fn advance(&mut self, lasts_s: f64) {
        for i in 0..self.limits.len() {
            let (limits, before) = (&self.limits[i], self.velocity[i]);
            let (place, velocity, acceleration) = if self.stopping {
                let (way, velocity, acceleration) = braked(before, self.acceleration[i], limits, lasts_s);
                self.wanted[i] = (self.position[i] + way, 0.0);
                (self.position[i] + way, velocity, acceleration)
            } else {
                let (place, velocity) =
                    pulled(limits, self.stiffness, (self.position[i], before), self.wanted[i], lasts_s);
                (place, velocity, (velocity - before) / lasts_s)
            };
            // At its stop a joint stands.
            let inside = place >= limits.low && place <= limits.high;
            self.position[i] = place.clamp(limits.low, limits.high);
            (self.velocity[i], self.acceleration[i]) = if inside { (velocity, acceleration) } else { (0.0, 0.0) };
        }
    }
}

/// Way, velocity and acceleration after a time of the quickest stop from velocity v and acceleration a.
///
/// With d the side on which the joint would go on when its acceleration falls to zero at full jerk J, the stop turns
/// the acceleration to -d p, keeps it, and lets it fall to zero: p = min(A, √(J d v + a²/2)).
fn braked(v: f64, a: f64, limits: &JointLimits, lasts_s: f64) -> (f64, f64, f64) {
    let (most, jerk) = (limits.acceleration, limits.jerk);
    if most.is_infinite() && jerk.is_infinite() {
        return (0.0, 0.0, 0.0);
    }
    let side = if v + a * a.abs() / (2.0 * jerk) < 0.0 { -1.0 } else { 1.0 };
    let (v, a) = (side * v, side * a);
    let peak = (jerk * v + 0.5 * a * a).max(0.0).sqrt().min(most);
    let keeps_s = if peak < most { 0.0 } else { ((v + 0.5 * a * a / jerk - peak * peak / jerk) / peak).max(0.0) };
    let phases = [(((a + peak) / jerk).max(0.0), -jerk), (keeps_s, 0.0), (peak / jerk, jerk)];
    let (mut way, mut v, mut a, mut left_s) = (0.0, v, a, lasts_s);
    for (index, (phase_s, jerk)) in phases.into_iter().enumerate() {
        // Without a limit of jerk the acceleration jumps.
        let (dt, jerk) = (phase_s.min(left_s), if jerk.is_finite() { jerk } else { 0.0 });
        way += (v + (0.5 * a + jerk * dt / 6.0) * dt) * dt;
        v += (a + 0.5 * jerk * dt) * dt;
        a += jerk * dt;
        left_s -= dt;
        if dt < phase_s {
            return (side * way, side * v, side * a);
        }
        a = if index < 2 { -peak } else { 0.0 };
    }
    (side * way, 0.0, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::portable;
    use crate::robot::{Joints, Servo, by_name};
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
    fn law_a_drive_follows_as_the_servo_does() {
        let robot = by_name("rail6").unwrap();
        let limits: [JointLimits; 6] = robot.limits().try_into().unwrap();
        let home = robot.home();
        let mut servo = Servo::at_rest(&Joints::<6>::from_column_slice(&home), 150.0, &limits);
        let mut drive = JointDrive::start(&*robot, &home, 150.0).unwrap();
        for tick in 0..2000 {
            let t_s = TICK_S * f64::from(tick);
            let turn = |i: usize| portable::sin_cos(4.0 * t_s + i as f64);
            let position = Joints::<6>::from_fn(|i, _| home[i] + 1.3 * turn(i).0);
            let velocity = Joints::<6>::from_fn(|i, _| 5.2 * turn(i).1);
            servo.step(&position, &velocity, TICK_S);
            drive.follow(position.as_slice(), velocity.as_slice()).unwrap();
            drive.advance(TICK_S);
            assert_eq!(
                (drive.position(), drive.velocity()),
                (servo.position().as_slice(), servo.velocity().as_slice())
            );
        }
    }

    /// The least time of a stop from v and a, by bisection over the peak of the acceleration.
    fn least_stop_s(v: f64, a: f64, limits: &JointLimits) -> f64 {
        let side = if v + a * a.abs() / (2.0 * limits.jerk) < 0.0 { -1.0 } else { 1.0 };
        let (v, a, j) = (side * v, side * a, limits.jerk);
        let gained = |peak: f64| v + (a * a - peak * peak) / (2.0 * j) - peak * peak / (2.0 * j);
        let (mut low, mut high) = ((-a).max(0.0), limits.acceleration);
        if gained(high) > 0.0 {
            return (a + 2.0 * high) / j + gained(high) / high;
        }
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if gained(middle) > 0.0 { low = middle } else { high = middle }
        }
        (a + 2.0 * low) / j
    }

    #[test]
    fn law_a_stop_ends_at_rest_as_soon_as_the_limits_allow() {
        let mut rng = ChaCha8Rng::seed_from_u64(62);
        for _ in 0..2000 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let limits = JointLimits {
                low: -1e3,
                high: 1e3,
                acceleration: draw(1.0, 200.0),
                jerk: draw(100.0, 1e5),
                ..JointLimits::revolute_deg(0.0, 0.0, 1e9, 0.0, 0.0)
            };
            let (v, a) = (draw(-15.0, 15.0), draw(-1.0, 1.0) * limits.acceleration);
            let (mut velocity, mut acceleration, mut t_s) = (v, a, 0.0);
            let least_s = least_stop_s(v, a, &limits);
            while velocity != 0.0 || acceleration != 0.0 {
                let (_, next, pull) = braked(velocity, acceleration, &limits, TICK_S);
                assert!(pull.abs() <= limits.acceleration * (1.0 + 1e-9), "{pull} of {limits:?}");
                let jerk = (pull - acceleration).abs() / TICK_S;
                assert!(jerk <= limits.jerk * (1.0 + 1e-6), "jerk {jerk} of {limits:?} at {t_s}");
                (velocity, acceleration, t_s) = (next, pull, t_s + TICK_S);
                assert!(t_s < least_s + 3.0 * TICK_S, "{t_s} s, possible in {least_s} s: {v} {a} {limits:?}");
            }
            assert!(t_s > least_s - TICK_S, "{t_s} s, {least_s} s are the least");
        }
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
