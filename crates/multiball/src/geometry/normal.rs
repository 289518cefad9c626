//! Normal random numbers.

use rand::{Rng, RngExt};

use super::portable;

/// A number from the standard normal distribution, by Marsaglia's polar method; the same bits on every machine.
pub fn standard_normal(rng: &mut impl Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * portable::ln(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..200_000).map(|_| standard_normal(&mut rng)).collect();
        let moment = |power: i32| draws.iter().map(|x| x.powi(power)).sum::<f64>() / 200_000.0;
        // Five standard errors of each moment.
        assert!(moment(1).abs() < 0.011 && (moment(2) - 1.0).abs() < 0.016, "{} {}", moment(1), moment(2));
        assert!(moment(3).abs() < 0.045 && (moment(4) - 3.0).abs() < 0.11, "{} {}", moment(3), moment(4));
    }
}
