//! Following one ball: from measurements to the probable flights through them.

use super::flight::{Flight, Until};
use super::hypothesis::Hypothesis;
use super::measurement::Measurement;
use super::prediction::Prediction;
use super::start::first_guess;
use super::{CorrelatedError, Priors};
use crate::geometry::{Vec3, portable};

/// How an estimator works.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EstimatorSettings {
    /// Measurements before the first estimate.
    pub least_measurements: usize,
    /// Huber's threshold: distance from the flight, in standard deviations, beyond which a measurement's influence
    /// stops growing.
    pub huber_threshold: f64,
    /// How far beyond the last measurement to roll out, s.
    pub roll_out_s: f64,
    /// Longest flight that is followed without allocating, s.
    pub longest_s: f64,
    /// Measurements that are stored without allocating.
    pub most_measurements: usize,
    /// Distance from the net beyond which nobody plays: a roll-out ends there, m.
    pub farthest_x: f64,
    /// From so many measurements on the estimate is improved only when a measurement lies off its prediction, or when
    /// six have come: a measurement where it was expected adds little.
    pub patient_from: usize,
    /// Error that neighbouring measurements share; then each estimate counts all measurements anew.
    pub correlated_error: Option<CorrelatedError>,
}

impl EstimatorSettings {
    /// For a player at one end of the table who must answer at once: flights end where nobody reaches, and a
    /// measurement where it was expected triggers no new estimate.
    pub const RALLY: Self = Self {
        least_measurements: 5,
        huber_threshold: 3.0,
        roll_out_s: 0.7,
        longest_s: 4.0,
        most_measurements: 1024,
        farthest_x: 2.0,
        patient_from: 12,
        correlated_error: None,
    };
}

impl Default for EstimatorSettings {
    fn default() -> Self {
        Self { least_measurements: 4, farthest_x: f64::INFINITY, patient_from: usize::MAX, ..Self::RALLY }
    }
}

/// Why an estimator refuses a measurement.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum MeasurementError {
    /// It is not later than the one before.
    #[error("a measurement at {t_s} s follows one at {last_s} s: times must increase")]
    NotLater {
        /// Its time.
        t_s: f64,
        /// The last measurement's.
        last_s: f64,
    },
    /// A coordinate or the time is not a number.
    #[error("a measurement must be finite numbers: t = {t_s} s, position ({x}, {y}, {z}) m")]
    NotFinite {
        /// Its time.
        t_s: f64,
        /// Its position, x.
        x: f64,
        /// Its position, y.
        y: f64,
        /// Its position, z.
        z: f64,
    },
}

/// The prior of the spin as a mixture: a normal distribution is nearly a sum of narrower ones. Each part is its
/// distance from the mean, in standard deviations, and its share; its standard deviation is `PART_SD`. Variance and
/// kurtosis of the sum are 1.03 and 2.71.
///
/// Why parts: lift saturates, so that beyond a point a faster spin no longer shows in the flight, and the bounce still
/// depends on it. A single Gaussian would claim to know what cannot be known.
const PARTS: [(f64, f64); 5] = [(0.0, 0.384), (-0.9, 0.245), (0.9, 0.245), (-1.8, 0.063), (1.8, 0.063)];
const PART_SD: f64 = 0.47;
/// Half the squared Mahalanobis distance (Huber's loss) from which a measurement is not explained: six standard
/// deviations.
const UNEXPLAINED: f64 = 13.0;
/// Share of the probability below which a part is no longer followed.
const NEGLIGIBLE_SHARE: f64 = 3e-3;

/// Follows one ball: takes measurements one by one and keeps the probable flights through all of them.
///
/// Parameters are position, velocity and spin at the first measurement and five constants of air and table
/// ([`Priors`]). For each part of the spin prior the estimate minimises half the sum of squared standard deviations of
/// measurements (Huber's loss) and priors; its covariance is the inverse of the curvature there. The parts are weighed
/// by how well they explain what was seen. After warm-up nothing is taken from the heap.
#[derive(Debug, Clone)]
pub struct Estimator {
    priors: Priors,
    settings: EstimatorSettings,
    measurements: Vec<Measurement>,
    /// The first `alive` are followed; the others are spare memory.
    hypotheses: Vec<Hypothesis>,
    alive: usize,
    /// Measurements since the estimate was last improved.
    waiting: usize,
    weights: [f64; PARTS.len()],
    trial: Flight,
}

impl Estimator {
    /// An estimator without measurements.
    #[must_use]
    pub fn new(priors: Priors, settings: EstimatorSettings) -> Self {
        let longest_s = settings.longest_s + settings.roll_out_s;
        Self {
            priors,
            settings,
            measurements: Vec::with_capacity(settings.most_measurements),
            hypotheses: PARTS.map(|_| Hypothesis::preallocated(priors, longest_s)).into(),
            alive: 0,
            waiting: 0,
            weights: [0.0; PARTS.len()],
            trial: Flight::preallocated(longest_s),
        }
    }

    /// Forgets the ball, keeps the memory; the next has these priors.
    pub fn restart(&mut self, priors: Priors) {
        self.priors = priors;
        self.measurements.clear();
        self.alive = 0;
        self.waiting = 0;
    }

    /// Takes a measurement and improves the estimate. Returns whether there is a new one.
    ///
    /// # Errors
    /// When the measurement is not later than the last or not finite; it is then not taken.
    pub fn observe(&mut self, measurement: Measurement) -> Result<bool, MeasurementError> {
        let place = measurement.position;
        if !measurement.t_s.is_finite() || !place.iter().all(|value| value.is_finite()) {
            return Err(MeasurementError::NotFinite { t_s: measurement.t_s, x: place.x, y: place.y, z: place.z });
        }
        if let Some(last) = self.measurements.last().filter(|last| measurement.t_s <= last.t_s) {
            return Err(MeasurementError::NotLater { t_s: measurement.t_s, last_s: last.t_s });
        }
        self.measurements.push(measurement);
        if self.measurements.len() < self.settings.least_measurements || (self.alive == 0 && !self.begin()) {
            return Ok(false);
        }
        if self.may_wait(&measurement) {
            self.waiting += 1;
            return Ok(false);
        }
        self.waiting = 0;
        self.improve();
        Ok(self.alive > 0)
    }

    /// The current prediction of the flight; `None` before there are enough measurements.
    #[must_use]
    pub fn prediction(&self) -> Option<Prediction<'_>> {
        (self.alive > 0).then(|| Prediction::new(&self.hypotheses[..self.alive], &self.weights[..self.alive]))
    }

    /// The measurements taken.
    #[must_use]
    pub fn measurements(&self) -> &[Measurement] {
        &self.measurements
    }

    fn begin(&mut self) -> bool {
        let early = self.measurements.len().min(EARLY_MEASUREMENTS);
        let guess = first_guess(&self.measurements[..early], self.priors.air.gravity);
        if let Some((position, velocity)) = guess {
            self.begin_from(&position, &velocity);
        }
        guess.is_some()
    }

    /// Begins all parts from a position and a velocity at the first measurement.
    fn begin_from(&mut self, position: &Vec3, velocity: &Vec3) {
        let (first_s, until) = (self.measurements[0].t_s, self.until());
        for (hypothesis, (distance, share)) in self.hypotheses.iter_mut().zip(PARTS) {
            let mut priors = self.priors;
            let top = &mut priors.spin.top;
            top.mean += distance * top.sd;
            top.sd *= PART_SD;
            hypothesis.begin(priors, share, position, velocity);
            hypothesis.roll_out(first_s, until);
        }
        self.alive = self.hypotheses.len();
    }

    /// Whether the estimate need not be improved yet.
    fn may_wait(&self, measurement: &Measurement) -> bool {
        const MOST_WAITING: usize = 5;
        const UNEXPECTED_LOSS: f64 = 3.0;
        let EstimatorSettings { patient_from, huber_threshold, .. } = self.settings;
        let patient = self.alive > 0 && self.measurements.len() > patient_from && self.waiting < MOST_WAITING;
        patient && self.hypotheses[0].huber_loss(measurement, huber_threshold) < UNEXPECTED_LOSS
    }

    /// Improves what is followed; when none of it explains the new measurement, all parts are tried again: the bounce
    /// may have shown a spin that had seemed improbable.
    fn improve(&mut self) {
        self.improve_alive();
        let Some(measurement) = self.measurements.last() else { return };
        let huber_threshold = self.settings.huber_threshold;
        let explained = self.hypotheses[..self.alive]
            .iter()
            .any(|part| part.huber_loss(measurement, huber_threshold) < UNEXPLAINED);
        if !explained && self.alive < self.hypotheses.len() {
            let (position, velocity) = self.hypotheses[0].first();
            self.begin_from(&position, &velocity);
            self.improve_alive();
        }
    }

    fn improve_alive(&mut self) {
        let until = self.until();
        for hypothesis in &mut self.hypotheses[..self.alive] {
            hypothesis.improve(&self.measurements, &self.settings, until, &mut self.trial);
        }
        // The least probable are last after sorting: those that do not matter any more are dropped.
        self.hypotheses[..self.alive].sort_unstable_by(|a, b| b.plausibility().total_cmp(&a.plausibility()));
        if !self.hypotheses[0].plausibility().is_finite() {
            self.alive = 0;
            return;
        }
        self.weigh();
        while self.weights[self.alive - 1] < NEGLIGIBLE_SHARE {
            self.alive -= 1;
        }
        self.weigh();
    }

    /// Shares of the hypotheses, sorted with the best first, which add up to one.
    fn weigh(&mut self) {
        let alive = &self.hypotheses[..self.alive];
        let best = alive[0].plausibility();
        let mut sum = 0.0;
        for (weight, hypothesis) in self.weights.iter_mut().zip(alive) {
            *weight = portable::exp(hypothesis.plausibility() - best);
            sum += *weight;
        }
        self.weights[..self.alive].iter_mut().for_each(|weight| *weight /= sum);
    }

    fn until(&self) -> Until {
        let last_s = self.measurements.last().map_or(0.0, |measurement| measurement.t_s);
        Until { t_s: last_s + self.settings.roll_out_s, farthest_x: self.settings.farthest_x }
    }
}

/// Measurements that a first guess is made from: later ones may lie behind a bounce.
const EARLY_MEASUREMENTS: usize = 8;

#[cfg(test)]
mod tests {
    use super::{PART_SD, PARTS};

    /// The moments that docs/theory/tracking.md gives; a normal distribution has 1, 0, 1 and 3.
    #[test]
    fn law_the_parts_of_a_spin_are_nearly_a_normal_distribution() {
        let moment = |of: fn(f64, f64) -> f64| PARTS.iter().map(|(at, share)| share * of(*at, PART_SD)).sum::<f64>();
        let variance = moment(|at, sd| at * at + sd * sd);
        let fourth = moment(|at, sd| at.powi(4) + 6.0 * at * at * sd * sd + 3.0 * sd.powi(4));
        assert!((moment(|_, _| 1.0) - 1.0).abs() < 1e-12 && moment(|at, _| at).abs() < 1e-12);
        assert!((variance - 1.026).abs() < 5e-4, "{variance}");
        assert!((fourth / (variance * variance) - 2.714).abs() < 5e-4, "{}", fourth / (variance * variance));
    }
}
