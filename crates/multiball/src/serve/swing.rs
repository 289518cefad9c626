//! The swing: from a backswing through the stroke to a follow-through, on a straight line in joint space.

use super::{ArmAtStroke, ServePath};
use crate::ball::{Blade, RacketMotion, RacketState};
use crate::court::Court;
use crate::geometry::{Basis, Vec3, portable};
use crate::motion::{JointMotion, JointState, LimitError, Polynomial};
use crate::robot::{Arm, JointLimits, Joints, Mounted, Serve5};

/// Joint motion through the stroke.
///
/// Each joint speeds up from rest to its rate q̇ over a time T, and down to rest over the same time, by the quintic
/// whose ends have no acceleration. With the displacement q̇ T / 2 on either side the speed rises along 3s² - 2s³ and
/// is greatest at the stroke itself: its peaks are |q̇|, 1.5 |q̇| / T and 6 |q̇| / T², from which the least T follows
/// in closed form. A joint whose range ends before that starts or stops at the end of its range, and the exact checker
/// decides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swing {
    /// The motion, on the clock of the toss.
    pub motion: JointMotion<5, 2>,
    /// When the racket meets the ball, s.
    pub hit_s: f64,
}

impl Swing {
    /// The longest time to speed up, s.
    const LONGEST_S: f64 = 5.0;

    /// The swing that has the arm at the stroke at `hit_s`.
    ///
    /// # Errors
    /// When a joint would break a limit.
    pub fn through(stroke: &ArmAtStroke, hit_s: f64, limits: &[JointLimits; 5]) -> Result<Self, LimitError> {
        let shortest_s = (0..5).map(|i| least_time(stroke.rates[i], &limits[i])).fold(0.02, f64::max);
        // Slower limits than this allow no serve; the bound also keeps the check of the racket's path short.
        let shortest_s = shortest_s.min(Self::LONGEST_S);
        // Where a joint's range is too short for the natural displacement, a longer swing may do.
        let swung = |stretch: f64| {
            let swing = Self::lasting(stroke, hit_s, stretch * shortest_s, limits);
            swing.motion.check(limits).map(|()| swing)
        };
        let natural = swung(1.0);
        let longer = || [1.3, 1.7, 2.5].into_iter().find_map(|stretch| swung(stretch).ok());
        natural.or_else(|error| longer().ok_or(error))
    }

    fn lasting(stroke: &ArmAtStroke, hit_s: f64, time_s: f64, limits: &[JointLimits; 5]) -> Self {
        let pieces = std::array::from_fn(|i| {
            let (q, rate) = (stroke.joints[i], stroke.rates[i]);
            let end = |sign: f64| (q + sign * 0.5 * rate * time_s).clamp(limits[i].low, limits[i].high);
            [
                Polynomial::quintic((end(-1.0), 0.0, 0.0), (q, rate, 0.0), time_s),
                Polynomial::quintic((q, rate, 0.0), (end(1.0), 0.0, 0.0), time_s),
            ]
        });
        Self { motion: JointMotion::of_pieces(hit_s - time_s, hit_s + time_s, pieces), hit_s }
    }
}

/// The least time in which a joint gets from rest to a rate within its limits.
fn least_time(rate: f64, limits: &JointLimits) -> f64 {
    let (by_acceleration, by_jerk) = (1.5 * rate.abs() / limits.acceleration, (6.0 * rate.abs() / limits.jerk).sqrt());
    // The checker's own rounding must not turn the exact least time down.
    by_acceleration.max(by_jerk) * (1.0 + 1e-9)
}

/// The racket in the arm's hand during a swing.
#[derive(Debug, Clone, Copy)]
pub struct SwungRacket<'a> {
    /// The arm.
    pub arm: &'a Mounted<Serve5>,
    /// How its joints move.
    pub swing: &'a Swing,
    /// What of it moves.
    pub blade: Blade,
}

impl SwungRacket<'_> {
    /// Clearance (m) that the blade and the elbow keep from the table and the blade from the arm's own post.
    const CLEARANCE: f64 = 0.01;
    /// Radius of the post that carries the shoulder, m: assumed.
    const POST: f64 = 0.05;
    /// Points of the blade's rim that are checked.
    const RIM_POINTS: usize = 16;
    /// Time between two checks of the racket's position, s: at 5 m/s it moves 5 mm.
    const CHECK_S: f64 = 1e-3;

    /// Whether blade and elbow keep clear of the table, and the blade of the arm's post, throughout the swing.
    #[must_use]
    pub fn clears_table_and_post(&self, court: &Court) -> bool {
        let (table, motion) = (court.surroundings().table, &self.swing.motion);
        let checks = ((motion.end_s() - motion.start_s()) / Self::CHECK_S).ceil() as usize;
        (0..=checks).all(|check| {
            let state = motion.at(motion.start_s() + check as f64 * Self::CHECK_S);
            let racket = self.racket(&state);
            let [_, elbow, _] = self.arm.arm.points(&state.position);
            let elbow = self.arm.world_from_base * nalgebra::Point3::from(elbow);
            self.rim(&racket).all(|point| table.nearest(&point).distance > Self::CLEARANCE && self.is_off_post(&point))
                && table.nearest(&elbow.coords).distance > Self::CLEARANCE
        })
    }

    /// Whether the served ball clears the arm's post between the stroke and the first bounce: seen from above its path
    /// is all but straight.
    #[must_use]
    pub fn lets_ball_pass(&self, path: &ServePath, ball_radius: f64) -> bool {
        let (from, to) = (path.struck.position.xy(), path.bounces[0].xy());
        let (line, post) = (to - from, self.arm.world_from_base.translation.vector.xy() - from);
        let share = (post.dot(&line) / line.norm_squared()).clamp(0.0, 1.0);
        (post - line * share).norm() > Self::POST + ball_radius + Self::CLEARANCE
    }

    /// The blade's rim at a time, closed, to draw.
    #[must_use]
    pub fn rim_at(&self, t_s: f64) -> Vec<Vec3> {
        let rim: Vec<Vec3> = self.rim(&self.at(t_s)).take(Self::RIM_POINTS).collect();
        rim.iter().chain(rim.first()).copied().collect()
    }

    /// Points around the blade, and its centre.
    fn rim(&self, racket: &RacketState) -> impl Iterator<Item = Vec3> + use<> {
        let (basis, center, radius) = (Basis::from_normal(racket.normal), racket.center, self.blade.radius);
        let around = (0..Self::RIM_POINTS).map(move |i| {
            let (sin, cos) = portable::sin_cos(i as f64 * std::f64::consts::TAU / Self::RIM_POINTS as f64);
            center + (basis.x * cos + basis.y * sin) * radius
        });
        around.chain([center])
    }

    fn is_off_post(&self, point: &Vec3) -> bool {
        let base = self.arm.world_from_base.translation.vector;
        let above = point.z > base.z + self.arm.arm.geometry().shoulder_height + Self::CLEARANCE;
        above || portable::hypot(point.x - base.x, point.y - base.y) > Self::POST + Self::CLEARANCE
    }

    fn racket(&self, state: &JointState<5>) -> RacketState {
        let (pose, jacobian) = self.arm.forward_and_jacobian(&state.position);
        let moved = jacobian * state.velocity;
        RacketState {
            center: pose.translation.vector,
            normal: pose.rotation.matrix().column(0).into(),
            velocity: moved.fixed_rows::<3>(0).into(),
            turning: moved.fixed_rows::<3>(3).into(),
            handle: None,
        }
    }

    /// Greatest rate of each joint, rad/s.
    fn rates(&self) -> Joints<5> {
        self.swing.motion.peak_speeds()
    }
}

impl RacketMotion for SwungRacket<'_> {
    fn at(&self, t_s: f64) -> RacketState {
        self.racket(&self.swing.motion.at(t_s))
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        let (rates, geometry) = (self.rates(), self.arm.arm.geometry());
        // The first three joints turn about the shoulder, the fourth about the elbow, the fifth about the racket's own
        // axis.
        let whole = geometry.upper_arm + geometry.forearm;
        (rates[0] + rates[1] + rates[2]) * whole + rates[3] * geometry.forearm
    }

    fn turn_bound(&self) -> f64 {
        self.rates().sum()
    }
}
