//! `track`: the flights of balls through the frames of several cameras.

mod instants;
mod record;
mod rig;

use std::fmt;

use multiball::track::{BallPerception, CameraFrame, Priors, Refusal, Stroke, Tracker, TrackerSettings};
use multiball::vision::Camera;
use serde::Serialize;

use super::timing::Timing;
use crate::args;
use crate::args::{Common, Track};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, counted, fitted, print_report, progress_bar};
use instants::Instant;
use record::{Flight, Records};
use rig::FrameSource;

#[derive(Debug, Serialize)]
struct Report {
    tracks: Vec<Flight>,
    summary: Summary,
}

#[derive(Debug, Serialize)]
struct Summary {
    instants: usize,
    cameras: usize,
    /// Frames that were in too many pieces to be searched.
    unsearched: usize,
    compute_us_median: f64,
    compute_us_p99: f64,
}

pub(crate) fn run(track: &Track, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &track.out {
        files::check_name("--out", path, "csv")?;
    }
    args::check_exposure(track.exposure_s, track.rate_hz)?;
    let sources = rig::open(track)?;
    let instants = instants::pair(&sources)?;
    let mut watching = Watching::new(track, &sources)?;
    let bar = progress_bar(instants.len() as u64, "following");
    for instant in &instants {
        watching.step(instant, instant.number as f64 / track.rate_hz, &sources)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let tracks = watching.records.flights();
    if tracks.is_empty() {
        return Err(watching.nothing(&sources, instants.len()));
    }
    if let Some(path) = &track.out {
        files::write_whole(path, &watching.records.csv())?;
    }
    let Watching { mut timing, perception, .. } = watching;
    let unsearched = perception.refusals().count(Refusal::TooManyPieces) as usize;
    let (compute_us_median, compute_us_p99) = (timing.at_us(0.5), timing.at_us(0.99));
    let (instants, cameras) = (instants.len(), sources.len());
    let summary = Summary { instants, cameras, unsearched, compute_us_median, compute_us_p99 };
    print_report(&Report { tracks, summary }, common.json)
}

/// The search through the films, instant by instant.
struct Watching {
    perception: BallPerception,
    records: Records,
    timing: Timing,
    /// For each camera the frames in which something may have been a ball.
    with_candidates: Vec<usize>,
}

impl Watching {
    fn new(track: &Track, sources: &[FrameSource]) -> Result<Self, Failure> {
        let settings = TrackerSettings {
            exposure_s: track.exposure_s,
            least_pixel_sd: track.pixel_error_px,
            ..TrackerSettings::default()
        };
        let plain = Priors::default();
        let priors = Priors { spin: track.stroke.map_or(plain.spin, Stroke::spin), ..plain };
        let cameras: Vec<Camera> = sources.iter().map(|source| source.camera).collect();
        let detectors = sources.iter().map(|source| source.detector(track, &settings)).collect::<Result<_, _>>()?;
        Ok(Self {
            perception: BallPerception::new(Tracker::new(&cameras, priors, settings), detectors),
            records: Records::default(),
            timing: Timing::default(),
            with_candidates: vec![0; sources.len()],
        })
    }

    fn step(&mut self, instant: &Instant, t_s: f64, sources: &[FrameSource]) -> Result<(), Failure> {
        let read = |(source, place): (&FrameSource, &Option<usize>)| {
            place.map(|place| source.film.read(&source.film.paths[place])).transpose()
        };
        let frames = sources.iter().zip(&instant.frames).map(read).collect::<Result<Vec<_>, _>>()?;
        let Self { perception, records, timing, with_candidates } = self;
        timing.of(|| {
            for (camera, frame) in frames.iter().enumerate() {
                let Some(frame) = frame else { continue };
                perception.perceive(&CameraFrame { camera, stamp_s: t_s, pixels: frame.view() });
            }
            perception.conclude(t_s);
        });
        for (camera, with) in with_candidates.iter_mut().enumerate() {
            *with += usize::from(!perception.detections(camera).is_empty());
        }
        records.note(perception.tracker());
        Ok(())
    }

    /// The reason when no ball was tracked.
    fn nothing(&self, sources: &[FrameSource], instants: usize) -> Failure {
        let seen = sources.iter().zip(&self.with_candidates).map(|(source, with)| {
            let all = source.film.paths.len();
            format!("camera `{}` saw something like a ball in {with} of {all} frames", source.name)
        });
        let seen: Vec<String> = seen.collect();
        let least = TrackerSettings::default().trial_measurements;
        Failure::NoAnswer(format!(
            "no ball was followed in {instants} instants: {}; a flight takes {least} measurements by two cameras",
            seen.join(", ")
        ))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = |name| (name, Align::Right);
        let headings =
            ["id", "measurements", "from, s", "to, s", "speed, m/s", "spin x, y, z, rad/s", "±", "bounces at x, y, m"];
        let mut table = Table::new(&headings.map(right));
        for flight in &self.tracks {
            let three = |values: &[f64; 3]| values.map(|value| fitted(value, 4, 0)).join(" ");
            let bounces: Vec<String> = flight
                .bounces
                .iter()
                .map(|bounce| {
                    let [x, y, _] = bounce.position_m;
                    format!("{} {}{}", fitted(x, 6, 3), fitted(y, 6, 3), if bounce.seen { "" } else { " predicted" })
                })
                .collect();
            table.row([
                flight.id.to_string(),
                flight.measurements.to_string(),
                fitted(flight.first_s, 7, 3),
                fitted(flight.last_s, 7, 3),
                fitted(flight.speed_m_s, 6, 2),
                three(&flight.spin_rad_s),
                three(&flight.spin_sd_rad_s),
                bounces.join("; "),
            ]);
        }
        let Summary { instants, cameras, unsearched, compute_us_median, .. } = &self.summary;
        writeln!(
            f,
            "{table}\n  {} of {cameras} cameras; {compute_us_median:.0} us for one (median).",
            counted(*instants, "instant")
        )?;
        if *unsearched > 0 {
            let were = if *unsearched == 1 { "was" } else { "were" };
            writeln!(f, "  {} {were} in too many pieces to be searched.", counted(*unsearched, "frame"))?;
        }
        Ok(())
    }
}
