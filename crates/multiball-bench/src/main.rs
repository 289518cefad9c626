//! The program `multiball-bench`: multiball and its peers, measured in one run; ratios, because machines differ and are
//! noisy.
//!
//! It prints an empty line for each finished measurement, then a [`Report`] as JSON. With `--quick` it measures for a
//! shorter time.

mod arms;
mod board;
mod chain;
mod clock;
mod exchange;
mod flight;
mod geometry;
mod motion;
mod mujoco;
mod ode;
mod player;
mod python;
mod rally;
mod routing;
mod scene;
mod track;

use std::io::{self, Write};
use std::process::ExitCode;

use multiball_bench::{Errors, Lengths, Report, Row};

/// How long to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// A few seconds in all.
    Quick,
    /// About a minute.
    Full,
}

/// The percentile of sorted values; NaN of an empty list.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or(f64::NAN)
}

/// Runs all measurements; `done` is called after each. Returns the rows, and remarks such as peers that are missing.
fn measure(effort: Effort, done: &mut dyn FnMut()) -> (Vec<Row>, Vec<String>) {
    let mut notes = Vec::new();
    let flights = flight::Flights::new();
    let ours = flights.measure(effort);
    done();
    let with_ode = ode::versus(&ours, &flights, effort);
    done();
    let with_mujoco = match mujoco::versus(&ours, &flights, effort) {
        Ok(row) => row,
        Err(reason) => {
            notes.push(format!("MuJoCo was not measured: {reason}"));
            ours
        }
    };
    done();
    let mut rows = vec![with_mujoco, with_ode];
    rows.extend(rally::stroke(effort));
    done();
    rows.extend(rally::threads(effort));
    done();
    rows.extend(arms::rows(effort));
    done();
    rows.extend(motion::rows(effort));
    done();
    rows.extend(scene::rows(effort).into_iter().flatten());
    done();
    rows.extend(track::rows(effort));
    done();
    rows.extend(player::rows(effort).into_iter().flatten());
    done();
    rows.extend(exchange::rows(effort).into_iter().flatten());
    done();
    for measure in [geometry::rows, board::rows, chain::rows, routing::rows] {
        let (peer_rows, remarks) = measure(effort);
        rows.extend(peer_rows);
        notes.extend(remarks);
        done();
    }
    let remarks = [
        flight::NOTE,
        arms::NOTE,
        motion::NOTE,
        geometry::NOTE,
        board::NOTE,
        track::NOTE,
        player::NOTE,
        exchange::NOTE,
        routing::NOTE,
    ];
    notes.extend(remarks.map(String::from));
    (rows, notes)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let effort = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Effort::Full,
        ["--quick"] => Effort::Quick,
        _ => {
            eprintln!("error: the only option of multiball-bench is --quick");
            return ExitCode::from(2);
        }
    };
    match run(effort) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write to standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(effort: Effort) -> io::Result<()> {
    let mut out = io::stdout();
    let mut written = Ok(());
    let (rows, notes) = measure(effort, &mut || {
        if written.is_ok() {
            written = writeln!(out).and_then(|()| out.flush());
        }
    });
    written?;
    serde_json::to_writer(&mut out, &Report { rows, notes })?;
    writeln!(out)
}
