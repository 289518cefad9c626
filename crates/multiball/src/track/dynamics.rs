//! Flight with its derivatives by everything that is estimated.

use nalgebra::Matrix3;

use super::variation::{DRAG, LIFT, SPIN, VELOCITY, Variation};
use super::{LinearBounce, Priors};
use crate::geometry::{Vec3, tanh, tanh_quotients};

/// The numbers of air and table that stay the same along a flight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Constants {
    pub(super) drag: f64,
    pub(super) lift: f64,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) grip: f64,
    /// Not estimated, but part of the same bounce.
    pub(super) corner_doublings: u32,
    /// The same.
    pub(super) linear: Option<LinearBounce>,
}

/// A moving ball and how its motion changes with the parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    pub(super) t_s: f64,
    pub(super) position: Vec3,
    pub(super) velocity: Vec3,
    pub(super) spin: Vec3,
    pub(super) by_position: Variation,
    pub(super) by_velocity: Variation,
    pub(super) by_spin: Variation,
}

/// Acceleration of a ball [docs/theory/tracking.md].
#[derive(Debug, Clone, Copy)]
pub(super) struct Dynamics {
    gravity: f64,
    /// ρ A / 2m, 1/m.
    air: f64,
    spin_drag: f64,
    /// R / b, m: S / b = this × |ω| / |v|.
    reach: f64,
    constants: Constants,
}

/// Derivatives of the acceleration.
struct Slope {
    by_velocity: Matrix3<f64>,
    by_spin: Matrix3<f64>,
    by_drag: Vec3,
    by_lift: Vec3,
}

/// The result of one integration step.
pub(super) struct Flown {
    duration_s: f64,
    pub(super) position: Vec3,
    pub(super) velocity: Vec3,
    /// Air and velocity in the middle of the step.
    halfway: (Air, Vec3),
}

/// What acceleration and derivatives share: s = |v|, x = (R/b) |ω| / s, T = tanh x.
#[derive(Clone, Copy)]
struct Air {
    speed: f64,
    x: f64,
    tanh: f64,
}

impl Air {
    /// The same at a nearby velocity, by Taylor's series of tanh to the second order: within a step x changes by some
    /// hundredths.
    #[inline(always)]
    fn at(&self, velocity: &Vec3) -> Self {
        let speed = speed_of(velocity);
        let x = self.x * self.speed / speed;
        let (change, slope) = (x - self.x, 1.0 - self.tanh * self.tanh);
        // Around a steep apex x changes more: the bound keeps the lift sensible there.
        Self { speed, x, tanh: (self.tanh + slope * change * (1.0 - self.tanh * change)).clamp(0.0, 1.0) }
    }
}

/// A ball at rest feels no air; the bound keeps quotients finite.
#[inline(always)]
fn speed_of(velocity: &Vec3) -> f64 {
    velocity.norm_squared().max(1e-12).sqrt()
}

impl Dynamics {
    pub(super) fn new(priors: &Priors, constants: Constants) -> Self {
        Self {
            gravity: priors.air.gravity,
            air: priors.air.density * priors.body.area() / (2.0 * priors.body.mass),
            spin_drag: priors.spin_drag,
            reach: priors.body.radius / priors.bend,
            constants,
        }
    }

    #[inline(always)]
    fn air(&self, velocity: &Vec3, spin_rate: f64) -> Air {
        let speed = speed_of(velocity);
        let x = self.reach * spin_rate / speed;
        Air { speed, x, tanh: tanh(x) }
    }

    /// With m = s T / |ω|: a = -(k (C₀ + C₁ T²) s) v + (k L m) ω × v - g.
    #[inline(always)]
    fn acceleration_in(&self, air: Air, velocity: &Vec3, spin: &Vec3) -> Vec3 {
        let Air { speed, x, tanh } = air;
        // T / x by its series where the quotient would lose digits.
        let ratio = if x > 1e-4 { tanh / x } else { 1.0 - x * x / 3.0 };
        let drag = self.air * (self.constants.drag + self.spin_drag * tanh * tanh) * speed;
        let lift = self.air * self.constants.lift * self.reach * ratio;
        let mut acceleration = spin.cross(velocity) * lift - velocity * drag;
        acceleration.z -= self.gravity;
        acceleration
    }

    /// Acceleration of a ball.
    pub(super) fn acceleration(&self, velocity: &Vec3, spin: &Vec3) -> Vec3 {
        self.acceleration_in(self.air(velocity, spin.norm()), velocity, spin)
    }

    /// With T' = 1 - T², w = |ω|:
    ///
    /// ```text
    /// ∂m/∂v = (T - T' x) / (w s) v        ∂m/∂ω = s (T' x - T) / w³ ω
    /// ∂T/∂v = -T' x / s² v                ∂T/∂ω = T' x / w² ω
    /// ```
    #[inline(always)]
    fn slope(&self, air: Air, velocity: &Vec3, spin: &Vec3, spin_rate: f64) -> Slope {
        let Air { speed, x, tanh } = air;
        let tanh_slope = 1.0 - tanh * tanh;
        let (ratio, bent) = tanh_quotients(x, tanh);
        let coefficient = self.constants.drag + self.spin_drag * tanh * tanh;
        let spin_drag_slope = 2.0 * self.spin_drag * tanh * tanh_slope;
        let m = self.reach * ratio;
        let lift = self.air * self.constants.lift;
        let across = spin.cross(velocity);
        let per_speed = self.reach / speed;
        let m_by_velocity = bent * x * x * self.reach / (speed * speed);
        let m_by_spin = -bent * self.reach * per_speed * per_speed;
        let drag_along = self.air * (coefficient - spin_drag_slope * x) / speed;
        let spinning = spin_rate > 1e-9;
        let drag_by_spin = if spinning { self.air * spin_drag_slope * self.reach / spin_rate } else { 0.0 };
        let by_velocity = spin.cross_matrix() * (lift * m) + across * velocity.transpose() * (lift * m_by_velocity)
            - Matrix3::from_diagonal_element(self.air * coefficient * speed)
            - velocity * velocity.transpose() * drag_along;
        let by_spin = velocity.cross_matrix() * (-lift * m) + across * spin.transpose() * (lift * m_by_spin)
            - velocity * spin.transpose() * drag_by_spin;
        let (by_drag, by_lift) = (velocity * (-self.air * speed), across * (self.air * m));
        Slope { by_velocity, by_spin, by_drag, by_lift }
    }

    /// One step without derivatives, by the classical Runge-Kutta method of order four: a step of 80 ms errs by ten
    /// micrometres.
    #[inline(always)]
    pub(super) fn fly(&self, from: &State, duration_s: f64) -> Flown {
        let (half, sixth) = (duration_s / 2.0, duration_s / 6.0);
        let (v1, spin) = (from.velocity, &from.spin);
        let air = self.air(&v1, spin.norm());
        let a1 = self.acceleration_in(air, &v1, spin);
        let v2 = v1 + a1 * half;
        let a2 = self.acceleration_in(air.at(&v2), &v2, spin);
        let v3 = v1 + a2 * half;
        let halfway = air.at(&v3);
        let a3 = self.acceleration_in(halfway, &v3, spin);
        let v4 = v1 + a3 * duration_s;
        let a4 = self.acceleration_in(air.at(&v4), &v4, spin);
        Flown {
            duration_s,
            position: from.position + (v1 + (v2 + v3) * 2.0 + v4) * sixth,
            velocity: v1 + (a1 + (a2 + a3) * 2.0 + a4) * sixth,
            halfway: (halfway, v3),
        }
    }

    /// The state after a step, its derivatives by the midpoint rule: they err by a thousandth of themselves in 80 ms
    /// and, where the bounce depends on them, by a hundredth, for the ball's velocity changes over a second.
    pub(super) fn carry(&self, from: &State, flown: &Flown) -> State {
        let duration_s = flown.duration_s;
        let half = duration_s / 2.0;
        let (air, velocity) = flown.halfway;
        let slope = self.slope(air, &velocity, &from.spin, from.spin.norm());
        // What does not depend on the velocity's own change: spin, drag, lift.
        let mut given = Variation::ZERO;
        given.add_product(&slope.by_spin, &from.by_spin);
        for axis in 0..3 {
            given.0[axis][DRAG] += slope.by_drag[axis];
            given.0[axis][LIFT] += slope.by_lift[axis];
        }
        let mut slope_first = given;
        slope_first.add_product(&slope.by_velocity, &from.by_velocity);
        let mut middle = from.by_velocity;
        middle.add(half, &slope_first);
        let mut slope_middle = given;
        slope_middle.add_product(&slope.by_velocity, &middle);
        let mut by_velocity = from.by_velocity;
        by_velocity.add(duration_s, &slope_middle);
        let mut by_position = from.by_position;
        by_position.add(half, &from.by_velocity);
        by_position.add(half, &by_velocity);
        State {
            t_s: from.t_s + duration_s,
            position: flown.position,
            velocity: flown.velocity,
            spin: from.spin,
            by_position,
            by_velocity,
            by_spin: from.by_spin,
        }
    }
}

impl State {
    /// The state at the first measurement: it is the parameters themselves.
    pub(super) fn first(t_s: f64, position: Vec3, velocity: Vec3, spin: Vec3) -> Self {
        Self {
            t_s,
            position,
            velocity,
            spin,
            by_position: Variation::of_parameters(super::variation::POSITION),
            by_velocity: Variation::of_parameters(VELOCITY),
            by_spin: Variation::of_parameters(SPIN),
        }
    }
}
