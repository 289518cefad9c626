//! Paper 002: the robot that picks the balls up.

mod experiment;
mod routing;

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::floor::FloorHall;
use multiball::picker::Geodetic;
use multiball::picker::localisation::Site;

use super::super::session;
use super::PaperReport;
use crate::args::{Common, Reproduce};
use crate::failure::Failure;

/// Where the floor lies: anywhere with a declination to be reckoned with.
const SHANGHAI: Geodetic = Geodetic { latitude_deg: 31.2, longitude_deg: 121.4 };

pub(super) fn report(reproduce: &Reproduce, common: &Common, stop: &AtomicBool) -> Result<PaperReport, Failure> {
    let (quick, seed) = (reproduce.quick, common.seed_or_default());
    let mut rows = routing::rows(quick, seed)?;
    let site = Site::new(SHANGHAI, 2026, 1).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let hall = FloorHall::indoors(site, seed);
    let threads = session::threads(common)?;
    let cleared = threads.install(|| experiment::clear(&hall, quick, "time-optimal", stop))?;
    rows.extend(experiment::table6(&cleared, "time-optimal"));
    if !stop.load(Ordering::Relaxed) {
        rows.extend(experiment::soak(&hall, quick));
    }
    Ok(PaperReport { interrupted: stop.load(Ordering::Relaxed), ..PaperReport::new("picker", rows) })
}
