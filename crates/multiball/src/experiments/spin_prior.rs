//! The benefit of classifying the stroke: predictions with and without the class.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::ball::{BallSim, BallState, EventKind, Physics};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::geometry::portable::hypot;
use crate::opponent::reading::StrokeReader;
use crate::opponent::{SeenStroke, normal_vector};
use crate::track::{Estimator, EstimatorSettings, Measurement, Priors, SpinPrior, StrokeSpins};

/// How the ball is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallWatch {
    /// Measurements per second.
    pub rate_hz: f64,
    /// Standard deviation of each coordinate, m.
    pub measurement_sd: f64,
    /// Time from the stroke until the prediction is made, s.
    pub observe_s: f64,
}

impl Default for BallWatch {
    /// 200 measurements per second of 3 mm, and a prediction after 0.1 s.
    fn default() -> Self {
        Self { rate_hz: 200.0, measurement_sd: 0.003, observe_s: 0.1 }
    }
}

/// Errors of one prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Miss {
    /// Over the table, at the bounce, m.
    pub bounce_m: f64,
    /// A tenth of a second after the bounce, where a robot may hit, m.
    pub hit_m: f64,
}

/// The same measurements of one ball with three priors about its spin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriorTrial {
    /// Without the stroke's class.
    pub without: Miss,
    /// With the class probabilities as read.
    pub read: Miss,
    /// With the true class given.
    pub told: Miss,
}

/// Time after the bounce at which a robot may hit, s.
const HIT_AFTER_S: f64 = 0.1;
/// Number of updates of an estimate before it is evaluated.
const UPDATES: usize = 5;
/// Roll-out beyond the true hit, s: the predicted bounce may be late.
const BEYOND_S: f64 = 0.3;
/// Longest time from the stroke to the bounce, s.
const LONGEST_S: f64 = 2.0;

/// Predicts the ball of every stroke from the same measurements, without its class, with the class as read, and with
/// the true one. Balls that bounce before the prediction are left out.
#[must_use]
pub fn prior_trials(strokes: &[SeenStroke], reader: &StrokeReader, watch: &BallWatch, seed: u64) -> Vec<PriorTrial> {
    let numbered: Vec<(u64, &SeenStroke)> = (0..).zip(strokes).collect();
    let trials = numbered.into_par_iter().map(|(number, stroke)| {
        let read: [f64; 4] = reader.probabilities(&stroke.record)?.try_into().ok()?;
        let mut told = [0.0; 4];
        *told.get_mut(stroke.record.class)? = 1.0;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        let flight = Flight::of(&stroke.ball, watch, &mut rng)?;
        let with =
            |probabilities: &[f64; 4]| flight.miss(StrokeSpins::default().of(probabilities, stroke.right_handed));
        Some(PriorTrial { without: flight.miss(SpinPrior::UNKNOWN)?, read: with(&read)?, told: with(&told)? })
    });
    trials.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// Measurements of a ball, and its true bounce and hit.
struct Flight {
    measurements: Vec<Measurement>,
    bounce: Vec3,
    hit_s: f64,
    hit: Vec3,
}

impl Flight {
    fn of(ball: &BallState, watch: &BallWatch, rng: &mut ChaCha8Rng) -> Option<Self> {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let at = |t_s: f64| {
            let mut sim = BallSim::new(&physics, &around, *ball);
            while sim.next_event(t_s).is_some_and(|event| event.kind != EventKind::Rest) {}
            sim.state().position
        };
        let bounce = BallSim::new(&physics, &around, *ball).next_event(LONGEST_S)?;
        let count = (watch.observe_s * watch.rate_hz).floor() as usize;
        let measurements = (1..=count).map(|number| {
            let t_s = number as f64 / watch.rate_hz;
            Measurement::point(t_s, at(t_s) + normal_vector(rng) * watch.measurement_sd, watch.measurement_sd)
        });
        let hit_s = bounce.t_s + HIT_AFTER_S;
        let flight =
            Self { measurements: measurements.collect(), bounce: bounce.before.position, hit_s, hit: at(hit_s) };
        (bounce.t_s > watch.observe_s).then_some(flight)
    }

    /// Errors of a prediction with this spin prior; `None` when there is none.
    fn miss(&self, spin: SpinPrior) -> Option<Miss> {
        // Only the last estimate counts: a few updates settle it.
        let least_measurements =
            self.measurements.len().saturating_sub(UPDATES).max(EstimatorSettings::default().least_measurements);
        let roll_out_s = self.hit_s + BEYOND_S;
        let settings = EstimatorSettings { least_measurements, roll_out_s, ..EstimatorSettings::default() };
        let mut estimator = Estimator::new(Priors { spin, ..Priors::default() }, settings);
        for measurement in &self.measurements {
            estimator.observe(*measurement).ok()?;
        }
        let prediction = estimator.prediction()?;
        let off = prediction.bounce(0)?.position - self.bounce;
        let hit_m = (prediction.at(self.hit_s)?.position - self.hit).norm();
        Some(Miss { bounce_m: hypot(off.x, off.y), hit_m })
    }
}
