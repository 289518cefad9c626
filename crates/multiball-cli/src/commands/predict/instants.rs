//! Errors at the same instants, on the same flights, after several observation times.

use std::collections::BTreeMap;

use super::follow::{Followed, Miss};
use super::groups::group_of;
use super::report::{Errors, Keyed, Skipped};

/// The flights with one part of each observed.
pub(super) struct Observed {
    pub(super) observe_s: f64,
    pub(super) followed: Vec<Followed>,
    pub(super) skipped: Vec<Skipped>,
}

/// Errors at one instant, by observation time. All figures are of the same flights.
#[derive(Debug, serde::Serialize)]
pub(super) struct Instant {
    /// After the first point of a flight.
    pub(super) t_s: f64,
    pub(super) errors: Keyed<Errors>,
    #[serde(skip_serializing_if = "Keyed::is_empty")]
    pub(super) groups: Keyed<Keyed<Errors>>,
}

/// Flights that have an error at one instant after each observation that is over by then.
pub(super) struct Common<'a> {
    observed_s: Vec<f64>,
    misses: Vec<(&'a str, Vec<Miss>)>,
}

impl Instant {
    /// The errors at the moment of that index, which is `t_s`.
    pub(super) fn new(observed: &[Observed], index: usize, t_s: f64, groups: &[String]) -> Self {
        let common = Common::new(observed, index, t_s);
        let mut by_group = Keyed::default();
        for group in groups {
            by_group.push(group.clone(), common.errors(Some(group)));
        }
        Self { t_s, errors: common.errors(None), groups: by_group }
    }
}

impl<'a> Common<'a> {
    pub(super) fn new(observed: &'a [Observed], index: usize, t_s: f64) -> Self {
        let over: Vec<&Observed> = observed.iter().filter(|one| one.observe_s < t_s).collect();
        let known: Vec<BTreeMap<&str, Miss>> = over.iter().map(|one| misses_of(one, index)).collect();
        let everywhere = |id: &&'a str| {
            let misses = known.iter().map(|by_id| by_id.get(id).copied()).collect::<Option<Vec<Miss>>>()?;
            Some((*id, misses))
        };
        let misses = known.first().into_iter().flat_map(BTreeMap::keys).filter_map(everywhere).collect();
        Self { observed_s: over.iter().map(|one| one.observe_s).collect(), misses }
    }

    /// Errors of all flights or of one group, by observation time.
    pub(super) fn errors(&self, group: Option<&str>) -> Keyed<Errors> {
        let mut list = Keyed::default();
        for (index, observe_s) in self.observed_s.iter().enumerate() {
            let members = self.misses.iter().filter(|(id, _)| group.is_none() || group_of(id) == group);
            let (errors, nees): (Vec<f64>, Vec<f64>) =
                members.map(|(_, misses)| (misses[index].error, misses[index].squared_over_covariance)).unzip();
            list.push(observe_s.to_string(), Errors::of(errors, &nees));
        }
        list
    }
}

fn misses_of(observed: &Observed, index: usize) -> BTreeMap<&str, Miss> {
    observed.followed.iter().filter_map(|one| Some((one.report.id.as_str(), one.misses[index]?))).collect()
}
