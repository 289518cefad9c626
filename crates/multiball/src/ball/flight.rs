//! The equation of free flight, reduced to what has to be integrated.
//!
//! Nothing in the air depends on where the ball is, and its spin keeps its axis: `dω/dt = -k |v| ω` shrinks the
//! rate along a fixed direction. So four numbers carry the dynamics, the velocity and the decay σ = k ∫|v| dt with
//! ω = ω₀ e^-σ; the position is the integral of the velocity.
//!
//! **Carried lift.** A saturating lift needs tanh(x), x = R|ω| / b|v|, at every stage, and an exponential in the middle
//! of the chain from stage to stage is what a step mostly waits for. Without spin decay the speed and u = tanh x are
//! carried along as numbers of their own instead: lift never changes the speed, so that
//!
//! ```text
//! d|v|/dt = -k_D |v|² - g vz / |v|        du/dt = (1 - u²) x (k_D |v| + g vz / |v|²)
//! ```
//! Speed and u are set exactly between steps, and carried only where 2x changes by less than `MOST_CARRIED` in it (not
//! around the top of a steep lob); elsewhere tanh is evaluated.

use super::aero::{AirForce, Lift};
use super::state::BallState;
use super::{Physics, Vec3};
use crate::geometry::{portable, tanh};

/// Velocity (three numbers), the carried speed, and either the carried tanh x or the spin decay σ; or their time
/// derivative. The sixth is idle: pairs of numbers go through the processor together.
pub(super) type Lanes = [f64; 6];

/// The most that 2x of a carried tanh x may change in a step. Found by trial: beyond it the steps become shorter than
/// with tanh. The error is under control either way, since tanh x acts on the velocity.
const MOST_CARRIED: f64 = 12.0;

/// Free flight of one ball from one state.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlightLaw {
    gravity: f64,
    drag: f64,
    lift: Lift,
    decay_per_m: f64,
    /// Spin at the start, rad/s, and its axis and rate.
    spin: Vec3,
    spin_axis: Vec3,
    spin_rate: f64,
    /// Factor and R|ω|/b of a saturating lift that can be carried; zero otherwise.
    carried: (f64, f64),
}

impl FlightLaw {
    pub(super) fn new(physics: &Physics, spin: &Vec3) -> Self {
        let force = AirForce::new(physics.aero, &physics.body, &physics.air);
        let spin_rate = spin.norm();
        let spinning = spin_rate > 0.0;
        let carried = match force.lift {
            Lift::Saturating { factor, bend } if spinning && physics.spin_decay_per_m == 0.0 => {
                (factor, bend * spin_rate)
            }
            _ => (0.0, 0.0),
        };
        Self {
            carried,
            gravity: physics.air.gravity,
            drag: force.drag,
            lift: if spinning { force.lift } else { Lift::None },
            decay_per_m: physics.spin_decay_per_m,
            spin: *spin,
            spin_axis: if spinning { spin / spin_rate } else { Vec3::zeros() },
            spin_rate,
        }
    }

    /// The law whose derivatives are those of this one times a duration.
    pub(super) fn times(&self, duration_s: f64) -> Self {
        Self {
            gravity: self.gravity * duration_s,
            drag: self.drag * duration_s,
            carried: (self.carried.0 * duration_s, self.carried.1),
            lift: self.lift.times(duration_s),
            decay_per_m: self.decay_per_m * duration_s,
            ..*self
        }
    }

    /// d/dt of the lanes; `CARRIED` says what the fourth and the fifth are.
    #[inline(always)]
    pub(super) fn derivative<const CARRIED: bool>(&self, lanes: &Lanes) -> Lanes {
        let [vx, vy, vz, carried_speed, fifth, _] = *lanes;
        let (speed, lift, speed_slope, fifth_slope);
        if CARRIED {
            let (factor, bend_rate) = self.carried;
            speed = carried_speed;
            let inverse = 1.0 / speed;
            let fall = self.gravity * vz * inverse;
            lift = factor * speed * fifth;
            speed_slope = -(self.drag * (speed * speed) + fall);
            fifth_slope = bend_rate * (1.0 - fifth * fifth) * (self.drag + fall * (inverse * inverse));
        } else {
            speed = speed_of(lanes);
            let rate = self.spin_rate * self.spin_left(fifth);
            // A ball at rest feels no air; without this a saturating lift would be 0 × NaN.
            lift = if speed > 0.0 { self.lift.factor(speed, rate) } else { 0.0 };
            speed_slope = 0.0;
            fifth_slope = self.decay_per_m * speed;
        }
        let drag = -self.drag * speed;
        let axis = &self.spin_axis;
        [
            drag * vx + lift * (axis.y * vz - axis.z * vy),
            drag * vy + lift * (axis.z * vx - axis.x * vz),
            drag * vz + lift * (axis.x * vy - axis.y * vx) - self.gravity,
            speed_slope,
            fifth_slope,
            0.0,
        ]
    }

    /// Sets the carried speed and tanh x of a node exactly, where the law can carry them.
    pub(super) fn set_carried(&self, lanes: &mut Lanes) {
        let (factor, bend_rate) = self.carried;
        if factor > 0.0 {
            lanes[3] = speed_of(lanes);
            lanes[4] = tanh(bend_rate / lanes[3]);
        }
    }

    /// Clears them for a step that does not carry them: the fifth lane is then the spin decay, of which there is none.
    pub(super) fn clear_carried(&self, lanes: &mut Lanes) {
        if self.carried.0 > 0.0 {
            lanes[3..].fill(0.0);
        }
    }

    /// Whether speed and tanh x may be carried through a step of the given length: when 2x changes by less than
    /// `MOST_CARRIED`, judged by its rate at the start and at the least speed that may follow.
    pub(super) fn can_carry(&self, lanes: &Lanes, duration_s: f64) -> bool {
        let (factor, bend_rate) = self.carried;
        if factor == 0.0 {
            return false;
        }
        let (vz, speed) = (lanes[2], lanes[3]);
        let inverse = 1.0 / speed;
        let slower = 1.0 - (self.drag * speed + self.gravity * inverse) * duration_s;
        let rate = self.drag + self.gravity * vz.abs() * (inverse * inverse * inverse) / (slower * slower);
        slower > 0.0 && 2.0 * bend_rate * duration_s * rate < MOST_CARRIED
    }

    /// The longest step (s) from a velocity that the error estimate can be trusted with. Drag |v| v has a kink where
    /// the ball stands still for an instant, as at the top of a toss; a step across it may look right by chance. So it
    /// is walked up to in steps that shrink with the speed, down to one whose whole drag is below the tolerance.
    pub(super) fn longest_step_s(&self, lanes: &Lanes, tolerance: f64, wanted_s: f64) -> f64 {
        let stop_s = 0.7 * speed_of(lanes) / self.gravity;
        if self.drag == 0.0 || stop_s >= wanted_s {
            return wanted_s;
        }
        stop_s.max(portable::cbrt(tolerance / (self.drag * self.gravity * self.gravity))).min(wanted_s)
    }

    /// A bound on the speed (m/s) for some time: only gravity can add to it, drag takes away and lift turns.
    pub(super) fn speed_bound(&self, speed: f64, duration_s: f64) -> f64 {
        speed + self.gravity * duration_s
    }

    /// A bound on the magnitude of the acceleration (m/s²) while the speed stays below the given one.
    pub(super) fn acceleration_bound(&self, speed: f64) -> f64 {
        let lift = match self.lift {
            Lift::None => 0.0,
            Lift::Proportional { factor } => factor * self.spin_rate,
            Lift::Saturating { factor, .. } => factor * speed,
        };
        self.gravity + (self.drag * speed + lift) * speed
    }

    /// The ball's state from position and lanes.
    #[inline]
    pub(super) fn state(&self, position: Vec3, lanes: &Lanes) -> BallState {
        let velocity = Vec3::new(lanes[0], lanes[1], lanes[2]);
        BallState { position, velocity, spin: self.spin * self.spin_left(lanes[4]) }
    }

    /// The share of the spin that is left after a decay σ. Without decay the fifth lane may be something else, and is
    /// not looked at.
    #[inline(always)]
    fn spin_left(&self, decay: f64) -> f64 {
        if self.decay_per_m == 0.0 { 1.0 } else { portable::exp(-decay) }
    }
}

/// |v| of the lanes, m/s.
#[inline(always)]
fn speed_of([vx, vy, vz, ..]: &Lanes) -> f64 {
    (vx * vx + vy * vy + vz * vz).sqrt()
}
