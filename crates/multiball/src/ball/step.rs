//! One adaptive step of free flight by the Dormand-Prince method of order 8(5,3), and its continuous extension.

use super::flight::{FlightLaw, Lanes};
use super::state::BallState;
use super::{Plane, Vec3, tableau};

/// The longest step tried, s. Contacts are searched on the step's own interpolant, so this only bounds how far the
/// interpolant is trusted.
const LONGEST_STEP: f64 = 0.25;

/// A step of a flight: the stages are kept so that the interpolant can be built on demand.
#[derive(Debug, Clone)]
pub(super) struct Step {
    law: FlightLaw,
    from: Node,
    duration_s: f64,
    end_position: Vec3,
    /// Whether speed and lift are carried in the fourth and fifth lane (see `flight`).
    carried: bool,
    /// The lanes at the stages; stage 12 is the end of the step.
    lanes: [Lanes; 13],
    /// Their derivatives times the duration.
    changes: [Lanes; 13],
}

/// A point between two steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) t_s: f64,
    pub(super) position: Vec3,
    pub(super) lanes: Lanes,
}

impl Node {
    /// A first step to try from here: a share of the time in which the velocity might change wholly, by the tolerance
    /// and the method's order. The share was found by trial.
    pub(super) fn first_guess_s(&self, law: &FlightLaw, tolerance: f64) -> f64 {
        let speed = vector(&self.lanes).norm();
        (2.7 * speed / law.acceleration_bound(speed) * tolerance.sqrt().sqrt().sqrt()).clamp(1e-3, LONGEST_STEP)
    }

    /// Where a flight starts.
    pub(super) fn new(law: &FlightLaw, t_s: f64, state: &BallState) -> Self {
        let mut lanes = [state.velocity.x, state.velocity.y, state.velocity.z, 0.0, 0.0, 0.0];
        law.set_carried(&mut lanes);
        Self { t_s, position: state.position, lanes }
    }
}

/// start + Σ coefficient × row over a sparse row of the tableau, for the first `W` lanes.
#[inline(always)]
fn advance<const W: usize, const N: usize>(start: &[f64; W], rows: &[Lanes], weights: &[(usize, f64); N]) -> [f64; W] {
    let mut sum = *start;
    for &(stage, weight) in weights {
        for lane in 0..W {
            sum[lane] += weight * rows[stage][lane];
        }
    }
    sum
}

/// Σ coefficient × row, for the first `W` lanes.
#[inline(always)]
fn combine<const W: usize, const N: usize>(rows: &[Lanes], weights: &[(usize, f64); N]) -> [f64; W] {
    advance(&[0.0; W], rows, weights)
}

/// x^(-1/16) to 7 %, for x ≥ 0, which is enough to choose a step: the bits of a floating-point number are its
/// logarithm, nearly. Four square roots in a row would cost as much as a stage.
fn inverse_sixteenth_root(x: f64) -> f64 {
    const ONE: u64 = 1.0f64.to_bits();
    f64::from_bits(ONE + ONE / 16 - x.to_bits() / 16)
}

#[inline(always)]
fn vector(lanes: &[f64]) -> Vec3 {
    Vec3::new(lanes[0], lanes[1], lanes[2])
}

impl Step {
    /// A step of no length.
    pub(super) fn empty(law: &FlightLaw, at: &Node) -> Self {
        Self {
            law: *law,
            from: *at,
            duration_s: 0.0,
            end_position: at.position,
            carried: false,
            lanes: [at.lanes; 13],
            changes: [[0.0; 6]; 13],
        }
    }

    /// From the next step on the ball flies under another law: its spin has changed.
    pub(super) fn change_law(&mut self, law: &FlightLaw) {
        self.law = *law;
    }

    /// Makes this the step of a given length, whatever its error. In place, because a step is 1 kB of stages.
    fn take(&mut self, from: &Node, h: f64) {
        self.lanes[0] = from.lanes;
        self.carried = self.law.can_carry(&from.lanes, h);
        let law = self.law.times(h);
        if self.carried {
            self.stages::<true>(&law);
        } else {
            self.law.clear_carried(&mut self.lanes[0]);
            self.stages::<false>(&law);
        }
        self.end_position = from.position + vector(&combine::<4, _>(&self.lanes, &tableau::B)) * h;
        (self.from, self.duration_s) = (*from, h);
    }

    /// All stages, under the law times the duration.
    #[inline(always)]
    fn stages<const CARRIED: bool>(&mut self, law: &FlightLaw) {
        let Self { lanes, changes, .. } = self;
        let start = lanes[0];
        changes[0] = law.derivative::<CARRIED>(&start);
        macro_rules! stage {
            ($stage:literal, $row:expr) => {
                lanes[$stage] = advance(&start, changes, &$row);
                changes[$stage] = law.derivative::<CARRIED>(&lanes[$stage]);
            };
        }
        stage!(1, tableau::A1);
        stage!(2, tableau::A2);
        stage!(3, tableau::A3);
        stage!(4, tableau::A4);
        stage!(5, tableau::A5);
        stage!(6, tableau::A6);
        stage!(7, tableau::A7);
        stage!(8, tableau::A8);
        stage!(9, tableau::A9);
        stage!(10, tableau::A10);
        stage!(11, tableau::A11);
        stage!(12, tableau::B);
    }

    /// Makes this the step within `tolerance` (m/s) from a node. Starts with `guess_s` and leaves there what the step
    /// after this one should try. Its length depends on the ball alone, never on when a caller reads it.
    pub(super) fn take_adaptive(&mut self, from: &Node, guess_s: &mut f64, tolerance: f64) {
        let mut h = self.law.longest_step_s(&from.lanes, tolerance, guess_s.min(LONGEST_STEP));
        loop {
            self.take(from, h);
            let error_squared = self.error_squared() / (tolerance * tolerance);
            // Order 8: h ∝ error^(-1/8). The estimate scatters by a factor of ten from step to step; growing by no more
            // than a quarter at once keeps it from leaping into a step that must be taken again.
            let factor = (0.8 * inverse_sixteenth_root(error_squared)).clamp(1.0 / 3.0, 1.25);
            // Below a nanosecond the error is rounding, not method: accept rather than stall.
            if error_squared <= 1.0 || h < 1e-9 {
                // A step cut short by a bound says nothing against the longer one that was planned.
                *guess_s = if h < *guess_s { guess_s.max(h * factor) } else { h * factor };
                return;
            }
            h *= factor.min(0.9);
            *guess_s = h;
        }
    }

    /// The estimated error of the step in velocity (m/s) and decay, as a mean square: the order-5 and order-3
    /// estimators joined as in Hairer, Nørsett and Wanner, section II.10. The position is the velocity's integral over
    /// a tenth of a second and less, so its own error is smaller and needs no estimate.
    fn error_squared(&self) -> f64 {
        let square = |x: f64| x * x;
        let velocity = |c: &[f64; 4]| square(c[0]) + square(c[1]) + square(c[2]);
        let (fifth, third) = (combine(&self.changes, &tableau::ERROR5), combine(&self.changes, &tableau::ERROR3));
        let (mut fifth, mut third) = (velocity(&fifth), velocity(&third));
        if !self.carried {
            fifth += square(combine::<6, _>(&self.changes, &tableau::ERROR5)[4]);
            third += square(combine::<6, _>(&self.changes, &tableau::ERROR3)[4]);
        }
        if fifth == 0.0 { 0.0 } else { fifth * fifth / (3.0 * (fifth + 0.01 * third)) }
    }

    /// A step of the same flight from the same start, of another length: full order at any point inside this one.
    pub(super) fn shortened(&self, h: f64) -> Self {
        let mut step = Self::empty(&self.law, &self.from);
        step.take(&self.from, h);
        step
    }

    pub(super) fn start_s(&self) -> f64 {
        self.from.t_s
    }

    /// Position and velocity at the start.
    pub(super) fn start_motion(&self) -> (Vec3, Vec3) {
        (self.from.position, vector(&self.lanes[0]))
    }

    /// State at the start.
    pub(super) fn start_state(&self) -> BallState {
        self.law.state(self.from.position, &self.lanes[0])
    }

    pub(super) fn end_s(&self) -> f64 {
        self.from.t_s + self.duration_s
    }

    /// The end, where the next step starts.
    pub(super) fn end(&self) -> Node {
        let mut lanes = self.lanes[12];
        self.law.set_carried(&mut lanes);
        Node { t_s: self.end_s(), position: self.end_position, lanes }
    }

    /// State at the end.
    pub(super) fn end_state(&self) -> BallState {
        self.law.state(self.end_position, &self.lanes[12])
    }

    /// State at a time within the step, which has this interpolant. The end of a step is the start of the next one, to
    /// the last bit.
    #[inline]
    pub(super) fn state_at(&self, t_s: f64, dense: &Interpolant) -> BallState {
        if t_s == self.end_s() {
            self.end_state()
        } else if t_s == self.start_s() {
            self.start_state()
        } else {
            let share = dense.share(t_s);
            self.law.state(vector(&dense.position.at::<4>(share)), &dense.lanes.at(share))
        }
    }

    /// The derivative at the end.
    pub(super) fn end_slope(&self) -> Lanes {
        self.slope(&self.law, &self.lanes[12])
    }

    /// State a very short time (under 1e-5 s) after the end, or before it, by Taylor's formula with the derivative
    /// there.
    pub(super) fn end_state_shifted(&self, shift_s: f64, slope: &Lanes) -> BallState {
        let end = |shift_s: f64| std::array::from_fn(|lane| self.lanes[12][lane] + shift_s * slope[lane]);
        let position = self.end_position + vector(&end(0.5 * shift_s)) * shift_s;
        self.law.state(position, &end(shift_s))
    }

    /// The derivative under a law, with the fourth and fifth lane as they are in this step.
    fn slope(&self, law: &FlightLaw, lanes: &Lanes) -> Lanes {
        if self.carried { law.derivative::<true>(lanes) } else { law.derivative::<false>(lanes) }
    }

    /// A box that holds the whole path of the step: between the end points, widened by the farthest that an
    /// acceleration can bend it away from the chord, |a| h² / 8.
    pub(super) fn bounds(&self, acceleration: f64) -> (Vec3, Vec3) {
        let margin = Vec3::repeat(acceleration * self.duration_s * self.duration_s / 8.0);
        (self.from.position.inf(&self.end_position) - margin, self.from.position.sup(&self.end_position) + margin)
    }

    /// Distance of a point from a box that holds the whole path of the step, m.
    pub(super) fn distance_to_path(&self, point: &Vec3) -> f64 {
        let (low, high) = self.bounds(self.acceleration_bound());
        (low - point).sup(&(point - high)).sup(&Vec3::zeros()).norm()
    }

    /// Whether the ball's centre stays on one side of a plane for certain during the step.
    pub(super) fn stays_on_one_side(&self, plane: &Plane) -> bool {
        let bend = self.acceleration_bound() * self.duration_s * self.duration_s / 8.0;
        let (start, end) = (plane.height(&self.from.position), plane.height(&self.end_position));
        (start > bend && end > bend) || (start < -bend && end < -bend)
    }

    /// A bound on the speed (m/s) over the step.
    pub(super) fn speed_bound(&self) -> f64 {
        self.law.speed_bound(vector(&self.lanes[0]).norm(), self.duration_s)
    }

    /// A bound on |acceleration| (m/s²) over the step.
    pub(super) fn acceleration_bound(&self) -> f64 {
        self.law.acceleration_bound(self.speed_bound())
    }

    /// The continuous extension of order 7.
    pub(super) fn interpolant(&self) -> Interpolant {
        let mut dense = Interpolant::EMPTY;
        self.write_interpolant(&mut dense);
        dense
    }

    /// The same, in place: it is 0.7 kB.
    pub(super) fn write_interpolant(&self, dense: &mut Interpolant) {
        let h = self.duration_s;
        let law = self.law.times(h);
        let start = &self.lanes[0];
        let mut lanes = [[0.0; 6]; 3];
        let mut changes = [[0.0; 6]; 3];
        // The further stages are those from 13 on; they use one another.
        lanes[0] = advance(start, &self.changes, &tableau::A13);
        changes[0] = self.slope(&law, &lanes[0]);
        lanes[1] = advance(&advance(start, &self.changes, &tableau::A14), &changes, &tableau::A14_FURTHER);
        changes[1] = self.slope(&law, &lanes[1]);
        lanes[2] = advance(&advance(start, &self.changes, &tableau::A15), &changes, &tableau::A15_FURTHER);
        changes[2] = self.slope(&law, &lanes[2]);
        let chord = self.end_position - self.from.position;
        (dense.start_s, dense.duration_s) = (self.from.t_s, h);
        dense.position.write(self.from.position.push(0.0).into(), chord.push(0.0).into(), h, (&self.lanes, &lanes));
        let change = std::array::from_fn(|lane| self.lanes[12][lane] - start[lane]);
        dense.lanes.write(*start, change, 1.0, (&self.changes, &changes));
    }
}

/// The continuous extension of `W` numbers over a step.
#[derive(Debug, Clone)]
struct Polynomial<const W: usize> {
    start: [f64; W],
    coefficients: [[f64; W]; 7],
}

impl<const W: usize> Polynomial<W> {
    const ZERO: Self = Self { start: [0.0; W], coefficients: [[0.0; W]; 7] };

    /// Written from the value at the start, the change over the step, and the derivatives at the stages and the further
    /// ones, which `scale` turns into derivatives by the share of the step.
    #[inline(always)]
    fn write(&mut self, start: [f64; W], change: [f64; W], scale: f64, (rows, further): (&[Lanes; 13], &[Lanes; 3])) {
        let sum = |weights: &[(usize, f64); 9], further_weights: &[(usize, f64); 3]| {
            let sum: [f64; W] = advance(&combine(rows, weights), further, further_weights);
            sum.map(|lane| scale * lane)
        };
        let first = std::array::from_fn(|lane| scale * rows[0][lane] - change[lane]);
        let second = std::array::from_fn(|lane| 2.0 * change[lane] - scale * (rows[0][lane] + rows[12][lane]));
        self.start = start;
        self.coefficients[0] = change;
        self.coefficients[1] = first;
        self.coefficients[2] = second;
        self.coefficients[3] = sum(&tableau::D0, &tableau::D0_FURTHER);
        self.coefficients[4] = sum(&tableau::D1, &tableau::D1_FURTHER);
        self.coefficients[5] = sum(&tableau::D2, &tableau::D2_FURTHER);
        self.coefficients[6] = sum(&tableau::D3, &tableau::D3_FURTHER);
    }

    /// The first `N` values at a share of the step.
    #[inline(always)]
    fn at<const N: usize>(&self, share: f64) -> [f64; N] {
        let mut sum = [0.0; N];
        for (power, row) in self.coefficients.iter().enumerate().rev() {
            let factor = if power % 2 == 0 { share } else { 1.0 - share };
            for lane in 0..N {
                sum[lane] = (sum[lane] + row[lane]) * factor;
            }
        }
        std::array::from_fn(|lane| self.start[lane] + sum[lane])
    }
}

/// State at any time within a step, to order 7.
#[derive(Debug, Clone)]
pub(super) struct Interpolant {
    start_s: f64,
    duration_s: f64,
    position: Polynomial<4>,
    lanes: Polynomial<6>,
}

impl Interpolant {
    /// Of a step of no length at time 0.
    pub(super) const EMPTY: Self =
        Self { start_s: 0.0, duration_s: 0.0, position: Polynomial::ZERO, lanes: Polynomial::ZERO };

    #[inline]
    fn share(&self, t_s: f64) -> f64 {
        (t_s - self.start_s) / self.duration_s
    }

    #[inline]
    pub(super) fn position(&self, t_s: f64) -> Vec3 {
        vector(&self.position.at::<4>(self.share(t_s)))
    }

    #[inline]
    pub(super) fn velocity(&self, t_s: f64) -> Vec3 {
        vector(&self.lanes.at::<4>(self.share(t_s)))
    }

    /// Position and velocity.
    #[inline]
    pub(super) fn motion(&self, t_s: f64) -> (Vec3, Vec3) {
        let share = self.share(t_s);
        (vector(&self.position.at::<4>(share)), vector(&self.lanes.at::<4>(share)))
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use crate::ball::{Aero, Physics};

    /// Position after a flight of `duration_s` in equal steps.
    fn fly(physics: &Physics, steps: u32, duration_s: f64) -> Vec3 {
        let ball = BallState::new(Vec3::zeros(), Vec3::new(9.0, -1.0, 4.0), Vec3::new(30.0, 200.0, -50.0));
        let law = FlightLaw::new(physics, &ball.spin);
        let mut node = Node::new(&law, 0.0, &ball);
        let mut step = Step::empty(&law, &node);
        for _ in 0..steps {
            step.take(&node, duration_s / f64::from(steps));
            node = step.end();
        }
        node.position
    }

    #[test]
    fn law_halving_the_step_cuts_the_error_by_two_to_the_eighth() {
        for (aero, decay) in [(Aero::Drag { cd: 0.5 }, 0.0), (Aero::default(), 0.0), (Aero::default(), 0.01)] {
            let physics = Physics { aero, spin_decay_per_m: decay, ..Physics::default() };
            let truth = fly(&physics, 512, 1.0);
            let error = |steps: u32| (fly(&physics, steps, 1.0) - truth).norm();
            let order = (error(8) / error(16)).log2();
            assert!((7.0..11.0).contains(&order), "{aero}, decay {decay}: order {order}");
        }
    }

    #[test]
    fn law_interpolant_meets_the_ends_and_is_of_order_seven_between() {
        let physics = Physics::default();
        let ball = BallState::new(Vec3::zeros(), Vec3::new(9.0, -1.0, 4.0), Vec3::new(30.0, 200.0, -50.0));
        let law = FlightLaw::new(&physics, &ball.spin);
        let error = |h: f64| {
            let mut step = Step::empty(&law, &Node::new(&law, 0.0, &ball));
            step.take(&Node::new(&law, 0.0, &ball), h);
            let dense = step.interpolant();
            assert!((dense.position(0.0) - ball.position).norm() < 1e-15);
            assert!((dense.position(h) - step.end().position).norm() < 1e-14);
            (dense.position(0.4 * h) - fly(&physics, 64, 0.4 * h)).norm()
        };
        let order = (error(0.4) / error(0.2)).log2();
        assert!((6.5..10.0).contains(&order), "order {order}");
    }

    #[test]
    fn law_sixteenth_root_is_good_to_seven_percent() {
        for exponent in -120..40 {
            for share in [1.0, 1.2, 1.5, 1.9] {
                let x = share * 2f64.powi(exponent);
                let ratio = inverse_sixteenth_root(x) * x.powf(1.0 / 16.0);
                assert!((ratio - 1.0).abs() < 0.07, "x = {x}: {ratio}");
            }
        }
        assert!(inverse_sixteenth_root(0.0) > 1e18);
    }
}
