//! One more measurement of a ball: estimate, covariance, roll-out to the hit.

use std::time::Instant;

use multiball::ball::{BallSim, BallState, Physics};
use multiball::court::Court;
use multiball::geometry::{Vec3, standard_normal};
use multiball::track::{Estimator, EstimatorSettings, Measurement, Priors};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Effort, Row, percentile};

/// What the rows mean.
pub(crate) const NOTE: &str = "a prediction update: a new measurement at 200 Hz of a ball with unknown spin, estimate \
    and covariance through bounces, roll-out 0.7 s beyond it. Least of several runs for each measurement, then the \
    median and the 99th percentile over measurements";

/// Frames per second, frames of a flight, and noise of a measurement, m.
const RATE_HZ: f64 = 200.0;
const FRAMES: usize = 120;
const SD: f64 = 0.003;

/// Median and 99th percentile of one update.
pub(crate) fn rows(effort: Effort) -> [Row; 2] {
    let (flights, repeats) = match effort {
        Effort::Quick => (20, 5),
        Effort::Full => (100, 9),
    };
    let mut estimator = Estimator::new(Priors::default(), EstimatorSettings::default());
    let mut times: Vec<f64> = Vec::new();
    for number in 0..flights {
        let measurements = flight(number);
        let mut least = vec![f64::INFINITY; measurements.len()];
        for _ in 0..repeats {
            estimator.restart(Priors::default());
            for (least, measurement) in least.iter_mut().zip(&measurements) {
                let start = Instant::now();
                let estimated = estimator.observe(*measurement);
                let elapsed = start.elapsed().as_nanos() as f64;
                if estimated == Ok(true) {
                    *least = least.min(elapsed);
                }
            }
        }
        times.extend(least.into_iter().filter(|ns| ns.is_finite()));
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| percentile(&times, percent);
    [Row::alone("prediction update, median", at(50)), Row::alone("prediction update, 99th percentile", at(99))]
}

/// Noisy measurements of one shot that lands on the home half.
fn flight(number: u64) -> Vec<Measurement> {
    let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut draw = |mean: f64, sd: f64| mean + sd * standard_normal(&mut rng);
    let velocity = Vec3::new(draw(5.5, 0.4), draw(0.0, 0.2), draw(1.2, 0.15));
    let spin = Vec3::new(draw(0.0, 20.0), draw(30.0, 80.0), draw(0.0, 40.0));
    let ball = BallState::new(Vec3::new(-1.3, draw(0.0, 0.2), draw(0.35, 0.03)), velocity, spin);
    let mut sim = BallSim::new(&physics, &around, ball);
    (0..FRAMES)
        .map(|frame| {
            let t_s = frame as f64 / RATE_HZ;
            while sim.next_event(t_s).is_some() {}
            let noise = Vec3::from_fn(|_, _| SD * standard_normal(&mut rng));
            Measurement::point(t_s, sim.state().position + noise, SD)
        })
        .collect()
}
