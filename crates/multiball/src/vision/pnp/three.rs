//! All poses that three points allow.

use nalgebra::Matrix3;

use super::super::Lens;
use super::spread::Spread;
use super::{Landmark, PnpError};
use crate::geometry::polynomial::{Coefficients, derivative, roots_between};
use crate::geometry::{Attitude, Pose, Vec3};

/// Four roots, and three places where two of them meet.
const MOST: usize = 7;
/// The greatest ratio of two points' distances that is looked for.
const GREATEST_RATIO: f64 = 1e3;

/// Three points and the unit vectors towards them in the camera's frame.
struct Triangle {
    points: [Vec3; 3],
    directions: [Vec3; 3],
}

/// Poses from the three points that span most.
///
/// With distances s₁, u s₁, v s₁ from the camera to the points, cosines cα, cβ, cγ between lines of sight 2-3, 1-3, 1-2
/// and the opposite sides a, b, c, the laws of cosines give, with q(v) = 1 + v² - 2 v cβ,
///
/// ```text
/// s₁² q = b²      u = N / 2D      N = (a² - c²)/b² q + 1 - v²      D = cγ - v cα
/// N² - 4 cγ N D + 4 D² (1 - (c²/b²) q) = 0                         a quartic in v
/// ```
/// [Grunert 1841]. Where two roots meet, noise can leave none: the quartic's extrema are tried as well. The other
/// points rule out what is no solution.
pub(super) fn starts(lens: &Lens, landmarks: &[Landmark], spread: &Spread) -> Result<[Option<Pose>; MOST], PnpError> {
    let triangle = Triangle::widest(lens, landmarks, spread)?;
    let quartic = triangle.quartic();
    let extrema = roots_between(&derivative(&quartic), 0.0, GREATEST_RATIO);
    let roots = roots_between(&quartic, 0.0, GREATEST_RATIO);
    let mut found = [None; MOST];
    let ratios = roots.as_slice().iter().chain(extrema.as_slice());
    for (slot, ratio) in found.iter_mut().zip(ratios) {
        *slot = triangle.pose(*ratio);
    }
    Ok(found)
}

impl Triangle {
    fn widest(lens: &Lens, landmarks: &[Landmark], spread: &Spread) -> Result<Self, PnpError> {
        let farthest = |measure: &dyn Fn(&Vec3) -> f64| {
            let far = |index: &usize| measure(&landmarks[*index].point);
            (0..landmarks.len()).max_by(|i, j| far(i).total_cmp(&far(j))).unwrap_or(0)
        };
        let first = farthest(&|point| (point - spread.middle).norm_squared());
        let from = landmarks[first].point;
        let second = farthest(&|point| (point - from).norm_squared());
        let side = landmarks[second].point - from;
        let third = farthest(&|point| (point - from).cross(&side).norm_squared());
        let chosen = [first, second, third];
        let direction = |index: usize| {
            let pixel = landmarks[index].pixel;
            let image = lens.undistort(&pixel).ok_or(PnpError::NoRay { number: index + 1, x: pixel.x, y: pixel.y })?;
            Ok(image.push(1.0).normalize())
        };
        let directions = [direction(first)?, direction(second)?, direction(third)?];
        Ok(Self { points: chosen.map(|index| landmarks[index].point), directions })
    }

    /// cα, cβ, cγ.
    fn cosines(&self) -> [f64; 3] {
        let [one, two, three] = &self.directions;
        [two.dot(three), one.dot(three), one.dot(two)]
    }

    /// a², b², c².
    fn sides(&self) -> [f64; 3] {
        let [one, two, three] = &self.points;
        [(two - three).norm_squared(), (one - three).norm_squared(), (one - two).norm_squared()]
    }

    /// Coefficients of q, N and D in v.
    fn parts(&self) -> ([f64; 3], [f64; 3], [f64; 2]) {
        let ([alpha, beta, gamma], [a2, b2, c2]) = (self.cosines(), self.sides());
        let ratio = (a2 - c2) / b2;
        let q = [1.0, -2.0 * beta, 1.0];
        (q, [ratio * q[0] + 1.0, ratio * q[1], ratio * q[2] - 1.0], [gamma, -alpha])
    }

    fn quartic(&self) -> Coefficients {
        let (q, n, d) = self.parts();
        let (gamma, [_, b2, c2]) = (self.cosines()[2], self.sides());
        let rest = [1.0 - c2 / b2 * q[0], -c2 / b2 * q[1], -c2 / b2 * q[2]];
        let d_squared = [d[0] * d[0], 2.0 * d[0] * d[1], d[1] * d[1]];
        let mut quartic = [0.0; 6];
        for i in 0..3 {
            for j in 0..3 {
                quartic[i + j] += n[i] * n[j] + 4.0 * d_squared[i] * rest[j];
            }
            for j in 0..2 {
                quartic[i + j] -= 4.0 * gamma * n[i] * d[j];
            }
        }
        quartic
    }

    /// The pose at a ratio v = s₃/s₁.
    fn pose(&self, v: f64) -> Option<Pose> {
        let at = |c: &[f64]| c.iter().rev().fold(0.0, |value, c| value * v + c);
        let (q, n, d) = self.parts();
        let u = at(&n) / (2.0 * at(&d));
        let distance = (self.sides()[1] / at(&q)).sqrt();
        let distances = [distance, u * distance, v * distance];
        if !distances.iter().all(|distance| *distance > 0.0 && distance.is_finite()) {
            return None;
        }
        let seen: [Vec3; 3] = std::array::from_fn(|i| self.directions[i] * distances[i]);
        let attitude = Attitude::from_matrix_unchecked(frame(&seen)? * frame(&self.points)?.transpose());
        let middle = |points: &[Vec3; 3]| (points[0] + points[1] + points[2]) / 3.0;
        Some(Pose::from_parts((middle(&seen) - attitude * middle(&self.points)).into(), attitude))
    }
}

/// The orthonormal frame of a triangle: its first side, and its normal.
fn frame([one, two, three]: &[Vec3; 3]) -> Option<Matrix3<f64>> {
    let x = (two - one).try_normalize(0.0)?;
    let z = x.cross(&(three - one)).try_normalize(0.0)?;
    Some(Matrix3::from_columns(&[x, z.cross(&x), z]))
}
