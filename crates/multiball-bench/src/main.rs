//! The program `multiball-bench`: multiball and its peers, measured in one run; ratios, because machines differ and are
//! noisy.
//!
//! It prints an empty line for each finished group of measurements, then a [`Report`] as JSON. With `--quick` it
//! measures for a shorter time; with `--only` some groups alone.

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

use multiball_bench::{Errors, GROUPS, Lengths, Report, Row};

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

/// What a group of measurements found: rows, and remarks such as peers that are missing.
type Found = (Vec<Row>, Vec<String>);

/// The measurements of a group, in the order of [`GROUPS`].
const MEASUREMENTS: [fn(Effort) -> Found; GROUPS.len()] = [
    flights,
    rallies,
    |effort| (arms::rows(effort), remark(arms::NOTE)),
    |effort| (motion::rows(effort), remark(motion::NOTE)),
    |effort| (scene::rows(effort).into_iter().flatten().collect(), Vec::new()),
    |effort| (track::rows(effort).into(), remark(track::NOTE)),
    player::rows,
    |effort| (exchange::rows(effort), remark(exchange::NOTE)),
    |effort| with_remark(geometry::rows(effort), geometry::NOTE),
    |effort| with_remark(board::rows(effort), board::NOTE),
    chain::rows,
    |effort| with_remark(routing::rows(effort), routing::NOTE),
];

fn remark(note: &str) -> Vec<String> {
    vec![note.into()]
}

fn with_remark((rows, mut remarks): Found, note: &str) -> Found {
    remarks.push(note.into());
    (rows, remarks)
}

/// Flights of a ball, compared with a physics engine and with a general integrator.
fn flights(effort: Effort) -> Found {
    let flights = flight::Flights::new();
    let ours = flights.measure(effort);
    let with_ode = ode::versus(&ours, &flights, effort);
    let mut remarks = Vec::new();
    let with_mujoco = mujoco::versus(&ours, &flights, effort).unwrap_or_else(|reason| {
        remarks.push(format!("MuJoCo was not measured: {reason}"));
        ours
    });
    with_remark((vec![with_mujoco, with_ode], remarks), flight::NOTE)
}

/// Strokes of the planar robots, on one thread and on two.
fn rallies(effort: Effort) -> Found {
    (rally::stroke(effort).into_iter().chain(rally::threads(effort)).collect(), Vec::new())
}

/// Effort and groups that the arguments request.
fn requested(arguments: &[String]) -> Option<(Effort, Vec<usize>)> {
    let (mut effort, mut groups) = (Effort::Full, (0..GROUPS.len()).collect());
    let mut left = arguments.iter();
    while let Some(option) = left.next() {
        match option.as_str() {
            "--quick" => effort = Effort::Quick,
            "--only" => {
                let index = |name: &str| GROUPS.iter().position(|group| *group == name);
                groups = left.next()?.split(',').map(index).collect::<Option<_>>()?;
            }
            _ => return None,
        }
    }
    Some((effort, groups))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((effort, groups)) = requested(&arguments) else {
        eprintln!("error: options of multiball-bench are --quick and --only GROUP[,GROUP…] of {}", GROUPS.join(", "));
        return ExitCode::from(2);
    };
    match run(effort, &groups) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write to standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(effort: Effort, groups: &[usize]) -> io::Result<()> {
    let mut out = io::stdout();
    let mut report = Report { rows: Vec::new(), notes: Vec::new() };
    for &group in groups {
        let (rows, notes) = MEASUREMENTS[group](effort);
        report.rows.extend(rows);
        report.notes.extend(notes);
        writeln!(out)?;
        out.flush()?;
    }
    serde_json::to_writer(&mut out, &report)?;
    writeln!(out)
}
