//! What `predict` prints: the document.

use multiball::geometry::Vec3;
use multiball::track::Bounce;
use nalgebra::Matrix3;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::follow::{Followed, deviations};
use super::groups::group_of;
use crate::args::Horizon;
use crate::statistics::{mean, quantile, sorted};

/// Values by name, in the order in which they came.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Keyed<T>(pub(super) Vec<(String, T)>);

/// A flight's figures. Times count from its first row.
#[derive(Debug, serde::Serialize)]
pub(super) struct FlightReport {
    pub(super) id: String,
    pub(super) observed_points: usize,
    pub(super) observed_s: f64,
    /// Median distance of the observed points from the estimated flight.
    pub(super) residual_m: f64,
    /// Whether that is more than their noise explains.
    pub(super) poor_fit: bool,
    /// At the first point.
    pub(super) spin_rad_s: [f64; 3],
    pub(super) spin_sd_rad_s: [f64; 3],
    pub(super) bounces: Vec<BounceReport>,
    pub(super) predictions: Keyed<PredictedPlace>,
    pub(super) errors_m: Keyed<f64>,
    pub(super) nees: Keyed<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bounce_error_m: Option<f64>,
    /// Whether a bounce was recorded and none predicted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) bounce_missed: bool,
    pub(super) compute_us: f64,
}

/// A bounce on the table.
#[derive(Debug, serde::Serialize)]
pub(super) struct BounceReport {
    #[serde(flatten)]
    pub(super) place: PredictedPlace,
    pub(super) probability: f64,
    /// Whether it lies before the last observed point.
    pub(super) seen: bool,
}

/// A predicted position of the ball.
#[derive(Debug, serde::Serialize)]
pub(super) struct PredictedPlace {
    pub(super) t_s: f64,
    pub(super) position_m: [f64; 3],
    pub(super) sd_m: [f64; 3],
}

/// A flight that was not used.
#[derive(Debug, serde::Serialize)]
pub(super) struct Skipped {
    pub(super) id: String,
    pub(super) reason: String,
}

/// Errors of many flights.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(super) struct Errors {
    pub(super) median_m: Option<f64>,
    pub(super) p90_m: Option<f64>,
    pub(super) n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nees: Option<f64>,
    /// Bounces that were recorded and not predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missed: Option<usize>,
}

/// Wall clock of one update with its roll-out, us.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub(super) struct Timing {
    pub(super) median: f64,
    pub(super) p99: f64,
}

/// All flights together.
#[derive(Debug, serde::Serialize)]
pub(super) struct Summary {
    #[serde(flatten)]
    pub(super) horizons: Keyed<Errors>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bounce: Option<Errors>,
    pub(super) compute_us: Option<Timing>,
}

/// What was given with the command.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct Given {
    pub(super) file: String,
    pub(super) noise_mm: f64,
    pub(super) stroke: Option<&'static str>,
    /// Models of air and table that were given as known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) aero: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<String>,
}

/// The flights with one part of each observed.
#[derive(Debug, serde::Serialize)]
pub(super) struct Part {
    pub(super) observe_s: Option<f64>,
    pub(super) flights: Vec<FlightReport>,
    pub(super) skipped: Vec<Skipped>,
    pub(super) summary: Summary,
    /// Errors at each horizon, by group of flights.
    #[serde(skip_serializing_if = "Keyed::is_empty")]
    pub(super) groups: Keyed<Keyed<Errors>>,
}

/// The document.
#[derive(Debug, serde::Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) given: Given,
    #[serde(flatten)]
    pub(super) part: Part,
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Keyed<T> {
    pub(super) fn push(&mut self, name: String, value: T) {
        self.0.push((name, value));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<T: Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl PredictedPlace {
    pub(super) fn new(t_s: f64, position: &Vec3, covariance: &Matrix3<f64>) -> Self {
        Self { t_s, position_m: (*position).into(), sd_m: deviations(covariance) }
    }

    fn is_finite(&self) -> bool {
        self.t_s.is_finite() && self.position_m.iter().chain(&self.sd_m).all(|value| value.is_finite())
    }
}

impl BounceReport {
    pub(super) fn new(bounce: &Bounce, last_s: f64) -> Self {
        let place = PredictedPlace::new(bounce.t_s, &bounce.position, &bounce.covariance);
        Self { place, probability: (1e9 * bounce.probability).round() / 1e9, seen: bounce.t_s <= last_s }
    }
}

impl FlightReport {
    /// Whether every number is finite: JSON has no other numbers.
    pub(super) fn is_finite(&self) -> bool {
        let places =
            self.bounces.iter().map(|bounce| &bounce.place).chain(self.predictions.0.iter().map(|(_, there)| there));
        let mut numbers = self
            .spin_rad_s
            .iter()
            .chain(&self.spin_sd_rad_s)
            .chain([&self.residual_m])
            .chain(self.errors_m.0.iter().map(|(_, m)| m));
        places.into_iter().all(PredictedPlace::is_finite) && numbers.all(|value| value.is_finite())
    }
}

impl Errors {
    pub(super) fn of(errors: Vec<f64>, nees: &[f64]) -> Self {
        let errors = sorted(errors);
        Self {
            median_m: quantile(&errors, 0.5),
            p90_m: quantile(&errors, 0.9),
            n: errors.len(),
            nees: mean(nees),
            missed: None,
        }
    }
}

impl Part {
    /// With a truth, errors at each horizon and at the bounce; without, the time that updates take.
    pub(super) fn new(
        observe_s: Option<f64>,
        horizons: &[Horizon],
        followed: Vec<Followed>,
        skipped: Vec<Skipped>,
        groups: &[String],
    ) -> Self {
        let compute_us = timing(&followed);
        let flights: Vec<FlightReport> = followed.into_iter().map(|one| one.report).collect();
        let mut summary = Summary { horizons: Keyed::default(), bounce: None, compute_us };
        let mut by_group = Keyed::default();
        if observe_s.is_some() {
            summary.horizons = errors_of(&flights.iter(), horizons);
            let missed = Some(flights.iter().filter(|flight| flight.bounce_missed).count());
            let errors = flights.iter().filter_map(|flight| flight.bounce_error_m).collect();
            summary.bounce = Some(Errors { missed, ..Errors::of(errors, &[]) });
            for group in groups {
                let members = flights.iter().filter(|flight| group_of(&flight.id) == Some(group));
                by_group.push(group.clone(), errors_of(&members, horizons));
            }
        }
        Self { observe_s, flights, skipped, summary, groups: by_group }
    }
}

/// Errors of flights at each horizon.
fn errors_of<'a>(flights: &(impl Iterator<Item = &'a FlightReport> + Clone), horizons: &[Horizon]) -> Keyed<Errors> {
    let mut list = Keyed::default();
    for Horizon { name, .. } in horizons {
        let nees: Vec<f64> = flights.clone().filter_map(|flight| flight.nees.get(name).copied()).collect();
        let errors = flights.clone().filter_map(|flight| flight.errors_m.get(name).copied()).collect();
        list.push(name.clone(), Errors::of(errors, &nees));
    }
    list
}

fn timing(followed: &[Followed]) -> Option<Timing> {
    let updates = sorted(followed.iter().flat_map(|followed| followed.updates_us.iter().copied()).collect());
    Some(Timing { median: quantile(&updates, 0.5)?, p99: quantile(&updates, 0.99)? })
}
