//! Random numbers of a pixel, without a state: any pixel's at once, in any order.

use std::sync::Arc;

use crate::geometry::portable;

/// Increment of SplitMix64: 2⁶⁴ over the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Pixels whose numbers come from one hash.
pub(super) const GROUP: usize = 4;
/// Quantiles in the table.
const QUANTILES: usize = 256;

/// Output function of SplitMix64 (Stafford's variant 13): every bit of the input moves half of the output's.
pub(super) fn mix(key: u64) -> u64 {
    let mut hash = key.wrapping_add(GOLDEN);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Standard normal numbers: the sum of two draws, each from 256 quantiles of a normal distribution of variance ½. Mean
/// 0 and variance 1 are exact; no number is beyond 4.1.
#[derive(Debug, Clone)]
pub(super) struct Normals {
    /// The sums of two quantiles, by the sixteen bits of both draws.
    sums: Arc<[f32]>,
}

impl Normals {
    pub(super) fn new() -> Self {
        let mut quantiles = [0.0f64; QUANTILES];
        for (index, quantile) in quantiles.iter_mut().enumerate() {
            *quantile = normal_quantile((index as f64 + 0.5) / QUANTILES as f64);
        }
        let variance = quantiles.iter().map(|q| q * q).sum::<f64>() / QUANTILES as f64;
        let quantiles = quantiles.map(|q| (q / (2.0 * variance).sqrt()) as f32);
        let sums = (0..QUANTILES * QUANTILES).map(|bits| quantiles[bits % QUANTILES] + quantiles[bits / QUANTILES]);
        Self { sums: sums.collect() }
    }

    /// The numbers of the pixels of a row from `left` on, which must be a multiple of the group; so must be their
    /// number.
    pub(super) fn fill(&self, frame_key: u64, left: usize, row: usize, normals: &mut [f32]) {
        let row_key = frame_key ^ (row as u64) << 32;
        for (index, group) in normals.chunks_exact_mut(GROUP).enumerate() {
            let hash = mix(row_key ^ (left / GROUP + index) as u64);
            for (pixel, normal) in group.iter_mut().enumerate() {
                *normal = self.sums[usize::from((hash >> (16 * pixel)) as u16)];
            }
        }
    }
}

/// What all pixels of one frame of one camera share.
pub(super) fn frame_key(seed: u64, camera: u64, frame: u64) -> u64 {
    mix(mix(mix(seed) ^ camera) ^ frame)
}

/// Where the normal distribution reaches a share, by Newton's method on its integral.
fn normal_quantile(share: f64) -> f64 {
    const STEPS: usize = 60;
    let root_two_pi = (2.0 * std::f64::consts::PI).sqrt();
    let mut z = 0.0f64;
    for _ in 0..STEPS {
        let below = 0.5 * (1.0 + portable::erf(z / std::f64::consts::SQRT_2));
        let density = portable::exp(-0.5 * z * z) / root_two_pi;
        z += ((share - below) / density).clamp(-0.5, 0.5);
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(frames: u64) -> Vec<f32> {
        let normals = Normals::new();
        let mut all = vec![0.0; 1280 * 64 * frames as usize];
        for (index, row) in all.chunks_exact_mut(1280).enumerate() {
            normals.fill(frame_key(7, 1, index as u64 / 64), 0, index % 64, row);
        }
        all
    }

    #[test]
    fn law_noise_has_the_moments_of_the_normal_distribution() {
        let draws = draws(10);
        let moment = |power: i32| draws.iter().map(|x| f64::from(*x).powi(power)).sum::<f64>() / draws.len() as f64;
        // Five standard errors; the tails are cut, which costs the fourth moment 0.05.
        assert!(moment(1).abs() < 0.006 && (moment(2) - 1.0).abs() < 0.008, "{} {}", moment(1), moment(2));
        assert!(moment(3).abs() < 0.02 && (moment(4) - 2.95).abs() < 0.1, "{} {}", moment(3), moment(4));
    }

    /// Chi-square over 64 equal shares of the distribution: for 63 degrees of freedom, one in a million is above 133.
    #[test]
    fn law_noise_fills_the_normal_distribution_evenly() {
        let draws = &draws(1)[..40_000];
        let edges: Vec<f64> = (1..64).map(|i| normal_quantile(f64::from(i) / 64.0)).collect();
        let mut counts = [0.0; 64];
        for draw in draws {
            counts[edges.partition_point(|edge| *edge < f64::from(*draw))] += 1.0;
        }
        let expected = draws.len() as f64 / 64.0;
        let chi_square: f64 = counts.iter().map(|count| (count - expected) * (count - expected) / expected).sum();
        assert!(chi_square < 133.0, "{chi_square}");
    }

    #[test]
    fn law_neighbours_in_row_column_and_time_are_independent() {
        let draws = draws(2);
        let count = 1280 * 63;
        let correlation = |shift: usize| {
            let sum: f64 = (0..count).map(|i| f64::from(draws[i]) * f64::from(draws[i + shift])).sum();
            sum / count as f64
        };
        for shift in [1, 2, 3, 4, 8, 1280, 1280 * 64] {
            assert!(correlation(shift).abs() < 5.0 / (count as f64).sqrt(), "{shift}: {}", correlation(shift));
        }
    }
}
