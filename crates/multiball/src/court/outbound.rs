//! The ball after a stroke from home: where it passes the net, where it lands, and how both change with how it leaves
//! the racket. What is struck from away is half a turn of it ([`crate::ball::BallState::from_other_end`]).

use nalgebra::{SMatrix, SVector};

use super::Court;
use crate::ball::{BallSim, BallState, EventKind, Physics, Settings, Surroundings};
use crate::geometry::{Cuboid, Vec3};

/// Derivatives of three numbers by velocity and spin after the stroke: landing x and y, height at the net.
pub(crate) type BySpinAndVelocity = SMatrix<f64, 3, 6>;

/// Where a ball goes that flies over the net.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Flown {
    /// Landing x, landing y, height of the centre over the net, m.
    pub(crate) passes: SVector<f64, 3>,
    /// The ball as it lands.
    pub(crate) landing: BallState,
    pub(crate) net_s: f64,
    pub(crate) landing_s: f64,
}

/// Free flight from the home side over the net onto a far half without end and without lines.
#[derive(Debug, Clone)]
pub(crate) struct Outbound {
    physics: Physics,
    net_height: f64,
    far_half: Surroundings,
    settings: Settings,
}

/// A return that is longer than this in the air is none, s.
const LONGEST_S: f64 = 4.0;
/// A ball that leaves the racket faster than this is none either, m/s: the fastest that people strike have a third of
/// it. A step of Newton's method may request a million, for which the integration would never end.
const FASTEST: f64 = 100.0;
/// Steps in which derivatives are carried to the net and from there to the landing: each is right to some thousandths.
const STEPS: u32 = 8;

impl Outbound {
    /// A free flight with the given tolerance: error allowed per step, m/s.
    pub(crate) fn new(physics: &Physics, court: &Court, tolerance: f64) -> Self {
        let corners = [Vec3::new(-100.0, -100.0, -court.table_thickness), Vec3::new(0.0, 100.0, 0.0)];
        let far_half = Surroundings { table: Cuboid::between(corners[0], corners[1]), ..Surroundings::far_below() };
        Self {
            physics: *physics,
            net_height: court.net_height,
            far_half,
            settings: Settings { tolerance, markers: true },
        }
    }

    /// Height of the ball's centre for a clearance over the net, m.
    pub(crate) fn height_at_net(&self, over_net: f64) -> f64 {
        self.net_height + self.physics.body.radius + over_net
    }

    /// Clearance over the net of the straight line from a position to a target's x, m; every path that gravity bends
    /// passes higher.
    pub(crate) fn straight_clearance(&self, from: &Vec3, target_x: f64) -> f64 {
        let radius = self.physics.body.radius;
        let share = from.x / (from.x - target_x);
        from.z + (radius - from.z) * share - radius - self.net_height
    }

    /// Velocity of a ball on the parabola from a position over the net to a target; `None` when the straight line is
    /// higher than requested.
    pub(crate) fn parabola(&self, from: &Vec3, (x, y): (f64, f64), over_net: f64) -> Option<Vec3> {
        let target = Vec3::new(x, y, self.physics.body.radius);
        let displacement = target - from;
        // Share of the displacement at the net; there the parabola z(s) = from + displacement.z s + bow s (1 - s) has
        // the requested height.
        let share = from.x / (from.x - target.x);
        let bow = (over_net - self.straight_clearance(from, x)) / (share * (1.0 - share));
        let lasts_s = (2.0 * bow / self.physics.air.gravity).sqrt();
        (bow > 0.0).then(|| Vec3::new(displacement.x, displacement.y, displacement.z + bow) / lasts_s)
    }

    /// Net passage and landing of a struck ball; `None` when it does not come down behind the net.
    pub(crate) fn fly(&self, struck: &BallState) -> Option<Flown> {
        let flies_off = struck.velocity.x < 0.0 && struck.velocity.norm() < FASTEST;
        if !flies_off {
            return None;
        }
        let mut sim = BallSim::with_settings(&self.physics, &self.far_half, *struck, 0.0, self.settings);
        let mut at_net = None;
        loop {
            let event = sim.next_event(LONGEST_S)?;
            match event.kind {
                EventKind::NetPlane => at_net = Some((event.t_s, event.before.position.z)),
                EventKind::Apex => {}
                EventKind::Table(_) => {
                    let ((net_s, height), landing) = (at_net?, event.before);
                    let passes = SVector::from([landing.position.x, landing.position.y, height]);
                    return Some(Flown { passes, landing, net_s, landing_s: event.t_s });
                }
                _ => return None,
            }
        }
    }

    /// How landing and height at the net change with velocity and spin after the stroke.
    ///
    /// δv' = A_v δv + A_ω δω, δp' = δv, and where the path ends at a plane, the change across the plane is projected
    /// back along the path. Spin decay is left out: it changes the derivatives by some thousandths.
    pub(crate) fn slopes(&self, struck: &BallState, flown: &Flown) -> BySpinAndVelocity {
        let mut carried = Carried::begin(struck);
        carried.advance(&self.physics, flown.net_s);
        let mut slopes = BySpinAndVelocity::zeros();
        let by = &carried.by_position;
        slopes.set_row(2, &(by.row(2) - by.row(0) * (carried.velocity.z / carried.velocity.x)));
        carried.advance(&self.physics, flown.landing_s - flown.net_s);
        let by = &carried.by_position;
        for axis in 0..2 {
            slopes.set_row(axis, &(by.row(axis) - by.row(2) * (carried.velocity[axis] / carried.velocity.z)));
        }
        slopes
    }
}

/// A flying ball's velocity with its derivatives by velocity and spin at the start.
struct Carried {
    velocity: Vec3,
    spin: Vec3,
    by_velocity: SMatrix<f64, 3, 6>,
    by_position: SMatrix<f64, 3, 6>,
}

impl Carried {
    fn begin(struck: &BallState) -> Self {
        let mut by_velocity = SMatrix::<f64, 3, 6>::zeros();
        by_velocity.fixed_view_mut::<3, 3>(0, 0).fill_with_identity();
        Self { velocity: struck.velocity, spin: struck.spin, by_velocity, by_position: SMatrix::zeros() }
    }

    /// Integrates for a time by the midpoint rule.
    fn advance(&mut self, physics: &Physics, lasts_s: f64) {
        let step_s = lasts_s / f64::from(STEPS);
        let half_s = 0.5 * step_s;
        for _ in 0..STEPS {
            let here = physics.air_slope(&self.velocity, &self.spin);
            let middle_velocity = self.velocity + here.acceleration * half_s;
            let middle = physics.air_slope(&middle_velocity, &self.spin);
            let mut given = SMatrix::<f64, 3, 6>::zeros();
            given.fixed_view_mut::<3, 3>(0, 3).copy_from(&middle.by_spin);
            let half_way = self.by_velocity + (middle.by_velocity * self.by_velocity + given) * half_s;
            self.by_position += half_way * step_s;
            self.by_velocity += (middle.by_velocity * half_way + given) * step_s;
            self.velocity += middle.acceleration * step_s;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn bug_a_ball_faster_than_any_is_not_flown() {
        // Symptom: some requests never came to an end. Cause: a step of Newton's method to an absurd stroke, whose ball
        // needs time steps shorter than the clock can resolve. Law: such a ball is refused.
        let physics = Physics::default();
        let outbound = Outbound::new(&physics, &Court::STANDARD, 1e-10);
        for speed in [1e3, 1e6, 1e12, f64::INFINITY, f64::NAN] {
            let ball = BallState::new(Vec3::new(1.0, 0.0, 0.3), Vec3::new(-speed, 0.0, 0.1 * speed), Vec3::zeros());
            assert_eq!(outbound.fly(&ball), None);
        }
    }

    #[test]
    fn law_slopes_are_the_limits_of_differences() {
        let physics = Physics::default();
        let outbound = Outbound::new(&physics, &Court::STANDARD, 1e-10);
        let mut rng = ChaCha8Rng::seed_from_u64(51);
        let mut compared = 0;
        while compared < 200 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let position = Vec3::new(draw(0.9, 1.9), draw(-0.6, 0.6), draw(0.1, 0.5));
            let velocity = Vec3::new(draw(-8.0, -4.0), draw(-1.0, 1.0), draw(0.5, 3.0));
            let spin = Vec3::new(draw(-50.0, 50.0), draw(-250.0, 250.0), draw(-50.0, 50.0));
            let ball = BallState::new(position, velocity, spin);
            let Some(flown) = outbound.fly(&ball).filter(|flown| flown.passes[0] < -0.1) else { continue };
            let slopes = outbound.slopes(&ball, &flown);
            for column in 0..6 {
                let step = if column < 3 { 1e-4 } else { 1e-2 };
                let moved = |share: f64| {
                    let mut ball = ball;
                    let vector = if column < 3 { &mut ball.velocity } else { &mut ball.spin };
                    vector[column % 3] += share * step;
                    outbound.fly(&ball).unwrap().passes
                };
                let difference = (moved(1.0) - moved(-1.0)) / (2.0 * step);
                let error = (difference - slopes.column(column)).norm();
                assert!(
                    error < 0.01 * difference.norm() + 2e-5,
                    "{column}: {:?} {:?}",
                    difference.as_slice(),
                    slopes.column(column).as_slice()
                );
            }
            compared += 1;
        }
    }
}
