//! The step that lowers the greatest of several smooth functions of two variables.
//!
//! Near a point each function fᵢ is taken as fᵢ + gᵢ·p, and one common curvature H is added. The step p minimises the
//! model maxᵢ (fᵢ + gᵢ·p) + ½ pᵀHp. Its dual has a weight λᵢ ≥ 0 for each function with Σλᵢ = 1; p = -H⁻¹ Σλᵢgᵢ, and
//! three functions at most have a weight. With H = Σλᵢ Hᵢ this is Newton's step on the Karush-Kuhn-Tucker conditions of
//! the least maximum.

use nalgebra::{Matrix2, Vector2};

use crate::geometry::portable::hypot;

/// A smooth function's value, gradient and curvature at one point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) value: f64,
    pub(super) gradient: Vector2<f64>,
    pub(super) hessian: Matrix2<f64>,
}

impl Piece {
    fn after(&self, step: &Vector2<f64>) -> f64 {
        self.value + self.gradient.dot(step)
    }
}

/// A step, the model's value after it, and the weighted curvature of the functions that decide it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) by: Vector2<f64>,
    pub(super) value: f64,
    pub(super) curvature: Matrix2<f64>,
}

/// The best step between the corners `low` and `high`; none without a function.
///
/// The model is convex: where its least value lies outside, the least within lies on a side that is crossed on the way
/// there.
pub(super) fn step_within(
    pieces: &(impl Iterator<Item = Piece> + Clone),
    curvature: &Matrix2<f64>,
    (low, high): (Vector2<f64>, Vector2<f64>),
) -> Option<Step> {
    let free = Basis::best(pieces, &inverse(&convex(curvature)))?.step();
    let nearest = free.by.sup(&low).inf(&high);
    if nearest == free.by {
        return Some(free);
    }
    let crossed = (0..2).filter(|axis| nearest[*axis] != free.by[*axis]);
    let sides = crossed.filter_map(|axis| {
        let mut step = step_on_side(pieces.clone(), curvature, axis, nearest[axis])?;
        step.by = step.by.sup(&low).inf(&high);
        let top = pieces.clone().map(|piece| piece.after(&step.by)).fold(f64::NEG_INFINITY, f64::max);
        step.value = top + 0.5 * step.by.dot(&(curvature * step.by));
        Some(step)
    });
    sides.min_by(|a, b| a.value.total_cmp(&b.value))
}

/// The best step whose component along one axis is given.
fn step_on_side(
    pieces: impl Iterator<Item = Piece> + Clone,
    curvature: &Matrix2<f64>,
    axis: usize,
    component: f64,
) -> Option<Step> {
    let mut along = Vector2::zeros();
    along[axis] = component;
    let shift = curvature * along;
    let shifted = pieces.map(|piece| {
        let mut gradient = piece.gradient + shift;
        gradient[axis] = 0.0;
        Piece { value: piece.after(&along), gradient, ..piece }
    });
    let softness = Matrix2::identity() / curvature[(1 - axis, 1 - axis)].abs().max(1e-14);
    let step = Basis::best(&shifted, &softness)?.step();
    Some(Step { by: step.by + along, ..step })
}

/// The functions that decide a step, with their weights.
#[derive(Clone, Copy)]
struct Basis {
    members: [(Piece, f64); 3],
    count: usize,
    by: Vector2<f64>,
    /// The dual's value: it only rises while functions are taken up.
    value: f64,
}

impl Basis {
    /// Functions are taken up one by one, the most violated first; each time the new one and at most two of the old
    /// decide.
    fn best(pieces: &(impl Iterator<Item = Piece> + Clone), softness: &Matrix2<f64>) -> Option<Self> {
        let top = pieces.clone().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let mut basis = Self::new(&[top], &[1.0], softness);
        loop {
            let worst = pieces.clone().max_by(|a, b| a.after(&basis.by).total_cmp(&b.after(&basis.by)))?;
            if basis.members().iter().any(|(member, _)| member.after(&basis.by) >= worst.after(&basis.by)) {
                return Some(basis);
            }
            let next = basis.with(&worst, softness);
            if next.value <= basis.value {
                return Some(basis);
            }
            basis = next;
        }
    }

    fn new(pieces: &[Piece], weights: &[f64], softness: &Matrix2<f64>) -> Self {
        let mut members = [(pieces[0], 0.0); 3];
        let (mut value, mut slope) = (0.0, Vector2::zeros());
        for (member, (piece, weight)) in members.iter_mut().zip(pieces.iter().zip(weights)) {
            *member = (*piece, *weight);
            value += piece.value * weight;
            slope += piece.gradient * *weight;
        }
        let by = -(softness * slope);
        Self { members, count: pieces.len(), by, value: value + 0.5 * slope.dot(&by) }
    }

    fn members(&self) -> &[(Piece, f64)] {
        &self.members[..self.count]
    }

    fn step(&self) -> Step {
        let curvature = self.members().iter().map(|(piece, weight)| piece.hessian * *weight).sum();
        Step { by: self.by, value: self.value, curvature }
    }

    /// The best choice among these functions and one more that takes part in it: the one with the greatest dual value.
    fn with(&self, new: &Piece, softness: &Matrix2<f64>) -> Self {
        let mut best = Self::new(&[*new], &[1.0], softness);
        let mut offer = |choice: Option<Self>| best = choice.filter(|choice| choice.value > best.value).unwrap_or(best);
        let old = self.members();
        for (index, (first, _)) in old.iter().enumerate() {
            offer(Self::level_pair([*new, *first], softness));
            old[index + 1..].iter().for_each(|(second, _)| offer(Self::level_three([*new, *first, *second], softness)));
        }
        best
    }

    /// Both functions end level.
    fn level_pair([a, b]: [Piece; 2], softness: &Matrix2<f64>) -> Option<Self> {
        let apart = a.gradient - b.gradient;
        let soft = softness * apart;
        let weight = (a.value - b.value - soft.dot(&b.gradient)) / soft.dot(&apart);
        if !(weight > 0.0 && weight < 1.0) {
            return None;
        }
        let mut basis = Self::new(&[a, b], &[weight, 1.0 - weight], softness);
        basis.by -= soft * ((a.after(&basis.by) - b.after(&basis.by)) / soft.dot(&apart));
        basis.value = a.after(&basis.by) - 0.5 * basis.slope().dot(&basis.by);
        Some(basis)
    }

    /// All three end level: two conditions for two weights, and the third by Σλ = 1.
    fn level_three([a, b, c]: [Piece; 3], softness: &Matrix2<f64>) -> Option<Self> {
        let apart = Matrix2::from_columns(&[a.gradient - c.gradient, b.gradient - c.gradient]);
        let levels = Vector2::new(a.value - c.value, b.value - c.value) - apart.transpose() * softness * c.gradient;
        let weights = (apart.transpose() * softness * apart).try_inverse()? * levels;
        let weights = [weights.x, weights.y, 1.0 - weights.x - weights.y];
        if !weights.iter().all(|weight| *weight > 0.0) {
            return None;
        }
        let mut basis = Self::new(&[a, b, c], &weights, softness);
        let off = Vector2::new(a.after(&basis.by) - c.after(&basis.by), b.after(&basis.by) - c.after(&basis.by));
        basis.by -= apart.transpose().try_inverse()? * off;
        basis.value = c.after(&basis.by) - 0.5 * basis.slope().dot(&basis.by);
        Some(basis)
    }

    fn slope(&self) -> Vector2<f64> {
        self.members().iter().map(|(piece, weight)| piece.gradient * *weight).sum()
    }
}

/// The curvature itself where it is convex; else lifted until its negative eigenvalue is as far above zero.
fn convex(curvature: &Matrix2<f64>) -> Matrix2<f64> {
    let middle = 0.5 * (curvature.m11 + curvature.m22);
    let radius = hypot(0.5 * (curvature.m11 - curvature.m22), curvature.m12);
    let (least, most) = (middle - radius, middle + radius);
    // A trace of the greatest keeps a flat direction apart from a division by zero.
    let lift = (-2.0 * least).max(0.0) + 1e-14 * most.abs().max(f64::MIN_POSITIVE);
    curvature + Matrix2::identity() * lift
}

fn inverse(m: &Matrix2<f64>) -> Matrix2<f64> {
    Matrix2::new(m.m22, -m.m12, -m.m21, m.m11) / (m.m11 * m.m22 - m.m12 * m.m21)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn pair(rng: &mut ChaCha8Rng) -> Vector2<f64> {
        Vector2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0))
    }

    #[test]
    fn law_no_other_step_makes_the_model_less() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..2000 {
            let count = rng.random_range(1..7);
            let piece = |rng: &mut ChaCha8Rng| Piece {
                value: rng.random_range(-0.3..0.0),
                gradient: pair(rng),
                hessian: Matrix2::zeros(),
            };
            let pieces: Vec<Piece> = (0..count).map(|_| piece(&mut rng)).collect();
            let root = Matrix2::from_columns(&[pair(&mut rng), pair(&mut rng)]);
            let curvature = root * root.transpose() + Matrix2::identity() * 0.01;
            let model = |by: &Vector2<f64>| {
                let top = pieces.iter().map(|piece| piece.after(by)).fold(f64::NEG_INFINITY, f64::max);
                top + 0.5 * by.dot(&(curvature * by))
            };
            let (low, high) = (-pair(&mut rng).abs(), pair(&mut rng).abs());
            let step = step_within(&pieces.iter().copied(), &curvature, (low, high)).unwrap();
            assert!(step.by.sup(&low).inf(&high) == step.by);
            assert!((model(&step.by) - step.value).abs() < 1e-9);
            for _ in 0..200 {
                let share = pair(&mut rng).abs();
                let other = low + (high - low).component_mul(&share);
                // Near the step as well as anywhere.
                let near = step.by + 0.01 * (other - step.by);
                assert!(model(&other).min(model(&near)) > step.value - 1e-9, "{pieces:?} {curvature} {low} {high}");
            }
        }
    }
}
