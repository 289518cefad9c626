//! Search methods and their runs.

use rand::Rng;

use super::{OptimiseError, Points, Score, Space};

/// The generator of all searches, xoshiro256++: seeded, and the same on every machine. A search takes its numbers one
/// after the other from one stream and so does without ChaCha's leaps, at three times its speed.
pub type Random = rand::rngs::Xoshiro256PlusPlus;

/// A method of search with its settings. It stays as it is; each run has a [`Search`] of its own.
pub trait Method: Sync {
    /// Points in a generation.
    fn population(&self) -> usize;

    /// Refuses settings that make no sense.
    ///
    /// # Errors
    /// Names the first such setting.
    fn check(&self) -> Result<(), OptimiseError>;

    /// A new run. It allocates all its memory here, nothing later.
    fn start(&self, space: &Space) -> Box<dyn Search>;
}

/// A run of a method. It proposes points and receives their scores, in turn; the first points are scattered over the
/// box for it. All random numbers are drawn in [`Search::propose`], so that scores may be computed on any number of
/// threads.
pub trait Search {
    /// Receives the scores of the points that it proposed last.
    fn learn(&mut self, points: &Points, scores: &[Score]);

    /// Overwrites the last points with new ones within the bounds. `share` is the part of the evaluations that is used
    /// up, from 0 to 1.
    fn propose(&mut self, share: f64, rng: &mut Random, points: &mut Points);
}

/// Fills with numbers evenly distributed between 0 and 1, both left out. 32 bits each: two for one draw, and a step of
/// 2⁻³² is fine enough for chances and weights.
#[inline]
pub(super) fn fill_units(rng: &mut Random, units: &mut [f64]) {
    let unit = |bits: u32| (f64::from(bits) + 0.5) * (1.0 / 4_294_967_296.0);
    let mut pairs = units.chunks_exact_mut(2);
    for pair in &mut pairs {
        let bits = rng.next_u64();
        pair[0] = unit((bits >> 32) as u32);
        pair[1] = unit(bits as u32);
    }
    for last in pairs.into_remainder() {
        *last = unit((rng.next_u64() >> 32) as u32);
    }
}

/// A whole number below `count`, by multiplication; for the sizes of populations the bias is below 2⁻⁵⁰.
#[inline]
pub(super) fn below(rng: &mut Random, count: usize) -> usize {
    ((u128::from(rng.next_u64()) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn law_units_lie_between_0_and_1_and_have_the_moments_of_the_uniform_distribution() {
        let mut rng = Random::seed_from_u64(3);
        let mut units = vec![0.0; 100_001];
        fill_units(&mut rng, &mut units);
        assert!(units.iter().all(|&u| u > 0.0 && u < 1.0));
        let mean = |f: fn(f64) -> f64| units.iter().map(|&u| f(u)).sum::<f64>() / 100_001.0;
        // Five standard errors of each moment.
        assert!((mean(|u| u) - 0.5).abs() < 0.0046 && (mean(|u| u * u) - 1.0 / 3.0).abs() < 0.0048);
    }

    #[test]
    fn law_whole_numbers_are_below_their_count_and_even() {
        let mut rng = Random::seed_from_u64(4);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[below(&mut rng, 7)] += 1;
        }
        // Five standard deviations of the binomial distribution.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 465), "{seen:?}");
    }

    /// Another program of the published algorithm, seeded by SplitMix64: results of old seeds depend on it.
    #[test]
    fn ref_the_generator_is_xoshiro256_plus_plus() {
        let mut rng = Random::seed_from_u64(1);
        assert_eq!([rng.next_u64(), rng.next_u64()], [14_971_601_782_005_023_387, 13_781_649_495_232_077_965]);
    }
}
