//! The stroke that sends a ball to a target.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

use super::{AimError, LinearRacket};
use crate::ball::{BallState, Change, Physics, Sweep, Touch};
use crate::court::{BySpinAndVelocity, Court, FASTER, Flown, MISS, MOST_STEPS, Outbound, SHARES};
use crate::geometry::Vec3;

/// The goal of a return.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// Where it should land, on the other half: x < 0, m.
    pub target: (f64, f64),
    /// Clearance between ball and net as it passes over, m.
    pub over_net: f64,
    /// Speed of the racket up its face: brushes topspin onto the ball, m/s.
    pub brush_up: f64,
}

/// A stroke that returns a ball, and its result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Return {
    /// The face and its motion at the touch.
    pub sweep: Sweep,
    /// The ball right after.
    pub struck: BallState,
    /// The ball as it lands.
    pub landing: BallState,
    /// Time from stroke to landing, s.
    pub flight_s: f64,
    /// Clearance between ball and net, m.
    pub over_net: f64,
    /// Derivatives of the landing (x, y) by position, velocity and spin of the incoming ball when the stroke stays the
    /// same.
    pub by_ball: SMatrix<f64, 2, 9>,
}

impl Return {
    /// Standard deviation of the landing, m, for these standard deviations of the ball's position (m), velocity (m/s)
    /// and spin (rad/s) along each axis.
    #[must_use]
    pub fn landing_sd(&self, errors: [f64; 3]) -> f64 {
        let weighed = (0..9).map(|column| self.by_ball.column(column).norm_squared() * errors[column / 3].powi(2));
        weighed.sum::<f64>().sqrt()
    }
}

/// Finds strokes under assumed physics.
#[derive(Debug, Clone)]
pub struct Aimer {
    pub(super) physics: Physics,
    court: Court,
    pub(super) outbound: Outbound,
}

/// Tolerance of a sketch, m.
const NEAR: f64 = 1e-4;
/// Least distance of a stroke from the net, and of a target from the lines, m.
const LEAST_X: f64 = 0.03;
const LINE_MARGIN: f64 = 0.02;
/// Smallest part of the way to the target that is tried at once.
const LEAST_PART: f64 = 1.0 / 64.0;
/// A first guess need not be better than this, m/s, nor take longer.
const GUESS_ERROR: f64 = 0.05;
const GUESS_STEPS: usize = 12;

/// A stroke, the ball it makes and where that goes.
#[derive(Clone, Copy)]
struct Tried {
    sweep: Sweep,
    touch: Touch,
    flown: Flown,
}

impl Aimer {
    /// An aimer for the given physics and court.
    #[must_use]
    pub fn new(physics: &Physics, court: Court) -> Self {
        /// Right to some 1e-10 m: finer than any target needs.
        const EXACT: f64 = 1e-10;
        Self { physics: *physics, court, outbound: Outbound::new(physics, &court, EXACT) }
    }

    /// A faster aimer for play in real time: flights are right to some hundredths of a millimetre.
    #[must_use]
    pub(in crate::player) fn quick(physics: &Physics, court: Court) -> Self {
        const QUICK: f64 = 1e-5;
        Self { physics: *physics, court, outbound: Outbound::new(physics, &court, QUICK) }
    }

    /// The stroke for a ball that is met where it is now. The paper's linear racket has its own scheme.
    ///
    /// # Errors
    /// When there is none: why, in numbers.
    pub fn solve(&self, ball: &BallState, aim: &Aim) -> Result<Return, AimError> {
        self.solve_within(ball, aim, MISS)
    }

    /// The same, right to a tenth of a millimetre, which is nearer than any ball is predicted.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn sketch(&self, ball: &BallState, aim: &Aim) -> Result<Return, AimError> {
        self.solve_within(ball, aim, NEAR)
    }

    fn solve_within(&self, ball: &BallState, aim: &Aim, miss: f64) -> Result<Return, AimError> {
        self.check(ball, aim)?;
        if let Ok(linear) = LinearRacket::try_from(self.physics.racket) {
            return self.solve_by_paper(&linear, ball, aim);
        }
        let wanted = self.wanted(aim);
        let velocity = self.parabola(ball, aim)?;
        let flies = |factor: &f64| {
            let faster = Vec3::new(factor * velocity.x, factor * velocity.y, velocity.z);
            self.attempt(ball, self.guess(ball, &faster, aim.brush_up))
        };
        let start = FASTER.iter().find_map(flies).ok_or(AimError::NoPath { miss_m: f64::INFINITY })?;
        let found = self.newton(ball, start, &wanted, miss).or_else(|_| self.by_parts(ball, start, &wanted, miss));
        found.map(|tried| self.finished(ball, &tried)).map_err(|miss_m| AimError::NoPath { miss_m })
    }

    /// The stroke for a ball and an aim near those of a known stroke: refined from it, or solved anew where that fails,
    /// with the tolerance of a sketch.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn refine(&self, ball: &BallState, aim: &Aim, from: &Sweep) -> Result<Return, AimError> {
        self.check(ball, aim)?;
        let start = self.attempt(ball, Sweep { brush_up: aim.brush_up, ..*from });
        let found = start.and_then(|start| self.newton(ball, start, &self.wanted(aim), NEAR).ok());
        found.map_or_else(|| self.sketch(ball, aim), |tried| Ok(self.finished(ball, &tried)))
    }

    /// Where a ball lands that is met by a stroke planned for another; `None` when it does not come over the net.
    #[must_use]
    pub fn landing(&self, ball: &BallState, sweep: &Sweep) -> Option<(f64, f64)> {
        let racket = sweep.racket_at(ball, &self.physics.body);
        let meets = (ball.velocity - racket.velocity).dot(&racket.normal) < 0.0;
        let struck = meets.then(|| self.physics.racket.rebound(ball, &racket, &self.physics.body))?;
        self.outbound.fly(&struck).map(|flown| (flown.passes.x, flown.passes.y))
    }

    fn finished(&self, ball: &BallState, tried: &Tried) -> Return {
        self.finish(ball, &tried.sweep, tried.touch.after(), &tried.flown, |change| tried.touch.carry(change))
    }

    /// Continuation: from where the first guess lands to the target in parts, each solution the next one's guess.
    fn by_parts(&self, ball: &BallState, start: Tried, wanted: &SVector<f64, 3>, miss: f64) -> Result<Tried, f64> {
        let (from, mut tried) = (start.flown.passes, start);
        let (mut share, mut part) = (0.0, 0.25);
        while share < 1.0 {
            let next = f64::min(share + part, 1.0);
            match self.newton(ball, tried, &(from + (wanted - from) * next), miss) {
                Ok(found) => (share, tried, part) = (next, found, 2.0 * part),
                Err(_) if part > LEAST_PART => part *= 0.5,
                Err(_) => return Err((tried.flown.passes - wanted).amax()),
            }
        }
        Ok(tried)
    }

    fn check(&self, ball: &BallState, aim: &Aim) -> Result<(), AimError> {
        let (x, y) = aim.target;
        /// Tolerance for a target on the limit itself, m.
        const ROUNDING: f64 = 1e-9;
        let (far, near, side) =
            (LINE_MARGIN - self.court.end_line(), -LINE_MARGIN, self.court.side_line() - LINE_MARGIN);
        if !((far - ROUNDING..=near + ROUNDING).contains(&x) && y.abs() <= side + ROUNDING) {
            return Err(AimError::Target { x, y, far, near, side });
        }
        let x = ball.position.x;
        if x.is_nan() || x < LEAST_X {
            return Err(AimError::Behind { x, least: LEAST_X });
        }
        Ok(())
    }

    pub(super) fn wanted(&self, aim: &Aim) -> SVector<f64, 3> {
        SVector::from([aim.target.0, aim.target.1, self.outbound.height_at_net(aim.over_net)])
    }

    /// Clearance over the net of the straight line from the ball to a target, m; every path that gravity bends passes
    /// higher.
    #[must_use]
    pub fn straight_clearance(&self, ball: &BallState, (x, _): (f64, f64)) -> f64 {
        self.outbound.straight_clearance(&ball.position, x)
    }

    /// Velocity of a ball on the parabola through stroke, net and target.
    pub(super) fn parabola(&self, ball: &BallState, aim: &Aim) -> Result<Vec3, AimError> {
        let from = ball.position;
        self.outbound.parabola(&from, aim.target, aim.over_net).ok_or_else(|| AimError::Net {
            height_m: from.z,
            distance_m: from.x,
            clearance_m: aim.over_net,
            straight_m: self.straight_clearance(ball, aim.target),
        })
    }

    /// The stroke that sends a ball off with a velocity, whatever its spin then: Newton's method on the touch alone,
    /// from a stroke along the change of velocity.
    fn guess(&self, ball: &BallState, velocity: &Vec3, brush_up: f64) -> Sweep {
        const RESTITUTION: f64 = 0.8;
        let normal = (velocity - ball.velocity).normalize();
        let speed = (velocity.dot(&normal) + RESTITUTION * ball.velocity.dot(&normal)) / (1.0 + RESTITUTION);
        let mut sweep = Sweep { brush_up, ..Sweep::along(&normal, speed) };
        let touch_by = |sweep: &Sweep| Touch::of(&self.physics.racket, ball, &sweep.face(), &self.physics.body);
        for _ in 0..GUESS_STEPS {
            let Some(touch) = touch_by(&sweep) else { break };
            let error = touch.after().velocity - velocity;
            let columns = sweep.changes().map(|change| touch.carry(&change).0);
            let Some(inverse) = Matrix3::from_columns(&columns).try_inverse() else { break };
            let step = inverse * error;
            let better = SHARES.iter().find_map(|share| {
                let next = moved(&sweep, &(step * -*share));
                let left = (touch_by(&next)?.after().velocity - velocity).norm();
                (left < error.norm()).then_some(next)
            });
            let Some(next) = better else { break };
            sweep = next;
            if error.norm() < GUESS_ERROR {
                break;
            }
        }
        sweep
    }

    /// Newton's method on tilt, turn and speed. Fails with the least distance that was reached.
    fn newton(&self, ball: &BallState, start: Tried, wanted: &SVector<f64, 3>, miss: f64) -> Result<Tried, f64> {
        let mut tried = start;
        for _ in 0..MOST_STEPS {
            let error = tried.flown.passes - wanted;
            if error.amax() < miss {
                return Ok(tried);
            }
            let step = self.slopes(&tried).try_inverse().ok_or(error.amax())? * error;
            let better = SHARES.iter().find_map(|share| {
                let next = self.attempt(ball, moved(&tried.sweep, &(step * -*share)))?;
                ((next.flown.passes - wanted).norm() < error.norm()).then_some(next)
            });
            tried = better.ok_or(error.amax())?;
        }
        Err((tried.flown.passes - wanted).amax())
    }

    fn attempt(&self, ball: &BallState, sweep: Sweep) -> Option<Tried> {
        let touch = Touch::of(&self.physics.racket, ball, &sweep.face(), &self.physics.body)?;
        let flown = self.outbound.fly(touch.after())?;
        Some(Tried { sweep, touch, flown })
    }

    /// Landing and height at the net by tilt, turn and speed.
    fn slopes(&self, tried: &Tried) -> Matrix3<f64> {
        let by_flight = self.outbound.slopes(tried.touch.after(), &tried.flown);
        let columns = tried.sweep.changes().map(|change| flown_by(&by_flight, tried.touch.carry(&change)));
        Matrix3::from_columns(&columns)
    }

    /// The result of a stroke; `carry` takes a change of the ball through the touch.
    pub(super) fn finish(
        &self,
        ball: &BallState,
        sweep: &Sweep,
        struck: &BallState,
        flown: &Flown,
        carry: impl Fn(&Change) -> (Vec3, Vec3),
    ) -> Return {
        let by_flight = self.outbound.slopes(struck, flown);
        let mut by_ball = SMatrix::<f64, 2, 9>::zeros();
        let face = sweep.face();
        let closing = (ball.velocity - face.velocity).dot(&face.normal);
        let descent = flown.landing.velocity;
        let gain = self.physics.air_slope(&ball.velocity, &ball.spin).acceleration;
        for axis in 0..3 {
            let unit = Vec3::ith(axis, 1.0);
            // A ball that is elsewhere is met at another time: it has moved on by then, and is slower or faster.
            let later_s = -face.normal[axis] / closing;
            let met = unit + ball.velocity * later_s;
            let slower = flown_by(&by_flight, carry(&Change { velocity: gain * later_s, ..Change::NONE }));
            by_ball.set_column(axis, &(met.xy() - descent.xy() * (met.z / descent.z) + slower.xy()));
            let velocity = flown_by(&by_flight, carry(&Change { velocity: unit, ..Change::NONE }));
            let spin = flown_by(&by_flight, carry(&Change { spin: unit, ..Change::NONE }));
            by_ball.set_column(3 + axis, &velocity.xy());
            by_ball.set_column(6 + axis, &spin.xy());
        }
        Return {
            sweep: *sweep,
            struck: *struck,
            landing: flown.landing,
            flight_s: flown.landing_s,
            over_net: flown.passes[2] - self.court.net_height - self.physics.body.radius,
            by_ball,
        }
    }
}

/// How landing and height at the net change with velocity and spin after the touch.
fn flown_by(by_flight: &BySpinAndVelocity, (velocity, spin): (Vec3, Vec3)) -> Vector3<f64> {
    by_flight.fixed_view::<3, 3>(0, 0) * velocity + by_flight.fixed_view::<3, 3>(0, 3) * spin
}

/// A stroke with tilt, turn and speed changed.
fn moved(sweep: &Sweep, step: &Vector3<f64>) -> Sweep {
    Sweep { tilt: sweep.tilt + step.x, turn: sweep.turn + step.y, speed: sweep.speed + step.z, ..*sweep }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_returns_land_on_their_targets() {
        let physics = Physics::default();
        let aimer = Aimer::new(&physics, Court::STANDARD);
        let mut rng = ChaCha8Rng::seed_from_u64(61);
        let (mut solved, mut too_low, mut refused) = (0, 0, Vec::new());
        for _ in 0..2000 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let position = Vec3::new(draw(0.8, 2.0), draw(-0.7, 0.7), draw(0.1, 0.6));
            let velocity = Vec3::new(draw(2.0, 9.0), draw(-1.5, 1.5), draw(-2.0, 2.0));
            let spin = Vec3::new(draw(-100.0, 100.0), draw(-400.0, 400.0), draw(-100.0, 100.0));
            let ball = BallState::new(position, velocity, spin);
            let aim = Aim {
                target: (draw(-1.3, -0.3), draw(-0.7, 0.7)),
                over_net: draw(0.15, 0.6),
                brush_up: draw(-0.5, 0.5),
            };
            match aimer.solve(&ball, &aim) {
                Ok(found) => {
                    let landing = found.landing.position;
                    assert!((landing.x - aim.target.0).abs() < 1e-7 && (landing.y - aim.target.1).abs() < 1e-7);
                    let (x, y) = aimer.landing(&ball, &found.sweep).unwrap();
                    assert!((x - landing.x).abs() < 1e-9 && (y - landing.y).abs() < 1e-9, "the same stroke");
                    solved += 1;
                }
                Err(AimError::Net { .. }) => too_low += 1,
                Err(error) => refused.push((error, ball, aim)),
            }
        }
        assert!(solved > 1500 && too_low < 480, "{solved} solved, {too_low} with too little clearance over the net");
        assert!(refused.len() < 20, "{} of {solved}: {:?}", refused.len(), refused.first());
    }
}
