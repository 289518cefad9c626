//! Records of tracked balls, kept after the tracker has dropped them.

use std::fmt::Write;

use multiball::geometry::Vec3;
use multiball::track::{Bounce, Measurement, Track, Tracker};
use nalgebra::Matrix3;
use serde::Serialize;

/// Every ball that was followed, in the order in which they were confirmed.
#[derive(Debug, Default)]
pub(super) struct Records {
    records: Vec<Record>,
}

/// One tracked ball with its latest estimate.
#[derive(Debug)]
struct Record {
    number: u32,
    measurements: Vec<Measurement>,
    flight: Flight,
}

/// A flight in the report.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Flight {
    pub(super) id: usize,
    /// Number of measured positions.
    pub(super) measurements: usize,
    /// Instants at which one camera alone saw it.
    pub(super) lines: usize,
    pub(super) first_s: f64,
    pub(super) last_s: f64,
    /// At the first measurement, as spin.
    pub(super) speed_m_s: f64,
    pub(super) spin_rad_s: [f64; 3],
    pub(super) spin_sd_rad_s: [f64; 3],
    pub(super) bounces: Vec<Touch>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Touch {
    pub(super) t_s: f64,
    pub(super) position_m: [f64; 3],
    pub(super) sd_m: [f64; 3],
    /// Whether the ball was seen afterwards; else it is predicted.
    pub(super) seen: bool,
}

impl Records {
    /// Stores the tracker's present estimates.
    pub(super) fn note(&mut self, tracker: &Tracker) {
        for track in tracker.tracks() {
            let known = self.records.iter().position(|record| record.number == track.number());
            let id = known.unwrap_or(self.records.len());
            let before = known.map_or(0, |index| self.records[index].measurements.len());
            let Some(flight) = flight(id, tracker, track).filter(|_| track.measurements().len() > before) else {
                continue;
            };
            match known {
                Some(index) => {
                    let record = &mut self.records[index];
                    record.measurements.extend_from_slice(&track.measurements()[before..]);
                    record.flight = flight;
                }
                None => {
                    let (number, measurements) = (track.number(), track.measurements().to_vec());
                    self.records.push(Record { number, measurements, flight });
                }
            }
        }
    }

    pub(super) fn flights(&self) -> Vec<Flight> {
        self.records.iter().map(|record| record.flight.clone()).collect()
    }

    /// The measured positions as a CSV table.
    pub(super) fn csv(&self) -> String {
        let mut text = String::from("id,t_s,x_m,y_m,z_m\n");
        for Record { measurements, flight, .. } in &self.records {
            for Measurement { t_s, position: p, .. } in measurements.iter().filter(|measurement| measurement.is_point())
            {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{},{t_s:.6},{:.6},{:.6},{:.6}", flight.id, p.x, p.y, p.z);
            }
        }
        text
    }
}

fn flight(id: usize, tracker: &Tracker, track: &Track) -> Option<Flight> {
    let (first, last) = (track.measurements().first()?, track.measurements().last()?);
    let prediction = track.prediction()?;
    let start = prediction.at(first.t_s)?;
    let points = track.measurements().iter().filter(|measurement| measurement.is_point()).count();
    Some(Flight {
        id,
        measurements: points,
        lines: track.measurements().len() - points,
        first_s: first.t_s,
        last_s: last.t_s,
        speed_m_s: start.velocity.norm(),
        spin_rad_s: start.spin.into(),
        spin_sd_rad_s: deviations(&start.spin_covariance),
        bounces: tracker.bounces(track).map(|bounce| touch(&bounce, last.t_s)).collect(),
    })
}

fn touch(bounce: &Bounce, last_s: f64) -> Touch {
    let Bounce { t_s, position, covariance, .. } = bounce;
    Touch { t_s: *t_s, position_m: (*position).into(), sd_m: deviations(covariance), seen: *t_s < last_s }
}

fn deviations(covariance: &Matrix3<f64>) -> [f64; 3] {
    // Rounding may leave a variance that is zero a little below it.
    Vec3::from(covariance.diagonal()).map(|variance| variance.max(0.0).sqrt()).into()
}
