//! What a player commands: joints now, or along a trajectory.

use crate::geometry::cubic_between;

/// Position and velocity that each joint should have at a time: rad or m, rad/s or m/s.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointCommand {
    /// Positions.
    pub position: Vec<f64>,
    /// Velocities.
    pub velocity: Vec<f64>,
}

impl JointCommand {
    /// Replaces the command; keeps its memory.
    pub fn set(&mut self, position: &[f64], velocity: &[f64]) {
        self.position.clear();
        self.position.extend_from_slice(position);
        self.velocity.clear();
        self.velocity.extend_from_slice(velocity);
    }
}

/// Joints at times, and between them on cubics that keep positions and velocities: for players that plan ahead.
///
/// ```
/// use multiball::player::{JointCommand, JointTrajectory};
///
/// let at = |position: f64| JointCommand { position: vec![position], velocity: vec![0.0] };
/// let trajectory = JointTrajectory::new(vec![(1.0, at(0.0)), (2.0, at(0.4))]).unwrap();
/// let mut command = JointCommand::default();
/// trajectory.sample(1.5, &mut command);
/// assert!((command.position[0] - 0.2).abs() < 1e-12 && (command.velocity[0] - 0.6).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JointTrajectory {
    knots: Vec<(f64, JointCommand)>,
}

/// Why knots make no trajectory.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum TrajectoryError {
    /// There is no knot.
    #[error("a trajectory needs at least one knot")]
    Empty,
    /// A knot is not later than the one before it.
    #[error("knot {number} is at {t_s} s; it must be later than the one before it, at {before_s} s")]
    Order {
        /// Which knot, counted from 1.
        number: usize,
        /// Its time, s.
        t_s: f64,
        /// The time before it, s.
        before_s: f64,
    },
    /// A knot has not as many positions and velocities as the first.
    #[error("knot {number} has {positions} positions and {velocities} velocities; {needed} joints are needed")]
    Joints {
        /// Which knot, counted from 1.
        number: usize,
        /// Its positions.
        positions: usize,
        /// Its velocities.
        velocities: usize,
        /// Joints of the first knot.
        needed: usize,
    },
}

impl JointTrajectory {
    /// Through knots at ascending times, s.
    ///
    /// # Errors
    /// Without a knot, where times do not ascend, and where knots have different numbers of joints.
    pub fn new(knots: Vec<(f64, JointCommand)>) -> Result<Self, TrajectoryError> {
        let needed = knots.first().ok_or(TrajectoryError::Empty)?.1.position.len();
        let mut before_s = f64::NEG_INFINITY;
        for (index, (t_s, JointCommand { position, velocity })) in knots.iter().enumerate() {
            let (number, positions, velocities) = (index + 1, position.len(), velocity.len());
            if t_s.is_nan() || *t_s <= before_s {
                return Err(TrajectoryError::Order { number, t_s: *t_s, before_s });
            }
            if (positions, velocities) != (needed, needed) {
                return Err(TrajectoryError::Joints { number, positions, velocities, needed });
            }
            before_s = *t_s;
        }
        Ok(Self { knots })
    }

    /// When it ends, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.knots.last().map_or(f64::NEG_INFINITY, |(t_s, _)| *t_s)
    }

    /// Writes the joints at a time; before the first knot and after the last they stand.
    pub fn sample(&self, t_s: f64, command: &mut JointCommand) {
        let next = self.knots.partition_point(|(knot_s, _)| *knot_s <= t_s);
        let (before, after) = (next.checked_sub(1).and_then(|index| self.knots.get(index)), self.knots.get(next));
        let (Some((from_s, from)), Some((to_s, to))) = (before, after) else {
            let Some((_, stands)) = after.or(before) else { return };
            command.set(&stands.position, &stands.velocity);
            // On the last knot itself its velocity counts.
            if before.is_none_or(|(knot_s, _)| *knot_s != t_s) {
                command.velocity.fill(0.0);
            }
            return;
        };
        let lasts_s = to_s - from_s;
        command.set(&from.position, &from.velocity);
        for (i, (position, velocity)) in command.position.iter_mut().zip(&mut command.velocity).enumerate() {
            let (before, after) = ((*position, *velocity), (to.position[i], to.velocity[i]));
            (*position, *velocity) = cubic_between(before, after, (t_s - from_s) / lasts_s, lasts_s);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knot(t_s: f64, position: [f64; 2], velocity: [f64; 2]) -> (f64, JointCommand) {
        (t_s, JointCommand { position: position.to_vec(), velocity: velocity.to_vec() })
    }

    #[test]
    fn law_a_trajectory_passes_its_knots_without_a_jump() {
        let knots = vec![
            knot(0.0, [0.0, 1.0], [0.0, 2.0]),
            knot(0.3, [0.5, 1.2], [1.0, -1.0]),
            knot(1.0, [0.2, 0.8], [0.3, 0.0]),
        ];
        let trajectory = JointTrajectory::new(knots.clone()).unwrap();
        let mut command = JointCommand::default();
        for (t_s, wanted) in &knots {
            for (off_s, near) in [(0.0, 1e-12), (-1e-7, 1e-5), (1e-7, 1e-5)] {
                trajectory.sample(t_s + off_s, &mut command);
                let gap = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(gap(&command.position, &wanted.position) < near, "at {t_s}");
                let ends = (t_s + off_s < 0.0) || (t_s + off_s > 1.0);
                assert!(ends || gap(&command.velocity, &wanted.velocity) < near, "at {t_s}");
            }
        }
        trajectory.sample(5.0, &mut command);
        assert_eq!((command.position.as_slice(), command.velocity.as_slice()), (&[0.2, 0.8][..], &[0.0, 0.0][..]));
    }

    #[test]
    fn law_knots_that_make_no_trajectory_are_refused() {
        assert_eq!(JointTrajectory::new(Vec::new()), Err(TrajectoryError::Empty));
        let twice = vec![knot(0.0, [0.0; 2], [0.0; 2]), knot(0.0, [0.0; 2], [0.0; 2])];
        assert!(matches!(JointTrajectory::new(twice), Err(TrajectoryError::Order { number: 2, .. })));
        let other = vec![knot(0.0, [0.0; 2], [0.0; 2]), (1.0, JointCommand::default())];
        assert!(matches!(JointTrajectory::new(other), Err(TrajectoryError::Joints { number: 2, needed: 2, .. })));
    }
}
