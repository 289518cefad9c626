//! Starting points of the descents of a search.

use std::f64::consts::PI;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::robot::{JointKind, JointLimits};

/// Starting points: first where the arm is, then random ones within the bounds.
#[derive(Debug, Clone)]
pub(super) struct Starts<'a> {
    bounds: &'a [JointLimits],
    point: Vec<f64>,
    first: bool,
    seed: u64,
    rng: Option<ChaCha8Rng>,
    /// How far a sliding joint without an end is tried, m.
    far_m: f64,
}

impl<'a> Starts<'a> {
    pub(super) fn new(bounds: &'a [JointLimits], near: &[f64], seed: u64, far_m: f64) -> Self {
        let inside =
            |(limits, near): (&JointLimits, &f64)| limits.nearest_turn(*near, *near).clamp(limits.low, limits.high);
        let point = bounds.iter().zip(near).map(inside).collect();
        Self { bounds, point, first: true, seed, rng: None, far_m }
    }

    pub(super) fn next_start(&mut self) -> &[f64] {
        if std::mem::take(&mut self.first) {
            return &self.point;
        }
        // Most searches end at the first start and need no random numbers.
        let rng = self.rng.get_or_insert_with(|| ChaCha8Rng::seed_from_u64(self.seed));
        for (value, limits) in self.point.iter_mut().zip(self.bounds) {
            let (low, high) = finite_range(limits, self.far_m);
            *value = low + (high - low) * rng.random::<f64>();
        }
        &self.point
    }
}

/// A finite part of a joint's range.
fn finite_range(limits: &JointLimits, far_m: f64) -> (f64, f64) {
    let far = match limits.kind {
        JointKind::Revolute => PI,
        JointKind::Prismatic => far_m,
    };
    match (limits.low.is_finite(), limits.high.is_finite()) {
        (true, true) => (limits.low, limits.high),
        (true, false) => (limits.low, limits.low + 2.0 * far),
        (false, true) => (limits.high - 2.0 * far, limits.high),
        (false, false) => (-far, far),
    }
}
