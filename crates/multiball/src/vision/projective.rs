//! The linear map from points to their image, in homogeneous coordinates.

use nalgebra::{Const, DimMin, Matrix3, SMatrix, SVector};

use super::Vec2;

/// Coordinates up to so much either way, in m or px, are taken: squares of their squares stay far from overflow.
pub(super) const MOST_COORDINATE: f64 = 1e9;

/// A coordinate beyond that, or NaN, if there is one.
pub(super) fn beyond<'a>(coordinates: impl IntoIterator<Item = &'a f64>) -> Option<f64> {
    let allowed = -MOST_COORDINATE..=MOST_COORDINATE;
    coordinates.into_iter().find(|value| !allowed.contains(value)).copied()
}

/// A matrix P with image ~ P m, m = (point, 1): a homography for points of a plane (N = 3), a camera's matrix for
/// points in space (N = 4).
pub(super) type Projective<const N: usize> = SMatrix<f64, 3, N>;

/// Moments of points and their images, from which P follows by least squares.
///
/// Points and images are first moved and scaled so that both are of size 1 about 0 (Hartley's normalisation). With the
/// last row p₃ known, the first two rows follow from linear regression of u (p₃·m) and v (p₃·m) on m; what they leave
/// is p₃ᵀ M p₃,
///
/// ```text
/// A = Σ m mᵀ      C_u = Σ u m mᵀ      M = Σ (u² + v²) m mᵀ - C_u A⁻¹ C_u - C_v A⁻¹ C_v      p₁ = A⁻¹ C_u p₃
/// ```
/// The last element of p₃ is the depth of the points' middle, which is in front of the camera: it is set to 1.
#[derive(Debug, Clone)]
pub(super) struct Moments<const N: usize> {
    points: SMatrix<f64, N, N>,
    by_u: SMatrix<f64, N, N>,
    by_v: SMatrix<f64, N, N>,
    by_square: SMatrix<f64, N, N>,
}

/// Normalisation of points to size 1 about 0: (point - middle) · scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Normaliser<const D: usize> {
    pub(super) middle: SVector<f64, D>,
    pub(super) scale: f64,
}

impl<const D: usize> Normaliser<D> {
    /// From the points themselves. Points that are all the same have an infinite scale.
    pub(super) fn of(points: impl Iterator<Item = SVector<f64, D>> + Clone) -> Self {
        let count = points.clone().count() as f64;
        let middle = points.clone().sum::<SVector<f64, D>>() / count;
        let spread = points.map(|point| (point - middle).norm_squared()).sum::<f64>() / count;
        Self { middle, scale: (D as f64 / spread).sqrt() }
    }

    /// A point, normalised, with 1 appended; N = D + 1.
    pub(super) fn homogeneous<const N: usize>(&self, point: &SVector<f64, D>) -> SVector<f64, N> {
        SVector::from_fn(|i, _| if i < D { (point[i] - self.middle[i]) * self.scale } else { 1.0 })
    }
}

impl Normaliser<2> {
    /// The normalisation as a matrix for homogeneous coordinates.
    pub(super) fn matrix(&self) -> Matrix3<f64> {
        let shift = -self.middle * self.scale;
        Matrix3::new(self.scale, 0.0, shift.x, 0.0, self.scale, shift.y, 0.0, 0.0, 1.0)
    }

    /// The inverse of [`Self::matrix`].
    pub(super) fn inverse_matrix(&self) -> Matrix3<f64> {
        let size = 1.0 / self.scale;
        Matrix3::new(size, 0.0, self.middle.x, 0.0, size, self.middle.y, 0.0, 0.0, 1.0)
    }
}

impl<const N: usize> Moments<N>
where
    Const<N>: DimMin<Const<N>, Output = Const<N>>,
{
    pub(super) fn new() -> Self {
        let zero = SMatrix::zeros();
        Self { points: zero, by_u: zero, by_v: zero, by_square: zero }
    }

    /// Adds a normalised point and its normalised image.
    pub(super) fn add(&mut self, point: &SVector<f64, N>, image: &Vec2) {
        let outer = point * point.transpose();
        self.points += outer;
        self.by_u += outer * image.x;
        self.by_v += outer * image.y;
        self.by_square += outer * image.norm_squared();
    }

    /// P between normalised points and normalised images; `None` when the points do not determine it, such as points of
    /// one line.
    pub(super) fn solve(&self) -> Option<Projective<N>> {
        let points = self.points.cholesky()?;
        let (on_u, on_v) = (points.solve(&self.by_u), points.solve(&self.by_v));
        let mut rest = self.by_square - self.by_u * on_u - self.by_v * on_v;
        let right = SVector::<f64, N>::from_fn(|i, _| if i + 1 < N { -rest[(i, N - 1)] } else { 1.0 });
        for i in 0..N {
            (rest[(i, N - 1)], rest[(N - 1, i)]) = (0.0, 0.0);
        }
        rest[(N - 1, N - 1)] = 1.0;
        let last = rest.cholesky()?.solve(&right);
        let rows = [on_u * last, on_v * last, last];
        let solution = Projective::<N>::from_fn(|row, column| rows[row][column]);
        solution.iter().all(|element| element.is_finite()).then_some(solution)
    }
}

/// The homography that maps points of a plane to their images; `None` when they do not determine it.
pub(super) fn homography(pairs: impl Iterator<Item = (Vec2, Vec2)> + Clone) -> Option<Projective<3>> {
    let points = Normaliser::of(pairs.clone().map(|(point, _)| point));
    let images = Normaliser::of(pairs.clone().map(|(_, image)| image));
    let mut moments = Moments::<3>::new();
    pairs
        .for_each(|(point, image)| moments.add(&points.homogeneous(&point), &((image - images.middle) * images.scale)));
    let normalised = moments.solve()?;
    Some(images.inverse_matrix() * normalised * points.matrix())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_homography_is_found_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let mut draw = |size: f64| rng.random_range(-size..size);
            let truth = Matrix3::new(
                900.0,
                draw(300.0),
                640.0 + draw(300.0),
                draw(300.0),
                -850.0,
                500.0 + draw(300.0),
                draw(0.3),
                draw(0.3),
                1.0,
            );
            let points: Vec<Vec2> = (0..9).map(|_| Vec2::new(draw(1.0), draw(1.0))).collect();
            let image = |h: &Matrix3<f64>, p: &Vec2| {
                let image = h * p.push(1.0);
                image.xy() / image.z
            };
            let found = homography(points.iter().map(|p| (*p, image(&truth, p)))).unwrap();
            assert!(points.iter().all(|p| (image(&found, p) - image(&truth, p)).norm() < 1e-7), "{found} {truth}");
        }
    }

    #[test]
    fn law_points_of_a_line_are_refused() {
        let line = (0..6).map(|i| (Vec2::new(f64::from(i), 2.0 * f64::from(i)), Vec2::new(f64::from(i), 3.0)));
        assert_eq!(homography(line), None);
        assert_eq!(homography((0..6).map(|i| (Vec2::new(1.0, 1.0), Vec2::new(f64::from(i), 3.0)))), None);
    }
}
