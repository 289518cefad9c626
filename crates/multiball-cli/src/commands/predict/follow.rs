//! One flight tracked by an estimator, and its predictions compared with the rest of the recording.

use std::time::Instant;

use multiball::geometry::Vec3;
use multiball::track::{Bounce, Estimator, EstimatorSettings, Measurement, Predicted, Prediction, Priors};
use nalgebra::Matrix3;

use super::flights::{Point, Recorded};
use super::landing::{Landing, first_landing};
use super::report::{BounceReport, FlightReport, Keyed, PredictedPlace};
use crate::args::{Horizon, LONGEST_S};
use crate::statistics::median;

/// A recorded row this near to a horizon always counts as its truth, s.
const LEAST_TOLERANCE_S: f64 = 0.004;
/// A predicted bounce that is this much earlier than the last observed point may still be the coming one, s.
const BOUNDARY_S: f64 = 0.05;
/// Distance between the points of a picture's curves, s.
const CURVE_STEP_S: f64 = 0.02;

/// Median distance of points from the flight, in standard deviations of a position, above which the fit counts as poor,
/// and above which the points are not a ball's. The usual distance is 1.54 standard deviations.
const POOR_FIT: f64 = 3.0;
const HOPELESS: f64 = 20.0;
/// The median distance of points with three independent normal errors, in their standard deviations.
const USUAL: f64 = 1.54;
/// No camera has frames this far apart, s.
const FAR_APART_S: f64 = 0.1;

/// Reason for skipping a flight whose points do not fit a ball.
const NO_FLIGHT: &str = "no flight goes through its points";

/// What is computed for each flight.
pub(super) struct Task<'a> {
    pub(super) priors: Priors,
    pub(super) settings: EstimatorSettings,
    pub(super) observe_s: Option<f64>,
    pub(super) horizons: &'a [Horizon],
    /// Standard deviation of a position, m.
    pub(super) noise: f64,
    /// Further moments at which errors are wanted, such as those of a picture's curves.
    pub(super) moments: Vec<Moment>,
    /// Times after the last observed point at which the path is wanted, s.
    pub(super) path_s: Vec<f64>,
}

/// A moment of a flight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Moment {
    /// So many seconds after the first point: the same whatever part is observed.
    AfterFirst(f64),
    /// So many seconds after the last observed point.
    AfterLast(f64),
}

/// How a prediction compares with what was recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Miss {
    /// Distance, m.
    pub(super) error: f64,
    /// Distance that the covariance expects, m: root of the mean square.
    pub(super) expected: f64,
    /// eᵀ (P + (σ² + s²) I)⁻¹ e, with s of the error that neighbouring points share: 3 in the mean when the covariance
    /// is right.
    pub(super) squared_over_covariance: f64,
}

/// Results of one flight.
pub(super) struct Followed {
    pub(super) report: FlightReport,
    /// Wall clock of each update after the first estimate, us.
    pub(super) updates_us: Vec<f64>,
    /// At each of the task's moments.
    pub(super) misses: Vec<Option<Miss>>,
    /// At the task's times; it ends with the roll-out.
    pub(super) path: Vec<Predicted>,
}

/// The times between which a picture's curves are drawn, up to the furthest.
pub(super) fn curve_s(longest_s: f64) -> impl Iterator<Item = f64> {
    let steps = (longest_s / CURVE_STEP_S + 1e-9) as u32;
    (1..=steps).map(|step| CURVE_STEP_S * f64::from(step))
}

impl Task<'_> {
    /// Feeds the observed part of a flight; the error is why it cannot be used.
    pub(super) fn follow(&self, estimator: &mut Estimator, flight: &Recorded) -> Result<Followed, String> {
        let until_s = self.observe_s.unwrap_or(f64::INFINITY) + 1e-9;
        let (observed, rest) = flight.points.split_at(flight.points.partition_point(|point| point.t_s <= until_s));
        self.check(observed, rest)?;
        let updates_us = self.feed(estimator, observed)?;
        let Some(prediction) = estimator.prediction() else { return Err(NO_FLIGHT.into()) };
        let mut seen = Seen { points: &flight.points, observed, rest, prediction, widening: 1.0 };
        let residual = seen.residual();
        self.check_flight(&seen, residual)?;
        seen.widening = (residual / (USUAL * self.noise)).max(1.0);
        let report = self.report(flight.id.clone(), &seen, residual, updates_us.last().copied())?;
        let misses = self.moments.iter().map(|moment| seen.miss(*moment, self.truth_variance())).collect();
        let path = self.path_s.iter().filter_map(|ahead_s| seen.at(seen.last_s() + ahead_s)).collect();
        Ok(Followed { report, updates_us: updates_us[1..].to_vec(), misses, path })
    }

    /// Variance of a recorded truth along each axis, m²: it is measured as the observed points are.
    fn truth_variance(&self) -> f64 {
        let shared = self.settings.correlated_error.map_or(0.0, |error| error.sd);
        self.noise * self.noise + shared * shared
    }

    fn check(&self, observed: &[Point], rest: &[Point]) -> Result<(), String> {
        let (count, least) = (observed.len(), self.settings.least_measurements);
        if count < least {
            let plural = if count == 1 { "" } else { "s" };
            let part = self.observe_s.map_or(String::new(), |observe_s| format!(" in the first {observe_s} s"));
            return Err(format!("{count} point{plural}{part}; an estimate takes {least}{}", apart(observed, rest)));
        }
        let span_s = observed.last().map_or(0.0, |point| point.t_s);
        if span_s > LONGEST_S {
            return Err(format!(
                "its {count} points span {span_s:.1} s; one flight is followed for at most {LONGEST_S} s"
            ));
        }
        Ok(())
    }

    /// Refuses points that do not fit a flight.
    fn check_flight(&self, seen: &Seen<'_>, residual: f64) -> Result<(), String> {
        if residual.is_finite() && residual > HOPELESS * self.noise {
            return Err(format!(
                "{NO_FLIGHT}: half of them lie more than {:.0} mm from the nearest; is it a ball, are they metres and \
                 seconds?",
                1e3 * residual
            ));
        }
        let last_s = seen.last_s();
        match seen.prediction.at(last_s) {
            Some(_) => Ok(()),
            None => Err(format!(
                "its flight is over before its last point at {last_s:.3} s: a ball that rolls or lies is not followed"
            )),
        }
    }

    /// Times of the updates that gave an estimate, us: the first and all that follow.
    fn feed(&self, estimator: &mut Estimator, observed: &[Point]) -> Result<Vec<f64>, String> {
        estimator.restart(self.priors);
        let mut updates_us = Vec::with_capacity(observed.len());
        for point in observed {
            let measurement = Measurement::point(point.t_s, point.place, self.noise);
            let begin = Instant::now();
            let estimated = estimator.observe(measurement).map_err(|error| error.to_string())?;
            let took_us = begin.elapsed().as_secs_f64() * 1e6;
            if estimated {
                updates_us.push(took_us);
            }
        }
        if updates_us.is_empty() { Err(NO_FLIGHT.into()) } else { Ok(updates_us) }
    }

    fn report(
        &self,
        id: String,
        seen: &Seen<'_>,
        residual_m: f64,
        compute_us: Option<f64>,
    ) -> Result<FlightReport, String> {
        let first = seen.at(0.0).ok_or(NO_FLIGHT)?;
        let (last_s, landing) = (seen.last_s(), seen.landing());
        let bounce_error_m = landing.and_then(|landing| seen.bounce_error(&landing));
        let mut report = FlightReport {
            id,
            observed_points: seen.observed.len(),
            observed_s: last_s,
            spin_rad_s: first.spin.into(),
            spin_sd_rad_s: deviations(&first.spin_covariance),
            bounces: seen.bounces().map(|bounce| BounceReport::new(&bounce, last_s)).collect(),
            predictions: Keyed::default(),
            errors_m: Keyed::default(),
            nees: Keyed::default(),
            poor_fit: residual_m > POOR_FIT * self.noise,
            residual_m,
            bounce_error_m,
            bounce_missed: landing.is_some() && bounce_error_m.is_none(),
            compute_us: compute_us.unwrap_or(0.0),
        };
        for Horizon { name, ahead_s } in self.horizons {
            if let Some(there) = seen.at(last_s + ahead_s) {
                let place = PredictedPlace::new(there.t_s, &there.position, &there.position_covariance);
                report.predictions.push(name.clone(), place);
            }
            if let Some(miss) = seen.miss(Moment::AfterLast(*ahead_s), self.truth_variance()) {
                report.errors_m.push(name.clone(), miss.error);
                report.nees.push(name.clone(), miss.squared_over_covariance);
            }
        }
        if report.is_finite() { Ok(report) } else { Err(NO_FLIGHT.into()) }
    }
}

/// The remark about few points that are far apart in time.
fn apart(observed: &[Point], rest: &[Point]) -> String {
    let times: Vec<f64> = observed.iter().chain(rest).map(|point| point.t_s).collect();
    match median(times.windows(2).map(|pair| pair[1] - pair[0]).collect()) {
        Some(interval_s) if interval_s > FAR_APART_S => {
            format!("; points are {interval_s:.3} s apart: are times in seconds?")
        }
        _ => String::new(),
    }
}

/// A flight of which a part was observed.
struct Seen<'a> {
    points: &'a [Point],
    observed: &'a [Point],
    rest: &'a [Point],
    prediction: Prediction<'a>,
    /// Factor of all standard deviations: more than one when the points scatter more than their noise explains.
    widening: f64,
}

impl Seen<'_> {
    fn at(&self, t_s: f64) -> Option<Predicted> {
        let squared = self.widening * self.widening;
        self.prediction.at(t_s).map(|there| Predicted {
            position_covariance: there.position_covariance * squared,
            velocity_covariance: there.velocity_covariance * squared,
            spin_covariance: there.spin_covariance * squared,
            ..there
        })
    }

    fn bounces(&self) -> impl Iterator<Item = Bounce> {
        let squared = self.widening * self.widening;
        self.prediction.bounces().map(move |bounce| Bounce { covariance: bounce.covariance * squared, ..bounce })
    }

    fn last_s(&self) -> f64 {
        self.observed.last().map_or(0.0, |point| point.t_s)
    }

    /// Greatest distance in time between a horizon and the row that is its truth, s.
    fn tolerance_s(&self) -> f64 {
        let intervals = self.points.windows(2).map(|pair| pair[1].t_s - pair[0].t_s).collect();
        (0.5 * median(intervals).unwrap_or(0.0)).max(LEAST_TOLERANCE_S)
    }

    /// The prediction for the recorded point that is nearest to a moment.
    fn miss(&self, moment: Moment, truth_variance: f64) -> Option<Miss> {
        let target_s = match moment {
            Moment::AfterFirst(t_s) => t_s,
            Moment::AfterLast(ahead_s) => self.last_s() + ahead_s,
        };
        let away = |point: &Point| (point.t_s - target_s).abs();
        let truth = self.rest.iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
        if away(truth) > self.tolerance_s() {
            return None;
        }
        let predicted = self.at(truth.t_s)?;
        let error = truth.place - predicted.position;
        let covariance = predicted.position_covariance + Matrix3::from_diagonal_element(truth_variance);
        Some(Miss {
            error: error.norm(),
            expected: covariance.trace().sqrt(),
            squared_over_covariance: error.dot(&covariance.cholesky()?.solve(&error)),
        })
    }

    /// The first bounce that was recorded after the observed part.
    fn landing(&self) -> Option<Landing> {
        first_landing(self.points, self.last_s()).filter(|_| !self.rest.is_empty())
    }

    /// Distance over the table between a recorded bounce, the first to come, and the predicted one; `None` when none
    /// is.
    fn bounce_error(&self, landing: &Landing) -> Option<f64> {
        let (Landing { t_s, place }, last_s) = (landing, self.last_s());
        // The coming bounce is the first after the last point; one predicted just before it may be the same.
        let bounces = || self.bounces();
        let just_before = bounces().filter(|bounce| (last_s - BOUNDARY_S..=last_s).contains(&bounce.t_s)).last();
        let after = bounces().find(|bounce| bounce.t_s > last_s);
        let away_s = |bounce: &Bounce| (bounce.t_s - *t_s).abs();
        let coming = just_before.into_iter().chain(after).min_by(|a, b| away_s(a).total_cmp(&away_s(b)));
        coming.map(|bounce| (bounce.position - place).xy().norm())
    }

    /// Median distance of the observed points from the flight, m, which a few outliers do not move. A point beyond the
    /// flight's end is infinitely far.
    fn residual(&self) -> f64 {
        let away = |point: &Point| {
            self.prediction.at(point.t_s).map_or(f64::INFINITY, |there| (there.position - point.place).norm())
        };
        median(self.observed.iter().map(away).collect()).unwrap_or(f64::INFINITY)
    }
}

/// Standard deviations along the axes.
pub(super) fn deviations(covariance: &Matrix3<f64>) -> [f64; 3] {
    Vec3::from(covariance.diagonal()).map(|variance| variance.max(0.0).sqrt()).into()
}
