//! A ball measured with noise: its predicted bounce, the standard deviation of it, and the true bounce.
//!
//! `multiball predict FILE.csv` does the same with recorded flights.

use std::error::Error;

use multiball::ball::{BallSim, BallState, EventKind, Physics};
use multiball::court::Court;
use multiball::geometry::{Vec3, standard_normal};
use multiball::track::{Estimator, EstimatorSettings, Measurement, Priors};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Standard deviation of a measurement along each axis, m, and time between two, s.
const NOISE: f64 = 0.003;
const INTERVAL_S: f64 = 0.005;

fn main() -> Result<(), Box<dyn Error>> {
    let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
    let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(5.5, -0.3, 1.6), Vec3::new(0.0, 120.0, 20.0));
    let mut truth = BallSim::new(&physics, &court, ball);
    let mut landing = BallSim::new(&physics, &court, ball);
    let bounce = std::iter::from_fn(|| landing.next_event(2.0)).find(|event| matches!(event.kind, EventKind::Table(_)));
    let bounce = bounce.ok_or("the ball misses the table")?;

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut estimator = Estimator::new(Priors::default(), EstimatorSettings::default());
    println!("seen, s   bounce at x, y, m     expected error, mm   true error, mm   topspin, rad/s");
    for frame in 0..=50 {
        let t_s = INTERVAL_S * f64::from(frame);
        while truth.next_event(t_s).is_some() {}
        let noise = Vec3::from_fn(|_, _| NOISE * standard_normal(&mut rng));
        estimator.observe(Measurement::point(t_s, truth.state().position + noise, NOISE))?;
        let Some(prediction) = estimator.prediction().filter(|_| frame % 10 == 0) else { continue };
        let (Some(predicted), Some(first)) = (prediction.bounce(0), prediction.at(0.0)) else { continue };
        let [x, y, _]: [f64; 3] = predicted.position.into();
        let expected = 1000.0 * predicted.covariance.trace().sqrt();
        let error = 1000.0 * (predicted.position - bounce.before.position).norm();
        let (spin, sd) = (first.spin.y, first.spin_covariance[(1, 1)].sqrt());
        println!("{t_s:>7.2} {x:>11.3}, {y:>6.3} {expected:>21.0} {error:>16.0} {spin:>10.0} ± {sd:.0}");
    }
    let [x, y, _]: [f64; 3] = bounce.before.position.into();
    println!("  truth {x:>11.3}, {y:>6.3} {:>49}", ball.spin.y);
    Ok(())
}
