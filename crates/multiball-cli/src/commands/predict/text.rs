//! What `predict` prints: the text.

use std::fmt;

use super::report::{Errors, FlightReport, Report};
use crate::show::{Align, Table, fitted};

/// Flights up to this number are listed one by one.
const FEW: usize = 12;
/// A mean NEES above this cannot be chance.
const MOST_NEES: f64 = 20.0;

pub(super) const fn right(heading: &str) -> (&str, Align) {
    (heading, Align::Right)
}

pub(super) fn millimetres(metres: Option<f64>) -> String {
    metres.map_or("-".into(), |metres| fitted(1000.0 * metres, 6, 1))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (used, all) = (self.part.flights.len(), self.part.flights.len() + self.part.skipped.len());
        let observed =
            self.part.observe_s.map_or("all points observed".into(), |s| format!("the first {s} s observed"));
        writeln!(f, "{}: {used} of {all} flights, {observed}\n", self.given.file)?;
        if self.part.observe_s.is_some() {
            write!(f, "{}", self.errors())?;
            writeln!(f, "\n  NEES: mean of squared errors over their covariance; 3 when it is right")?;
            self.write_warnings(f)?;
            writeln!(f)?;
            if !self.part.groups.is_empty() {
                writeln!(f, "  by group, median in mm\n{}", self.groups())?;
            }
        }
        if used <= FEW {
            writeln!(f, "{}", self.few())?;
        }
        if self.part.observe_s.is_none() {
            self.write_predictions(f)?;
        }
        if let Some(timing) = self.part.summary.compute_us {
            let (median, p99) = (timing.median, timing.p99);
            writeln!(
                f,
                "  an update with its roll-out takes {median:.0} us (median), 99 % take less than {p99:.0} us"
            )?;
        }
        self.write_poor_fits(f)?;
        if !self.part.skipped.is_empty() {
            writeln!(f, "\n  skipped:")?;
        }
        for skipped in &self.part.skipped {
            writeln!(f, "    {}: {}", skipped.id, skipped.reason)?;
        }
        Ok(())
    }
}

impl Report {
    fn errors(&self) -> Table {
        let mut table = Table::new(&[
            ("ahead", Align::Left),
            right("median, mm"),
            right("90 %, mm"),
            right("flights"),
            right("NEES"),
        ]);
        let horizons = self.part.summary.horizons.0.iter().map(|(name, errors)| (format!("{name} s"), errors));
        let bounce = self.part.summary.bounce.iter().map(|errors| ("next bounce".to_owned(), errors));
        for (name, Errors { median_m, p90_m, n, nees, .. }) in horizons.chain(bounce) {
            let nees = nees.map_or("-".into(), |nees| fitted(nees, 6, 2));
            table.row([name, millimetres(*median_m), millimetres(*p90_m), n.to_string(), nees]);
        }
        table
    }

    /// Median errors of each group, and of how many flights.
    fn groups(&self) -> Table {
        let names: Vec<String> = self.part.summary.horizons.0.iter().map(|(name, _)| format!("{name} s")).collect();
        let headings = std::iter::once(("group", Align::Left)).chain(names.iter().map(|name| right(name)));
        let mut table = Table::new(&headings.collect::<Vec<_>>());
        for (group, horizons) in &self.part.groups.0 {
            let cell = |errors: &Errors| match errors.median_m {
                Some(_) => format!("{} ({})", millimetres(errors.median_m), errors.n),
                None => "-".into(),
            };
            let cells = horizons.0.iter().map(|(_, errors)| cell(errors));
            table.row(std::iter::once(group.clone()).chain(cells));
        }
        table
    }

    /// Why figures are missing or not to be trusted.
    fn write_warnings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let horizons = &self.part.summary.horizons.0;
        if horizons.iter().all(|(_, errors)| errors.n == 0) {
            writeln!(f, "  no flight has a point at any of these times after its observed part")?;
        }
        if horizons.iter().filter_map(|(_, errors)| errors.nees).any(|nees| nees > MOST_NEES) {
            writeln!(
                f,
                "  far above 3: these are not balls in metres over this table, or noisier than --noise-mm says"
            )?;
        }
        Ok(())
    }

    /// Lists flights that do not fit a ball, and bounces that were not predicted.
    fn write_poor_fits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let poor_fit: Vec<&FlightReport> = self.part.flights.iter().filter(|flight| flight.poor_fit).collect();
        if !poor_fit.is_empty() {
            let named = |flight: &&FlightReport| format!("{} ({:.0} mm)", flight.id, 1e3 * flight.residual_m);
            let names: Vec<String> = poor_fit.iter().take(FEW).map(named).collect();
            let more = poor_fit.len().saturating_sub(FEW);
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            writeln!(
                f,
                "\n  half of the points lie further from their flight than --noise-mm {} explains, and ± is widened: \
                 {}{rest}",
                self.given.noise_mm,
                names.join(", ")
            )?;
        }
        match self.part.summary.bounce.as_ref().and_then(|bounce| bounce.missed) {
            Some(missed) if missed > 0 => writeln!(f, "\n  {missed} bounces that were recorded were not predicted"),
            _ => Ok(()),
        }
    }

    /// A row for each flight.
    fn few(&self) -> Table {
        let mut headings = vec![("flight", Align::Left), right("points"), ("spin x, y, z, rad/s", Align::Left)];
        headings.push(("bounces: x, y, m at s", Align::Left));
        let names: Vec<String> = self.part.summary.horizons.0.iter().map(|(name, _)| format!("{name} s, mm")).collect();
        headings.extend(names.iter().map(|name| right(name)));
        let mut table = Table::new(&headings);
        for flight in &self.part.flights {
            let errors = self.part.summary.horizons.0.iter().map(|(name, _)| flight.errors_m.get(name).copied());
            let first = [flight.id.clone(), flight.observed_points.to_string(), flight.spin(), flight.landings()];
            table.row(first.into_iter().chain(errors.map(millimetres)));
        }
        table
    }

    /// Where each ball will be.
    fn write_predictions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.part.flights.len() > FEW {
            return writeln!(f, "  spins, bounces and predictions of each flight: --json\n");
        }
        let headings = ["x, m", "y, m", "z, m", "± x, mm", "± y, mm", "± z, mm"].map(right);
        let first = [("flight", Align::Left), right("after the last point, s")];
        let mut table = Table::new(&[&first[..], &headings].concat());
        for flight in &self.part.flights {
            for (name, place) in &flight.predictions.0 {
                let position = place.position_m.map(|metres| fitted(metres, 7, 3));
                let sd = place.sd_m.map(|metres| fitted(1000.0 * metres, 6, 1));
                table.row([flight.id.clone(), name.clone()].into_iter().chain(position).chain(sd));
            }
        }
        writeln!(f, "{table}")
    }
}

impl FlightReport {
    fn spin(&self) -> String {
        let parts = self.spin_rad_s.iter().zip(&self.spin_sd_rad_s);
        parts.map(|(mean, sd)| format!("{:>4.0} ± {sd:.0}", mean + 0.0)).collect::<Vec<_>>().join(", ")
    }

    fn landings(&self) -> String {
        let shown = |bounce: &super::report::BounceReport| {
            let [x, y, _] = bounce.place.position_m;
            format!("{x:.3}, {y:.3} at {:.3}", bounce.place.t_s)
        };
        let list: Vec<String> = self.bounces.iter().map(shown).collect();
        if list.is_empty() { "none".into() } else { list.join("; ") }
    }
}
