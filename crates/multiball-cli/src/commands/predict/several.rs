//! Predictions after several observation times, compared at the same instants.

use std::fmt;

use super::flights::Recorded;
use super::follow::{self, Moment};
use super::groups::groups_of;
use super::instants::{Common as CommonFlights, Instant, Observed};
use super::report::{Errors, Given, Keyed, Part};
use super::text::{millimetres, right};
use super::{file_name, follow_all, task};
use crate::args::{Common, Predict};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, PredictionPanel, PredictionPanels};
use crate::show::{Align, Table, fitted, print_report};

/// The document for several observation times.
#[derive(Debug, serde::Serialize)]
struct SeveralReport {
    #[serde(flatten)]
    given: Given,
    observe_s: Vec<f64>,
    /// For each observation time what a document of it alone has.
    observed: Vec<Part>,
    instants: Vec<Instant>,
}

pub(super) fn run(
    predict: &Predict,
    common: &Common,
    given: Given,
    recorded: &[Recorded],
    observe_s: &[f64],
) -> Result<(), Failure> {
    let (horizons, groups) = (&predict.horizons_s, groups_of(recorded));
    let longest_s = observe_s[observe_s.len() - 1];
    // In whole nanoseconds: 0.35 + 0.2 must print as 0.55.
    let instants_s: Vec<f64> =
        horizons.0.iter().map(|horizon| (1e9 * (longest_s + horizon.ahead_s)).round() / 1e9).collect();
    let last_s = longest_s + horizons.longest_s();
    let curve_s: Vec<f64> = predict.plot.iter().flat_map(|_| follow::curve_s(last_s)).collect();
    let moments: Vec<Moment> = instants_s.iter().chain(&curve_s).map(|t_s| Moment::AfterFirst(*t_s)).collect();
    let observed = observe(predict, &given, recorded, observe_s, &moments)?;
    let instant = |(index, t_s): (usize, &f64)| Instant::new(&observed, index, *t_s, &groups);
    let instants = instants_s.iter().enumerate().map(instant).collect();
    if let Some(path) = &predict.plot {
        let panels = panels(&file_name(&predict.file), recorded, &groups, &observed, &curve_s);
        files::write_whole(path, &plot::prediction_panels(&panels)?)?;
    }
    let part = |one: Observed| Part::new(Some(one.observe_s), &horizons.0, one.followed, one.skipped, &groups);
    let observed = observed.into_iter().map(part).collect();
    print_report(&SeveralReport { given, observe_s: observe_s.to_vec(), observed, instants }, common.json)
}

/// All flights, followed for each observation time and rolled out to the last moment.
fn observe(
    predict: &Predict,
    given: &Given,
    recorded: &[Recorded],
    observe_s: &[f64],
    moments: &[Moment],
) -> Result<Vec<Observed>, Failure> {
    let roll_out_s = observe_s[observe_s.len() - 1] + predict.horizons_s.longest_s() - observe_s[0];
    let one = |observe_s: &f64| {
        let task = task(predict, Some(*observe_s), roll_out_s, moments.to_vec());
        let (followed, skipped) = follow_all(&task, recorded, given)?;
        Ok(Observed { observe_s: *observe_s, followed, skipped })
    };
    observe_s.iter().map(one).collect()
}

/// Median errors over time: of all flights and of each group.
fn panels(
    file: &str,
    recorded: &[Recorded],
    groups: &[String],
    observed: &[Observed],
    curve_s: &[f64],
) -> PredictionPanels {
    // The moments of curves come after those of the table.
    let first = observed[0].followed[0].misses.len() - curve_s.len();
    let at = |(index, t_s): (usize, &f64)| (*t_s, CommonFlights::new(observed, first + index, *t_s));
    let common: Vec<(f64, CommonFlights<'_>)> = curve_s.iter().enumerate().map(at).collect();
    let of = |group: Option<&str>| {
        let all = recorded.iter().filter(|flight| group.is_none() || super::groups::group_of(&flight.id) == group);
        panel(group, all.count(), observed, &common)
    };
    let mut list = vec![of(None)];
    list.extend(groups.iter().map(|group| of(Some(group))));
    let observed_s: Vec<f64> = observed.iter().map(|one| one.observe_s).collect();
    PredictionPanels {
        title: format!("{file}: at each time all curves are of the same flights"),
        observed_s,
        panels: list,
    }
}

/// The curves of one group, where at least half of its flights have a figure after each observation time.
fn panel(
    group: Option<&str>,
    flights: usize,
    observed: &[Observed],
    common: &[(f64, CommonFlights<'_>)],
) -> PredictionPanel {
    let mut median_m = vec![Vec::new(); observed.len()];
    for (t_s, flights_there) in common {
        let errors = flights_there.errors(group);
        for (curve, (_, one)) in median_m.iter_mut().zip(&errors.0) {
            curve.extend(one.median_m.filter(|_| 2 * one.n >= flights).map(|error| (*t_s, error)));
        }
    }
    PredictionPanel { title: format!("{}: {flights} flights", group.unwrap_or("all")), median_m }
}

impl fmt::Display for SeveralReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list: Vec<String> = self.observe_s.iter().map(f64::to_string).collect();
        writeln!(f, "{}: the first {} s observed\n", self.given.file, list.join(", "))?;
        writeln!(f, "  median error, mm, at the same instants on the same flights")?;
        write!(f, "{}", self.table(|errors| millimetres(errors.median_m)))?;
        writeln!(f, "\n  NEES: mean of squared errors over their covariance; 3 when it is right")?;
        write!(f, "{}", self.table(|errors| errors.nees.map_or("-".into(), |nees| fitted(nees, 6, 2))))?;
        for part in &self.observed {
            for skipped in &part.skipped {
                let observe_s = part.observe_s.unwrap_or_default();
                writeln!(f, "\n  skipped, {observe_s} s observed: {}: {}", skipped.id, skipped.reason)?;
            }
        }
        Ok(())
    }
}

impl SeveralReport {
    /// A row for each group and instant, a column for each observation time.
    fn table(&self, of: impl Fn(&Errors) -> String) -> Table {
        let names: Vec<String> = self.observe_s.iter().map(|observe_s| format!("{observe_s} s seen")).collect();
        let first = [("flights", Align::Left), right("at, s"), right("n")];
        let headings: Vec<_> = first.into_iter().chain(names.iter().map(|name| right(name))).collect();
        let mut table = Table::new(&headings);
        let mut row = |group: &str, t_s: f64, errors: &Keyed<Errors>| {
            let n = errors.0.first().map_or(0, |(_, errors)| errors.n);
            if n > 0 {
                let cells = errors.0.iter().map(|(_, errors)| of(errors));
                table.row([group.to_owned(), t_s.to_string(), n.to_string()].into_iter().chain(cells));
            }
        };
        self.instants.iter().for_each(|instant| row("all", instant.t_s, &instant.errors));
        let groups = self.instants.first().map_or(&[][..], |instant| &instant.groups.0);
        for (index, (group, _)) in groups.iter().enumerate() {
            self.instants.iter().for_each(|instant| row(group, instant.t_s, &instant.groups.0[index].1));
        }
        table
    }
}
