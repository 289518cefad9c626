//! Motions of several joints on the world's clock.

use super::peaks::{self, magnitude};
use super::{LimitError, Peaks, Polynomial, Quantity, State};
use crate::robot::{JointLimits, Joints};

/// Positions, velocities and accelerations of an arm's joints, in rad or m and seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointState<const N: usize> {
    /// Positions.
    pub position: Joints<N>,
    /// Their rates.
    pub velocity: Joints<N>,
    /// The velocities' rates.
    pub acceleration: Joints<N>,
}

impl<const N: usize> JointState<N> {
    /// A state at rest.
    #[must_use]
    pub fn at_rest(position: Joints<N>) -> Self {
        Self::moving(position, Joints::zeros())
    }

    /// A moving state without acceleration.
    #[must_use]
    pub fn moving(position: Joints<N>, velocity: Joints<N>) -> Self {
        Self { position, velocity, acceleration: Joints::zeros() }
    }

    /// Whether it stands still.
    pub(super) fn rests(&self) -> bool {
        self.velocity.iter().chain(&self.acceleration).all(|rate| *rate == 0.0)
    }
}

/// The polynomial that joins two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A cubic: meets positions and velocities; accelerations jump at both ends.
    Cubic,
    /// A quintic: meets positions, velocities and accelerations.
    Quintic,
}

/// P polynomials one after the other for each of N joints on the world's clock, standing still before and after. A
/// joint that needs fewer pieces has some without a duration at its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointMotion<const N: usize, const P: usize = 1> {
    start_s: f64,
    end_s: f64,
    pieces: [[Polynomial; P]; N],
}

impl<const N: usize> JointMotion<N> {
    /// One polynomial for each joint from a state at `start_s` to a state at `end_s`.
    #[must_use]
    pub fn between(shape: Shape, start_s: f64, from: &JointState<N>, end_s: f64, to: &JointState<N>) -> Self {
        let lasts_s = end_s - start_s;
        let piece = |i: usize| match shape {
            Shape::Cubic => {
                Polynomial::cubic((from.position[i], from.velocity[i]), (to.position[i], to.velocity[i]), lasts_s)
            }
            Shape::Quintic => Polynomial::quintic(
                (from.position[i], from.velocity[i], from.acceleration[i]),
                (to.position[i], to.velocity[i], to.acceleration[i]),
                lasts_s,
            ),
        };
        Self { start_s, end_s, pieces: std::array::from_fn(|i| [piece(i)]) }
    }

    /// A motion that stands still.
    #[must_use]
    pub fn still(position: &Joints<N>) -> Self {
        Self { start_s: 0.0, end_s: 0.0, pieces: std::array::from_fn(|i| [Polynomial::still(position[i])]) }
    }
}

impl<const N: usize, const P: usize> JointMotion<N, P> {
    /// Pieces for each joint; their durations sum up to the time between start and end, or to less where a joint comes
    /// to rest before the end.
    #[must_use]
    pub fn of_pieces(start_s: f64, end_s: f64, pieces: [[Polynomial; P]; N]) -> Self {
        const { assert!(P > 0, "a motion has at least one piece") };
        Self { start_s, end_s, pieces }
    }

    /// When the motion starts, s.
    #[must_use]
    pub fn start_s(&self) -> f64 {
        self.start_s
    }

    /// When the motion ends, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.end_s
    }

    /// The pieces of each joint.
    #[must_use]
    pub fn pieces(&self) -> &[[Polynomial; P]; N] {
        &self.pieces
    }

    /// The joints at a time; before the start and beyond the end they stand still where it starts and ends.
    #[must_use]
    #[inline]
    pub fn at(&self, t_s: f64) -> JointState<N> {
        let states = self.pieces.each_ref().map(|pieces| state_at(pieces, t_s - self.start_s));
        let position = states.map(|state| state.position).into();
        if t_s > self.end_s || t_s < self.start_s {
            return JointState::at_rest(position);
        }
        JointState {
            position,
            velocity: states.map(|state| state.velocity).into(),
            acceleration: states.map(|state| state.acceleration).into(),
        }
    }

    /// The exact extremes of each joint.
    #[must_use]
    pub fn peaks(&self) -> [Peaks; N] {
        self.pieces.each_ref().map(|pieces| Peaks::of(pieces))
    }

    /// The exact greatest speed of each joint.
    #[must_use]
    pub fn peak_speeds(&self) -> Joints<N> {
        let speed = |piece: &Polynomial| magnitude(piece, Quantity::Speed).value;
        Joints::from_fn(|i, _| self.pieces[i].iter().map(speed).fold(0.0, f64::max))
    }

    /// Whether every joint keeps its limits throughout.
    ///
    /// # Errors
    /// The first joint that does not: which limit it breaks, by how much and when.
    pub fn check(&self, limits: &[JointLimits; N]) -> Result<(), LimitError> {
        for (i, pieces) in self.pieces.iter().enumerate() {
            peaks::check(pieces, i + 1, &limits[i]).map_err(|error| error.on_clock(self.start_s))?;
        }
        Ok(())
    }
}

/// One joint some time after its first piece began.
#[inline]
fn state_at<const P: usize>(pieces: &[Polynomial; P], after_s: f64) -> State {
    let mut t_s = after_s;
    for piece in &pieces[..P - 1] {
        if t_s < piece.duration_s {
            return piece.at(t_s);
        }
        t_s -= piece.duration_s;
    }
    pieces[P - 1].at(t_s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::JointKind;

    fn state(position: [f64; 2], velocity: [f64; 2]) -> JointState<2> {
        JointState::moving(position.into(), velocity.into())
    }

    #[test]
    fn law_one_piece_meets_its_states_and_stands_still_outside() {
        let (from, to) = (state([0.3, -1.0], [1.0, 0.0]), state([1.5, 2.0], [-2.0, 3.0]));
        for shape in [Shape::Cubic, Shape::Quintic] {
            let motion = JointMotion::between(shape, 10.0, &from, 10.7, &to);
            for (t_s, end) in [(10.0, from), (10.7, to)] {
                let now = motion.at(t_s);
                assert!((now.position - end.position).norm() < 1e-12, "{shape:?}");
                assert!((now.velocity - end.velocity).norm() < 1e-12, "{shape:?}");
            }
            assert_eq!(motion.at(9.9), JointState::at_rest(from.position));
            let (beyond, end) = (motion.at(11.0), motion.at(10.7));
            assert_eq!(beyond, JointState::at_rest(end.position));
        }
        assert_eq!(JointMotion::still(&to.position).at(5.0), JointState::at_rest(to.position));
    }

    /// Two pieces of different durations for each joint, the second joint at rest before the end.
    fn chained() -> JointMotion<2, 2> {
        let first = [Polynomial::cubic((0.0, 0.0), (1.0, 2.0), 0.5), Polynomial::cubic((1.0, 2.0), (2.0, 0.0), 1.0)];
        let second = [Polynomial::cubic((5.0, 0.0), (4.0, 0.0), 1.2), Polynomial::still(4.0)];
        JointMotion::of_pieces(3.0, 4.5, [first, second])
    }

    #[test]
    fn law_pieces_follow_one_another_without_a_gap() {
        let motion = chained();
        for i in 1..1500 {
            let (t_s, h) = (3.0 + f64::from(i) * 1e-3, 1e-7);
            let difference = (motion.at(t_s + h).position - motion.at(t_s - h).position) / (2.0 * h);
            assert!((difference - motion.at(t_s).velocity).norm() < 1e-5, "at {t_s}");
        }
        assert_eq!(motion.at(4.4).position[1], 4.0);
        assert!((motion.at(4.5).position[0] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn law_peak_speeds_are_those_of_the_peaks() {
        let motion = chained();
        let peaks = motion.peaks();
        assert_eq!(motion.peak_speeds(), Joints::from([peaks[0].speed.value, peaks[1].speed.value]));
        assert!((peaks[1].low.value - 4.0).abs() < 1e-12 && (peaks[1].low.at_s - 1.2).abs() < 1e-12);
    }

    #[test]
    fn law_a_broken_limit_is_reported_on_the_worlds_clock() {
        let limit = |speed| JointLimits {
            kind: JointKind::Prismatic,
            low: -10.0,
            high: 10.0,
            speed,
            acceleration: 100.0,
            jerk: f64::INFINITY,
        };
        assert_eq!(chained().check(&[limit(5.0), limit(5.0)]), Ok(()));
        let error = chained().check(&[limit(5.0), limit(1.0)]).unwrap_err();
        let LimitError::Broken { number, quantity, peak, at_s, .. } = error else { panic!("{error}") };
        assert_eq!((number, quantity), (2, Quantity::Speed));
        assert!((peak - 1.25).abs() < 1e-12 && (at_s - 3.6).abs() < 1e-12);
        assert_eq!(error.to_string(), "joint 2 would reach speed 1.250000 m/s at 3.6000 s, the limit is 1.000000 m/s");
    }
}
