//! `bench`: speed and accuracy beside other programs, in one run.

use std::fmt;

use multiball_bench::{Effort, Errors, Lengths, Row, measure};
use serde::Serialize;

use crate::args::{Bench, Common};
use crate::failure::Failure;
use crate::show::{Align, Table, print_report, progress_bar};

#[derive(Debug, Serialize)]
struct Report {
    rows: Vec<Row>,
    notes: Vec<String>,
}

pub(crate) fn run(bench: &Bench, common: &Common) -> Result<(), Failure> {
    let effort = if bench.quick { Effort::Quick } else { Effort::Full };
    let bar = progress_bar(multiball_bench::MEASUREMENTS, "measuring");
    let (rows, notes) = measure(effort, &mut || bar.inc(1));
    bar.finish_and_clear();
    print_report(&Report { rows, notes }, common.json)
}

/// A duration with a unit that suits it.
fn duration(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}

/// Median and 99th percentile of distances from the truth.
fn metres(Errors { median, p99 }: Errors) -> String {
    format!("{median:.0e} m (99 %: {p99:.0e} m)")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            ("what", Align::Left),
            ("ours", Align::Right),
            ("per second", Align::Right),
            ("peer", Align::Left),
            ("its time", Align::Right),
            ("ratio", Align::Right),
        ]);
        let mut errors = Table::new(&[("median error", Align::Left), ("ours", Align::Left), ("peer's", Align::Left)]);
        let mut lengths = Table::new(&[("mean length", Align::Left), ("ours", Align::Right), ("peer's", Align::Right)]);
        for row in &self.rows {
            if let Some(Lengths { ours, peer }) = row.lengths_m {
                lengths.row([row.name.clone(), format!("{ours:.2} m"), format!("{peer:.2} m")]);
            }
            table.row([
                row.name.clone(),
                duration(row.ours_ns),
                format!("{:.0}", 1e9 / row.ours_ns),
                row.peer.clone().unwrap_or_default(),
                row.peer_ns.map(duration).unwrap_or_default(),
                row.ratio.map(|ratio| format!("{ratio:.1}")).unwrap_or_default(),
            ]);
            if let Some(ours) = row.ours_error_m {
                let peer = row.peer_error_m.map(metres).unwrap_or_default();
                errors.row([row.peer.clone().unwrap_or_default(), metres(ours), peer]);
            }
        }
        write!(f, "{table}\n{errors}")?;
        if self.rows.iter().any(|row| row.lengths_m.is_some()) {
            write!(f, "\n{lengths}")?;
        }
        writeln!(f, "\n  ratio = peer / ours, same run; above 1 we are faster")?;
        self.notes.iter().try_for_each(|note| writeln!(f, "  {note}"))
    }
}
