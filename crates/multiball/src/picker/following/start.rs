//! Starting positions of targets.

use std::f64::consts::{FRAC_PI_2, PI};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::picker::Target;

/// Targets whose distance and bearing are evenly distributed over ranges. The paper does not say how it drew its own,
/// and every mean depends on it [paper 002, target following].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartSet {
    /// 0.5 to 5 m away, up to 90° to either side.
    Near,
    /// 0.5 to 5 m away, all around.
    Around,
    /// 1 to 10 m away, up to 30° to either side.
    Ahead,
}

impl StartSet {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::Near, Self::Around, Self::Ahead];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Around => "around",
            Self::Ahead => "ahead",
        }
    }

    /// The least and the greatest distance, m, and the greatest bearing to either side, rad.
    #[must_use]
    pub fn ranges(self) -> ([f64; 2], f64) {
        match self {
            Self::Near => ([0.5, 5.0], FRAC_PI_2),
            Self::Around => ([0.5, 5.0], PI),
            Self::Ahead => ([1.0, 10.0], PI / 6.0),
        }
    }

    /// Targets drawn at random; each set has its own stream of a seed.
    #[must_use]
    pub fn draw(self, count: usize, seed: u64) -> Vec<Target> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(self as u64);
        (0..count).map(|_| self.at(rng.random(), rng.random())).collect()
    }

    /// Targets on the left, spread evenly: points of a lattice whose steps are powers of the plastic number's inverse
    /// [M. Roberts 2018, R2 sequence]. A few of them stand for the whole set where left and right are alike.
    #[must_use]
    pub fn spread(self, count: usize) -> Vec<Target> {
        const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];
        let unit = |number: usize, step: f64| (0.5 + step * number as f64).fract();
        (1..=count).map(|number| self.at(unit(number, STEPS[0]), 0.5 + 0.5 * unit(number, STEPS[1]))).collect()
    }

    /// The target at fractions of the ranges, each from 0 to 1.
    fn at(self, distance: f64, bearing: f64) -> Target {
        let ([nearest, furthest], most) = self.ranges();
        Target { bearing: most * (2.0 * bearing - 1.0), distance: nearest + (furthest - nearest) * distance }
    }
}
