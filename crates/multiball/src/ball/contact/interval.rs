//! A racket that moves between two known states, as from one control tick to the next.

use super::{Blade, RacketMotion, RacketState};
use crate::geometry::{Vec3, portable};

/// Why two states cannot be joined.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum IntervalError {
    /// The end does not come after the start.
    #[error("the interval must end after it starts; it lasts {0} s")]
    NoDuration(f64),
    /// The face turns so far that a cubic between its normals is no longer a rotation.
    #[error("the face turns too far within {duration_s} s; use shorter intervals")]
    TurnsTooFar {
        /// Length of the interval, s.
        duration_s: f64,
    },
}

/// A racket over an interval, given by its states at both ends.
///
/// The centre follows the cubic through both positions with their velocities. The normal follows the cubic through both
/// normals with their rates `turning × normal`, brought to unit length. The angular velocity about the normal changes
/// linearly; where both states have a handle, that follows its cubic too, square to the normal, and says how the racket
/// turns about it. So the states at the ends are met exactly. Outside of the interval the racket stays in the state at
/// its nearer end.
///
/// ```
/// use multiball::ball::{Blade, RacketInterval, RacketMotion, RacketState};
/// use multiball::geometry::Vec3;
///
/// let at = |x: f64| RacketState {
///     center: Vec3::new(x, 0.0, 0.2),
///     normal: Vec3::x(),
///     velocity: Vec3::new(2.0, 0.0, 0.0),
///     turning: Vec3::zeros(),
///     handle: None,
/// };
/// let racket = RacketInterval::new((0.5, at(1.0)), (0.51, at(1.02)), Blade::of_radius(0.08))?;
/// assert!((racket.at(0.505).center.x - 1.01).abs() < 1e-12);
/// # Ok::<(), multiball::ball::IntervalError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RacketInterval {
    start_s: f64,
    center: Cubic,
    normal: Cubic,
    /// Angular velocity about the normal at both ends, rad/s.
    roll: (f64, f64),
    handle: Option<Cubic>,
    blade: Blade,
    speed_bound: f64,
    turn_bound: f64,
}

impl RacketInterval {
    /// The motion of a blade from one state to another, each with its time (s).
    ///
    /// # Errors
    /// When the end does not come after the start, or the face turns by some 60 degrees or more in between.
    pub fn new(
        (start_s, start): (f64, RacketState),
        (end_s, end): (f64, RacketState),
        blade: Blade,
    ) -> Result<Self, IntervalError> {
        /// The least length of the normal before it is brought to unit length.
        const LEAST_NORMAL: f64 = 0.5;
        let duration_s = end_s - start_s;
        if duration_s.is_nan() || duration_s <= 0.0 {
            return Err(IntervalError::NoDuration(duration_s));
        }
        let center = Cubic::new(duration_s, (start.center, start.velocity), (end.center, end.velocity));
        let [from, to] = [start, end].map(|face| (face.normal, face.turning.cross(&face.normal)));
        let normal = Cubic::new(duration_s, from, to);
        let least = normal.least_along(&(start.normal + end.normal));
        let Some(least) = least.filter(|least| *least >= LEAST_NORMAL) else {
            return Err(IntervalError::TurnsTooFar { duration_s });
        };
        let swing_bound = normal.rate_bound() / least;
        let roll = (start.turning.dot(&start.normal), end.turning.dot(&end.normal));
        let handle = start
            .handle
            .zip(end.handle)
            .map(|(from, to)| Cubic::new(duration_s, (from, start.turning.cross(&from)), (to, end.turning.cross(&to))));
        let roll_bound = match &handle {
            Some(handle) => {
                let lean = handle.most_product(&normal) / least;
                roll_bound(handle, lean, swing_bound).ok_or(IntervalError::TurnsTooFar { duration_s })?
            }
            None => roll.0.abs().max(roll.1.abs()),
        };
        // The normal swings about an axis across it, and the racket rolls about the normal.
        let (speed_bound, turn_bound) = (center.rate_bound(), portable::hypot(swing_bound, roll_bound));
        Ok(Self { start_s, center, normal, roll, handle, blade, speed_bound, turn_bound })
    }
}

/// A bound on the angular speed (rad/s) about a normal of a handle made square to it, when the handle leans along the
/// normal by no more than this, and the normal turns no faster; `None` when the handle may come too near to the normal.
fn roll_bound(handle: &Cubic, lean: f64, swing_bound: f64) -> Option<f64> {
    /// The least length of the handle's direction once it is square to the normal.
    const LEAST_HANDLE: f64 = 0.5;
    let least = handle.least_along(&(handle.from.0 + handle.to.0))?;
    let square = (least * least.abs() - lean * lean).max(0.0).sqrt();
    (square >= LEAST_HANDLE).then_some((handle.rate_bound() + swing_bound * lean) / square)
}

impl RacketMotion for RacketInterval {
    fn at(&self, t_s: f64) -> RacketState {
        let share = ((t_s - self.start_s) / self.center.duration_s).clamp(0.0, 1.0);
        let (center, velocity) = self.center.at(share);
        let (direction, rate) = self.normal.at(share);
        let length = direction.norm();
        let normal = direction / length;
        let handle = self.handle.map(|handle| {
            let (along, along_rate) = handle.at(share);
            let lean = along.dot(&normal);
            let square = along - normal * lean;
            let swing = (rate - normal * rate.dot(&normal)) / length;
            (square.normalize(), (along_rate - swing * lean) / square.norm())
        });
        let roll = match &handle {
            Some((along, rate)) => normal.dot(&along.cross(rate)),
            None => self.roll.0 + (self.roll.1 - self.roll.0) * share,
        };
        let turning = normal.cross(&rate) / length + normal * roll;
        RacketState { center, normal, velocity, turning, handle: handle.map(|(along, _)| along) }
    }

    fn blade(&self) -> &Blade {
        &self.blade
    }

    fn speed_bound(&self) -> f64 {
        self.speed_bound
    }

    fn turn_bound(&self) -> f64 {
        self.turn_bound
    }
}

/// Binomial coefficients: how many of 3, of 6.
const CHOOSE_3: [f64; 4] = [1.0, 3.0, 3.0, 1.0];
const CHOOSE_6: [f64; 7] = [1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0];

/// The cubic through two vectors with their rates.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cubic {
    duration_s: f64,
    from: (Vec3, Vec3),
    to: (Vec3, Vec3),
}

impl Cubic {
    fn new(duration_s: f64, from: (Vec3, Vec3), to: (Vec3, Vec3)) -> Self {
        Self { duration_s, from, to }
    }

    /// The vector and its rate at a share of the interval.
    fn at(&self, s: f64) -> (Vec3, Vec3) {
        let (h, (p, u), (q, v)) = (self.duration_s, self.from, self.to);
        let (s2, s3) = (s * s, s * s * s);
        let value = p + (q - p) * (3.0 * s2 - 2.0 * s3) + u * (h * (s - 2.0 * s2 + s3)) + v * (h * (s3 - s2));
        let rate = (q - p) * (6.0 * (s - s2) / h) + u * (1.0 - 4.0 * s + 3.0 * s2) + v * (3.0 * s2 - 2.0 * s);
        (value, rate)
    }

    /// A bound on the magnitude of the rate: it lies within the hull of its Bézier points.
    fn rate_bound(&self) -> f64 {
        let ((p, u), (q, v)) = (self.from, self.to);
        let middle = (q - p) * (3.0 / self.duration_s) - u - v;
        u.norm().max(v.norm()).max(middle.norm())
    }

    /// The least component along a direction over the interval, or less; `None` for no direction.
    fn least_along(&self, direction: &Vec3) -> Option<f64> {
        let unit = direction.try_normalize(1e-9)?;
        Some(self.points().map(|point| point.dot(&unit)).into_iter().fold(f64::INFINITY, f64::min))
    }

    /// The greatest scalar product with another cubic over the interval, or more: the product lies within the hull of
    /// its own seven Bézier points.
    fn most_product(&self, other: &Self) -> f64 {
        let (ours, theirs) = (self.points(), other.points());
        let point = |k: usize| {
            let pairs = (k.saturating_sub(3)..=k.min(3)).map(|i| (i, k - i));
            pairs.map(|(i, j)| CHOOSE_3[i] * CHOOSE_3[j] * ours[i].dot(&theirs[j])).sum::<f64>() / CHOOSE_6[k]
        };
        (0..7).map(|k| point(k).abs()).fold(0.0, f64::max)
    }

    /// The Bézier points.
    fn points(&self) -> [Vec3; 4] {
        let ((p, u), (q, v)) = (self.from, self.to);
        let third = self.duration_s / 3.0;
        [p, p + u * third, q - v * third, q]
    }
}
