//! One explanation of what was seen: a flight with one range of spins.

use super::dynamics::{Constants, State};
use super::estimator::EstimatorSettings;
use super::flight::{Flight, Square, Until};
use super::measurement::Measurement;
use super::normal_equations::{NormalEquations, Parameters};
use super::variation::{DRAG, FRICTION, GRIP, LIFT, POSITION, RESTITUTION, SPIN, VELOCITY};
use super::{Gaussian, Priors, SpinPrior};
use crate::geometry::Vec3;
use crate::geometry::portable;

/// Steps allowed per measurement: more would gain little before the next measurement comes. A hypothesis that has just
/// begun is further from its minimum.
const MOST_STEPS: usize = 3;
const MOST_FIRST_STEPS: usize = 15;
/// Half a squared standard deviation that a further step would gain: below it the estimate stands.
const NEGLIGIBLE: f64 = 2e-3;

/// The most probable flight under one prior, by Levenberg's and Marquardt's method from the previous estimate.
#[derive(Debug, Clone)]
pub(super) struct Hypothesis {
    pub(super) priors: Priors,
    pub(super) flight: Flight,
    parameters: Parameters,
    /// Logarithm of its share before anything was seen.
    prior: f64,
    /// Logarithm of how well it explains the measurements: minus the cost, minus half the logarithm of the curvature's
    /// determinant (Laplace's approximation), up to a constant that all hypotheses share.
    evidence: f64,
    /// The normal equations of the last estimate, and of how many measurements.
    equations: NormalEquations,
    counted: usize,
}

impl Hypothesis {
    pub(super) fn preallocated(priors: Priors, longest_s: f64) -> Self {
        let flight = Flight::preallocated(longest_s);
        Self {
            priors,
            flight,
            parameters: Parameters::zeros(),
            prior: 0.0,
            evidence: 0.0,
            equations: NormalEquations::NONE,
            counted: 0,
        }
    }

    /// Begins from a position, a velocity and the mean spin of the prior.
    pub(super) fn begin(&mut self, priors: Priors, share: f64, position: &Vec3, velocity: &Vec3) {
        self.priors = priors;
        self.prior = portable::ln(share);
        self.counted = 0;
        // Until it has been improved it explains nothing.
        self.evidence = f64::NEG_INFINITY;
        let (spin, _) = priors.spin.in_world(velocity);
        let parameters = &mut self.parameters;
        for (first, vector) in [(POSITION, position), (VELOCITY, velocity), (SPIN, &spin)] {
            parameters.fixed_rows_mut::<3>(first).copy_from(vector);
        }
        for (index, gaussian) in constants(&priors) {
            parameters[index] = gaussian.mean;
        }
    }

    /// Rolls the flight out from the current estimate.
    pub(super) fn roll_out(&mut self, first_s: f64, until: Until) {
        roll(&mut self.flight, &self.priors, &self.parameters, first_s, until);
    }

    /// Logarithm of its probability, up to a constant that all hypotheses share.
    pub(super) fn plausibility(&self) -> f64 {
        self.prior + self.evidence
    }

    /// Position and velocity at the first measurement.
    pub(super) fn first(&self) -> (Vec3, Vec3) {
        (self.parameters.fixed_rows::<3>(POSITION).into(), self.parameters.fixed_rows::<3>(VELOCITY).into())
    }

    /// Spin at the first measurement.
    pub(super) fn first_spin(&self) -> Vec3 {
        self.parameters.fixed_rows::<3>(SPIN).into()
    }

    /// Spin parameter S = R |ω| / |v| at the first measurement.
    pub(super) fn spin_parameter(&self) -> f64 {
        let norm = |first: usize| self.parameters.fixed_rows::<3>(first).norm();
        self.priors.body.radius * norm(SPIN) / norm(VELOCITY).max(1e-9)
    }

    /// Spin at the first measurement about an axis of the flight: to its left, ahead, up.
    pub(super) fn spin_about(&self, axis: usize) -> Gaussian {
        let [spin, velocity] = [SPIN, VELOCITY].map(|first| self.parameters.fixed_rows::<3>(first).into_owned());
        let about = SpinPrior::axes(&velocity)[axis];
        let covariance = self.flight.covariance().fixed_view::<3, 3>(SPIN, SPIN);
        Gaussian { mean: about.dot(&spin), sd: about.dot(&(covariance * about)).max(0.0).sqrt() }
    }

    /// Drag, lift, restitution, friction and grip as estimated.
    pub(super) fn constants(&self) -> [Gaussian; 5] {
        [DRAG, LIFT, RESTITUTION, FRICTION, GRIP].map(|index| {
            let variance = self.flight.covariance()[(index, index)];
            Gaussian { mean: self.parameters[index], sd: variance.max(0.0).sqrt() }
        })
    }

    /// Half the squared Mahalanobis distance of a measurement, with Huber's loss.
    pub(super) fn huber_loss(&self, measurement: &Measurement, huber_threshold: f64) -> f64 {
        let stretch = self.flight.stretch_at(measurement.t_s, 0);
        measurement.huber_loss(&self.flight.place_in(stretch, measurement.t_s), huber_threshold).0
    }

    /// Steps towards the minimum until a further step gains nothing that matters; `trial` is scratch memory.
    pub(super) fn improve(
        &mut self,
        measurements: &[Measurement],
        settings: &EstimatorSettings,
        until: Until,
        trial: &mut Flight,
    ) {
        let (Some(first), Some(last)) = (measurements.first(), measurements.last()) else { return };
        // The flight of the last estimate may end before the new measurement.
        if self.flight.span_s().is_none_or(|(_, end_s)| end_s < last.t_s) {
            self.roll_out(first.t_s, until);
        }
        let seen = Until { t_s: last.t_s, ..until };
        let mut equations = self.continued(measurements, settings);
        let mut damping = 0.0;
        for _ in 0..if self.counted > 0 { MOST_STEPS } else { MOST_FIRST_STEPS } {
            let Some((step, predicted_decrease)) = equations.step(damping) else {
                damping = increased(damping);
                continue;
            };
            let wanted = self.parameters + step;
            let tried = held(wanted);
            // Close to the minimum the quadratic model is right; there is no need to look.
            if predicted_decrease < NEGLIGIBLE && damping == 0.0 && tried == wanted {
                equations = equations.after(predicted_decrease);
                self.parameters = tried;
                break;
            }
            roll(trial, &self.priors, &tried, first.t_s, seen);
            let there = self.equations(trial, &tried, measurements, settings);
            if there.cost < equations.cost {
                let gained = equations.cost - there.cost;
                equations = there;
                self.parameters = tried;
                damping = if damping < 1e-3 { 0.0 } else { damping / 10.0 };
                if gained < NEGLIGIBLE {
                    break;
                }
            } else {
                damping = increased(damping);
            }
        }
        self.roll_out(first.t_s, until);
        if let Some((covariance, half_ln_determinant)) = equations.covariance() {
            self.flight.set_covariance(covariance);
            self.evidence = -equations.cost - half_ln_determinant;
            (self.equations, self.counted) = (equations, measurements.len());
        } else {
            (self.evidence, self.counted) = (f64::NEG_INFINITY, 0);
        }
    }

    /// The equations of the last estimate with what was seen since; without one, those of all measurements.
    ///
    /// They are those of a point that is nearly this one: some hundredths of the cost, and some tenths of a standard
    /// deviation of the next step, are not worth to count all measurements again (measured: returns land the same, and
    /// a round takes a fifth longer). With a correlated error all are counted: what each adds depends on those before.
    fn continued(&self, measurements: &[Measurement], settings: &EstimatorSettings) -> NormalEquations {
        match measurements.split_at_checked(self.counted) {
            Some((_, new)) if self.counted > 0 && settings.correlated_error.is_none() => {
                let mut equations = self.equations;
                equations.add(&self.flight, new, settings.huber_threshold);
                equations
            }
            _ => self.equations(&self.flight, &self.parameters, measurements, settings),
        }
    }

    fn equations(
        &self,
        flight: &Flight,
        at: &Parameters,
        measurements: &[Measurement],
        settings: &EstimatorSettings,
    ) -> NormalEquations {
        let mut equations = NormalEquations::NONE;
        match settings.correlated_error {
            None => equations.add(flight, measurements, settings.huber_threshold),
            Some(error) => equations.add_correlated(flight, measurements, settings.huber_threshold, error),
        }
        let velocity = at.fixed_rows::<3>(VELOCITY).into_owned();
        let (spin, spin_information) = self.priors.spin.in_world(&velocity);
        let mut mean = Parameters::zeros();
        let mut information = Square::zeros();
        mean.fixed_rows_mut::<3>(SPIN).copy_from(&spin);
        information.fixed_view_mut::<3, 3>(SPIN, SPIN).copy_from(&spin_information);
        for axis in 0..3 {
            information[(VELOCITY + axis, VELOCITY + axis)] = 1.0 / self.priors.velocity_sd.powi(2);
        }
        for (index, gaussian) in constants(&self.priors) {
            mean[index] = gaussian.mean;
            information[(index, index)] = gaussian.information();
        }
        equations.add_prior(at, &mean, &information);
        equations
    }
}

fn constants(priors: &Priors) -> [(usize, Gaussian); 5] {
    let [drag, lift, restitution, friction, grip] = priors.constants();
    [(DRAG, drag), (LIFT, lift), (RESTITUTION, restitution), (FRICTION, friction), (GRIP, grip)]
}

fn increased(damping: f64) -> f64 {
    (damping * 10.0).max(1e-3)
}

/// Keeps constants where the laws of air and table make sense.
fn held(mut parameters: Parameters) -> Parameters {
    parameters[DRAG] = parameters[DRAG].clamp(0.0, 2.0);
    parameters[LIFT] = parameters[LIFT].max(0.0);
    parameters[RESTITUTION] = parameters[RESTITUTION].clamp(0.1, 1.0);
    parameters[FRICTION] = parameters[FRICTION].clamp(0.0, 1.0);
    parameters[GRIP] = parameters[GRIP].clamp(0.0, 0.8);
    parameters
}

fn roll(flight: &mut Flight, priors: &Priors, parameters: &Parameters, first_s: f64, until: Until) {
    let constants = Constants {
        drag: parameters[DRAG],
        lift: parameters[LIFT],
        restitution: parameters[RESTITUTION],
        friction: parameters[FRICTION],
        grip: parameters[GRIP],
        corner_doublings: priors.corner_doublings,
        linear: priors.linear,
    };
    let part = |first: usize| parameters.fixed_rows::<3>(first).into_owned();
    let first = State::first(first_s, part(POSITION), part(VELOCITY), part(SPIN));
    flight.roll_out(priors, &constants, first, until);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::standard_normal;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Measurements along a flight, with noise.
    fn measurements_of(flight: &Flight, count: u32, sd: f64, rng: &mut ChaCha8Rng) -> Vec<Measurement> {
        let seen = |frame: u32| {
            let t_s = 0.005 * f64::from(frame);
            let noise = Vec3::from_fn(|_, _| sd * standard_normal(rng));
            Measurement::point(t_s, flight.place(t_s).unwrap() + noise, sd)
        };
        (0..count).map(seen).collect()
    }

    #[test]
    fn law_equations_that_are_carried_on_are_those_of_all_measurements() {
        let settings = EstimatorSettings::default();
        let priors = Priors::default();
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        let mut trial = Flight::preallocated(2.0);
        for _ in 0..100 {
            let until = Until { t_s: 1.0, farthest_x: f64::INFINITY };
            let mut truth = Hypothesis::preallocated(priors, 2.0);
            let velocity = Vec3::new(rng.random_range(4.0..6.0), 0.0, rng.random_range(0.5..1.5));
            truth.begin(priors, 1.0, &Vec3::new(-1.3, 0.0, 0.3), &velocity);
            truth.roll_out(0.0, until);
            let measurements = measurements_of(&truth.flight, 60, 0.003, &mut rng);
            let mut estimate = truth.clone();
            for count in 5..measurements.len() {
                estimate.improve(&measurements[..count], &settings, until, &mut trial);
                let carried = estimate.continued(&measurements[..=count], &settings);
                let whole =
                    estimate.equations(&estimate.flight, &estimate.parameters, &measurements[..=count], &settings);
                assert!((carried.cost - whole.cost).abs() < 0.05, "{} and {}", carried.cost, whole.cost);
                let ((one, _), (other, _)) = (carried.step(0.0).unwrap(), whole.step(0.0).unwrap());
                let (covariance, _) = whole.covariance().unwrap();
                for i in 0..one.len() {
                    let apart = (one[i] - other[i]).abs() / covariance[(i, i)].sqrt();
                    assert!(apart < 0.6, "parameter {i}: {apart} standard deviations apart after {count} measurements");
                }
            }
        }
    }
}
