//! A flight rolled out from its parameters, through bounces, with uncertainty.

use nalgebra::{Matrix3, SMatrix};

use super::dynamics::{Constants, Dynamics, State};
use super::prediction::{Motion, Passage, Predicted};
use super::rebound;
use super::variation::{PARAMETERS, Variation};
use super::{Priors, SpinPrior};
use crate::geometry::Vec3;

/// Covariance or information of the parameters.
pub(super) type Square = SMatrix<f64, PARAMETERS, PARAMETERS>;

/// Longest step, s; see [`Dynamics::fly`].
const LONGEST_STEP_S: f64 = 0.08;
/// Depth below the contact height from which a ball still bounces, m: a first measurement may be off by as much.
const TOUCHING_M: f64 = 0.005;
/// Bounces after which a roll-out ends: no stroke waits for more.
const MOST_BOUNCES: usize = 4;

/// A bounce on the table in one flight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touch {
    pub(super) t_s: f64,
    /// The ball's centre, m.
    pub(super) position: Vec3,
    by_position: Variation,
}

/// How far to roll out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Until {
    pub(super) t_s: f64,
    /// Distance from the net, m.
    pub(super) farthest_x: f64,
}

/// A ball's trajectory from its first measurement to the end of the roll-out.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    nodes: Vec<State>,
    bounces: Vec<Touch>,
    /// Covariance of the parameters.
    covariance: Square,
    /// Nodes after which a roll-out ends; memory for them is allocated.
    most_nodes: usize,
}

impl Flight {
    /// An empty flight with memory for a roll-out of `longest_s` seconds.
    pub(super) fn preallocated(longest_s: f64) -> Self {
        let most_nodes = (longest_s / LONGEST_STEP_S) as usize + 2 * MOST_BOUNCES + 8;
        Self {
            nodes: Vec::with_capacity(most_nodes + 2),
            bounces: Vec::with_capacity(MOST_BOUNCES),
            covariance: Square::zeros(),
            most_nodes,
        }
    }

    /// Rolls a ball out until a time, the floor, or its last bounce that matters.
    pub(super) fn roll_out(&mut self, priors: &Priors, constants: &Constants, first: State, until: Until) {
        let Until { t_s: until_s, farthest_x } = until;
        let dynamics = Dynamics::new(priors, *constants);
        let radius = priors.body.radius;
        let floor = radius - priors.court.table_height;
        self.nodes.clear();
        self.bounces.clear();
        self.nodes.push(first);
        let mut state = first;
        let leaves = |state: &State| state.position.x * state.velocity.x.signum() > farthest_x;
        let ends = |state: &State| state.t_s >= until_s || state.position.z <= floor || leaves(state);
        while !ends(&state) && self.nodes.len() < self.most_nodes {
            let step_s = LONGEST_STEP_S.min(until_s - state.t_s);
            let ahead = dynamics.fly(&state, step_s);
            let falls_through = state.position.z >= radius - TOUCHING_M && ahead.position.z < radius;
            let touch = falls_through.then(|| touch_after(&dynamics, &state, step_s, radius, priors));
            let Some(touch) = touch.filter(|touch| rebound::is_over(&priors.court, &touch.position, radius)) else {
                state = dynamics.carry(&state, &ahead);
                self.nodes.push(state);
                continue;
            };
            let (after, landing) = rebound::bounce(&touch, &dynamics, constants, radius);
            self.nodes.push(touch);
            self.nodes.push(after);
            self.bounces.push(Touch { t_s: touch.t_s, position: touch.position, by_position: landing });
            if self.bounces.len() == MOST_BOUNCES {
                return;
            }
            state = after;
        }
    }

    pub(super) fn set_covariance(&mut self, covariance: Square) {
        self.covariance = covariance;
    }

    /// Covariance of the parameters.
    pub(super) fn covariance(&self) -> &Square {
        &self.covariance
    }

    /// Index of the node that begins the stretch with a time, searched from a node on.
    pub(super) fn stretch_at(&self, t_s: f64, from: usize) -> usize {
        let mut index = from;
        while index + 2 < self.nodes.len() && self.nodes[index + 1].t_s <= t_s {
            index += 1;
        }
        index
    }

    /// When the stretch that begins with a node ends, s; the last one never does.
    pub(super) fn stretch_end_s(&self, index: usize) -> f64 {
        if index + 2 < self.nodes.len() { self.nodes[index + 1].t_s } else { f64::INFINITY }
    }

    /// Position and velocity at both ends of a stretch, and how they change with the parameters.
    pub(super) fn ends_of(&self, index: usize) -> ([Vec3; 4], [&Variation; 4]) {
        let (from, to) = (&self.nodes[index], &self.nodes[(index + 1).min(self.nodes.len() - 1)]);
        (
            [from.position, from.velocity, to.position, to.velocity],
            [&from.by_position, &from.by_velocity, &to.by_position, &to.by_velocity],
        )
    }

    /// Weights of these four vectors in the position at a time.
    pub(super) fn weights_in(&self, index: usize, t_s: f64) -> [f64; 4] {
        let (from, to) = (&self.nodes[index], &self.nodes[(index + 1).min(self.nodes.len() - 1)]);
        hermite(from.t_s, to.t_s, t_s)
    }

    /// Position at a time and how it changes with the parameters, in the stretch that begins with a node: the cubic
    /// through both ends with their velocities.
    #[inline(always)]
    pub(super) fn position_in(&self, index: usize, t_s: f64) -> (Vec3, Variation) {
        let (ends, by_ends) = self.ends_of(index);
        let (mut position, mut by) = (Vec3::zeros(), Variation::ZERO);
        for ((weight, end), by_end) in self.weights_in(index, t_s).into_iter().zip(ends).zip(by_ends) {
            position += end * weight;
            by.add(weight, by_end);
        }
        (position, by)
    }

    /// First and last time that the roll-out knows, s.
    pub(super) fn span_s(&self) -> Option<(f64, f64)> {
        Some((self.nodes.first()?.t_s, self.nodes.last()?.t_s))
    }

    /// Bounces on the table, in order.
    pub(super) fn bounces(&self) -> &[Touch] {
        &self.bounces
    }

    /// State of the ball at a time; `None` outside the roll-out.
    pub(super) fn at(&self, t_s: f64) -> Option<Predicted> {
        let (first_s, last_s) = self.span_s()?;
        if !(first_s..=last_s).contains(&t_s) {
            return None;
        }
        Some(self.in_stretch(self.stretch_at(t_s, 0), t_s))
    }

    /// Position and velocity of the ball at a time; `None` outside the roll-out.
    pub(super) fn motion(&self, t_s: f64) -> Option<Motion> {
        let (first_s, last_s) = self.span_s()?;
        (first_s..=last_s).contains(&t_s).then(|| {
            let index = self.stretch_at(t_s, 0);
            let (position, by_position) = self.position_in(index, t_s);
            let position_covariance = self.propagated(&by_position);
            Motion { t_s, position, velocity: self.velocity_in(index, t_s), position_covariance }
        })
    }

    /// Position of the ball at a time, m; `None` outside the roll-out.
    pub(super) fn place(&self, t_s: f64) -> Option<Vec3> {
        let (first_s, last_s) = self.span_s()?;
        (first_s..=last_s).contains(&t_s).then(|| self.place_in(self.stretch_at(t_s, 0), t_s))
    }

    /// The first moment after `after_s` at which the ball passes the plane x = `x`; `None` when the roll-out ends
    /// before.
    pub(super) fn crossing(&self, x: f64, after_s: f64) -> Option<Passage> {
        (0..self.nodes.len().saturating_sub(1)).find_map(|index| {
            let t_s = self.crossing_in(index, x, after_s)?;
            let (position, velocity, node) =
                (self.place_in(index, t_s), self.velocity_in(index, t_s), &self.nodes[index]);
            let [left, ..] = SpinPrior::axes(&velocity);
            let topspin_variance = self.variance_along(&node.by_spin, &left);
            Some(Passage { t_s, position, velocity, spin: node.spin, topspin_variance })
        })
    }

    /// When the ball passes the plane x = `x` in a stretch, s: x changes its side once in it. Newton's method, and a
    /// half where it would leave the bracket.
    fn crossing_in(&self, index: usize, x: f64, after_s: f64) -> Option<f64> {
        const NEAR_M: f64 = 1e-12;
        const MOST_STEPS: usize = 40;
        let (mut low, mut high) = (self.nodes[index].t_s.max(after_s), self.nodes[index + 1].t_s);
        let beyond = |t_s: f64| self.place_in(index, t_s).x - x;
        let (first, last) = (beyond(low), beyond(high));
        if low >= high || (first > 0.0) == (last > 0.0) {
            return None;
        }
        let mut t_s = low + (high - low) * first / (first - last);
        for _ in 0..MOST_STEPS {
            let off = beyond(t_s);
            if off.abs() < NEAR_M {
                break;
            }
            *if (off > 0.0) == (first > 0.0) { &mut low } else { &mut high } = t_s;
            let next = t_s - off / self.velocity_in(index, t_s).x;
            t_s = if low < next && next < high { next } else { 0.5 * (low + high) };
        }
        Some(t_s)
    }

    pub(super) fn place_in(&self, index: usize, t_s: f64) -> Vec3 {
        let (ends, _) = self.ends_of(index);
        let weights = self.weights_in(index, t_s);
        ends[0] * weights[0] + ends[1] * weights[1] + ends[2] * weights[2] + ends[3] * weights[3]
    }

    fn velocity_in(&self, index: usize, t_s: f64) -> Vec3 {
        let (from, to) = (&self.nodes[index], &self.nodes[(index + 1).min(self.nodes.len() - 1)]);
        let [chord, first, last] = hermite_slope(from.t_s, to.t_s, t_s);
        (to.position - from.position) * chord + from.velocity * first + to.velocity * last
    }

    /// Covariance of the position of a bounce, m².
    pub(super) fn touch_covariance(&self, bounce: &Touch) -> Matrix3<f64> {
        self.propagated(&bounce.by_position)
    }

    fn in_stretch(&self, index: usize, t_s: f64) -> Predicted {
        let (from, to) = (&self.nodes[index], &self.nodes[(index + 1).min(self.nodes.len() - 1)]);
        let (position, by_position) = self.position_in(index, t_s);
        let weights = hermite_slope(from.t_s, to.t_s, t_s);
        let mut by_velocity = Variation::ZERO;
        by_velocity.add(-weights[0], &from.by_position);
        by_velocity.add(weights[0], &to.by_position);
        by_velocity.add(weights[1], &from.by_velocity);
        by_velocity.add(weights[2], &to.by_velocity);
        Predicted {
            t_s,
            position,
            velocity: self.velocity_in(index, t_s),
            spin: from.spin,
            position_covariance: self.propagated(&by_position),
            velocity_covariance: self.propagated(&by_velocity),
            spin_covariance: self.propagated(&from.by_spin),
        }
    }

    /// Variance of a vector's part along a direction: d J P Jᵀ d.
    fn variance_along(&self, by: &Variation, direction: &Vec3) -> f64 {
        let mut row = [0.0; PARAMETERS];
        by.add_weighted((*direction).into(), &mut row);
        let row = SMatrix::<f64, PARAMETERS, 1>::from(row);
        row.dot(&(self.covariance * row))
    }

    /// Covariance of a vector, from that of the parameters: J P Jᵀ.
    fn propagated(&self, by: &Variation) -> Matrix3<f64> {
        let jacobian = SMatrix::<f64, 3, PARAMETERS>::from_fn(|axis, parameter| by.0[axis][parameter]);
        jacobian * self.covariance * jacobian.transpose()
    }
}

/// The state at which a ball that is below the table's contact height after `length_s` touches the table: Newton's
/// method on the time, from where a ball without air would come down. A ball that hops low leaves the table and comes
/// back within one step.
fn touch_after(dynamics: &Dynamics, from: &State, length_s: f64, height: f64, priors: &Priors) -> State {
    let (gravity, up, above) = (priors.air.gravity, from.velocity.z, (from.position.z - height).max(0.0));
    let mut duration_s = ((up + (up * up + 2.0 * gravity * above).sqrt()) / gravity).clamp(0.0, length_s);
    let mut flown = dynamics.fly(from, duration_s);
    // Quadratic convergence from a few milliseconds off: the third step is exact.
    for _ in 0..3 {
        // A ball that lies on the table would divide by zero.
        duration_s = (duration_s - (flown.position.z - height) / flown.velocity.z.min(-1e-6)).clamp(0.0, length_s);
        flown = dynamics.fly(from, duration_s);
    }
    let mut touch = dynamics.carry(from, &flown);
    touch.position.z = height;
    touch.velocity.z = touch.velocity.z.min(-1e-6);
    touch
}

/// Weights of position and velocity at both ends in the cubic between them.
fn hermite(from_s: f64, to_s: f64, t_s: f64) -> [f64; 4] {
    let length = to_s - from_s;
    if length <= 0.0 {
        return [1.0, t_s - from_s, 0.0, 0.0];
    }
    if t_s > to_s {
        // Beyond the end of a roll-out, such as a measurement of a ball that should lie on the floor: straight on.
        return [0.0, 0.0, 1.0, t_s - to_s];
    }
    let u = (t_s - from_s) / length;
    let (square, rest) = (u * u, 1.0 - u);
    [(1.0 + 2.0 * u) * rest * rest, length * u * rest * rest, square * (3.0 - 2.0 * u), -length * square * rest]
}

/// The cubic's slope: weights of the displacement between both ends, of the velocity at the first and of that at the
/// last.
fn hermite_slope(from_s: f64, to_s: f64, t_s: f64) -> [f64; 3] {
    let length = to_s - from_s;
    if length <= 0.0 {
        return [0.0, 0.0, 1.0];
    }
    let u = (t_s - from_s) / length;
    [6.0 * u * (1.0 - u) / length, (1.0 - u) * (1.0 - 3.0 * u), u * (3.0 * u - 2.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::{BallSim, BallState, Physics, Surroundings};
    use crate::court::Court;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn first(ball: &BallState) -> State {
        State::first(0.0, ball.position, ball.velocity, ball.spin)
    }

    fn constants(priors: &Priors) -> Constants {
        Constants {
            drag: priors.drag.mean,
            lift: priors.lift.mean,
            restitution: priors.restitution.mean,
            friction: priors.friction.mean,
            grip: priors.grip.mean,
            corner_doublings: priors.corner_doublings,
            linear: priors.linear,
        }
    }

    fn shot(rng: &mut ChaCha8Rng) -> BallState {
        let mut draw = |low: f64, high: f64| rng.random_range(low..high);
        let position = Vec3::new(-1.3, draw(-0.3, 0.3), draw(0.2, 0.4));
        let velocity = Vec3::new(draw(3.5, 8.0), draw(-0.5, 0.5), draw(-0.5, 1.5));
        BallState::new(position, velocity, Vec3::new(draw(-80.0, 80.0), draw(-300.0, 300.0), draw(-80.0, 80.0)))
    }

    #[test]
    fn law_a_roll_out_is_the_simulated_flight() {
        let physics = Physics::default();
        let court = Court::STANDARD;
        let around = Surroundings { net: Surroundings::far_below().net, ..court.surroundings() };
        let priors = Priors::knowing(&physics, court);
        let mut flight = Flight::preallocated(1.0);
        let mut rng = ChaCha8Rng::seed_from_u64(21);
        let mut worst: f64 = 0.0;
        for _ in 0..1000 {
            let ball = shot(&mut rng);
            flight.roll_out(&priors, &constants(&priors), first(&ball), Until { t_s: 0.8, farthest_x: f64::INFINITY });
            let Some(bounce_s) = flight.bounces().first().map(|bounce| bounce.t_s) else { continue };
            let mut sim = BallSim::new(&physics, &around, ball);
            while sim.next_event(bounce_s - 1e-3).is_some() {}
            let there = flight.at(sim.time_s()).unwrap();
            worst = worst.max((there.position - sim.state().position).norm());
        }
        assert!(worst < 5e-5, "{worst} m off before the bounce");
    }

    #[test]
    fn law_a_crossing_is_the_first_one_after_its_time() {
        let priors = Priors::default();
        let mut flight = Flight::preallocated(1.0);
        let mut rng = ChaCha8Rng::seed_from_u64(22);
        for _ in 0..300 {
            flight.roll_out(
                &priors,
                &constants(&priors),
                first(&shot(&mut rng)),
                Until { t_s: 0.8, farthest_x: f64::INFINITY },
            );
            let (_, end_s) = flight.span_s().unwrap();
            let x_at = |t_s: f64| flight.at(t_s).unwrap().position.x;
            let after_s = rng.random_range(0.0..0.3);
            let x = x_at(rng.random_range(after_s..end_s));
            let there = flight.crossing(x, after_s).unwrap();
            assert!(there.t_s >= after_s && (there.position.x - x).abs() < 1e-9, "{} m, not {x} m", there.position.x);
            let earlier = (1..200).map(|part| x_at(after_s + (there.t_s - after_s) * f64::from(part) / 200.0));
            assert!(earlier.into_iter().all(|earlier| earlier <= x), "it was there before {} s", there.t_s);
            assert_eq!(flight.crossing(x_at(0.0) - 0.1, after_s), None, "it flies the other way");
            assert_eq!(flight.crossing(x, there.t_s + 1e-6), None, "it passes once");
        }
    }

    #[test]
    fn law_a_ball_that_hops_low_stays_on_the_table() {
        let physics = Physics::default();
        let court = Court::STANDARD;
        let around = Surroundings { net: Surroundings::far_below().net, ..court.surroundings() };
        let priors = Priors::knowing(&physics, court);
        let mut flight = Flight::preallocated(1.0);
        for tenths_mm in [30, 60, 70, 85, 100, 150, 200, 400] {
            let height = 1e-4 * f64::from(tenths_mm);
            let ball = BallState::new(Vec3::new(-1.0, 0.0, 0.02 + height), Vec3::new(1.0, 0.0, 0.0), Vec3::zeros());
            flight.roll_out(&priors, &constants(&priors), first(&ball), Until { t_s: 0.5, farthest_x: f64::INFINITY });
            let bounces = flight.bounces();
            let mut sim = BallSim::new(&physics, &around, ball);
            for bounce in bounces {
                let event = sim.next_event(1.0).unwrap();
                assert!((event.t_s - bounce.t_s).abs() < 1e-4, "{height} m: {} and {} s", event.t_s, bounce.t_s);
            }
            let end_s = flight.span_s().unwrap().1;
            assert!(bounces.len() == MOST_BOUNCES || end_s > 0.499, "{height} m: {} bounces, {end_s} s", bounces.len());
        }
    }

    #[test]
    fn law_derivatives_are_the_limits_of_differences_through_bounces() {
        let linear = Physics { table: "linear".parse().unwrap(), ..Physics::default() };
        for priors in [Priors::default(), Priors::knowing(&linear, Court::STANDARD)] {
            derivatives_are_limits(&priors);
        }
    }

    fn derivatives_are_limits(priors: &Priors) {
        let mut rng = ChaCha8Rng::seed_from_u64(22);
        let (mut flight, mut ahead, mut behind) =
            (Flight::preallocated(1.0), Flight::preallocated(1.0), Flight::preallocated(1.0));
        for _ in 0..200 {
            let ball = shot(&mut rng);
            let roll = |flight: &mut Flight, parameter: usize, step: f64| {
                let (mut state, mut constants) = (first(&ball), constants(priors));
                match parameter {
                    0..3 => state.position[parameter] += step,
                    3..6 => state.velocity[parameter - 3] += step,
                    6..9 => state.spin[parameter - 6] += step,
                    9 => constants.drag += step,
                    10 => constants.lift += step,
                    11 => constants.restitution += step,
                    12 => constants.friction += step,
                    _ => constants.grip += step,
                }
                flight.roll_out(priors, &constants, state, Until { t_s: 0.6, farthest_x: f64::INFINITY });
            };
            roll(&mut flight, 0, 0.0);
            let (_, by) = flight.position_in(flight.stretch_at(0.6, 0), 0.6);
            for parameter in 0..PARAMETERS {
                let step = if (6..9).contains(&parameter) { 1e-3 } else { 1e-6 };
                roll(&mut ahead, parameter, step);
                roll(&mut behind, parameter, -step);
                if [&ahead, &behind].iter().any(|other| other.bounces().len() != flight.bounces().len()) {
                    continue;
                }
                let end = |flight: &Flight| flight.position_in(flight.stretch_at(0.6, 0), 0.6).0;
                let difference = (end(&ahead) - end(&behind)) / (2.0 * step);
                let derivative = Vec3::from_fn(|axis, _| by.0[axis][parameter]);
                // What counts is the displacement that a usual change of the parameter causes: to half a millimetre and
                // 1 %.
                let usual = match parameter {
                    0..3 => 0.01,
                    3..6 => 0.1,
                    6..9 => 20.0,
                    _ => 0.05,
                };
                let error = (difference - derivative).norm() * usual;
                assert!(error < 5e-4 + 0.01 * difference.norm() * usual, "{parameter}: {difference} {derivative}");
            }
        }
        assert_eq!(PARAMETERS % 2, 0, "parameters are taken in pairs");
    }
}
