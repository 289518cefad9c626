//! Laws of the mean landing that nothing else explains, on landings with a bias that the learner never sees.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::identifier::LANDING_SD;
use super::{RacketIdentifier, RacketModel, RacketPrior};
use crate::geometry::standard_normal;

const RIGS: u64 = 400;

/// Mean squared deviation, over rigs, of the bias as found from the true one, which is drawn from the prior. Landings
/// scatter as they are taken to.
fn squared_deviations(landings: usize) -> f64 {
    let sum = (0..RIGS).map(|seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut draw = |sd: f64| [0, 1].map(|_| sd * standard_normal(&mut rng));
        let mut learner = RacketIdentifier::new(RacketModel::default(), RacketPrior::TYPICAL);
        let bias = draw(RacketPrior::TYPICAL.landing_m);
        for _ in 0..landings {
            let scatter = draw(LANDING_SD);
            learner.observe_landing([0, 1].map(|i| bias[i] + scatter[i]), [0.0; 2]);
        }
        let found = learner.landing();
        [0, 1].map(|i| ((found[i].mean - bias[i]) / found[i].sd).powi(2)).iter().sum::<f64>()
    });
    sum.sum::<f64>() / (2 * RIGS) as f64
}

#[test]
fn law_landing_biases_are_found_within_the_stated_deviations() {
    for landings in [5, 60, 1000] {
        let chi_square = squared_deviations(landings);
        // Chi-square with 800 degrees of freedom, over 800: 99.9 % lie between 0.84 and 1.17.
        assert!((0.84..1.17).contains(&chi_square), "{landings} landings: {chi_square} squared deviations");
    }
}
